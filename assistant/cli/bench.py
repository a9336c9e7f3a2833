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
    limit: Annotated[int, typer.Option(min=1, help="How many utterances at most.")] = 12,
    as_json: JsonOption = False,
    home: HomeOption = None,
    models: ModelsOption = None,
) -> None:
    """Measure the response latency over recorded speech, and the cost of waiting."""
    place = Home.locate(root=home, models=models)
    figures = asyncio.run(
        measure_voice(
            home=place,
            settings=load(place, {}).settings,
            clock=SystemClock(),
            clips_folder=clips or shipped("tests", "data", "audio", "bench"),
            limit=limit,
        )
    )
    if as_json:
        typer.echo(json.dumps(asdict(figures)))
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
    table = Table(box=None, show_header=False, pad_edge=False)
    latency = figures.response_latency_ms
    table.add_row("utterances answered", f"{figures.answered} of {figures.clips}")
    table.add_row("response latency p50", f"{latency['p50']} ms")
    table.add_row("response latency p95", f"{latency['p95']} ms")
    total = sum(latency["stages"].values()) or 1
    for name, mean in latency["stages"].items():
        table.add_row(f"  {name.replace('_', ' ')}", f"{mean} ms  ({mean / total:.0%})")
    if figures.wer is not None:
        table.add_row("word error rate", f"{figures.wer:.1%}")
    table.add_row("idle, share of one core", f"{figures.idle_core_share:.1%}")
    table.add_row("idle, memory", f"{figures.idle_rss_mb:.0f} MB")
    table.add_row("peak memory", f"{figures.peak_rss_mb:.0f} MB")
    Console().print(table)
