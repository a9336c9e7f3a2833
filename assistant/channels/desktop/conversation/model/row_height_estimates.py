"""How high a row will be that has never been laid out. Pure.

A guess is enough: it makes the scroll bar right to within a few per cent, and a row is measured
before it is seen. What it must be is cheap, because ten thousand are made when a conversation is
opened.
"""

from typing import Final, assert_never

from assistant.channels.desktop.conversation.model.rows import (
    BranchRow,
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
from assistant.protocol.messages import ImagePart

_LINE: Final = 1.5
"""Height of a line over the size of its text."""
_CHARACTER: Final = 0.52
"""Mean width of a character over the size of its text; a Han or Hangul character counts as two."""
_FOLDED_PX: Final = 36
_IMAGE_PX: Final = 240
_SMALL_IMAGE_PX: Final = 130
_DOCUMENT_PX: Final = 48
_PROBE: Final = 80
"""Characters that are looked at to tell how wide a text is."""


def estimate_height(row: TranscriptRow, *, width: int, text_px: int) -> int:
    """Return about how high a row is, in pixels.

    Args:
        row: The row.
        width: The width of the column, in pixels.
        text_px: The size of running text, in pixels.
    """
    line = text_px * _LINE
    match row:
        case RoundRow():
            return round(line)
        case UserRow():
            note = line if row.is_spoken or row.is_queued or row.answer_to else 0.0
            lines = _lines(row.text, width * 0.82 - 30, text_px)
            words = lines * line + 18 if row.text else 0.0
            return round(words + note + _files_px(row))
        case ReplyRow():
            blocks = row.text.count("\n\n")
            return round(_lines(row.text, width - 42, text_px) * line + blocks * 2 + 2)
        case ThinkingRow() | UnreadableChoiceRow() | ToolCallRow() | BranchRow():
            return _FOLDED_PX
        case ImageRow():
            return _IMAGE_PX
        case RemarkRow():
            return round(line * (2 if row.hint else 1) + (16 if row.role == "error" else 4))
        case TurnEndRow():
            return round(line)
        case QuestionRow():
            questions = row.questions.questions
            options = sum(len(question.options) for question in questions)
            return round(line * (4 + 2 * len(questions) + 1.3 * options))
        case _:
            assert_never(row)


def _files_px(row: UserRow) -> int:
    """Return about how high the files of a message are."""
    pictures = sum(isinstance(one, ImagePart) for one in row.attachments)
    documents = len(row.attachments) - pictures
    height = _IMAGE_PX if pictures == 1 else (pictures + 1) // 2 * _SMALL_IMAGE_PX
    return height + documents * _DOCUMENT_PX


def _lines(text: str, width: float, text_px: int) -> int:
    """Return in about how many lines a text is laid out."""
    share = 1.0
    if not text.isascii():
        begin = text[:_PROBE]
        share += sum(character > "\u2e80" for character in begin) / len(begin)
    fitting = max(8.0, width / (text_px * _CHARACTER * share))
    breaks = text.count("\n")
    if not breaks:
        return max(1, -int(-len(text) // fitting))
    # Each line of the source begins a line of its own and is on average half full at its end.
    return max(1, round(len(text) / fitting + breaks * 0.5) + 1)
