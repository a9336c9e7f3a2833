"""Questions that programs define: strict, with every problem named for people and programs."""

import json
from typing import Any

import pytest
from hypothesis import given

from assistant.errors import QuestionError
from assistant.questions.formats import parse_definition, parse_tool_input
from assistant.questions.formats.definition_writer import dump_question
from assistant.questions.model.question import (
    Dependency,
    OnTimeout,
    Question,
    QuestionKind,
    QuestionRoute,
    QuestionSet,
    TextFormat,
)
from tests.helpers.questions.strategies import question_sets


def typed(**fields: Any) -> dict[str, Any]:
    base: dict[str, Any] = {
        "question_id": "auth_strategy_01",
        "question_text": "您希望采用哪种身份验证策略？",
        "type": "multiple_choice",
        "options": [{"id": "oauth2", "label": "OAuth 2.0"}, {"id": "jwt", "label": "JWT"}],
    }
    return {key: value for key, value in (base | fields).items() if value is not ...}


def define(value: dict[str, Any], **arguments: Any) -> QuestionSet:
    return parse_definition(value, set_id="s", **arguments).questions


def first(**fields: Any) -> Question:
    return define(typed(**fields)).questions[0]


def faults(value: dict[str, Any], **arguments: Any) -> list[tuple[str, str]]:
    with pytest.raises(QuestionError) as error:
        define(value, **arguments)
    details = error.value.details
    assert [detail["message"] for detail in details] == list(error.value.problems)
    assert all(detail["message"].startswith(detail["field"]) for detail in details)
    assert json.loads(json.dumps(details)) == list(details)
    return [(detail["field"], detail["code"]) for detail in details]


@pytest.mark.requirement("Q-MODEL-47")
def test_a_definition_is_read_with_its_ids() -> None:
    read = define(typed(), source="shop")
    assert (read.id, read.route, read.source, read.tool_use_id) == (
        "s",
        QuestionRoute.API,
        "shop",
        None,
    )
    (question,) = read.questions
    assert (question.id, question.kind) == ("auth_strategy_01", QuestionKind.SINGLE)
    assert [option.id for option in question.options] == ["oauth2", "jwt"]
    assert json.loads(read.raw) == typed()


def test_own_words_are_an_answer_only_where_the_definition_says_so() -> None:
    assert not first().allow_other
    assert first(allow_other=True).allow_other
    assert not first(type="text", options=..., allow_other=True).allow_other
    labels = [{"id": "a", "label": "A"}, {"id": "o", "label": "Other"}]
    assert [o.label for o in first(options=labels).options] == ["A", "Other"]
    assert [o.label for o in first(options=labels, allow_other=True).options] == ["A"]


def test_several_questions_may_share_a_label_but_no_id() -> None:
    same = [{"id": "a", "label": "A"}, {"id": "b", "label": "A"}]
    assert len(first(options=same).options) == 2


def test_twenty_options_and_twenty_four_questions_are_accepted() -> None:
    options = [{"id": str(n), "label": f"L{n}"} for n in range(20)]
    assert len(first(options=options).options) == 20
    many = [typed(question_id=f"q{n}") for n in range(24)]
    assert len(define({"questions": many}).questions) == 24


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({}, [("questions", "missing")]),
        ({"questions": []}, [("questions", "too_few")]),
        ({"questions": "[]"}, [("questions", "wrong_type")]),
        ({"questions": typed()}, [("questions", "wrong_type")]),
        ({"questions": [7]}, [("questions[0]", "wrong_type")]),
        (typed(question_text=""), [("question", "missing")]),
        (typed(type=...), [("type", "missing")]),
        (typed(type="slider"), [("type", "invalid_value")]),
        (typed(options=...), [("options", "missing")]),
        (typed(options=[]), [("options", "too_few")]),
        (
            typed(options=[{"id": str(n), "label": f"L{n}"} for n in range(21)]),
            [("options", "too_many")],
        ),
        (
            typed(options=[{"id": "a", "label": "A"}, {"id": "a", "label": "B"}]),
            [("options", "duplicate")],
        ),
        (typed(options=[{"id": "a"}]), [("options[0].label", "missing")]),
        (typed(options=[{"id": "a", "label": "x" * 257}]), [("options[0].label", "too_long")]),
        (typed(options=[{"id": "x" * 257, "label": "A"}]), [("options[0].id", "too_long")]),
        (
            typed(options=[{"id": "a", "label": "A", "description": "x" * 1001}]),
            [("options[0].description", "too_long")],
        ),
        (typed(header="x" * 257), [("header", "too_long")]),
        (typed(question_id="x" * 257), [("question_id", "too_long")]),
        (typed(required="true"), [("required", "wrong_type")]),
        (typed(allow_cancel="no"), [("allow_cancel", "wrong_type")]),
        (typed(markers="roman"), [("markers", "invalid_value")]),
        (typed(timeout_s=0), [("timeout_s", "invalid_value")]),
        (typed(timeout_s=float("nan")), [("timeout_s", "wrong_type")]),
        (typed(on_timeout=["default"]), [("on_timeout", "invalid_value")]),
        (
            {"questions": [typed(), typed()]},
            [("questions[1].question_id", "duplicate")],
        ),
        (
            {"questions": [typed(question_id=f"q{n}") for n in range(25)]},
            [("questions", "too_many"), ("questions", "too_many")],
        ),
        (
            typed(question_text="", options=[], header="x" * 300),
            [("question", "missing"), ("options", "too_few"), ("header", "too_long")],
        ),
    ],
)
@pytest.mark.requirement("Q-MODEL-37", "Q-MODEL-40", "Q-MODEL-45", "Q-MODEL-46")
def test_everything_that_is_wrong_is_named(
    value: dict[str, Any], expected: list[tuple[str, str]]
) -> None:
    assert faults(value) == expected


