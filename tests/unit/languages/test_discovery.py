"""Every folder of the languages is found; nothing names them."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import assistant.languages
from assistant.languages import LANGUAGES, PACKAGES
from assistant.languages.discovery import find_languages

ADDED = """
from dataclasses import replace
from assistant.languages.spanish import LANGUAGE as SPANISH

LANGUAGE = replace(SPANISH, code="{code}", precedence={precedence})
"""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A package of languages without any."""
    folder = tmp_path / "spoken_there"
    folder.mkdir()
    folder.joinpath("__init__.py").touch()
    folder.joinpath("a_module.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    yield folder
    for name in [name for name in sys.modules if name.startswith(folder.name)]:
        del sys.modules[name]


def add(package: Path, name: str, source: str) -> None:
    package.joinpath(name).mkdir()
    package.joinpath(name, "__init__.py").write_text(source, encoding="utf-8")


def codes(package: Path) -> list[str]:
    return [known.code for known, _name in find_languages(package.name, [str(package)])]


def test_every_folder_is_a_language() -> None:
    folders = {
        folder.name
        for path in assistant.languages.__path__
        for folder in Path(path).iterdir()
        if any(folder.rglob("*.py"))  # git leaves an emptied folder where bytecode is in it
    }
    assert {name.rpartition(".")[2] for name in PACKAGES.values()} == folders
    assert LANGUAGES.keys() == PACKAGES.keys()


def test_a_folder_that_is_added_is_found_and_has_its_place(package: Path) -> None:
    add(package, "asturian", ADDED.format(code="ast", precedence=100))
    add(package, "zulu", ADDED.format(code="zu", precedence=1))
    add(package, "galician", ADDED.format(code="gl", precedence=100))
    assert codes(package) == ["zu", "ast", "gl"]


def test_a_folder_without_a_language_is_named(package: Path) -> None:
    add(package, "empty", "")
    with pytest.raises(TypeError, match=r"spoken_there\.empty is no language"):
        codes(package)


def test_two_folders_of_one_language_are_named(package: Path) -> None:
    add(package, "one", ADDED.format(code="ca", precedence=1))
    add(package, "two", ADDED.format(code="ca", precedence=2))
    with pytest.raises(ValueError, match=r"two and spoken_there\.one are both ca"):
        codes(package)
