"""Asking by forms, round by round."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.channels.mcp.model.elicitation_dialogue import (
    MAX_ROUNDS,
    ElicitationDialogue,
    ElicitationState,
)
from assistant.channels.mcp.model.forms import FormStyle
from assistant.questions.formats import parse_definition
from assistant.questions.model.question import (
    Answered,
    Cancelled,
    CancelReason,
    QuestionSet,
    Response,
    TimedOut,
)

NOW = datetime(2026, 1, 2, tzinfo=UTC)
PROVIDERS: dict[str, Any] = {
    "question_id": "providers",
    "question_text": "Which providers?",
    "header": "Providers",
    "type": "checkbox",
    "options": [{"id": "google", "label": "Google"}, {"id": "github", "label": "GitHub"}],
}
AUTH: dict[str, Any] = {
    "question_id": "auth",
    "question_text": "Which strategy?",
    "type": "multiple_choice",
    "options": [{"id": "oauth", "label": "OAuth", "default": True}, {"id": "jwt", "label": "JWT"}],
    "follow_up_questions": {"oauth": [PROVIDERS]},
    "timeout_s": 60,
}
MAIL: dict[str, Any] = {
    "question_id": "mail",
    "question_text": "Which address?",
    "type": "text",
    "format": "email",
}
PORT: dict[str, Any] = {
    "question_id": "port",
    "question_text": "Which port?",
    "type": "text",
    "format": "number",
}


def read(definition: dict[str, Any]) -> QuestionSet:
    return parse_definition(definition, set_id="set").questions


def begin(definition: dict[str, Any]) -> ElicitationDialogue:
    return ElicitationDialogue.begin(read(definition), style=FormStyle.TITLED, now=NOW)


def next_round(step: object) -> ElicitationDialogue:
    assert isinstance(step, ElicitationDialogue)
    return step


def test_a_follow_up_is_asked_in_a_round_of_its_own() -> None:
    first = begin(AUTH)
    assert [question.id for question in first.asked] == ["auth"]
    second = next_round(first.take("accept", {"q1": "OAuth"}, now=NOW))
    assert [question.id for question in second.asked] == ["providers"]
    answered = second.take("accept", {"q1": ["GitHub"]}, now=NOW)
    assert isinstance(answered, Answered)
    given = {answer.question_id: answer.option_ids for answer in answered.answers}
    assert given == {"auth": ("oauth",), "providers": ("github",)}


def test_a_follow_up_that_is_not_open_is_not_asked() -> None:
    answered = begin(AUTH).take("accept", {"q1": "JWT"}, now=NOW)
    assert isinstance(answered, Answered)
    assert [answer.question_id for answer in answered.answers] == ["auth"]


def test_what_hangs_on_a_default_waits_for_the_question_itself() -> None:
    scopes = MAIL | {"question_id": "scopes", "question_text": "Which scopes?", "format": "plain"}
    preset = [option | {"default": option["id"] == "github"} for option in PROVIDERS["options"]]
    providers = PROVIDERS | {"options": preset, "follow_up_questions": {"github": [scopes]}}
    first = begin(AUTH | {"follow_up_questions": {"oauth": [providers], "jwt": [MAIL]}})
    assert [question.id for question in first.asked] == ["auth"]
    second = next_round(first.take("accept", {"q1": "OAuth"}, now=NOW))
    assert [question.id for question in second.asked] == ["providers"]
    assert second.form().schema["properties"]["q1"]["default"] == ["GitHub"]
    third = next_round(second.take("accept", {"q1": ["GitHub"]}, now=NOW))
    assert [question.id for question in third.asked] == ["scopes"]
    ended = second.take("accept", {"q1": ["Google"]}, now=NOW)
    assert isinstance(ended, Answered)
    assert [answer.question_id for answer in ended.answers] == ["auth", "providers"]


def test_the_default_of_a_question_that_was_never_asked_is_no_answer() -> None:
    preset = [option | {"default": True} for option in PROVIDERS["options"]]
    answered = begin(
        AUTH | {"follow_up_questions": {"oauth": [PROVIDERS | {"options": preset}]}}
    ).take("accept", {"q1": "JWT"}, now=NOW)
    assert isinstance(answered, Answered)
    assert [answer.question_id for answer in answered.answers] == ["auth"]


@pytest.mark.requirement("G-12", "MCP-07", "MCP-08")
def test_what_is_preselected_is_in_the_form_and_no_answer() -> None:
    first = begin(AUTH)
    assert first.form().schema["properties"]["q1"]["default"] == "OAuth"
    again = next_round(first.take("accept", {}, now=NOW))
    assert [question.id for question in again.asked] == ["auth"]
    assert "auth" in again.state.trouble or "strategy" in again.state.trouble


@pytest.mark.parametrize(
    ("content", "trouble"),
    [
        ({"q1": "nobody"}, "e-mail"),
        ({"q1": "  "}, "open"),
        ({}, "open"),
        ({"q1": 7}, "does not fit"),
    ],
)
def test_what_does_not_fit_is_asked_again(content: dict[str, Any], trouble: str) -> None:
    again = next_round(begin(MAIL).take("accept", content, now=NOW))
    assert [question.id for question in again.asked] == ["mail"]
    assert trouble in again.form().message
    answered = again.take("accept", {"q1": "a@example.com"}, now=NOW)
    assert isinstance(answered, Answered)


def test_a_number_that_is_none_is_asked_again_from_an_empty_field() -> None:
    again = begin(PORT)
    for number in (10**5000, "1e999", float("nan"), float("-inf")):
        again = next_round(begin(PORT).take("accept", {"q1": number}, now=NOW))
        assert "Which port?" in again.form().message
        assert "default" not in again.form().schema["properties"]["q1"]
    assert isinstance(again.take("accept", {"q1": 80}, now=NOW), Answered)


def test_half_a_character_is_not_kept() -> None:
    second = next_round(
        begin(AUTH).take("accept", {"q1": "OAuth", "q1_note": "a\ud83d\x00b"}, now=NOW)
    )
    state = ElicitationState.model_validate_json(second.state.model_dump_json())
    assert [answer.note for answer in state.answers if answer.question_id == "auth"] == ["ab"]


def test_asking_again_ends() -> None:
    dialogue = begin(MAIL)
    for _round in range(MAX_ROUNDS - 1):
        dialogue = next_round(dialogue.take("accept", {"q1": "nobody"}, now=NOW))
    ended = dialogue.take("accept", {"q1": "nobody"}, now=NOW)
    assert isinstance(ended, Cancelled)
    assert ended.reason is CancelReason.CLIENT


def test_nothing_that_came_back_is_asked_again() -> None:
    again = next_round(begin(MAIL).again())
    assert (again.state.round, again.asked) == (2, begin(MAIL).asked)


def test_a_client_whose_answers_cannot_be_read_gets_the_form_twice_and_not_eight_times() -> None:
    ended = next_round(begin(MAIL).again()).again()
    assert isinstance(ended, Cancelled)
    assert ended.reason is CancelReason.CLIENT


@pytest.mark.parametrize(("action", "text"), [("decline", "declined"), ("cancel", "")])
def test_leaving_a_form_cancels(action: str, text: str) -> None:
    ended = begin(AUTH).take(action, None, now=NOW)
    assert isinstance(ended, Cancelled)
    assert (ended.reason, ended.text) == (CancelReason.USER, text)


def test_whoever_is_late_is_told() -> None:
    dialogue = begin(AUTH)
    assert dialogue.expired(NOW + timedelta(seconds=59)) is None
    assert dialogue.expired(NOW + timedelta(seconds=60)) == TimedOut(after_s=60)
    assert begin(MAIL).expired(NOW + timedelta(days=9)) is None


def test_a_dialogue_goes_on_from_its_state() -> None:
    second = next_round(begin(AUTH).take("accept", {"q1": "OAuth", "q1_note": "sso"}, now=NOW))
    state = ElicitationState.model_validate_json(second.state.model_dump_json())
    resumed = ElicitationDialogue(questions=read(AUTH), state=state, style=FormStyle.TITLED)
    assert resumed == second
    answered = resumed.take("accept", {"q1": ["Google"]}, now=NOW)
    assert isinstance(answered, Answered)
    assert answered.answers[0].note == "sso"


_TEXTS = st.text(alphabet=st.characters(exclude_categories=()), max_size=20)  # halves of pairs too
_NAMES = [f"q{n}{end}" for n in (1, 2, 3, 4) for end in ("", "_1", "_2", "_other", "_note")]
_LEAVES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.sampled_from(["1e999", "nan", "-inf", "9" * 400]),
    st.floats(),
    _TEXTS,
    st.sampled_from(["OAuth", "oauth", "JWT", "Google", "GitHub", "a@example.com"]),
)
_CONTENTS = st.dictionaries(
    st.one_of(st.sampled_from(_NAMES), _TEXTS),
    st.recursive(_LEAVES, lambda deep: st.lists(deep, max_size=3), max_leaves=5),
    max_size=6,
)


@pytest.mark.parametrize("style", FormStyle)
@given(contents=st.lists(_CONTENTS, max_size=MAX_ROUNDS))
def test_whatever_comes_back_is_taken_or_asked_again(
    style: FormStyle, contents: list[dict[str, Any]]
) -> None:
    own = PROVIDERS | {"question_id": "own", "allow_other": True, "required": False}
    asked = [AUTH | {"timeout_s": None}, own, MAIL, PORT]
    questions = parse_definition({"questions": asked}, set_id="s")
    step: ElicitationDialogue | Response = ElicitationDialogue.begin(
        questions.questions, style=style, now=NOW
    )
    for content in contents:
        if not isinstance(step, ElicitationDialogue):
            assert isinstance(step, Answered | Cancelled)
            step.model_dump_json()
            return
        state = ElicitationState.model_validate_json(step.state.model_dump_json())
        assert state == step.state, "it travels through the client"
        json.dumps(step.form().schema, ensure_ascii=False, allow_nan=False).encode()
        step = step.take("accept", content, now=NOW)
