"""What a conversation tells its listeners: the closed union `EngineEvent`.

Every channel listens to the same events. Listeners are called on the engine thread and must not
block. Events are frozen; `turn_id` says which turn one belongs to, and a listener may drop those of
a turn that is over. Times named `at` are seconds on the monotonic clock.
"""

from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum

from assistant.protocol.commands import Command
from assistant.protocol.conversation_state import DialogueState
from assistant.protocol.history import HistoryEvent
from assistant.protocol.memory import MemoryEvent
from assistant.protocol.sent_context import ContextSent
from assistant.protocol.tools import ToolEvent
from assistant.questions.model.question import Channel, Draft, Origin, QuestionSet, Response


@dataclass(frozen=True, slots=True, kw_only=True)
class NoticeAction:
    """Something the user may do about what they are told: a button."""

    label: str
    """In the user's language."""
    command: Command


@dataclass(frozen=True, slots=True, kw_only=True)
class ConversationOpened:
    """A conversation became the current one; `resumed` if it has a history."""

    conversation_id: str
    resumed: bool
    model: str
    """The model that answers, as shown."""
    models: tuple[str, ...] = ()
    """The models it may be held with, `model` among them, in the order they are offered."""
    workspace: str = ""
    agent: str = ""
    message_id: str | None = None
    """The message to look at; None for the end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelSwitched:
    """The current conversation is held with another model from now on."""

    model: str


@dataclass(frozen=True, slots=True, kw_only=True)
class QueuedMessagesChanged:
    """The words of the user's own that wait for the turn under way, oldest first."""

    waiting: tuple[tuple[str, str], ...]
    """Id for `Withdraw`, and text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnsentMessagesReturned:
    """Words that waited when the program ended, and were not sent; oldest first."""

    conversation_id: str
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplyRestarted:
    """The connection broke and the request was sent again: `text` is what stands of the turn.

    Words after it are shown no more as soon as the first new ones come.
    """

    turn_id: str
    text: str
    attempt: int
    """1 for the first time it is sent again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StateChanged:
    """The interaction or the voice session changed."""

    old: DialogueState
    new: DialogueState
    at: float


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnStarted:
    """The user's words were taken and a reply is being made."""

    turn_id: str
    text: str
    """Empty if `resumed`."""
    spoken: bool
    """Whether the words were heard rather than typed."""
    resumed: bool = False
    """A turn that stands in the history already goes on; no new words of the user's begin it."""
    answers: str | None = None
    """Id of the questions that the words answer; None for words of the user's own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UserMessageStored:
    """The user's words that began a turn are stored."""

    turn_id: str
    message_id: str
    siblings: tuple[str, ...] = ()
    """As `HistoryMessage.siblings`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestSent:
    """The context is composed and a request goes out; several in a turn with tools."""

    turn_id: str
    ahead_s: float = 0.0
    """How long ago it was sent in truth, in seconds: before it was certain that the user is done."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TextDelta:
    """Some words of the reply, to show and to speak."""

    turn_id: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ThinkingDelta:
    """Some of the model's reasoning, to show folded."""

    turn_id: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplySegmentFinished:
    """The model paused its words: a tool runs next, or the reply is complete."""

    turn_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolStarted:
    """A tool begins to run."""

    turn_id: str
    tool_use_id: str
    name: str
    arguments: str
    """JSON."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolFinished:
    """A tool gave its result, good or bad."""

    turn_id: str
    tool_use_id: str
    name: str
    content: str
    is_error: bool
    images: tuple["ImagePart", ...] = ()
    """Pictures that belong to it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionAsked:
    """A question is put to the user; stored already. Sent again when it is put once more."""

    questions: QuestionSet
    origin: Origin
    draft: Draft = field(default_factory=Draft)
    """The selections it starts from."""
    asked_at: datetime | None = None
    """When it was first asked, aware."""
    is_presented: bool = True
    """Whether presenters show it now; one of before a restart only waits in the list."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionClosed:
    """A question is settled; `channel` is where, or None if the program closed it."""

    questions: QuestionSet
    response: Response
    channel: Channel | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TranscriptInterim:
    """What was heard so far; replaces the interim before."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TranscriptFinal:
    """What was heard. Empty if speech gave no words."""

    text: str
    language: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MicrophoneLevel:
    """The loudness of the microphone, at most 30 a second."""

    dbfs: float


@dataclass(frozen=True, slots=True, kw_only=True)
class SpeechStarted:
    """The first audible sample of a reply or prompt left the program."""

    turn_id: str | None
    at: float


@dataclass(frozen=True, slots=True, kw_only=True)
class SentenceSpoken:
    """A sentence begins to be heard; captions follow it."""

    turn_id: str | None
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SpeechStopped:
    """The voice fell silent: everything was said, or it was interrupted."""

    turn_id: str | None
    interrupted: bool
    at: float


