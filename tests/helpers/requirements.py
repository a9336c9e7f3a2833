"""What is required, and which tests hold it: `tests/data/requirements.tsv` and the markers of the tests."""

import ast
import csv
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

TESTS: Final = Path(__file__).parents[1]
_Function = ast.FunctionDef | ast.AsyncFunctionDef


@cache
def requirements() -> dict[str, str]:
    """Return what each requirement says, by its id, in the order of the file."""
    with (TESTS / "data" / "requirements.tsv").open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file, dialect="excel-tab", quoting=csv.QUOTE_NONE)
        return {row["id"]: row["what is required"] for row in rows}


@cache
def marked_tests() -> dict[str, list[str]]:
    """Return the tests that are marked with each requirement, as pytest names them, below `tests/`."""
    tests: dict[str, list[str]] = {}
    for path in sorted(TESTS.rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        if "mark.requirement" in source:
            name = path.relative_to(TESTS).as_posix()
            for function, requirement in _marks(ast.parse(source)):
                tests.setdefault(requirement, []).append(f"{name}::{function}")
    return tests


def _marks(tree: ast.Module | ast.ClassDef, within: str = "") -> Iterator[tuple[str, str]]:
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            yield from _marks(node, f"{within}{node.name}::")
        elif isinstance(node, _Function):
            for decorator in node.decorator_list:
                match decorator:
                    case ast.Call(func=ast.Attribute(attr="requirement"), args=arguments):
                        for argument in arguments:
                            yield within + node.name, str(ast.literal_eval(argument))
                    case _:
                        pass
