"""Markdown of a preview as a tree that a page builds its elements from. Pure.

No markup of the source ever becomes markup of the page: raw HTML stays text, images and links
become words with their address behind them, and only the tags named here come out.
"""

from functools import cache
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode
from pydantic import BaseModel, ConfigDict


class Piece(BaseModel):
    """An element, or a stretch of text."""

    model_config = ConfigDict(frozen=True)

    tag: str = ""
    """Its name; empty for text."""
    text: str = ""
    parts: tuple["Piece", ...] = ()


_TAGS: Final = {
    "paragraph": "p",
    "heading": "h2",
    "bullet_list": "ul",
    "ordered_list": "ol",
    "list_item": "li",
    "blockquote": "blockquote",
    "strong": "strong",
    "em": "em",
    "s": "s",
    "table": "table",
    "thead": "thead",
    "tbody": "tbody",
    "tr": "tr",
    "th": "th",
    "td": "td",
}
_EMPTY: Final = {"hr": "hr", "hardbreak": "br", "softbreak": "br"}


@cache
def _parser() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])


def pieces(source: str) -> tuple[Piece, ...]:
    """Return a text as elements."""
    return _inside(SyntaxTreeNode(_parser().parse(source)))


def _inside(node: SyntaxTreeNode) -> tuple[Piece, ...]:
    return tuple(piece for child in node.children for piece in _of(child))


def _of(node: SyntaxTreeNode) -> tuple[Piece, ...]:
    kind = node.type
    if kind == "inline":
        return _inside(node)
    if kind in _TAGS:
        return (Piece(tag=_TAGS[kind], parts=_inside(node)),)
    if kind in _EMPTY:
        return (Piece(tag=_EMPTY[kind]),)
    if kind in {"fence", "code_block"}:
        code = Piece(tag="code", parts=(Piece(text=node.content),))
        return (Piece(tag="pre", parts=(code,)),)
    if kind == "code_inline":
        return (Piece(tag="code", parts=(Piece(text=node.content),)),)
    if kind in {"link", "image"}:
        return _reference(node)
    return (Piece(text=node.content),)


def _reference(node: SyntaxTreeNode) -> tuple[Piece, ...]:
    """Return a link or an image as its words and its address; the page opens and fetches neither."""
    address = str(node.attrs.get("href") or node.attrs.get("src") or "")
    words = _inside(node) or (Piece(text=node.content),)
    if "".join(piece.text for piece in words) == address:
        return words
    return (*words, Piece(text=f" ({address})"))
