"""What a server sent: which kind of content, in which encoding. Pure."""

import codecs
import re
from enum import Enum
from typing import Final

_CHARSET: Final = re.compile(r"charset\s*=\s*[\"']?\s*([\w.:-]{1,40})", re.IGNORECASE)
_META: Final = re.compile(
    rb"<meta[^>]{0,200}?charset\s*=\s*[\"']?\s*([\w.:-]{1,40})", re.IGNORECASE
)
_META_WITHIN: Final = 1_024
"""Bytes in which a page declares its encoding (HTML standard)."""
_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_AS_BROWSERS_DO: Final = {
    "ascii": "cp1252",
    "iso8859-1": "cp1252",
    "iso8859-9": "cp1254",
    "iso8859-11": "cp874",
    "euc_kr": "cp949",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "shift_jis": "cp932",
}
"""Encodings that pages name and do not keep to (WHATWG Encoding Standard)."""
_ENCODING: Final = re.compile(
    r"utf-8|utf-16(-le|-be)?|ascii|iso8859-\d+|cp(125\d|866|874|932|949)|koi8-[ru]|mac-\w+"
    r"|euc_(kr|jp)|johab|gb2312|gbk|gb18030|big5(hkscs)?|shift_jis|iso2022_jp|tis-620"
)
"""What is decoded: encodings of text, none of Python's own, of which some take very long."""


class ContentKind(Enum):
    """How content is read."""

    HTML = "html"
    TEXT = "text"


class UnreadableError(ValueError):
    """Content that is not read; the message says why."""


def kind_of(content_type: str, body: bytes) -> ContentKind:
    """How a page is read.

    Args:
        content_type: The header; empty if there was none.
        body: What was sent.

    Raises:
        UnreadableError: If it is no text.
    """
    declared = content_type.partition(";")[0].strip().lower()
    if declared in {"text/html", "application/xhtml+xml"}:
        return ContentKind.HTML
    is_text = declared.startswith("text/") or declared in {
        "application/json",
        "application/xml",
        "application/yaml",
        "application/toml",
        "application/markdown",
        "application/javascript",
        "application/x-ndjson",
    }
    if is_text or (declared.endswith(("+json", "+xml")) and declared != "image/svg+xml"):
        return ContentKind.TEXT
    if declared:
        shown = declared if declared.isprintable() and len(declared) <= 100 else "strange"
        raise UnreadableError(f"Its type is {shown}, which cannot be read as text.")
    start = body[:_META_WITHIN].lstrip().lower()
    if start.startswith((b"<!doctype html", b"<html")):
        return ContentKind.HTML
    if b"\0" in body[:_META_WITHIN]:
        raise UnreadableError("It has no type and is no text.")
    return ContentKind.TEXT


def decoded(body: bytes, content_type: str) -> str:
    """Decode in the encoding that mark, header or page name, else UTF-8.

    Never fails: what cannot be decoded becomes replacement characters.
    """
    for mark, encoding in _MARKS:
        if body.startswith(mark):
            return body[len(mark) :].decode(encoding, "replace")
    named = _CHARSET.search(content_type)
    if named is not None and (encoding := _known(named[1])):
        return body.decode(encoding, "replace")
    meta = _META.search(body[:_META_WITHIN])
    if meta is not None and (encoding := _known(meta[1].decode("ascii", "replace"))):
        # A page that could be read this far is not in UTF-16, whatever it says.
        return body.decode("utf-8" if encoding.startswith("utf-16") else encoding, "replace")
    return body.decode("utf-8", "replace")


def _known(name: str) -> str | None:
    try:
        normal = codecs.lookup(name).name
    except (LookupError, ValueError):
        return None
    if not _ENCODING.fullmatch(normal):
        return None
    return _AS_BROWSERS_DO.get(normal, normal)
