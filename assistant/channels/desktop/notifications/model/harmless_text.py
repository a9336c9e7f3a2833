"""Words for a notification: short, in one line, and without anything that deceives. Pure."""

import re
from typing import Final

from assistant.channels.desktop.widgets.model.short_text import elided
from assistant.foreign_text import storable, without_hidden

TITLE_LIMIT: Final = 80
BODY_LIMIT: Final = 200
CAPTION_LIMIT: Final = 32
"""Characters; more of a button is cut off by the services themselves."""

_FENCE: Final = re.compile(r"^\s*(```|~~~).*$", re.MULTILINE)
_LINE_MARK: Final = re.compile(r"^\s*(#{1,6}|>|[-*+]|\d{1,9}[.)])\s+", re.MULTILINE)
_LINK: Final = re.compile(r"!?\[([^\]\n]*)\]\([^)\n]*\)")
_EMPHASIS: Final = re.compile(r"\*{2,3}|_{2,3}|`+|(?<!\S)\*(?=\S)|(?<=\S)\*(?!\S)")


def one_line(text: str, limit: int) -> str:
    """Return words in one line of at most `limit` characters."""
    return elided(" ".join(storable(without_hidden(text)).split()), limit)


def words_of(markdown: str) -> str:
    """Return a reply without its marks."""
    text = _FENCE.sub("", markdown[: 4 * BODY_LIMIT])
    for mark, words in ((_LINE_MARK, ""), (_LINK, r"\1"), (_EMPHASIS, "")):
        text = mark.sub(words, text)
    return text
