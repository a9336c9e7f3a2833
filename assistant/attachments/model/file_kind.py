"""What a file is, judged by its bytes alone: its name counts for nothing. Pure."""

from dataclasses import dataclass
from enum import Enum
from typing import Final

from assistant.locale import mark

_PDF_WITHIN: Final = 1_024
"""Bytes within which readers of PDFs look for the mark of one."""
_PICTURES: Final = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"GIF87a", b"GIF89a")


class FileKind(Enum):
    """What is done with a file."""

    EMPTY = "empty"
    PICTURE = "picture"
    PDF = "pdf"
    TEXT = "text"
    """Or what turns out to be none when it is decoded."""
    FOREIGN = "foreign"
    """Of a known kind that is not taken."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownFormat:
    """A kind of file that is not taken, in the user's words, and what to do about it."""

    name: str
    remedy: str


_AS_PICTURE: Final = mark("Save it as PNG or JPEG, and attach that.")
_AS_PDF: Final = mark("Save it as PDF or as text, and attach that.")
_UNPACKED: Final = mark("Unpack it, and attach the files in it.")
_NOTHING: Final = mark("Pictures (PNG, JPEG, GIF, WebP), PDFs and text files can be attached.")

_HEIC: Final = KnownFormat(name=mark("HEIC pictures cannot be attached."), remedy=_AS_PICTURE)
_AVIF: Final = KnownFormat(name=mark("AVIF pictures cannot be attached."), remedy=_AS_PICTURE)
_TIFF: Final = KnownFormat(name=mark("TIFF pictures cannot be attached."), remedy=_AS_PICTURE)
_BMP: Final = KnownFormat(name=mark("BMP pictures cannot be attached."), remedy=_AS_PICTURE)
_OFFICE: Final = KnownFormat(
    name=mark("Documents of office programs cannot be attached."), remedy=_AS_PDF
)
_ARCHIVE: Final = KnownFormat(name=mark("Archives cannot be attached."), remedy=_UNPACKED)
_SOUND: Final = KnownFormat(name=mark("Recordings and films cannot be attached."), remedy=_NOTHING)
_PROGRAM: Final = KnownFormat(name=mark("Programs cannot be attached."), remedy=_NOTHING)
NO_TEXT: Final = KnownFormat(
    name=mark("This is neither a picture nor a PDF nor text."), remedy=_NOTHING
)

_BEGINNINGS: Final = (
    (b"II*\0", _TIFF),
    (b"MM\0*", _TIFF),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", _OFFICE),
    (b"PK\x05\x06", _ARCHIVE),
    (b"\x1f\x8b", _ARCHIVE),
    (b"7z\xbc\xaf", _ARCHIVE),
    (b"Rar!\x1a\x07", _ARCHIVE),
    (b"\xfd7zXZ\0", _ARCHIVE),
    (b"ID3", _SOUND),
    (b"OggS", _SOUND),
    (b"fLaC", _SOUND),
    (b"\x1aE\xdf\xa3", _SOUND),
    (b"\x7fELF", _PROGRAM),
)
_OFFICE_PARTS: Final = (b"[Content_Types].xml", b"word/", b"xl/", b"ppt/", b"mimetypeapplication/")
_FTYP: Final = {b"avif": _AVIF, b"avis": _AVIF, b"heic": _HEIC, b"heix": _HEIC, b"mif1": _HEIC}


def kind_of(data: bytes) -> FileKind:
    """Return what is done with a file."""
    if not data:
        return FileKind.EMPTY
    if data.startswith(_PICTURES) or (data[:4] == b"RIFF" and data[8:12] == b"WEBP"):
        return FileKind.PICTURE
    if b"%PDF-" in data[:_PDF_WITHIN]:
        return FileKind.PDF
    return FileKind.TEXT if foreign_format(data) is None else FileKind.FOREIGN


def foreign_format(data: bytes) -> KnownFormat | None:
    """Return what a file is that is not taken; None if it may be text."""
    for beginning, known in _BEGINNINGS:
        if data.startswith(beginning):
            return known
    if data.startswith(b"PK\x03\x04"):
        return _OFFICE if any(part in data[:4_096] for part in _OFFICE_PARTS) else _ARCHIVE
    if data[4:8] == b"ftyp":
        return _FTYP.get(data[8:12], _SOUND)
    if data[:4] == b"RIFF":
        return _SOUND
    if data.startswith(b"BM") and b"\0" in data[:32]:
        return _BMP
    if data.startswith(b"MZ") and b"\0" in data[:64]:
        return _PROGRAM
    return None
