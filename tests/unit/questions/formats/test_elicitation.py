"""Forms by which an MCP server asks."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.errors import QuestionError
from assistant.questions.formats.elicitation import elicitation_result, parse_elicitation
from assistant.questions.model.question import (
    Answer,
    Answered,
    Cancelled,
    Later,
    NoneFit,
    Question,
    QuestionKind,
    QuestionRoute,
    QuestionSet,
    Response,
    TextFormat,
    TimedOut,
    YouDecide,
)
from assistant.questions.model.validation import check
from tests.helpers.questions.builders import by_click


def form(required: list[str] | None = None, /, **properties: dict[str, Any]) -> dict[str, Any]:
    return {
        "mode": "form",
        "message": "Please tell us about the account.",
        "requestedSchema": {
            "type": "object",
            "properties": properties,
            "required": required or [],
        },
    }


def read(params: dict[str, Any]) -> QuestionSet:
    return parse_elicitation(params, set_id="s", source="server").questions


def field(**schema: Any) -> Question:
    return read(form(x=schema)).questions[0]


def test_a_form_is_a_set_with_a_question_for_each_field_in_order() -> None:
    params = form(
        ["name"],
        name={"type": "string", "title": "Name", "description": "As printed"},
        age={"type": "integer"},
        ok={"type": "boolean"},
    )
    asked = read(params)
    assert (asked.id, asked.route, asked.source) == ("s", QuestionRoute.ELICITATION, "server")
    assert asked.description == "Please tell us about the account."
    assert [(q.id, q.text, q.context, q.required) for q in asked.questions] == [
        ("name", "Name", "As printed", True),
        ("age", "age", "", False),
        ("ok", "ok", "", False),
    ]
    assert all(not question.allow_other for question in asked.questions)
    assert json.loads(asked.raw) == params


@pytest.mark.parametrize(
    ("schema", "note"),
    [
        (
            {"type": "string", "not": {"const": "a"}},
            "requestedSchema.properties.x: not is not checked",
        ),
        (
            {"type": "string", "if": {"const": "a"}},
            "requestedSchema.properties.x: if is not checked",
        ),
    ],
)
def test_a_rule_of_a_field_that_no_question_keeps_is_noted(
    schema: dict[str, Any], note: str
) -> None:
    parsed = parse_elicitation(form(x=schema), set_id="s", source="server")
    assert any(note in one for one in parsed.notes)


@pytest.mark.parametrize("rule", ["dependentRequired", "minProperties", "patternProperties"])
def test_a_rule_of_a_form_that_no_question_keeps_is_noted(rule: str) -> None:
    params = form(x={"type": "string"})
    params["requestedSchema"][rule] = {"x": ["y"]}
    parsed = parse_elicitation(params, set_id="s", source="server")
    assert any(f"{rule} is not asked for" in one for one in parsed.notes)


@pytest.mark.parametrize("key", ["requestedSchema", "requested_schema", None])
def test_the_schema_may_stand_alone_or_under_either_name(key: str | None) -> None:
    schema = {"type": "object", "title": "Account", "properties": {"a": {"type": "boolean"}}}
    asked = read(schema if key is None else {"message": "m", key: schema})
    assert [question.id for question in asked.questions] == ["a"]
    assert asked.title == "Account"


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"type": "string"}, {"kind": QuestionKind.TEXT, "text_format": TextFormat.PLAIN}),
        (
            {"type": "string", "minLength": 3, "maxLength": 9, "default": "abc"},
            {"min_length": 3, "max_length": 9, "default_text": "abc"},
        ),
        (
            {"type": "string", "format": "email", "default": "a@b.de"},
            {"text_format": TextFormat.EMAIL, "default_text": "a@b.de"},
        ),
        ({"type": "string", "format": "uri"}, {"text_format": TextFormat.URI}),
        ({"type": "string", "format": "date"}, {"text_format": TextFormat.DATE}),
        ({"type": "string", "format": "date-time"}, {"text_format": TextFormat.DATE_TIME}),
        ({"type": "string", "format": "hostname"}, {"text_format": TextFormat.PLAIN}),
        ({"type": "string", "format": "number"}, {"text_format": TextFormat.PLAIN}),
        (
            {"type": "number", "minimum": 0.5, "maximum": 2, "default": 1.5},
            {
                "kind": QuestionKind.TEXT,
                "text_format": TextFormat.NUMBER,
                "minimum": 0.5,
                "maximum": 2.0,
                "default_text": "1.5",
            },
        ),
        (
            {"type": "integer", "minimum": 1, "default": 42},
            {"text_format": TextFormat.INTEGER, "minimum": 1.0, "default_text": "42"},
        ),
        ({"type": "boolean"}, {"kind": QuestionKind.BOOLEAN, "default_boolean": None}),
        ({"type": "boolean", "default": False}, {"default_boolean": False}),
    ],
)
def test_a_field_without_options_is_read(
    schema: dict[str, Any], expected: dict[str, object]
) -> None:
    question = field(**schema)
    assert {key: getattr(question, key) for key in expected} == expected


@pytest.mark.parametrize(
    ("schema", "kind", "options"),
    [
        (
            {"type": "string", "enum": ["red", "blue"], "default": "blue"},
            QuestionKind.SINGLE,
            [("red", "red", False), ("blue", "blue", True)],
        ),
        (
            {"type": "string", "enum": ["r", "b"], "enumNames": ["Red", "Blue"]},
            QuestionKind.SINGLE,
            [("r", "Red", False), ("b", "Blue", False)],
        ),
        (
            {"type": "string", "enum": ["r", "b"], "enumNames": ["Red"]},
            QuestionKind.SINGLE,
            [("r", "Red", False), ("b", "b", False)],
        ),
        (
            {
                "type": "string",
                "oneOf": [{"const": "r", "title": "Red"}, {"const": "b"}, {"const": ""}],
            },
            QuestionKind.SINGLE,
            [("r", "Red", False), ("b", "b", False), ("", '""', False)],
        ),
        (
            {"type": "array", "items": {"type": "string", "enum": ["a", "b"]}, "default": ["b"]},
            QuestionKind.MULTI,
            [("a", "a", False), ("b", "b", True)],
        ),
        (
            {"type": "array", "items": {"anyOf": [{"const": "a", "title": "A"}]}},
            QuestionKind.MULTI,
            [("a", "A", False)],
        ),
        (
            {"type": "array", "items": {"oneOf": [{"const": "a", "title": "A"}]}},
            QuestionKind.MULTI,
            [("a", "A", False)],
        ),
    ],
)
def test_a_field_with_options_is_read(
    schema: dict[str, Any], kind: QuestionKind, options: list[tuple[str, str, bool]]
) -> None:
    question = field(**schema)
    assert question.kind is kind
    assert [(o.id, o.label, o.default) for o in question.options] == options


def test_how_many_may_be_chosen_is_read() -> None:
    items = {"type": "string", "enum": ["a", "b", "c"]}
    several = field(type="array", items=items, minItems=1, maxItems=2)
    assert (several.min_choices, several.max_choices) == (1, 2)


def test_a_list_of_a_hundred_values_is_accepted_and_a_longer_one_is_not() -> None:
    assert len(field(type="string", enum=[str(n) for n in range(100)]).options) == 100
    with pytest.raises(QuestionError, match="101 entries, 1 to 100 allowed"):
        field(type="string", enum=[str(n) for n in range(101)])


@pytest.mark.parametrize(
    ("params", "named"),
    [
        ({"mode": "url", "url": "https://x", "message": "m"}, ["mode"]),
        ({"requestedSchema": {}}, ["requestedSchema.properties"]),
        ({"message": " ", "requestedSchema": {}}, ["requestedSchema.properties"]),
        ({"message": "m", "requestedSchema": 5}, ["requestedSchema.properties"]),
        (
            {"message": "m", "requestedSchema": {"properties": [{"name": "x", "type": "string"}]}},
            ["requestedSchema.properties"],
        ),
        (form(["x"], x={"type": "object"}), ["requestedSchema.properties.x.type"]),
        (form(["x"], x={"type": "file"}), ["requestedSchema.properties.x.type"]),
        (form(x={"type": "object"}), ["requestedSchema.properties"]),
        (
            form(["x"], x={"type": "array", "items": {"type": "string"}}),
            ["requestedSchema.properties.x.items.enum"],
        ),
        (
            form(["x"], x={"type": "array", "items": {"enum": [[1], [2]]}}),
            ["requestedSchema.properties.x.items.enum"],
        ),
        (
            form(["x"], x={"type": "string", "enum": []}),
            ["requestedSchema.properties.x.enum"],
        ),
        (
            form(x={"type": "string", "enum": ["1", 1]}),
            ["requestedSchema.properties.x.options"],
        ),
        (
            form(x={"type": "string", "enum": ["a", ["b"]]}),
            ["requestedSchema.properties.x[1]"],
        ),
        (
            form(x={"type": "string", "enum": ["\ud800", "b"]}),
            ["requestedSchema.properties.x[0]"],
        ),
        (form(**{" x": {"type": "boolean"}}), ["requestedSchema.properties. x"]),
        (form(**{"": {"type": "boolean"}}), ["requestedSchema.properties."]),
        (
            form(**{f"x{n}": {"type": "boolean"} for n in range(25)}),
            ["requestedSchema.properties"],
        ),
    ],
)
def test_what_is_no_form_of_the_protocol_is_refused(
    params: dict[str, Any], named: list[str]
) -> None:
    with pytest.raises(QuestionError) as error:
        read(params)
    assert [detail["field"] for detail in error.value.details] == named


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "string", "minLength": 5, "maxLength": 2},
        {"type": "string", "minLength": "5"},
        {"type": "string", "format": "email", "default": "nobody"},
        {"type": "number", "minimum": "low"},
        {"type": "boolean", "default": "yes"},
        {"type": "array", "items": {"enum": ["a"]}, "minItems": 2},
    ],
)
def test_a_rule_that_makes_no_sense_is_left_out_and_noted(schema: dict[str, Any]) -> None:
    parsed = parse_elicitation(form(x=schema), set_id="s")
    assert any("left out" in note for note in parsed.notes)
    (question,) = parsed.questions.questions
    assert (question.min_length, question.minimum, question.min_choices) == (None, None, None)
    assert (question.default_text, question.default_boolean) == ("", None)


@pytest.mark.parametrize(
    ("name", "title", "is_secret"),
    [
        ("password", "", True),
        ("api_key", "", True),
        ("x", "Your access token", True),
        ("x", "비밀번호", True),
        ("x", "请输入密码", True),
        ("pin", "", True),
        ("name", "Name", False),
        ("max_tokens", "Most tokens", False),
        ("pinned", "Pinned", False),
    ],
)
def test_a_field_that_seems_to_ask_for_a_secret_is_noted(
    name: str, title: str, is_secret: bool
) -> None:
    parsed = parse_elicitation(form(**{name: {"type": "string", "title": title}}), set_id="s")
    assert any("secret" in note for note in parsed.notes) is is_secret


@pytest.mark.parametrize(
    ("description", "is_secret"),
    [
        ("The PIN of your card", True),
        ("Where you live. Also your password, please.", True),
        ("비밀번호를 적어 주세요", True),
        ("Your favorite integer (do not give us your phone number, pin, or other)", False),
        ("A name. Never your password!", False),
        ("비밀번호는 적지 마세요", False),
        ("请勿填写密码", False),
    ],
)
def test_a_description_that_forbids_a_secret_asks_for_none(
    description: str, is_secret: bool
) -> None:
    parsed = parse_elicitation(form(x={"type": "string", "description": description}), set_id="s")
    assert any("secret" in note for note in parsed.notes) is is_secret


# What goes back.

FORM = form(
    ["name"],
    name={"type": "string"},
    mail={"type": "string", "format": "email"},
    age={"type": "integer"},
    size={"type": "number"},
    ok={"type": "boolean"},
    colour={"type": "string", "enum": ["red", "blue"]},
    tags={"type": "array", "items": {"type": "string", "enum": ["a", "b", "c"]}},
)


def result(*answers: Answer) -> dict[str, Any]:
    asked = read(FORM)
    response = Answered(answers=check(asked, answers), provenance=by_click())
    return elicitation_result(asked, response)


def test_answers_have_the_types_of_their_fields() -> None:
    assert result(
        Answer(question_id="name", text="Kim"),
        Answer(question_id="mail", text="kim@example.com"),
        Answer(question_id="age", text="42"),
        Answer(question_id="size", text="1.5"),
        Answer(question_id="ok", boolean=False),
        Answer(question_id="colour", option_ids=("blue",)),
        Answer(question_id="tags", option_ids=("c", "a")),
    ) == {
        "action": "accept",
        "content": {
            "name": "Kim",
            "mail": "kim@example.com",
            "age": 42,
            "size": 1.5,
            "ok": False,
            "colour": "blue",
            "tags": ["a", "c"],
        },
    }


def test_what_was_left_out_is_no_field() -> None:
    assert result(Answer(question_id="name", text="Kim")) == {
        "action": "accept",
        "content": {"name": "Kim"},
    }


@pytest.mark.parametrize(
    ("response", "action"),
    [
        (YouDecide(provenance=by_click()), "decline"),
        (NoneFit(words="x", provenance=by_click()), "decline"),
        (Later(provenance=by_click()), "cancel"),
        (Cancelled(), "cancel"),
        (TimedOut(after_s=9), "cancel"),
    ],
)
def test_not_answering_is_to_decline_or_to_cancel(response: Response, action: str) -> None:
    assert elicitation_result(read(FORM), response) == {"action": action}


_fields = st.one_of(
    st.just({"type": "boolean"}),
    st.fixed_dictionaries({"type": st.just("boolean"), "default": st.booleans()}),
    st.fixed_dictionaries(
        {"type": st.just("string"), "title": st.just("T"), "description": st.just("D")},
        optional={
            "minLength": st.integers(0, 5),
            "maxLength": st.integers(6, 50),
            "default": st.just("abcdef"),
        },
    ),
    st.fixed_dictionaries(
        {
            "type": st.just("string"),
            "format": st.sampled_from(["email", "uri", "date", "date-time"]),
        }
    ),
    st.fixed_dictionaries(
        {"type": st.sampled_from(["number", "integer"])},
        optional={
            "minimum": st.integers(-9, 0),
            "maximum": st.integers(9, 99),
            "default": st.integers(1, 8),
        },
    ),
    st.fixed_dictionaries(
        {
            "type": st.just("string"),
            "oneOf": st.just([{"const": "a", "title": "A"}, {"const": "b", "title": "B"}]),
        },
        optional={"default": st.sampled_from("ab")},
    ),
    st.fixed_dictionaries(
        {
            "type": st.just("array"),
            "items": st.just(
                {"anyOf": [{"const": "a", "title": "A"}, {"const": "b", "title": "B"}]}
            ),
        },
        optional={
            "minItems": st.integers(0, 1),
            "maxItems": st.integers(1, 2),
            "default": st.just(["b"]),
        },
    ),
)


@given(
    st.dictionaries(st.sampled_from("abcdef"), _fields, min_size=1), st.sets(st.sampled_from("abc"))
)
def test_a_form_is_read_and_stored_without_loss(
    properties: dict[str, Any], required: set[str]
) -> None:
    params = form([name for name in properties if name in required], **properties)
    asked = read(params)
    assert QuestionSet.model_validate_json(asked.model_dump_json()) == asked
    assert [question.id for question in asked.questions] == list(properties)
    needed = [question.id for question in asked.questions if question.required]
    assert needed == params["requestedSchema"]["required"]
