"""The page about surfaces names tests that exist, for every row of each surface."""

from pathlib import Path
from typing import Final

from tests.helpers.fault_pages import FaultPage

PAGE: Final = FaultPage(Path("docs") / "question-surfaces.md")
ROWS: Final = (
    *(f"Q-TERM-{n:02d}" for n in range(1, 18)),
    *(f"Q-WEB-{n:02d}" for n in range(1, 15)),
    *(f"API-{n:02d}" for n in range(1, 20)),
    *(f"MCP-{n:02d}" for n in range(1, 18)),
    *("SEC-09", "SEC-13", "SEC-14", "PR-26"),
)


def test_every_row_is_told_of() -> None:
    assert [row for row in ROWS if row not in PAGE.rows] == []


def test_every_line_names_tests() -> None:
    assert PAGE.lines_without_tests == []


def test_every_test_that_is_named_exists() -> None:
    assert len(PAGE.named) > 150
    assert PAGE.missing == []
