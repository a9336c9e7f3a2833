"""Which tests hold which requirement: read from `@pytest.mark.requirement` and the pages of `docs/`."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
_ID: Final = re.compile(r"[A-Z]+(?:-[A-Z]+)?-\d+")
_RANGE: Final = re.compile(rf"({_ID.pattern})(?:…| to )(?:[A-Z-]+-)?(\d+)")
_Function = ast.FunctionDef | ast.AsyncFunctionDef


@cache
def marked_tests() -> dict[str, list[str]]:
    """Return the tests of each requirement as pytest names them, below `tests/`."""
    tests: dict[str, list[str]] = {}
    for path in sorted((ROOT / "tests").rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        if "mark.requirement" in source:
            name = path.relative_to(ROOT / "tests").as_posix()
            for function, requirement in _marks(ast.parse(source)):
                tests.setdefault(requirement, []).append(f"{name}::{function}")
    return tests


def told_requirements(page: str) -> list[str]:
    """Return the requirements in the first column of the tables of `docs/<page>.md`, in order.

    Ranges such as `Q-PRES-06 to Q-PRES-09` are written out.
    """
    text = (ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8")
    cells = [line[2:].split(" | ", 1)[0] for line in text.splitlines() if line.startswith("| ")]
    return [
        requirement
        for cell in cells
        for part in cell.split(", ")
        for requirement in _written_out(part.strip())
    ]


def _written_out(part: str) -> list[str]:
    if span := _RANGE.fullmatch(part):
        group, _dash, first = span[1].rpartition("-")
        numbers = range(int(first), int(span[2]) + 1)
        return [f"{group}-{number:0{len(first)}d}" for number in numbers]
    return [part] if _ID.fullmatch(part) else []


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
