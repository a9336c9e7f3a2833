"""Synchronising. Pure."""

from collections.abc import Iterator
from typing import Final

from benchmarks.model.run import Report, Row, Run


def _rows(run: Run) -> Iterator[Row]:
    for place, home in enumerate(run["new_device"]):
        target = "≤ 10 s" if home["messages"] == 10_000 else ""
        lines = f" and {run['memory_lines']:,} lines of memory" if place == 0 else ""
        title = f"{home['messages']:,} messages{lines} to a new device"
        yield home.row(title, "{receive_s}", target)
        yield home.row("  from the first device to the database", "{send_s}")
    if run["edit_ms"] is not None:
        title = "a message until another device has stored it: p50 / p95"
        yield run.row(title, "{edit_ms}", "≤ 1000 ms")
    for one in run["many"]:
        changes = f"{run['changes_a_second']} changes a second"
        title = f"{one['devices']} devices, {changes}, until each has it: p50 / p95"
        yield one.row(title, "{lag_ms}", "≤ 1000 ms" if one is run["many"][-1] else "")


SYNC: Final = Report(
    {
        "memory_lines": "",
        "changes_a_second": "",
        "new_device": "",
        "edit_ms": "ms",  # from a message stored on one device until it is stored on another
        "many": "",
    },
    _rows,
)
NEW_DEVICE: Final = Report(
    {
        "messages": "",
        "send_s": "s",  # from its first device to the database
        "receive_s": "s",  # until a new device has every message and every line
    },
    lambda _run: [],
)
MANY_DEVICES: Final = Report(
    {
        "devices": "",
        "lag_ms": "ms",  # from a change on one device until each of the others has it
        "changes": "",
    },
    lambda _run: [],
)
