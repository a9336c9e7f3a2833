"""Read what stands in a Markdown block quote as if it stood outside, and quote it again. Pure."""

import re
from collections import deque
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from assistant.questions.inline_choices.segmenter import (
    MAY_BEGIN,
    FoundChoice,
    MessageSegment,
)

MARK: Final = ">"
_QUOTED_LINE: Final = re.compile(rf"^([ \t]*{MARK}[ \t{MARK}]*)[^\n]*\n?", re.MULTILINE)
_MARK: Final = re.compile(MARK)


class QuoteMarks:
    """Takes the marks of quotes out of one message, and puts them back into what is left of it."""

    def __init__(self) -> None:
        self._marks: deque[int] = deque()
        """Where marks stood, as offsets in the text without them."""
        self._taken = 0
        """Characters given out without marks."""
        self._passed = 0
        """Of these, how many came back."""
        self._piece = ""
        """What was taken last, with its marks."""
        self._size = 0
        """Its characters without them; -1: it has none, or some were put back."""
        self._is_blank = True
        """Whether a mark that comes now begins its line."""
        self._is_quoted = False
        """Whether the line at hand has a mark."""
        self._was_quoted = False
        """Whether the line before it has one."""

    @property
    def is_within_line(self) -> bool:
        """Whether no mark is taken before the next line, and none is to be put back."""
        return not self._is_blank and not self._marks

    def take_out(self, chunk: str, at: int, *, is_in_object: bool) -> tuple[str, int]:
        """Take text from `chunk[at:]` as far as it is known what is a mark.

        Args:
            chunk: A piece of the message.
            at: How far it was taken.
            is_in_object: Whether an object that began in what was taken is not complete. In one
                that began outside the quote, a mark is a part of a string.

        Returns:
            The text without marks, and how far it was taken now.
        """
        end = len(chunk)
        if chunk.find(MARK, at) < 0:
            text = chunk[at:] if at else chunk
            self._take_unmarked(text)
            return text, end
        may_be_open_from = -1
        if not is_in_object:
            beginning = MAY_BEGIN.search(chunk, at)
            may_be_open_from = beginning.start() if beginning else end
        quoted_until = (chunk.find("\n", at) + 1 or end) if self._is_quoted else -1
        parts: list[str] = []
        done = at
        removed = 0
        for line in _QUOTED_LINE.finditer(chunk, at):
            begin = line.start()
            goes_on = begin == quoted_until
            if begin == at:
                if not self._is_blank:
                    continue
                goes_on = self._is_quoted or self._was_quoted
            if not goes_on and may_be_open_from < begin:
                end = begin
                if begin == at:
                    end = line.end()
                    self._is_blank = False
                break
            lead = line[1]
            place = self._taken + begin - at - removed
            for mark in _MARK.finditer(lead):
                self._marks.append(place + mark.start())
                place -= 1
            parts += chunk[done:begin], lead.replace(MARK, "")
            done, quoted_until = line.end(1), line.end()
            removed += lead.count(MARK)
        parts.append(chunk[done:end])
        text = "".join(parts)
        self._piece, self._size = chunk[at:end], len(text)
        self._taken += self._size
        line_begin = chunk.rfind("\n", at, end) + 1
        if line_begin > at:
            self._is_blank = True
            self._was_quoted = quoted_until == line_begin
            self._is_quoted = quoted_until == end > line_begin
        else:
            self._is_quoted = quoted_until == end
        self._is_blank = self._is_blank and not text[text.rfind("\n") + 1 :].strip(" \t")
        return text, end

    def _take_unmarked(self, text: str) -> None:
        line_end = text.rfind("\n")
        if line_end >= 0:
            self._was_quoted = self._is_quoted and text.find("\n") == line_end
            self._is_quoted, self._is_blank = False, True
        self._is_blank = self._is_blank and not text[line_end + 1 :].strip(" \t")
        self._taken += len(text)
        self._size = -1

    def put_back(self, segments: Sequence[MessageSegment]) -> Sequence[MessageSegment]:
        """Return what became of the text, in order, quoted where it is text still."""
        if not self._marks:
            for segment in segments:
                self._passed += _length(segment)
            return segments
        if self._are_whole(segments):
            self._marks.clear()
            self._passed = self._taken
            return (self._piece,)
        self._size = -1
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

    def _are_whole(self, segments: Sequence[MessageSegment]) -> bool:
        """Whether they are the text of the piece taken last, and nothing was withheld before it."""
        if self._passed + self._size != self._taken:
            return False
        if not segments:
            return not self._size
        (first, *others) = segments
        return not others and isinstance(first, str) and len(first) == self._size

    def _with_marks(self, text: str) -> str:
        parts: list[str] = []
        at, end = self._passed, self._passed + len(text)
        while self._marks and self._marks[0] <= end:
            mark = self._marks.popleft()
            parts += text[at - self._passed : mark - self._passed], MARK
            at = mark
        parts.append(text[at - self._passed :])
        self._passed = end
        return "".join(parts)


def _length(segment: MessageSegment) -> int:
    if isinstance(segment, str):
        return len(segment)
    opening = segment.opening if isinstance(segment, FoundChoice) else ""
    return len(opening) + len(segment.text)
