from datetime import UTC, datetime
from typing import Any

import pytest

from assistant.questions.model.question import (
    Answer,
    Answered,
    Cancelled,
    CancelReason,
    Channel,
    Later,
    Method,
    NoneFit,
    Provenance,
    QuestionKind,
    Response,
    TextFormat,
    TimedOut,
    YouDecide,
)
from assistant.tools.mcp.model.elicitation import (
    FormElicitation,
    RejectedElicitation,
    UrlElicitation,
    action_of,
    asked_again,
    faults_of,
    question_of,
)
from assistant.tools.mcp.model.url_check import check_url

BY = Provenance(channel=Channel.DESKTOP, method=Method.CLICK, at=datetime(2026, 3, 1, tzinfo=UTC))
EVERY_FIELD: dict[str, Any] = {
    "message": "Tell me",
    "requestedSchema": {
        "type": "object",
        "required": ["name"],
        "properties": {
            "name": {"type": "string", "title": "Name", "minLength": 2, "default": "Bo"},
            "mail": {"type": "string", "format": "email"},
            "site": {"type": "string", "format": "uri"},
            "day": {"type": "string", "format": "date"},
            "moment": {"type": "string", "format": "date-time"},
            "count": {"type": "integer", "minimum": 1, "maximum": 9, "default": 4},
            "weight": {"type": "number", "minimum": 0.5},
            "sure": {"type": "boolean", "default": True},
            "colour": {"type": "string", "enum": ["r", "g"], "default": "g"},
            "titled": {"type": "string", "oneOf": [{"const": "s", "title": "Small"}]},
            "legacy": {"type": "string", "enum": ["a", "b"], "enumNames": ["Ay", "Bee"]},
            "many": {
                "type": "array",
                "minItems": 1,
                "maxItems": 2,
                "items": {"enum": ["x", "y", "z"]},
                "default": ["y"],
            },
            "titled_many": {"type": "array", "items": {"anyOf": [{"const": "1", "title": "One"}]}},
        },
    },
}


def form(params: dict[str, Any]) -> FormElicitation:
    asked = question_of(params, server="shop", set_id="s1")
    assert isinstance(asked, FormElicitation)
    return asked


def visit(url: str) -> UrlElicitation | RejectedElicitation:
    asked = question_of(
        {"mode": "url", "message": "Sign in", "url": url}, server="shop", set_id="s"
    )
    assert not isinstance(asked, FormElicitation)
    return asked


def answered(*answers: Answer) -> Answered:
    return Answered(answers=answers, provenance=BY)


def test_every_kind_of_field_becomes_a_question_and_goes_back() -> None:
    asked = form(EVERY_FIELD)
    questions = {question.id: question for question in asked.questions.questions}
    assert asked.questions.source == "MCP server shop"
    assert asked.questions.description == "Tell me"
    assert list(questions) == list(EVERY_FIELD["requestedSchema"]["properties"])
    assert questions["name"].required
    assert not questions["mail"].required
    assert questions["name"].default_text == "Bo"
    assert (questions["mail"].text_format, questions["day"].text_format) == (
        TextFormat.EMAIL,
        TextFormat.DATE,
    )
    assert (questions["count"].minimum, questions["count"].maximum) == (1, 9)
    assert questions["sure"].default_boolean is True
    assert [o.default for o in questions["colour"].options] == [False, True]
    assert [o.label for o in questions["titled"].options] == ["Small"]
    assert [o.label for o in questions["legacy"].options] == ["Ay", "Bee"]
    assert (questions["many"].kind, questions["many"].min_choices) == (QuestionKind.MULTI, 1)
    action = action_of(
        asked,
        answered(
            Answer(question_id="name", text="Ann"),
            Answer(question_id="count", text="7"),
            Answer(question_id="weight", text="1.5"),
            Answer(question_id="sure", boolean=False),
            Answer(question_id="titled", option_ids=("s",)),
            Answer(question_id="many", option_ids=("x", "z")),
            Answer(question_id="mail"),
        ),
    )
    assert action == {
        "action": "accept",
        "content": {
            "name": "Ann",
            "count": 7,
            "weight": 1.5,
            "sure": False,
            "titled": "s",
            "many": ["x", "z"],
        },
    }


@pytest.mark.parametrize(
    ("response", "action"),
    [
        (NoneFit(words="no", provenance=BY), "decline"),
        (YouDecide(provenance=BY), "decline"),
        (Cancelled(), "cancel"),
        (Later(provenance=BY), "cancel"),
        (TimedOut(after_s=3), "cancel"),
    ],
)
def test_declining_and_cancelling_are_told_apart(response: Response, action: str) -> None:
    assert action_of(form(EVERY_FIELD), response) == {"action": action}
    asked = visit("https://shop.example/pay")
    assert isinstance(asked, UrlElicitation)
    assert action_of(asked, response) == {"action": action}


def test_a_server_reads_why_the_user_cancelled() -> None:
    response = Cancelled(text="too\ndear", provenance=BY)
    told = {"action": "cancel", "_meta": {"reason": "too dear"}}
    assert action_of(form(EVERY_FIELD), response) == told
    by_program = Cancelled(reason=CancelReason.SHUTDOWN, text="the program ends")
    assert action_of(form(EVERY_FIELD), by_program) == {"action": "cancel"}


