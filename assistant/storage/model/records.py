"""What is stored, one frozen record a table row. Times are aware and in UTC; JSON stays text.

Storage knows neither messages nor questions: whoever writes a record serialises its content, and
reads it back with its own types.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

MessageStatus = Literal["complete", "partial"]
QuestionStatus = Literal["pending", "answered", "cancelled", "timeout"]
SettledStatus = Literal["answered", "cancelled", "timeout"]
SettledPlace = tuple[str, int]
"""Where a question stands among those that ended: when it did, and its row."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConversationRecord:
    """One conversation. `profile` and `model` change only when the user chooses another model."""

    conversation_id: str
    title: str
    """Empty until somebody names it."""
    workspace: str
    agent: str
    profile: str
    """Name of the model profile."""
    model: str
    """As the provider names it."""
    created_at: datetime
    updated_at: datetime
    """When something was last said in it."""
    channel: str = ""
    """The remote channel it is held on; empty for the surfaces of this machine."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageRecord:
    """One link of a conversation's chain."""

    uuid: str
    parent_uuid: str | None
    """The message before it, or None for the first."""
    conversation_id: str
    turn_id: str | None
    role: Literal["user", "assistant"]
    content: str
    """JSON array of content blocks."""
    status: MessageStatus
    """`partial`: a reply still streaming, or cut off by a cancel or a crash."""
    created_at: datetime
    meta: str = "{}"
    """JSON object: whether it was spoken, what was heard of it, stop reason, model and the like."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionRecord:
    """One question set, stored before anybody sees it."""

    questions_id: str
    conversation_id: str
    tool_use_id: str | None
    """The tool call that asked, or None if the program did."""
    questions_json: str
    """The question set."""
    origin_json: str
    """Where the request behind it came from."""
    draft_json: str
    """The selections made so far."""
    status: QuestionStatus
    response_json: str | None
    """What was answered; None while pending."""
    asked_at: datetime
    deadline: datetime | None
    """When it expires by itself; None waits for ever."""
    settled_at: datetime | None
    channel: str | None
    """Where it was answered, or None if it is pending or the program closed it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SettledQuestion:
    """A stored question that ended, with what a list of them says of its conversation."""

    record: QuestionRecord
    title: str
    """Of its conversation; empty if that has none or is not stored."""
    workspace: str
    is_kept: bool
    """Whether its conversation is stored."""
    place: SettledPlace


@dataclass(frozen=True, slots=True, kw_only=True)
class SettledPiece:
    """Some of the questions that ended, the last first."""

    questions: tuple[SettledQuestion, ...]
    next: SettledPlace | None
    """Where the next piece begins; None if there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCallRecord:
    """One tool call as it went; for the user's own eyes."""

    tool_use_id: str
    conversation_id: str
    turn_id: str | None
    name: str
    permission: str
    """The class it ran under."""
    arguments: str
    """JSON object."""
    outcome: str
    """How it ended, such as `ok`, `refused`, `timeout`."""
    started_at: datetime
    seconds: float
    """How long it took, the user's time to answer included."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedToolCall:
    """A stored tool call, as a list of them shows it."""

    sequence: int
    title: str
    """Of its conversation; empty if that has none or is gone."""
    record: ToolCallRecord
