"""`provide_choice`: what is asked and what comes back."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.errors import QuestionError
from assistant.questions.formats.provide_choice import (
    PROVIDE_CHOICE_DESCRIPTION,
    PROVIDE_CHOICE_SCHEMA,
    dump_provide_choice,
    parse_provide_choice,
    provide_choice_payload,
)
from assistant.questions.model.question import (
    Answer,
    Answered,
    Cancelled,
    CancelReason,
    Channel,
    Later,
    Method,
    NoneFit,
    QuestionKind,
    QuestionRoute,
    QuestionSet,
    Response,
    TimedOut,
    YouDecide,
)
from tests.helpers.questions.builders import AT, by_click
from tests.helpers.questions.strategies import labels, lines


def call(**fields: Any) -> dict[str, Any]:
    base: dict[str, Any] = {
        "title": "Database",
        "prompt": "The schema is drafted; a migration needs to know the engine. Which database?",
        "type": "single_select",
        "options": [
            {"label": "A", "description": "First"},
            {"label": "B", "description": ""},
            {"label": "C", "description": "Third"},
        ],
        "allow_cancel": True,
    }
    return {key: value for key, value in (base | fields).items() if value is not ...}


def read(**fields: Any) -> QuestionSet:
    return parse_provide_choice(call(**fields), set_id="s").questions


def test_a_call_is_a_set_of_one_question() -> None:
    parsed = parse_provide_choice(call(), set_id="s")
    asked = parsed.questions
    assert (asked.id, asked.title, asked.route) == ("s", "Database", QuestionRoute.PROVIDE_CHOICE)
    assert (asked.timeout_s, asked.allow_cancel) == (300.0, True)
    (question,) = asked.questions
    assert (question.id, question.kind, question.text) == (
        "s:1",
        QuestionKind.SINGLE,
        call()["prompt"],
    )
    assert question.required
    assert not question.allow_other
    assert [(o.id, o.label, o.description) for o in question.options] == [
        ("1", "A", "First"),
        ("2", "B", ""),
        ("3", "C", "Third"),
    ]
    assert parsed.transport == "auto"
    assert json.loads(asked.raw) == call()


@pytest.mark.requirement("MCP-01", "MCP-12")
def test_what_may_be_missing_or_named_besides() -> None:
    assert read(type="multi_select").questions[0].kind is QuestionKind.MULTI
    assert read(allow_cancel=...).allow_cancel
    assert not read(allow_cancel=False).allow_cancel
    assert read(timeout_s=60).timeout_s == 60.0
    assert parse_provide_choice(call(transport="web"), set_id="s").transport == "web"
    assert read(options=[{"label": "A"}]).questions[0].options[0].description == ""
    marked = [{"label": "A (Recommended)", "description": ""}, {"label": "A", "description": ""}]
    assert [(o.label, o.recommended) for o in read(options=marked).questions[0].options] == [
        ("A", True),
        ("A", False),
    ]


@pytest.mark.requirement("MCP-10", "TEST-24")
def test_no_default_is_taken_from_a_call() -> None:
    eager = [{"label": "A", "description": "", "default": True, "id": "x"}]
    (option,) = read(options=eager, on_timeout="default").questions[0].options
    assert (option.id, option.default) == ("1", False)
    assert read(on_timeout="default").on_timeout == "wait"


@pytest.mark.parametrize(
    ("fields", "named"),
    [
        ({"title": ...}, ["title"]),
        ({"title": 5}, ["title"]),
        ({"prompt": ...}, ["prompt"]),
        ({"prompt": ""}, ["prompt"]),
        ({"prompt": " \n\t"}, ["prompt"]),
        ({"type": ...}, ["type"]),
        ({"type": "checkbox"}, ["type"]),
        ({"type": ["single_select"]}, ["type"]),
        ({"options": ...}, ["options"]),
        ({"options": "A, B"}, ["options"]),
        ({"options": []}, ["options"]),
        ({"options": [{"label": f"L{n}", "description": ""} for n in range(21)]}, ["options"]),
        ({"options": ["A", "B"]}, ["options[0].label", "options[1].label"]),
        ({"options": [{"description": "x"}]}, ["options[0].label"]),
        ({"options": [{"label": "x" * 257, "description": ""}]}, ["options[0].label"]),
        (
            {"options": [{"label": "x", "description": "x" * 1001}]},
            ["options[0].description"],
        ),
        ({"allow_cancel": "yes"}, ["allow_cancel"]),
        ({"timeout_s": 0}, ["timeout_s"]),
        ({"timeout_s": 3601}, ["timeout_s"]),
        ({"timeout_s": "300"}, ["timeout_s"]),
        ({"transport": "pigeon"}, ["transport"]),
        ({"transport": ["web"]}, ["transport"]),
        (
            {"title": "", "prompt": "", "type": "", "options": [], "allow_cancel": 1},
            ["title", "prompt", "type", "options", "allow_cancel"],
        ),
    ],
)
def test_a_malformed_call_is_refused_and_every_field_is_named(
    fields: dict[str, Any], named: list[str]
) -> None:
    with pytest.raises(QuestionError) as error:
        read(**fields)
    assert [detail["field"] for detail in error.value.details] == named
    for field in named:
        assert field in error.value.message


@pytest.mark.requirement("MCP-01", "MCP-12")
def test_the_schema_advertises_the_contract() -> None:
    assert PROVIDE_CHOICE_SCHEMA["required"] == [
        "title",
        "prompt",
        "type",
        "options",
        "allow_cancel",
    ]
    assert PROVIDE_CHOICE_SCHEMA["properties"]["type"]["enum"] == ["single_select", "multi_select"]
    option = PROVIDE_CHOICE_SCHEMA["properties"]["options"]["items"]
    assert option["required"] == ["label", "description"]
    assert json.loads(json.dumps(PROVIDE_CHOICE_SCHEMA)) == PROVIDE_CHOICE_SCHEMA


def test_the_description_says_when_to_call_and_what_the_prompt_must_hold() -> None:
    assert "`prompt` must contain the current task context and the reason" in (
        PROVIDE_CHOICE_DESCRIPTION
    )
    for case in ("more than two viable ways", "destructive", "required configuration is missing"):
        assert case in PROVIDE_CHOICE_DESCRIPTION


def answered(*ids: str, **fields: object) -> Answered:
    answer = Answer.model_validate({"question_id": "s:1", "option_ids": ids} | fields)
    return Answered(answers=(answer,), provenance=by_click())


@pytest.mark.requirement("G-12", "MCP-07", "MCP-08", "Q-RES-09")
def test_the_payload_of_a_selection_is_exactly_this() -> None:
    payload = provide_choice_payload(
        read(), answered("1", note="fits best"), transport="terminal", url=None
    )
    assert payload == {
        "action_status": "selected",
        "selection": {
            "indices": [0],
            "labels": ["A"],
            "annotations": [{"index": 0, "text": "fits best"}],
        },
        "transport": "terminal",
        "url": None,
        "message": "The user selected: A.",
    }
    assert list(payload) == ["action_status", "selection", "transport", "url", "message"]


@pytest.mark.requirement("G-12", "MCP-07", "MCP-08")
def test_indices_ascend_and_a_note_on_several_names_none_of_them() -> None:
    payload = provide_choice_payload(
        read(type="multi_select"), answered("3", "1", note="both"), transport="web", url="http://x"
    )
    assert payload["selection"] == {
        "indices": [0, 2],
        "labels": ["A", "C"],
        "annotations": [{"index": None, "text": "both"}],
    }
    assert (payload["transport"], payload["url"]) == ("web", "http://x")


NOTHING: dict[str, list[object]] = {"indices": [], "labels": [], "annotations": []}


@pytest.mark.requirement("G-12", "MCP-07", "MCP-08", "Q-RES-09")
@pytest.mark.parametrize(
    ("response", "status", "message"),
    [
        (Cancelled(), "cancelled", "The user cancelled. Do not continue this subtask."),
        (
            Cancelled(text="not\nnow"),
            "cancelled",
            "The user cancelled. Do not continue this subtask. Reason: not now",
        ),
        *(
            (
                Cancelled(reason=reason),
                "timeout",
                "The question was closed before the user answered it; nothing was selected. Call"
                " provide_choice again if the choice is still needed.",
            )
            for reason in (CancelReason.CLIENT, CancelReason.SHUTDOWN, CancelReason.DEPENDENCY)
        ),
        (
            TimedOut(after_s=300.0),
            "timeout",
            "No response within 300 seconds. Call provide_choice again if the choice is still"
            " needed.",
        ),
        (
            TimedOut(after_s=0.5),
            "timeout",
            "No response within 0.5 seconds. Call provide_choice again if the choice is still"
            " needed.",
        ),
        (
            YouDecide(provenance=by_click()),
            "cancelled",
            "The user selected nothing and leaves the choice to you.",
        ),
        (
            Later(provenance=by_click()),
            "cancelled",
            "The user selected nothing and will answer later. Do not continue this subtask.",
        ),
        (
            NoneFit(words="", provenance=by_click()),
            "cancelled",
            "None of the options fits, the user says. Do not pick one of them.",
        ),
    ],
)
def test_the_payload_without_a_selection(response: Response, status: str, message: str) -> None:
    payload = provide_choice_payload(read(), response, transport="terminal")
    assert payload == {
        "action_status": status,
        "selection": NOTHING,
        "transport": "terminal",
        "url": None,
        "message": message,
    }


def test_words_of_one_whom_nothing_fits_are_an_annotation() -> None:
    payload = provide_choice_payload(
        read(), NoneFit(words="use a file", provenance=by_click()), transport="web"
    )
    assert payload["selection"]["annotations"] == [{"index": None, "text": "use a file"}]


def test_own_words_where_they_are_allowed_are_an_annotation() -> None:
    payload = provide_choice_payload(read(), answered(other="bun", note="n"), transport="web")
    assert payload["selection"] == {
        "indices": [],
        "labels": [],
        "annotations": [{"index": None, "text": "bun"}, {"index": None, "text": "n"}],
    }


@pytest.mark.requirement("G-12", "MCP-07", "MCP-08", "Q-RES-10")
@pytest.mark.parametrize("channel", list(Channel))
def test_how_a_choice_was_made_does_not_change_what_is_written_of_it(channel: Channel) -> None:
    def written(response: Answered, transport: str, url: str | None) -> str:
        payload = provide_choice_payload(read(), response, transport=transport, url=url)
        del payload["transport"], payload["url"]
        return json.dumps(payload)

    here = answered("2", note="ok")
    provenance = here.provenance.model_copy(
        update={"channel": channel, "method": Method.VOICE, "transcript": "two", "score": 0.7}
    )
    there = here.model_copy(update={"provenance": provenance})
    assert written(here, "terminal", None) == written(there, "web", "http://127.0.0.1:1/choice/x")
    assert provenance.at == AT


_calls = st.fixed_dictionaries(
    {
        "title": lines(),
        "prompt": lines(60),
        "type": st.sampled_from(["single_select", "multi_select"]),
        "options": st.lists(
            st.fixed_dictionaries({"label": labels(), "description": st.just("") | lines()}),
            min_size=1,
            max_size=20,
        ),
        "allow_cancel": st.booleans(),
        "timeout_s": st.integers(1, 3600),
    }
)


@given(_calls)
def test_a_call_is_read_written_and_stored_without_loss(arguments: dict[str, Any]) -> None:
    asked = parse_provide_choice(arguments, set_id="s").questions
    assert QuestionSet.model_validate_json(asked.model_dump_json()) == asked
    assert dump_provide_choice(asked) == arguments
    again = parse_provide_choice(dump_provide_choice(asked), set_id="s").questions
    assert json.loads(again.raw) == arguments
    assert again.model_copy(update={"raw": asked.raw}) == asked
