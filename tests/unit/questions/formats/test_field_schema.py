"""Fields of forms as servers write them: what is asked for, and that the answer fits their schema."""

import json
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from assistant.errors import QuestionError
from assistant.questions.formats.elicitation import elicitation_result, parse_elicitation
from assistant.questions.formats.field_schema import plain_field, plain_form
from assistant.questions.model.question import (
    Answer,
    Answered,
    AnswerInput,
    Question,
    QuestionKind,
    QuestionSet,
    TextFormat,
)
from assistant.questions.model.text_rules import NUMERIC, broken_rule
from assistant.questions.model.validation import check
from tests.helpers.questions.builders import by_click

_CASES: Final = Path(__file__).parents[3] / "data" / "questions" / "untidy"
_PRIO: Final = {"enum": ["low", "high"], "title": "Prio", "type": "string"}


def form(field: object, *, required: bool = False, defs: Any = None) -> dict[str, Any]:
    schema = {"type": "object", "properties": {"x": field}, "$defs": defs or {}}
    return {"message": "m", "requestedSchema": schema | ({"required": ["x"]} if required else {})}


def asked(params: dict[str, Any]) -> QuestionSet:
    return parse_elicitation(params, set_id="s").questions


def sent(questions: QuestionSet, *answers: Answer) -> dict[str, Any]:
    """Return what is sent once the answers are checked as every surface checks them."""
    kept = check(questions, answers)
    return elicitation_result(questions, Answered(answers=kept, provenance=by_click()))["content"]


def labels(question: Question) -> list[str]:
    return [option.label for option in question.options]


FIELDS: Final[dict[str, tuple[dict[str, Any], QuestionKind, list[str]]]] = {
    "optional text of pydantic": (
        {"anyOf": [{"type": "string"}, {"type": "null"}], "default": None, "title": "Name"},
        QuestionKind.TEXT,
        [],
    ),
    "types in a list": ({"type": ["string", "null"]}, QuestionKind.TEXT, []),
    "one type in a list": ({"type": ["boolean"]}, QuestionKind.BOOLEAN, []),
    "no type": ({}, QuestionKind.TEXT, []),
    "no type but a limit": ({"minimum": 3}, QuestionKind.TEXT, []),
    "any": ({"type": "any"}, QuestionKind.TEXT, []),
    "a type that may be left out": ({"type": "Optional[bool]"}, QuestionKind.BOOLEAN, []),
    "types in one text": ({"type": "integer | None"}, QuestionKind.TEXT, []),
    "what values are called by them": (
        {"enum": {"a": "First", "b": "Second"}},
        QuestionKind.SINGLE,
        ["First", "Second"],
    ),
    "another name": ({"type": "bool"}, QuestionKind.BOOLEAN, []),
    "nullable": ({"type": "string", "nullable": True}, QuestionKind.TEXT, []),
    "a format for a type": ({"type": "date"}, QuestionKind.TEXT, []),
    "values alone": ({"enum": ["low", "high"]}, QuestionKind.SINGLE, ["low", "high"]),
    "titled values alone": (
        {"oneOf": [{"const": "low", "title": "Low"}, {"const": "high", "title": "High"}]},
        QuestionKind.SINGLE,
        ["Low", "High"],
    ),
    "whole numbers": ({"type": "integer", "enum": [1, 2, 3]}, QuestionKind.SINGLE, list("123")),
    "numbers alone": ({"enum": [0.5, 1]}, QuestionKind.SINGLE, ["0.5", "1"]),
    "yes and no": ({"enum": [True, False]}, QuestionKind.BOOLEAN, []),
    "values and null": ({"enum": ["a", None]}, QuestionKind.SINGLE, ["a"]),
    "one value": ({"const": "agreed", "title": "I agree"}, QuestionKind.SINGLE, ["I agree"]),
    "optional values": (
        {"anyOf": [{"enum": ["a", "b"], "type": "string"}, {"type": "null"}]},
        QuestionKind.SINGLE,
        ["a", "b"],
    ),
    "a reference": ({"$ref": "#/$defs/Prio"}, QuestionKind.SINGLE, ["low", "high"]),
    "an optional reference": (
        {"anyOf": [{"$ref": "#/$defs/Prio"}, {"type": "null"}]},
        QuestionKind.SINGLE,
        ["low", "high"],
    ),
    "a reference with a default": (
        {"allOf": [{"$ref": "#/$defs/Prio"}], "default": "low"},
        QuestionKind.SINGLE,
        ["low", "high"],
    ),
    "several values": (
        {"type": "array", "items": {"$ref": "#/$defs/Prio"}},
        QuestionKind.MULTI,
        ["low", "high"],
    ),
}


