"""Figures as a table."""

import pytest

from benchmarks.model.table import (
    MISSING,
    SpreadMs,
    as_markdown,
    number,
    number_pair,
    percent,
    spread_ms,
)


def test_a_table_is_markdown() -> None:
    rows = [("first", "1 ms", "≤ 2 ms"), ("  of it", "0.5 ms", "")]
    assert as_markdown(rows).splitlines() == [
        "| figure | measured | target |",
        "|---|---|---|",
        "| first | 1 ms | ≤ 2 ms |",
        "| of it | 0.5 ms |  |",
    ]


def test_what_was_not_measured_is_a_dash() -> None:
    assert number(None, "ms") == percent(None) == MISSING
    assert (number(3.0, "ms"), number(0.25), percent(0.123)) == ("3 ms", "0.25", "12.3 %")
    assert number_pair(1, None, "ms") == f"1 / {MISSING} ms"


def test_seconds_are_summed_up_as_milliseconds() -> None:
    spread = spread_ms([0.001, 0.002, 0.0031])
    assert spread == SpreadMs(p50=2.0, p95=3.0, largest=3.1)
    with pytest.raises(ValueError, match="nothing"):
        spread_ms([])
