"""The page of faults names tests that exist, for every failure row of the voice flow."""

import ast
import re
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[2]
PAGE: Final = (ROOT / "docs" / "voice-faults.md").read_text(encoding="utf-8")
ROWS: Final = (
    *(f"VF-{n:02d}" for n in (*range(8, 18), 20)),
    "SM-15",
    "C-35",
    "C-36",
    *(f"Q-VOICE-{n:02d}" for n in range(8, 13)),
)


@pytest.mark.parametrize("row", ROWS)
def test_every_failure_row_has_tests(row: str) -> None:
    lines = [line for line in PAGE.splitlines() if line.startswith(f"| {row} |")]
    assert len(lines) == 1
    assert "::" in lines[0]


@pytest.mark.parametrize("name", sorted(set(re.findall(r"`((?:unit|e2e)/[^`]+)`", PAGE))))
def test_a_test_that_is_named_exists(name: str) -> None:
    file, _colons, function = name.partition("::")
    tree = ast.parse((ROOT / "tests" / file).read_text(encoding="utf-8"))
    functions = {
        node.name
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }
    assert not function or function in functions
