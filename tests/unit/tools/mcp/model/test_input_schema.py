import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from assistant.tools.mcp.model.input_schema import MAX_SCHEMA_CHARACTERS, InputSchema, read_schema

OPEN = {"type": "object"}
GOOD = {
    "type": "object",
    "properties": {"a": {"type": "integer", "minimum": 1}, "b": {"$ref": "#/$defs/word"}},
    "required": ["a"],
    "additionalProperties": False,
    "$defs": {"word": {"type": "string", "maxLength": 3}},
}


def test_a_good_schema_is_advertised_and_checked() -> None:
    schema = read_schema(GOOD)
    assert schema.advertised == GOOD
    assert schema.problems({"a": 1, "b": "abc"}) == ()
    wrong = schema.problems({"a": 0, "b": "abcd", "c": 1})
    assert len(wrong) == 3
    assert any(problem.startswith("a:") for problem in wrong)


def nested(depth: int) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "string"}
    for _level in range(depth):
        schema = {"type": "object", "properties": {"x": schema}}
    return schema


BOMB: dict[str, Any] = {
    "type": "object",
    "$defs": {
        "a0": {"type": "integer"},
        **{
            f"a{n}": {"allOf": [{"$ref": f"#/$defs/a{n - 1}"}, {"$ref": f"#/$defs/a{n - 1}"}]}
            for n in range(1, 40)
        },
    },
    "properties": {"n": {"$ref": "#/$defs/a39"}},
}


@pytest.mark.parametrize(
    "schema",
    [
        BOMB,
        {"type": "object", "properties": {"n": {"$ref": "#/properties/n"}}},
        {"type": "object", "properties": {"n": {"$ref": "https://evil.example/schema"}}},
        {"type": "object", "properties": {"n": {"$ref": "#/nowhere"}}},
        {"type": "object", "properties": {"n": {"type": "string", "pattern": "(a+)+$"}}},
        {
            "type": "object",
            "patternProperties": {"(n+)+$": {"type": "string"}},
            "additionalProperties": False,
        },
        {"type": "object", "propertyNames": {"pattern": "(n+)+$"}},
        nested(200),
        {"type": "object", "properties": {f"p{n}": {"type": "string"} for n in range(10_000)}},
        {"type": "object", "properties": {"n": {"type": "nonsense"}}},
        {"type": "object", "properties": []},
        {"type": "array"},
        {"type": ["object"]},
        {"type": "object", "default": float("nan")},
    ],
)
def test_a_hostile_schema_ends_and_breaks_no_request(schema: dict[str, Any]) -> None:
    known = read_schema(schema)
    known.problems({"n": "a" * 40 + "!"})
    known.problems({"n" * 40 + "!": 1})
    assert known.advertised["type"] == "object"
    Draft202012Validator.check_schema(dict(known.advertised))
    written = json.dumps(known.advertised)
    assert len(written) <= MAX_SCHEMA_CHARACTERS
    assert "evil" not in written


def test_what_a_models_service_refuses_is_not_advertised_but_checked() -> None:
    either = {**GOOD, "oneOf": [{"required": ["a"]}, {"required": ["b"]}]}
    schema = read_schema(either)
    assert "oneOf" not in schema.advertised
    assert schema.problems({"a": 1, "b": "x"})
    strange = read_schema({"type": "object", "properties": {"a b!": {"type": "integer"}}})
    assert list(strange.advertised["properties"]) == ["a_b"]
    assert strange.problems(strange.fitted({"a_b": "x"}))
    assert strange.fitted({"a_b": 1}) == {"a b!": 1}


def test_the_words_of_a_schema_are_cleaned() -> None:
    schema = read_schema(
        {"type": "object", "properties": {"a": {"description": "x\u202ey\x00" + "z" * 5000}}}
    )
    words = schema.advertised["properties"]["a"]["description"]
    assert words.startswith("xyz")
    assert len(words) == 500


def test_a_property_may_be_called_like_a_keyword() -> None:
    schema = read_schema({"type": "object", "properties": {"pattern": {"type": "integer"}}})
    assert schema.problems({"pattern": "x"})


def test_nothing_is_checked_without_a_schema() -> None:
    assert InputSchema().problems({"anything": 1}) == ()


@given(
    st.dictionaries(
        st.sampled_from(
            [
                "type",
                "properties",
                "required",
                "enum",
                "items",
                "allOf",
                "$ref",
                "$defs",
                "not",
                "minimum",
                "additionalProperties",
            ]
        ),
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.text(max_size=5),
            lambda inner: (
                st.lists(inner, max_size=3)
                | st.dictionaries(st.text(max_size=5), inner, max_size=3)
            ),
            max_leaves=8,
        ),
    ),
    st.dictionaries(st.text(max_size=5), st.integers() | st.text(max_size=5), max_size=3),
)
def test_no_schema_breaks_the_program(schema: dict[str, Any], arguments: dict[str, Any]) -> None:
    known = read_schema(schema)
    assert known.advertised["type"] == "object"
    Draft202012Validator.check_schema(dict(known.advertised))
    known.problems(arguments)


def test_what_may_be_left_out_may_be_null() -> None:
    schema = read_schema(GOOD)
    assert schema.fitted({"a": 1, "b": None}) == {"a": 1}
    assert schema.fitted({"a": None, "b": None}) == {"a": None}
    nullable = read_schema({"type": "object", "properties": {"b": {"type": ["string", "null"]}}})
    assert nullable.fitted({"b": None}) == {"b": None}


@pytest.mark.requirement("SEC-15")
@pytest.mark.parametrize(
    "schema",
    [
        {"properties": {"a": {"enum": ["x\U000e0041"]}}},
        {"properties": {"a": {"default": {"b\u200b": 1}}}},
        {"properties": {"a": {"const": "\u202ex"}}},
    ],
)
def test_values_that_hide_something_are_not_advertised(schema: dict[str, Any]) -> None:
    """They cannot be cleaned: another value would not be the server's."""
    read = read_schema({"type": "object", **schema})
    assert read.advertised == {**OPEN, "properties": {"a": {}}}
    assert read.checked == {**OPEN, **schema}


@pytest.mark.requirement("SEC-15")
def test_words_that_hide_something_are_advertised_without_it() -> None:
    schema = {"type": "object", "properties": {"a": {"description": "A\U000e0041 file\u200b."}}}
    assert read_schema(schema).advertised["properties"]["a"] == {"description": "A file."}
