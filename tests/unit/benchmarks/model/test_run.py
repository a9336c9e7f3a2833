"""Figures by name, as a table and as JSON."""

import pytest

from benchmarks.model.run import MISSING, SHARE, Report, Run, show

INNER = Report({"inner_s": "s"}, lambda _run: [])
REPORT = Report(
    {"first_ms": "ms", "second_ms": "ms", "rate": SHARE, "count": "", "inner": "", "details": ""},
    lambda run: [
        run.row("first", "{first_ms}", "≤ 2 ms"),
        run.row("  of it", "{second_ms}"),
        run.row("share", "{rate} of {count}"),
    ],
)


def test_a_run_is_shown_as_a_table() -> None:
    run = Run(REPORT, first_ms={"p50": 1, "p95": 0.25, "largest": 9}, rate=0.123, count=7)
    assert run.rows() == [
        ("first", "1 / 0.25 ms", "≤ 2 ms"),
        ("  of it", MISSING, ""),
        ("share", "12.3 % of 7", ""),
    ]
    assert run.markdown().splitlines() == [
        "| figure | measured | target |",
        "|---|---|---|",
        "| first | 1 / 0.25 ms | ≤ 2 ms |",
        f"| of it | {MISSING} |  |",
        "| share | 12.3 % of 7 |  |",
    ]


def test_every_figure_is_in_the_json_also_what_was_not_measured() -> None:
    run = Run(REPORT, inner=Run(INNER, inner_s=1.5), details=({"a": 3},))
    run.record(count=2)
    assert run["inner"]["inner_s"] == 1.5
    assert run.as_json() == {
        "first_ms": None,
        "second_ms": None,
        "rate": None,
        "count": 2,
        "inner": {"inner_s": 1.5},
        "details": [{"a": 3}],
    }


def test_a_figure_that_the_report_does_not_name_is_refused() -> None:
    with pytest.raises(KeyError, match="secnd_ms"):
        Run(REPORT, secnd_ms=1)


@pytest.mark.parametrize(
    ("value", "unit", "shown"),
    [
        (None, "ms", MISSING),
        (None, SHARE, MISSING),
        (3.0, "ms", "3 ms"),
        (0.25, "", "0.25"),
        (123456789, "", "123456789"),
        (0.123, SHARE, "12.3 %"),
        ({"p50": 1, "p95": None}, "ms", f"1 / {MISSING} ms"),
        ({"p99": 80}, "ms", "80 ms"),
    ],
)
def test_a_value_is_shown_with_its_unit(value: object, unit: str, shown: str) -> None:
    assert show(value, unit) == shown
