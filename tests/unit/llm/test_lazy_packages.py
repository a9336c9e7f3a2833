"""Packages that are imported without what their `__init__` imports."""

import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from assistant.llm.lazy_packages import prepare

FILES = {
    "__init__.py": """
from .shapes import Circle, Square as Box  # noqa: F401
from .shapes.solid import (
    Cube as Cube,
    Ball,
)
MADE = Circle()
""",
    "shapes/__init__.py": "from .flat import Circle as Circle, Square",
    "shapes/flat.py": "class Circle: ...\nclass Square: ...",
    "shapes/solid.py": "class Cube: ...\nclass Ball: ...",
    "colours.py": "RED = 'red'",
}


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The name of a package that no other test has imported."""
    name = "lazily_imported"
    for file, code in FILES.items():
        path = tmp_path / name / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(code, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    yield name
    for module in [module for module in sys.modules if module.partition(".")[0] == name]:
        del sys.modules[module]


def loaded(package: str) -> set[str]:
    return {name.partition(".")[2] for name in sys.modules if name.startswith(f"{package}.")}


def test_nothing_is_imported_until_it_is_asked_for(package: str) -> None:
    prepare([package, f"{package}.shapes"])
    whole = import_module(package)
    assert loaded(package) == {"shapes"}

    assert whole.Cube is whole.Cube
    assert loaded(package) == {"shapes", "shapes.solid"}
    assert whole.Box.__name__ == "Square"
    assert loaded(package) == {"shapes", "shapes.solid", "shapes.flat"}
    assert whole.Circle is whole.shapes.Circle


def test_a_module_of_it_is_found_as_well(package: str) -> None:
    prepare([package])
    namespace: dict[str, object] = {}
    exec(f"from {package} import colours", namespace)
    assert namespace["colours"] is sys.modules[f"{package}.colours"]
    assert loaded(package) == {"colours"}


def test_a_name_that_the_package_makes_itself_runs_it(package: str) -> None:
    prepare([package])
    whole = import_module(package)
    assert isinstance(whole.MADE, whole.Circle)
    assert whole.Ball.__name__ == "Ball"


def test_a_name_that_it_does_not_have_is_no_attribute(package: str) -> None:
    prepare([package])
    whole = import_module(package)
    with pytest.raises(AttributeError):
        whole.__all__  # noqa: B018
    with pytest.raises(AttributeError):
        whole.Pyramid  # noqa: B018


def test_what_is_imported_already_or_not_there_is_left_alone(package: str) -> None:
    before = import_module(package)
    prepare([package, "no_such_package_anywhere"])
    assert sys.modules[package] is before
    assert "no_such_package_anywhere" not in sys.modules
