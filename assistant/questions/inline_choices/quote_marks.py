"""Read what stands in a Markdown block quote as if it stood outside, and quote it again. Pure."""

import re
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from assistant.questions.inline_choices.segmenter import FoundChoice, MessageSegment

MARK: Final = ">"
_LINE: Final = re.compile(r"[^\n]*\n|[^\n]+")
_LEAD: Final = re.compile(rf"[ \t]*{MARK}[ \t{MARK}]*")


class QuoteMarks:
    """Takes the marks of quotes out of one message, and puts them back into what is left of it."""

    def __init__(self) -> None:
        self._marks: deque[int] = deque()
        """Where marks stood, as offsets in the text without them."""
        self._taken = 0
        """Characters given out without marks."""
        self._passed = 0
        """Of these, how many came back."""
        self._is_blank = True
        """Whether a mark that comes now begins its line."""
        self._line = 0
        """Where the line at hand begins."""
        self._is_quoted = False
        """Whether it has a mark."""
        self._quoted_since: int | None = None
        """Where the first of the quoted lines that end with the one before or this one begins."""

    def pieces(self, chunk: str) -> Sequence[str]:
        """Return a chunk in the pieces that `take_out` takes."""
        return _LINE.findall(chunk) if MARK in chunk else (chunk,)

    def take_out(self, piece: str, *, open_since: int | None) -> str:
        """Return text without the marks of quotes.

        Args:
            piece: Text without marks, or at most one line.
            open_since: Where an object began that is not complete, by the text without marks. In
                one that began outside the quote, a mark is a part of a string.
        """
        found = _LEAD.match(piece) if self._is_blank and MARK in piece else None
        if found is not None:
            is_content = open_since is not None and (
                self._quoted_since is None or open_since < self._quoted_since
            )
            if is_content:
                self._is_blank = False
            else:
                piece = self._without_marks(found[0]) + piece[found.end() :]
        self._follow(piece)
        return piece

    def _without_marks(self, lead: str) -> str:
        self._is_quoted = True
        if self._quoted_since is None:
            self._quoted_since = self._line
        kept = 0
        for character in lead:
            if character == MARK:
                self._marks.append(self._taken + kept)
            else:
                kept += 1
        return lead.replace(MARK, "")

    def _follow(self, piece: str) -> None:
        last_end = piece.rfind("\n")
        if last_end >= 0:
            if not self._is_quoted or piece.count("\n") > 1:
                self._quoted_since = None
            self._is_quoted, self._is_blank = False, True
            self._line = self._taken + last_end + 1
        self._is_blank = self._is_blank and not piece[last_end + 1 :].strip(" \t")
        self._taken += len(piece)

    def put_back(self, segments: Iterable[MessageSegment]) -> list[MessageSegment]:
        """Return what became of the text, in order, quoted where it is text still."""
        out: list[MessageSegment] = []
        for segment in segments:
            if isinstance(segment, str):
                out.append(self._with_marks(segment))
                continue
            if isinstance(segment, FoundChoice) and segment.opening:
                segment = replace(segment, opening=self._with_marks(segment.opening))
            self._passed += len(segment.text)
            while self._marks and self._marks[0] < self._passed:
                self._marks.popleft()
            out.append(segment)
        if self._marks:
            out.append(self._with_marks(""))
        return out

    def _with_marks(self, text: str) -> str:
        if not self._marks:
            self._passed += len(text)
            return text
        parts: list[str] = []
        at, end = self._passed, self._passed + len(text)
        while self._marks and self._marks[0] <= end:
            mark = self._marks.popleft()
            parts += text[at - self._passed : mark - self._passed], MARK
            at = mark
        parts.append(text[at - self._passed :])
        self._passed = end
        return "".join(parts)
