"""Turns streamed Markdown into text that can be spoken. Pure.

Sits between the reply's text and `sentences`. The screen keeps the rich text; the voice gets the
words. Code blocks, tables and displayed formulas are left out and said to be on the screen, once a
reply each; URLs become "link to example.com"; emoji and marks are dropped; lines stay lines, as a
line's end is a sentence's end. What a line is, is decided here; what stands inside it, in `inline_markdown`.

A table is known by the bar that begins its lines. One without leading bars is read cell by cell,
because at its first line it is text like any other.
"""

from collections.abc import Callable
from enum import Enum, auto
from typing import Final

from assistant.markdown.line_start import LineMark, LineStart, line_start
from assistant.voice.text.inline_markdown import InlineMarkdown, SpeechTextWriter
from assistant.voice.text.spoken_phrases import (
    CODE_ON_SCREEN,
    FORMULA_ON_SCREEN,
    TABLE_ON_SCREEN,
    phrase_for_voice,
)

_RULE_SIGNS: Final = "-*_=+• \t"
"""What says nothing where it is all of a line."""
_FORMULA_ENDS: Final = {"$$": "$$", "\\[": "\\]", "\\begin{": "\\end{"}
"""What begins a displayed formula at the start of a line, and what ends it."""


class _At(Enum):
    LINE_START = auto()
    TEXT = auto()
    FENCE_INFO = auto()
    CODE = auto()
    FORMULA_MARK = auto()
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
        self._announced: set[str] = set()
        self._at = _At.LINE_START
        self._head = ""  # what was read of a line before it is known what the line is
        self._fence = ""
        self._code_line = ""  # the code line so far, as long as it may close the fence
        self._formula_end = ""
        self._formula = ""  # the last characters of a displayed formula

    def feed(self, delta: str) -> str:
        """Take the next piece of Markdown; return what can be spoken of it."""
        for character in delta:
            if character != "\r":
                self._take(character)
        return self._writer.take()

    def finish(self) -> str:
        """What is left. More text may follow, as a new paragraph."""
        if self._at not in {_At.FENCE_INFO, _At.CODE, _At.FORMULA}:
            self._take("\n")
        self._at, self._head = _At.LINE_START, ""
        return self._writer.take()

    def _take(self, character: str) -> None:
        match self._at:
            case _At.LINE_START:
                self._take_at_start(character)
            case _At.TEXT:
                if character == "\n":
                    self._end_line()
                else:
                    self._inline.feed(character)
            case _At.FENCE_INFO:
                if character == "\n":
                    self._at, self._code_line = _At.CODE, ""
            case _At.CODE:
                self._take_code(character)
            case _At.FORMULA_MARK:
                self._take_formula_mark(character)
            case _At.FORMULA:
                self._take_formula(character)
            case _At.SKIPPED_LINE:
                if character == "\n":
                    self._end_line()

    def _end_line(self) -> None:
        self._inline.end()
        self._writer.put("\n")
        self._at, self._head = _At.LINE_START, ""

    def _be_text(self, text: str) -> None:
        self._at, self._head = _At.TEXT, ""
        for character in text:
            self._take(character)

    def _announce(self, message: str) -> None:
        if message not in self._announced:
            self._announced.add(message)
            self._writer.put("\n")
            self._writer.write(phrase_for_voice(self._language(), message)[0])
            self._writer.put("\n")

    def _take_at_start(self, character: str) -> None:
        is_over = character == "\n"
        self._head += "" if is_over else character
        while self._at is _At.LINE_START:
            start = line_start(self._head, is_over=is_over, has_box=True)
            if start is None:
                return
            self._head = self._head[start.length :]
            self._take_mark(start, is_over=is_over)
        if is_over:
            self._take(character)

    def _take_mark(self, start: LineStart, *, is_over: bool) -> None:
        match start.mark:
            case LineMark.QUOTE | LineMark.BULLET | LineMark.BOX:
                pass
            case LineMark.NUMBER:
                for character in f"{start.sign} ":
                    self._inline.feed(character)
            case LineMark.TABLE:
                self._announce(TABLE_ON_SCREEN)
                self._at = _At.SKIPPED_LINE
            case LineMark.RULE | LineMark.DIVIDER:
                self._at = _At.SKIPPED_LINE
            case LineMark.FENCE:
                self._announce(CODE_ON_SCREEN)
                self._at, self._fence = _At.FENCE_INFO, start.sign
            case LineMark.HEADING | LineMark.TEXT:
                self._begin_text(self._head.lstrip(), is_over=is_over)

    def _begin_text(self, head: str, *, is_over: bool) -> None:
        if head[:1] in {"$", "\\"}:
            self._at, self._head = _At.FORMULA_MARK, ""
            for character in head:
                self._take(character)
        else:
            self._be_text("" if is_over and not head.strip(_RULE_SIGNS) else head)

    def _take_code(self, character: str) -> None:
        if character != "\n":
            is_closing = character == self._fence[0] or character in " \t>"
            if self._code_line != "-":
                self._code_line = self._code_line + character if is_closing else "-"
            return
        marks = self._code_line.strip(" \t>")
        if len(marks) >= len(self._fence) and set(marks) == {self._fence[0]}:
            self._at, self._head = _At.LINE_START, ""
        self._code_line = ""

    def _take_formula_mark(self, character: str) -> None:
        head = self._head + character
        if character == "\n":
            self._end_line()
        elif head in _FORMULA_ENDS:
            self._announce(FORMULA_ON_SCREEN)
            self._at, self._head = _At.FORMULA, ""
            self._formula_end, self._formula = _FORMULA_ENDS[head], ""
        elif any(begin.startswith(head) for begin in _FORMULA_ENDS):
            self._head = head
        else:
            self._be_text(head)

    def _take_formula(self, character: str) -> None:
        if character.isspace() and character != "\n":
            return
        self._formula = (self._formula + character)[-len("\\end{") :]
        if self._formula.endswith(self._formula_end):
            is_environment = self._formula_end.endswith("{")
            self._at = _At.SKIPPED_LINE if is_environment else _At.TEXT
        elif self._formula.endswith("\n\n"):  # TeX allows no empty line; it was never closed
            self._at, self._head = _At.LINE_START, ""
