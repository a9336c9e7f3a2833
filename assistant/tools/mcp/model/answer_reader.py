"""What servers answer, read entry by entry and part by part. Pure.

The protocol's package takes an answer whole or not at all: one tool without a schema would lose a
server all its tools, and one part of a result that cannot be read would make a call that was done a
failure, to be done again. What is known of an answer is written here as the protocol wants it, and
what cannot be read is left out or put into words.
"""

import base64
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, cast

from assistant.foreign_text import storable
from assistant.message_splitter import BARE

MAX_SHOWN: Final = 2_000
"""Characters of a part that is none of the protocol's, as it is shown to the model."""
_Json = dict[str, Any]
_TASK_SUPPORT: Final = frozenset({"forbidden", "optional", "required"})
_HEXADECIMAL: Final = re.compile(r"(?:89504e47|ffd8ff|47494638|52494646)(?:[0-9a-f]{2})+", re.I)
"""How pictures and sounds begin."""
_UNREAD: Final = "[a part that cannot be read, of the type"
_WAS_DONE: Final = (
    "[The server answered, so the call was done all the same. Do not call again to read it.]"
)
_BESIDES: Final[Mapping[str, Callable[[object], bool]]] = {
    "_meta": lambda value: isinstance(value, dict),
    "resultType": lambda value: isinstance(value, str),
    "nextCursor": lambda value: isinstance(value, str) and value != "",
    "ttlMs": lambda value: type(value) is int and value >= 0,
    "cacheScope": lambda value: value in ("public", "private"),
}
"""What results of any kind may say besides, with whether a value is one."""
_CAPABILITIES_OF_OBJECTS: Final = frozenset({"experimental", "extensions", "tasks"})
"""Those whose fields are objects; of the others they are true or false."""
_UNSAID_VERSION: Final = "2024-11-05"
"""The protocol's first; what is taken for a server that does not say its own."""
_SCHEMA_NAMES: Final = ("inputSchema", "input_schema", "parameters", "schema")


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadAnswer:
    """An answer as the protocol wants it."""

    result: _Json
    left_out: tuple[str, ...] = ()
    """What of a list could not be read: the entry's name, or its number from 1 as `#2`."""


def read_answer(method: str, result: object) -> ReadAnswer:
    """Read a server's response leniently.

    Args:
        method: Of the request.
        result: JSON; a value that is no object stands under `BARE`.
    """
    result = _fields(result).get(BARE, result)
    match method:
        case "tools/list":
            return _list(result, "tools", _tool)
        case "resources/list":
            return _list(result, "resources", _resource)
        case "resources/templates/list":
            return _list(result, "resourceTemplates", _template)
        case "prompts/list":
            return _list(result, "prompts", _prompt)
        case "tools/call":
            return ReadAnswer(result=_call_result(result))
        case "resources/read":
            return ReadAnswer(result=_contents_result(result))
        case "prompts/get":
            return ReadAnswer(result=_prompt_result(result))
        case "initialize":
            return ReadAnswer(result=_initialized(result))
        case _:
            return ReadAnswer(result=_fields(result))


# Lists.


def _list(result: object, key: str, read: Callable[[_Json], _Json | None]) -> ReadAnswer:
    fields = _fields(result)
    if key not in fields:
        inner = _fields(fields.get("result")) or _fields(fields.get("data"))
        fields = inner if key in inner else fields
    entries = cast("object", result if isinstance(result, list) else fields.get(key))
    if isinstance(entries, dict):  # by name
        named = cast("dict[str, object]", entries)
        entries = [
            {"name": name, **cast("_Json", each)} if isinstance(each, dict) else each
            for name, each in named.items()
        ]
    found: list[_Json] = []
    left_out: list[str] = []
    listed = cast("list[object]", entries) if isinstance(entries, list) else []
    for number, entry in enumerate(listed, 1):
        one = read(_fields(entry))
        if one is None:
            left_out.append(_text(_fields(entry).get("name")) or f"#{number}")
        else:
            found.append(one)
    kept = {name: value for name, value in fields.items() if name != key}
    return ReadAnswer(result=_complete({**kept, key: found}), left_out=tuple(left_out))


