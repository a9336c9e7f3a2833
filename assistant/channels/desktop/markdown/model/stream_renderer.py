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
from functools import cache
from html import escape
from typing import Final
from urllib.parse import urlsplit

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.rules_core import StateCore, text_join
from markdown_it.rules_core.block import block as read_blocks
from markdown_it.rules_core.normalize import normalize
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

LINK_SCHEMES: Final = frozenset({"http", "https", "mailto"})
PROSE_LIMIT: Final = 2_000
"""Characters of source in one stretch of prose; setting one into a document takes a few ms."""
BLOCK_LIMIT: Final = 3_000
"""A paragraph longer than this is cut where a line or word ends: rendering it again with every
frame would hold up the window."""
TABLE_ROWS: Final = 8
"""Rows in one piece of a table; those of the earlier pieces are final."""
LIST_LIMIT: Final = 40
"""A list of more lines is cut before its last item, for the same reason."""

_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_TASK = re.compile(r"\[([ xX])\][ \t]+")
_OPENING_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})", re.MULTILINE)


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


def is_safe_link(address: str) -> bool:
    """Whether an address may be offered for opening: http and https with a host, and mailto."""
    try:
        parts = urlsplit(address.strip())
    except ValueError:
        return False
    if parts.scheme.lower() not in LINK_SCHEMES:
        return False
    return bool(parts.netloc) or parts.scheme.lower() == "mailto"


def _image_as_link(
    self: RendererHTML, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType
) -> str:
    """An image would be fetched by showing it; the user decides instead."""
    token = tokens[idx]
    address = str(token.attrGet("src") or "")
    text = escape(token.content or address)
    return f'<a href="{escape(address)}">{text}</a>' if is_safe_link(address) else text


@cache
def _parser() -> MarkdownIt:
    """Return the parser; it keeps nothing from one text to the next, and takes long to make."""
    parser = MarkdownIt("commonmark", {"html": False, "breaks": True})
    parser.enable(["table", "strikethrough"])
    parser.validateLink = is_safe_link  # pyright: ignore[reportAttributeAccessIssue]
    parser.add_render_rule("image", _image_as_link)
    return parser


def _html() -> RendererHTML:
    renderer = _parser().renderer
    assert isinstance(renderer, RendererHTML)
    return renderer


class _Renderer:
    """Reads Markdown into blocks and renders them; remembers the words it rendered last.

    Attributes:
        rendered: Characters of words that were really rendered, rather than remembered.
    """

    def __init__(self) -> None:
        self.rendered = 0
        self._known: dict[tuple[str, bool], str] = {}
        self._used: dict[tuple[str, bool], str] = {}
        self._env: EnvType = {}

    def blocks(self, source: str) -> list[list[Token]]:
        """Return the top-level blocks of a text, each as its tokens, their words unread."""
        self._env = {}
        state = StateCore(source, _parser(), self._env)
        normalize(state)
        read_blocks(state)
        return _top_level(state.tokens)

    def forget(self) -> None:
        """Keep only the words that were asked for since the last call."""
        self._known, self._used = self._used, {}

    def html(self, group: Sequence[Token]) -> str:
        """Return a block as HTML."""
        options, renderer = _parser().options, _html()
        pieces: list[str] = []
        for index, token in enumerate(group):
            if token.type == "inline":
                is_item = index >= 2 and (
                    group[index - 2].type == "list_item_open"
                    and group[index - 1].type == "paragraph_open"
                )
                pieces.append(self.words(token.content, is_item=is_item))
            else:
                # A rule of the renderer reads no token but this and its neighbours.
                rule = renderer.rules.get(token.type, renderer.renderToken)
                pieces.append(rule(group, index, options, self._env))
        return "".join(pieces).rstrip()

    def words(self, content: str, *, is_item: bool = False) -> str:
        """Return the words of a paragraph or a cell as HTML.

        Args:
            content: Their Markdown.
            is_item: They are at the head of a list item, where `[ ]` and `[x]` are boxes (GitHub's
                task lists).
        """
        if self._env.get("references"):  # the same words mean something else beside others
            return self._read(content, is_item=is_item)
        key = (content, is_item)
        html = self._known.get(key)
        if html is None:
            html = self._known[key] = self._read(content, is_item=is_item)
        self._used[key] = html
        return html

    def _read(self, content: str, *, is_item: bool) -> str:
        self.rendered += len(content)
        parser = _parser()
        children: list[Token] = []
        parser.inline.parse(content, parser, self._env, children)
        inline = Token("inline", "", 0, children=children)
        text_join(StateCore(content, parser, self._env, [inline]))
        children = inline.children or []
        first = children[0] if children else None
        found = _TASK.match(first.content) if first and first.type == "text" and is_item else None
        if first is not None and found is not None:
            first.content = ("☐ " if found[1] == " " else "☑ ") + first.content[found.end() :]
        return _html().renderInline(children, parser.options, self._env)


class MarkdownStream:
    """A reply as it grows.

    `append` as the words come, `finish` at their end; `segments` is what to show now.
    """

    def __init__(self, text: str = "") -> None:
        self._renderer: Final = _Renderer()
        self._final: list[MarkdownSegment] = []
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
        self._tail += text.replace("\r\n", "\n").replace("\r", "\n")
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
        self._settle(blocks[:-1])
        self._tail = blocks[-1].source if blocks else ""
        self._tail_segments = blocks[-1:]
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
        return CodeSegment(
            text=body.removesuffix("\n"),
            language=_language(head.strip().lstrip("`~")),
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
        self, group: Sequence[Token], lines: Sequence[str], *, blank: int, is_continued: bool
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

    def _cells(self, group: Sequence[Token]) -> list[tuple[str, ...]]:
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


def _top_level(tokens: list[Token]) -> list[list[Token]]:
    groups: list[list[Token]] = []
    depth = 0
    for token in tokens:
        if depth == 0 and token.nesting >= 0:
            groups.append([])
        groups[-1].append(token)
        depth += token.nesting
    return groups


def _first_line(group: list[Token]) -> int:
    span = group[0].map
    assert span is not None, "every block token has its lines"
    return span[0]
