"""What a program outside hears of a conversation."""

import json
from datetime import UTC, datetime
from typing import get_args

import pytest

from assistant.memory.model.scope import MemoryScope
from assistant.protocol import events as engine
from assistant.protocol import history, memory, tools
from assistant.protocol.conversation_state import DialogueState
from assistant.protocol.public_events import public_event
from assistant.protocol.sent_context import ContextSent
from assistant.questions.formats import parse_tool_input
from assistant.questions.model.question import QuestionKind
from tests.helpers.questions.builders import ORIGIN, choice, chose, question_set

FEATURES = question_set(choice("背唐诗", "讲笑话", kind=QuestionKind.MULTI, text="请选择一个功能"))
STATE = DialogueState()
TIMER = tools.TimerEntry(
    timer_id="1", kind=tools.TimerKind.TIMER, label="", due_at=datetime(2026, 1, 2, tzinfo=UTC)
)
TOLD: list[tuple[engine.EngineEvent, dict[str, object]]] = [
    (engine.TextDelta(turn_id="t", text="Hi"), {"type": "text", "text": "Hi"}),
    (
        engine.ToolStarted(turn_id="t", tool_use_id="u", name="clock", arguments='{"zone": "UTC"}'),
        {"type": "tool_start", "id": "u", "name": "clock", "input": {"zone": "UTC"}},
    ),
    (
        engine.ToolFinished(
            turn_id="t", tool_use_id="u", name="c", content="12:00", is_error=False
        ),
        {
            "type": "tool_result",
            "id": "u",
            "name": "c",
            "result": {"success": True, "output": "12:00"},
        },
    ),
    (
        engine.ToolFinished(turn_id="t", tool_use_id="u", name="c", content="no", is_error=True),
        {
            "type": "tool_result",
            "id": "u",
            "name": "c",
            "result": {"success": False, "output": "no"},
        },
    ),
    (
        engine.TurnFinished(turn_id="t", text="Done.", stop_reason="end_turn", spoken=False),
        {"type": "done", "text": "Done."},
    ),
    (
        engine.TurnFailed(turn_id="t", text="", reason="No network."),
        {"type": "error", "error": "No network."},
    ),
    (
        engine.TurnFailed(turn_id="t", text="", reason="", cancelled=True),
        {"type": "error", "error": "cancelled"},
    ),
]
KEPT: list[engine.EngineEvent] = [
    engine.ConversationOpened(conversation_id="c", resumed=False, model="m"),
    engine.StateChanged(old=STATE, new=STATE, at=0.0),
    engine.TurnStarted(turn_id="t", text="x", spoken=False),
    engine.RequestSent(turn_id="t"),
    engine.ThinkingDelta(turn_id="t", text="x"),
    engine.ReplySegmentFinished(turn_id="t"),
    engine.QuestionClosed(questions=FEATURES, response=chose("1"), channel=None),
    engine.TranscriptInterim(text="x"),
    engine.TranscriptFinal(text="x", language="en"),
    engine.MicrophoneLevel(dbfs=-20.0),
    engine.SpeechStarted(turn_id="t", at=0.0),
    engine.SentenceSpoken(turn_id="t", text="x"),
    engine.SpeechStopped(turn_id="t", interrupted=False, at=0.0),
    engine.Notice(code="c", text="x"),
    engine.TurnTimed(turn_id="t", timeline=engine.Timeline()),
    engine.HistoryLoaded(conversation_id="c", messages=()),
    engine.QuestionAsked(questions=FEATURES, origin=ORIGIN, is_presented=False),
    engine.ModelSwitched(model="m"),
    engine.QueuedMessagesChanged(waiting=()),
    engine.UnsentMessagesReturned(conversation_id="c", texts=("x",)),
    engine.UserMessageStored(turn_id="t", message_id="m"),
    engine.ReplyRestarted(turn_id="t", text="", attempt=1),
    ContextSent(turn_id="t", parts=(), limit=80_000, messages=1, left_out=0),
    history.ConversationsListed(conversations=(), current="c"),
    history.HistoryFound(query="x", hits=()),
    history.ConversationCopied(text="x"),
    memory.FactKept(change_id="1", scope=MemoryScope.PERSONAL, fact="x"),
    memory.MemoryRead(files=()),
    memory.MemorySaved(scope=MemoryScope.PERSONAL),
    memory.ArchivedRead(name="a", text="x"),
    memory.PersonasListed(
        workspaces=(), agents=(), personas=(), workspace="default", agent="default"
    ),
    memory.WorkspaceCreated(name="w"),
    memory.AgentSaved(name="a"),
    tools.ToolsListed(tools=()),
    tools.ToolCallsListed(calls=(), before=None, has_more=False),
    tools.ServersListed(servers=()),
    tools.ServerSaved(name="s"),
    tools.ToolProgressed(turn_id="t", tool_use_id="u", text="x"),
    tools.TimersListed(timers=()),
    tools.TimerRang(timer=TIMER),
    tools.RingingStopped(timer_id="1"),
]


@pytest.mark.parametrize(("event", "told"), TOLD)
def test_what_happens_is_told(event: engine.EngineEvent, told: dict[str, object]) -> None:
    assert public_event(event) == told
    assert json.loads(json.dumps(told)) == told


@pytest.mark.parametrize("event", KEPT)
def test_what_concerns_this_program_alone_is_not_told(event: engine.EngineEvent) -> None:
    assert public_event(event) is None


def test_every_kind_of_event_is_decided_on() -> None:
    tried = {type(event) for event, _told in TOLD} | {type(event) for event in KEPT}
    assert tried == set(get_args(engine.EngineEvent))


def test_a_question_is_told_under_the_names_of_its_tool_and_with_ids() -> None:
    told = public_event(engine.QuestionAsked(questions=FEATURES, origin=ORIGIN))
    assert told is not None
    assert (told["type"], told["id"]) == ("ask_user", "set1")
    (question,) = told["questions"]
    assert question["question"] == "请选择一个功能"
    assert question["header"] == "Database"
    assert question["multiSelect"] is True
    assert [(o["id"], o["label"]) for o in question["options"]] == [
        ("1", "背唐诗"),
        ("2", "讲笑话"),
    ]
    again = parse_tool_input(told, tool_use_id="set1").questions
    assert again.questions == FEATURES.questions
