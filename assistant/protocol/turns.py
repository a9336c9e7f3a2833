"""What happens in a turn, from the words of the user to the end of the reply: events."""

from dataclasses import dataclass

from assistant.call_ending import CallEnding
from assistant.protocol.conversation import TurnScoped
from assistant.protocol.messages import Attachment, ImagePart
from assistant.protocol.notices import NoticeAction
from assistant.protocol.sent_context import ContextSent


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplyRestarted(TurnScoped):
    """The connection broke and the request was sent again: `text` is what stands of the turn.

    Words after it are shown no more as soon as the first new ones come. Or they turned out to be
    reasoning, and are shown no more from now on.
    """

    text: str
    attempt: int
    """1 for the first time it is sent again; 0 if the words were reasoning."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnStarted(TurnScoped):
    """The user's words were taken and a reply is being made."""

    text: str
    """Empty if `resumed`."""
    spoken: bool
    """Whether the words were heard rather than typed."""
    resumed: bool = False
    """A turn that stands in the history already goes on; no new words of the user's begin it."""
    answers: str | None = None
    """Id of the questions that the words answer; None for words of the user's own."""
    replaces: str | None = None
    """Id of a turn that was given up because the user went on: its words begin these."""
    attachments: tuple[Attachment, ...] = ()
    """Files that go with the words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UserMessageStored(TurnScoped):
    """The user's words that began a turn are stored."""

    message_id: str
    siblings: tuple[str, ...] = ()
    """As `HistoryMessage.siblings`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestSent(TurnScoped):
    """The context is composed and a request goes out; several in a turn with tools."""

    ahead_s: float = 0.0
    """How long ago it was sent in truth, in seconds: before it was certain that the user is done."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TextDelta(TurnScoped):
    """Some words of the reply, to show and to speak."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class UnreadableChoiceFound(TurnScoped):
    """What the model meant as a question and nobody can be asked, to show folded."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ThinkingDelta(TurnScoped):
    """Some of the model's reasoning, to show folded."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplySegmentFinished(TurnScoped):
    """The model paused its words: a tool runs next, or the reply is complete."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolStarted(TurnScoped):
    """A tool begins to run."""

    tool_use_id: str
    name: str
    arguments: str
    """JSON."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolProgressed(TurnScoped):
    """A call that takes its time tells how far it is."""

    tool_use_id: str
    text: str
    share: float | None = None
    """From 0 to 1, or None if it is not known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolFinished(TurnScoped):
    """A tool gave its result, good or bad."""

    tool_use_id: str
    name: str
    content: str
    is_error: bool
    ending: CallEnding | None = None
    """Why it came to nothing, if the tool neither gave a result nor failed."""
    images: tuple[ImagePart, ...] = ()
    """Pictures that belong to it."""


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
class TurnFinished(TurnScoped):
    """The reply is complete and stored. Speech may still be going on."""

    text: str
    """As shown: without the JSON of a choice."""
    stop_reason: str
    spoken: bool
    model: str = ""
    """Who made the reply: the model's name, or `rules` if it was answered without one."""
    has_user_choice: bool = False
    """The reply ends with a choice in its text; the user's answer begins the next turn."""
    reason: str = ""
    """Why the reply is not whole, in the user's language; empty if it is."""
    hint: str = ""
    actions: tuple[NoticeAction, ...] = ()
    """What the user may do about that."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnTimed(TurnScoped):
    """The timeline of a turn, once its first audio left or its reply ended without any."""

    timeline: Timeline


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnFailed(TurnScoped):
    """The turn ended early; what had arrived is kept."""

    text: str
    """What had arrived."""
    reason: str
    """In the user's language; empty if the user cancelled."""
    hint: str = ""
    cancelled: bool = False
    actions: tuple[NoticeAction, ...] = ()
    """What the user may do about it: try again, another model."""


TurnEvent = (
    ReplyRestarted
    | TurnStarted
    | UserMessageStored
    | RequestSent
    | TextDelta
    | ThinkingDelta
    | UnreadableChoiceFound
    | ReplySegmentFinished
    | ToolStarted
    | ToolProgressed
    | ToolFinished
    | TurnFinished
    | TurnTimed
    | TurnFailed
    | ContextSent
)
