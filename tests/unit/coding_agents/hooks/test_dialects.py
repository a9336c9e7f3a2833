"""What hooks tell, asked at Parley, and what the agents are answered."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.coding_agents.hooks.dialects import DIALECTS, printed, questions_of, read_hook
from assistant.coding_agents.hooks.hook_events import (
    Asked,
    FormAsked,
    HookEvent,
    PermissionAsked,
    QuestionsAsked,
)
from assistant.coding_agents.hooks.permission_request import AllowedPlaces
from assistant.coding_agents.hooks.verdicts import verdict_of
from assistant.coding_agents.model.agents import CodingAgent
from assistant.coding_agents.model.session_board import (
    SessionBegan,
    SessionEnded,
    UserNeeded,
    WordsTaken,
    WorkDone,
    WorkGoesOn,
)
from assistant.questions.model.question import (
    Answer,
    Answered,
    Cancelled,
    CancelReason,
    Later,
    NoneFit,
    QuestionSet,
    Response,
    TimedOut,
    YouDecide,
)
from tests.helpers.questions.builders import by_click

HOOKS = Path("tests/data/hooks")
CLAUDE, CODEX, GEMINI = CodingAgent.CLAUDE_CODE, CodingAgent.CODEX, CodingAgent.GEMINI
OPENCODE = CodingAgent.OPENCODE
NOWHERE = AllowedPlaces()


def payloads(agent: CodingAgent) -> list[dict[str, Any]]:
    text = (HOOKS / f"{agent.value}.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def payload(agent: CodingAgent, event: str, tool: str = "") -> dict[str, Any]:
    """Return the recorded payload of an event."""
    return next(
        one
        for one in payloads(agent)
        if one["hook_event_name"] == event and one.get("tool_name", "") == tool
    )


def told(agent: CodingAgent) -> Sequence[HookEvent | None]:
    return [read_hook(agent, one) for one in payloads(agent)]


def asked(agent: CodingAgent, event: str, tool: str = "") -> tuple[Asked, QuestionSet]:
    """Return what is asked by a recorded payload."""
    read = read_hook(agent, payload(agent, event, tool))
    assert isinstance(read, Asked)
    return read, questions_of(read, set_id="s", allowed=NOWHERE)


def chose(*option_ids: str, question_id: str = "permission", **fields: Any) -> Answered:
    answer = Answer(question_id=question_id, option_ids=option_ids, **fields)
    return Answered(answers=(answer,), provenance=by_click())


def answered(agent: CodingAgent, case: tuple[Asked, QuestionSet], response: Response) -> Any:
    """Return what the hook prints for a response; None for nothing."""
    verdict = verdict_of(*case, response)
    return None if verdict is None else json.loads(printed(agent, case[0], verdict))


@pytest.mark.parametrize(
    ("agent", "kinds"),
    [
        (
            CLAUDE,
            [
                SessionBegan, WordsTaken, WorkDone, UserNeeded, FormAsked, PermissionAsked, UserNeeded,
                PermissionAsked, PermissionAsked, PermissionAsked, QuestionsAsked, WorkGoesOn,
                SessionEnded,
            ],
        ),
        (CODEX, [SessionBegan, WordsTaken, PermissionAsked, WorkDone]),
        (
            OPENCODE,
            [
                SessionBegan, WordsTaken, PermissionAsked, PermissionAsked, QuestionsAsked, WorkGoesOn,
                WorkDone, SessionEnded,
            ],
        ),
        (GEMINI, [SessionBegan, WordsTaken, UserNeeded, WorkGoesOn, WorkDone, SessionEnded]),
    ],
)  # fmt: skip
def test_what_agents_tell_is_read(agent: CodingAgent, kinds: Sequence[type]) -> None:
    events = told(agent)
    assert [type(event) for event in events] == kinds
    for event in events:
        assert event is not None
        assert event.asker.title == f"{agent.traits.title} · proj"
        assert event.asker.session
    done = [event.last_sentence for event in events if isinstance(event, WorkDone)]
    assert done[0].startswith("The login test passes.")


def test_a_session_that_shortens_what_it_remembers_has_not_begun_again() -> None:
    compacts = payload(CLAUDE, "SessionStart") | {"source": "compact"}
    assert isinstance(read_hook(CLAUDE, compacts), WorkGoesOn)


def test_an_agent_without_hooks_tells_nothing() -> None:
    assert CodingAgent.CLINE not in DIALECTS
    assert read_hook(CodingAgent.CLINE, payload(CLAUDE, "SessionStart")) is None


def test_a_form_of_parleys_own_server_is_left_to_it() -> None:
    own = payload(CLAUDE, "Elicitation") | {"mcp_server_name": "parley"}
    assert read_hook(CLAUDE, own) is None


@pytest.mark.parametrize(
    ("kind", "is_waiting"),
    [
        ("permission_prompt", True),
        ("idle_prompt", True),
        ("elicitation_dialog", True),
        ("", True),
        ("auth_success", False),
        ("elicitation_complete", False),
    ],
)
def test_only_some_notifications_say_that_the_user_is_waited_for(
    kind: str, is_waiting: bool
) -> None:
    told = payload(CLAUDE, "Notification") | {"notification_type": kind}
    assert isinstance(read_hook(CLAUDE, told), UserNeeded) is is_waiting


def test_a_session_in_a_windows_folder_is_named_after_it() -> None:
    began = read_hook(CLAUDE, payload(CLAUDE, "SessionStart") | {"cwd": r"C:\Users\ada\webshop"})
    assert began is not None
    assert began.asker.project == "webshop"


SUGGESTION = payload(CLAUDE, "PermissionRequest", "Bash")["permission_suggestions"][0]


@pytest.mark.parametrize(
    ("response", "decision"),
    [
        (chose("allow"), {"behavior": "allow"}),
        (chose("deny"), {"behavior": "deny", "message": "The user denied this."}),
        (
            chose(other="Never push\nto main."),
            {
                "behavior": "deny",
                "message": "The user denied this. They said: Never push to main.",
            },
        ),
        (chose("rule-0"), {"behavior": "allow", "updatedPermissions": [SUGGESTION]}),
        (chose("rule-1"), None),
        (Later(provenance=by_click()), None),
        (TimedOut(after_s=5), None),
        (Cancelled(reason=CancelReason.USER), None),
        (Cancelled(reason=CancelReason.CLIENT), None),
        (Cancelled(reason=CancelReason.SHUTDOWN), None),
        (YouDecide(provenance=by_click()), None),
        (NoneFit(words="No.", provenance=by_click()), None),
    ],
)
@pytest.mark.parametrize("agent", [CLAUDE, CODEX])
def test_only_what_the_user_chose_decides_a_permission(
    agent: CodingAgent, response: Response, decision: Mapping[str, Any] | None
) -> None:
    case = asked(CLAUDE, "PermissionRequest", "Bash")
    expected = {"hookSpecificOutput": {"hookEventName": "PermissionRequest", "decision": decision}}
    assert answered(agent, case, response) == (expected if decision else None)


def test_questions_of_claude_code_are_answered_in_its_own_words() -> None:
    case = asked(CLAUDE, "PermissionRequest", "AskUserQuestion")
    _read, questions = case
    first, second = questions.questions
    assert [option.label for option in first.options] == ["PostgreSQL", "SQLite"]
    answers = (
        Answer(question_id=first.id, option_ids=(first.options[1].id,), note="A file is enough."),
        Answer(
            question_id=second.id,
            option_ids=tuple(option.id for option in second.options),
            other="Examples",
        ),
    )
    tool_input = payload(CLAUDE, "PermissionRequest", "AskUserQuestion")["tool_input"]
    decided = answered(CLAUDE, case, Answered(answers=answers, provenance=by_click()))
    assert decided["hookSpecificOutput"]["decision"] == {
        "behavior": "allow",
        "updatedInput": {
            **tool_input,
            "answers": {
                "Which database?": "SQLite (A file is enough.)",
                "Which extras?": "Docs, Tests, Examples",
            },
        },
    }


@pytest.mark.parametrize(
    ("response", "reply"),
    [
        (chose("allow"), {"reply": "once"}),
        (chose("rule-0"), {"reply": "always"}),
        (chose("deny"), {"reply": "reject", "message": "The user denied this."}),
        (Cancelled(reason=CancelReason.USER), None),
        (Later(provenance=by_click()), None),
    ],
)
def test_opencode_is_replied_to(response: Response, reply: Mapping[str, Any] | None) -> None:
    case = asked(OPENCODE, "permission.asked")
    (question,) = case[1].questions
    assert question.context == "touch y"
    assert [option.label for option in question.options][2:] == [
        "Allow bash(touch *) for this session"
    ]
    assert answered(OPENCODE, case, response) == reply


def test_questions_of_opencode_are_answered_by_their_places() -> None:
    case = asked(OPENCODE, "question.asked")
    first, second = case[1].questions
    answers = (
        Answer(question_id=first.id, option_ids=(first.options[1].id,), note="A file is enough."),
        Answer(question_id=second.id, option_ids=(second.options[0].id,), other="Examples"),
    )
    given = Answered(answers=answers, provenance=by_click())
    assert answered(OPENCODE, case, given) == {
        "answers": [["SQLite", "A file is enough."], ["Docs", "Examples"]]
    }
    decided = answered(OPENCODE, case, YouDecide(provenance=by_click()))
    assert decided["reply"] == "reject"


@pytest.mark.parametrize(
    ("response", "behavior"),
    [
        (YouDecide(provenance=by_click()), "deny"),
        (NoneFit(words="MySQL would.", provenance=by_click()), "deny"),
        (Cancelled(reason=CancelReason.USER, text="Stop asking."), "deny"),
        (Cancelled(reason=CancelReason.USER), None),
        (Cancelled(reason=CancelReason.CLIENT, text="x"), None),
        (Later(provenance=by_click()), None),
        (TimedOut(after_s=5), None),
    ],
)
def test_what_is_no_answer_to_a_question_is_none_to_the_agent(
    response: Response, behavior: str | None
) -> None:
    case = asked(CLAUDE, "PermissionRequest", "AskUserQuestion")
    decided = answered(CLAUDE, case, response)
    if behavior is None:
        assert decided is None
        return
    decision = decided["hookSpecificOutput"]["decision"]
    assert decision["behavior"] == behavior
    words = getattr(response, "words", "") or getattr(response, "text", "")
    assert words in decision["message"]


@pytest.mark.parametrize(
    ("response", "answer"),
    [
        (chose("SQLite", question_id="q1"), {"action": "accept", "content": {"q1": "SQLite"}}),
        (NoneFit(words="MySQL", provenance=by_click()), {"action": "decline"}),
        (YouDecide(provenance=by_click()), {"action": "decline"}),
        (Cancelled(reason=CancelReason.USER), None),
        (Later(provenance=by_click()), None),
        (TimedOut(after_s=5), None),
    ],
)
def test_a_form_of_another_server_is_answered(
    response: Response, answer: Mapping[str, Any] | None
) -> None:
    case = asked(CLAUDE, "Elicitation")
    assert "database" in case[1].source
    expected = {"hookSpecificOutput": {"hookEventName": "Elicitation", **(answer or {})}}
    assert answered(CLAUDE, case, response) == (expected if answer else None)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=6,
)
KNOWN = st.sampled_from([one for agent in DIALECTS for one in payloads(agent)])


@given(
    KNOWN,
    st.dictionaries(st.sampled_from(sorted(payload(CLAUDE, "PermissionRequest", "Bash"))), JSON),
)
def test_a_payload_of_another_shape_is_read_or_left_alone(
    known: Mapping[str, Any], changed: Mapping[str, Any]
) -> None:
    for agent in DIALECTS:
        event = read_hook(agent, {**known, **changed})
        if isinstance(event, PermissionAsked):
            questions_of(event, set_id="s", allowed=NOWHERE)
