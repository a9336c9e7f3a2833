"""What stands in the transcript, row by row: values without widgets. Pure.

A row is everything its card shows, so that a card can be taken away when it is far from the view
and made again when it is near.
"""

from dataclasses import dataclass
from datetime import datetime

from assistant.call_ending import CallEnding
from assistant.channels.desktop.conversation.model.turn_latency import TurnLatency
from assistant.protocol.messages import Attachment, ImagePart
from assistant.protocol.notices import NoticeAction
from assistant.questions.model.question import Channel, Later, QuestionSet, Response


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundRow:
    """The head of a round: its number, and when the user spoke."""

    number: int
    at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class UserRow:
    """Words of the user."""

    text: str
    is_ghost: bool = False
    """They are still being heard."""
    tentative: str = ""
    """The end of words being heard that may still change."""
    is_spoken: bool = False
    is_queued: bool = False
    """They wait for the turn under way."""
    sent_key: int | None = None
    """By which whoever sent them knows them; None if they were not typed here just now."""
    answer_to: str = ""
    """Header of the question that they answer; empty for words of their own."""
    waited_s: float | None = None
    """How long the user waited: for the first sound of the reply, or for its first word."""
    latency: TurnLatency | None = None
    """Where that time went, if they spoke and were answered aloud."""
    round: int | None = None
    message_id: str = ""
    """Empty while it is not known."""
    siblings: tuple[str, ...] = ()
    """Ids of the messages at this place on all branches."""
    attachments: tuple[Attachment, ...] = ()
    """Files that go with them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplyRow:
    """Words of the assistant, Markdown."""

    text: str
    message_id: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ThinkingRow:
    """The model's reasoning."""

    text: str
    is_growing: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class UnreadableChoiceRow:
    """What the model meant as a question and nobody could be asked."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCallRow:
    """A tool call and what it gave."""

    tool_use_id: str
    name: str
    arguments: str
    result: str | None = None
    """None while it runs, and for ever if nothing came of it."""
    is_error: bool = False
    ending: CallEnding | None = None
    """Why it came to nothing, if the tool neither gave a result nor failed."""
    is_over: bool = False
    """Nothing more comes: it has its result, or never gets one."""
    progress: str = ""
    """What is said of how far it is, while it runs."""
    share: float | None = None
    """How far it is, from 0 to 1, or None if it is not known."""
    images: tuple[ImagePart, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ImageRow:
    """A picture in a reply."""

    image: ImagePart


@dataclass(frozen=True, slots=True, kw_only=True)
class RemarkRow:
    """A failure (`error`) or a remark (`info`)."""

    text: str
    hint: str = ""
    role: str = "info"
    actions: tuple[NoticeAction, ...] = ()
    """What the user may do about it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnEndRow:
    """The end of a turn."""

    took_s: float | None
    stop_reason: str = "end_turn"
    is_by_rules: bool = False
    """Whether no model was needed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionRow:
    """A question, while it waits and afterwards."""

    questions: QuestionSet
    response: Response | None = None
    channel: Channel | None = None
    changes: tuple[tuple[QuestionSet, Response], ...] = ()
    """What its answer was changed to."""
    as_text: str = ""
    """How it is shown where no dialog can show it."""
    is_left_behind: bool = False

    @property
    def is_open(self) -> bool:
        """Whether it can still be answered."""
        return self.response is None or isinstance(self.response, Later)


@dataclass(frozen=True, slots=True, kw_only=True)
class BranchRow:
    """What was said on a branch that the user left, folded."""

    rows: tuple["TranscriptRow", ...]


TranscriptRow = (
    RoundRow
    | UserRow
    | ReplyRow
    | ThinkingRow
    | UnreadableChoiceRow
    | ToolCallRow
    | ImageRow
    | RemarkRow
    | TurnEndRow
    | QuestionRow
    | BranchRow
)
