"""Every folder of the languages is found; nothing names them."""

from pathlib import Path

import pytest

import assistant.languages
from assistant.languages import LANGUAGES
from assistant.languages.discovery import find_languages
from assistant.languages.language_files import LANGUAGE_FILE, SENTENCES_FILE, LanguageFileError

SPANISH = (LANGUAGES["es"].folder / LANGUAGE_FILE).read_text(encoding="utf-8")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of languages without any."""
    tmp_path.joinpath("a_module.py").touch()
    tmp_path.joinpath("__pycache__").mkdir()
    return tmp_path


def add(folder: Path, name: str, *, code: str, precedence: int) -> None:
    text = SPANISH.replace("code = 'es'", f"code = '{code}'", 1)
    text = text.replace("precedence = 7", f"precedence = {precedence}", 1)
    folder.joinpath(name).mkdir()
    folder.joinpath(name, LANGUAGE_FILE).write_text(text, encoding="utf-8")


def codes(folder: Path) -> list[str]:
    return [known.code for known in find_languages([str(folder)])]


def test_every_folder_is_a_language() -> None:
    folders = {
        folder
        for path in assistant.languages.__path__
        for folder in Path(path).iterdir()
        if any(folder.glob("*.toml"))  # git leaves an emptied folder where bytecode is in it
    }
    assert {known.folder for known in LANGUAGES.values()} == folders


def test_a_folder_that_is_added_is_found_and_has_its_place(folder: Path) -> None:
    add(folder, "asturian", code="ast", precedence=100)
    add(folder, "zulu", code="zu", precedence=1)
    add(folder, "galician", code="gl", precedence=100)
    assert codes(folder) == ["zu", "ast", "gl"]


def test_a_folder_without_a_language_is_named(folder: Path) -> None:
    folder.joinpath("empty").mkdir()
    folder.joinpath("empty", SENTENCES_FILE).touch()
    with pytest.raises(LanguageFileError, match=r"empty is no language: its language\.toml"):
        codes(folder)


def test_two_folders_of_one_language_are_named(folder: Path) -> None:
    add(folder, "one", code="ca", precedence=1)
    add(folder, "two", code="ca", precedence=2)
    with pytest.raises(LanguageFileError, match=r"two and .*one are both ca"):
        codes(folder)
