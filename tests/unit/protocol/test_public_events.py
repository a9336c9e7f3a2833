"""What a program outside hears of a conversation."""

import json
from datetime import UTC, datetime
from typing import get_args

import pytest

from assistant.call_ending import CallEnding
from assistant.coding_agents.model.agents import CodingAgent
from assistant.coding_agents.model.session_board import SessionBoard
from assistant.coding_agents.tasks.agent_task import AgentTask
from assistant.escalation.step import Step
from assistant.memory.model.scope import MemoryScope
from assistant.protocol.coding_agents import AgentReported, AgentSessionsListed, AgentSetupsListed
from assistant.protocol.conversation import (
    ConversationOpened,
    MessageRejected,
    QueuedMessagesChanged,
    StateChanged,
    UnsentMessagesReturned,
)
from assistant.protocol.conversation_state import DialogueState
from assistant.protocol.decisions import DecisionsListed, ListDecisions
from assistant.protocol.dictation import DictationChanged, DictationStage
from assistant.protocol.events import EngineEvent
from assistant.protocol.first_run import (
    ModelKeyTried,
    ModelsFound,
    SoundTrial,
    SoundTried,
    TrialStanding,
)
from assistant.protocol.folders import FoldersListed, TrashListed
from assistant.protocol.history import ConversationCopied, ConversationsListed, HistoryFound
from assistant.protocol.mcp_servers import ServerSaved, ServersListed
from assistant.protocol.memory import ArchivedRead, FactKept, MemoryRead, MemorySaved
from assistant.protocol.messages import HistoryLoaded
from assistant.protocol.models import ModelSwitched
from assistant.protocol.notices import ModelAdvice, Notice
from assistant.protocol.personas import AgentSaved, PersonasListed, WorkspaceCreated
from assistant.protocol.public_events import public_event
from assistant.protocol.questions import (
    AnswerSentToModel,
    AnswersListed,
    QuestionAsked,
    QuestionClosed,
    QuestionRose,
    QuestionsListed,
    QuestionsWait,
)
from assistant.protocol.sent_context import ContextSent
from assistant.protocol.sync import (
    PassphraseTried,
    RecoveryCodeMade,
    SettingsArrived,
    SyncListed,
    SyncTried,
)
from assistant.protocol.telegram import TelegramListed
from assistant.protocol.timers import RingingStopped, TimerRang, TimersListed
from assistant.protocol.tools import ToolCallsListed, ToolsListed
from assistant.protocol.turns import (
    ReplyRestarted,
    ReplySegmentFinished,
    RequestSent,
    TextDelta,
    ThinkingDelta,
    Timeline,
    ToolFinished,
    ToolProgressed,
    ToolStarted,
    TurnFailed,
    TurnFinished,
    TurnStarted,
    TurnTimed,
    UnreadableChoiceFound,
    UserMessageStored,
)
from assistant.protocol.voice import (
    MicrophoneLevel,
    SentenceSpoken,
    SpeechStarted,
    SpeechStopped,
    TranscriptFinal,
    TranscriptInterim,
)
from assistant.protocol.wake_words import (
    EnrolmentChanged,
    EnrolmentLevel,
    EnrolmentPhase,
    WakeWordsListed,
    WakeWordTried,
)
from assistant.questions.formats import parse_tool_input
from assistant.questions.model.asker import Asker
from assistant.questions.model.question import QuestionKind
from assistant.timer import Timer, TimerKind
from tests.helpers.questions.builders import ORIGIN, choice, chose, question_set

