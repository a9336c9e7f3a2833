"""What of a server's schema a model's service takes, and the names it had. Pure.

Services refuse choices at the top of a schema, names outside their alphabet and references that
lead elsewhere: one such tool would end every turn. Choices are folded into one object, names are
written otherwise and given back, and what cannot be sent is left out alone.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, cast
from urllib.parse import unquote

from assistant.foreign_text import without_hidden
from assistant.tools.mcp.model.safe_names import bounded_text
from assistant.tools.mcp.model.schema_repair import LISTS, NAMED, SINGLE, Schema

MAX_SCHEMA_CHARACTERS: Final = 32_000
"""Of a schema as JSON."""
_MAX_TEXT: Final = 500
_MAX_HOPS: Final = 16
"""References that are followed one after the other."""
_CHOICES: Final = ("allOf", "anyOf", "oneOf")
_NOT_AT_TOP: Final = frozenset({*_CHOICES, "enum", "const", "not", "$ref"})
_NAME: Final = re.compile(r"[A-Za-z0-9_.-]{1,64}")
"""What services take as the name of a property."""
_DEFINITION: Final = re.compile(r"#/(?:\$defs|definitions)/[^/]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class FoldedSchema:
    """A schema as it is advertised."""

    schema: Schema
    names: Mapping[str, str] = field(default_factory=dict[str, str])
    """The server's names of properties, by those that are advertised instead."""

    def original(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """Restore the server's property names."""
        if not self.names:
            return dict(arguments)
        return cast("dict[str, Any]", self._original(dict(arguments), [self.schema]))

    def _original(self, value: object, places: Sequence[Schema]) -> object:
        """Restore the server's names where any of these schemas describes the value."""
        described = [each for place in places for each in _alternatives(place, self.schema)]
        if isinstance(value, list):
            inner = [each.get(key) for each in described for key in ("items", "prefixItems")]
            flat = [
                one
                for each in inner
                for one in (cast("list[object]", each) if isinstance(each, list) else [each])
            ]
            schemas = [cast("Schema", each) for each in flat if isinstance(each, dict)]
            return [self._original(each, schemas) for each in cast("list[object]", value)]
        if not isinstance(value, dict):
            return value
        result: dict[str, object] = {}
        for name, inner in cast("dict[str, object]", value).items():
            known = [
                cast("Schema", properties)[name]
                for each in described
                if isinstance(properties := each.get("properties"), dict) and name in properties
            ]
            schemas = [cast("Schema", each) for each in known if isinstance(each, dict)]
            result[self.names.get(name, name) if known else name] = self._original(inner, schemas)
        return result


def folded_schema(schema: Schema) -> FoldedSchema:
    """The schema to advertise.

    Args:
        schema: As `mended_schema` returns it.
    """
    top = _folded_top(schema)
    plain = _sendable(top, top, ())
    names = _renamed(plain)
    if names:
        plain = _with_names(plain, {original: name for name, original in names.items()})
    plain = _within_limits({**plain, "type": "object"})
    return FoldedSchema(schema=plain, names=names)


# The top.


def _folded_top(schema: Schema) -> Schema:
    """Fold the choices at the top of a schema into one object."""
    branches = _alternatives(schema, schema)
    kept = {key: value for key, value in schema.items() if key not in _NOT_AT_TOP}
    if len(branches) == 1 and "$ref" not in schema:
        return kept
    found: dict[str, list[object]] = {}
    for branch in branches:
        for name, each in cast("Schema", branch.get("properties", {})).items():
            several = found.setdefault(name, [])
            if each not in several:
                several.append(each)
    required = _required(schema, schema, 0)
    kept["properties"] = {name: _either(several) for name, several in found.items()}
    kept.pop("required", None)
    if required:
        kept["required"] = [name for name in found if name in required]
    for branch in branches:
        if "description" in branch:
            kept.setdefault("description", branch["description"])
    return kept


def _alternatives(schema: Schema, root: Schema) -> list[Schema]:
    """All that references and choices lead to, each once."""
    found: list[Schema] = []
    pending: list[Schema] = [schema]
    while pending and len(found) < 100:
        one = pending.pop(0)
        if any(one is each for each in found):
            continue
        found.append(one)
        pending += _schemas([_target(one.get("$ref"), root)])
        for key in _CHOICES:
            pending += _schemas(one.get(key))
    return found


def _required(schema: Schema, root: Schema, hops: int) -> set[str]:
    """Names that are required in every choice."""
    if hops > _MAX_HOPS:
        return set()
    names = set(cast("list[str]", schema.get("required", [])))
    all_of = schema.get("allOf", [])
    for each in _schemas([_target(schema.get("$ref"), root), *all_of]):
        names |= _required(each, root, hops + 1)
    for key in ("anyOf", "oneOf"):
        several = [_required(each, root, hops + 1) for each in _schemas(schema.get(key))]
        if several:
            names |= several[0].intersection(*several)
    return names


def _schemas(several: object) -> list[Schema]:
    if not isinstance(several, list):
        return []
    return [cast("Schema", e) for e in cast("list[object]", several) if isinstance(e, dict)]


def _either(several: list[object]) -> object:
    """One schema for a property that several choices describe."""
    if len(several) == 1:
        return several[0]
    values = [_constants(each) for each in several]
    if all(values):
        merged: list[object] = []
        for value in [v for each in values for v in each]:
            if value not in merged:
                merged.append(value)
        return {"enum": merged}
    return {"anyOf": several}


def _constants(schema: object) -> list[object]:
    if not isinstance(schema, dict):
        return []
    fields = cast("Schema", schema)
    if "const" in fields:
        return [fields["const"]]
    values: object = fields.get("enum", [])
    return cast("list[object]", values) if isinstance(values, list) else []


def _target(reference: object, root: Schema) -> object:
    """Resolve a reference inside the schema."""
    if reference == "#":
        return root
    if not isinstance(reference, str) or not reference.startswith("#/"):
        return None
    place: Any = root
    for step in unquote(reference[2:]).split("/"):
        step = step.replace("~1", "/").replace("~0", "~")
        if isinstance(place, dict) and step in place:
            place = cast("Schema", place)[step]
        elif isinstance(place, list) and step.isdecimal():
            several = cast("list[object]", place)
            place = several[int(step)] if int(step) < len(several) else None
        else:
            return None
    return cast("object", place)


# What may be sent.


def _sendable(schema: Schema, root: Schema, followed: tuple[str, ...]) -> Schema:
    """Drop foreign references and values with hidden characters."""
    result: Schema = {}
    for key, inner in schema.items():
        if key == "$ref":
            result = {**_reference(inner, root, followed), **result}
        elif key in NAMED:
            named = cast("Schema", inner)
            result[key] = {
                name: _each_sendable(each, root, followed)
                for name, each in named.items()
                if key == "properties" or not _hides_something(name)
            }
        elif key in LISTS:
            result[key] = [
                _each_sendable(each, root, followed) for each in cast("list[object]", inner)
            ]
        elif key in SINGLE:
            result[key] = _each_sendable(inner, root, followed)
        elif key in {"required", "dependentRequired"} or not _hides_something({key: inner}):
            result[key] = inner
    return result


def _each_sendable(schema: object, root: Schema, followed: tuple[str, ...]) -> object:
    return _sendable(cast("Schema", schema), root, followed) if isinstance(schema, dict) else schema


def _reference(reference: object, root: Schema, followed: tuple[str, ...]) -> Schema:
    """What stands for a reference: itself, its target, or nothing."""
    target = _target(reference, root)
    if not isinstance(reference, str) or not isinstance(target, dict):
        return {}
    if _DEFINITION.fullmatch(reference) and not _hides_something(reference):
        return {"$ref": reference}
    if reference in followed or len(followed) >= _MAX_HOPS or reference == "#":
        return {}  # without end
    return _sendable(cast("Schema", target), root, (*followed, reference))


def _hides_something(value: object) -> bool:
    """Whether a name or value, which cannot be cleaned, holds hidden characters."""
    if isinstance(value, str):
        return without_hidden(value) != value
    if isinstance(value, list):
        return any(map(_hides_something, cast("list[object]", value)))
    if isinstance(value, dict):
        fields = cast("dict[str, object]", value)
        return any(map(_hides_something, (*fields, *fields.values())))
    return False


# Names.


def _renamed(schema: Schema) -> dict[str, str]:
    """Server names that services refuse, by the advertised name."""
    every = _property_names(schema)
    names: dict[str, str] = {}
    for name in every:
        if _NAME.fullmatch(name):
            continue
        plain = re.sub(r"[^A-Za-z0-9_.-]+", "_", name).strip("_")[:56] or "field"
        free, number = plain, 1
        while free in every or free in names:
            number += 1
            free = f"{plain}_{number}"
        names[free] = name
    return names


def _property_names(schema: Schema) -> list[str]:
    """All properties, those of inner objects too."""
    names: dict[str, None] = {}
    pending: list[object] = [schema]
    while pending:
        value = pending.pop(0)
        if isinstance(value, list):
            pending += cast("list[object]", value)
        elif isinstance(value, dict):
            fields = cast("Schema", value)
            for key, inner in fields.items():
                if key in NAMED:
                    named = cast("Schema", inner)
                    if key == "properties":
                        names |= dict.fromkeys(named)
                    pending += named.values()
                elif key in LISTS | SINGLE:
                    pending.append(inner)
    return list(names)


def _with_names(schema: Schema, names: Mapping[str, str]) -> Schema:
    """Rename properties; their descriptions mention the original."""
    result: Schema = {}
    for key, inner in schema.items():
        if key == "properties":
            result[key] = {
                names.get(name, name): _said(name, _inner(each, names))
                if name in names
                else _inner(each, names)
                for name, each in cast("Schema", inner).items()
            }
        elif key in NAMED:
            named = cast("Schema", inner)
            result[key] = {name: _inner(each, names) for name, each in named.items()}
        elif key in LISTS:
            result[key] = [_inner(each, names) for each in cast("list[object]", inner)]
        elif key in SINGLE:
            result[key] = _inner(inner, names)
        elif key == "required":
            result[key] = [names.get(name, name) for name in cast("list[str]", inner)]
        elif key == "dependentRequired":
            needed = cast("dict[str, list[str]]", inner)
            result[key] = {
                names.get(name, name): [names.get(each, each) for each in several]
                for name, several in needed.items()
            }
        else:
            result[key] = inner
    return result


def _inner(schema: object, names: Mapping[str, str]) -> object:
    return _with_names(cast("Schema", schema), names) if isinstance(schema, dict) else schema


def _said(name: str, schema: object) -> object:
    if not isinstance(schema, dict):
        return schema
    fields = cast("Schema", schema)
    words = f"The server calls it {bounded_text(name, 100)!r}. {fields.get('description', '')}"
    return {**fields, "description": words.strip()[:_MAX_TEXT]}


# Limits.


def _within_limits(schema: Schema) -> Schema:
    """Shorten a schema: first without descriptions, then with plain properties."""
    if _length(schema) <= MAX_SCHEMA_CHARACTERS:
        return schema
    bare = cast("Schema", _without_words(schema))
    if _length(bare) <= MAX_SCHEMA_CHARACTERS:
        return bare
    properties: Schema = {
        name: {"type": each["type"]} if isinstance(each, dict) and "type" in each else {}
        for name, each in cast("dict[str, Any]", schema.get("properties", {})).items()
    }
    plain: Schema = {
        "type": "object",
        "properties": properties,
        "required": schema.get("required", []),
    }
    return plain if _length(plain) <= MAX_SCHEMA_CHARACTERS else {"type": "object"}


def _length(schema: Schema) -> int:
    return len(json.dumps(schema, allow_nan=False))


def _without_words(value: object, *, is_named: bool = False) -> object:
    if isinstance(value, list):
        return [_without_words(each) for each in cast("list[object]", value)]
    if not isinstance(value, dict):
        return value
    return {
        key: _without_words(each, is_named=not is_named and key in NAMED)
        for key, each in cast("Schema", value).items()
        if is_named or key not in {"title", "description", "default"}
    }
