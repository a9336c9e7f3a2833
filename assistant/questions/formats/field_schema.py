"""Make the schema of a form's field plain: one type, no reference, rules of today's JSON Schema. Pure.

Servers write more than the protocol allows: what their language's libraries make of an optional text
or an enumeration, and what older drafts had. What a field means is kept; what cannot be kept in the
plain form is noted, and an answer is checked by the server's own schema before it is sent.
"""

import json
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from assistant.questions.formats.input_reader import as_fields, as_finite, as_list, is_object

_MAX_LAYERS: Final = 16
"""References and combinations followed of one field."""
_TYPES: Final = {
    "string": "string",
    "str": "string",
    "text": "string",
    "any": "string",
    "integer": "integer",
    "int": "integer",
    "long": "integer",
    "number": "number",
    "float": "number",
    "double": "number",
    "decimal": "number",
    "boolean": "boolean",
    "bool": "boolean",
    "array": "array",
    "list": "array",
    "object": "object",
    "null": "null",
    "none": "null",
}
"""What servers call the types, in lower case."""
_OPTIONAL: Final = re.compile(r"optional[\[<(](.+)[\])>]|([\w -]+)\?", re.IGNORECASE)
_OR: Final = re.compile(r"\s*\|\s*|\s+or\s+")
"""Types as some languages write them: `str | None`, `Optional[int]`, `string?`."""
_FORMATS: Final = {
    "date": "date",
    "datetime": "date-time",
    "date-time": "date-time",
    "email": "email",
    "uri": "uri",
    "url": "uri",
}
"""Types of some servers that are formats of texts."""
_TELLING: Final = (
    ("items", "array"),
    ("properties", "object"),
    ("multipleOf", "number"),
    ("minimum", "number"),
    ("maximum", "number"),
    ("exclusiveMinimum", "number"),
    ("exclusiveMaximum", "number"),
)
"""Rules that say what a field without a type is; any other is a text."""
_PREFERRED: Final = ("string", "number", "integer", "boolean", "array", "object")
"""Of several types, the one that is asked for."""
_BRANCHES: Final = ("anyOf", "oneOf")
_NOT_OF_FIELDS: Final = ("if", "not", "contains", "prefixItems", "contentEncoding", "contentSchema")
_NOT_OF_FORMS: Final = (
    "if", "not", "dependentRequired", "dependentSchemas", "dependencies", "minProperties",
    "maxProperties", "patternProperties", "propertyNames",
)  # fmt: skip
"""Rules that no question keeps."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlainField:
    """A field whose schema has one type, or an `enum` of values and their titles."""

    schema: Mapping[str, Any]
    is_nullable: bool = False
    """Whether null is an answer, too."""
    is_required: bool = False
    """Whether the field says itself that it has to be there, as older drafts do."""
    titles: Sequence[str | None] = ()
    """What the values of `enum` are called."""
    descriptions: Sequence[str] = ()
    """What is said of the values of `enum`; empty texts where nothing is."""
    items: "PlainField | None" = None
    """Of an array, what each of its values is."""
    notes: tuple[str, ...] = ()
    """What is not kept."""

    def value_of(self, option_id: str) -> str | int | float | bool:
        """Return the value that an option stands for; of an array, one of what it holds."""
        values = as_list((self.items or self).schema.get("enum")) or []
        return next((value for value in values if value_id(value) == option_id), option_id)


def value_id(value: object) -> str | None:
    """Return the id of the option for a value of a field; None if it cannot be one."""
    if isinstance(value, str):
        return value
    return json.dumps(value) if isinstance(value, bool | int | float) else None


def plain_form(schema: Mapping[str, Any]) -> tuple[Mapping[str, Any], Sequence[str]]:
    """Return the schema of a form with its own `properties` and `required`, and what is not kept."""
    notes: list[str] = []
    merged = _merged(schema, schema, notes)
    for key in _BRANCHES:
        forms = [_merged(as_fields(one), schema, []) for one in as_list(merged.get(key)) or ()]
        if "properties" not in merged and any(one.get("properties") for one in forms):
            notes.append(f"of {key} only the first is asked for")
            first = next(one for one in forms if one.get("properties"))
            merged = {**{name: each for name, each in merged.items() if name != key}, **first}
    notes += [f"{key} is not asked for" for key in (*_BRANCHES, *_NOT_OF_FORMS) if key in merged]
    return merged, notes


def plain_field(schema: object, *, root: Mapping[str, Any], is_item: bool = False) -> PlainField:
    """Return a field in the plain form.

    Args:
        schema: The field as the server wrote it.
        root: The schema that references are looked up in.
        is_item: Whether it is what an array holds; arrays in it are not looked into.
    """
    notes: list[str] = []
    fields = _merged(as_fields(schema), root, notes)
    named_format = _FORMATS.get(str(fields.get("type")).lower())
    if named_format is not None:
        fields |= {"type": "string", "format": named_format}
    is_nullable = fields.get("nullable") is True
    for key in _BRANCHES:
        if (branches := as_list(fields.get(key))) is None:
            continue
        rest = {name: value for name, value in fields.items() if name != key}
        chosen, has_null = _chosen(branches, root, notes)
        is_nullable = is_nullable or has_null
        fields = {**chosen, **rest}
    listed = _values(fields)
    if any(one.value is None for one in listed):
        is_nullable = True
        listed = [one for one in listed if one.value is not None]
    values = [one.value for one in listed]
    named = _types(fields)
    if "null" in named:
        is_nullable = True
    notes += [f"{key} is not checked" for key in _NOT_OF_FIELDS if key in fields]
    kind = _kind(fields, [name for name in named if name != "null"], values, notes)
    plain = _with_todays_rules({**fields, "type": kind}, notes)
    if values or as_list(fields.get("enum")) == []:
        plain["enum"] = values
    items = None
    if kind == "array" and not values and not is_item:
        items = plain_field(plain.get("items"), root=root, is_item=True)
        plain["items"] = items.schema
        notes += items.notes
    return PlainField(
        schema=plain,
        is_nullable=is_nullable,
        is_required=fields.get("required") is True,
        titles=[one.title for one in listed],
        descriptions=[one.description for one in listed],
        items=items,
        notes=tuple(notes),
    )


def _merged(schema: Mapping[str, Any], root: Mapping[str, Any], notes: list[str]) -> dict[str, Any]:
    """Return a schema with what it refers to and what it has to be besides."""
    fields = dict(schema)
    for _layer in range(_MAX_LAYERS):
        reference = fields.pop("$ref", None)
        parts = as_list(fields.pop("allOf", None)) or []
        if reference is not None:
            target = _referred(reference, root)
            if target is None:
                notes.append("a reference leads nowhere")
            parts.insert(0, target or {})
        if not parts:
            return fields
        for part in map(as_fields, parts):
            fields = {**part, **fields, **_both(part, fields)}
    notes.append("its references do not end")
    return {key: value for key, value in fields.items() if key not in {"$ref", "allOf"}}


def _both(one: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    """Return what two schemas that both hold say of fields together."""
    together: dict[str, Any] = {}
    if is_object(one.get("properties")) and is_object(other.get("properties")):
        together["properties"] = {**one["properties"], **other["properties"]}
    lists = [as_list(schema.get("required")) for schema in (one, other)]
    if all(names is not None for names in lists):
        together["required"] = [name for names in lists for name in names or ()]
    if "$ref" in one and "$ref" in other or "allOf" in one and "allOf" in other:
        together["allOf"] = [
            {key: schema[key] for key in ("$ref", "allOf") if key in schema}
            for schema in (one, other)
        ]
        together.pop("$ref", None)
    return together


def _referred(reference: object, root: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """Return what a reference inside the schema names; others are never fetched."""
    if not isinstance(reference, str) or not reference.startswith("#"):
        return None
    found: object = root
    for part in reference[1:].split("/")[1:]:
        name = part.replace("~1", "/").replace("~0", "~")
        entries = as_list(found)
        if entries is not None and name.isdigit() and int(name) < len(entries):
            found = entries[int(name)]
        elif is_object(found) and name in found:
            found = found[name]
        else:
            return None
    return found if is_object(found) else None


def _chosen(
    branches: Sequence[object], root: Mapping[str, Any], notes: list[str]
) -> tuple[Mapping[str, Any], bool]:
    """Return the branch that is asked for, and whether another one is null."""
    plain = [_merged(as_fields(branch), root, notes) for branch in branches]
    left = [branch for branch in plain if not _is_null(branch)]
    has_null = len(left) < len(plain)
    listed = [_values(branch) for branch in left]
    if left and all(listed):
        named = {name for branch in left for name in _types(branch)}
        values = [one for branch in listed for one in branch]
        return {
            "enum": [one.value for one in values],
            "enumNames": [one.title for one in values],
            "enumDescriptions": [one.description for one in values],
            **({"type": [*named]} if named else {}),
        }, has_null
    if len(left) > 1:
        notes.append("one of several kinds; only one of them is asked for")
    order = {name: n for n, name in enumerate(_PREFERRED)}
    left.sort(key=lambda branch: min((order.get(n, 9) for n in _types(branch)), default=9))
    return (left[0] if left else {}), has_null


def _is_null(branch: Mapping[str, Any]) -> bool:
    listed = _values(branch)
    return _types(branch) == ["null"] or (bool(listed) and all(one.value is None for one in listed))


@dataclass(frozen=True, slots=True)
class _Listed:
    """A value that a field may have."""

    value: Any
    title: str | None
    description: str


def _values(fields: Mapping[str, Any]) -> list[_Listed]:
    """Return the values a field may have and what they are called, if it lists them.

    One that is alone, as each branch of a choice is, has the title and description of its schema.
    """
    listed_values: object = fields.get("enum")
    if is_object(listed_values):  # what each is called, by the value
        fields = {**fields, "enum": [*listed_values], "enumNames": [*listed_values.values()]}
    values = [fields["const"]] if "const" in fields else as_list(fields.get("enum")) or []
    names = as_list(fields.get("enumNames", fields.get("x-enumNames"))) or []
    told = as_list(fields.get("enumDescriptions", fields.get("x-enumDescriptions"))) or []
    if len(values) == 1:
        names, told = names or [fields.get("title")], told or [fields.get("description")]
    listed: list[_Listed] = []
    for n, value in enumerate(values):
        name, description = (texts[n] if n < len(texts) else None for texts in (names, told))
        listed.append(
            _Listed(
                value,
                name if isinstance(name, str) else None,
                description if isinstance(description, str) else "",
            )
        )
    return listed


def _types(fields: Mapping[str, Any]) -> list[str]:
    """Return the types that a field names, each by its one name."""
    named: object = fields.get("type")
    names = as_list(named)
    if names is None:
        optional = _OPTIONAL.fullmatch(named) if isinstance(named, str) else None
        names = [optional[1] or optional[2], "null"] if optional else [named]
    names = [part for name in names for part in (_OR.split(name) if isinstance(name, str) else [])]
    return [
        _TYPES[name.lower()] for name in names if isinstance(name, str) and name.lower() in _TYPES
    ]


def _kind(
    fields: Mapping[str, Any], named: Sequence[str], values: Sequence[object], notes: list[str]
) -> str:
    if len(set(named)) > 1 and not values:
        notes.append("one of several types; only one of them is asked for")
    if named:
        return min(named, key=_PREFERRED.index)
    if "type" in fields and fields["type"] not in (None, [], "null", ["null"]):
        return str(fields["type"])[:40]
    if values:
        kinds = {_type_of(value) for value in values}
        return kinds.pop() if len(kinds) == 1 else "string"
    return next((kind for rule, kind in _TELLING if rule in fields), "string")


def _type_of(value: object) -> str:
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int):
        return "integer"
    return "number" if isinstance(value, float) else "string"


def _with_todays_rules(fields: Mapping[str, Any], notes: list[str]) -> dict[str, Any]:
    """Return a field without what older drafts wrote otherwise."""
    dropped = {"nullable", "enum", "enumNames", "enumDescriptions", "const", *_BRANCHES}
    if not isinstance(fields.get("required"), list):
        dropped.add("required")
    plain = {key: value for key, value in fields.items() if key not in dropped}
    if "divisibleBy" in plain:
        plain.setdefault("multipleOf", plain.pop("divisibleBy"))
    for exclusive, inclusive in (
        ("exclusiveMinimum", "minimum"),
        ("exclusiveMaximum", "maximum"),
    ):
        given = plain.get(exclusive)
        if isinstance(given, bool):
            del plain[exclusive]
            if given and inclusive in plain:
                plain[exclusive] = plain.pop(inclusive)
    step = as_finite(plain.get("multipleOf"))
    if step is not None and not step.is_integer():
        notes.append("multiples of a fraction are not checked")
        del plain["multipleOf"]
    if plain["type"] == "integer":
        _include_limits(plain)
    for key in ("pattern", "format"):
        if key in plain and not isinstance(plain[key], str):
            notes.append(f"{key} is no text; left out")
            del plain[key]
    return plain


def _include_limits(plain: dict[str, Any]) -> None:
    """Make the limits of a whole number ones that it may be itself."""
    lowest, highest = (as_finite(plain.get(f"exclusive{name}")) for name in ("Minimum", "Maximum"))
    if lowest is not None:
        del plain["exclusiveMinimum"]
        known = as_finite(plain.get("minimum"))
        above = math.floor(lowest) + 1
        plain["minimum"] = above if known is None else max(known, above)
    if highest is not None:
        del plain["exclusiveMaximum"]
        known = as_finite(plain.get("maximum"))
        below = math.ceil(highest) - 1
        plain["maximum"] = below if known is None else min(known, below)
