"""Markdown of a reply as text with entities.

No markup is ever sent as markup, so nothing has to be escaped and nothing in a reply can break it:
what Telegram has no look for becomes plain words. Tables stand in a code block, their columns below
each other.
"""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from assistant.channels.telegram.model.formatted_text import (
    EntitySpan,
    FormattedText,
    joined,
    plain,
    styled,
)
from assistant.foreign_text import without_hidden
from assistant.markdown.parser import new_parser
from assistant.tools.system.model.addresses import WEB, AddressProblem, parse_address

_STYLES: Final = {"strong": "bold", "em": "italic", "s": "strikethrough"}
_RULE: Final = "———"
_INDENT: Final = "   "
_BETWEEN: Final = "\n\n"
_LIST_KINDS: Final = frozenset({"bullet_list", "ordered_list"})
_BULLETS: Final = ("•", "◦", "▪")


@cache
def _parser() -> MarkdownIt:
    return new_parser()


def formatted_markdown(source: str) -> FormattedText:
    """Return a text as Telegram shows it; without hidden characters."""
    tree = SyntaxTreeNode(_parser().parse(without_hidden(source)))
    return _blocks(tree.children, _Place()).stripped()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Place:
    """Where a block stands."""

    depth: int = 0
    """How many lists it is in."""
    in_quote: bool = False


def _blocks(
    nodes: Sequence[SyntaxTreeNode], place: _Place, between: str = _BETWEEN
) -> FormattedText:
    return joined((_block(node, place) for node in nodes), between)


def _block(node: SyntaxTreeNode, place: _Place) -> FormattedText:
    kind = node.type
    if kind == "heading":
        return _wrapped("bold", _inlines(node))
    if kind in _LIST_KINDS:
        return _list(node, place)
    if kind == "blockquote":
        inside = _blocks(node.children, _Place(depth=place.depth, in_quote=True))
        return inside if place.in_quote else _wrapped("blockquote", inside)
    if kind in {"fence", "code_block"}:
        return _code(node.content, node.info if kind == "fence" else "")
    if kind == "table":
        return _code(_table(node), "")
    if kind == "hr":
        return plain(_RULE)
    return _inlines(node) if node.children else plain(node.content)


def _code(content: str, info: str) -> FormattedText:
    text = content.rstrip("\n") or " "
    language = (info.split() or [""])[0]
    return FormattedText(text, (EntitySpan(kind="pre", start=0, end=len(text), language=language),))


def _list(node: SyntaxTreeNode, place: _Place) -> FormattedText:
    first = int(node.attrs.get("start", 1))
    items: list[FormattedText] = []
    for number, item in enumerate(node.children, start=first):
        bullet = _BULLETS[min(place.depth, len(_BULLETS) - 1)]
        mark = f"{number}." if node.type == "ordered_list" else bullet
        inner = _Place(depth=place.depth + 1, in_quote=place.in_quote)
        is_tight = all(child.hidden or child.type in _LIST_KINDS for child in item.children)
        words = _blocks(item.children, inner, "\n" if is_tight else _BETWEEN)
        items.append(plain(f"{_INDENT * place.depth}{mark} ") + words)
    return joined(items, "\n")


def _table(node: SyntaxTreeNode) -> str:
    rows = [
        [_inlines(cell).text.replace("\n", " ") for cell in row.children]
        for part in node.children
        for row in part.children
    ]
    n_columns = max(map(len, rows))
    widths = [max(_width(row[n]) for row in rows if n < len(row)) for n in range(n_columns)]
    lines = [
        " | ".join(cell + " " * (widths[n] - _width(cell)) for n, cell in enumerate(row)).rstrip()
        for row in rows
    ]
    return "\n".join([lines[0], "-+-".join("-" * width for width in widths), *lines[1:]])


def _width(text: str) -> int:
    """Return how many columns a text takes in a fixed font."""
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def _inlines(node: SyntaxTreeNode) -> FormattedText:
    return joined(_inline(child) for child in node.children)


def _inline(node: SyntaxTreeNode) -> FormattedText:
    kind = node.type
    if kind == "inline":
        return _inlines(node)
    if kind in _STYLES:
        return _wrapped(_STYLES[kind], _inlines(node))
    if kind == "code_inline":
        return styled("code", node.content)
    if kind in {"softbreak", "hardbreak"}:
        return plain("\n")
    if kind in {"link", "image"}:
        return _reference(node)
    return plain(node.content)


def _reference(node: SyntaxTreeNode) -> FormattedText:
    """Return a link, or a picture, which is never fetched: its words, with the address behind."""
    address = str(node.attrs.get("href") or node.attrs.get("src") or "")
    words = plain(node.content) if node.type == "image" else _inlines(node)
    if not words.text.strip():
        words = plain(address)
    if not _is_web(address):
        shown = address and address != words.text
        return words + plain(f" ({address})") if shown else words
    link = EntitySpan(kind="text_link", start=0, end=len(words.text), url=address)
    return FormattedText(words.text, (link, *words.spans))


def _is_web(address: str) -> bool:
    """Whether Telegram takes an address behind words."""
    try:
        judged = parse_address(address)
    except AddressProblem:
        return False
    return judged.scheme in WEB and "." in judged.host and address.isascii()


def _wrapped(kind: str, inside: FormattedText) -> FormattedText:
    if not inside.text:
        return inside
    around = EntitySpan(kind=kind, start=0, end=len(inside.text))
    return FormattedText(inside.text, (around, *inside.spans))