class Severity(Enum):
    """How much a notice matters."""

    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """Something the user should know: what happened, what still works, what to do."""

    code: str
    """Stable name of the notice, such as `microphone_missing`; a newer one replaces an older."""
    text: str
    """In the user's language."""
    hint: str = ""
    severity: Severity = Severity.WARNING
    resolved: bool = False
    """The trouble of this code is over."""
    actions: tuple[NoticeAction, ...] = ()
    """What the user may do about it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Timeline:
    """When each stage of a turn happened; seconds on the monotonic clock, None if it did not.

    Response latency is `first_audio - speech_end`.
    """

    speech_end: float | None = None
    turn_end: float | None = None
    transcript: float | None = None
    request: float | None = None
    first_token: float | None = None
    first_clause: float | None = None
    first_synthesis: float | None = None
    first_audio: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnFinished:
    """The reply is complete and stored. Speech may still be going on."""

    turn_id: str
    text: str
    """As shown: without the JSON of a choice."""
    stop_reason: str
    spoken: bool
    has_user_choice: bool = False
    """The reply ends with a choice in its text; the user's answer begins the next turn."""
    reason: str = ""
    """Why the reply is not whole, in the user's language; empty if it is."""
    hint: str = ""
    actions: tuple[NoticeAction, ...] = ()
    """What the user may do about that."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnTimed:
    """The timeline of a turn, once its first audio left or its reply ended without any."""

    turn_id: str
    timeline: Timeline


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnFailed:
    """The turn ended early; what had arrived is kept."""

    turn_id: str
    text: str
    """What had arrived."""
    reason: str
    """In the user's language; empty if the user cancelled."""
    hint: str = ""
    cancelled: bool = False
    actions: tuple[NoticeAction, ...] = ()
    """What the user may do about it: try again, another model."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TextPart:
    """Words, as shown: without a choice."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ThinkingPart:
    """The model's reasoning."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ImagePart:
    """A picture that is part of a message; nothing that would have to be fetched."""

    media_type: str
    data: str
    """Base64."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolPart:
    """A tool call and what came of it."""

    tool_use_id: str
    name: str
    arguments: str
    """JSON."""
    result: str | None = None
    """None if it has none: the call was never answered."""
    is_error: bool = False
    images: tuple[ImagePart, ...] = ()
    """Pictures among its results."""
    result_id: str = ""
    """Id of the stored message that holds the result; empty without one."""


MessagePart = TextPart | ThinkingPart | ImagePart | ToolPart


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryMessage:
    """One message of the past, as shown."""

    message_id: str
    role: str
    text: str
    """Its words, without thinking and tools."""
    parts: tuple[MessagePart, ...] = ()
    """All of it in its order; empty if it is nothing but `text`."""
    partial: bool = False
    """It was cut off by the user, a failure or a crash."""
    stop_reason: str | None = None
    """Why the model ended it: `end_turn`, `tool_use`, `max_tokens`, `refusal` and the like."""
    said_at: datetime | None = None
    """When it began, aware."""
    took_s: float | None = None
    """At the end of a turn: seconds from the user's words to its end, if both are known."""
    ends_turn: bool = False
    """It is the last message of a turn whose reply is complete."""
    spoken: bool = False
    """Words of the user's that were heard, not typed."""
    round: int | None = None
    """Which round of the conversation these words of the user's begin, from 1."""
    answers: str | None = None
    """Id of the questions that these words of the user's answer; None for words of their own."""
    siblings: tuple[str, ...] = ()
    """Ids of the messages of the user's that stand at this place, itself among them, oldest
    first; empty if there is no other."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PastQuestion:
    """A question of the past and what became of it."""

    questions: QuestionSet
    response: Response
    asked_at: datetime
    channel: Channel | None
    """Where it was settled, or None if the program closed it."""
    after: str | None
    """The message it belongs below; None for the top."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryLoaded:
    """The past of the current conversation, oldest first."""

    conversation_id: str
    messages: tuple[HistoryMessage, ...] = field(default=())
    questions: tuple[PastQuestion, ...] = field(default=())
    """Settled ones, oldest first."""


EngineEvent = (
    ConversationOpened
    | ModelSwitched
    | QueuedMessagesChanged
    | UnsentMessagesReturned
    | ReplyRestarted
    | ContextSent
    | HistoryEvent
    | MemoryEvent
    | ToolEvent
    | StateChanged
    | TurnStarted
    | UserMessageStored
    | RequestSent
    | TextDelta
    | ThinkingDelta
    | ReplySegmentFinished
    | ToolStarted
    | ToolFinished
    | QuestionAsked
    | QuestionClosed
    | TranscriptInterim
    | TranscriptFinal
    | MicrophoneLevel
    | SpeechStarted
    | SentenceSpoken
    | SpeechStopped
    | Notice
    | TurnFinished
    | TurnTimed
    | TurnFailed
    | HistoryLoaded
)
