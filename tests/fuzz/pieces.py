"""Cuts an example into pieces such as a connection brings: which follows from its bytes. Pure."""

import zlib
from collections.abc import Sequence
from random import Random


def pieces(data: bytes, *, whole_characters: bool = False) -> Sequence[bytes]:
    """Return the same bytes in pieces, the same ones each time.

    Args:
        data: Of the example.
        whole_characters: Whether no piece ends within a character of UTF-8.
    """
    chance = Random(zlib.crc32(data))
    longest = chance.choice((2, 20, 200))
    found: list[bytes] = []
    start = 0
    while start < len(data):
        end = start + chance.randint(1, longest)
        while whole_characters and end < len(data) and data[end] & 0xC0 == 0x80:
            end += 1
        found.append(data[start:end])
        start = end
    return found