@pytest.mark.parametrize("name", FIELDS)
def test_what_is_asked_for(name: str) -> None:
    field, kind, shown = FIELDS[name]
    (question,) = asked(form(field, defs={"Prio": _PRIO})).questions
    assert (question.kind, labels(question)) == (kind, shown)
    assert not question.required


FILES: Final[dict[str, tuple[str, QuestionKind, list[str], bool]]] = {
    "e01_empty": ("The server needs something.", QuestionKind.SINGLE, ["Accept", "Decline"], True),
    "e02_ref": ("Prio", QuestionKind.SINGLE, ["low", "high"], True),
    "e03_anyof_null": ("Name", QuestionKind.TEXT, [], False),
    "e06_type_list": ("Name", QuestionKind.TEXT, [], False),
    "e07_enum_no_type": ("p", QuestionKind.SINGLE, ["Low", "High"], False),
    "e07b_enum_bare": ("p", QuestionKind.SINGLE, ["low", "high"], False),
}


@pytest.mark.parametrize("name", FILES)
def test_a_form_of_a_server_is_asked(name: str) -> None:
    params = json.loads((_CASES / f"{name}.json").read_text("utf-8"))
    (question,) = asked(params).questions
    assert (question.text, question.kind, labels(question), question.required) == FILES[name]


@pytest.mark.parametrize(
    ("choice", "result"),
    [("accept", {"action": "accept", "content": {}}), ("decline", {"action": "decline"})],
)
def test_a_form_without_fields_is_accepted_or_declined(choice: str, result: dict[str, Any]) -> None:
    questions = asked({"message": "Go on?", "requestedSchema": {"type": "object"}})
    assert questions.description == ""
    assert not any(option.default for option in questions.questions[0].options)
    given = Answer(question_id=questions.questions[0].id, option_ids=(choice,))
    assert (
        elicitation_result(questions, Answered(answers=(given,), provenance=by_click())) == result
    )


@pytest.mark.parametrize(
    ("field", "choice", "value"),
    [
        ({"type": "integer", "enum": [1, 2, 3], "title": "Lanes"}, "2", 2),
        ({"enum": [0.5, 1]}, "0.5", 0.5),
        ({"enum": ["1", 2]}, "1", "1"),
        ({"enum": [True, "maybe"]}, "true", True),
        ({"oneOf": [{"const": 1, "title": "One"}, {"const": 2, "title": "Two"}]}, "2", 2),
    ],
)
def test_a_choice_is_sent_as_the_value_it_stands_for(
    field: dict[str, Any], choice: str, value: object
) -> None:
    questions = asked(form(field, required=True))
    content = sent(questions, Answer(question_id="x", option_ids=(choice,)))
    assert content == {"x": value}
    assert type(content["x"]) is type(value)


@pytest.mark.parametrize(
    ("items", "chosen", "values"),
    [
        ({"type": "integer", "enum": [1, 2, 3]}, ("1", "3"), [1, 3]),
        ({"enum": [0.5, "half"]}, ("0.5", "half"), [0.5, "half"]),
        ({"oneOf": [{"const": 1, "title": "One"}, {"const": 2, "title": "Two"}]}, ("2",), [2]),
        ({"enum": ["1", "2"]}, ("1",), ["1"]),
    ],
)
def test_each_of_several_choices_is_sent_as_the_value_it_stands_for(
    items: dict[str, Any], chosen: tuple[str, ...], values: list[object]
) -> None:
    field = {"type": "array", "items": items}
    content = sent(asked(form(field)), Answer(question_id="x", option_ids=chosen))
    assert content == {"x": values}
    assert [*map(type, content["x"])] == [*map(type, values)]


