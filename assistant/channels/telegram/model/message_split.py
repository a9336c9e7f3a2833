"""Splits a text into messages where a reader would pause."""

from collections.abc import Iterator
from typing import Final

import regex

from assistant.channels.telegram.model.formatted_text import FormattedText, utf16_length

MAX_MESSAGE_UNITS: Final = 4096
"""UTF-16 units of a message."""
_BREAKS: Final = (
    regex.compile(r"\n\s*\n"),
    regex.compile(r"\n"),
    regex.compile(r"[.!?…][\"'”’)\]]*\s+|[。！？][”’」』）]*"),
    regex.compile(r"\s+"),
)
"""Where a text may end, the best place first: paragraph, line, sentence, word."""
_LEAST: Final = 0.5
"""A break before this share of a message is not taken while there is a worse one behind it."""
_CHARACTER: Final = regex.compile(r"\X")
"""What is seen as one character, however many it is written with."""
_LONGEST_CHARACTER: Final = 64


def split(text: FormattedText, limit: int = MAX_MESSAGE_UNITS) -> tuple[FormattedText, ...]:
    """Return a text as messages of at most `limit` UTF-16 units; nothing for a blank one."""
    return tuple(_split(text.stripped(), limit))


def _split(text: FormattedText, limit: int) -> Iterator[FormattedText]:
    while utf16_length(text.text) > limit:
        end = _end(text.text, limit)
        part = text[:end].stripped()
        if part.text:
            yield part
        text = text[end:].stripped()
    if text.text:
        yield text


def _end(text: str, limit: int) -> int:
    """Return where the first message ends."""
    most = _fitting(text, limit)
    for found in _BREAKS:
        ends = [match.end() for match in found.finditer(text, 0, most + 1)]
        fitting = [end for end in ends if _LEAST * most <= end <= most]
        if fitting:
            return fitting[-1]
    return _whole_characters(text, most)


def _fitting(text: str, limit: int) -> int:
    """Return how many characters have at most `limit` UTF-16 units."""
    units = 0
    for index, character in enumerate(text):
        units += 2 if character > "\uffff" else 1
        if units > limit:
            return index
    return len(text)


def _whole_characters(text: str, most: int) -> int:
    """Return the last place up to `most` that cuts nothing that is seen as one character."""
    start = max(0, most - _LONGEST_CHARACTER)
    ends = [match.end() for match in _CHARACTER.finditer(text, start, most + _LONGEST_CHARACTER)]
    fitting = [end for end in ends if start < end <= most]
    return fitting[-1] if fitting else most