def _tool(entry: _Json) -> _Json | None:
    if "name" not in entry and isinstance(entry.get("function"), dict):  # as OpenAI's service
        entry = _fields(entry["function"])
    name = _text(entry.get("name"))
    if not name:
        return None
    given = next((entry[key] for key in _SCHEMA_NAMES if entry.get(key)), None)
    tool = {"name": name, "inputSchema": _object_schema(given), **_words(entry)}
    support = _fields(entry.get("execution")).get("taskSupport")
    if isinstance(support, str) and support in _TASK_SUPPORT:
        tool["execution"] = {"taskSupport": support}
    return tool


def _object_schema(value: object) -> _Json:
    """The schema of a tool's input as the protocol takes one; any object if it is malformed."""
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            value = None
    schema = dict(_fields(value))
    if schema.keys() == {"json"}:  # as Bedrock has it
        schema = dict(_fields(schema["json"]))
    if _is_of_properties(schema):
        schema = _Json(properties=schema)
    if schema.get("type", "object") != "object" and "properties" not in schema:
        return {"type": "object"}
    schema["type"] = "object"
    properties = schema.get("properties")
    if isinstance(properties, dict):
        schema["properties"] = {
            name: each if isinstance(each, dict | bool) else _short_schema(each)
            for name, each in cast("dict[str, object]", properties).items()
        }
    else:
        schema.pop("properties", None)
    required = schema.pop("required", None)
    if isinstance(required, list):
        names = [name for name in cast("list[object]", required) if isinstance(name, str)]
        schema["required"] = list(dict.fromkeys(names))
    if not isinstance(schema.get("$schema", ""), str):
        del schema["$schema"]
    return schema


def _is_of_properties(schema: _Json) -> bool:
    """Whether an object holds the properties themselves, with nothing around them."""
    return bool(schema) and all(
        isinstance(each, dict) and "type" in each and not name.startswith("$")
        for name, each in schema.items()
    )


def _short_schema(value: object) -> _Json:
    """Expand a schema written as a type's name alone."""
    return {"type": value} if isinstance(value, str) else {}


def _resource(entry: _Json) -> _Json | None:
    uri = _text(entry.get("uri"))
    return {"uri": uri, "name": _text(entry.get("name")) or uri, **_words(entry)} if uri else None


def _template(entry: _Json) -> _Json | None:
    uri = _text(entry.get("uriTemplate"))
    name = _text(entry.get("name")) or uri
    return {"uriTemplate": uri, "name": name, **_words(entry)} if uri else None


def _prompt(entry: _Json) -> _Json | None:
    name = _text(entry.get("name"))
    if not name:
        return None
    arguments: list[_Json] = []
    given: object = entry.get("arguments")
    for each in cast("list[object]", given) if isinstance(given, list) else []:
        fields = _fields(each) or {"name": each}
        argument = _text(fields.get("name"))
        if argument:
            required = fields.get("required") is True
            arguments.append({"name": argument, "required": required, **_words(fields)})
    return {"name": name, "arguments": arguments, **_words(entry)}


def _words(entry: Mapping[str, Any]) -> _Json:
    words = {key: _text(entry.get(key)) for key in ("title", "description", "mimeType")}
    return {key: value for key, value in words.items() if value}


# Results.


def _call_result(result: object) -> _Json:
    fields = _fields(result)
    if fields.get("resultType") == "input_required" or "inputRequests" in fields:
        return dict(fields)
    is_error = fields.get("isError", fields.get("is_error")) in (True, "true", "True", 1)
    structured = fields.get("structuredContent", fields.get("structured_content"))
    given: object = fields.get("content")
    if given is None and structured is None:
        given = _without_envelope(fields) if isinstance(result, dict) else result
    parts = _parts(given)
    if parts and all(map(_is_unread, parts)):
        parts = [*parts, _words_part(_WAS_DONE)] if structured is None else []
    if structured is not None and not isinstance(structured, dict):
        parts.append({"type": "text", "text": _shown(structured)})
        structured = None
    kept = {key: fields[key] for key in ("_meta", "resultType") if isinstance(fields.get(key), str)}
    more: _Json = {} if structured is None else {"structuredContent": structured}
    return _complete({**kept, "content": parts, **more, "isError": is_error})


