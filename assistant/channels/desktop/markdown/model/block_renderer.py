"""The blocks of a Markdown text, and each of them as safe HTML. Pure.

Importing this loads the parser, so it waits for the first text.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from html import escape

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.rules_core import StateCore
from markdown_it.rules_core.block import block as read_blocks
from markdown_it.rules_core.normalize import normalize
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

from assistant.channels.desktop.markdown.model.bare_addresses import split_at_addresses
from assistant.channels.desktop.markdown.model.safe_links import is_safe_link
from assistant.markdown.parser import draw_box, inline_tokens, is_item_head, new_parser


def _image_as_link(
    self: RendererHTML, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType
) -> str:
    """An image would be fetched by showing it; the user decides instead."""
    token = tokens[idx]
    address = str(token.attrGet("src") or "")
    text = escape(token.content or address)
    return f'<a href="{escape(address)}">{text}</a>' if is_safe_link(address) else text


def _code(
    self: RendererHTML, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType
) -> str:
    """Code within a list or a quote; its end is no line of its own."""
    token = tokens[idx]
    language = (token.info.split() or [""])[0]
    attribute = f' class="language-{escape(language)}"' if language else ""
    code = escape(token.content.removesuffix("\n"))
    return f"<pre><code{attribute}>{code}</code></pre>\n"


@cache
def _parser() -> MarkdownIt:
    parser = new_parser(breaks=True)
    parser.validateLink = is_safe_link  # pyright: ignore[reportAttributeAccessIssue]
    parser.add_render_rule("image", _image_as_link)
    parser.add_render_rule("fence", _code)
    parser.add_render_rule("code_block", _code)
    return parser


def _html() -> RendererHTML:
    renderer = _parser().renderer
    assert isinstance(renderer, RendererHTML)
    return renderer


class BlockRenderer:
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
                pieces.append(self.words(token.content, is_item=is_item_head(group, index)))
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
        children = inline_tokens(parser, content, self._env)
        if is_item:
            draw_box(children)
        children = list(_with_links(children))
        return _html().renderInline(children, parser.options, self._env)


def _with_links(tokens: Sequence[Token]) -> Iterator[Token]:
    """Make links of the addresses that stand in words as they are, but within no other link."""
    depth = 0
    for token in tokens:
        depth += token.nesting if token.type in {"link_open", "link_close"} else 0
        if token.type != "text" or depth:
            yield token
            continue
        for piece, is_address in split_at_addresses(token.content):
            words = Token("text", "", 0, content=piece)
            if is_address:
                yield Token("link_open", "a", 1, attrs={"href": piece})
                yield words
                yield Token("link_close", "a", -1)
            else:
                yield words


def _top_level(tokens: list[Token]) -> list[list[Token]]:
    groups: list[list[Token]] = []
    depth = 0
    for token in tokens:
        if depth == 0 and token.nesting >= 0:
            groups.append([])
        groups[-1].append(token)
        depth += token.nesting
    return groups
