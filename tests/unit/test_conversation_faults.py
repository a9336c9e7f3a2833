"""The page of faults names tests that exist, for every row of text, states, messages, memory, context."""

import ast
import re
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
PAGE: Final = (ROOT / "docs" / "conversation-faults.md").read_text(encoding="utf-8")
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
LINES: Final = [line.split(" | ") for line in PAGE.splitlines() if line.startswith("| ")]
NAMED: Final = sorted(set(re.findall(r"`((?:unit|e2e)/[^`]+)`", PAGE)))


def test_every_row_is_told_of_once() -> None:
    told = Counter(row for cells in LINES for row in cells[0].removeprefix("| ").split(", "))
    assert {row: told[row] for row in ROWS if told[row] != 1} == {}


def test_every_line_names_functions() -> None:
    bodies = [cells for cells in LINES if not cells[1].startswith("What ")]
    assert len(bodies) > 70
    assert not [cells[:2] for cells in bodies if "::" not in cells[-1]]


def test_every_test_that_is_named_exists() -> None:
    assert len(NAMED) > 150
    named = [name.partition("::") for name in NAMED]
    assert [name for name in named if name[2] not in functions_of(name[0])] == []


@cache
def functions_of(file: str) -> frozenset[str]:
    """Return the names of all functions of a file of tests."""
    tree = ast.parse((ROOT / "tests" / file).read_text(encoding="utf-8"))
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    return frozenset(node.name for node in ast.walk(tree) if isinstance(node, functions))
