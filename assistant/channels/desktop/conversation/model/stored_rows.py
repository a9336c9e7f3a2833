"""The rows of a conversation's past: stored messages and questions, each as it was seen live. Pure."""

from dataclasses import replace
from typing import Final

from assistant.channels.desktop.conversation.model.history_order import PastItem
from assistant.channels.desktop.conversation.model.rows import (
    ImageRow,
    QuestionRow,
    RemarkRow,
    ReplyRow,
    RoundRow,
    ThinkingRow,
    ToolCallRow,
    TranscriptRow,
    TurnEndRow,
    UnreadableChoiceRow,
    UserRow,
)
from assistant.channels.desktop.conversation.model.turn_duration import (
    duration_without_waits,
    is_awaited,
)
from assistant.locale import _
from assistant.protocol.conversation import RetryReply
from assistant.protocol.messages import (
    BY_RULES,
    DocumentPart,
    HistoryMessage,
    ImagePart,
    PastQuestion,
    TextPart,
    ThinkingPart,
    ToolPart,
    UnreadableChoicePart,
)
from assistant.protocol.notices import NoticeAction
from assistant.questions.model.question_tool import is_question_tool

NORMAL_END: Final = "end_turn"


class StoredRowsBuilder:
    """Collects the rows of the past, to be put above the present ones at once."""

    def __init__(self) -> None:
        self.rows: list[TranscriptRow] = []
        self.of_message: dict[str, int] = {}
        """The first row of each message, counted within `rows`."""
        self._waits: list[tuple[float, float]] = []
        """When questions were open that a turn waited for, in seconds since the epoch."""

    def add_item(self, item: PastItem) -> None:
        """Add the rows of a message or a question."""
        if isinstance(item, PastQuestion):
            if item.settled_at is not None and is_awaited(item.questions):
                self._waits.append((item.asked_at.timestamp(), item.settled_at.timestamp()))
            self.add(
                QuestionRow(questions=item.questions, response=item.response, channel=item.channel)
            )
        else:
            _add_message(self, item)

    def took_s(self, message: HistoryMessage) -> float | None:
        """Return how long the turn took that a message ends; None if that is not known."""
        if message.took_s is None or message.ended_at is None:
            return None
        end = message.ended_at.timestamp()
        return duration_without_waits(end - message.took_s, end, self._waits)

    def offer_again(self) -> None:
        """Offer to make the last reply anew, if it is not whole."""
        if self.rows and isinstance(self.rows[-1], RemarkRow):
            again = NoticeAction(label=_("Try again"), command=RetryReply())
            self.rows[-1] = replace(self.rows[-1], actions=(again,))

    def add(self, row: TranscriptRow, message_id: str = "") -> None:
        """Add one row; the first of a message is where the message is looked for."""
        if message_id:
            self.of_message.setdefault(message_id, len(self.rows))
        self.rows.append(row)


def _add_message(past: StoredRowsBuilder, message: HistoryMessage) -> None:
    """Add the rows of one message of the past."""
    if message.round is not None:
        past.add(RoundRow(number=message.round, at=message.said_at))
    if message.role == "user":
        _add_own(past, message)
    else:
        _add_parts(past, message)
    if message.partial:
        past.add(RemarkRow(text=_("This reply was cut short.")), message.message_id)
    elif message.ends_turn:
        reason = message.stop_reason or NORMAL_END
        end = TurnEndRow(
            took_s=past.took_s(message),
            stop_reason=reason,
            is_by_rules=message.model == BY_RULES,
        )
        past.add(end, message.message_id)


def _add_own(past: StoredRowsBuilder, message: HistoryMessage) -> None:
    files = tuple(part for part in message.parts if isinstance(part, ImagePart | DocumentPart))
    if message.text.strip() or files or not message.parts:
        past.add(
            UserRow(
                text=message.text,
                is_spoken=message.spoken,
                round=message.round,
                message_id=message.message_id,
                siblings=message.siblings,
                attachments=files,
            ),
            message.message_id,
        )


def _add_parts(past: StoredRowsBuilder, message: HistoryMessage) -> None:
    message_id = message.message_id
    if not message.parts and message.text.strip():
        past.add(ReplyRow(text=message.text.lstrip("\n"), message_id=message_id), message_id)
    for part in message.parts:
        match part:
            case TextPart():
                row = ReplyRow(text=part.text.lstrip("\n"), message_id=message_id)
                past.add(row, message_id)
            case ThinkingPart():
                past.add(ThinkingRow(text=part.text), message_id)
            case UnreadableChoicePart():
                past.add(UnreadableChoiceRow(text=part.text), message_id)
            case ImagePart():
                past.add(ImageRow(image=part), message_id)
            case ToolPart():
                _add_tool(past, part, message_id)
            case DocumentPart():
                pass  # only the user sends documents


def _add_tool(past: StoredRowsBuilder, part: ToolPart, message_id: str) -> None:
    is_asking = is_question_tool(part.name)
    if is_asking and not part.is_error:
        return  # the question itself is shown
    row = ToolCallRow(
        tool_use_id=part.tool_use_id,
        name=part.name,
        arguments="" if is_asking else part.arguments,
        result=part.result,
        is_error=part.is_error,
        ending=part.ending,
        is_over=True,
        images=part.images,
    )
    if part.result_id:
        past.of_message.setdefault(part.result_id, len(past.rows))
    past.add(row, message_id)
