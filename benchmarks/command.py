"""The commands of `parley bench`."""

import asyncio
import json
import os
from collections.abc import Callable
from dataclasses import replace
from enum import Enum
from pathlib import Path
from typing import Annotated, TypeVar

import typer
from rich.console import Console
from rich.table import Table

from assistant import gc_policy
from assistant.assembly.voice.voice_switch import VOICE_MODELS
from assistant.catalog import Catalog, ModelStore
from assistant.cli.display import has_display
from assistant.cli.options import HomeOption, JsonOption, ModelsOption
from assistant.clock import SystemClock
from assistant.errors import ConfigError
from assistant.failure_reason import failure_reason
from assistant.home import Home
from assistant.settings import load
from benchmarks.data import RECORDINGS, SMALL_SET
from benchmarks.model.run import Run
from benchmarks.progress import BenchProgress

S = TypeVar("S")
QuickOption = Annotated[bool, typer.Option("--quick", help="Only show that every part works.")]
TableOption = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="A table of samples; by default the one of the tests."),
]
MarkdownOption = Annotated[bool, typer.Option("--markdown", help="Print the table as Markdown.")]


class Tier(Enum):
    """Which built-in model is measured."""

    GOOD = "good"
    SMALL = "small"
    SMALLEST = "smallest"
    NONE = "none"


app = typer.Typer(no_args_is_help=True, help="Measure latency and speed.")


@app.callback()
def bench() -> None:
    """Measure latency and speed."""


@app.command("voice")
def voice(
    clips: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="Recordings with a MANIFEST.tsv; by default those of the tests.",
        ),
    ] = None,
    small: Annotated[
        bool, typer.Option("--small", help="Over the small set, about four minutes.")
    ] = False,
    hours: Annotated[
        float | None,
        typer.Option(
            min=0.0,
            max=24.0,
            help="Made-up hours in which nobody calls; by default 6 where there are recordings"
            " enough, otherwise 0.5.",
        ),
    ] = None,
    session: Annotated[
        float,
        typer.Option(
            min=0.0,
            max=1440.0,
            metavar="MINUTES",
            help="Also hold one session of so many minutes, in about a fifth of the time, and look"
            " at its memory, threads and processor time.",
        ),
    ] = 0.0,
    turns: Annotated[
        bool,
        typer.Option(
            "--turns", help="Only the recorded turns, a choice of them: about three minutes."
        ),
    ] = False,
    model_delay: Annotated[
        int,
        typer.Option(
            min=0,
            max=10_000,
            metavar="MS",
            help="The model's first word comes so long after the request, in the recorded turns.",
        ),
    ] = 0,
    quick: QuickOption = False,
    markdown: MarkdownOption = False,
    as_json: JsonOption = False,
    home: HomeOption = None,
    models: ModelsOption = None,
) -> None:
    """Measure the voice loop over recorded speech: latency, turns, recognition, wake word, echo.

    Takes about a quarter of an hour over a large folder and four minutes over the small set;
    progress is told on standard error.
    """
    from benchmarks.voice.benchmark import measure_voice  # loads the speech libraries
    from benchmarks.voice.model.scale import FULL, QUICK, SMALL, TURNS_ONLY

    place = Home.locate(root=home, models=models)
    is_small = clips is None and (small or quick)
    scale = QUICK if quick else SMALL if is_small else TURNS_ONLY if turns else FULL
    run = asyncio.run(
        measure_voice(
            home=place,
            settings=load(place, {}).settings,
            clock=SystemClock(),
            clips_folder=clips or (SMALL_SET if is_small else RECORDINGS),
            scale=replace(scale, session_s=session * 60),
            hours=0.02 if quick and hours is None else hours,
            progress=_progress(),
            model_delay_s=model_delay / 1000,
            turns_only=turns,
        )
    )
    _print(run, as_json=as_json, markdown=markdown)


@app.command("wake-word")
def wake_word(
    hours: Annotated[
        float, typer.Option("--hours", min=0, help="Of made-up sound in which nobody calls.")
    ] = 1.0,
    markdown: MarkdownOption = False,
    as_json: JsonOption = False,
    models: ModelsOption = None,
) -> None:
    """Measure a wake word that is made of four recordings of a user's voice.

    Takes about three minutes.
    """
    _without_display()
    import tempfile

    from benchmarks.voice.custom_wake_word import measure_custom_wake

    home = Home.locate(models=models)
    with tempfile.TemporaryDirectory(prefix="parley-bench-") as folder:
        run = measure_custom_wake(
            home,
            load(Home(root=Path(folder), models=home.models)).settings.voice,
            clips_folder=RECORDINGS,
            hours=hours,
            scratch=Path(folder),
            progress=_progress(),
        )
    _print(run, as_json=as_json, markdown=markdown)