@pytest.mark.requirement("Q-MODEL-43")
def test_an_id_the_session_has_already_is_refused() -> None:
    earlier = [define(typed())]
    assert faults(typed(), earlier=earlier) == [("question_id", "duplicate")]
    as_set = typed(question_id=earlier[0].id)
    assert faults(as_set, earlier=earlier) == [("question_id", "duplicate")]
    assert define(typed(question_id="other"), earlier=earlier).questions[0].id == "other"


@pytest.mark.requirement("Q-LIFE-10")
def test_a_condition_may_name_a_question_that_was_asked_before() -> None:
    earlier = [define(typed())]
    option = earlier[0].questions[0].options[0].id

    def after(question_id: str, chosen: str) -> dict[str, Any]:
        condition = {"question_id": question_id, "in": [chosen]}
        return typed(question_id="after", depends_on=condition)

    (question,) = define(after("auth_strategy_01", option), earlier=earlier).questions
    assert question.depends_on is not None
    unknown = [("depends_on", "unknown_reference")]
    assert faults(after("auth_strategy_01", "none"), earlier=earlier) == unknown
    assert faults(after("auth_strategy_01", option)) == unknown


def nested(levels: int) -> dict[str, Any]:
    below = {} if levels == 1 else {"oauth2": [nested(levels - 1)]}
    return typed(question_id=f"level{levels}", follow_up_questions=below)


def test_five_levels_are_accepted_and_six_are_not() -> None:
    assert len(list(define(nested(5)).walk())) == 5
    ((field, code),) = faults(nested(6))
    assert code == "too_deep"
    assert field.count("follow_up_questions") == 5


def test_follow_ups_count_towards_the_whole_set() -> None:
    below = [typed(question_id=f"q{n}") for n in range(24)]
    assert faults(typed(follow_up_questions={"jwt": below})) == [("questions", "too_many")]
    assert define(typed(follow_up_questions={"jwt": below[:23]}))


def test_a_key_without_an_option_never_triggers_and_is_noted() -> None:
    parsed = parse_definition(
        typed(follow_up_questions={"nothing": [typed(question_id="b")]}), set_id="s"
    )
    assert set(parsed.questions.questions[0].follow_ups) == {"nothing"}
    assert any("does not exist" in note for note in parsed.notes)


# Conditions.


def pair(condition: object, *, kind: str = "multiple_choice", **fields: Any) -> dict[str, Any]:
    return {
        "questions": [
            typed(question_id="a", type=kind),
            typed(question_id="b", depends_on=condition, **fields),
        ]
    }


@pytest.mark.parametrize(
    ("condition", "kind", "ids"),
    [
        ({"question_id": "a", "in": ["oauth2"]}, "multiple_choice", ("oauth2",)),
        ({"question_id": "a", "in": ["jwt", "oauth2", "jwt"]}, "checkbox", ("jwt", "oauth2")),
        ({"question_id": "a", "in": "jwt"}, "multiple_choice", ("jwt",)),
        ({"question_id": "a", "in": [True]}, "boolean", ("true",)),
        ({"question_id": "a", "in": ["false"]}, "boolean", ("false",)),
    ],
)
def test_a_condition_is_read(condition: object, kind: str, ids: tuple[str, ...]) -> None:
    for read in (
        define(pair(condition, kind=kind)),
        parse_tool_input(pair(condition, kind=kind), tool_use_id="t").questions,
    ):
        assert read.questions[1].depends_on == Dependency(question_id="a", option_ids=ids)


@pytest.mark.parametrize(
    ("condition", "kind", "code"),
    [
        ("a", "multiple_choice", "wrong_type"),
        ({"question_id": "a"}, "multiple_choice", "wrong_type"),
        ({"question_id": "a", "in": []}, "multiple_choice", "wrong_type"),
        ({"question_id": "a", "in": [None]}, "multiple_choice", "wrong_type"),
        ({"in": ["jwt"]}, "multiple_choice", "wrong_type"),
        ({"question_id": "c", "in": ["jwt"]}, "multiple_choice", "unknown_reference"),
        ({"question_id": "a", "in": ["basic"]}, "multiple_choice", "unknown_reference"),
        ({"question_id": "a", "in": ["jwt"]}, "boolean", "unknown_reference"),
        ({"question_id": "a", "in": ["jwt"]}, "text", "unknown_reference"),
        ({"question_id": "b", "in": ["jwt"]}, "multiple_choice", "cycle"),
    ],
)
def test_a_condition_that_cannot_be_met_is_refused(condition: object, kind: str, code: str) -> None:
    asked = pair(condition, kind=kind)
    assert faults(asked) == [("questions[1].depends_on", code)]
    with pytest.raises(QuestionError, match="depends_on"):
        parse_tool_input(asked, tool_use_id="t")


