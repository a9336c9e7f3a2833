"""Which parts of a Markdown text are code, while it arrives. Pure.

Search for `CODE_MARKS` along with other marks, so that a mark in code is
taken for what it is: text.
"""

import re
from typing import Final

from assistant.code_fences import FenceLines

CODE_MARKS: Final = r"(?P<run>`{3,}|~{3,})|(?P<ticks>`+)|(?P<line>\n)"
"""Groups of a pattern that finds what `CodeSpans.take` is to be told of."""
_OPENING_QUOTES: Final = "\"'“‘«「『"
_CLOSING_QUOTES: Final = "\"'”’»」』"


class CodeSpans:
    """Told of a text piece by piece. A span of code ends with its line."""

    def __init__(self) -> None:
        self._lines = FenceLines()
        self._open_ticks = 0
        """The length of the run that opened the span; 0 if there is none."""

    @property
    def is_code(self) -> bool:
        """Whether the next text is code."""
        return bool(self._open_ticks) or self._lines.is_open

    @property
    def is_within_line(self) -> bool:
        """Whether plain text without line ends cannot change anything."""
        return self._lines.is_within_line

    def text(self, text: str, begin: int, end: int) -> None:
        """Add `text[begin:end]`, which holds none of `CODE_MARKS`."""
        self._lines.text(text, begin, end)

    def take(self, mark: re.Match[str]) -> None:
        if mark["run"] and (self._lines.is_open or self._lines.may_open):
            self._lines.run(mark["run"])
            return
        self._lines.text(mark.string, mark.start(), mark.end())
        if mark["line"]:
            self._open_ticks = 0
        elif not self._lines.is_open and "`" in mark[0]:
            length = len(mark[0])
            if not self._open_ticks:
                self._open_ticks = length
            elif self._open_ticks == length:
                self._open_ticks = 0


def may_open_quotation(character: str) -> bool:
    """Whether a quotation may begin with a character."""
    return bool(character) and character in _OPENING_QUOTES


def are_quotes(before: str, after: str) -> bool:
    """Whether two characters quote what stands between them."""
    return may_open_quotation(before) and _CLOSING_QUOTES[_OPENING_QUOTES.index(before)] == after


def begun_run(text: str) -> int:
    """Length of the run of backticks or tildes that ends a text and may go on."""
    return len(text) - len(text.rstrip(text[-1])) if text and text[-1] in "`~" else 0