@app.command("pauses")
def pauses(
    tuning: Annotated[
        bool,
        typer.Option("--tuning", help="Over the speakers on whom the delays were chosen."),
    ] = False,
    markdown: MarkdownOption = False,
    as_json: JsonOption = False,
    home: HomeOption = None,
    models: ModelsOption = None,
) -> None:
    """Measure how often a turn is cut at a pause, over recordings with a pause put in.

    Takes about two minutes.
    """
    _without_display()
    from assistant.assembly.voice.voice_loop import endpoint_limits
    from assistant.voice.stt.cpu_features import usable_cores
    from benchmarks.voice.heard_turn import EndpointingModels
    from benchmarks.voice.model.spliced_pauses import read_places
    from benchmarks.voice.pauses import measure_pauses
    from benchmarks.voice.speech_span import Spans

    place = Home.locate(root=home, models=models)
    settings = load(place, {}).settings.voice
    run = measure_pauses(
        EndpointingModels.load(place, settings, threads=usable_cores()),
        endpoint_limits(settings),
        Spans(),
        places=read_places(),
        clips_folder=RECORDINGS,
        half="tuning" if tuning else "judging",
        learns_pauses=settings.learn_pauses,
        on_unreadable=_progress().unreadable,
    )
    _print(run, as_json=as_json, markdown=markdown)


@app.command("stream")
def stream(markdown: MarkdownOption = False, as_json: JsonOption = False) -> None:
    """Measure how a reply that streams in is painted, scrolling, and how soon a question is seen.

    Takes about a minute.
    """
    _without_display()
    from benchmarks.speed.stream import measure_stream  # loads Qt, which the others do without

    gc_policy.resume()
    run = measure_stream(clock=SystemClock(), progress=_progress())
    _print(run, as_json=as_json, markdown=markdown)


@app.command("agents")
def agents(
    questions: Annotated[
        int, typer.Option(min=1, max=1000, help="How many questions of each kind.")
    ] = 20,
    quick: QuickOption = False,
    markdown: MarkdownOption = False,
    as_json: JsonOption = False,
) -> None:
    """Measure how soon a coding agent's question is on the screen, and its answer back.

    Takes about a minute.
    """
    _without_display()
    from benchmarks.window.agent_questions import measure_agents  # loads Qt, as above

    gc_policy.resume()
    run = measure_agents(
        clock=SystemClock(), progress=_progress(), questions=1 if quick else questions
    )
    _print(run, as_json=as_json, markdown=markdown)


@app.command("startup")
def startup(
    runs: Annotated[int, typer.Option(min=1, max=50, help="How many starts.")] = 5,
    profile: Annotated[
        bool, typer.Option("--profile", help="Also say what importing costs.")
    ] = False,
    quick: QuickOption = False,
    markdown: MarkdownOption = False,
    as_json: JsonOption = False,
    models: ModelsOption = None,
) -> None:
    """Measure how soon a program with 10,000 stored messages can be typed and spoken to.

    Takes about a minute.
    """
    _without_display()
    from benchmarks.sample_history import HistorySize
    from benchmarks.speed.startup import STOCK, measure_startup

    place = Home.locate(models=models)
    needed = (*VOICE_MODELS, load(place, {}).settings.voice.stt_model)
    catalogue = ModelStore(catalog=Catalog.load(), folder=place.models)
    run = asyncio.run(
        measure_startup(
            home=place,
            clock=SystemClock(),
            progress=_progress(),
            stock=HistorySize(long_messages=100, conversations=5, each_messages=4)
            if quick
            else STOCK,
            runs=1 if quick else runs,
            warm=not quick,
            has_voice=not catalogue.missing(needed),
            profile=profile,
        )
    )
    _print(run, as_json=as_json, markdown=markdown)


@app.command("context")
def context(
    quick: QuickOption = False,
    markdown: MarkdownOption = False,
    as_json: JsonOption = False,
) -> None:
    """Measure how soon a message is with the model, and how soon the past is found again.

    Takes about two minutes.
    """
    _without_display()
    from benchmarks.speed.context import FULL, QUICK, measure_context

    gc_policy.resume()
    run = measure_context(
        home=Home.locate(),
        clock=SystemClock(),
        progress=_progress(),
        scale=QUICK if quick else FULL,
    )
    _print(run, as_json=as_json, markdown=markdown)


