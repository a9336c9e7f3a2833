"""Rows as they stand on the pages of a SQLite file, for where its own tree of pages leads nowhere.

Pure. The format: https://www.sqlite.org/fileformat.html, sections 1.6 and 2.1. Only what `Database`
writes is read: pages of 4096 bytes, text in UTF-8.
"""

import struct
from collections.abc import Iterator
from mmap import mmap
from typing import Final

PAGE_BYTES: Final = 4096
_HEADER: Final = 100
"""Bytes in front of the first page's own header."""
_LEAF: Final = 13
_LEAF_HEADER: Final = 8
_MOST_LOCAL: Final = PAGE_BYTES - 35
_LEAST_LOCAL: Final = (PAGE_BYTES - 12) * 32 // 255 - 23
_INTEGER_BYTES: Final = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}
_REAL: Final = 7
_FIXED: Final = {0: None, 8: 0, 9: 1}

Value = None | int | float | str | bytes


def leaf_rows(content: bytes | mmap) -> Iterator[tuple[int, tuple[Value, ...]]]:
    """Yield number and values of each row on a leaf of a table, whichever table it is.

    Args:
        content: The file; what is cut off or damaged is passed over.
    """
    for start in range(0, len(content) - PAGE_BYTES + 1, PAGE_BYTES):
        page = content[start : start + PAGE_BYTES]
        head = _HEADER if start == 0 else 0
        if page[head] != _LEAF:
            continue
        cells = min(_number(page, head + 3, 2), (PAGE_BYTES - head - _LEAF_HEADER) // 2)
        for n in range(cells):
            try:
                yield _row(content, page, _number(page, head + _LEAF_HEADER + 2 * n, 2))
            except (IndexError, ValueError):
                continue


def _row(content: bytes | mmap, page: bytes, at: int) -> tuple[int, tuple[Value, ...]]:
    size, at = _varint(page, at)
    rowid, at = _varint(page, at)
    local = size
    if size > _MOST_LOCAL:
        local = _LEAST_LOCAL + (size - _LEAST_LOCAL) % (PAGE_BYTES - 4)
        if local > _MOST_LOCAL:
            local = _LEAST_LOCAL
    payload = page[at : at + local]
    following = _number(page, at + local, 4) if size > local else 0
    while len(payload) < size:
        start = (following - 1) * PAGE_BYTES
        if not 0 < start <= len(content) - PAGE_BYTES:
            raise ValueError("a page of a long row is missing")
        following = _number(content, start, 4)
        payload += content[start + 4 : start + min(PAGE_BYTES, 4 + size - len(payload))]
    return rowid, tuple(_values(payload))


def _values(payload: bytes) -> Iterator[Value]:
    head, at = _varint(payload, 0)
    place = head
    while at < head:
        kind, at = _varint(payload, at)
        if kind in _FIXED:
            yield _FIXED[kind]
            continue
        if kind in _INTEGER_BYTES or kind == _REAL:
            length = _INTEGER_BYTES.get(kind, 8)
        elif kind >= 12:
            length = (kind - 12) // 2
        else:
            raise ValueError("a value of no kind")
        raw = payload[place : place + length]
        if len(raw) < length:
            raise ValueError("a value is cut off")
        place += length
        yield _value(kind, raw)


def _value(kind: int, raw: bytes) -> Value:
    if kind == _REAL:
        return struct.unpack(">d", raw)[0]
    if kind in _INTEGER_BYTES:
        return int.from_bytes(raw, "big", signed=True)
    return raw.decode("utf-8", "replace") if kind % 2 else raw


def _number(content: bytes | mmap, at: int, length: int) -> int:
    raw = content[at : at + length]
    if len(raw) < length:
        raise IndexError(at)
    return int.from_bytes(raw, "big")


def _varint(content: bytes, at: int) -> tuple[int, int]:
    """The number at a place, and the place behind it."""
    value = 0
    for n in range(8):
        byte = content[at + n]
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at + n + 1
    return value << 8 | content[at + 8], at + 9
