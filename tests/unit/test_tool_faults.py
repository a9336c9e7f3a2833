"""The page of faults names tests that exist, for every row of tools and what protects them."""

from collections import Counter
from pathlib import Path
from typing import Final

from tests.helpers.fault_pages import FaultPage

PAGE: Final = FaultPage(Path("docs") / "tool-faults.md")
ROWS: Final = (
    *(f"TOOL-{n:02d}" for n in range(1, 26)),
    *(f"SEC-{n:02d}" for n in (10, 11, 12, 13, 15)),
)


def test_every_row_is_told_of_once() -> None:
    told = Counter(PAGE.rows)
    assert {row: told[row] for row in ROWS if told[row] != 1} == {}


def test_every_line_names_tests() -> None:
    assert PAGE.lines_without_tests == []


def test_every_test_that_is_named_exists() -> None:
    assert len(PAGE.named) > 60
    assert PAGE.missing == []
