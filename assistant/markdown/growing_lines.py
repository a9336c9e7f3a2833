"""The lines of a text while it arrives: the marks that each begins with, then its words. Pure.

For surfaces that take nothing back: whatever comes out stands. A line's marks come out together, as
soon as no later character can change them; its words as they arrive, and of a block of code those of
a line that cannot end it.
"""

from dataclasses import dataclass
from typing import Final

from assistant.markdown.line_start import LineMark, LineStart, line_start

_ITEMS: Final = frozenset({LineMark.BULLET, LineMark.NUMBER})
_LEADING: Final = _ITEMS | {LineMark.QUOTE, LineMark.BOX}
"""Marks that others may follow."""
_BESIDE_FENCE: Final = " \t>"
"""What may stand beside the run that ends a block of code."""


@dataclass(frozen=True, slots=True)
class LineBegin:
    """A line begins."""

    marks: tuple[LineStart, ...]
    """The last says what the line is."""
    source: str = ""
    """The marks as they were written; what follows comes as words."""

    @property
    def kind(self) -> LineMark:
        return self.marks[-1].mark


@dataclass(frozen=True, slots=True)
class LineEnd:
    """A line ended with a line feed."""


LinePart = LineBegin | str | LineEnd
"""A string is more of the line's words."""

_CODE: Final = LineBegin((LineStart(LineMark.CODE),))
_FENCE_END: Final = LineBegin((LineStart(LineMark.FENCE_END),))
_END: Final = LineEnd()


class GrowingLines:
    """Reads one text after the other. However a text is cut into pieces, the same comes out.

    Args:
        has_stray_boxes: Whether a box counts as one outside of a list, too.
    """

    def __init__(self, *, has_stray_boxes: bool = False) -> None:
        self._has_stray_boxes = has_stray_boxes
        self._is_inside = False
        """Whether the beginning of the present line is out."""
        self._marks: list[LineStart] = []
        self._source = ""
        """Of the marks so far."""
        self._rest = ""
        """What came of the line behind them."""
        self._fence = ""
        """The run that opened the block of code; empty outside of one."""

    def feed(self, text: str) -> list[LinePart]:
        """Take more of the text; return what is certain now."""
        if self._is_inside and "\n" not in text:
            return [text]
        parts: list[LinePart] = []
        *lines, rest = text.split("\n")
        for line in lines:
            parts += [*self._more(line, is_over=True), _END]
            self._is_inside = False
        return [*parts, *self._more(rest, is_over=False)]

    def end(self) -> list[LinePart]:
        """Return what was held back: no more text comes. A new text may follow."""
        parts = self._more("", is_over=True) if self._marks or self._rest else []
        self._is_inside, self._fence = False, ""
        return parts

    def _more(self, text: str, *, is_over: bool) -> list[LinePart]:
        if self._is_inside:
            return [text] if text else []
        self._rest += text
        begin = self._code_line(is_over) if self._fence else self._text_line(is_over)
        if begin is None:
            return []
        words, self._rest, self._is_inside = self._rest, "", True
        return [begin, words] if words else [begin]

    def _code_line(self, is_over: bool) -> LineBegin | None:
        run = self._rest.strip(_BESIDE_FENCE)
        if run.strip(self._fence[0]):
            return _CODE
        if not is_over:
            return None
        if not run.startswith(self._fence):
            return _CODE
        self._fence = ""
        return _FENCE_END

    def _text_line(self, is_over: bool) -> LineBegin | None:
        while not self._marks or self._marks[-1].mark in _LEADING:
            is_item = bool(self._marks) and self._marks[-1].mark in _ITEMS
            has_box = is_item or self._has_stray_boxes
            start = line_start(self._rest, is_over=is_over, has_box=has_box)
            if start is None:
                return None
            self._marks.append(start)
            self._source += self._rest[: start.length]
            self._rest = self._rest[start.length :]
        begin = LineBegin(tuple(self._marks), self._source)
        self._marks, self._source = [], ""
        if begin.kind is LineMark.FENCE:
            self._fence = begin.marks[-1].sign
        return begin
