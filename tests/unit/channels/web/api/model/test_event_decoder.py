"""What a surface hears of the stream is what happened."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from assistant.channels.web.api.event_stream import encode_event
from assistant.channels.web.api.model.event_decoder import decode_event, decode_messages
from assistant.protocol.conversation import ConversationOpened, QueuedMessagesChanged
from assistant.protocol.events import EngineEvent
from assistant.protocol.models import ModelSwitched
from assistant.protocol.notices import Notice, Severity
from assistant.protocol.questions import QuestionAsked, QuestionClosed
from assistant.protocol.turns import (
    ReplyRestarted,
    TextDelta,
    ThinkingDelta,
    ToolFinished,
    ToolStarted,
    TurnFailed,
    TurnFinished,
    TurnStarted,
    UnreadableChoiceFound,
)
from assistant.questions.model.question import (
    Answer,
    Channel,
    Draft,
    Method,
    Origin,
    Provenance,
    YouDecide,
)
from tests.helpers.questions.builders import question_set

NOBODY = Provenance(channel=Channel.WEB, method=Method.CLICK, at=datetime(2026, 1, 1, tzinfo=UTC))
TURN = "attached"
HERE = Origin(channel=Channel.TERMINAL, conversation_id="c1")
FORM = question_set().model_copy(update={"tool_use_id": None})


def sent(event: EngineEvent) -> dict[str, Any]:
    """Return an event as it goes over the wire."""
    data = encode_event(event)
    assert data is not None
    return json.loads(json.dumps({**data, "session_id": "c1"}))


@pytest.mark.requirement("API-17")
@pytest.mark.parametrize(
    "event",
    [
        pytest.param(
            ConversationOpened(conversation_id="c1", resumed=False, model="m"), id="conversation"
        ),
        pytest.param(ModelSwitched(model="m"), id="model"),
        pytest.param(TurnStarted(turn_id=TURN, text="Hi", spoken=False), id="words"),
        pytest.param(
            TurnStarted(turn_id=TURN, text="B", spoken=False, answers="q"), id="words that answer"
        ),
        pytest.param(QueuedMessagesChanged(waiting=(("w1", "And?"),)), id="waiting"),
        pytest.param(TextDelta(turn_id=TURN, text="Hé"), id="text"),
        pytest.param(UnreadableChoiceFound(turn_id=TURN, text="{"), id="unreadable choice"),
        pytest.param(ReplyRestarted(turn_id=TURN, text="He", attempt=1), id="restarted"),
        pytest.param(
            ToolStarted(turn_id=TURN, tool_use_id="t", name="n", arguments='{"a": 1}'), id="tool"
        ),
        pytest.param(
            ToolFinished(turn_id=TURN, tool_use_id="t", name="n", content="no", is_error=True),
            id="result",
        ),
        pytest.param(Notice(code="c", text="t", hint="h", severity=Severity.ERROR), id="notice"),
        pytest.param(
            QuestionAsked(
                questions=FORM,
                origin=HERE,
                draft=Draft(answers={"q1": Answer(question_id="q1", option_ids=("1",))}),
            ),
            id="question",
        ),
        pytest.param(
            QuestionClosed(
                questions=FORM, response=YouDecide(provenance=NOBODY), channel=Channel.WEB
            ),
            id="closed",
        ),
        pytest.param(
            TurnFinished(
                turn_id=TURN,
                text="Hi",
                stop_reason="end_turn",
                spoken=False,
                has_user_choice=True,
                reason="cut",
                hint="again",
            ),
            id="finished",
        ),
        pytest.param(TurnFailed(turn_id=TURN, text="", reason="no", hint="why"), id="failed"),
        pytest.param(TurnFailed(turn_id=TURN, text="", reason="", cancelled=True), id="stopped"),
    ],
)
def test_an_event_comes_back_as_it_was(event: EngineEvent) -> None:
    assert decode_event(sent(event)) == event


def test_what_is_nothing_for_a_surface_is_left_out() -> None:
    assert decode_event(sent(ThinkingDelta(turn_id=TURN, text="hm"))) is None


@pytest.mark.parametrize(
    "data",
    [
        pytest.param({}, id="nothing"),
        pytest.param({"type": "dance"}, id="unknown"),
        pytest.param({"type": "text"}, id="a field missing"),
        pytest.param({"type": "question_closed", "form": 1}, id="no form"),
        pytest.param({"type": "tool_result", "id": 1, "name": 2, "result": 3}, id="no result"),
        pytest.param(
            {"type": "info", "code": "", "text": "", "hint": "", "severity": "?"}, id="severity"
        ),
    ],
)
def test_what_cannot_be_understood_is_left_out(data: dict[str, Any]) -> None:
    assert decode_event(data) is None


def test_what_was_said_before_is_read() -> None:
    history = decode_messages(
        "c1", [{"role": "user", "text": "Hi"}, {"role": "assistant", "text": "Ho"}]
    )
    assert [(one.role, one.text) for one in history.messages] == [
        ("user", "Hi"),
        ("assistant", "Ho"),
    ]