@pytest.mark.parametrize(
    ("field", "expected"),
    [
        (
            {"enum": ["r", "b"], "enumNames": ["Boat", "Boat"]},
            [("Boat (r)", ""), ("Boat (b)", "")],
        ),
        (
            {"oneOf": [{"enum": ["r"], "title": "Rowing boat"}, {"const": "c", "title": "Canoe"}]},
            [("Rowing boat", ""), ("Canoe", "")],
        ),
        (
            {"oneOf": [{"const": "r", "title": "Boat", "description": "slow"}, {"const": "c"}]},
            [("Boat", "slow"), ("c", "")],
        ),
        (
            {"enum": ["r", "c"], "enumDescriptions": ["slow", "fast"]},
            [("r", "slow"), ("c", "fast")],
        ),
        ({"enum": ["r", "c", "r"]}, [("r", ""), ("c", "")]),
    ],
)
def test_values_are_shown_by_the_names_and_words_that_tell_them_apart(
    field: dict[str, Any], expected: list[tuple[str, str]]
) -> None:
    (question,) = asked(form(field)).questions
    assert [(option.label, option.description) for option in question.options] == expected


def scripted(name: str) -> QuestionSet:
    """Return what a server asks whose tool a scripted stream calls with the form's schema."""
    ((part, *_others), *_replies) = json.loads((_CASES / f"{name}.json").read_text("utf-8"))
    return asked({"message": "m", "requestedSchema": part["input"]["schema"]})


def test_the_scripted_forms_are_asked_and_answered_in_their_types() -> None:
    assert labels(scripted("chat_y01_empty").questions[0]) == ["Accept", "Decline"]
    questions = scripted("chat_y02_lanes")
    assert labels(questions.questions[0]) == ["1", "2", "3"]
    assert sent(questions, Answer(question_id="lanes", option_ids=("3",))) == {"lanes": 3}


def test_null_is_sent_where_a_field_must_be_there_and_may_be_null() -> None:
    questions = asked(form({"type": ["string", "null"]}, required=True))
    assert not questions.questions[0].required
    assert sent(questions, Answer(question_id="x")) == {"x": None}
    assert sent(questions, Answer(question_id="x", text="a")) == {"x": "a"}


@pytest.mark.parametrize(
    ("field", "lowest", "highest"),
    [
        ({"type": "integer", "exclusiveMinimum": 3, "exclusiveMaximum": 9}, 4, 8),
        ({"type": "integer", "minimum": 3, "exclusiveMinimum": True}, 4, None),
        ({"type": "integer", "maximum": 3, "exclusiveMaximum": True}, None, 2),
        ({"type": "integer", "minimum": 3, "exclusiveMinimum": False}, 3, None),
        ({"type": "int", "minimum": 5, "exclusiveMinimum": 1}, 5, None),
        ({"exclusiveMinimum": 0.5, "type": "integer"}, 1, None),
    ],
)
def test_limits_of_any_draft(
    field: dict[str, Any], lowest: float | None, highest: float | None
) -> None:
    (question,) = asked(form(field)).questions
    assert question.text_format is TextFormat.INTEGER
    assert (question.minimum, question.maximum) == (lowest, highest)


def test_a_pattern_is_kept_and_refuses_other_words() -> None:
    (question,) = asked(form({"type": "string", "pattern": "^[A-Z]{2}-[0-9]+$"})).questions
    assert broken_rule(question, "AB-12") is None
    told = broken_rule(question, "ab")
    assert told is not None
    assert "^[A-Z]{2}-[0-9]+$" in told


