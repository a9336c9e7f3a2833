"""The looks of words within a line: emphasis, code, links with their addresses. Pure."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.token import Token

from assistant.channels.terminal.text.line_wrap import Span
from assistant.channels.terminal.text.printable import printable
from assistant.markdown.parser import inline_tokens, new_parser

_STYLES: Final = {"strong_open": "strong", "em_open": "emphasis", "s_open": "strike"}


@cache
def line_parser() -> MarkdownIt:
    """Return the parser, which leaves addresses as they were written: a terminal opens none."""
    parser = new_parser()
    for name in ("normalizeLink", "normalizeLinkText"):
        setattr(parser, name, str)
    parser.validateLink = bool  # pyright: ignore[reportAttributeAccessIssue]
    return parser


def inline_text(source: str) -> str:
    """Return the words of a cell without marks."""
    return "".join(text for _style, text in inline_spans(inline_tokens(line_parser(), source, {})))


def inline_spans(tokens: Sequence[Token]) -> Iterator[Span]:
    """Yield words with the name of their style, or an empty one; the innermost counts."""
    styles: list[str] = []
    address = words = ""
    for token in tokens:
        if token.type in _STYLES:
            styles.append(_STYLES[token.type])
        elif token.type == "link_open":
            styles.append("link")
            words = ""
            # Of `<address>` the address is the words.
            address = "" if token.info == "auto" else str(token.attrGet("href") or "")
        elif token.nesting < 0:
            styles.pop()
            if token.type == "link_close":
                yield from _target(address, words)
        elif token.type == "image":
            picture = str(token.attrGet("src") or "")
            words += token.content or picture
            yield "link", _shown(token.content or picture)
            if "link" not in styles:
                yield from _target(picture, token.content or picture)
        else:
            words += token.content
            style = "code" if token.type == "code_inline" else styles[-1] if styles else ""
            yield style, _shown(token.content)


def _target(address: str, words: str) -> Iterator[Span]:
    if not words:
        yield "link", _shown(address)
    elif address and address != words:
        yield "target", f" ({_shown(address)})"


def _shown(text: str) -> str:
    """Return text on one line; an entity may stand for what steers a terminal."""
    return printable(text).replace("\n", " ")
