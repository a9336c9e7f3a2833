"""The question tool as the model is told of it: strict, small, one schema."""

from collections.abc import Mapping
from typing import Any, Final, cast

from assistant.questions.model.limits import (
    ADVERTISED_DESCRIPTION,
    ADVERTISED_HEADER,
    ADVERTISED_LABEL,
    ADVERTISED_OPTIONS,
    ADVERTISED_QUESTIONS,
)


def _text(limits: tuple[int, int], description: str) -> dict[str, Any]:
    return {
        "type": "string",
        "minLength": limits[0],
        "maxLength": limits[1],
        "description": description,
    }


_OPTION: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {
        "label": _text(ADVERTISED_LABEL, "Display text (1-5 words)"),
        "description": _text(ADVERTISED_DESCRIPTION, "Explanation of the option"),
    },
    "required": ["label", "description"],
}
_QUESTION: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {
        "question": {
            "type": "string",
            "minLength": 1,
            "description": "The complete question to ask",
        },
        "header": _text(ADVERTISED_HEADER, "Short label (max 12 chars)"),
        "options": {
            "type": "array",
            "minItems": ADVERTISED_OPTIONS[0],
            "maxItems": ADVERTISED_OPTIONS[1],
            "items": _OPTION,
            "description": "2-4 options",
        },
        "multiSelect": {"type": "boolean", "description": "Allow multiple selections"},
    },
    "required": ["question", "header", "options", "multiSelect"],
}
ADVERTISED_SCHEMA: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {
        "questions": {
            "type": "array",
            "minItems": ADVERTISED_QUESTIONS[0],
            "maxItems": ADVERTISED_QUESTIONS[1],
            "items": _QUESTION,
            "description": "1-4 questions",
        },
    },
    "required": ["questions"],
}
"""JSON Schema of the tool's input. Lengths are in Unicode code points."""


def validate_strict(value: object) -> list[str]:
    """Return each way in which `value` departs from `ADVERTISED_SCHEMA`; empty if it conforms.

    This is what the model is asked to keep to, not what is refused: see `parse_tool_input`.
    """
    return list(_violations(value, ADVERTISED_SCHEMA, ""))


def _violations(value: object, schema: Mapping[str, Any], where: str) -> list[str]:
    """Check the part of JSON Schema that `ADVERTISED_SCHEMA` uses."""
    match schema["type"], value:
        case "object", dict():
            return _object_violations(cast("dict[str, object]", value), schema, where)
        case "array", list():
            items = cast("list[object]", value)
            found = _size_violations(len(items), schema, where, "Items", "entries")
            for n, item in enumerate(items):
                found += _violations(item, schema["items"], f"{where}[{n}]")
            return found
        case "string", str():
            return _size_violations(len(value), schema, where, "Length", "characters")
        case "boolean", bool():
            return []
        case wanted, _:
            return [f"{where or 'input'} must be of type {wanted}"]


def _object_violations(
    value: Mapping[str, object], schema: Mapping[str, Any], where: str
) -> list[str]:
    prefix = f"{where}." if where else ""
    found = [f"{prefix}{key} is missing" for key in schema["required"] if key not in value]
    for key, part in schema["properties"].items():
        if key in value:
            found += _violations(value[key], part, f"{prefix}{key}")
    return found


def _size_violations(
    size: int, schema: Mapping[str, Any], where: str, suffix: str, unit: str
) -> list[str]:
    low = schema.get(f"min{suffix}", 0)
    high = schema.get(f"max{suffix}", size)
    if low <= size <= high:
        return []
    limit = f"at least {low}" if size < low else f"at most {high}"
    return [f"{where} has {size} {unit}, {limit} allowed"]
