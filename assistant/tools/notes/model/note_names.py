"""What a note or list is called, and so its file, on whatever system. Pure."""

import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from typing import Final

from assistant.languages import LANGUAGES
from assistant.languages.sentence_table import SentenceTable
from assistant.questions.model.sanitizer import clean_text
from assistant.tools.workspace.model.paths import WorkspaceError, parts_of

MAX_NAME: Final = 80
"""Characters."""
_MAX_BYTES: Final = 200
"""Of UTF-8; with the ending it stays below what file systems take."""
_MAX_FIRST: Final = 40
"""Characters of a name that is made of the first words."""

_FORBIDDEN: Final = re.compile(r'[<>:"/\\|?*~#\[\]^\s]+')


def name_of(text: str) -> str:
    """The nearest valid file name.

    Raises:
        WorkspaceError: If nothing is left of it.
    """
    name = _FORBIDDEN.sub(" ", clean_text(text))
    name = "".join(c for c in name if unicodedata.category(c) != "Cf")
    name = " ".join(name.split()).strip(" .")[:MAX_NAME]
    while len(name.encode()) > _MAX_BYTES:
        name = name[:-1]
    name = name.strip(" .")
    try:
        if parts_of(name) == (name,):
            return name
    except WorkspaceError:  # a device on some system, such as aux
        return f"{name} -"
    raise WorkspaceError(f"{text!r} cannot be a name. Give one of letters.")


def list_name_of(text: str) -> str:
    """Name of a list: "the shopping list" is called "shopping".

    Raises:
        WorkspaceError: If nothing is left of it.
    """
    name = " ".join(clean_text(text).split())
    return name_of(_kind().sub("", _article().sub("", name)) or name)


@cache
def _kind() -> re.Pattern[str]:
    """What ends a name and says no more than that it is a list, in every language."""
    kinds = [
        rf"\b{re.escape(kind)}" if table.is_spaced else re.escape(kind)
        for table in _tables()
        for kind in sorted(table.list_kinds, key=len, reverse=True)
    ]
    return re.compile(rf"(?<=\S)\s*(?:{'|'.join(kinds)})$", re.IGNORECASE)


@cache
def _article() -> re.Pattern[str]:
    articles = (re.escape(article) for table in _tables() for article in table.list_articles)
    return re.compile(rf"^(?:{'|'.join(articles)})\s+(?=\S)", re.IGNORECASE)


def _tables() -> Iterator[SentenceTable]:
    tables = (known.sentences() for known in LANGUAGES.values())
    return (table for table in tables if table is not None)


def first_words(text: str) -> str:
    """A name made of a text's first words; empty if there are none to use."""
    line = next((line for line in clean_text(text, multiline=True).split("\n") if line.strip()), "")
    line = _FORBIDDEN.sub(" ", line).strip(" .-*+")
    if len(line) > _MAX_FIRST:
        cut = line[:_MAX_FIRST]
        line = cut.rpartition(" ")[0] or cut
    return line.rstrip(" .,;:!?-。、，")
