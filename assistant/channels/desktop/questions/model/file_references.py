"""Files a question speaks of: `@relative/path` in its words. Pure; what exists is asked for."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

FileResolver = Callable[[str], Path | None]
"""The file a relative path means, or None if it is not a file inside the workspace."""

_REFERENCE: Final = re.compile(r"(?<![A-Za-z0-9_@./+-])@([^\s@<>\"'`|*?]{1,255})")
_TRIES: Final = 24
"""Words may follow a path without a space, as particles do in Korean; so many are cut off."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TextSpan:
    """Text as it is written."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FileLink:
    """A reference to a file that is there."""

    text: str
    """As written, `@` included."""
    path: Path


def split_file_references(text: str, resolve: FileResolver) -> tuple[TextSpan | FileLink, ...]:
    """Return `text` cut into words and links; joined, the texts are `text` again.

    A reference that does not resolve stays words. So does an address: in `me@example.org` the `@`
    stands inside a word.
    """
    found: list[TextSpan | FileLink] = []
    end = 0
    for match in _REFERENCE.finditer(text):
        named = _resolved(match.group(1), resolve)
        if named is None:
            continue
        reference, path = named
        if match.start() > end:
            found.append(TextSpan(text=text[end : match.start()]))
        found.append(FileLink(text=f"@{reference}", path=path))
        end = match.start() + 1 + len(reference)
    if end < len(text):
        found.append(TextSpan(text=text[end:]))
    return tuple(found)


def _resolved(reference: str, resolve: FileResolver) -> tuple[str, Path] | None:
    """Return the longest beginning of `reference` that is a file, and the file."""
    for length in _ends(reference):
        path = resolve(reference[:length])
        if path is not None:
            return reference[:length], path
    return None


def _ends(reference: str) -> list[int]:
    """Return where the path may end, longest first: never within a word of ASCII."""
    ends = [len(reference)]
    for at in range(len(reference) - 1, 0, -1):
        following = reference[at]
        if not (following.isascii() and (following.isalnum() or following in "_-/")):
            ends.append(at)
    return ends[:_TRIES]
