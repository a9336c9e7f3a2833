"""Schemas as servers write them: earlier drafts, other dialects and mistakes."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from assistant.tools.mcp.model.schema_repair import mended_schema


def of(schema: object) -> Any:
    """Return what is made of the schema of a property."""
    return mended_schema({"type": "object", "properties": {"p": schema}})["properties"]["p"]


TABLE: list[tuple[Any, Any]] = [
    ({"type": "any"}, {}),
    ({"type": "nonsense", "title": "T"}, {"title": "T"}),
    ({"type": "STRING"}, {"type": "string"}),
    ({"type": "int"}, {"type": "integer"}),
    ({"type": "float"}, {"type": "number"}),
    ({"type": "bool"}, {"type": "boolean"}),
    ({"type": "UUID"}, {"type": "string"}),
    ({"type": "string | null"}, {"type": ["string", "null"]}),
    ({"type": "int or str"}, {"type": ["integer", "string"]}),
    ({"type": "Optional[int]"}, {"type": ["integer", "null"]}),
    ({"type": "string?"}, {"type": ["string", "null"]}),
    ({"type": "string[]"}, {"type": "array", "items": {"type": "string"}}),
    (
        {"type": "list[list[int]]"},
        {"type": "array", "items": {"type": "array", "items": {"type": "integer"}}},
    ),
    ({"type": "array<any>"}, {"type": "array"}),
    ({"type": "string | any"}, {}),
    ({"type": "array", "items": "string"}, {"type": "array", "items": {"type": "string"}}),
    ({"enum": ["a", "a", 1]}, {"enum": ["a", 1]}),
    ({"type": "string", "enum": []}, {"type": "string"}),
    ({"type": "enum", "choices": ["a"]}, {"enum": ["a"], "choices": ["a"]}),
    ({"type": "integer", "enum": ["1", "2"]}, {"enum": ["1", "2"]}),
    ({"type": "string", "enum": [1]}, {"type": "string", "enum": [1]}),
    (
        {"type": "object", "required": "a", "properties": {"a": {}}},
        {"type": "object", "required": ["a"], "properties": {"a": {}}},
    ),
    ({"type": ["string", "string", "null"]}, {"type": ["string", "null"]}),
    ({"type": []}, {}),
    ({"type": None}, {}),
    ({"type": [{"type": "string"}, "null"]}, {}),
    ("string", {"type": "string"}),
    (None, {}),
    (7, {}),
    (True, True),
    ({"minimum": 1, "exclusiveMinimum": True}, {"exclusiveMinimum": 1}),
    ({"minimum": 1, "exclusiveMinimum": False}, {"minimum": 1}),
    ({"exclusiveMinimum": True}, {}),
    ({"maximum": 9, "exclusiveMaximum": True}, {"exclusiveMaximum": 9}),
    ({"divisibleBy": 2}, {"multipleOf": 2}),
    (
        {"items": [{"type": "string"}, "integer"]},
        {"prefixItems": [{"type": "string"}, {"type": "integer"}]},
    ),
    ({"items": [{}], "additionalItems": False}, {"prefixItems": [{}], "items": False}),
    ({"items": []}, {}),
    ({"type": "string", "nullable": True}, {"type": ["string", "null"]}),
    (
        {"type": "string", "nullable": True, "enum": ["a"]},
        {"type": ["string", "null"], "enum": ["a", None]},
    ),
    ({"type": "string", "minLength": "2"}, {"type": "string"}),
    ({"type": "string", "maxLength": -1}, {"type": "string"}),
    ({"enum": "a"}, {}),
    ({"anyOf": []}, {}),
    ({"anyOf": {"type": "string"}}, {}),
    ({"anyOf": [{"type": "any"}, None]}, {"anyOf": [{}, {}]}),
    ({"properties": [], "type": "object"}, {"type": "object"}),
    ({"required": "yes", "type": "object"}, {"type": "object"}),
    ({"default": float("nan"), "type": "number"}, {"type": "number"}),
    ({"$schema": "http://json-schema.org/draft-07/schema#", "$ref": 5}, {}),
    ({"format": "date", "pattern": "(a+)+$", "type": "string"}, {"type": "string"}),
    ({"x-order": 1, "type": "string"}, {"x-order": 1, "type": "string"}),
]


@pytest.mark.parametrize(("written", "mended"), TABLE)
def test_a_keyword_is_translated_or_left_out_alone(written: object, mended: object) -> None:
    assert of(written) == mended


def test_what_draft_3_says_of_a_property_is_said_of_its_object() -> None:
    schema = mended_schema(
        {
            "properties": {"a": {"type": "string", "required": True}, "b": {"required": False}},
            "required": ["c", 5, "c"],
        }
    )
    assert schema == {
        "type": "object",
        "properties": {"a": {"type": "string"}, "b": {}},
        "required": ["c", "a"],
    }


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 2) | st.sampled_from(["string", "any", "#", "a"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                [
                    "type",
                    "properties",
                    "required",
                    "enum",
                    "items",
                    "allOf",
                    "anyOf",
                    "$ref",
                    "$defs",
                ]
                + ["not", "minimum", "exclusiveMinimum", "minLength", "additionalProperties", "a"]
                + [
                    "prefixItems",
                    "dependentRequired",
                    "uniqueItems",
                    "multipleOf",
                    "const",
                    "$anchor",
                ]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=15,
)


@given(st.dictionaries(st.sampled_from(["type", "properties", "$defs", "anyOf"]), VALUES))
def test_whatever_is_written_becomes_a_schema(schema: dict[str, Any]) -> None:
    mended = mended_schema(schema)
    assert mended["type"] == "object"
    Draft202012Validator.check_schema(mended)
