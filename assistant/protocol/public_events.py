"""What a program outside hears of a conversation: six kinds of event, as JSON. Pure.

`text{text}`, `tool_start{id, name, input}`, `tool_result{id, name, result}`,
`ask_user{id, questions}`, `done{text}` and `error{error}`; each with its kind under `type`.
"""

import json
from typing import Any, Final, assert_never

from assistant.call_ending import CallEnding
from assistant.protocol.coding_agents import AgentReported, AgentSessionsListed, AgentSetupsListed
from assistant.protocol.conversation import (
    ConversationOpened,
    MessageRejected,
    QueuedMessagesChanged,
    StateChanged,
    UnsentMessagesReturned,
)
from assistant.protocol.decisions import DecisionsListed
from assistant.protocol.dictation import DictationChanged
from assistant.protocol.events import EngineEvent
from assistant.protocol.first_run import ModelKeyTried, ModelsFound, SoundTried
from assistant.protocol.folders import FoldersListed, TrashListed
from assistant.protocol.history import ConversationCopied, ConversationsListed, HistoryFound
from assistant.protocol.mcp_servers import ServerSaved, ServersListed
from assistant.protocol.memory import ArchivedRead, FactKept, MemoryRead, MemorySaved
from assistant.protocol.messages import HistoryLoaded
from assistant.protocol.models import ModelSwitched
from assistant.protocol.notices import ModelAdvice, Notice
from assistant.protocol.personas import AgentSaved, PersonasListed, WorkspaceCreated
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
    WakeWordsListed,
    WakeWordTried,
)
from assistant.questions.formats.definition_writer import dump_question
from assistant.questions.model.question import Question

_CANCELLED: Final = "cancelled"


def public_event(event: EngineEvent) -> dict[str, Any] | None:
    """What programs outside read of an event; None if it concerns this program alone.

    A question waits in `ask_user` under the id of its set, and is sent again under the same id when
    it is put once more; one that only waits in the list is not sent.
    """
    match event:
        case TextDelta():
            return {"type": "text", "text": event.text}
        case ToolStarted():
            return {
                "type": "tool_start",
                "id": event.tool_use_id,
                "name": event.name,
                "input": json.loads(event.arguments),
            }
        case ToolFinished():
            return {
                "type": "tool_result",
                "id": event.tool_use_id,
                "name": event.name,
                "result": {
                    "success": not event.is_error,
                    "output": event.content,
                    **({"refused": True} if event.ending is CallEnding.REFUSED else {}),
                    **({"ending": event.ending.value} if event.ending is not None else {}),
                },
            }
        case QuestionAsked():
            if not event.is_presented:
                return None
            questions = [_question(question) for question in event.questions.questions]
            return {"type": "ask_user", "id": event.questions.id, "questions": questions}
        case TurnFinished():
            return {"type": "done", "text": event.text}
        case TurnFailed():
            return {"type": "error", "error": event.reason or _CANCELLED}
        case (
            ConversationOpened()
            | StateChanged()
            | TurnStarted()
            | UserMessageStored()
            | RequestSent()
            | ThinkingDelta()
            | UnreadableChoiceFound()
            | ReplySegmentFinished()
            | QuestionClosed()
            | QuestionRose()
            | QuestionsWait()
            | TranscriptInterim()
            | TranscriptFinal()
            | MicrophoneLevel()
            | SpeechStarted()
            | SentenceSpoken()
            | SpeechStopped()
            | WakeWordsListed()
            | EnrolmentChanged()
            | EnrolmentLevel()
            | WakeWordTried()
            | DictationChanged()
            | Notice()
            | ModelAdvice()
            | TurnTimed()
            | HistoryLoaded()
            | ModelSwitched()
            | QueuedMessagesChanged()
            | UnsentMessagesReturned()
            | MessageRejected()
            | ReplyRestarted()
            | ContextSent()
            | ConversationsListed()
            | HistoryFound()
            | ConversationCopied()
            | FactKept()
            | MemoryRead()
            | MemorySaved()
            | ArchivedRead()
            | PersonasListed()
            | WorkspaceCreated()
            | AgentSaved()
            | ToolsListed()
            | FoldersListed()
            | TrashListed()
            | ToolCallsListed()
            | DecisionsListed()
            | ServersListed()
            | TelegramListed()
            | SyncListed()
            | SyncTried()
            | RecoveryCodeMade()
            | PassphraseTried()
            | SettingsArrived()
            | ServerSaved()
            | ToolProgressed()
            | QuestionsListed()
            | AnswerSentToModel()
            | AnswersListed()
            | TimersListed()
            | AgentSessionsListed()
            | AgentReported()
            | AgentSetupsListed()
            | SoundTried()
            | ModelsFound()
            | ModelKeyTried()
            | TimerRang()
            | RingingStopped()
        ):
            return None
        case _:
            assert_never(event)


def _question(question: Question) -> dict[str, Any]:
    """A question under the names of the question tool, with the ids of the typed form."""
    typed = dump_question(question)
    return {
        "question": typed.pop("question_text"),
        "multiSelect": question.traits.is_multiple,
    } | typed
