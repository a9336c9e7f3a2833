"""A selection in rendered Markdown, back as Markdown.

`QTextDocument.toMarkdown` breaks lines at 80 columns and escapes what needs none, so what was
copied would not be what was read.
"""

from typing import cast

from PySide6.QtGui import (
    QFont,
    QTextBlock,
    QTextCharFormat,
    QTextCursor,
    QTextList,
    QTextListFormat,
    QTextTable,
)

from assistant.channels.desktop.markdown.code_in_prose import is_code, language_of
from assistant.channels.desktop.markdown.model.copied_text import fenced
from assistant.channels.desktop.style.markdown_stylesheet import QUOTE_PX

_BULLETS = frozenset(
    {
        QTextListFormat.Style.ListDisc,
        QTextListFormat.Style.ListCircle,
        QTextListFormat.Style.ListSquare,
    }
)


def selected_markdown(cursor: QTextCursor) -> str:
    """Return the selection of a cursor as Markdown: lists, headings, quotes, links, styles."""
    start, end = cursor.selectionStart(), cursor.selectionEnd()
    document = cursor.document()
    block = document.findBlock(start)
    lines: list[str] = []
    row: tuple[int, int] | None = None
    was_list = False
    while block.isValid() and block.position() <= end:
        if is_code(block):
            language = language_of(block)
            code, block = _code(block, start, end)
            is_all = not lines and not (block.isValid() and block.position() <= end)
            if is_all:
                return code
            lines += ["", *fenced(code, language).split("\n")]
            continue
        words = _words(block, start, end)
        here = _row(block)
        if here is not None:
            if here == row:
                lines[-1] += f" {words} |"
            else:
                lines.append(f"| {words} |")
        elif words or block.position() + block.length() <= end:
            is_list = _list(block) is not None
            if lines and not (is_list and was_list) and lines[-1]:
                lines.append("")
            is_begun = block.position() >= start
            lines.append((_prefix(block) if is_begun else "") + words)
            was_list = is_list
        row = here
        block = block.next()
    return "\n".join(lines).strip("\n")


def _code(block: QTextBlock, start: int, end: int) -> tuple[str, QTextBlock]:
    """Return what is selected of code that begins with a block, and the block after it."""
    lines: list[str] = []
    is_first = True
    while is_code(block) and (is_first or not block.blockFormat().topMargin()):
        is_first = False
        first = max(start - block.position(), 0)
        if block.position() <= end:
            lines.append(block.text()[first : end - block.position()])
        block = block.next()
    return "\n".join(lines), block


def _words(block: QTextBlock, start: int, end: int) -> str:
    """Return the selected words of one block, with their styles."""
    pieces: list[str] = []
    fragments = block.begin()
    while not fragments.atEnd():
        fragment = fragments.fragment()
        first = max(start - fragment.position(), 0)
        last = min(end - fragment.position(), fragment.length())
        if first < last:
            text = fragment.text()[first:last].replace("\u2028", "\n").replace("\xa0", " ")
            style = fragment.charFormat()
            is_bare = fragment.text() == style.anchorHref()  # an address that stands for itself
            pieces.append(text if is_bare else _styled(text, style, block))
        fragments += 1
    return "".join(pieces)


def _styled(text: str, style: QTextCharFormat, block: QTextBlock) -> str:
    if not text.strip():
        return text
    if style.isAnchor() and style.anchorHref():
        return f"[{text}]({style.anchorHref()})"
    if style.fontFixedPitch() or "Mono" in "".join(style.fontFamilies() or []):
        return f"`{text}`"
    lead = text[: len(text) - len(text.lstrip())]
    trail = text[len(text.rstrip()) :]
    core = text.strip()
    is_heading = block.blockFormat().headingLevel() > 0
    if style.fontStrikeOut():
        core = f"~~{core}~~"
    if style.fontItalic():
        core = f"*{core}*"
    if style.fontWeight() >= QFont.Weight.DemiBold and not is_heading and _row(block) is None:
        core = f"**{core}**"
    return lead + core + trail


def _prefix(block: QTextBlock) -> str:
    """Return what Markdown writes before a block of this kind."""
    quotes = "> " * quote_level(block)
    heading = block.blockFormat().headingLevel()
    if heading:
        return f"{quotes}{'#' * heading} "
    items = _list(block)
    if items is None:
        return quotes
    indent = "  " * max(0, items.format().indent() - 1)
    if items.format().style() in _BULLETS:
        return f"{quotes}{indent}- "
    return f"{quotes}{indent}{items.itemNumber(block) + items.format().start()}. "


def quote_level(block: QTextBlock) -> int:
    """Return in how many quotes a block stands.

    Qt's own `BlockQuoteLevel` is set on the first block of a quote alone; its margin is on each,
    and nothing else has one at its left.
    """
    return round(block.blockFormat().leftMargin() / QUOTE_PX)


def _list(block: QTextBlock) -> QTextList | None:
    return cast("QTextList | None", block.textList())


def _row(block: QTextBlock) -> tuple[int, int] | None:
    """Return the table and the row that a block stands in, None if in no table."""
    # PySide's types do not say that there may be none.
    table = cast("QTextTable | None", QTextCursor(block).currentTable())
    if table is None:
        return None
    cell = table.cellAt(block.position())
    return (table.firstPosition(), cell.row())