@pytest.mark.parametrize(
    ("field", "note"),
    [
        ({"anyOf": [{"type": "string"}, {"type": "integer"}]}, "one of several kinds"),
        ({"type": ["integer", "string"]}, "one of several types"),
        ({"$ref": "https://example.org/schema"}, "a reference leads nowhere"),
        ({"$ref": "#/$defs/none"}, "a reference leads nowhere"),
        ({"$ref": "#/properties/x"}, "its references do not end"),
        ({"type": "string", "pattern": "("}, "pattern is no regular expression"),
        ({"type": "string", "pattern": 5}, "pattern is no text"),
        ({"type": "number", "multipleOf": 0.1}, "multiples of a fraction"),
        ({"type": "object", "properties": {}}, "type has fields of its own"),
        ({"type": "array", "items": {"type": "string"}}, "items.enum is missing"),
        ({"type": "array", "items": {"enum": [[1], [2]]}}, "items.enum must be texts"),
        ({"enum": ["a", "b", "a"]}, "a value that is listed twice"),
        ({"type": "file"}, "type must be"),
        ({"enum": [{"value": "a"}, {"value": "b"}]}, "enum must be text"),
        ({"enum": ["a" * 400, "b"]}, "enum must be text of at most 256"),
    ],
)
def test_what_is_not_kept_is_noted(field: dict[str, Any], note: str) -> None:
    params = form(field)
    params["requestedSchema"]["properties"]["other"] = {"type": "boolean"}
    parsed = parse_elicitation(params, set_id="s")
    assert any(note in line for line in parsed.notes)
    assert parsed.questions.questions[-1].id == "other"


def test_a_field_that_cannot_be_asked_for_and_has_to_be_there_refuses_the_form() -> None:
    with pytest.raises(QuestionError, match="has fields of its own"):
        asked(form({"type": "object"}, required=True))
    with pytest.raises(QuestionError, match="has no field that can be asked for"):
        asked(form({"type": "object"}))


def test_a_field_whose_name_cannot_be_used_is_left_out_beside_others() -> None:
    params = form({"type": "string"})
    params["requestedSchema"]["properties"] |= {"": {}, " y": {}}
    assert [question.id for question in asked(params).questions] == ["x"]
    params["requestedSchema"]["required"] = [" y"]
    with pytest.raises(QuestionError, match="has a name that cannot be used"):
        asked(params)


def test_of_a_choice_of_forms_the_first_is_asked() -> None:
    first, second = form({"type": "boolean"}), form({"type": "string"})
    forms = {"anyOf": [first["requestedSchema"], second["requestedSchema"]]}
    parsed = parse_elicitation({"message": "m", "requestedSchema": forms}, set_id="s")
    assert [question.kind for question in parsed.questions.questions] == [QuestionKind.BOOLEAN]
    assert any("of anyOf only the first is asked for" in note for note in parsed.notes)
    assert sent(parsed.questions, Answer(question_id="x", boolean=True)) == {"x": True}


@pytest.mark.parametrize("mode", [None, "form", "Form"])
def test_a_schema_may_be_json_text_and_the_mode_left_out(mode: str | None) -> None:
    params = form({"type": "string"}) | {"mode": mode}
    params["requestedSchema"] = json.dumps(params["requestedSchema"])
    assert [question.id for question in asked(params).questions] == ["x"]


def test_required_as_older_drafts_write_it() -> None:
    assert asked(form({"type": "string", "required": True})).questions[0].required


def test_a_form_may_refer_to_its_parts() -> None:
    schema = {
        "allOf": [{"$ref": "#/$defs/Base"}],
        "properties": {"b": {"type": "boolean"}},
        "$defs": {"Base": {"properties": {"a": {"type": "string"}}, "required": ["a"]}},
    }
    whole, notes = plain_form(schema)
    assert (set(whole["properties"]), whole["required"], list(notes)) == ({"a", "b"}, ["a"], [])


