"""Markdown in a terminal while it streams: nothing that stands there is ever printed again. Pure.

Words come out as soon as it is certain what they are. Held back are a line's beginning until its
kind is known, an emphasis or a code span until it is closed, a table until it ends; where a mark
turns out to mean nothing it is written as it came. However the text is cut into pieces, the same
comes out.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from prompt_toolkit.utils import get_cwidth

from assistant.channels.terminal.text.line_wrap import TAB, Span
from assistant.channels.terminal.text.printable import printable
from assistant.markdown.growing_lines import GrowingLines, LineBegin, LineEnd, LinePart
from assistant.markdown.line_start import LineMark, LineStart

if TYPE_CHECKING:
    from markdown_it.token import Token

    from assistant.markdown.growing_words import GrowingWords

STYLE: Final[dict[str, str]] = {
    "heading": "#818CF8 bold",
    "strong": "bold",
    "emphasis": "italic",
    "strike": "strike",
    "code": "#34D399",
    "link": "underline",
    "target": "#64748B",
    "quote": "#94A3B8",
    "bullet": "#818CF8",
    "rule": "#64748B",
}
"""Looks by the name of what they are for; part of what a terminal prints."""

_MOST_MARKS: Final = 16
_OUTDENTED: Final = frozenset({LineMark.QUOTE, LineMark.HEADING, LineMark.RULE})
"""Marks that stand for themselves behind more than so many blanks."""
_MOST_INDENT: Final = 3
_LAID_OUT: Final = frozenset({LineMark.RULE, LineMark.FENCE, LineMark.FENCE_END, LineMark.TABLE})
"""Lines that stand otherwise than they are written, or not at all."""
_ESCAPE: Final = re.compile(r"[\x1b\x80-\x9f]")
_CELL: Final = re.compile(r"(?<!\\)\|")


class StreamedMarkdown:
    """Turns Markdown into styled text, piece by piece.

    Args:
        width: Columns of the terminal, as they are now.
    """

    def __init__(self, *, width: Callable[[], int]) -> None:
        self._width = width
        self._unprintable = ""
        """The rest of a line from an escape on: where the sequence ends may not have come yet."""
        self._lines = GrowingLines()
        self._kind = LineMark.TEXT
        """What the present line is."""
        self._style = ""
        """Of the words of the present line that have none of their own."""
        self._hang = ""
        """What stands before the further lines of a line that is broken."""
        self._info = ""
        """What stands on the line that opens a block of code."""
        self._table: list[str] = []
        self._column = 0
        self._may_break = False
        """Whether the last word is followed by a space."""
        self._growing: GrowingWords | None = None
        """Reads the words of lines; made with the first of them, because that takes a while."""

    @property
    def is_mid_line(self) -> bool:
        """Whether what came out does not end with a line end."""
        return self._column > 0

    def feed(self, text: str) -> list[Span]:
        """Take more text; return what can be shown of it."""
        text = self._unprintable + text
        line_end = text.rfind("\n") + 1
        escape = _ESCAPE.search(text, line_end)
        printed = len(text) if escape is None else escape.start()
        self._unprintable = text[printed:]
        return self._shown(self._lines.feed(_printable(text[:printed])))

    def end(self) -> list[Span]:
        """Return what was held back: no more text comes. A new text may follow."""
        parts = [*self._lines.feed(_printable(self._unprintable)), *self._lines.end()]
        spans = self._shown(parts, is_end=True)
        self._unprintable = ""
        self._kind, self._style, self._hang = LineMark.TEXT, "", ""
        return spans

    def _shown(self, parts: Iterable[LinePart], *, is_end: bool = False) -> list[Span]:
        spans = [span for part in parts for span in self._take(part)]
        if is_end:
            spans += [*self._end_words(), *self._laid_out_table()]
        return self._merged(spans)

    def _merged(self, spans: Iterable[Span]) -> list[Span]:
        merged: list[Span] = []
        for style, text in spans:
            if not text:
                continue
            if merged and merged[-1][0] == style:
                merged[-1] = (style, merged[-1][1] + text)
            else:
                merged.append((style, text))
        return merged

    # Lines.

    def _take(self, part: LinePart) -> Iterator[Span]:
        match part:
            case LineBegin():
                yield from self._begin(*_drawn(part))
            case str():
                yield from self._words(part)
            case LineEnd():
                yield from self._end_words()
                if self._kind not in _LAID_OUT:
                    yield from self._line_end()

    def _begin(self, marks: Sequence[LineStart], words: str) -> Iterator[Span]:
        self._kind = marks[-1].mark
        if self._kind is LineMark.TABLE:
            self._table.append("")
            return
        yield from self._laid_out_table()
        yield from self._open(marks)
        match self._kind:
            case LineMark.RULE:
                yield from self._out("rule", "─" * max(3, min(40, self._room())))
                yield from self._line_end()
            case LineMark.CODE:
                yield from self._out("code", "  ")
            case _:
                yield from self._words(words)

    def _open(self, marks: Sequence[LineStart]) -> Iterator[Span]:
        """Write the marks at the beginning of a line."""
        self._style = self._hang = ""
        for start, following in zip(marks, [*marks[1:], None], strict=True):
            match start.mark:
                case LineMark.HEADING:
                    self._style = "heading"
                case LineMark.QUOTE:
                    self._style = "quote"
                    self._hang += "│ "
                    yield from self._out("rule", "│ ")
                case LineMark.BULLET | LineMark.NUMBER:
                    sign = start.sign if start.mark is LineMark.NUMBER else ""
                    if following is not None and following.mark is LineMark.BOX:
                        sign += f" {'☐' if ' ' in following.sign else '☑'}"
                    sign = sign.strip() or "•"
                    self._hang += " " * (start.indent + len(sign) + 1)
                    yield from self._out("", " " * start.indent)
                    yield from self._out("bullet", f"{sign} ")
                case _:
                    pass

    # Words.

    def _words(self, text: str) -> Iterator[Span]:
        """Write words of the present line, as far as they are certain."""
        match self._kind:
            case LineMark.TABLE:
                self._table[-1] += text
            case LineMark.CODE:
                yield from self._out("code", text)
            case LineMark.FENCE:
                self._info += text
            case LineMark.RULE | LineMark.FENCE_END:
                pass
            case _:
                words = self._growing or self._new_words()
                yield from self._written(words.feed(text))

    def _end_words(self) -> Iterator[Span]:
        if self._growing is not None:
            yield from self._written(self._growing.end())
        if self._kind is LineMark.FENCE:
            language, self._info = self._info.strip().lstrip("`~").strip(), ""
            if language:
                yield from self._out("target", f"  {language}")
            if self._column:
                yield from self._line_end()

    def _new_words(self) -> "GrowingWords":
        from assistant.channels.terminal.text.inline_markdown import line_parser
        from assistant.markdown.growing_words import GrowingWords

        self._growing = GrowingWords(line_parser())
        return self._growing

    def _written(self, tokens: "Sequence[Token]") -> Iterator[Span]:
        from assistant.channels.terminal.text.inline_markdown import inline_spans

        for style, text in self._merged(inline_spans(tokens)):
            yield from self._broken(style or self._style, text)

    def _broken(self, style: str, text: str) -> Iterator[Span]:
        """Write words, on a new line where they do not fit."""
        for word in re.findall(r" +|[^ ]+", text):
            if (
                not word.isspace()
                and self._may_break
                and self._column + get_cwidth(word) > self._room()
                and self._column > get_cwidth(self._hang)
            ):
                yield from self._line_end(is_broken=True)
            yield from self._out(style, word)

    def _out(self, style: str, text: str) -> Iterator[Span]:
        self._column += get_cwidth(text)
        self._may_break = text.endswith(" ")
        yield style, text

    def _line_end(self, *, is_broken: bool = False) -> Iterator[Span]:
        yield "", "\n"
        self._column = 0
        if is_broken and self._hang:
            yield from self._out("rule" if self._style == "quote" else "", self._hang)

    def _room(self) -> int:
        return max(20, self._width() - 1)

    # Tables.

    def _laid_out_table(self) -> Iterator[Span]:
        lines, self._table = self._table, []
        if not lines:
            return
        rows = [_cells(line) for line in lines if not _is_divider(line)]
        columns = max((len(row) for row in rows), default=0)
        if not columns:
            return
        padded = [row + [""] * (columns - len(row)) for row in rows]
        sizes = [max(get_cwidth(row[n]) for row in padded) for n in range(columns)]
        if sum(sizes) + 3 * (columns - 1) > self._room():
            yield from self._as_records(padded)
            return
        for number, row in enumerate(padded):
            style = "strong" if number == 0 else ""
            for n, cell in enumerate(row):
                if n:
                    yield from self._out("rule", " │ ")
                space = " " * (sizes[n] - get_cwidth(cell)) if n < columns - 1 else ""
                yield from self._out(style, cell + space)
            yield from self._line_end()
            if number == 0:
                yield from self._out("rule", "─┼─".join("─" * size for size in sizes))
                yield from self._line_end()

    def _as_records(self, rows: list[list[str]]) -> Iterator[Span]:
        """Write a table that is too wide, a line for each cell."""
        head, *others = rows
        for row in others or [head]:
            for name, cell in zip(head, row, strict=True):
                self._hang = "  "
                if others and name:
                    yield from self._broken("strong", f"{name}: ")
                yield from self._broken("", cell)
                yield from self._line_end()
            yield from self._line_end()


def _printable(text: str) -> str:
    return printable(text.replace("\t", TAB))


def _drawn(begin: LineBegin) -> tuple[Sequence[LineStart], str]:
    """Return the marks of a line that are drawn, and the words that others are."""
    first = begin.marks[0]
    is_code = first.mark in _OUTDENTED and first.indent > _MOST_INDENT
    is_table = begin.kind is LineMark.TABLE and len(begin.marks) > 1
    drawn = 0 if is_code else min(len(begin.marks) - is_table, _MOST_MARKS)
    if drawn == len(begin.marks):
        return begin.marks, ""
    marks = begin.marks[:drawn]
    return (*marks, LineStart(LineMark.TEXT)), begin.source[sum(each.length for each in marks) :]


def _is_divider(line: str) -> bool:
    """Whether the line is the one below the head of a table."""
    return "-" in line and not line.strip(" |:-")


def _cells(line: str) -> list[str]:
    inner = line.strip().removeprefix("|")
    if inner.endswith("|") and not inner.endswith("\\|"):
        inner = inner[:-1]
    cells = [cell.strip().replace("\\|", "|") for cell in _CELL.split(inner)]
    from assistant.channels.terminal.text.inline_markdown import inline_text

    return list(map(inline_text, cells))
