"""Extracts the readable text of a stored message, and a conversation's default title. Pure."""

import re
from collections.abc import Iterator
from typing import Final, cast

from pydantic import ValidationError

from assistant.conversation.history.model.embedded_choice import visible_text
from assistant.llm.messages_api.messages import (
    DocumentBlock,
    ImageBlock,
    Message,
    ToolUseBlock,
    blocks,
)
from assistant.questions.formats import is_question_tool

MAX_TITLE: Final = 60
"""Characters of a title that is made; a person's own may have `MAX_OWN_TITLE`."""
MAX_OWN_TITLE: Final = 200

_ASKED_KEYS: Final = frozenset({"question", "question_text", "text", "header", "label", "title"})
"""What holds words in the input of the question tool."""
_MAX_DEPTH: Final = 6

_FENCE: Final = re.compile(r"^\s*(?:```|~~~)")
_RULE: Final = re.compile(r"^[\s*_=-]+$")
_LINE_MARKS: Final = re.compile(r"^\s*(?:#{1,6}\s+|>\s?|[-*+]\s+(?:\[[ xX]\]\s+)?|\d{1,3}[.)]\s+)+")
_LINK: Final = re.compile(r"!?\[([^\]]*)\]\([^)\s]*\)")
_CODE: Final = re.compile(r"`+([^`]*)`+")
_STRONG: Final = re.compile(r"(\*{1,3}|_{2,3}|~~)(?=\S)(.+?)(?<=\S)\1")
_TAG: Final = re.compile(r"</?[a-zA-Z][^<>]*>")
_INVISIBLE: Final = re.compile(r"[\x00-\x1f\x7f\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]")


def readable_text(role: str, content: str) -> str:
    """What a person reads of a message, questions and the names of files included.

    Other tools, thinking and the JSON of a choice are left out.

    Args:
        content: JSON array of content blocks, as it is stored.

    Returns:
        The words; empty if there are none, or if the content cannot be understood.
    """
    try:
        message = Message(role="user", content=blocks.validate_json(content))
    except (ValidationError, ValueError):
        return ""
    if role != "assistant":
        names = [b.name for b in message.content if isinstance(b, ImageBlock | DocumentBlock)]
        return "\n".join(filter(None, (message.text, *names)))
    asked = [
        b.input for b in message.content if isinstance(b, ToolUseBlock) and is_question_tool(b.name)
    ]
    parts = [visible_text(message.text), *(text for value in asked for text in _asked(value, 0))]
    return "\n".join(part for part in parts if part)


def _asked(value: object, depth: int) -> Iterator[str]:
    """Texts of questions and options, in whatever form the model wrote them."""
    if depth > _MAX_DEPTH:
        return
    if isinstance(value, dict):
        for key, inner in cast("dict[str, object]", value).items():
            if isinstance(inner, str):
                if key in _ASKED_KEYS:
                    yield inner
            else:
                yield from _asked(inner, depth + 1)
    elif isinstance(value, list):
        for inner in cast("list[object]", value):
            yield from [inner] if isinstance(inner, str) else _asked(inner, depth + 1)


def make_title(text: str) -> str:
    """Make a title from the user's first words.

    Returns:
        Its first line with words in it, without markup, at most `MAX_TITLE` characters; empty if
        there are no words.
    """
    for line in text[:20_000].splitlines():
        if _FENCE.match(line) or _RULE.match(line):
            continue
        plain = _plain(line)
        if plain:
            return _shortened(plain)
    return ""


def clean_title(text: str) -> str:
    """In one line, at most `MAX_OWN_TITLE` characters."""
    return " ".join(_INVISIBLE.sub(" ", text).split())[:MAX_OWN_TITLE].rstrip()


def _plain(line: str) -> str:
    line = _LINE_MARKS.sub("", _INVISIBLE.sub(" ", line))
    line = _CODE.sub(r"\1", _LINK.sub(r"\1", _TAG.sub("", line)))
    line = _STRONG.sub(r"\2", line)
    return " ".join(line.split())


def _shortened(text: str) -> str:
    if len(text) <= MAX_TITLE:
        return text
    cut = text[: MAX_TITLE - 1]
    space = cut.rfind(" ")
    if space > MAX_TITLE // 2:  # at the end of a word, where words are parted by spaces
        cut = cut[:space]
    return cut.rstrip(" ,.;:-") + "…"
