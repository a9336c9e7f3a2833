"""Markdown of a reply to segments of safe HTML, while it still streams. Pure.

A reply becomes a list of *segments*: stretches of prose as HTML, boxes of code as plain text, and
tables, a long one in several pieces. A top-level block is final as soon as the next one begins, so
what has been shown is never rendered again: an update costs what its last block costs, however long
the reply has become. Within the last block, cells, items and lines that were rendered before are
taken as they are.

Nothing of the source reaches the HTML but text and the tags of Markdown itself: raw HTML is off,
images become links, and only http, https and mailto addresses become links at all. (One liberty
against CommonMark follows from rendering blocks one by one: a link definition serves the block it
stands in only.)
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from assistant.markdown.growing_lines import GrowingLines

if TYPE_CHECKING:
    from markdown_it.token import Token

PROSE_LIMIT: Final = 2_000
"""Characters of source in one stretch of prose; setting one into a document takes a few ms."""
BLOCK_LIMIT: Final = 3_000
"""A paragraph longer than this is cut where a line or word ends: rendering it again with every
frame would hold up the window."""
TABLE_ROWS: Final = 8
"""Rows in one piece of a table; those of the earlier pieces are final."""
LIST_LIMIT: Final = 40
"""A list of more lines is cut before its last item, for the same reason."""

_DIVIDER_SIGNS: Final = "|:- \t"
"""What the line below the head of a table is made of."""
_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_OPENING_FENCE = re.compile(r"^ {0,3}(`{3,}(?=[^`\n]*$)|~{3,})", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class ProseSegment:
    """Text with styles."""

    html: str
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeSegment:
    """A block of code."""

    text: str
    language: str
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSegment:
    """A table, or a piece of a long one."""

    header: tuple[str, ...]
    """Cells as safe HTML, as those of the rows are."""
    alignments: tuple[str, ...]
    """`left`, `center`, `right`, or empty, for each column."""
    rows: tuple[tuple[str, ...], ...]
    source: str
    head_source: str
    """The two lines of source that its header is made of."""
    is_continued: bool = False
    """It goes on with the table before it, whose header it repeats here and nowhere else."""

    @property
    def html(self) -> str:
        """The piece as HTML; its header only where the table begins."""
        rows = [] if self.is_continued else [self._row("th", self.header)]
        rows += [self._row("td", row) for row in self.rows]
        return f"<table>{''.join(rows)}</table>"

    def _row(self, tag: str, cells: Sequence[str]) -> str:
        return f"<tr>{''.join(f'<{tag}>{cell}</{tag}>' for cell in cells)}</tr>"


MarkdownSegment = ProseSegment | CodeSegment | TableSegment


class MarkdownStream:
    """A reply as it grows.

    `append` as the words come, `finish` at their end; `segments` is what to show now.
    """

    def __init__(self, text: str = "") -> None:
        # Late: the window is there before a reply is.
        from assistant.channels.desktop.markdown.model.block_renderer import BlockRenderer

        self._renderer: Final = BlockRenderer()
        self._final: list[MarkdownSegment] = []
        self._half_line_end = ""
        self._tail = ""
        self._tail_segments: list[MarkdownSegment] = []
        self._fence_scanned = 0
        """How much of an open code block was searched for its end."""
        self._table_head: str = ""
        """Header of the table that the tail goes on with; empty if it does not."""
        self._pieces: list[str] = []
        if text:
            self.append(text)

    @property
    def text(self) -> str:
        """The Markdown so far."""
        return "".join(self._pieces)

    @property
    def rendered(self) -> int:
        """How many characters of words were rendered so far, those rendered anew again."""
        return self._renderer.rendered

    @property
    def segments(self) -> list[MarkdownSegment]:
        """What to show, in order."""
        return self._joined(self._final, self._tail_segments)

    def append(self, text: str) -> int:
        """Take more of the reply.

        Returns:
            The index of the first segment that may have changed.
        """
        self._renderer.forget()
        self._pieces.append(text)
        first = max(0, len(self._final) - 1)
        text = self._half_line_end + text
        whole = text.removesuffix("\r")  # its other half may follow
        self._half_line_end = text[len(whole) :]
        self._tail += whole.replace("\r\n", "\n").replace("\r", "\n")
        while True:
            while self._in_open_fence():
                self._table_head = ""  # a code block ends a table
                end = self._fence_end()
                if end is None:
                    self._tail_segments = [self._open_code()]
                    return first
                self._settle(self._render(self._tail[:end]))
                self._tail = self._tail[end:]
            self._fence_scanned = 0
            blocks = self._render(self._tail)
            if len(blocks) > 1 and not self._has_begun(blocks[-1]):
                self._tail_segments = blocks
                return first
            self._settle(blocks[:-1])
            self._tail = blocks[-1].source if blocks else ""
            self._tail_segments = blocks[-1:]
            if not self._in_open_fence():
                break
        last = blocks[-1] if blocks else None
        self._table_head = (
            last.head_source if isinstance(last, TableSegment) and last.is_continued else ""
        )
        cut = self._place_to_cut() if blocks and isinstance(blocks[-1], ProseSegment) else None
        if cut is not None:
            self._settle(self._render(self._tail[:cut]))
            self._tail = self._tail[cut:]
            self._tail_segments = self._render(self._tail)
        return first

    def _has_begun(self, block: MarkdownSegment) -> bool:
        """Whether the last block will stay one: `2` may become an item of the list before it."""
        last = self._tail[self._tail.rfind("\n") + 1 :]
        if not last or (isinstance(block, CodeSegment) and "\n" in block.source):
            return True
        may_be_divider = last.strip() and not last.strip(_DIVIDER_SIGNS)
        return not may_be_divider and bool(GrowingLines().feed(last))

    def _place_to_cut(self) -> int | None:
        """Return where the last block is cut: before its last list item, line or word.

        None if it is short enough to be rendered again with every frame.
        """
        if self._tail.count("\n") <= LIST_LIMIT and len(self._tail) <= BLOCK_LIMIT:
            return None
        tokens = [token for group in self._renderer.blocks(self._tail) for token in group]
        items = [t.map[0] for t in tokens if t.type == "list_item_open" and t.level == 1 and t.map]
        if len(items) > 1:
            lines = _LINE.findall(self._tail)
            return sum(len(line) for line in lines[: items[-1]])
        if len(self._tail) <= BLOCK_LIMIT:
            return None
        return max(self._tail.rfind("\n", 0, -1), self._tail.rfind(" ")) + 1 or len(self._tail)

    def _settle(self, blocks: list[MarkdownSegment]) -> None:
        self._final = self._joined(self._final, blocks)

    def _in_open_fence(self) -> bool:
        return (
            bool(self._tail)
            and _OPENING_FENCE.match(self._tail) is not None
            and ("\n" in self._tail)
        )

    def _fence_end(self) -> int | None:
        """Return where the code block at the head of the tail ends, None while it is open."""
        opening = _OPENING_FENCE.match(self._tail)
        assert opening is not None
        mark = opening[1]
        closing = re.compile(
            rf"^ {{0,3}}{re.escape(mark[0])}{{{len(mark)},}}[ \t]*\n", re.MULTILINE
        )
        start = max(self._fence_scanned, self._tail.index("\n") + 1)
        found = closing.search(self._tail, start)
        if found:
            self._fence_scanned = 0
            return found.end()
        # A closing line that is still incomplete is looked at again from its beginning.
        self._fence_scanned = self._tail.rfind("\n") + 1
        return None

    def _open_code(self) -> CodeSegment:
        head, _, body = self._tail.partition("\n")
        mark = head.lstrip(" ")[:1]
        lines_end = body.rfind("\n") + 1
        last = body[lines_end:]
        if last.strip() and set(last.strip()) == {mark}:
            body = body[:lines_end]  # the closing fence, perhaps not whole yet
        indent = len(head) - len(head.lstrip(" "))
        if indent:
            body = re.sub(rf"^ {{1,{indent}}}", "", body, flags=re.MULTILINE)
        return CodeSegment(
            text=body.removesuffix("\n"),
            language=_language(head.strip().lstrip(mark)),
            source=self._tail,
        )

    def _render(self, source: str) -> list[MarkdownSegment]:
        """Return the top-level blocks of `source`; their sources joined are `source` again."""
        if not source.strip():
            return [ProseSegment(html="", source=source)] if source else []
        whole = self._table_head + source
        groups = self._renderer.blocks(whole)
        lines = _LINE.findall(whole)
        starts = [0, *(_first_line(group) for group in groups[1:]), len(lines)]
        blocks: list[MarkdownSegment] = []
        for group, start, end in zip(groups, starts, starts[1:], strict=False):
            piece = lines[start:end]
            if group[0].type in {"fence", "code_block"}:
                text = group[0].content.removesuffix("\n")
                code = CodeSegment(
                    text=text, language=_language(group[0].info), source="".join(piece)
                )
                blocks.append(code)
            elif group[0].type == "table_open":
                is_continued = start == 0 and bool(self._table_head)
                # Lines between the beginning of the tail and the table are blank.
                blank = _first_line(group) - start
                blocks += self._table(group, piece, blank=blank, is_continued=is_continued)
            else:
                blocks.append(ProseSegment(html=self._renderer.html(group), source="".join(piece)))
        return blocks or [ProseSegment(html="", source=source)]

    def _table(
        self, group: "Sequence[Token]", lines: Sequence[str], *, blank: int, is_continued: bool
    ) -> list[MarkdownSegment]:
        """Return a table in pieces of at most `TABLE_ROWS` rows.

        Args:
            group: Its tokens.
            lines: Its source, the header's two lines included even if it is continued.
            blank: Blank lines before it.
            is_continued: Whether the header is not part of this source.
        """
        header, *rows = self._cells(group)
        alignments = tuple(
            str(token.attrGet("style") or "").removeprefix("text-align:")
            for token in group
            if token.type == "th_open"
        )
        head, body = "".join(lines[: blank + 2]), lines[blank + 2 :]
        pieces: list[MarkdownSegment] = []
        for first in range(0, max(1, len(rows)), TABLE_ROWS):
            is_last = first + TABLE_ROWS >= len(rows)
            own = body[first:] if is_last else body[first : first + TABLE_ROWS]
            continues = is_continued or first > 0
            source = "".join(own) if continues else head + "".join(own)
            if continues and not rows and "\n" in source:
                return [ProseSegment(html="", source=source)]  # it was over with the piece before
            pieces.append(
                TableSegment(
                    header=header,
                    alignments=alignments,
                    rows=tuple(rows[first : first + TABLE_ROWS]),
                    source=source,
                    head_source=head,
                    is_continued=continues,
                )
            )
        return pieces

    def _cells(self, group: "Sequence[Token]") -> list[tuple[str, ...]]:
        """Return the cells of a table as HTML, row by row, the header first."""
        rows: list[list[str]] = []
        for token in group:
            if token.type == "tr_open":
                rows.append([])
            elif token.type == "inline":
                rows[-1].append(self._renderer.words(token.content))
        return [tuple(row) for row in rows]

    @staticmethod
    def _joined(
        first: list[MarkdownSegment], second: Sequence[MarkdownSegment]
    ) -> list[MarkdownSegment]:
        joined = list(first)
        for block in second:
            last = joined[-1] if joined else None
            if (
                isinstance(block, ProseSegment)
                and isinstance(last, ProseSegment)
                and len(last.source) + len(block.source) <= PROSE_LIMIT
            ):
                joined[-1] = ProseSegment(
                    html=last.html + block.html, source=last.source + block.source
                )
            elif not isinstance(block, ProseSegment) or block.html or last is None:
                joined.append(block)
        return joined


def _language(info: str) -> str:
    words = info.split()
    return words[0] if words else ""


def _first_line(group: "list[Token]") -> int:
    span = group[0].map
    assert span is not None, "every block token has its lines"
    return span[0]
