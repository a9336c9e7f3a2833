"""Schemas as servers write them, made JSON Schema of the draft that is checked by. Pure.

Earlier drafts, the dialects of other programs and plain mistakes are translated where it is clear
what they mean; else the keyword alone is left out, never the schema.
"""

import json
import re
from collections.abc import Mapping
from typing import Any, Final, cast

from assistant.tools.mcp.model.safe_names import bounded_text

MAX_DEPTH: Final = 32
_MAX_TEXT: Final = 500
_MAX_PASSES: Final = 10
_LONGEST_TYPE: Final = 100
Schema = dict[str, Any]
_DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
_LEFT_OUT: Final = frozenset(
    {"pattern", "patternProperties", "propertyNames"}  # a regular expression can run for ever
    | {"$id", "$comment", "format", "examples", "$anchor", "$dynamicRef", "$dynamicAnchor"}
    | {"$recursiveRef", "$recursiveAnchor", "dependencies", "additionalItems", "nullable"}
)
NAMED: Final = frozenset({"properties", "$defs", "definitions", "dependentSchemas"})
"""Keywords that hold schemas by names of the author's."""
LISTS: Final = frozenset({"allOf", "anyOf", "oneOf", "prefixItems"})
"""Keywords that hold lists of schemas."""
SINGLE: Final = frozenset(
    {"items", "additionalProperties", "unevaluatedProperties", "unevaluatedItems", "contains"}
    | {"not", "if", "then", "else"}
)
"""Keywords that hold one schema."""
_TYPES: Final[Mapping[str, str]] = {
    **{
        name: name for name in ("object", "array", "string", "number", "integer", "boolean", "null")
    },
    "int": "integer",
    "int32": "integer",
    "int64": "integer",
    "long": "integer",
    "float": "number",
    "double": "number",
    "decimal": "number",
    "str": "string",
    "text": "string",
    "date": "string",
    "datetime": "string",
    "date-time": "string",
    "uri": "string",
    "url": "string",
    "uuid": "string",
    "email": "string",
    "password": "string",
    "char": "string",
    "varchar": "string",
    "file": "string",
    "numeric": "number",
    "real": "number",
    "short": "integer",
    "bigint": "integer",
    "uint": "integer",
    "dictionary": "object",
    "record": "object",
    "struct": "object",
    "bool": "boolean",
    "dict": "object",
    "map": "object",
    "list": "array",
    "tuple": "array",
    "set": "array",
    "none": "null",
}
"""What servers call the types; others, such as any, are none."""
_VALUES: Final = ("values", "options", "choices", "oneOf")
"""Where the values of a type called enum stand besides."""
_OPTIONAL: Final = re.compile(r"optional[\[<(](.+)[\])>]|(.+)\?")
_ARRAY_OF: Final = re.compile(r"(.+)\[\]|(?:array|list|set|sequence|iterable)\s*[<\[(](.+)[\])>]")
_OR: Final = re.compile(r"\s*\|\s*|\s+or\s+")


def mended_schema(schema: Mapping[str, Any]) -> Schema:
    """The nearest valid schema; its top is an object."""
    mended = _mended(dict(schema), 0)
    if mended.get("type") != "object":
        mended["type"] = "object"
    _drop_faults(mended)
    return mended


def _mended(schema: Schema, depth: int) -> Schema:
    result: Schema = {}
    for key, inner in schema.items():
        if key in _LEFT_OUT or (key == "$schema" and inner != _DIALECT):
            continue
        if "patternProperties" in schema and key in {
            "additionalProperties",
            "unevaluatedProperties",
        }:
            continue  # without the patterns it would refuse what they allow
        if key in {"title", "description"} and isinstance(inner, str):
            result[key] = bounded_text(inner, _MAX_TEXT)
        elif key in NAMED | LISTS | SINGLE:
            result |= _with_schemas(key, inner, depth)
        elif _is_json(inner):
            result[key] = inner
    _read_enum(result, schema)
    _read_type(result, schema)
    _read_limits(result)
    _read_tuple(result, schema, depth)
    _read_required(result, schema)
    return result


def _with_schemas(key: str, inner: object, depth: int) -> Schema:
    """Mend the schemas of a keyword; None if there are none."""
    if key in NAMED and isinstance(inner, dict):
        named = cast("Schema", inner)
        return {key: {name: _schema(each, depth) for name, each in named.items()}}
    if key in LISTS and isinstance(inner, list):
        several = [_schema(each, depth) for each in cast("list[object]", inner)]
        return {key: several} if several else {}
    if key in SINGLE and (
        isinstance(inner, dict | bool) or (key == "items" and isinstance(inner, str))
    ):
        return {key: _schema(cast("object", inner), depth)}
    return {}


def _schema(value: object, depth: int) -> Schema | bool:
    if isinstance(value, bool):
        return value
    if isinstance(value, str):  # a type's name alone
        value = {"type": value}
    if not isinstance(value, dict) or depth >= MAX_DEPTH // 2:
        return {}
    return _mended(cast("Schema", value), depth + 1)


