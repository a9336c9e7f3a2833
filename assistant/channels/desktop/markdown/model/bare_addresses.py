"""Addresses that stand in words as they are, without the signs that make a link. Pure.

An address ends, as on GitHub, before the punctuation of its sentence and before a bracket that was
opened ahead of it; and before letters other than ASCII's, which in Chinese and Korean follow without
a space. One in an attribute of HTML, which is shown as text, is text too.
"""

import re
from collections.abc import Iterator
from typing import Final

from assistant.channels.desktop.markdown.model.safe_links import is_safe_link

_ADDRESS: Final = re.compile(
    r"(?<![a-z0-9/@.])(?<!=['\"])https?://[!#-;=?-\[\]_a-z~]+", re.IGNORECASE
)
_SENTENCE: Final = "?!.,:;*_~'"
_BRACKETS: Final = {")": "(", "]": "["}


def split_at_addresses(text: str) -> Iterator[tuple[str, bool]]:
    """Yield the text in pieces, in order, each with whether it is an address to be opened."""
    end = 0
    for found in _ADDRESS.finditer(text):
        address = _without_sentence(found[0])
        if not is_safe_link(address):
            continue
        if found.start() > end:
            yield text[end : found.start()], False
        end = found.start() + len(address)
        yield address, True
    if end < len(text):
        yield text[end:], False


def _without_sentence(address: str) -> str:
    while address:
        last = address[-1]
        opening = _BRACKETS.get(last)
        is_foreign = opening is not None and address.count(last) > address.count(opening)
        if last not in _SENTENCE and not is_foreign:
            break
        address = address[:-1]
    return address
