"""Start, context, stream and agents. Pure."""

from collections.abc import Iterator
from typing import Final

from benchmarks.model.run import SHARE, Report, Row, Run, show


def _startup_rows(run: Run) -> Iterator[Row]:
    stored = f"{run['messages']:,} messages stored"
    title = f"window to type into, {stored}: median / worst"
    yield run.row(title, "{window_ms}", "≤ 1500 ms")
    title = "request of a message typed at once: median / worst"
    yield run.row(title, "{request_ms}", "≤ 2500 ms")
    yield run.row("  from its Enter key", "{first_request_ms}")
    yield run.row("wake word listened for: median / worst", "{voice_ms}", "≤ 5000 ms")
    yield run.row("recogniser and voice loaded", "{speech_ms}")
    yield run.row("memory then", "{rss_mb}")
    for moment, spread in run["stages"].items():
        processor = show(run["processor_ms"][moment], "ms")
        title = f"  {moment.replace('_', ' ')}; processor time"
        yield title, f"{show(spread, 'ms')}; {processor}", ""
    if (imports := run["imports"]) is not None:
        yield "modules imported before the window", f"{imports['count']:,}", ""
        for kind in ("package", "module"):
            for name, ms in imports[f"{kind}s"].items():
                yield f"  {kind} {name}", show(round(ms, 1), "ms"), ""


STARTUP: Final = Report(
    {
        "window_ms": "ms",
        "request_ms": "ms",
        "first_request_ms": "ms",
        "voice_ms": "ms",
        "speech_ms": "ms",
        "rss_mb": "MB",
        "messages": "",
        "runs": "",
        "stages": "ms",
        "processor_ms": "ms",
        "imports": "",
    },
    _startup_rows,
)
"""Each is `median` and `worst` of all runs, from the launch unless `docs/bench.md` says otherwise."""


def _context_rows(run: Run) -> Iterator[Row]:
    title = f"Enter to the wire, {run['characters']:,} characters or more: p50 / p95"
    yield run.row(title, "{request_ms}", "≤ 50 ms")
    yield run.row("  request, median", "{request_kb}")
    stages = (f"{name.replace('_', ' ')} {ms}" for name, ms in run["stages_ms"].items())
    yield "  stages, median ms", ", ".join(stages), ""
    yield from run["past"].rows()


def _past_rows(run: Run) -> Iterator[Row]:
    title = f"search over {run['searched_messages']:,} messages: p50 / p95"
    yield run.row(title, "{search_ms}", "≤ 100 ms")
    for kind, spread in run["search_kinds_ms"].items():
        yield f"  {kind}", show(spread, "ms"), ""
    yield run.row("  engine stood still, longest", "{search_stall_ms}")
    title = f"conversation of {run['opened_messages']:,} messages opened: p50 / p95"
    yield run.row(title, "{open_ms}")
    yield run.row("  engine stood still, longest", "{open_stall_ms}")


CONTEXT: Final = Report(
    {
        "request_ms": "ms",
        "stages_ms": "ms",
        "characters": "",
        "request_kb": "KB",
        "stored": "",
        "past": "",
    },
    _context_rows,
)
PAST: Final = Report(
    {
        "open_ms": "ms",
        "open_stall_ms": "ms",
        "opened_messages": "",
        "search_ms": "ms",
        "search_kinds_ms": "ms",
        "search_stall_ms": "ms",
        "searched_messages": "",
    },
    _past_rows,
)


def _stream_rows(run: Run) -> list[Row]:
    return [
        *run["painting"].rows(),
        ("looking for choices: ordinary text", f"{run['ordinary_mb_s']:.1f} MB/s", ""),
        ("  in small chunks", f"{run['ordinary_chunks_mb_s']:.1f} MB/s", ""),
        ("  character by character", f"{run['ordinary_characters_mb_s']:.2f} MB/s", ""),
        ("  hostile text, slowest", f"{run['hostile_mb_s']:.2f} MB/s", ""),
        ("  growth over four times the length, 1 is linear", f"{run['hostile_growth']:.2f}", ""),
        run.row("question on the screen p50 / p95", "{on_screen_ms}"),
        run.row("form of three on the screen p50 / p95", "{form_on_screen_ms}"),
        run.row("store opened, no question in it", "{start_empty_ms}"),
        run.row(f"  {run['stored']:,} questions in it", "{start_full_ms}"),
    ]


