"""The page of faults names tests that exist, for every failure row of the voice flow."""

from collections import Counter
from pathlib import Path
from typing import Final

from tests.helpers.fault_pages import FaultPage

PAGE: Final = FaultPage(Path("docs") / "voice-faults.md")
ROWS: Final = (
    *(f"VF-{n:02d}" for n in (*range(8, 18), 20)),
    "SM-15",
    "C-35",
    "C-36",
    *(f"Q-VOICE-{n:02d}" for n in range(8, 13)),
)


def test_every_failure_row_is_told_of_once() -> None:
    told = Counter(PAGE.rows)
    assert {row: told[row] for row in ROWS if told[row] != 1} == {}


def test_every_line_names_tests() -> None:
    assert PAGE.lines_without_tests == []


def test_every_test_that_is_named_exists() -> None:
    assert len(PAGE.named) > 30
    assert PAGE.missing == []
