"""Styled text broken to the width of a terminal. Pure."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from prompt_toolkit.utils import get_cwidth

from assistant.channels.terminal.text.printable import printable

_UNSPACED: Final = r"\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
"""Chinese and Japanese letters, which stand without spaces between words: each may begin a line."""
_OPENING: Final = "（《〈「『【〔“‘"
"""Marks that end no line."""
_CLOSING: Final = "，。、？！：；）》〉」』】〕”’…—ー・々"
"""Marks that begin no line."""
_WORD: Final = re.compile(
    rf"\n|[{_OPENING}]*(?:[{_UNSPACED}][{_CLOSING}]*|[^ \n{_UNSPACED}{_OPENING}]+|[{_OPENING}]) *| +"
)

TAB: Final = "    "
_HEAD: Final = re.compile(r" *(?:/\w+ +|\d+  +|[·!>?✔⏱●○] )?")
"""What further lines of a broken line stand behind: its indentation, its sign, a list's name."""

_FLAG: Final = 0x1F1E6
"""The first of the 26 letters that flags are made of."""
_DRAWN: Final = {
    **{_FLAG + n: chr(ord("A") + n) for n in range(26)},
    **dict.fromkeys((0xFE0F, 0x20E3, *range(0x1F3FB, 0x1F400))),
}
_PERSON: Final = "[👦-👩👶🧑🧒][\U0001f3fb-\U0001f3ff]?"
_FAMILY: Final = re.compile(f"{_PERSON}(?:\u200d{_PERSON})+")

Span = tuple[str, str]
"""The name of a style, or an empty one, and text."""
Line = tuple[Span, ...]


def wrapped(spans: Sequence[Span], width: int) -> list[Line]:
    """Break styled text into lines of at most `width` columns, between words where it can be."""
    lines: list[list[Span]] = [[]]
    used = 0
    for style, text in spans:
        for piece in _pieces(text, width):
            if piece == "\n" or (used and used + get_cwidth(piece.rstrip(" ")) > width):
                _trim(lines[-1])
                lines.append([])
                used = 0
                piece = piece.lstrip(" \n")
            if piece:
                _append(lines[-1], style, piece)
                used += get_cwidth(piece)
    _trim(lines[-1])
    return [tuple(line) for line in lines]


def folded(text: str, width: int) -> str:
    """Break each line of plain text to `width` columns; what follows stands below its words."""
    lines: list[str] = []
    for line in text.split("\n"):
        found = _HEAD.match(line)
        head = found[0] if found is not None and get_cwidth(found[0]) <= width // 2 else ""
        hang = " " * get_cwidth(head)
        parts = wrapped([("", line[len(head) :])], width - len(hang))
        words = ["".join(part for _style, part in spans) for spans in parts]
        lines += [(hang if n else head) + word for n, word in enumerate(words)]
    return "\n".join(lines)


def _trim(line: list[Span]) -> None:
    """Take the spaces at the end away."""
    while line:
        style, text = line.pop()
        if text.rstrip(" "):
            line.append((style, text.rstrip(" ")))
            return


def _append(line: list[Span], style: str, text: str) -> None:
    if line and line[-1][0] == style:
        line[-1] = (style, line[-1][1] + text)
    else:
        line.append((style, text))


def _pieces(text: str, width: int) -> Iterator[str]:
    """Yield words with the spaces after them, line ends, and parts of words that are too long."""
    for word in _WORD.findall(text):
        piece, used = "", 0
        for character in word:
            size = get_cwidth(character)
            if piece and character != " " and used + size > width:
                yield piece
                piece, used = "", 0
            piece += character
            used += size
        yield piece


def elided(text: str, columns: int) -> str:
    """Return `text` on at most so many columns, the last an ellipsis if it was longer."""
    if get_cwidth(text) <= columns:
        return text
    kept = ""
    for character in text:
        if get_cwidth(kept + character) > columns - 1:
            break
        kept += character
    return kept + "…"


def drawable(text: str) -> str:
    """Return text without what steers a terminal, or has another width in each of them.

    A flag becomes its two letters, a family of several figures the sign of a family, and a sign
    loses its key cap and the tone of its skin.
    """
    return printable(_FAMILY.sub("👪", text)).translate(_DRAWN).replace("\t", TAB)
