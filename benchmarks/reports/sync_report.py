"""The figures of synchronising as a table beside their targets. Pure."""

from typing import TYPE_CHECKING

from benchmarks.model.table import Row, number, number_pair

if TYPE_CHECKING:
    from benchmarks.sync.benchmark import SyncBenchFigures


def sync_rows(figures: "SyncBenchFigures") -> list[Row]:
    """Return the rows of `parley bench sync`."""
    rows: list[Row] = []
    for place, home in enumerate(figures.new_device):
        target = "≤ 10 s" if home.messages == 10_000 else ""
        lines = f" and {figures.memory_lines:,} lines of memory" if place == 0 else ""
        rows += [
            (
                f"{home.messages:,} messages{lines} to a new device",
                number(home.receive_s, "s"),
                target,
            ),
            ("  from the first device to the database", number(home.send_s, "s"), ""),
        ]
    if (edit := figures.edit_ms) is not None:
        rows.append(
            (
                "a message until another device has stored it: p50 / p95",
                number_pair(edit.p50, edit.p95, "ms"),
                "≤ 1000 ms",
            )
        )
    rows += [
        (
            f"{one.devices} devices, {figures.changes_a_second} changes a second, until each has"
            " it: p50 / p95",
            number_pair(one.lag_ms.p50, one.lag_ms.p95, "ms"),
            "≤ 1000 ms" if one.devices == figures.many[-1].devices else "",
        )
        for one in figures.many
    ]
    return rows
