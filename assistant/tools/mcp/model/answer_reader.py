"""What servers answer, read entry by entry and part by part. Pure.

The protocol's package takes an answer whole or not at all: one tool without a schema would lose a
server all its tools, and one part of a result that cannot be read would make a call that was done a
failure, to be done again. What is known of an answer is written here as the protocol wants it, and
what cannot be read is left out or put into words.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, cast

from assistant.message_splitter import BARE
from assistant.tools.mcp.model.answer_parts import (
    Json,
    fields_of,
    from_text,
    is_unread,
    read_contents,
    read_parts,
    shown,
    text_of,
    words_of,
    words_part,
)
from assistant.tools.mcp.model.schema_repair import is_type

_TASK_SUPPORT: Final = frozenset({"forbidden", "optional", "required"})
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
_SCHEMA_NAMES: Final = (
    *("inputSchema", "input_schema", "parameters", "schema"),
    *("params", "arguments", "args", "input"),
)
_AROUND_TOOL: Final = ("function", "toolSpec", "tool")
"""What other services have around a tool."""
_AROUND_RESULT: Final = frozenset({"result", "toolResult", "tool_result", "data"})
_WORDS: Final = frozenset({"type", "title", "description"})
_AROUND_PROPERTIES: Final = frozenset({"properties", "items", "additionalProperties", "not"})
"""Keywords that hold schemas, so that what has one is a schema itself."""
_AROUND_SCHEMA: Final = frozenset({"json", "jsonSchema", "json_schema"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadAnswer:
    """An answer as the protocol wants it."""

    result: Json
    left_out: tuple[str, ...] = ()
    """What of a list could not be read: the entry's name, or its number from 1 as `#2`."""


def read_answer(method: str, result: object) -> ReadAnswer:
    """Read a server's response leniently.

    Args:
        method: Of the request.
        result: JSON; a value that is no object stands under `BARE`.
    """
    result = fields_of(result).get(BARE, result)
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
            return ReadAnswer(result=fields_of(result))


# Lists.


def _list(result: object, key: str, read: Callable[[Json], Json | None]) -> ReadAnswer:
    fields = fields_of(from_text(result))
    if fields:
        if key not in fields:
            inner: object = fields.get("result", fields.get("data"))
            if isinstance(inner, list):
                fields = Json({key: inner})
            elif key in fields_of(inner):
                fields = fields_of(inner)
        by_case = {name.lower(): name for name in fields}
        stood = by_case.get(key.lower(), key)
        is_unread = stood not in fields and not fields.keys() <= _BESIDES.keys()
        given: object = fields.get(stood, "" if is_unread else None)
    else:
        stood, given = key, result or None
    entries = from_text(given)
    if isinstance(entries, dict):
        named = cast("dict[str, object]", entries)
        by_name: list[object] = [
            {"name": name, **fields_of(each)} if not each or fields_of(each) else each
            for name, each in named.items()
        ]
        entries = [named] if isinstance(named.get("name"), str) else by_name
    found: list[Json] = []
    left_out: list[str] = []
    listed = cast("list[object]", entries) if isinstance(entries, list) else []
    if given is not None and not isinstance(entries, list):
        left_out.append(key)
    for number, entry in enumerate(listed, 1):
        one = read(fields_of(entry))
        if one is None:
            left_out.append(text_of(fields_of(entry).get("name")) or f"#{number}")
        else:
            found.append(one)
    kept = {name: value for name, value in fields.items() if name not in {key, stood}}
    return ReadAnswer(result=_complete({**kept, key: found}), left_out=tuple(left_out))


def _tool(entry: Json) -> Json | None:
    if "name" not in entry:
        entry = next((fields_of(entry[key]) for key in _AROUND_TOOL if key in entry), entry)
    name = text_of(entry.get("name"))
    if not name:
        return None
    given = next((entry[key] for key in _SCHEMA_NAMES if entry.get(key)), None)
    tool = {"name": name, "inputSchema": _object_schema(given), **words_of(entry)}
    support = fields_of(entry.get("execution")).get("taskSupport")
    if isinstance(support, str) and support in _TASK_SUPPORT:
        tool["execution"] = {"taskSupport": support}
    return tool


def _object_schema(value: object) -> Json:
    """The schema of a tool's input as the protocol takes one; any object if it is malformed."""
    value = from_text(value)
    if isinstance(value, list):
        value = _of_parameters(cast("list[object]", value))
    schema = dict(fields_of(value))
    inner = fields_of(next(iter(schema.values()))) if len(schema) == 1 else {}
    if schema.keys() <= _AROUND_SCHEMA or (schema.keys() <= {"schema"} and "properties" in inner):
        schema = dict(inner)
    if _is_of_properties(schema):
        schema = Json(properties=schema)
    if schema.get("type", "object") != "object" and "properties" not in schema:
        return {"type": "object"}
    schema["type"] = "object"
    properties = schema.get("properties")
    if isinstance(properties, list):
        del schema["properties"]
        schema |= _of_parameters(cast("list[object]", properties))
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


def _of_parameters(listed: list[object]) -> Json:
    """The schema of parameters that are listed, each with its name inside."""
    named = {
        name: fields_of(each) for each in listed if (name := text_of(fields_of(each).get("name")))
    }
    properties = {
        name: {key: value for key, value in fields.items() if key not in {"name", "required"}}
        for name, fields in named.items()
    }
    required = [name for name, fields in named.items() if fields.get("required") is True]
    return {"properties": properties, "required": required} if named else {}


