"""The parts of what a server answers: text, pictures, resources, however they are written. Pure."""

import base64
import json
import re
from collections.abc import Mapping
from typing import Any, Final, cast

from assistant.foreign_text import storable

Json = dict[str, Any]
MAX_SHOWN: Final = 2_000
"""Characters of a part that is none of the protocol's, as it is shown to the model."""
_HEXADECIMAL: Final = re.compile(r"(?:89504e47|ffd8ff|47494638|52494646)(?:[0-9a-f]{2})+", re.I)
"""How pictures and sounds begin."""
_UNREAD: Final = "[a part that cannot be read, of the type"
_DATA_NAMES: Final = ("data", "base64", "blob", "bytes", "content", "value", "file_data")
_ADDRESS: Final = re.compile(r"(?i)(?:https?|file)://")
_PICTURE: Final = re.compile(
    r"(?i)(?:\S+ )?(?:image|png|jpe?g|gif|webp|picture|photo|screenshot)\b"
)
_WRITTEN_PARTS: Final = re.compile(r'\s*\[\s*\{[^{}]*"type"\s*:')
"""How the parts of a result begin that are written as JSON in a text."""


def read_parts(given: object) -> list[Json]:
    """The parts of a result; lists in lists are read as one."""
    if isinstance(given, str) and _WRITTEN_PARTS.match(given):
        written = from_text(given)
        given = given if written is None else written
    if given is None:
        return []
    several = cast("list[object]", given) if isinstance(given, list) else [given]
    parts: list[Json | None] = []
    for each in several:
        fields = fields_of(each)
        inner: object = fields.get("content") if fields else each
        if isinstance(inner, list) and (not fields or "text" not in fields):
            # Parts in parts, but a mere list is shown as it is.
            listed = cast("list[object]", inner)
            is_parts = any(isinstance(one, dict) for one in listed)
            parts += read_parts(listed) if is_parts else [_part(each)]
        elif each is not None:
            parts.append(_part(each))
    return [part for part in parts if part is not None]


def _part(value: object) -> Json | None:
    """One part as the protocol has it; unknown ones become text, empty ones None."""
    if isinstance(value, str):
        return words_part(value)
    if not isinstance(value, dict):
        return words_part(shown(value))
    part = cast("Json", value)
    kind = part.get("type", _kind_of(part))
    match re.sub(r"[-_]", "", kind.lower()) if isinstance(kind, str) else kind:
        case "text" | "markdown" | "html" | "string" | "inputtext" | "outputtext" as words:
            keys = ("text", words, "value", "content", "message", "data")
            text = next((part[key] for key in keys if part.get(key) is not None), None)
            if text is None:
                is_empty = part.keys() <= {*keys, "type", "annotations", "_meta"}
                return None if is_empty else _unread(part)
            return words_part(text if isinstance(text, str) else shown(text))
        case "json" if found := part.keys() & {"json", "data", "value"}:
            return words_part(shown(part[min(found)]))
        case "image" | "audio" as sort:
            return _data_part(sort, part)
        case "imageurl" | "inputimage":
            return _linked_picture(part)
        case "resourcelink":
            fields = fields_of(part.get("resource")) or part
            uri = text_of(fields.get("uri"))
            name = text_of(fields.get("name")) or uri
            link = {"type": "resource_link", "uri": uri, "name": name, **words_of(fields)}
            return link if uri else _unread(part)
        case "resource" | "embeddedresource":
            given: object = part.get("resource") or part
            listed = cast("list[object]", given) if isinstance(given, list) else [given]
            resource = read_contents(listed[0]) if len(listed) == 1 else None
            return {"type": "resource", "resource": resource} if resource else _unread(part)
        case _:
            return _foreign_part(part)


def _foreign_part(part: Json) -> Json:
    """Read a part of a type that the protocol has not."""
    if isinstance(part.get("text"), str):
        return words_part(part["text"])
    for around in ("inlineData", "inline_data", "file"):
        if inner := fields_of(part.get(around)):
            return _foreign_part(inner)
    is_data = _PICTURE.match(f"{part.get('type')} {_mime_type(part)}") or part.keys() & {
        "blob",
        "file_data",
    }
    return _data_part("image", part) if is_data else _unread(part)


