"""A page of `docs/` that says what happens in each failure, and which tests hold it."""

import ast
import re
from functools import cache
from pathlib import Path
from typing import Final

_ROOT: Final = Path(__file__).parents[2]
_TEST: Final = re.compile(r"`((?:unit|e2e)/[^`]+)`")


class FaultPage:
    """Reads the table: row, what happens, what the user sees, tests as `file::function`.

    Args:
        path: Of the page, from the root of the project.
    """

    def __init__(self, path: Path) -> None:
        page = (_ROOT / path).read_text(encoding="utf-8")
        lines = [line.split(" | ") for line in page.splitlines() if line.startswith("| ")]
        self._lines = [cells for cells in lines if not cells[1].startswith("What ")]
        self.rows: Final = tuple(
            row for cells in self._lines for row in cells[0].removeprefix("| ").split(", ")
        )
        """The ids of requirements, as often as they are told of; empty for lines without one."""
        self.named: Final = tuple(sorted(set(_TEST.findall(page))))
        """The tests."""

    @property
    def lines_without_tests(self) -> list[list[str]]:
        """Row and first words of the lines that name no test."""
        return [cells[:2] for cells in self._lines if not _TEST.search(cells[-1])]

    @property
    def missing(self) -> list[str]:
        """The tests that are named and do not exist."""
        named = (name.partition("::") for name in self.named)
        return [
            f"{file}::{function}"
            for file, _colons, function in named
            if function not in _functions(file) and not (_functions(file) and not function)
        ]


@cache
def _functions(file: str) -> frozenset[str]:
    """Return the names of all functions of a file of tests; none if there is no such file."""
    path = _ROOT / "tests" / file
    if not path.exists():
        return frozenset()
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return frozenset(node.name for node in ast.walk(tree) if isinstance(node, functions))
