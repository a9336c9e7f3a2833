"""What `/attach` is given: paths as a shell takes them, or what to leave out."""

import os
import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlsplit

_REMOVE: Final = "remove"


@dataclass(frozen=True, slots=True, kw_only=True)
class ListFiles:
    """List what is attached."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveFile:
    """Leave a file out."""

    number: int | None
    """As it is listed; None for all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AttachPaths:
    """Attach files."""

    paths: tuple[Path, ...]


def parse_attach_words(words: str) -> ListFiles | RemoveFile | AttachPaths | None:
    """Return what is wanted; None if a quote is not closed.

    Spaces part paths unless they are quoted or escaped, as in a shell.
    """
    words = words.strip()
    if not words:
        return ListFiles()
    first, _space, rest = words.partition(" ")
    if first == _REMOVE:
        rest = rest.strip()
        if rest.isdecimal():
            return RemoveFile(number=int(rest))
        if rest in {"", "all"}:
            return RemoveFile(number=None)
    try:
        return AttachPaths(paths=tuple(_path(one) for one in shlex.split(words)))
    except ValueError:
        return None


def _path(word: str) -> Path:
    """Return the file that a word names; some terminals write a dropped file as an address."""
    if word.startswith("file://"):
        word = unquote(urlsplit(word).path)
    return Path(os.path.expanduser(word)).absolute()