def _paint_rows(run: Run) -> list[Row]:
    size = f"{round(run['characters'] / 1000)} KB"
    scrolled = f"{run['scrolled_messages']:,} messages"
    title = f"scrolling {scrolled}: processor time a frame p50 / p95"
    return [
        run.row(f"reply of {size}: delta to painted p50 / p95", "{painted_ms}", "≤ 50 ms"),
        run.row("  largest gap of the window's loop", "{largest_gap_ms}", "≤ 50 ms"),
        run.row("  most processor time in one step", "{largest_step_ms}"),
        ("  time, frames", f"{run['seconds']:g} s, {run['frames']:,}", ""),
        run.row(title, "{scroll_frame_ms}"),
        run.row("  largest gap", "{scroll_gap_ms}", "≤ 50 ms"),
        run.row("  processor time until painted first", "{scroll_load_ms}"),
        run.row("listening, nobody speaks: share of a core", "{listening_core_share}"),
    ]


STREAM: Final = Report(
    {
        "ordinary_mb_s": "MB/s",
        "ordinary_chunks_mb_s": "MB/s",
        "ordinary_characters_mb_s": "MB/s",
        "hostile_mb_s": "MB/s",
        "hostile_growth": "",
        "on_screen_ms": "ms",
        "form_on_screen_ms": "ms",
        "start_empty_ms": "ms",
        "start_full_ms": "ms",
        "stored": "",
        "painting": "",
    },
    _stream_rows,
)
PAINTING: Final = Report(
    {
        "characters": "",
        "seconds": "s",  # from the question to the last words painted
        "frames": "",
        "painted_ms": "ms",  # from a piece's leaving the engine to its being on the screen
        "largest_gap_ms": "ms",  # the longest the window's event loop did not come round
        "largest_step_ms": "ms",  # the most processor time of the GUI thread between two rounds
        "window_cpu_s": "s",
        "scrolled_messages": "",
        "scroll_load_ms": "ms",  # processor time until a past of so many messages is painted
        "scroll_frame_ms": "ms",  # the same for each step of scrolling through it
        "scroll_gap_ms": "ms",
        "listening_core_share": SHARE,
    },
    _paint_rows,
)


def _agents_rows(run: Run) -> list[Row]:
    long = f"{run['long_characters']:,} characters"
    return [
        run.row("agent's call to question on the screen p50 / p95", "{painted_ms}", "≤ 250 ms"),
        run.row("  of which until Parley has heard the hook", "{heard_ms}", "≤ 100 ms"),
        run.row("  an empty Python beside it", "{empty_ms}"),
        run.row("  processor time: window and engine", "{window_cpu_ms}"),
        run.row("  processor time: hook", "{hook_cpu_ms}"),
        run.row("  processor time: empty Python", "{empty_cpu_ms}"),
        run.row("  with two windows more", "{windows_painted_ms}", "≤ 250 ms"),
        run.row(f"  about a command of {long}", "{long_painted_ms}"),
        run.row("    of which until Parley has heard the hook", "{long_heard_ms}"),
        run.row("button pressed to verdict with the agent", "{verdict_ms}"),
    ]


AGENTS: Final = Report(
    {
        "questions": "",
        "painted_ms": "ms",
        "heard_ms": "ms",
        "empty_ms": "ms",
        "window_cpu_ms": "ms",
        "hook_cpu_ms": "ms",
        "empty_cpu_ms": "ms",
        "verdict_ms": "ms",
        "windows_painted_ms": "ms",
        "long_characters": "",
        "long_painted_ms": "ms",
        "long_heard_ms": "ms",
    },
    _agents_rows,
)
