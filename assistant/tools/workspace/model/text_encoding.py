"""Text out of the bytes of a file, in any common encoding, and back. Pure."""

import codecs
from dataclasses import dataclass
from typing import Final

_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # before UTF-16, whose mark it begins with
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_OLD: Final = ["cp949", "gb18030", "cp932", "euc_jp", "big5", "cp1252", "cp1251"]
"""Encodings that people's older files are in, where they are not UTF-8."""
_SAMPLE: Final = 20_000
"""Bytes that an encoding is guessed from."""
_SIGNATURES: Final = (
    (b"\x89PNG", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"GIF8", "a GIF picture"),
    (b"BM", "a BMP picture"),
    (b"%PDF", "a PDF document"),
    (b"PK\x03\x04", "a ZIP archive, or a document of an office program"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"7z\xbc\xaf", "a 7z archive"),
    (b"ID3", "an MP3 recording"),
    (b"OggS", "an Ogg recording"),
    (b"fLaC", "a FLAC recording"),
    (b"\x7fELF", "a program"),
    (b"MZ", "a program"),
    (b"SQLite format 3", "an SQLite database"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class DecodedText:
    """What a text file says."""

    text: str
    """Line ends as they are."""
    encoding: str = "utf-8"
    """As Python names it."""
    mark: bytes = b""
    """What the file begins with to tell its encoding."""
    is_exact: bool = True
    """Whether every byte could be read; U+FFFD stands for what could not."""

    def encoded(self, text: str) -> bytes:
        """Encode other text as this file is.

        Where its encoding has no bytes for it, or bytes of it were lost, it becomes UTF-8.
        """
        if self.is_exact:
            try:
                return self.mark + text.encode(self.encoding)
            except UnicodeEncodeError:
                pass
        return text.encode("utf-8", "replace")

    def lengthened(self, data: bytes, text: str) -> bytes | None:
        """Append text to the bytes of this file.

        What it holds stays byte for byte, unless its encoding has no bytes for the text: then the
        whole file becomes UTF-8.

        Args:
            data: The bytes of this file.
            text: What is added.

        Returns:
            None if bytes would be lost.
        """
        try:
            return data + text.encode(self.encoding)
        except UnicodeEncodeError:
            return self.encoded(self.text + text) if self.is_exact else None


@dataclass(frozen=True, slots=True, kw_only=True)
class BinaryFile:
    """A file that is no text."""

    kind: str
    """What it seems to be, for the model."""


def decode(data: bytes) -> DecodedText | BinaryFile:
    """Decode a file.

    A byte order mark decides, else UTF-8 where it fits, else what `charset-normalizer` finds
    likeliest of the encodings that were common before.
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _decoded(data[len(mark) :], encoding, mark)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        pass
    else:
        if "\0" not in text:
            return DecodedText(text=text)
    wide = _wide(data)
    if wide is not None:
        return _decoded(data, wide)
    kind = _binary(data)
    return BinaryFile(kind=kind) if kind else _decoded(data, _guess(data))


def _decoded(data: bytes, encoding: str, mark: bytes = b"") -> DecodedText:
    try:
        return DecodedText(text=data.decode(encoding), encoding=encoding, mark=mark)
    except UnicodeDecodeError:
        text = data.decode(encoding, "replace")
        return DecodedText(text=text, encoding=encoding, mark=mark, is_exact=False)


def _wide(data: bytes) -> str | None:
    """Which UTF-16 it is without a mark: in Latin text every other byte is zero."""
    sample = data[:_SAMPLE]
    if len(data) % 2 or len(sample) < 4:
        return None
    even, odd = sample[0::2].count(0), sample[1::2].count(0)
    half = len(sample) // 2
    for zeros, others, encoding in ((odd, even, "utf-16-le"), (even, odd, "utf-16-be")):
        if zeros > 0.4 * half and not others:
            try:
                text = data.decode(encoding)
            except UnicodeDecodeError:
                return None
            is_text = all(c.isprintable() or c.isspace() for c in text[:1_000])
            return encoding if is_text else None
    return None


def _binary(data: bytes) -> str:
    sample = data[:_SAMPLE]
    for signature, kind in _SIGNATURES:
        if data.startswith(signature) and _has_controls(sample):
            return kind
    if data[:4] == b"RIFF":
        return "a WebP picture" if data[8:12] == b"WEBP" else "a recording"
    return "binary data" if _has_controls(sample) else ""


def _has_controls(sample: bytes) -> bool:
    """Whether there are bytes that text has none of, in any encoding but UTF-16."""
    controls = sum(sample.count(code) for code in (*range(9), 11, *range(14, 27), *range(28, 32)))
    return b"\0" in sample or controls > len(sample) // 100


def _guess(data: bytes) -> str:
    from charset_normalizer import from_bytes  # late: it takes 30 ms to import

    best = from_bytes(data[:_SAMPLE], cp_isolation=_OLD).best()
    return "cp1252" if best is None else best.encoding
