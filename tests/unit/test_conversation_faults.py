"""The page of faults names tests that exist, for every row of text, states, messages, memory, context."""

from collections import Counter
from pathlib import Path
from typing import Final

from tests.helpers.fault_pages import FaultPage

PAGE: Final = FaultPage(Path("docs") / "conversation-faults.md")
ROWS: Final = (
    *(f"TF-{n:02d}" for n in range(1, 21)),
    *(f"SM-{n:02d}" for n in range(1, 17)),
    *(f"MSG-{n:02d}" for n in range(1, 20)),
    *(f"MEM-{n:02d}" for n in range(1, 12)),
    *(f"CTX-{n:02d}" for n in range(1, 18)),
    *(f"APP-{n:02d}" for n in range(1, 12)),
    *(f"G-{n:02d}" for n in (2, 7, 9, 19, 20, 22, 25, 26, 28)),
    *(f"C-{n}" for n in (21, 33, 34, 45, 48)),
)


def test_every_row_is_told_of_once() -> None:
    told = Counter(PAGE.rows)
    assert {row: told[row] for row in ROWS if told[row] != 1} == {}


def test_every_line_names_tests() -> None:
    assert PAGE.lines_without_tests == []


def test_every_test_that_is_named_exists() -> None:
    assert len(PAGE.named) > 150
    assert PAGE.missing == []
