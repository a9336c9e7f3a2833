"""What is copied of a selection that may span several parts of a reply. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum


class PartKind(Enum):
    """What a part of a reply is."""

    PROSE = "prose"
    CODE = "code"
    TABLE = "table"


@dataclass(frozen=True, slots=True, kw_only=True)
class SelectedPart:
    """What is selected of one part."""

    kind: PartKind
    text: str
    """The selected words as Markdown; of code the code itself."""
    source: str
    """The Markdown of the whole part."""
    is_whole: bool
    language: str = ""
    is_continued: bool = False
    """A piece of a table that goes on with the piece before it."""


def copied(parts: Sequence[SelectedPart]) -> str:
    """Return the text for the clipboard.

    A part that is selected as a whole gives the Markdown it was written in, and one that is not what
    is selected of it. Of code alone only the code is copied, without its fences.
    """
    if len(parts) == 1:
        (only,) = parts
        if only.kind is PartKind.CODE or not only.is_whole:
            return only.text
        return only.source.strip("\n")
    text = ""
    for part in parts:
        words = part.source.strip("\n") if part.is_whole else _partly(part)
        joint = "\n" if part.is_continued else "\n\n"
        text = f"{text}{joint}{words}" if text else words
    return text


def _partly(part: SelectedPart) -> str:
    if part.kind is not PartKind.CODE:
        return part.text
    return fenced(part.text, part.language)


def fenced(code: str, language: str) -> str:
    """Return code as a block of Markdown."""
    fence = "```"
    while fence in code:
        fence += "`"
    return f"{fence}{language}\n{code}\n{fence}"
