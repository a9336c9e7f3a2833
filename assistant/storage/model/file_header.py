"""The first 100 bytes of a SQLite file: https://www.sqlite.org/fileformat.html, section 1.3. Pure."""

from typing import Final

MAGIC: Final = b"SQLite format 3\x00"
HEADER_BYTES: Final = 100
SCHEMA: Final = 40
VERSION_OFFSET: Final = 60
APPLICATION_OFFSET: Final = 68
"""Offsets."""
_FORMAT: Final = b"\x40\x20\x20"
"""Fractions that every file has."""
_VERSIONS: Final = {1, 2}
_SCHEMA_FORMATS: Final = {0, 1, 2, 3, 4}
_ENCODINGS: Final = {0, 1, 2, 3}
_SMALLEST_PAGE: Final = 512


def is_sound(header: bytes) -> bool:
    """Whether SQLite can read a file with this header."""
    if len(header) < HEADER_BYTES or not header.startswith(MAGIC):
        return False
    size = number(header, 16, 2)
    return (
        (size == 1 or (size >= _SMALLEST_PAGE and size & (size - 1) == 0))
        and {*header[18:20]} <= _VERSIONS
        and header[21:24] == _FORMAT
        and number(header, 44) in _SCHEMA_FORMATS
        and number(header, 56) in _ENCODINGS
    )


def sound_header(pages: int) -> bytes:
    """A header for a file of that many pages of 4096 bytes, with a rollback journal and no free page."""
    header = bytearray(HEADER_BYTES)
    header[:16] = MAGIC
    header[16:24] = b"\x10\x00\x01\x01\x00" + _FORMAT
    for at, value in ((24, 1), (28, pages), (SCHEMA, 1), (44, 4), (56, 1), (92, 1)):
        header[at : at + 4] = value.to_bytes(4, "big")
    return bytes(header)


def number(header: bytes, at: int, length: int = 4) -> int:
    """The unsigned number at a place."""
    return int.from_bytes(header[at : at + length], "big")