FEATURES = question_set(choice("背唐诗", "讲笑话", kind=QuestionKind.MULTI, text="请选择一个功能"))
STATE = DialogueState()
TIMER = Timer(
    timer_id="1",
    kind=TimerKind.TIMER,
    label="",
    due_at=datetime(2026, 1, 2, tzinfo=UTC),
    zone="UTC",
)
TOLD: list[tuple[EngineEvent, dict[str, object]]] = [
    (TextDelta(turn_id="t", text="Hi"), {"type": "text", "text": "Hi"}),
    (
        ToolStarted(turn_id="t", tool_use_id="u", name="clock", arguments='{"zone": "UTC"}'),
        {"type": "tool_start", "id": "u", "name": "clock", "input": {"zone": "UTC"}},
    ),
    (
        ToolFinished(turn_id="t", tool_use_id="u", name="c", content="12:00", is_error=False),
        {
            "type": "tool_result",
            "id": "u",
            "name": "c",
            "result": {"success": True, "output": "12:00"},
        },
    ),
    (
        ToolFinished(turn_id="t", tool_use_id="u", name="c", content="no", is_error=True),
        {
            "type": "tool_result",
            "id": "u",
            "name": "c",
            "result": {"success": False, "output": "no"},
        },
    ),
    (
        ToolFinished(
            turn_id="t",
            tool_use_id="u",
            name="c",
            content="no",
            is_error=True,
            ending=CallEnding.REFUSED,
        ),
        {
            "type": "tool_result",
            "id": "u",
            "name": "c",
            "result": {
                "success": False,
                "output": "no",
                "refused": True,
                "ending": "refused",
            },
        },
    ),
    (
        ToolFinished(
            turn_id="t",
            tool_use_id="u",
            name="c",
            content="no",
            is_error=True,
            ending=CallEnding.PUT_OFF,
        ),
        {
            "type": "tool_result",
            "id": "u",
            "name": "c",
            "result": {"success": False, "output": "no", "ending": "put_off"},
        },
    ),
    (
        TurnFinished(turn_id="t", text="Done.", stop_reason="end_turn", spoken=False),
        {"type": "done", "text": "Done."},
    ),
    (
        TurnFailed(turn_id="t", text="", reason="No network."),
        {"type": "error", "error": "No network."},
    ),
    (
        TurnFailed(turn_id="t", text="", reason="", cancelled=True),
        {"type": "error", "error": "cancelled"},
    ),
]
KEPT: list[EngineEvent] = [
    ConversationOpened(conversation_id="c", resumed=False, model="m"),
    StateChanged(old=STATE, new=STATE, at=0.0),
    TurnStarted(turn_id="t", text="x", spoken=False),
    RequestSent(turn_id="t"),
    ThinkingDelta(turn_id="t", text="x"),
    UnreadableChoiceFound(turn_id="t", text="{"),
    ReplySegmentFinished(turn_id="t"),
    QuestionClosed(questions=FEATURES, response=chose("1"), channel=None),
    QuestionRose(questions=FEATURES, origin=ORIGIN, step=Step.NOTIFICATION),
    QuestionsWait(questions=(), step=Step.PHONE),
    TranscriptInterim(text="x"),
    TranscriptFinal(text="x", language="en"),
    MicrophoneLevel(dbfs=-20.0),
    SpeechStarted(turn_id="t", at=0.0),
    SentenceSpoken(turn_id="t", text="x"),
    SpeechStopped(turn_id="t", interrupted=False, at=0.0),
    Notice(code="c", text="x"),
    ModelAdvice(text="x"),
    TelegramListed(),
    SyncListed(),
    SyncTried(url=""),
    RecoveryCodeMade(code="K7MP"),
    PassphraseTried(),
    SettingsArrived(names=("ui.theme",)),
    TurnTimed(turn_id="t", timeline=Timeline()),
    HistoryLoaded(conversation_id="c", messages=()),
    QuestionAsked(questions=FEATURES, origin=ORIGIN, is_presented=False),
    ModelSwitched(model="m"),
    QueuedMessagesChanged(waiting=()),
    UnsentMessagesReturned(conversation_id="c", texts=("x",)),
    MessageRejected(text="x"),
    UserMessageStored(turn_id="t", message_id="m"),
    ReplyRestarted(turn_id="t", text="", attempt=1),
    ContextSent(turn_id="t", parts=(), limit=80_000, messages=1, left_out=0),
    ConversationsListed(conversations=(), current="c"),
    HistoryFound(query="x", hits=()),
    ConversationCopied(text="x"),
    FactKept(change_id="1", scope=MemoryScope.PERSONAL, fact="x"),
    MemoryRead(files=()),
    MemorySaved(scope=MemoryScope.PERSONAL),
    ArchivedRead(name="a", text="x"),
    PersonasListed(workspaces=(), agents=(), personas=(), workspace="default", agent="default"),
    WorkspaceCreated(name="w"),
    AgentSaved(name="a"),
    ToolsListed(tools=()),
    ToolCallsListed(calls=(), before=None, has_more=False),
    DecisionsListed(asked=ListDecisions(), decisions=()),
    ServersListed(servers=()),
    ServerSaved(name="s"),
    ToolProgressed(turn_id="t", tool_use_id="u", text="x"),
    AnswersListed(answers=(), listed_at=datetime(2026, 1, 2, tzinfo=UTC)),
    QuestionsListed(questions=(), listed_at=datetime(2026, 1, 2, tzinfo=UTC)),
    AnswerSentToModel(count=1),
    TimersListed(timers=()),
    AgentSessionsListed(board=SessionBoard()),
    AgentReported(
        asker=Asker(agent="Codex"),
        task=AgentTask(agent=CodingAgent.CODEX, folder="/src", words="fix it"),
    ),
    AgentSetupsListed(agents=()),
    SoundTried(trial=SoundTrial.ECHO, standing=TrialStanding.WELL),
    ModelsFound(built_in=None),
    ModelKeyTried(),
    FoldersListed(folders=()),
    TrashListed(files=()),
    TimerRang(timer=TIMER),
    RingingStopped(timer_id="1"),
    WakeWordsListed(words=()),
    EnrolmentChanged(phase=EnrolmentPhase.READY),
    EnrolmentLevel(dbfs=-20.0),
    WakeWordTried(),
    DictationChanged(stage=DictationStage.TYPING, text="Dear sir"),
]


@pytest.mark.parametrize(("event", "told"), TOLD)
def test_what_happens_is_told(event: EngineEvent, told: dict[str, object]) -> None:
    assert public_event(event) == told
    assert json.loads(json.dumps(told)) == told


@pytest.mark.parametrize("event", KEPT)
def test_what_concerns_this_program_alone_is_not_told(event: EngineEvent) -> None:
    assert public_event(event) is None


def test_every_kind_of_event_is_decided_on() -> None:
    tried = {type(event) for event, _told in TOLD} | {type(event) for event in KEPT}
    assert tried == set(get_args(EngineEvent))


@pytest.mark.requirement("TOOL-20", "TOOL-21", "TOOL-22")
def test_a_question_is_told_under_the_names_of_its_tool_and_with_ids() -> None:
    told = public_event(QuestionAsked(questions=FEATURES, origin=ORIGIN))
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
