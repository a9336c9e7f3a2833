"""Which pictures a model's service takes. Pure: a picture is judged by its bytes alone.

What a server, a file name or a header says of it counts for nothing: one picture whose bytes are
another type than the request names is refused, and the whole conversation with it.
"""

import base64
import binascii
import re
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from assistant.llm.messages_api.messages import ImageBlock

MAX_BASE64: Final = 5 * 1024 * 1024
"""Characters of base64 a picture may have (Messages API, vision)."""
MAX_SIDE: Final = 8_000
"""Pixels of the longer side (Messages API, vision)."""
_DATA_URL: Final = re.compile(r"\s*data:[^,;]*(?:;[^,;]*)*;base64,", re.IGNORECASE)
_URL_ALPHABET: Final = str.maketrans("-_", "+/")
_SPACES: Final = re.compile(r"\s+")
_NO_FRAME: Final = frozenset({0xC4, 0xC8, 0xCC})
"""JPEG markers among those of frames (C0 to CF) that begin something else."""
_ALONE: Final = frozenset({0x01, *range(0xD0, 0xD9)})
"""JPEG markers without a length."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PictureHeader:
    """What the bytes of a picture say of it."""

    media_type: str
    width: int
    height: int
    is_whole: bool
    """Whether its end is there."""


def picture_header(data: bytes) -> PictureHeader | None:
    """Return what a picture is, or None if it is none that a model's service takes."""
    for begins, media_type, read in _FORMATS:
        if begins(data):
            found = read(data)
            if found is None or not all(found[:2]):
                return None
            width, height, is_whole = found
            return PictureHeader(
                media_type=media_type, width=width, height=height, is_whole=is_whole
            )
    return None


def is_taken(header: PictureHeader, data: bytes) -> bool:
    """Whether a model's service takes a picture as it is."""
    return (
        header.is_whole
        and max(header.width, header.height) <= MAX_SIDE
        and (len(data) + 2) // 3 * 4 <= MAX_BASE64
    )


def image_block(data: bytes, media_type: str) -> ImageBlock:
    encoded = base64.b64encode(data).decode("ascii")
    return ImageBlock(source={"type": "base64", "media_type": media_type, "data": encoded})


def is_data_url(text: str) -> bool:
    """Whether a text begins as a picture does that is written as an address."""
    found = _DATA_URL.match(text)
    return found is not None and found[0].strip().lower().startswith("data:image/")


def decoded_base64(text: str) -> bytes | None:
    """Return what base64 holds, also in its other alphabet, in lines or as a `data:` address."""
    found = _DATA_URL.match(text)
    digits = _SPACES.sub("", text[found.end() :] if found else text).rstrip("=")
    digits = digits.translate(_URL_ALPHABET)
    try:
        return base64.b64decode(digits + "=" * (-len(digits) % 4), validate=True) or None
    except (binascii.Error, ValueError):
        return None


_Size = tuple[int, int, bool]
"""Width, height, and whether the end is there."""


def _png(data: bytes) -> _Size | None:
    if data[12:16] != b"IHDR" or len(data) < 24:
        return None
    return _number(data[16:20]), _number(data[20:24]), _has_whole_chunks(data)


def _has_whole_chunks(data: bytes) -> bool:
    """Whether all parts of a PNG are there and as they were written."""
    at, names = 8, set[bytes]()
    while b"IEND" not in names:
        end = at + 8 + _number(data[at : at + 4])
        if end + 4 > len(data) or zlib.crc32(data[at + 4 : end]) != _number(data[end : end + 4]):
            return False
        names.add(data[at + 4 : at + 8])
        at = end + 4
    return b"IDAT" in names


def _gif(data: bytes) -> _Size | None:
    if len(data) < 10:
        return None
    is_whole = data.rstrip(b"\0").endswith(b";")
    return _little(data[6:8]), _little(data[8:10]), is_whole


def _webp(data: bytes) -> _Size | None:
    if len(data) < 30:
        return None
    is_whole = len(data) >= _little(data[4:8]) + 8
    match data[12:16]:
        case b"VP8X":
            return _little(data[24:27]) + 1, _little(data[27:30]) + 1, is_whole
        case b"VP8L":
            bits = _little(data[21:25])
            return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1, is_whole
        case b"VP8 ":
            return _little(data[26:28]) & 0x3FFF, _little(data[28:30]) & 0x3FFF, is_whole
        case _:
            return None


def _jpeg(data: bytes) -> _Size | None:
    at = 2
    while at + 9 < len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if marker == 0xFF:  # filling
            at += 1
        elif marker in _ALONE:
            at += 2
        elif 0xC0 <= marker <= 0xCF and marker not in _NO_FRAME:
            is_whole = data.rfind(b"\xff\xd9") > at
            return _number(data[at + 7 : at + 9]), _number(data[at + 5 : at + 7]), is_whole
        else:
            at += 2 + _number(data[at + 2 : at + 4])
    return None


def _number(digits: bytes) -> int:
    return int.from_bytes(digits, "big")


def _little(digits: bytes) -> int:
    return int.from_bytes(digits, "little")


_FORMATS: Final[
    tuple[tuple[Callable[[bytes], bool], str, Callable[[bytes], _Size | None]], ...]
] = (
    (lambda data: data.startswith(b"\x89PNG\r\n\x1a\n"), "image/png", _png),
    (lambda data: data.startswith(b"\xff\xd8\xff"), "image/jpeg", _jpeg),
    (lambda data: data.startswith((b"GIF87a", b"GIF89a")), "image/gif", _gif),
    (lambda data: data[:4] == b"RIFF" and data[8:12] == b"WEBP", "image/webp", _webp),
)
"""How each begins, what it is called, and how its size is read."""
