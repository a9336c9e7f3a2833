"""The pure modules of Parley, by room, and the test files that look at a room."""

import re
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Final

CONTRACT: Final = "Rules are pure"
"""How the contract in `pyproject.toml` begins that lists them."""

_IMPORT: Final = re.compile(r"^from (assistant[\w.]*) import (\([^)]*\)|.*)", re.MULTILINE)


def pure_modules(root: Path) -> list[Path]:
    """Return the modules of the program whose rules the contract keeps pure, in order."""
    linter = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]
    names = next(c for c in linter["contracts"] if c["name"].startswith(CONTRACT))["source_modules"]
    listed = re.compile("|".join(map(_pattern, names)))
    modules = sorted(path.relative_to(root) for path in (root / "assistant").rglob("*.py"))
    return [module for module in modules if listed.fullmatch(module_name(module))]


def module_name(path: Path) -> str:
    """Return the name under which a module is imported."""
    return ".".join(path.with_suffix("").parts).removesuffix(".__init__")


def room_of(path: Path) -> str:
    """Return the room of a module: the folder below the program; below `channels`, the channel."""
    parts = module_name(path).split(".")[1:]
    return ".".join(parts[: 2 if parts[0] == "channels" else 1])


def modules_in(rooms: Iterable[str], modules: Iterable[Path]) -> list[Path]:
    """Return the modules in some rooms, each named by its folders: `questions.spoken`."""
    wanted = tuple(f"assistant.{room}." for room in rooms)
    return [module for module in modules if f"{module_name(module)}.".startswith(wanted)]


def files_of_tests(modules: Iterable[Path], root: Path) -> list[Path]:
    """Return the unit tests in the folders of modules, and those that import one of them."""
    names = set(map(module_name, modules))
    folders = {Path("tests/unit", *name.split(".")[1:-1]) for name in names} - {Path("tests/unit")}
    found: list[Path] = []
    for path in sorted((root / "tests" / "unit").rglob("test_*.py")):
        file = path.relative_to(root)
        if file.parent in folders or names & _imported(path):
            found.append(file)
    return found


def _pattern(name: str) -> str:
    escaped = re.escape(name).replace(r"\*\*", r"[\w.]+").replace(r"\*", r"\w+")
    return rf"{escaped}(\..*)?"


def _imported(path: Path) -> set[str]:
    names: set[str] = set()
    for module, listed in _IMPORT.findall(path.read_text("utf-8")):
        names |= {module, *(f"{module}.{name}" for name in re.findall(r"\w+", listed))}
    return names