SCALARS: Final[st.SearchStrategy[object]] = st.one_of(
    st.text(max_size=6), st.integers(-5, 5), st.booleans(), st.none()
)
PARTS: Final[st.SearchStrategy[dict[str, Any]]] = st.fixed_dictionaries(
    {},
    optional={
        "type": st.sampled_from(["string", "integer", "number", "boolean", "null", "int", "any"])
        | st.lists(st.sampled_from(["string", "integer", "null"]), max_size=3),
        "enum": st.lists(SCALARS, max_size=4),
        "const": SCALARS,
        "minimum": st.integers(-5, 5),
        "exclusiveMinimum": st.integers(-5, 5) | st.booleans(),
        "pattern": st.sampled_from(["^a", "(", "[a-z]+$", "(a+)+$"]),
        "$ref": st.sampled_from(["#", "#/properties/x", "#/$defs/y", "elsewhere"]),
        "nullable": st.booleans(),
        "required": st.booleans(),
    },
)


def combined(inner: st.SearchStrategy[dict[str, Any]]) -> st.SearchStrategy[dict[str, Any]]:
    kinds: list[object] = ["array", "string", 5, None, {}]
    return st.fixed_dictionaries(
        {},
        optional={
            "anyOf": st.lists(inner, max_size=3),
            "oneOf": st.lists(inner, max_size=3),
            "allOf": st.lists(inner, max_size=2),
            "items": inner,
            "type": st.sampled_from(kinds),
        },
    )


SCHEMAS: Final[st.SearchStrategy[dict[str, Any]]] = st.recursive(PARTS, combined, max_leaves=4)


@given(SCHEMAS)
def test_any_schema_becomes_one_of_one_type(schema: dict[str, Any]) -> None:
    root = {"properties": {"x": schema}, "$defs": {"y": schema}}
    field = plain_field(schema, root=root)
    assert isinstance(field.schema["type"], str)
    assert None not in field.schema.get("enum", [])
    assert len(field.titles) == len(field.schema.get("enum", []))
    assert not {"$ref", "allOf", "anyOf", "oneOf", "const", "nullable"} & set(field.schema)


def enumeration(values: list[int]) -> dict[str, Any]:
    return {"enum": values}


def optional_enumeration(values: list[str]) -> dict[str, Any]:
    return {"anyOf": [{"enum": values, "type": "string"}, {"type": "null"}]}


VALID: Final[st.SearchStrategy[dict[str, Any]]] = st.one_of(
    st.fixed_dictionaries(
        {"type": st.just("integer")},
        optional={"minimum": st.integers(-9, 0), "exclusiveMaximum": st.integers(5, 9)},
    ),
    st.builds(enumeration, st.lists(st.integers(1, 9), min_size=1, max_size=4, unique=True)),
    st.builds(
        optional_enumeration,
        st.lists(st.sampled_from("abcdef"), min_size=1, max_size=4, unique=True),
    ),
    st.sampled_from(
        [
            {"type": ["string", "null"], "maxLength": 5},
            {"type": "array", "items": {"enum": ["a", "b"]}, "minItems": 1},
            {"enum": [True, False]},
        ]
    ),
)


def some_answer(question: Question) -> Answer:
    match question.traits.input:
        case AnswerInput.YES_NO:
            return Answer(question_id=question.id, boolean=False)
        case AnswerInput.OPTIONS:
            return Answer(question_id=question.id, option_ids=(question.options[-1].id,))
        case AnswerInput.TEXT:
            text = "3" if question.text_format in NUMERIC else "abc"
            return Answer(question_id=question.id, text=text)


@given(VALID, st.booleans(), st.booleans())
def test_what_is_sent_fits_the_schema_of_the_server(
    field: dict[str, Any], required: bool, left_out: bool
) -> None:
    params = form(field, required=required)
    questions = asked(params)
    (question,) = questions.questions
    skipped = left_out and not question.required
    answer = Answer(question_id="x") if skipped else some_answer(question)
    content = sent(questions, answer)
    Draft202012Validator(params["requestedSchema"]).validate(content)
