"""The words of a text, and what it says if it is encoded. Pure."""

import base64
import binascii
import codecs
import re
import unicodedata
from collections.abc import Callable, Iterator
from typing import Final
from urllib.parse import unquote

from assistant.languages import LANGUAGES

_WORD: Final = re.compile(r"[^\W_]+")
_RUN: Final = re.compile(r"[^\s&=?.,;:|/]{6,}")
"""A piece of a text that may be encoded by itself."""
_WHOLE: Final = 2_000
"""Characters up to which a text, or a run of it, is decoded."""
_RUNS: Final = 200
"""Runs of a text that are decoded by themselves."""
_CJK: Final = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]")
_LATIN: Final = re.compile(r"[A-Za-z]")
_LOOKALIKE: Final = re.compile(r"[\u0370-\u052f]")
"""Greek and Cyrillic: no word of a language mixes them with Latin letters."""
_PLAIN: Final = re.compile(r"[A-Z]?[a-z]+|[A-Z]+|[a-z]*(?:[A-Z][a-z]+)+|\d{1,4}")
_LONGEST_WORD: Final = 24
_OF_ADDRESSES: Final = frozenset(
    "api article articles com doc docs help home htm html http https index main net news org page"
    " pages person php post posts search site web wiki www".split()
)
_STOP: Final = _OF_ADDRESSES.union(*(known.empty_words for known in LANGUAGES.values()))
"""Words that tell nothing of anybody."""


def words(text: str) -> list[str]:
    """Words without case and accents, in order."""
    if not text.isascii():
        apart = unicodedata.normalize("NFKD", text)
        text = "".join(c for c in apart if not unicodedata.combining(c))
        text = unicodedata.normalize("NFKC", text)
    return _WORD.findall(text.casefold())


def squeezed(text: str) -> str:
    """Letters and digits alone, without case."""
    return "".join(words(text))


def is_cjk(word: str) -> bool:
    """Whether a word's script needs no space between words."""
    return _CJK.search(word) is not None


def is_telling(word: str) -> bool:
    """Whether a word can give something away: neither too short nor too common."""
    return len(word) >= (2 if is_cjk(word) else 3) and word not in _STOP


def is_unreadable(written: str) -> bool:
    """Whether a word belongs to no language, so that it may stand for anything."""
    if not written.isascii():
        is_mixed = _LATIN.search(written) and _LOOKALIKE.search(written)
        return len(written) > 2 * _LONGEST_WORD or is_mixed is not None
    if len(written) > _LONGEST_WORD or _PLAIN.fullmatch(written) is None:
        return len(written) > 3
    return len(written) > 5 and written.isalpha() and not set(written.casefold()) & set("aeiouy")


def unreadable_words(text: str) -> list[str]:
    """Words that belong to no language, as they are written."""
    return [word for word in _WORD.findall(text) if is_unreadable(word)]


def decodings(text: str) -> Iterator[str]:
    """Decode a text as a whole or run by run, up to twice."""
    candidates = [text] if len(text) <= _WHOLE else []
    candidates += [run[:_WHOLE] for run in _RUN.findall(text)[:_RUNS]]
    seen = {text}
    for candidate in dict.fromkeys(candidates):
        first = [reading for read in _READERS if (reading := read(candidate)) is not None]
        second = [
            reading for one in first for read in _READERS if (reading := read(one)) is not None
        ]
        for reading in (*first, *second):
            if reading not in seen:
                seen.add(reading)
                yield reading


def _base16(text: str) -> str | None:
    digits = re.sub(r"(?:0x|\\x|[^0-9A-Za-z])", "", text)
    if len(digits) < 6 or re.fullmatch(r"[0-9A-Fa-f]+", digits) is None:
        return None
    return _readable(bytes.fromhex(digits[: len(digits) // 2 * 2]))


def _codes(text: str) -> str | None:
    numbers = re.findall(r"\d+", text)
    codes = [int(number) for number in numbers if len(number) < 7]
    if len(codes) < 3 or len(codes) < len(numbers) or re.search(r"[A-Za-z]{2}", text):
        return None
    return "".join(chr(code) for code in codes if 31 < code < 0xD800) or None


def _base32(text: str) -> str | None:
    digits = re.sub(r"[^A-Z2-7]", "", text.upper())
    if len(digits) < 8 or len(digits) < 0.8 * len(text):
        return None
    try:
        return _readable(base64.b32decode(digits + "=" * (-len(digits) % 8)))
    except binascii.Error:
        return None


def _base64(text: str) -> str | None:
    digits = re.sub(r"[^A-Za-z0-9+/]", "", text.replace("-", "+").replace("_", "/"))
    if len(digits) < 4 or len(digits) < 0.8 * len(text):
        return None
    digits = digits[:-1] if len(digits) % 4 == 1 else digits
    try:
        return _readable(base64.b64decode(digits + "=" * (-len(digits) % 4)))
    except binascii.Error:
        return None


def _readable(data: bytes) -> str | None:
    """Decode bytes as text; drops a cut-off character at the end."""
    for end in range(len(data), max(0, len(data) - 4), -1):
        try:
            text = data[:end].decode("utf-8")
        except UnicodeDecodeError:
            continue
        return text if text and all(c.isprintable() or c.isspace() for c in text) else None
    return None


def _percent(text: str) -> str | None:
    return unquote(text) if "%" in text else None


def _escapes(text: str) -> str | None:
    if "\\u" not in text and "&#" not in text:
        return None
    import html

    plain = re.sub(r"\\u([0-9a-fA-F]{4})", lambda found: chr(int(found[1], 16)), text)
    return html.unescape(plain)


_READERS: Final[tuple[Callable[[str], str | None], ...]] = (
    _base64,
    _base16,
    _base32,
    _codes,
    _percent,
    _escapes,
    lambda text: text[::-1],
    lambda text: codecs.encode(text, "rot13"),
)
