"""Figures as rows of a table: what was measured, its value, its target. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from benchmarks.model.metrics import percentile

MISSING: Final = "–"

Row = tuple[str, str, str]
"""Figure, measured, target; a figure that belongs to the one above is indented."""


def as_markdown(rows: Sequence[Row]) -> str:
    """Return the table as Markdown, for the README."""
    lines = ["| figure | measured | target |", "|---|---|---|"]
    lines += [f"| {figure.strip()} | {value} | {target} |" for figure, value, target in rows]
    return "\n".join(lines)


def number(value: float | None, unit: str = "") -> str:
    """Write a value with its unit; a dash where there is none."""
    return MISSING if value is None else f"{value:g} {unit}".rstrip()


def percent(value: float | None) -> str:
    """Write a share as percent."""
    return MISSING if value is None else f"{value * 100:.1f} %"


def number_pair(first: float | None, second: float | None, unit: str) -> str:
    """Write two values that share a unit."""
    return f"{number(first)} / {number(second)} {unit}"


@dataclass(frozen=True, slots=True, kw_only=True)
class SpreadMs:
    """How milliseconds are spread."""

    p50: float
    p95: float
    largest: float


def spread_ms(seconds: Sequence[float]) -> SpreadMs:
    """Sum up seconds as milliseconds, to a tenth.

    Raises:
        ValueError: If there are none.
    """
    return SpreadMs(
        p50=round(percentile(seconds, 50) * 1000, 1),
        p95=round(percentile(seconds, 95) * 1000, 1),
        largest=round(max(seconds) * 1000, 1),
    )