def test_a_form_that_asks_for_a_secret_is_shown_with_a_warning() -> None:
    schema = {"type": "object", "properties": {"password": {"type": "string"}}}
    asked = form({"message": "Quick!", "requestedSchema": schema})
    assert asked.questions.description.startswith("⚠")
    assert asked.questions.description.endswith("Quick!")


@pytest.mark.parametrize(
    "params",
    [
        {},
        {"mode": "voice"},
        {"mode": ["form"]},
        {"message": "", "requestedSchema": {"type": "object", "properties": {}}},
        {"message": 5, "requestedSchema": {"properties": {"a": {"type": "object"}}}},
        {"requestedSchema": {"properties": {f"f{n}": {"type": "string"} for n in range(500)}}},
    ],
)
def test_what_is_no_form_is_never_shown(params: dict[str, Any]) -> None:
    assert isinstance(question_of(params, server="s", set_id="1"), RejectedElicitation)


def test_a_flood_of_words_is_cut() -> None:
    asked = form({**EVERY_FIELD, "message": "\u202ex" * 1_000_000})
    assert len(asked.questions.description) <= 4_000
    assert "\u202e" not in asked.questions.description


def test_an_address_is_shown_whole_with_its_domain_and_refusing_comes_first() -> None:
    url = "https://pay.shop.example:8443/a/b?c=d#e"
    asked = visit(url)
    assert isinstance(asked, UrlElicitation)
    (question,) = asked.questions.questions
    assert "pay.shop.example" in question.text
    assert url in question.context
    assert "\nDomain: pay.shop.example" in question.context
    assert "⚠" not in question.context
    assert question.options[0].default
    assert asked.questions.source == "MCP server shop"
    stay, open_ = (option.id for option in question.options)
    assert action_of(asked, answered(Answer(question_id="address", option_ids=(open_,)))) == {
        "action": "accept"
    }
    assert action_of(asked, answered(Answer(question_id="address", option_ids=(stay,)))) == {
        "action": "decline"
    }


def test_a_domain_in_disguise_is_warned_of() -> None:
    asked = visit("http://xn--80ak6aa92e.com/")
    assert isinstance(asked, UrlElicitation)
    context = asked.questions.questions[0].context
    assert "xn--80ak6aa92e.com" in context
    assert "аррӏе.com" in context
    assert context.count("⚠") == 2  # and it is not encrypted


@pytest.mark.parametrize(
    "url",
    [
        "javascript:alert(1)",
        "file:///etc/passwd",
        "https://",
        "https://user:word@bank.example/",
        "https://bank.example@evil.example/",
        "https://bank.example\\@evil.example/",
        "https://evil.example/\u202egnp.exe",
        "https://evil.example/a b",
        "https://evil.example/a\nb",
        "https://evil.example:99999/",
        "https://evil.example/" + "a" * 2_000,
        "parley://confirm",
        "",
    ],
)
def test_an_address_that_deceives_is_never_put(url: str) -> None:
    assert check_url(url) is None
    assert isinstance(visit(url), RejectedElicitation)


def one_field(field: dict[str, Any], **more: Any) -> FormElicitation:
    return form({"message": "m", "requestedSchema": {"properties": {"x": field}, **more}})


@pytest.mark.parametrize(
    ("asked", "good", "bad"),
    [
        (one_field({"type": "integer", "multipleOf": 5}), 15, 7),
        (one_field({"type": "number", "exclusiveMinimum": 0}), 0.5, 0),
        (one_field({"type": "number", "minimum": 2, "exclusiveMinimum": True}), 2.5, 2),
        (one_field({"type": "string", "minLength": 2}), "ab", "a"),
        (one_field({"anyOf": [{"type": "integer", "maximum": 3}, {"type": "null"}]}), 3, 4),
        (one_field({"enum": [1, 2]}), 2, "2"),
        (one_field({"$ref": "#/$defs/Y"}, **{"$defs": {"Y": {"enum": ["a"]}}}), "a", "b"),
        (one_field({"type": "string"}, **{"not": {"required": ["x"]}}), None, "a"),
    ],
)
def test_an_answer_is_checked_by_the_schema_of_the_server(
    asked: FormElicitation, good: object, bad: object
) -> None:
    content = {} if good is None else {"x": good}
    assert faults_of(asked, {"action": "accept", "content": content}) == ()
    assert faults_of(asked, {"action": "accept", "content": {"x": bad}})


def test_a_form_is_put_again_with_what_was_answered_and_why() -> None:
    asked = form(EVERY_FIELD)
    answers = (
        Answer(question_id="name", text="Ann"),
        Answer(question_id="sure", boolean=False),
        Answer(question_id="colour", option_ids=("r",)),
        Answer(question_id="many", option_ids=("x", "z")),
    )
    response = Answered(answers=answers, provenance=BY)
    again = asked_again(asked, response, ("many: too long",), set_id="2").questions
    assert again.id == "2"
    assert again.description.startswith(
        "Your answer does not fit what the server asks for: many: too long"
    )
    assert again.find("name").default_text == "Ann"
    assert again.find("sure").default_boolean is False
    assert [o.id for o in again.find("colour").options if o.default] == ["r"]
    assert [o.id for o in again.find("many").options if o.default] == ["x", "z"]
    assert again.find("count") == asked.questions.find("count")
