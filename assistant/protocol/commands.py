"""What a channel may ask of the engine: the closed union `Command`."""

from dataclasses import dataclass

from assistant.protocol.history import HistoryCommand
from assistant.protocol.memory import MemoryCommand
from assistant.protocol.tools import ToolCommand
from assistant.questions.model.question import Channel, Draft, Response


@dataclass(frozen=True, slots=True, kw_only=True)
class Say:
    """Send words to the assistant."""

    text: str
    channel: Channel = Channel.DESKTOP


@dataclass(frozen=True, slots=True, kw_only=True)
class Stop:
    """Stop everything at once: the reply, the voice, listening."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToggleMicrophone:
    """Start a voice session without the wake word, or end the one that is open."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mute:
    """Close or open the microphone altogether; muted, not even the wake word is heard."""

    muted: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PushToTalk:
    """The talk key or button went down, or up: what is said in between is one turn.

    Going down opens a session if none is open, and stops the voice if it speaks. No pause ends the
    turn before it goes up.
    """

    pressed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerQuestion:
    """Answer a question from a surface that is not presenting it (the pending list)."""

    questions_id: str
    response: Response
    channel: Channel


@dataclass(frozen=True, slots=True, kw_only=True)
class SaveDraft:
    """Keep the selections made so far."""

    questions_id: str
    draft: Draft


@dataclass(frozen=True, slots=True, kw_only=True)
class PresentQuestionAgain:
    """Put an open question before the presenters again: it was put off, or is of before a restart."""

    questions_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReopenTimedOutQuestion:
    """Open a question again that timed out."""

    questions_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AmendAnswer:
    """Change an answer that was given: put the question again with it, then tell the model."""

    questions_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReturnToQuestion:
    """Go back to a question of this conversation and go on from there on a new branch.

    What was said since stays stored and readable on the old branch.
    """

    questions_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoAnswer:
    """Undo an answer given a moment ago.

    As `ReturnToQuestion` if nothing but words came of it; as `AmendAnswer` if a tool has acted since.
    """

    questions_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class UserTyping:
    """The user types: words for the model are about to be sent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewConversation:
    """Begin afresh; the old conversation is kept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RetryReply:
    """Make the reply to the user's last words anew; it failed, was empty or was cut short.

    What had arrived of the reply stays on the branch it is on.
    """

    model: str | None = None
    """One of `ConversationOpened.models` to hold this conversation with from now on; None: as is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SwitchModel:
    """Hold this conversation with another of `ConversationOpened.models` from now on."""

    model: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawMessage:
    """Take back words that wait for the turn under way."""

    words_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelChanged:
    """The settings or the key of the language model changed; new conversations use the new one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryChanged:
    """The settings of memory changed; new conversations go by them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VoiceChanged:
    """The settings of the voice changed, or its model files arrived: start it anew."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiChanged:
    """The settings of the API changed: close it, and open it by them."""


Command = (
    Say
    | UserTyping
    | Stop
    | ToggleMicrophone
    | Mute
    | PushToTalk
    | AnswerQuestion
    | SaveDraft
    | PresentQuestionAgain
    | ReopenTimedOutQuestion
    | AmendAnswer
    | ReturnToQuestion
    | UndoAnswer
    | NewConversation
    | RetryReply
    | SwitchModel
    | WithdrawMessage
    | ModelChanged
    | MemoryChanged
    | VoiceChanged
    | ApiChanged
    | HistoryCommand
    | MemoryCommand
    | ToolCommand
)
