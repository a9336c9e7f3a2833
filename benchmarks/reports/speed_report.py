"""The figures of start, context and stream as tables beside their targets. Pure."""

from typing import TYPE_CHECKING

from benchmarks.model.table import MISSING, Row, number, number_pair, percent

if TYPE_CHECKING:
    from benchmarks.model.table import SpreadMs
    from benchmarks.speed.context import ContextFigures
    from benchmarks.speed.startup import Milliseconds, StartupFigures
    from benchmarks.speed.stream import StreamBenchFigures


def startup_rows(figures: "StartupFigures") -> list[Row]:
    """Return the rows of `parley bench startup`."""
    rows: list[Row] = [
        (
            f"window to type into, {figures.messages:,} messages stored: median / worst",
            _median(figures.window_ms, "ms"),
            "≤ 1500 ms",
        ),
        (
            "request of a message typed at once: median / worst",
            _median(figures.request_ms, "ms"),
            "≤ 2500 ms",
        ),
        ("  from its Enter key", _median(figures.first_request_ms, "ms"), ""),
        ("wake word listened for: median / worst", _median(figures.voice_ms, "ms"), "≤ 5000 ms"),
        ("recogniser and voice loaded", _median(figures.speech_ms, "ms"), ""),
        ("memory then", _median(figures.rss_mb, "MB"), ""),
    ]
    rows += [
        (
            f"  {moment.replace('_', ' ')}; processor time",
            f"{_median(spread, 'ms')}; {_median(figures.processor_ms[moment], 'ms')}",
            "",
        )
        for moment, spread in figures.stages.items()
    ]
    if figures.imports is not None:
        rows.append(("modules imported before the window", f"{figures.imports.count:,}", ""))
        for title, named in (
            ("package", figures.imports.packages),
            ("module", figures.imports.modules),
        ):
            rows += [
                (f"  {title} {name}", number(round(ms, 1), "ms"), "") for name, ms in named.items()
            ]
    return rows


def context_rows(figures: "ContextFigures") -> list[Row]:
    """Return the rows of `parley bench context`."""
    past = figures.past
    stages = ", ".join(f"{name.replace('_', ' ')} {ms}" for name, ms in figures.stages_ms.items())
    return [
        (
            f"Enter to the wire, {figures.characters:,} characters or more: p50 / p95",
            _spread(figures.request_ms),
            "≤ 50 ms",
        ),
        ("  request, median", number(figures.request_kb, "KB"), ""),
        ("  stages, median ms", stages, ""),
        (
            f"search over {past.searched_messages:,} messages: p50 / p95",
            _spread(past.search_ms),
            "≤ 100 ms",
        ),
        *((f"  {kind}", _spread(spread), "") for kind, spread in past.search_kinds_ms.items()),
        ("  engine stood still, longest", number(past.search_stall_ms, "ms"), ""),
        (
            f"conversation of {past.opened_messages:,} messages opened: p50 / p95",
            _spread(past.open_ms),
            "",
        ),
        ("  engine stood still, longest", number(past.open_stall_ms, "ms"), ""),
    ]


def stream_rows(figures: "StreamBenchFigures") -> list[Row]:
    """Return the rows of `parley bench stream`."""
    painting = figures.painting
    return [
        (
            f"reply of {round(painting.characters / 1000)} KB: delta to painted p50 / p95",
            _spread(painting.painted_ms),
            "≤ 50 ms",
        ),
        ("  largest gap of the window's loop", number(painting.largest_gap_ms, "ms"), "≤ 50 ms"),
        ("  most processor time in one step", number(painting.largest_step_ms, "ms"), ""),
        ("  time, frames", f"{painting.seconds:g} s, {painting.frames:,}", ""),
        (
            f"scrolling {painting.scrolled_messages:,} messages: processor time a frame p50 / p95",
            _spread(painting.scroll_frame_ms),
            "",
        ),
        ("  largest gap", number(painting.scroll_gap_ms, "ms"), "≤ 50 ms"),
        ("  processor time until painted first", number(painting.scroll_load_ms, "ms"), ""),
        ("listening, nobody speaks: share of a core", percent(painting.listening_core_share), ""),
        ("looking for choices: ordinary text", f"{figures.ordinary_mb_s:.1f} MB/s", ""),
        ("  in small chunks", f"{figures.ordinary_chunks_mb_s:.1f} MB/s", ""),
        ("  character by character", f"{figures.ordinary_characters_mb_s:.2f} MB/s", ""),
        ("  hostile text, slowest", f"{figures.hostile_mb_s:.2f} MB/s", ""),
        ("  growth over four times the length, 1 is linear", f"{figures.hostile_growth:.2f}", ""),
        ("question on the screen p50 / p95", _spread(figures.on_screen_ms), ""),
        ("form of three on the screen p50 / p95", _spread(figures.form_on_screen_ms), ""),
        ("store opened, no question in it", number(figures.start_empty_ms, "ms"), ""),
        (f"  {figures.stored:,} questions in it", number(figures.start_full_ms, "ms"), ""),
    ]


def _median(milliseconds: "Milliseconds | None", unit: str) -> str:
    if milliseconds is None:
        return MISSING
    return number_pair(milliseconds.median, milliseconds.worst, unit)


def _spread(spread: "SpreadMs") -> str:
    return number_pair(spread.p50, spread.p95, "ms")
