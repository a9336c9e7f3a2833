"""Which pieces of code have which colour. Pure; importing it loads no lexer.

Pygments reads the code. It is asked for the language that the author named and for no other: what
names none stays plain, because guessing takes a language for another as soon as code is short.
"""

import re
from bisect import bisect_right
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pygments.lexer import Lexer

MOST_CHARACTERS: Final = 100_000
"""Longer code stays plain; reading that much takes a tenth of a second."""
MOST_PIECES: Final = 400
"""Pieces of one line that are coloured: a file that was made small has no second line."""
_NAME: Final = re.compile(r"[\w#+.-]+")
_COLOURS: Final = {
    "Comment": "code_comment",
    "Comment.Preproc": "code_keyword",
    "Comment.PreprocFile": "code_string",
    "Generic.Deleted": "danger",
    "Generic.Heading": "code_keyword",
    "Generic.Inserted": "success",
    "Generic.Prompt": "code_comment",
    "Generic.Subheading": "code_keyword",
    "Keyword": "code_keyword",
    "Keyword.Constant": "code_value",
    "Keyword.Type": "code_name",
    "Literal": "code_value",
    "Literal.String": "code_string",
    "Literal.String.Doc": "code_comment",
    "Literal.String.Escape": "code_value",
    "Literal.String.Interpol": "code_value",
    "Name.Attribute": "code_name",
    "Name.Builtin": "code_name",
    "Name.Class": "code_name",
    "Name.Constant": "code_value",
    "Name.Decorator": "code_name",
    "Name.Entity": "code_value",
    "Name.Exception": "code_name",
    "Name.Function": "code_name",
    "Name.Tag": "code_keyword",
    "Name.Variable": "code_value",
    "Operator.Word": "code_keyword",
}
"""Names of kinds of Pygments, and of `Tokens`; a kind that has none takes that of the kind it is of."""


@dataclass(frozen=True, slots=True)
class ColouredPiece:
    """A piece of a line. Places are counted as Qt does, in units of UTF-16."""

    start: int
    length: int
    colour: str
    """Name of a colour of `Tokens`."""


ColouredLine = tuple[ColouredPiece, ...]


@lru_cache(maxsize=64)
def coloured_lines(code: str, language: str) -> tuple[ColouredLine, ...]:
    """Return the coloured pieces of each line; nothing for code that stays plain.

    May be called on any thread. The first call for a language loads its lexer, some 20 ms.

    Args:
        code: With line feeds as its line ends.
        language: As the author named it: an alias of Pygments, perhaps with more behind it.
    """
    lexer = _lexer(language, code) if len(code) <= MOST_CHARACTERS else None
    if lexer is None:
        return ()
    lines = code.split("\n")
    starts = [0, *accumulate(len(line) + 1 for line in lines[:-1])]
    pieces: list[list[ColouredPiece]] = [[] for _line in lines]
    # Lexers expect that the last line ends, too.
    for start, kind, value in lexer.get_tokens_unprocessed(f"{code}\n"):
        colour = _colour(str(kind).removeprefix("Token."))
        at = start
        for part in value.split("\n") if colour else ():
            number = bisect_right(starts, at) - 1
            if part and len(pieces[number]) < MOST_PIECES:
                piece = _piece(lines[number], at - starts[number], len(part), colour)
                _add(pieces[number], piece)
            at += len(part) + 1
    return tuple(tuple(line) for line in pieces)


def _add(line: list[ColouredPiece], piece: ColouredPiece) -> None:
    """Add a piece to a line, as one with the last if they touch and are alike."""
    last = line[-1] if line else None
    if last and last.colour == piece.colour and last.start + last.length == piece.start:
        piece = ColouredPiece(last.start, last.length + piece.length, piece.colour)
        line.pop()
    line.append(piece)


def _lexer(language: str, code: str) -> "Lexer | None":
    from pygments.lexers import find_lexer_class_by_name
    from pygments.util import ClassNotFound

    name = _NAME.match(language)
    if name is None:
        return None
    try:
        return find_lexer_class_by_name(name[0])(startinline="<?php" not in code)
    except ClassNotFound:
        return None


@lru_cache(maxsize=256)
def _colour(kind: str) -> str:
    while kind and kind not in _COLOURS:
        kind = kind.rpartition(".")[0]
    return _COLOURS.get(kind, "")


def _piece(line: str, start: int, length: int, colour: str) -> ColouredPiece:
    if line.isascii():
        return ColouredPiece(start, length, colour)
    before, words = _units(line[:start]), _units(line[start : start + length])
    return ColouredPiece(before, words, colour)


def _units(text: str) -> int:
    return len(text) + sum(letter > "\uffff" for letter in text)
