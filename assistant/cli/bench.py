"""`parley bench`: measure what the program is judged by."""

import asyncio
import json
import os
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.table import Table

from assistant.bench.progress import Progress
from assistant.bench.report import markdown, rows
from assistant.bench.scale import FULL, QUICK, SMALL
from assistant.bench.voice import VoiceFigures, measure_voice
from assistant.cli.display import has_display
from assistant.cli.options import HomeOption, JsonOption, ModelsOption
from assistant.clock import SystemClock
from assistant.home import Home, shipped
from assistant.settings import load

if TYPE_CHECKING:
    from assistant.bench.stream import StreamFigures

app = typer.Typer(no_args_is_help=True, help="Measure latency and speed.")


@app.callback()
def bench() -> None:
    """Measure latency and speed."""


@app.command("voice")
def voice(
    clips: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Recordings with a MANIFEST.tsv; by default our own."),
    ] = None,
    hours: Annotated[
        float | None,
        typer.Option(
            min=0.0,
            max=24.0,
            help="Made-up hours in which nobody calls; by default 6 where there are recordings"
            " enough, otherwise 0.5.",
        ),
    ] = None,
    quick: Annotated[
        bool, typer.Option("--quick", help="Only show that every part works.")
    ] = False,
    as_markdown: Annotated[
        bool, typer.Option("--markdown", help="Print the table as Markdown.")
    ] = False,
    as_json: JsonOption = False,
    home: HomeOption = None,
    models: ModelsOption = None,
) -> None:
    """Measure the voice loop over recorded speech: latency, turns, recognition, wake word, echo.

    Takes some three minutes over our own recordings and about a quarter of an hour over a large
    folder; progress is told on standard error.
    """
    place = Home.locate(root=home, models=models)
    scale = QUICK if quick else SMALL if clips is None else FULL
    figures = asyncio.run(
        measure_voice(
            home=place,
            settings=load(place, {}).settings,
            clock=SystemClock(),
            clips_folder=clips or shipped("tests", "data", "audio", "bench"),
            scale=scale,
            hours=0.02 if quick and hours is None else hours,
            progress=Progress(lambda line: typer.echo(line, err=True)),
        )
    )
    if as_json:
        typer.echo(json.dumps(asdict(figures)))
    elif as_markdown:
        typer.echo(markdown(figures))
    else:
        _print(figures)


@app.command("stream")
def stream(as_json: JsonOption = False) -> None:
    """Measure the filter of choices in streamed words, and how soon a question is on the screen."""
    if not has_display():
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from assistant.bench.stream import measure_stream  # loads Qt, which the others do without

    figures = measure_stream(clock=SystemClock())
    if as_json:
        typer.echo(json.dumps(asdict(figures)))
    else:
        _print_stream(figures)


def _print_stream(figures: "StreamFigures") -> None:
    table = Table(box=None, show_header=False, pad_edge=False)
    table.add_row("ordinary text", f"{figures.ordinary_mb_s:.1f} MB/s")
    table.add_row("  in small chunks", f"{figures.ordinary_chunks_mb_s:.1f} MB/s")
    table.add_row("  character by character", f"{figures.ordinary_characters_mb_s:.2f} MB/s")
    table.add_row("hostile text, slowest", f"{figures.hostile_mb_s:.2f} MB/s")
    table.add_row("  growth from 0.25 to 1 MB", f"{figures.hostile_growth:.2f} (1 is linear)")
    for what, spread in (
        ("question", figures.on_screen_ms),
        ("form of three", figures.form_on_screen_ms),
    ):
        table.add_row(f"{what} on the screen p50 / p95", f"{spread['p50']} / {spread['p95']} ms")
    table.add_row("start, no question stored", f"{figures.start_empty_ms} ms")
    table.add_row(f"start, {figures.stored} questions stored", f"{figures.start_full_ms} ms")
    Console().print(table)


def _print(figures: VoiceFigures) -> None:
    table = Table(box=None, pad_edge=False)
    for heading in ("figure", "measured", "target"):
        table.add_column(heading)
    for row in rows(figures):
        table.add_row(*row)
    Console().print(table)