def _without_envelope(fields: Mapping[str, Any]) -> object:
    """What a result holds outside the protocol's envelope."""
    known = {"isError", "is_error", "_meta", "resultType", "content", "structuredContent"}
    rest = {name: value for name, value in fields.items() if name not in known}
    return [{"type": "text", "text": _shown(rest)}] if rest else None


def _parts(given: object) -> list[_Json]:
    if given is None:
        return []
    several = cast("list[object]", given) if isinstance(given, list) else [given]
    parts = [_part(each) for each in several if each is not None]
    return [part for part in parts if part is not None]


def _part(value: object) -> _Json | None:
    """One part as the protocol has it; unknown ones become text, empty ones None."""
    if isinstance(value, str):
        return _words_part(value)
    if not isinstance(value, dict):
        return _words_part(_shown(value))
    part = cast("_Json", value)
    kind = part.get("type", _kind_of(part))
    match kind.lower() if isinstance(kind, str) else kind:
        case "text" | "markdown" | "html" | "string" | "input_text" | "output_text" as words:
            keys = ("text", words, "value", "content")
            text = next((part[key] for key in keys if part.get(key) is not None), None)
            if text is None:
                return (
                    None
                    if part.keys() <= {*keys, "type", "annotations", "_meta"}
                    else _unread(part)
                )
            return _words_part(text if isinstance(text, str) else _shown(text))
        case "json" if "json" in part or "data" in part:
            return _words_part(_shown(part.get("json", part.get("data"))))
        case "image" | "audio" as sort:
            return _data_part(sort, part)
        case "image_url" | "input_image":
            return _linked_picture(part)
        case "resource_link" if uri := _text(part.get("uri")):
            name = _text(part.get("name")) or uri
            return {"type": "resource_link", "uri": uri, "name": name, **_words(part)}
        case "resource":
            resource = _contents(part.get("resource") or part)
            return {"type": "resource", "resource": resource} if resource else _unread(part)
        case _:
            return _unread(part)


def _kind_of(part: _Json) -> str:
    """Guess the type of a part that does not state it."""
    if "text" in part:
        return "text"
    if "data" in part:
        return "audio" if _mime_type(part).startswith("audio/") else "image"
    return "resource" if "resource" in part else ""


def _data_part(kind: str, part: _Json) -> _Json:
    source = _fields(part.get("source"))  # as model services have it
    given = (part.get(key) for key in ("data", "base64", "blob", kind))
    data = next((_base64(one) for one in (*given, source.get("data")) if one), "")
    if not data:
        return _linked_picture(part) if kind == "image" else _unread(part)
    return {"type": kind, "data": data, "mimeType": _mime_type(part) or _mime_type(source)}


def _base64(value: object) -> str:
    """Return data as Base64; servers write it in hexadecimal and as a list of bytes, too."""
    if isinstance(value, dict):  # a Buffer of Node.js
        value = cast("_Json", value).get("data")
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


def _linked_picture(part: _Json) -> _Json:
    """Read a picture that is given by its address, as in messages to OpenAI's service."""
    given = part.get("image_url", part.get("url"))
    url = (
        _text(given)
        or _text(_fields(given).get("url"))
        or _text(_fields(part.get("source")).get("url"))
    )
    if not url:
        return _unread(part)
    if url.startswith("data:"):
        return {"type": "image", "data": url, "mimeType": _mime_type(part)}
    return {"type": "resource_link", "uri": url, "name": url}


