"""Finds the languages: every folder beside this module that holds words is one."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from assistant.languages.language import Language
from assistant.languages.language_files import LANGUAGE_FILE, LanguageFileError, read_part


def find_languages(folders: Iterable[str]) -> Iterator[Language]:
    """Yield each language in the order of their precedence.

    Args:
        folders: Where the folders of the languages are.

    Raises:
        LanguageFileError: If a folder with words has no `language.toml`, or what it says cannot be
            read, or two have the same code.
    """
    found: dict[str, Language] = {}
    for folder in sorted(each for path in folders for each in Path(path).iterdir()):
        if not any(folder.glob("*.toml")):
            continue
        language = read_part(folder / LANGUAGE_FILE, "", Language)
        if language is None:
            raise LanguageFileError(f"{folder} is no language: its {LANGUAGE_FILE} is missing")
        if language.code in found:
            other = found[language.code].folder
            raise LanguageFileError(f"{folder} and {other} are both {language.code}")
        found[language.code] = replace(language, folder=folder)
    yield from sorted(found.values(), key=lambda one: (one.precedence, one.code))
