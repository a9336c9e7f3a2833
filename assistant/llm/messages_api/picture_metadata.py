"""Pictures without what cameras and programs wrote into them: place, time, owner. Pure.

Nothing is decoded: parts of the file are left out, and its pixels stay as they are.
"""

import struct
from typing import Final

_EXIF: Final = b"Exif\0\0"
_ORIENTATION: Final = 0x0112
_JPEG_KEPT: Final = frozenset({0xE0, 0xE2, 0xEE})
"""JFIF, the colour profile and Adobe's kind of colours; of the other segments for programs, none."""
_COMMENT: Final = 0xFE
_ALONE: Final = frozenset({0x01, *range(0xD0, 0xD9)})
"""JPEG markers without a length."""
_START_OF_SCAN: Final = 0xDA
_PNG_LEFT_OUT: Final = frozenset({b"eXIf", b"tEXt", b"zTXt", b"iTXt", b"tIME"})
_WEBP_LEFT_OUT: Final = frozenset({b"EXIF", b"XMP "})
_WEBP_FLAGS: Final = 0x0C
"""Bits of VP8X that say that there is EXIF or XMP."""


def without_metadata(data: bytes, media_type: str) -> bytes:
    """Return a whole picture without them; one that ends early, or is a GIF, as it is."""
    match media_type:
        case "image/jpeg":
            return _jpeg(data)
        case "image/png":
            return _png(data)
        case "image/webp":
            return _webp(data)
        case _:
            return data


def is_turned(data: bytes) -> bool:
    """Whether a JPEG says that it is shown otherwise than its pixels stand."""
    return any(
        marker == 0xE1 and data[at + 4 : at + 10] == _EXIF and _turned(data[at + 10 : end])
        for marker, at, end in _segments(data)
    )


def _turned(tiff: bytes) -> bool:
    order = {b"II": "<", b"MM": ">"}.get(tiff[:2])
    if order is None or len(tiff) < 8:
        return False
    (at,) = struct.unpack_from(f"{order}I", tiff, 4)
    if at + 2 > len(tiff):
        return False
    (count,) = struct.unpack_from(f"{order}H", tiff, at)
    for place in range(at + 2, min(at + 2 + count * 12, len(tiff) - 11), 12):
        tag, _kind, _count, value = struct.unpack_from(f"{order}HHIH", tiff, place)
        if tag == _ORIENTATION:
            return value not in {0, 1}
    return False


def _segments(data: bytes) -> list[tuple[int, int, int]]:
    """Return marker, begin and end of each segment before the pixels."""
    found: list[tuple[int, int, int]] = []
    at = 2
    while at + 4 <= len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if marker == 0xFF:  # filling
            at += 1
            continue
        if marker == _START_OF_SCAN:
            break
        end = at + 2 if marker in _ALONE else at + 2 + int.from_bytes(data[at + 2 : at + 4], "big")
        if end > len(data) or end < at + 2:
            break
        found.append((marker, at, end))
        at = end
    return found


def _jpeg(data: bytes) -> bytes:
    kept, end = [data[:2]], 2
    for marker, at, after in _segments(data):
        end = after
        is_left_out = marker == _COMMENT or (0xE0 <= marker <= 0xEF and marker not in _JPEG_KEPT)
        if not is_left_out:
            kept.append(data[at:after])
    return b"".join([*kept, data[end:]])


def _png(data: bytes) -> bytes:
    kept, at = [data[:8]], 8
    while at + 12 <= len(data):
        name = data[at + 4 : at + 8]
        end = at + 12 + int.from_bytes(data[at : at + 4], "big")
        if name not in _PNG_LEFT_OUT:
            kept.append(data[at:end])
        at = end
        if name == b"IEND":
            break  # what follows belongs to no picture
    return b"".join(kept)


def _webp(data: bytes) -> bytes:
    kept, at = list[bytes](), 12
    stop = min(len(data), int.from_bytes(data[4:8], "little") + 8)
    while at + 8 <= stop:
        name, size = data[at : at + 4], int.from_bytes(data[at + 4 : at + 8], "little")
        end = at + 8 + size + size % 2
        chunk = data[at:end]
        if name == b"VP8X" and len(chunk) > 8:
            chunk = chunk[:8] + bytes([chunk[8] & ~_WEBP_FLAGS]) + chunk[9:]
        if name not in _WEBP_LEFT_OUT:
            kept.append(chunk)
        at = end
    body = b"WEBP" + b"".join(kept)
    return b"RIFF" + len(body).to_bytes(4, "little") + body
