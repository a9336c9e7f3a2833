"""Follow a call of the question tool that a model wrote as text while it arrives. Pure.

It begins with the name of the tool, in whatever notation: `ask_user_question({…})`,
`ask_user_question(questions=[…])`, `<function=ask_user_question>{…}</function>`,
`<invoke name="ask_user_question"><parameter name="questions">[…]`. Between the name and the input may
stand what such notations have there, and nothing else; words rule a call out.
"""

import re
from enum import Enum, auto
from typing import Final

from assistant.foreign_text import ZERO_WIDTH
from assistant.questions.formats.lenient_json import OPENING_BRACES
from assistant.questions.inline_choices.json_scanner import ScanStatus, ValueScanner

_WORDS_OF_NAME: Final = ("ask", "user", "question")
_LETTERS_OF_NAME: Final = sum(map(len, _WORDS_OF_NAME))
LONGEST_NAME: Final = _LETTERS_OF_NAME + len(_WORDS_OF_NAME) - 1
_LONGEST_GLUE: Final = 200
"""Characters between the name and its input, and behind that, that are looked at."""
_MARKS: Final = frozenset("():=>\"'✿" + ZERO_WIDTH)
_WORDS: Final = frozenset(
    {"questions", "arguments", "args", "input", "parameters", "json", "kwargs", "payload"}
    | {"action", "code"}
)
_LONGEST_WORD: Final = max(map(len, _WORDS))
_TAG: Final = re.compile(r"</?[\w:.-]+(?:[ \t=][^<>\n]{0,80})?>|<[|｜][^<>\n]{0,60}[|｜]>")
_BEGUN_TAG: Final = re.compile(
    r"<(?:/?(?:[\w:.-]+(?:[ \t=][^<>\n]{0,80})?)?|[|｜](?:[^<>\n]{0,60}[|｜]?)?)"
)
_CLOSING_MARKS: Final = frozenset(")]\"';")


def _name_pattern() -> str:
    """Return the pattern of the tool's name in any case, or of its beginning at the end of a text."""
    rest = ""
    letters = [letter for word in _WORDS_OF_NAME for letter in (*word, "_")][:-1]
    for letter in reversed(letters[1:]):
        if letter == "_":
            rest = f"_?(?:\\Z|{rest})"
        else:
            rest = f"[{letter}{letter.upper()}]" + (f"(?:\\Z|{rest})" if rest else "")
    return "|".join(f"{first}(?:\\Z|{rest})" for first in "aA")


NAME: Final = re.compile(_name_pattern())


class _Phase(Enum):
    NAME = auto()
    GLUE = auto()
    """Between the name and the input."""
    INPUT = auto()
    CLOSING = auto()
    """Behind the input, where what closes the notation may stand."""


class CallScanner:
    """Follows one call from the name of the tool on.

    Attributes:
        value_begin: Characters before the opening bracket of the input; 0 before it.
        value_end: Characters up to and with its closing bracket.
        is_closed: Whether nothing more belongs to it.
    """

    is_input: Final = True

    def __init__(self) -> None:
        self.value_begin = 0
        self.value_end = 0
        self.is_closed = False
        self._phase = _Phase.NAME
        self._name = ""
        self._glue = ""
        """What was read behind the name, or behind the input."""
        self._settled = 0
        """Characters of it of which it is known what they are."""
        self._value = ValueScanner(is_input=True)
        self._length = 0

    @property
    def names_choice(self) -> bool:
        """Whether it is meant as a call: its input has begun to ask."""
        return self._value.names_choice

    @property
    def last_string(self) -> int:
        """As `ValueScanner.last_string`."""
        return self.value_begin + self._value.last_string

    def feed(self, text: str, at: int) -> tuple[ScanStatus, int]:
        """Read on from `text[at]`; the verdict and place are as `ValueScanner.feed` says.

        It is complete twice: at the end of its input, and when it is fed on, at its own end. That
        end may lie before the text it is fed with.
        """
        status = ScanStatus.OPEN
        while at < len(text) and status is ScanStatus.OPEN:
            status, following = self._read(text, at)
            self._length += following - at
            at = following
            if status is ScanStatus.COMPLETE and not self.value_end:
                self.value_end = self._length
                self._phase = _Phase.CLOSING
                self._glue, self._settled = "", 0
        return status, at

    def _read(self, text: str, at: int) -> tuple[ScanStatus, int]:
        match self._phase:
            case _Phase.NAME:
                return self._read_name(text, at)
            case _Phase.GLUE:
                return self._read_glue(text[at], at)
            case _Phase.INPUT:
                return self._value.feed(text, at)
            case _Phase.CLOSING:
                return self._read_closing(text[at], at)

    def _read_name(self, text: str, at: int) -> tuple[ScanStatus, int]:
        self._name += text[at]
        if NAME.fullmatch(self._name) is None:
            return ScanStatus.FAILED, at
        if len(self._name.replace("_", "")) == _LETTERS_OF_NAME:
            self._phase = _Phase.GLUE
        return ScanStatus.OPEN, at + 1

    def _read_glue(self, mark: str, at: int) -> tuple[ScanStatus, int]:
        begun = self._glue[self._settled :]
        if mark in OPENING_BRACES and not begun.startswith("<"):
            if begun and begun.casefold() not in _WORDS:
                return ScanStatus.FAILED, at
            self.value_begin = self._length
            self._phase = _Phase.INPUT
            return ScanStatus.OPEN, at
        if len(self._glue) == _LONGEST_GLUE or not self._goes_on(begun, mark):
            return ScanStatus.FAILED, at
        return ScanStatus.OPEN, at + 1

    def _goes_on(self, begun: str, mark: str) -> bool:
        """Take one more character of the notation; return whether it can be one."""
        self._glue += mark
        if begun.startswith("<"):
            begun += mark
            if _TAG.fullmatch(begun):
                self._settled = len(self._glue)
                return True
            return _BEGUN_TAG.fullmatch(begun) is not None
        if mark.isalpha():
            return len(begun) < _LONGEST_WORD and any(
                word.startswith((begun + mark).casefold()) for word in _WORDS
            )
        if begun and begun.casefold() not in _WORDS:
            return False
        self._settled = len(self._glue) - (mark == "<")
        is_place = mark.isdigit() and self._glue[-2:-1] in {":", *"0123456789"}
        return mark == "<" or mark in _MARKS or mark.isspace() or is_place

    def _read_closing(self, mark: str, at: int) -> tuple[ScanStatus, int]:
        """Read what closes the notation; what does not is no part of the call."""
        begun = self._glue[self._settled :]
        self._glue += mark
        tag = (begun + mark).lstrip()
        if tag.startswith("<"):
            if _TAG.fullmatch(tag):
                self._settled = len(self._glue)
                return ScanStatus.OPEN, at + 1
            goes_on = _BEGUN_TAG.fullmatch(tag) is not None
        elif mark in _CLOSING_MARKS:
            self._settled = len(self._glue)
            goes_on = True
        else:
            goes_on = mark.isspace()
        if goes_on and len(self._glue) < _LONGEST_GLUE:
            return ScanStatus.OPEN, at + 1
        self.is_closed = True
        return ScanStatus.COMPLETE, at - len(begun)
