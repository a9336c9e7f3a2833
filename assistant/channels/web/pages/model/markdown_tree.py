"""Markdown of a preview as a tree that a page builds its elements from. Pure.

No markup of the source ever becomes markup of the page: raw HTML stays text, images and links
become words with their address behind them, and only the tags named here come out.
"""

from functools import cache
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode
from pydantic import BaseModel, ConfigDict

from assistant.markdown.parser import new_parser


class MarkdownNode(BaseModel):
    """An element, or a stretch of text."""

    model_config = ConfigDict(frozen=True)

    tag: str = ""
    """Its name; empty for text."""
    text: str = ""
    parts: tuple["MarkdownNode", ...] = ()


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
    return new_parser()


def markdown_nodes(source: str) -> tuple[MarkdownNode, ...]:
    """Return a text as elements."""
    return _inside(SyntaxTreeNode(_parser().parse(source)))


def _inside(node: SyntaxTreeNode) -> tuple[MarkdownNode, ...]:
    return tuple(piece for child in node.children for piece in _of(child))


def _of(node: SyntaxTreeNode) -> tuple[MarkdownNode, ...]:
    kind = node.type
    if kind == "inline":
        return _inside(node)
    if kind in _TAGS:
        return (MarkdownNode(tag=_TAGS[kind], parts=_inside(node)),)
    if kind in _EMPTY:
        return (MarkdownNode(tag=_EMPTY[kind]),)
    if kind in {"fence", "code_block"}:
        code = MarkdownNode(tag="code", parts=(MarkdownNode(text=node.content),))
        return (MarkdownNode(tag="pre", parts=(code,)),)
    if kind == "code_inline":
        return (MarkdownNode(tag="code", parts=(MarkdownNode(text=node.content),)),)
    if kind in {"link", "image"}:
        return _reference(node)
    return (MarkdownNode(text=node.content),)


def _reference(node: SyntaxTreeNode) -> tuple[MarkdownNode, ...]:
    """Return a link or an image as its words and its address; the page opens and fetches neither."""
    address = str(node.attrs.get("href") or node.attrs.get("src") or "")
    words = _inside(node) or (MarkdownNode(text=node.content),)
    if "".join(piece.text for piece in words) == address:
        return words
    return (*words, MarkdownNode(text=f" ({address})"))