def _kind_of(part: Json) -> str:
    """Guess the type of a part that does not state it."""
    if "text" in part:
        return "text"
    if "data" in part:
        return "audio" if _mime_type(part).startswith("audio/") else "image"
    return "resource" if "resource" in part else ""


def _data_part(kind: str, part: Json) -> Json:
    source = fields_of(part.get("source"))  # as model services have it
    given = [part.get(key) for key in (*_DATA_NAMES, kind)]
    data = next((_base64(one) for one in (*given, source.get("data")) if one), "")
    if not data or _ADDRESS.match(data):
        linked = {"url": data, **part} if data else part
        return _linked_picture(linked) if kind == "image" else _unread(part)
    return {"type": kind, "data": data, "mimeType": _mime_type(part) or _mime_type(source)}


def _base64(value: object) -> str:
    """Return data as Base64; servers write it in hexadecimal and as a list of bytes, too."""
    if isinstance(value, dict):  # a Buffer of Node.js, or the like
        fields = cast("Json", value)
        value = next((fields[key] for key in _DATA_NAMES if fields.get(key)), None)
    if isinstance(value, list):
        try:
            return base64.b64encode(bytes(cast("list[int]", value))).decode()
        except (TypeError, ValueError):
            return ""
    if not isinstance(value, str):
        return ""
    if _HEXADECIMAL.fullmatch(value):
        return base64.b64encode(bytes.fromhex(value)).decode()
    return value


def _linked_picture(part: Json) -> Json:
    """Read a picture that is given by its address, as in messages to OpenAI's service."""
    names = ("image_url", "imageUrl", "url", "uri", "src", "source")
    given = [part[name] for name in names if part.get(name)]
    url = next(
        (found for one in given if (found := text_of(one) or text_of(fields_of(one).get("url")))),
        "",
    )
    if not url:
        return _unread(part)
    if url.lower().startswith("data:"):
        return {"type": "image", "data": url, "mimeType": _mime_type(part)}
    return {"type": "resource_link", "uri": url, "name": url}


def _mime_type(part: Mapping[str, Any]) -> str:
    names = ("mimeType", "mime_type", "mediaType", "media_type")
    return next((text_of(part[name]) for name in names if part.get(name)), "")


def _unread(part: Json) -> Json:
    kind = text_of(part.get("type")) or "no type"
    return words_part(f"{_UNREAD} {kind[:60]}: {shown(part)}]")


def is_unread(part: Json) -> bool:
    return str(part.get("text", "")).startswith(_UNREAD)


def words_part(text: str) -> Json:
    return {"type": "text", "text": storable(text)}


def read_contents(value: object) -> Json | None:
    if isinstance(value, str):
        return {"uri": "", "text": storable(value)}
    fields = fields_of(value)
    uri = text_of(fields.get("uri"))
    kind = _mime_type(fields)
    about = {"uri": uri, **({"mimeType": kind} if kind else {})}
    text, blob = fields.get("text"), fields.get("blob")
    if isinstance(text, str):
        return {**about, "text": storable(text)}
    if isinstance(blob, str):
        return {**about, "blob": blob}
    return {**about, "text": shown(text)} if text is not None else None


def words_of(entry: Mapping[str, Any]) -> Json:
    words = {key: text_of(entry.get(key)) for key in ("title", "description", "mimeType")}
    return {key: value for key, value in words.items() if value}


def fields_of(value: object) -> Json:
    return cast("Json", value) if isinstance(value, dict) else {}


def from_text(value: object) -> object:
    """A value that is written as JSON in a text; None if the text is none."""
    if not isinstance(value, str):
        return value
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        return None


def text_of(value: object) -> str:
    """Text of a scalar."""
    if isinstance(value, str):
        return storable(value)
    return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else ""


def shown(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN]}…"
