"""What a person reads of a stored message, and what a conversation is called after it. Pure."""

import re
from typing import Final

from pydantic import ValidationError

from assistant.conversation.choices import visible_text
from assistant.llm.messages import Message, blocks

MAX_TITLE: Final = 60
"""Characters of a title that is made; a person's own may have `MAX_OWN_TITLE`."""
MAX_OWN_TITLE: Final = 200

_FENCE: Final = re.compile(r"^\s*(?:```|~~~)")
_RULE: Final = re.compile(r"^[\s*_=-]+$")
_LINE_MARKS: Final = re.compile(r"^\s*(?:#{1,6}\s+|>\s?|[-*+]\s+(?:\[[ xX]\]\s+)?|\d{1,3}[.)]\s+)+")
_LINK: Final = re.compile(r"!?\[([^\]]*)\]\([^)\s]*\)")
_CODE: Final = re.compile(r"`+([^`]*)`+")
_STRONG: Final = re.compile(r"(\*{1,3}|_{2,3}|~~)(?=\S)(.+?)(?<=\S)\1")
_TAG: Final = re.compile(r"</?[a-zA-Z][^<>]*>")
_INVISIBLE: Final = re.compile(r"[\x00-\x1f\x7f\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]")


def readable_words(role: str, content: str) -> str:
    """Return what a person reads of a message: without tools, thinking and the JSON of a choice.

    Args:
        role: Whose it is.
        content: JSON array of content blocks, as it is stored.

    Returns:
        The words; empty if there are none, or if the content cannot be understood.
    """
    try:
        message = Message(role="user", content=blocks.validate_json(content))
    except (ValidationError, ValueError):
        return ""
    return visible_text(message.text) if role == "assistant" else message.text


def make_title(text: str) -> str:
    """Return a title from the first words of the person's.

    Args:
        text: What they said.

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
    """Return a title of the person's own in one line, at most `MAX_OWN_TITLE` characters."""
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
