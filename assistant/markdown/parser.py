"""The one parser of Markdown: CommonMark with tables, struck words and GitHub's boxes. Pure.

Raw HTML is off. Importing this loads markdown-it, so it waits for the first text.
"""

import re
from collections.abc import Sequence
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore, text_join
from markdown_it.rules_inline import StateInline
from markdown_it.rules_inline.state_inline import Delimiter
from markdown_it.token import Token
from markdown_it.utils import EnvType

_BOX: Final = re.compile(r"\[([ xX])\][ \t]+")
_EAST_ASIAN: Final = re.compile(
    "[\u1100-\u11ff\u3040-\u30ff\u3130-\u318f\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97f"
    "\uac00-\ud7ff\uf900-\ufaff\uff66-\uff9d\U00020000-\U0003ffff]"
)
"""Letters of Korean, Chinese and Japanese, which follow a closing mark without a space."""


def new_parser(*, breaks: bool = False) -> MarkdownIt:
    """Return a parser, which keeps nothing from one text to the next; making one takes long.

    Args:
        breaks: Whether the line ends of the source are line ends of the HTML.
    """
    parser = MarkdownIt("commonmark", {"html": False, "breaks": breaks})
    parser.enable(["table", "strikethrough"])
    parser.inline.ruler.at("emphasis", _emphasis)
    parser.core.ruler.push("boxes", _draw_boxes)
    return parser


def inline_tokens(parser: MarkdownIt, content: str, env: EnvType) -> list[Token]:
    """Return the words of one paragraph, cell or line as tokens, texts that touch as one."""
    children: list[Token] = []
    parser.inline.parse(content, parser, env, children)
    return joined_texts(parser, children, env)


def joined_texts(parser: MarkdownIt, children: list[Token], env: EnvType) -> list[Token]:
    """Return the tokens of a paragraph with texts that touch as one."""
    inline = Token("inline", "", 0, children=children)
    text_join(StateCore("", parser, env, [inline]))
    return inline.children or []


def is_item_head(tokens: Sequence[Token], index: int) -> bool:
    """Whether a token is the words at the head of a list item, where a box may stand."""
    before = [token.type for token in tokens[max(0, index - 2) : index]]
    return before == ["list_item_open", "paragraph_open"]


def draw_box(children: Sequence[Token]) -> None:
    """Make `[ ]` and `[x]` at the head of a list item the box of a task."""
    first = children[0] if children else None
    found = _BOX.match(first.content) if first is not None and first.type == "text" else None
    if first is not None and found is not None:
        first.content = ("☐ " if found[1] == " " else "☑ ") + first.content[found.end() :]


def _draw_boxes(state: StateCore) -> None:
    for index, token in enumerate(state.tokens):
        if token.type == "inline" and is_item_head(state.tokens, index):
            draw_box(token.children or [])


def _emphasis(state: StateInline, silent: bool) -> bool:
    """Read a run of `*` or `_`.

    CommonMark finds no end in `**"A"**는` or `**A:**b`, and no beginning in `그는**"A"**`, because a
    letter stands where it wants a space. Two asterisks need none here, nor does one beside a letter
    of a language that writes without.
    """
    marker = state.src[state.pos]
    if silent or marker not in "*_":
        return False
    scanned = state.scanDelims(state.pos, marker == "*")
    end = state.pos + scanned.length
    before, after = state.src[: state.pos][-1:], state.src[end : end + 1]
    opens, closes = scanned.can_open, scanned.can_close
    if marker == "*" and before.strip() and after.strip():
        opens = opens or _needs_no_space(before, scanned.length)
        closes = closes or _needs_no_space(after, scanned.length)
    for _each in range(scanned.length):
        state.push("text", "", 0).content = marker
        state.delimiters.append(
            Delimiter(
                marker=ord(marker),
                length=scanned.length,
                token=len(state.tokens) - 1,
                end=-1,
                open=opens,
                close=closes,
            )
        )
    state.pos = end
    return True


def _needs_no_space(letter: str, asterisks: int) -> bool:
    """Whether a mark may begin behind a letter, or end before it, whatever it encloses."""
    return letter.isalnum() if asterisks > 1 else _EAST_ASIAN.match(letter) is not None
