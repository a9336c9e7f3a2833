"""Messages and questions of the past, as shown: an event and its parts."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Annotated, Final

from assistant.call_ending import CallEnding
from assistant.protocol.by_class_name import ByClassName
from assistant.questions.model.question import Channel, QuestionSet, Response


@dataclass(frozen=True, slots=True, kw_only=True)
class TextPart:
    """Words, as shown: without a choice."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ThinkingPart:
    """The model's reasoning."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class UnreadableChoicePart:
    """What the model meant as a question and nobody could be asked."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ImagePart:
    """A picture that is part of a message; nothing that would have to be fetched."""

    media_type: str
    data: str
    """Base64."""
    name: str = ""
    """Of the file; empty if it has none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentPart:
    """A PDF or a text file that is part of a message of the user's."""

    name: str
    media_type: str
    """`application/pdf` or `text/plain`."""
    text: str = ""
    """Its words, or the first of them; empty if it has none."""
    data: str = ""
    """Base64 of a PDF that a model may be sent as it is; empty if its text alone is sent."""
    pages: int = 0
    """Of a PDF."""
    characters: int = 0
    """How long the whole text is; more than `text` holds where it was cut."""


Attachment = Annotated[ImagePart | DocumentPart, ByClassName()]
"""A file that the user sends with their words."""


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
    ending: CallEnding | None = None
    """Why it came to nothing, if the tool neither gave a result nor failed."""
    images: tuple[ImagePart, ...] = ()
    """Pictures among its results."""
    result_id: str = ""
    """Id of the stored message that holds the result; empty without one."""


MessagePart = Annotated[
    TextPart | ThinkingPart | UnreadableChoicePart | ImagePart | DocumentPart | ToolPart,
    ByClassName(),
]


BY_RULES: Final = "rules"
"""Stands as the model of a reply that was given without one."""


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
    model: str | None = None
    """Who made a reply: the model's name, or `rules` if it was answered without one."""
    stop_reason: str | None = None
    """Why the model ended it: `end_turn`, `tool_use`, `max_tokens`, `refusal` and the like."""
    said_at: datetime | None = None
    """When it began, aware."""
    took_s: float | None = None
    """At the end of a turn: seconds from the user's words to its end, if both are known."""
    ended_at: datetime | None = None
    """At the end of a turn: when that was, aware, if it is known."""
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
    settled_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryLoaded:
    """The past of the current conversation, oldest first."""

    conversation_id: str
    messages: tuple[HistoryMessage, ...] = field(default=())
    questions: tuple[PastQuestion, ...] = field(default=())
    """Settled ones, oldest first."""
    shown: int = 0
    """How many of the messages, from the first, were told before: the rest came from another
    device and belongs below what is shown."""
