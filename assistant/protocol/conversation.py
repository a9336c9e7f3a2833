"""What is said to a conversation, and what it tells of itself: commands and events.

An event of whatever kind says by its base which conversation, and which turn, it belongs to.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from assistant.protocol.conversation_state import DialogueState
from assistant.protocol.messages import Attachment
from assistant.questions.model.question import Channel


@dataclass(frozen=True, slots=True, kw_only=True)
class ConversationScoped:
    """An event of one conversation, which puts its id in as it tells of it."""

    conversation_id: str | None = field(default=None, compare=False)
    """None for what concerns all of them. Says where and not what, so it is not compared."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnScoped(ConversationScoped):
    """An event of one turn; a listener may drop those of a turn that is over."""

    turn_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Say:
    """Send words to the assistant."""

    text: str
    channel: Channel = Channel.DESKTOP
    conversation_id: str | None = None
    """One that is open; None for the current one."""
    attachments: tuple[Attachment, ...] = ()
    """Files that go with them; words with files answer no question."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UserTyping:
    """The user types: words for the model are about to be sent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stop:
    """Stop everything at once: the reply, the voice, listening."""

    conversation_id: str | None = None
    """Stop the reply of this one alone if it is not the current one."""
    keeps_waiting: bool = False
    """Send the words that wait for the reply all the same."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewConversation:
    """Begin afresh; the old conversation is kept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RetryReply:
    """Make the reply to the user's last words again; it failed, was empty or was cut short.

    What had arrived of the reply stays on the branch it is on.
    """

    model: str | None = None
    """One of `ConversationOpened.models` to hold this conversation with from now on; None: as is."""
    for_this_turn: bool = False
    """Ask that model this once: what is said next goes to the one there was."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawMessage:
    """Take back words that wait for the turn under way."""

    words_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AttachmentKinds:
    """Which files a model can be sent; text is taken by all."""

    pictures: bool = True
    documents: bool = True
    """PDFs as they are; of others their text is sent."""
    characters: int = 40_000
    """Of a document's text."""


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
    takes: AttachmentKinds = AttachmentKinds()
    """What the model that answers can be sent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StateChanged(ConversationScoped):
    """The interaction or the voice session changed."""

    old: DialogueState
    new: DialogueState
    at: float


@dataclass(frozen=True, slots=True, kw_only=True)
class QueuedMessagesChanged(ConversationScoped):
    """The words of the user's own that wait for the turn under way, oldest first."""

    waiting: tuple[tuple[str, str], ...]
    """Id for `WithdrawMessage`, and text."""
    attachments: Mapping[str, tuple[Attachment, ...]] = field(
        default_factory=dict[str, tuple[Attachment, ...]]
    )
    """The files of those that have some, by id."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnsentMessagesReturned:
    """Words that waited when the program ended, and were not sent; oldest first."""

    conversation_id: str
    texts: tuple[str, ...]
    attachments: tuple[Attachment, ...] = ()
    """The files of all of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageRejected(ConversationScoped):
    """Typed words were not taken; a notice says why."""

    text: str
    attachments: tuple[Attachment, ...] = ()
    """The files that went with them."""


ConversationCommand = Say | UserTyping | Stop | NewConversation | RetryReply | WithdrawMessage
ConversationEvent = (
    ConversationOpened
    | StateChanged
    | QueuedMessagesChanged
    | UnsentMessagesReturned
    | MessageRejected
)
