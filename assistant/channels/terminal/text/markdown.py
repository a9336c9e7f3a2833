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
from assistant.markdown.line_start import LineMark, LineStart, line_start

if TYPE_CHECKING:
    from markdown_it.token import Token

    from assistant.markdown.growing_line import GrowingLine

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

_LEADING: Final = frozenset({LineMark.QUOTE, LineMark.BULLET, LineMark.NUMBER, LineMark.BOX})
"""Marks that others may follow."""
_MOST_LEADING: Final = 16
_OUTDENTED: Final = frozenset({LineMark.QUOTE, LineMark.HEADING, LineMark.RULE})
"""Marks that stand for themselves behind more than so many blanks."""
_MOST_INDENT: Final = 3
_WITHOUT_WORDS: Final = frozenset({LineMark.RULE, LineMark.FENCE, LineMark.TABLE})
_CELL: Final = re.compile(r"(?<!\\)\|")


class StreamedMarkdown:
    """Turns Markdown into styled text, piece by piece.

    Args:
        width: Columns of the terminal, as they are now.
    """

    def __init__(self, *, width: Callable[[], int]) -> None:
        self._width = width
        self._rest = ""
        """What came and is not decided."""
        self._is_inside = False
        """Whether the beginning of the present line is out already."""
        self._style = ""
        """Of the words of the present line that have none of their own."""
        self._hang = ""
        """What stands before the further lines of a line that is broken."""
        self._fence = ""
        """What ends the code block; empty outside of one."""
        self._table: list[str] = []
        self._column = 0
        self._may_break = False
        """Whether the last word is followed by a space."""
        self._line: GrowingLine | None = None
        """Reads the words of lines; made with the first of them, because that takes a while."""

    @property
    def is_mid_line(self) -> bool:
        """Whether what came out does not end with a line end."""
        return self._column > 0

    def feed(self, text: str) -> list[Span]:
        """Take more text; return what can be shown of it."""
        self._rest += printable(text.replace("\t", TAB))
        return self._merged(self._go(is_end=False))

    def end(self) -> list[Span]:
        """Return what was held back: no more text comes. A new text may follow."""
        spans = self._merged(self._go(is_end=True))
        self._rest, self._is_inside, self._fence = "", False, ""
        self._style = self._hang = ""
        return spans

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

    def _go(self, *, is_end: bool) -> Iterator[Span]:
        while self._rest:
            before = self._rest, self._is_inside
            if self._is_inside:
                yield from self._words()
            else:
                yield from self._begin(is_end=is_end)
            if (self._rest, self._is_inside) == before:
                break
        if is_end:
            if self._line is not None:
                yield from self._written(self._line.end())
            yield from self._laid_out_table()

    def _begin(self, *, is_end: bool) -> Iterator[Span]:
        """Decide what kind of line begins, and write its beginning."""
        line, newline, after = self._rest.partition("\n")
        is_over = bool(newline) or is_end
        if self._fence:
            if is_over:
                self._rest = after
                yield from self._code(line, has_end=bool(newline))
            return
        marks = _marks(line, is_over=is_over)
        if marks is None:
            return
        kind = marks[-1].mark
        if kind is LineMark.TABLE:
            self._rest = after
            self._table.append(line)
            return
        yield from self._laid_out_table()
        yield from self._open(line, marks)
        match kind:
            case LineMark.RULE:
                self._rest = after
                yield from self._out("rule", "─" * max(3, min(40, self._room())))
                yield from self._line_end()
            case LineMark.FENCE:
                self._rest = after
                self._fence = marks[-1].sign
                language = line[sum(start.length for start in marks) :].strip().lstrip("`~").strip()
                if language:
                    yield from self._out("target", f"  {language}")
                if self._column:
                    yield from self._line_end()
            case _:
                self._rest = self._rest[sum(start.length for start in marks) :]
                self._is_inside = True

    def _open(self, line: str, marks: Sequence[LineStart]) -> Iterator[Span]:
        """Write the marks at the beginning of a line."""
        self._style = self._hang = ""
        at = 0
        for start, following in zip(marks, [*marks[1:], None], strict=True):
            indent = line[at : at + start.indent]
            at += start.length
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
                    self._hang += " " * (len(indent) + len(sign) + 1)
                    yield from self._out("", indent)
                    yield from self._out("bullet", f"{sign} ")
                case _:
                    pass

    def _code(self, line: str, *, has_end: bool) -> Iterator[Span]:
        marks = line.strip(" \t>")
        if marks.startswith(self._fence) and not marks.strip(self._fence[0]):
            self._fence = ""
        else:
            yield from self._out("code", f"  {line}")
            if has_end:
                yield from self._line_end()

    # Words.

    def _words(self) -> Iterator[Span]:
        """Write the words of the present line, as far as they are certain."""
        line, newline, self._rest = self._rest.partition("\n")
        words = self._line or self._line_reader()
        tokens = words.feed(line)
        if newline:
            tokens += words.end()
        yield from self._written(tokens)
        if newline:
            yield from self._line_end()

    def _line_reader(self) -> "GrowingLine":
        from assistant.channels.terminal.text.inline_markdown import line_parser
        from assistant.markdown.growing_line import GrowingLine

        self._line = GrowingLine(line_parser())
        return self._line

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
        if not is_broken:
            self._is_inside = False
        elif self._hang:
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


def _marks(line: str, *, is_over: bool) -> list[LineStart] | None:
    """Return the marks at the beginning of a line, the last of which says what it is.

    None as long as that is open.
    """
    marks: list[LineStart] = []
    at = 0
    while True:
        is_item = bool(marks) and marks[-1].mark in {LineMark.BULLET, LineMark.NUMBER}
        start = line_start(line[at:], is_over=is_over, has_box=is_item)
        if start is None:
            return None
        is_code = not marks and start.mark in _OUTDENTED and start.indent > _MOST_INDENT
        if is_code or (start.mark is LineMark.TABLE and marks) or len(marks) == _MOST_LEADING:
            start = LineStart(LineMark.TEXT)
        marks.append(start)
        at += start.length
        if start.mark not in _LEADING:
            return None if start.mark in _WITHOUT_WORDS and not is_over else marks


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