def _is_of_properties(schema: Json) -> bool:
    """Whether an object holds the properties themselves, with nothing around them."""
    return (
        bool(schema)
        and not schema.keys() & _AROUND_PROPERTIES
        and all(
            ("type" in each or "description" in each)
            if isinstance(each, dict)
            else isinstance(each, str) and name not in _WORDS and is_type(each)
            for name, each in schema.items()
            if not name.startswith("$")
        )
    )


def _short_schema(value: object) -> Json:
    """Expand a schema written as a type's name alone."""
    return {"type": value} if isinstance(value, str) else {}


def _resource(entry: Json) -> Json | None:
    uri = text_of(entry.get("uri"))
    return (
        {"uri": uri, "name": text_of(entry.get("name")) or uri, **words_of(entry)} if uri else None
    )


def _template(entry: Json) -> Json | None:
    uri = text_of(entry.get("uriTemplate"))
    name = text_of(entry.get("name")) or uri
    return {"uriTemplate": uri, "name": name, **words_of(entry)} if uri else None


def _prompt(entry: Json) -> Json | None:
    name = text_of(entry.get("name"))
    if not name:
        return None
    arguments: list[Json] = []
    given: object = entry.get("arguments")
    for each in cast("list[object]", given) if isinstance(given, list) else []:
        fields = fields_of(each) or {"name": each}
        argument = text_of(fields.get("name"))
        if argument:
            required = fields.get("required") is True
            arguments.append({"name": argument, "required": required, **words_of(fields)})
    return {"name": name, "arguments": arguments, **words_of(entry)}


# Results.


def _call_result(result: object) -> Json:
    fields = fields_of(result)
    if fields.get("resultType") == "input_required" or "inputRequests" in fields:
        return dict(fields)
    for around in _AROUND_RESULT & fields.keys():
        inner = fields_of(fields[around])
        if "content" not in fields and isinstance(inner.get("content"), list):
            return _call_result({"isError": fields.get("isError"), **inner})
    is_error = any(
        value in (True, "true", "True", 1)
        for name, value in fields.items()
        if name.lower().replace("_", "") == "iserror"
    )
    is_error |= not fields.keys() & {"content", "isError"} and bool(fields.get("error"))
    structured = fields.get("structuredContent", fields.get("structured_content"))
    given: object = fields.get("content")
    if given is None and structured is None:
        given = _without_envelope(fields) if isinstance(result, dict) else result
    parts = read_parts(given)
    if parts and all(map(is_unread, parts)):
        parts = [*parts, words_part(_WAS_DONE)] if structured is None else []
    if structured is not None and not isinstance(structured, dict):
        parts.append({"type": "text", "text": shown(structured)})
        structured = None
    kept = {key: fields[key] for key in ("_meta", "resultType") if isinstance(fields.get(key), str)}
    more: Json = {} if structured is None else {"structuredContent": structured}
    return _complete({**kept, "content": parts, **more, "isError": is_error})


def _without_envelope(fields: Mapping[str, Any]) -> object:
    """What a result holds outside the protocol's envelope."""
    known = {"isError", "is_error", "_meta", "resultType", "content", "structuredContent"}
    rest = {name: value for name, value in fields.items() if name not in known}
    return [{"type": "text", "text": shown(rest)}] if rest else None


def _contents_result(result: object) -> Json:
    fields = fields_of(result)
    if fields.get("resultType") == "input_required" or "inputRequests" in fields:
        return dict(fields)
    given = cast("object", result if isinstance(result, list) else fields.get("contents", fields))
    several = cast("list[object]", given) if isinstance(given, list) else [given]
    kept = {name: value for name, value in fields.items() if name != "contents"}
    contents = [
        read_contents(each) or {"uri": "", "text": f"[this cannot be read: {shown(each)}]"}
        for each in several
        if each
    ]
    return _complete({**kept, "contents": contents})


def _prompt_result(result: object) -> Json:
    fields = fields_of(result)
    if fields.get("resultType") == "input_required" or "inputRequests" in fields:
        return dict(fields)
    is_bare = isinstance(result, list | str)
    given = cast("object", result if is_bare else fields.get("messages"))
    several = cast("list[object]", given) if isinstance(given, list) else [given]
    messages: list[Json] = []
    for each in several:
        message = fields_of(each)
        role = "assistant" if message.get("role") == "assistant" else "user"
        content = message.get("content") if message else each
        messages += [{"role": role, "content": part} for part in read_parts(content)]
    return _complete({**words_of(fields), "messages": messages})


def _initialized(result: object) -> Json:
    fields = dict(fields_of(result))
    able = fields_of(fields.get("capabilities"))
    fields["capabilities"] = {
        name: _capability(name, cast("Json", value) if isinstance(value, dict) else {})
        for name, value in able.items()
        if isinstance(value, dict) or value is True
    }
    if not isinstance(fields.get("protocolVersion"), str):
        fields["protocolVersion"] = _UNSAID_VERSION
    info = fields_of(fields.get("serverInfo"))
    about = {key: text_of(info.get(key)) for key in ("name", "title", "version")}
    fields["serverInfo"] = {
        "name": about["name"],
        "version": about["version"],
        **({"title": about["title"]} if about["title"] else {}),
    }
    if not isinstance(fields.get("instructions", ""), str):
        del fields["instructions"]
    return fields


def _capability(name: str, fields: Mapping[str, object]) -> Json:
    """One capability without foreign fields."""
    kind = dict if name in _CAPABILITIES_OF_OBJECTS else bool
    return {key: each for key, each in fields.items() if isinstance(each, kind)}


# Values.


def _complete(result: Json) -> Json:
    """Drop what would make the whole result unreadable."""
    for name, is_right in _BESIDES.items():
        if name in result and not is_right(result[name]):
            del result[name]
    result.setdefault("resultType", "complete")  # the newer protocol wants it
    return result
