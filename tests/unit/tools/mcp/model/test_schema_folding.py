"""What a model's service takes of a schema, and the server's names that come back."""

import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from assistant.tools.mcp.model.schema_folding import (
    MAX_SCHEMA_CHARACTERS,
    FoldedSchema,
    folded_schema,
)
from assistant.tools.mcp.model.schema_repair import mended_schema
from tests.unit.tools.mcp.model.test_schema_repair import VALUES

A: dict[str, Any] = {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]}
B: dict[str, Any] = {
    "type": "object",
    "properties": {"a": {"type": "string"}, "b": {"type": "integer"}},
    "required": ["a", "b"],
}


def fold(schema: dict[str, Any]) -> FoldedSchema:
    return folded_schema(mended_schema(schema))


def circle(kind: str, side: str) -> dict[str, Any]:
    return {
        "properties": {"kind": {"const": kind}, side: {"type": "number"}},
        "required": ["kind", side],
    }


@pytest.mark.parametrize(
    ("schema", "properties", "required"),
    [
        ({"allOf": [A, B]}, {"a": {"type": "string"}, "b": {"type": "integer"}}, ["a", "b"]),
        ({"anyOf": [A, B]}, {"a": {"type": "string"}, "b": {"type": "integer"}}, ["a"]),
        ({"oneOf": [A, B]}, {"a": {"type": "string"}, "b": {"type": "integer"}}, ["a"]),
        (
            {**A, "anyOf": [{"required": ["a"]}, {"required": ["b"]}]},
            {"a": {"type": "string"}},
            ["a"],
        ),
        (
            {"oneOf": [circle("circle", "radius"), circle("square", "side")]},
            {
                "kind": {"enum": ["circle", "square"]},
                "radius": {"type": "number"},
                "side": {"type": "number"},
            },
            ["kind"],
        ),
        (
            {
                "anyOf": [
                    {"properties": {"a": {"type": "string"}}},
                    {"properties": {"a": {"type": "null"}}},
                ]
            },
            {"a": {"anyOf": [{"type": "string"}, {"type": "null"}]}},
            None,
        ),
        ({"$ref": "#/$defs/A", "$defs": {"A": A}}, {"a": {"type": "string"}}, ["a"]),
        (
            {"allOf": [{"$ref": "#/definitions/A"}, {"anyOf": [B]}], "definitions": {"A": A}},
            {"a": {"type": "string"}, "b": {"type": "integer"}},
            ["a", "b"],
        ),
        ({"allOf": [{"$ref": "#"}], **A}, {"a": {"type": "string"}}, ["a"]),
    ],
)
def test_choices_at_the_top_become_one_object(
    schema: dict[str, Any], properties: object, required: list[str] | None
) -> None:
    folded = fold(schema).schema
    assert folded["properties"] == properties
    assert folded.get("required") == required
    assert not folded.keys() & {"anyOf", "oneOf", "allOf", "$ref"}


def test_references_stay_where_a_service_can_follow_them() -> None:
    tree = {
        "properties": {"root": {"$ref": "#/$defs/Node"}},
        "$defs": {"Node": {"properties": {"children": {"items": {"$ref": "#/$defs/Node"}}}}},
    }
    assert fold(tree).schema == {"type": "object", **tree}


@pytest.mark.parametrize(
    ("reference", "left"),
    list[tuple[str, dict[str, Any]]](
        [
            ("https://example.com/schema", {}),
            ("other.json#/a", {}),
            ("#/$defs/Gone", {}),
            ("#/properties/b", {"type": "string"}),
            ("#/properties/a", {}),  # itself
            ("#", {}),
            ("#/properties/a%20b~1c", {"type": "integer"}),
        ]
    ),
)
def test_other_references_are_written_out_or_left_out_alone(
    reference: str, left: dict[str, Any]
) -> None:
    folded = fold(
        {
            "properties": {
                "a": {"$ref": reference, "title": "A"},
                "b": {"type": "string"},
                "a b/c": {"type": "integer"},
            }
        }
    )
    assert folded.schema["properties"]["a"] == {**left, "title": "A"}


NAMES = {
    "properties": {
        "$top": {"type": "integer", "description": "How many."},
        "top": {"type": "string"},
        "filter": {
            "properties": {"@id": {"type": "string"}, "free": {"type": "object"}},
            "required": ["@id"],
        },
        "rows": {"type": "array", "items": {"$ref": "#/$defs/Row"}},
        "크기": {"type": "integer"},
        "x" * 65: {"type": "string"},
        "": {"type": "string"},
    },
    "required": ["$top"],
    "$defs": {
        "Row": {"anyOf": [{"properties": {"order by": {"type": "string"}}}, {"type": "null"}]}
    },
}


def test_names_that_services_refuse_are_written_otherwise_and_come_back() -> None:
    folded = fold(NAMES)
    properties = folded.schema["properties"]
    assert list(properties) == ["top_2", "top", "filter", "rows", "field", "x" * 56, "field_2"]
    assert folded.schema["required"] == ["top_2"]
    assert properties["filter"]["required"] == ["id"]
    assert properties["top_2"]["description"] == "The server calls it '$top'. How many."
    assert folded.original(
        {
            "top_2": 5,
            "top": "t",
            "filter": {"id": "7", "free": {"id": "kept", "top_2": 1}},
            "rows": [{"order_by": "name"}],
            "field": 3,
            "other": {"id": 1},
        }
    ) == {
        "$top": 5,
        "top": "t",
        "filter": {"@id": "7", "free": {"id": "kept", "top_2": 1}},
        "rows": [{"order by": "name"}],
        "크기": 3,
        "other": {"id": 1},
    }


def test_input_under_the_names_of_the_server_is_left_as_it_is() -> None:
    given = {"$top": 1, "filter": {"@id": "7"}}
    assert fold(NAMES).original(given) == given


def test_a_schema_that_is_too_long_loses_its_words_first_and_then_all_but_types() -> None:
    many = {f"p{n}": {"type": "string", "description": "x" * 400} for n in range(200)}
    folded = fold({"properties": many, "required": ["p1"]}).schema
    assert folded["properties"]["p7"] == {"type": "string"}
    assert folded["required"] == ["p1"]
    enums = {f"p{n}": {"type": "string", "enum": ["y" * 400]} for n in range(200)}
    assert fold({"properties": enums}).schema["properties"]["p7"] == {"type": "string"}
    endless = {f"p{n}": {"type": "string"} for n in range(10_000)}
    assert fold({"properties": endless}).schema == {"type": "object"}


@given(st.dictionaries(st.sampled_from(["properties", "$defs", "anyOf", "allOf", "$ref"]), VALUES))
def test_whatever_is_written_is_such_as_services_take(schema: dict[str, Any]) -> None:
    folded = fold(schema)
    assert folded.schema["type"] == "object"
    Draft202012Validator.check_schema(folded.schema)
    assert not folded.schema.keys() & {"anyOf", "oneOf", "allOf", "$ref", "enum", "const", "not"}
    assert len(json.dumps(folded.schema)) <= MAX_SCHEMA_CHARACTERS
    for reference in re.findall(r'"\$ref": "([^"]*)"', json.dumps(folded.schema)):
        assert reference.startswith(("#/$defs/", "#/definitions/"))
    folded.original({"a": {"a": [1, {"a": 2}]}})