def test_conditions_that_lead_in_a_circle_are_refused() -> None:
    def on(other: str) -> dict[str, Any]:
        return {"question_id": other, "in": ["jwt"]}

    circle = {
        "questions": [
            typed(question_id="a", depends_on=on("c")),
            typed(question_id="b", depends_on=on("a")),
            typed(question_id="c", depends_on=on("b")),
            typed(question_id="d", depends_on=on("a")),
        ]
    }
    assert faults(circle) == [(f"questions[{n}].depends_on", "cycle") for n in range(3)]
    through_a_follow_up = typed(
        question_id="a",
        depends_on=on("b"),
        follow_up_questions={"jwt": [typed(question_id="b")]},
    )
    assert faults(through_a_follow_up) == [("depends_on", "cycle")]


# Rules for answers.


def test_rules_for_a_text_are_read() -> None:
    port = first(type="text", options=..., format="integer", minimum=1, maximum=65535, default=8080)
    assert (port.text_format, port.minimum, port.maximum) == (TextFormat.INTEGER, 1.0, 65535.0)
    assert port.default_text == "8080"
    name = first(type="text", options=..., min_length=2, max_length=9, default="web")
    assert (name.min_length, name.max_length, name.default_text) == (2, 9, "web")
    assert first(type="boolean", options=..., default=True).default_boolean is True
    several = first(type="checkbox", min_choices=1, max_choices=2)
    assert (several.min_choices, several.max_choices) == (1, 2)


@pytest.mark.parametrize(
    ("fields", "field", "code"),
    [
        ({"type": "text", "format": "markdown"}, "format", "invalid_value"),
        ({"type": "text", "format": "number", "minimum": "1"}, "minimum", "wrong_type"),
        ({"type": "text", "format": "number", "minimum": float("inf")}, "minimum", "wrong_type"),
        ({"type": "text", "format": "number", "minimum": 10**400}, "minimum", "wrong_type"),
        (
            {"type": "text", "format": "number", "minimum": 2, "maximum": 1},
            "maximum",
            "invalid_value",
        ),
        ({"type": "text", "min_length": -1}, "min_length", "wrong_type"),
        ({"type": "text", "min_length": 1.5}, "min_length", "wrong_type"),
        ({"type": "text", "min_length": True}, "min_length", "wrong_type"),
        ({"type": "text", "min_length": 1001}, "min_length", "invalid_value"),
        ({"type": "text", "min_length": 5, "max_length": 4}, "max_length", "invalid_value"),
        ({"type": "text", "default": 5}, "default", "wrong_type"),
        ({"type": "text", "default": "x" * 1001}, "default", "invalid_value"),
        ({"type": "text", "format": "email", "default": "me"}, "default", "invalid_value"),
        ({"type": "boolean", "default": "yes"}, "default", "wrong_type"),
        ({"type": "checkbox", "min_choices": 4}, "min_choices", "invalid_value"),
        ({"type": "checkbox", "max_choices": 0}, "max_choices", "invalid_value"),
        ({"type": "checkbox", "min_choices": 2, "max_choices": 1}, "max_choices", "invalid_value"),
    ],
)
def test_a_rule_no_answer_could_keep_is_refused_here_and_left_out_for_a_model(
    fields: dict[str, Any], field: str, code: str
) -> None:
    asked = typed(**fields)
    assert faults(asked) == [(field, code)]
    parsed = parse_tool_input(asked, tool_use_id="t")
    assert any("left out" in note for note in parsed.notes)


# Writing.


def test_what_the_form_has_no_key_for_is_written_only_where_it_matters() -> None:
    assert set(dump_question(define(typed()).questions[0])) == {
        "question_id",
        "header",
        "question_text",
        "description",
        "type",
        "options",
        "required",
        "follow_up_questions",
    }


@given(question_sets())
def test_questions_written_as_definitions_are_read_again_unchanged(asked: QuestionSet) -> None:
    written = [dump_question(question) for question in asked.questions]
    read = define({"questions": json.loads(json.dumps(written))})
    assert read.questions == asked.questions
    assert QuestionSet.model_validate_json(read.model_dump_json()) == read


def test_waiting_cancelling_and_rounds_are_part_of_a_definition() -> None:
    read = define(
        typed(timeout_s=60, on_timeout="default", allow_cancel=False, total_rounds=3),
    )
    assert (read.timeout_s, read.on_timeout) == (60.0, OnTimeout.DEFAULT)
    assert (read.allow_cancel, read.total_rounds) == (False, 3)
    model = parse_tool_input(typed(allow_cancel=False), tool_use_id="t").questions
    assert model.allow_cancel, "a model cannot take the way out"