def _mime_type(part: Mapping[str, Any]) -> str:
    names = ("mimeType", "mime_type", "mediaType", "media_type")
    return next((_text(part[name]) for name in names if part.get(name)), "")


def _unread(part: _Json) -> _Json:
    kind = _text(part.get("type")) or "no type"
    return _words_part(f"{_UNREAD} {kind[:60]}: {_shown(part)}]")


def _is_unread(part: _Json) -> bool:
    return str(part.get("text", "")).startswith(_UNREAD)


def _words_part(text: str) -> _Json:
    return {"type": "text", "text": storable(text)}


def _contents_result(result: object) -> _Json:
    fields = _fields(result)
    if fields.get("resultType") == "input_required" or "inputRequests" in fields:
        return dict(fields)
    given = cast("object", result if isinstance(result, list) else fields.get("contents", fields))
    several = cast("list[object]", given) if isinstance(given, list) else [given]
    kept = {name: value for name, value in fields.items() if name != "contents"}
    contents = [
        _contents(each) or {"uri": "", "text": f"[this cannot be read: {_shown(each)}]"}
        for each in several
        if each
    ]
    return _complete({**kept, "contents": contents})


def _contents(value: object) -> _Json | None:
    if isinstance(value, str):
        return {"uri": "", "text": storable(value)}
    fields = _fields(value)
    uri = _text(fields.get("uri"))
    kind = _mime_type(fields)
    about = {"uri": uri, **({"mimeType": kind} if kind else {})}
    text, blob = fields.get("text"), fields.get("blob")
    if isinstance(text, str):
        return {**about, "text": storable(text)}
    if isinstance(blob, str):
        return {**about, "blob": blob}
    return {**about, "text": _shown(text)} if text is not None else None


def _prompt_result(result: object) -> _Json:
    fields = _fields(result)
    if fields.get("resultType") == "input_required" or "inputRequests" in fields:
        return dict(fields)
    is_bare = isinstance(result, list | str)
    given = cast("object", result if is_bare else fields.get("messages"))
    several = cast("list[object]", given) if isinstance(given, list) else [given]
    messages: list[_Json] = []
    for each in several:
        message = _fields(each)
        role = "assistant" if message.get("role") == "assistant" else "user"
        content = message.get("content") if message else each
        messages += [{"role": role, "content": part} for part in _parts(content)]
    return _complete({**_words(fields), "messages": messages})


def _initialized(result: object) -> _Json:
    fields = dict(_fields(result))
    able = _fields(fields.get("capabilities"))
    fields["capabilities"] = {
        name: _capability(name, cast("_Json", value) if isinstance(value, dict) else {})
        for name, value in able.items()
        if isinstance(value, dict) or value is True
    }
    if not isinstance(fields.get("protocolVersion"), str):
        fields["protocolVersion"] = _UNSAID_VERSION
    info = _fields(fields.get("serverInfo"))
    about = {key: _text(info.get(key)) for key in ("name", "title", "version")}
    fields["serverInfo"] = {
        "name": about["name"],
        "version": about["version"],
        **({"title": about["title"]} if about["title"] else {}),
    }
    if not isinstance(fields.get("instructions", ""), str):
        del fields["instructions"]
    return fields


def _capability(name: str, fields: Mapping[str, object]) -> _Json:
    """One capability without foreign fields."""
    kind = dict if name in _CAPABILITIES_OF_OBJECTS else bool
    return {key: each for key, each in fields.items() if isinstance(each, kind)}


# Values.


def _complete(result: _Json) -> _Json:
    """Drop what would make the whole result unreadable."""
    for name, is_right in _BESIDES.items():
        if name in result and not is_right(result[name]):
            del result[name]
    result.setdefault("resultType", "complete")  # the newer protocol wants it
    return result


def _fields(value: object) -> _Json:
    return cast("_Json", value) if isinstance(value, dict) else {}


def _text(value: object) -> str:
    """Text of a scalar."""
    if isinstance(value, str):
        return storable(value)
    return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else ""


def _shown(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN]}…"