def _read_type(result: Schema, schema: Schema) -> None:
    given = schema.get("type")
    names = cast("list[object]", given) if isinstance(given, list) else [given]
    known: list[str] = []
    for name in names:
        types, items = _types_in(name if isinstance(name, str) else "")
        known += types
        if items:
            result.setdefault("items", items)
    result.pop("type", None)
    if not known or "" in known:
        return  # any
    if schema.get("nullable") is True:
        known.append("null")
    known = list(dict.fromkeys(known))
    result["type"] = known[0] if len(known) == 1 else known
    values = result.get("enum")
    if not isinstance(values, list):
        return
    listed = cast("list[object]", values)
    if "null" in known and None not in listed:
        result["enum"] = listed = [*listed, None]
    if "string" not in known and all(isinstance(each, str) for each in listed):
        del result["type"]  # together they would allow nothing


def is_type(name: str) -> bool:
    """Whether a word says a type."""
    types, _items = _types_in(name)
    return "" not in types


def _types_in(name: str) -> tuple[list[str], Schema]:
    """Return the types that a name says, and the items if one is an array of something.

    Some servers write them as their language does: `string[]`, `str | None`, `Optional[int]`.
    """
    name = name.strip().lower()
    if len(name) > _LONGEST_TYPE:
        return [""], {}
    if several := _OR.split(name)[1:] and _OR.split(name):
        read = [_types_in(each) for each in several]
        items: Schema = next((items for _types, items in read if items), Schema())
        return [each for types, _items in read for each in types], items
    if optional := _OPTIONAL.fullmatch(name):
        types, items = _types_in(optional[1] or optional[2])
        return [*types, "null"], items
    if array := _ARRAY_OF.fullmatch(name):
        types, items = _types_in(array[1] or array[2])
        inner: Schema = {} if "" in types else {"type": types[0] if len(types) == 1 else types}
        if inner and items:
            inner["items"] = items
        return ["array"], inner
    return [_TYPES.get(name, "")], {}


def _read_enum(result: Schema, schema: Schema) -> None:
    """Leave out an enum of nothing, and what one says twice."""
    if "enum" not in result and schema.get("type") == "enum":
        result["enum"] = next((schema[k] for k in _VALUES if isinstance(schema.get(k), list)), None)
    values = result.get("enum")
    if not isinstance(values, list):
        return
    once = {json.dumps(each, sort_keys=True): each for each in cast("list[object]", values)}
    if once:
        result["enum"] = list(once.values())
    else:
        del result["enum"]


def _read_limits(result: Schema) -> None:
    """Read draft 4's limits, where `exclusiveMinimum` is a boolean."""
    for exclusive, inclusive in (
        ("exclusiveMinimum", "minimum"),
        ("exclusiveMaximum", "maximum"),
    ):
        if isinstance(result.get(exclusive), bool):
            if result.pop(exclusive) and inclusive in result:
                result[exclusive] = result.pop(inclusive)
    if "divisibleBy" in result:
        result.setdefault("multipleOf", result.pop("divisibleBy"))


def _read_tuple(result: Schema, schema: Schema, depth: int) -> None:
    """Read a tuple's items as earlier drafts write them."""
    items: object = schema.get("items")
    if not isinstance(items, list):
        return
    several = [_schema(each, depth) for each in cast("list[object]", items)]
    if several:
        result["prefixItems"] = several
    rest: object = schema.get("additionalItems")
    if isinstance(rest, dict | bool):
        result["items"] = _schema(cast("object", rest), depth)


def _read_required(result: Schema, schema: Schema) -> None:
    """Read draft 3's `required`, and lists that hold more than names."""
    given: object = schema.get("required")
    listed = cast("list[object]", given) if isinstance(given, list) else [given]
    names = [name for name in listed if isinstance(name, str)]
    properties: object = schema.get("properties")
    if isinstance(given, str) and not (isinstance(properties, dict) and given in properties):
        names = []
    if isinstance(properties, dict):
        for name, each in cast("dict[str, object]", properties).items():
            if isinstance(each, dict) and cast("Schema", each).get("required") is True:
                names.append(name)
    result.pop("required", None)
    if names:
        result["required"] = list(dict.fromkeys(names))


def _is_json(value: object) -> bool:
    try:
        json.dumps(value, allow_nan=False)
    except (ValueError, TypeError, RecursionError):
        return False
    return True


def _drop_faults(schema: Schema) -> None:
    """Drop every keyword that violates the draft."""
    from jsonschema import Draft202012Validator  # takes a while; only servers need it

    validator: Any = Draft202012Validator(Draft202012Validator.META_SCHEMA)
    for _pass in range(_MAX_PASSES):
        faults = [list(error.absolute_path) for error in validator.iter_errors(schema)]
        if not faults:
            return
        for path in faults:
            _drop(schema, path)
    for key in [key for key in schema if key != "type"]:
        del schema[key]


def _drop(schema: Schema, path: list[Any]) -> None:
    """Drop the keyword at a path, unless it is gone."""
    holder: Any = schema
    last: tuple[Schema, str] | None = None
    for step in path:
        if isinstance(holder, dict) and step in holder:
            last = cast("Schema", holder), step
            holder = last[0][step]
        elif isinstance(holder, list) and isinstance(step, int):
            several = cast("list[object]", holder)
            holder = several[step] if step < len(several) else None
        else:
            break
    if last is not None:
        last[0].pop(last[1], None)