@app.command("answers")
def answers(
    table: TableOption = None,
    model: Annotated[
        bool,
        typer.Option(
            "--model",
            help="Have your model read what the rules would ask back about; the built-in one where"
            " you have set up no other. It costs a small request each.",
        ),
    ] = False,
    sample: Annotated[
        int | None,
        typer.Option("--sample", min=1, metavar="N", help="Only so many answers of the table."),
    ] = None,
    seed: Annotated[int, typer.Option(help="What draws the sample.")] = 1,
    verbose: Annotated[
        bool, typer.Option("--verbose", help="List what was not understood as it was meant.")
    ] = False,
    markdown: MarkdownOption = False,
    as_json: JsonOption = False,
    home: HomeOption = None,
    models: ModelsOption = None,
) -> None:
    """Measure how many typed and spoken answers to questions are understood.

    Takes some seconds; with a model, as long as its requests.
    """
    from benchmarks.answer_set import load_answers, measure_answers, some_of

    samples = _samples(table, load_answers)
    if sample is not None:
        samples = some_of(samples, sample, seed)
    if model:
        from benchmarks.answer_model import measure_with_model  # loads the model's client

        place = Home.locate(root=home, models=models)
        run = asyncio.run(
            measure_with_model(samples, home=place, clock=SystemClock(), progress=_progress())
        )
    else:
        run = measure_answers(samples)
    if verbose:
        typer.echo("\n".join(run["not_right"]), err=True)
    _print(run, as_json=as_json, markdown=markdown)


def _samples(table: Path | None, read: Callable[[str | None], S]) -> S:
    """Return the samples of a table, or of the one of the tests.

    Raises:
        ConfigError: If the table cannot be used; it says why.
    """
    try:
        return read(None if table is None else table.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ConfigError(
            f"{table} cannot be used as a table of samples: {failure_reason(error)}.",
            hint="tests/data/answers and tests/data/requests hold such tables.",
        ) from error


@app.command("assistant")
def assistant(
    tier: Annotated[
        Tier, typer.Option("--tier", help="The built-in model, or none: the rules alone.")
    ] = Tier.SMALL,
    language: Annotated[
        list[str] | None,
        typer.Option("--language", metavar="CODE", help="Only requests in this language."),
    ] = None,
    every: Annotated[
        int, typer.Option("--every", min=1, help="Only every so many requests: a sample.")
    ] = 1,
    table: TableOption = None,
    verbose: Annotated[
        bool, typer.Option("--verbose", help="List confusions, and what was not done rightly.")
    ] = False,
    markdown: MarkdownOption = False,
    as_json: JsonOption = False,
    models: ModelsOption = None,
) -> None:
    """Measure what is done with requests by the rules and the built-in model.

    Takes some seconds with the rules alone, ten minutes with the small model and half an hour with
    the good one.
    """
    from benchmarks.requests.benchmark import measure_tier
    from benchmarks.requests.request_set import load_requests

    samples = _samples(table, load_requests)
    wanted = [one for one in samples if not language or one.language in language][::every]
    run = asyncio.run(
        measure_tier(
            wanted,
            tier=tier.value,
            models=Home.locate(models=models).models,
            clock=SystemClock(),
            progress=_progress(),
        )
    )
    if verbose:
        typer.echo("\n".join(f"{n} {name}" for name, n in run["confusions"].items()), err=True)
        typer.echo("\n".join(run["not_right"]), err=True)
    _print(run, as_json=as_json, markdown=markdown)


@app.command("sync")
def sync(
    url: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            help="A role that may create databases: postgresql://ROLE@HOST/DATABASE; without it a"
            " server is started for the bench.",
        ),
    ] = None,
    full: Annotated[
        bool, typer.Option("--full", help="Up to a million messages, and 2 to 100 devices.")
    ] = False,
    messages: Annotated[
        int | None, typer.Option(min=1, help="Only a home of so many messages, on two devices.")
    ] = None,
    devices: Annotated[
        int | None, typer.Option(min=2, help="Only so many devices that share a database.")
    ] = None,
    quick: QuickOption = False,
    markdown: MarkdownOption = False,
    as_json: JsonOption = False,
) -> None:
    """Measure how soon a new device has everything, and how soon a change is on the others.

    Takes two minutes, and an hour with --full. Databases made for it are removed again.
    """
    from benchmarks.sync.benchmark import FULL, ORDINARY, QUICK, measure_sync

    scale = QUICK if quick else FULL if full else ORDINARY
    if messages is not None or devices is not None:
        scale = replace(
            scale,
            messages=() if messages is None else (messages,),
            devices=() if devices is None else (devices,),
        )
    run = asyncio.run(
        measure_sync(admin_url=url, clock=SystemClock(), progress=_progress(), scale=scale)
    )
    _print(run, as_json=as_json, markdown=markdown)


def _without_display() -> None:
    """Let Qt draw into memory where there is no display."""
    if not has_display():
        os.environ["QT_QPA_PLATFORM"] = "offscreen"


def _progress() -> BenchProgress:
    return BenchProgress(lambda line: typer.echo(line, err=True))


def _print(run: Run, *, as_json: bool, markdown: bool) -> None:
    if as_json:
        typer.echo(json.dumps(run.as_json()))
    elif markdown:
        typer.echo(run.markdown())
    else:
        table = Table(box=None, pad_edge=False)
        for heading in ("figure", "measured", "target"):
            table.add_column(heading)
        for row in run.rows():
            table.add_row(*row)
        Console().print(table)
