"""Questions as forms, and what comes back."""

from typing import Any

import pytest
from mcp_types._v2025_11_25 import PrimitiveSchemaDefinition
from pydantic import TypeAdapter

from assistant.channels.mcp.model.form_answers import FormMisfit, answers_in
from assistant.channels.mcp.model.forms import FormStyle, form_for, style_of
from assistant.questions.formats import parse_definition
from assistant.questions.model.question import Answer, QuestionSet

FIELD: TypeAdapter[Any] = TypeAdapter(PrimitiveSchemaDefinition)


def read(*questions: dict[str, Any], **more: Any) -> QuestionSet:
    definition = {"questions": list(questions), **more}
    return parse_definition(definition, set_id="set").questions


SINGLE: dict[str, Any] = {
    "question_id": "db",
    "question_text": "Which database?",
    "header": "Database",
    "type": "multiple_choice",
    "options": [
        {"id": "pg", "label": "PostgreSQL", "description": "A server", "recommended": True},
        {"id": "lite", "label": "SQLite"},
    ],
}
MULTI: dict[str, Any] = {
    "question_id": "features",
    "question_text": "Which features?",
    "type": "checkbox",
    "options": [
        {"id": "a", "label": "Search", "description": "Full text"},
        {"id": "b", "label": "Export", "default": True},
    ],
    "max_choices": 2,
}
PORT: dict[str, Any] = {
    "question_id": "port",
    "question_text": "Which port?",
    "type": "text",
    "format": "integer",
    "minimum": 1024,
    "default": "8080",
}
MAIL: dict[str, Any] = {
    "question_id": "mail",
    "question_text": "Which address?",
    "description": "For the certificate",
    "type": "text",
    "format": "email",
    "required": False,
}
TLS: dict[str, Any] = {"question_id": "tls", "question_text": "With TLS?", "type": "boolean"}
SET = read(SINGLE, MULTI, PORT, MAIL, TLS, title="A server")


def form(questions: QuestionSet, style: FormStyle = FormStyle.TITLED) -> Any:
    given = {"features": Answer(question_id="features", option_ids=("b",))}
    given["port"] = Answer(question_id="port", text="8080")
    return form_for(questions, questions.questions, style=style, given=given)


def test_every_field_is_one_that_the_protocol_knows() -> None:
    for style in FormStyle:
        for field in form(SET, style).schema["properties"].values():
            FIELD.validate_python(field)


def test_a_form_has_a_field_for_each_question_and_one_for_a_note() -> None:
    schema = form(SET).schema
    assert list(schema["properties"]) == [
        "q1", "q1_note", "q2", "q2_note", "q3", "q4", "q5", "q5_note",
    ]  # fmt: skip
    assert schema["required"] == ["q1", "q2", "q3", "q5"]
    fields = schema["properties"]
    assert fields["q1"]["oneOf"] == [
        {"const": "PostgreSQL", "title": "PostgreSQL (Recommended) - A server"},
        {"const": "SQLite", "title": "SQLite"},
    ]
    assert fields["q2"]["items"]["anyOf"][0] == {"const": "Search", "title": "Search - Full text"}
    assert (fields["q2"]["minItems"], fields["q2"]["maxItems"]) == (1, 2)
    assert fields["q2"]["default"] == ["Export"]
    assert fields["q3"] == {
        "title": "Which port?",
        "type": "integer",
        "minimum": 1024,
        "default": 8080,
    }
    assert fields["q4"]["format"] == "email"
    assert fields["q4"]["description"] == "For the certificate"
    assert fields["q5"] == {"title": "With TLS?", "type": "boolean"}


def test_one_question_stands_in_the_message() -> None:
    questions = read(SINGLE | {"description": "It cannot be changed later."})
    made = form_for(questions, questions.questions, style=FormStyle.TITLED, trouble="Not so.")
    assert made.message == "Not so.\n\nWhich database?\n\nIt cannot be changed later."
    assert made.schema["properties"]["q1"]["title"] == "Database"


def test_an_older_client_gets_names_and_switches() -> None:
    fields = form(SET, FormStyle.PLAIN).schema["properties"]
    assert fields["q1"]["enum"] == ["PostgreSQL", "SQLite"]
    assert fields["q2_1"]["type"] == "boolean"
    assert fields["q2_2"]["default"] is True
    assert "q2" not in fields
    assert style_of("2025-06-18") is FormStyle.PLAIN
    assert style_of("2025-11-25") is FormStyle.TITLED
    assert style_of("2026-07-28") is FormStyle.TITLED


def test_answers_are_read_from_a_form() -> None:
    content = {
        "q1": "SQLite",
        "q1_note": " small ",
        "q2": ["Export", "Search"],
        "q3": 9090,
        "q4": "",
        "q5": False,
    }
    answers = answers_in(SET.questions, content, style=FormStyle.TITLED)
    assert answers == (
        Answer(question_id="db", option_ids=("lite",), note="small"),
        Answer(question_id="features", option_ids=("a", "b")),
        Answer(question_id="port", text="9090"),
        Answer(question_id="mail"),
        Answer(question_id="tls", boolean=False),
    )


def test_switches_are_read_together() -> None:
    content = {"q1": "PostgreSQL", "q2_1": True, "q2_2": False}
    answers = answers_in(SET.questions, content, style=FormStyle.PLAIN)
    assert answers[1].option_ids == ("a",)


@pytest.mark.parametrize("value", ["lite", "SQLite", "2. SQLite"])
def test_an_option_is_known_by_id_or_name(value: str) -> None:
    questions = read(SINGLE)
    if value == "2. SQLite":
        with pytest.raises(FormMisfit):
            answers_in(questions.questions, {"q1": value}, style=FormStyle.TITLED)
        return
    (answer,) = answers_in(questions.questions, {"q1": value}, style=FormStyle.TITLED)
    assert answer.option_ids == ("lite",)


def test_options_with_one_label_are_told_apart_by_number() -> None:
    twice = [{"id": "x", "label": "Same"}, {"id": "y", "label": "same"}]
    questions = read(SINGLE | {"options": twice})
    names = [each["const"] for each in form(questions).schema["properties"]["q1"]["oneOf"]]
    assert names == ["1. Same", "2. same"]
    (answer,) = answers_in(questions.questions, {"q1": "2. same"}, style=FormStyle.TITLED)
    assert answer.option_ids == ("y",)


def test_words_of_ones_own_go_before_an_option() -> None:
    questions = read(SINGLE | {"allow_other": True})
    schema = form(questions).schema
    assert "required" not in schema
    assert schema["properties"]["q1_other"]["type"] == "string"
    content = {"q1": "SQLite", "q1_other": "MariaDB"}
    (answer,) = answers_in(questions.questions, content, style=FormStyle.TITLED)
    assert (answer.option_ids, answer.other) == ((), "MariaDB")


@pytest.mark.parametrize(
    "content",
    [
        {"q1": "Oracle"},
        {"q1": 1},
        {"q1": ["SQLite"]},
        {"q2": ["Search", "Fly"]},
        {"q2": "Fly"},
        {"q3": True},
        {"q3": ["1"]},
        {"q5": "yes"},
    ],
)
def test_what_is_no_answer_is_not_taken_for_one(content: dict[str, Any]) -> None:
    with pytest.raises(FormMisfit):
        answers_in(SET.questions, content, style=FormStyle.TITLED)
