"""Turns streamed Markdown into text that can be spoken. Pure.

Sits between the reply's text and `sentences`. The screen keeps the rich text; the voice gets the
words. Code blocks, tables and displayed formulas are left out and said to be on the screen, once a
reply each; URLs become "link to example.com"; emoji and marks are dropped; lines stay lines, as a
line's end is a sentence's end. What a line is, `growing_lines` says; what stands inside it, `inline_markdown`.

A table is known by the bar that begins its lines. One without leading bars is read cell by cell,
because at its first line it is text like any other.
"""

from collections.abc import Callable, Iterable
from enum import Enum, auto
from typing import Final

from assistant.markdown.growing_lines import GrowingLines, LineBegin, LineEnd, LinePart
from assistant.markdown.line_start import LineMark
from assistant.voice.text.inline_markdown import InlineMarkdown, SpeechTextWriter
from assistant.voice.text.spoken_phrases import (
    CODE_ON_SCREEN,
    FORMULA_ON_SCREEN,
    TABLE_ON_SCREEN,
    phrase_for_voice,
)

_RULE_SIGNS: Final = "-*_=+• \t"
"""What says nothing where it is all of a line."""
_SPOKEN: Final = frozenset({LineMark.HEADING, LineMark.TEXT})
_ANNOUNCED: Final = {LineMark.FENCE: CODE_ON_SCREEN, LineMark.TABLE: TABLE_ON_SCREEN}
_FORMULA_ENDS: Final = {"$$": "$$", "\\[": "\\]", "\\begin{": "\\end{"}
"""What begins a displayed formula at the start of a line, and what ends it."""


class _At(Enum):
    LINE_START = auto()
    TEXT = auto()
    FORMULA = auto()
    SKIPPED_LINE = auto()


class MarkdownSpeechFilter:
    """Takes Markdown as it comes, gives what is to be spoken.

    Any way of cutting the same text into deltas gives the same result.

    Args:
        language: Tells the ISO 639-1 code of the language of the words so far.
    """

    def __init__(self, *, language: Callable[[], str]) -> None:
        self._language = language
        self._writer = SpeechTextWriter()
        self._inline = InlineMarkdown(self._writer, language=language)
        self._lines = GrowingLines(has_stray_boxes=True)
        self._announced: set[str] = set()
        self._at = _At.LINE_START
        self._head = ""  # of a line's words, as long as they say nothing
        self._formula_end = ""
        self._formula = ""  # the last characters of a displayed formula

    def feed(self, delta: str) -> str:
        """Take the next piece of Markdown; return what can be spoken of it."""
        self._take(self._lines.feed(delta.replace("\r", "")))
        return self._writer.take()

    def finish(self) -> str:
        """What is left. More text may follow, as a new paragraph."""
        self._take(self._lines.end())
        if self._at is not _At.FORMULA:
            self._end_line()
        self._at = _At.LINE_START
        return self._writer.take()

    def _take(self, parts: Iterable[LinePart]) -> None:
        for part in parts:
            match part:
                case LineBegin() if self._at is _At.FORMULA:
                    self._take_words(part.source)
                case LineBegin():
                    self._begin_line(part)
                case str():
                    self._take_words(part)
                case LineEnd() if self._at is _At.FORMULA:
                    self._take_formula("\n")
                case LineEnd():
                    self._end_line()

    def _begin_line(self, begin: LineBegin) -> None:
        for start in begin.marks:
            if start.mark is LineMark.NUMBER:
                self._write(f"{start.sign} ")
        if begin.kind in _ANNOUNCED:
            self._announce(_ANNOUNCED[begin.kind])
        self._at = _At.LINE_START if begin.kind in _SPOKEN else _At.SKIPPED_LINE

    def _end_line(self) -> None:
        self._inline.end()
        self._writer.put("\n")
        self._at, self._head = _At.LINE_START, ""

    def _announce(self, message: str) -> None:
        if message not in self._announced:
            self._announced.add(message)
            self._writer.put("\n")
            self._writer.write(phrase_for_voice(self._language(), message)[0])
            self._writer.put("\n")

    def _take_words(self, words: str) -> None:
        for character in words:
            match self._at:
                case _At.LINE_START:
                    self._take_at_start(character)
                case _At.TEXT:
                    self._inline.feed(character)
                case _At.FORMULA:
                    self._take_formula(character)
                case _At.SKIPPED_LINE:
                    return

    def _write(self, words: str) -> None:
        for character in words:
            self._inline.feed(character)

    def _take_at_start(self, character: str) -> None:
        self._head = (self._head + character).lstrip()
        if self._head in _FORMULA_ENDS:
            self._announce(FORMULA_ON_SCREEN)
            self._formula_end, self._formula = _FORMULA_ENDS[self._head], ""
            self._at, self._head = _At.FORMULA, ""
        elif self._head.strip(_RULE_SIGNS) and not any(
            begin.startswith(self._head) for begin in _FORMULA_ENDS
        ):
            self._write(self._head)
            self._at, self._head = _At.TEXT, ""

    def _take_formula(self, character: str) -> None:
        if character.isspace() and character != "\n":
            return
        self._formula = (self._formula + character)[-len("\\end{") :]
        if self._formula.endswith(self._formula_end):
            is_environment = self._formula_end.endswith("{")
            self._at = _At.SKIPPED_LINE if is_environment else _At.TEXT
        elif self._formula.endswith("\n\n"):  # TeX allows no empty line; it was never closed
            self._at = _At.LINE_START
