"""The transcript as it is seen: a card for each of its rows that is near the view."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Final, assert_never

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QFrame, QWidget
from typing_extensions import override

from assistant.channels.desktop.conversation.collapsible_entries import (
    CollapsibleCard,
    LeftBranchEntry,
    ThinkingEntry,
    ToolCallSummary,
    UnreadableChoiceEntry,
)
from assistant.channels.desktop.conversation.document_view import DocumentDialog
from assistant.channels.desktop.conversation.image_view import ImageDialog, ImageView
from assistant.channels.desktop.conversation.message_entries import (
    RemarkEntry,
    ReplyEntry,
    RoundHeader,
    TurnEndEntry,
    UserEntry,
)
from assistant.channels.desktop.conversation.model.row_height_estimates import estimate_height
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
from assistant.channels.desktop.conversation.model.saved_files import saved_bytes, saved_name
from assistant.channels.desktop.conversation.model.transcript import TranscriptModel
from assistant.channels.desktop.conversation.question_entry import QuestionEntry
from assistant.channels.desktop.desktop_context import DesktopContext
from assistant.channels.desktop.style.scale import READING_PX
from assistant.channels.desktop.widgets.layouts import hbox
from assistant.channels.desktop.widgets.translated import Translated
from assistant.channels.desktop.widgets.virtual_list import VirtualList
from assistant.failure_reason import failure_reason
from assistant.locale import _
from assistant.private_files import write_private
from assistant.protocol.messages import Attachment, DocumentPart
from assistant.protocol.notices import Notice

_GAP: Final = 14
_GAPS: Final[dict[type[TranscriptRow], int]] = {RoundRow: 22, TurnEndRow: 6}
"""Space above a row, where it is not the usual."""


class TranscriptView(Translated, VirtualList):
    """Shows the rows of a transcript, and follows them as an observer.

    Signals:
        rows_changed: Rows came or went.
        link_clicked: The address of a link, as written.
        open_question: The user wants to answer the question set of this id.
        change_answer: They want to change the answer to it.
        return_to: They want to go on anew from it.
        reopen_question: They want to answer it although its time was up.
        edit_wanted: They want to change words they said; carries the id of the message and its text.
        branch_wanted: They want the branch that holds the message of this id.
        action_wanted: They pressed a button of a failure; carries its `NoticeAction`.
        withdraw_wanted: They want to take back the typed words of this key, which wait.
        not_saved: A file could not be saved; carries the `Notice`.
    """

    rows_changed = Signal()
    link_clicked = Signal(str)
    open_question = Signal(str)
    change_answer = Signal(str)
    return_to = Signal(str)
    reopen_question = Signal(str)
    edit_wanted = Signal(str, str)
    branch_wanted = Signal(str)
    action_wanted = Signal(object)
    withdraw_wanted = Signal(int)
    not_saved = Signal(object)

    def __init__(self, context: DesktopContext, *, rows: TranscriptModel) -> None:
        self.rows: Final = rows
        self._clock = context.clock
        self._ask_file = context.ask_file
        self._open: set[int] = set()
        """Rows that the user has opened."""
        super().__init__(theme=context.theme)
        self.setAccessibleName(_("Conversation"))
        rows.observe(self)

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to read."""
        return not self.rows.keys

    def show_message(self, message_id: str) -> bool:
        """Go to a message and mark it for two seconds; whether it is one of this conversation."""
        key = self.rows.of_message(message_id)
        if key is None:
            return False
        self.show_row(key)
        return True

    # The rows changed.

    @override
    def rows_inserted(self, index: int, count: int) -> None:
        super().rows_inserted(index, count)
        row = self.rows.row(self.rows.keys[index]) if count == 1 else None
        if isinstance(row, UserRow) and row.sent_key is not None:
            self.follow()  # what the user sends is seen
        self.rows_changed.emit()

    @override
    def row_removed(self, index: int, key: int) -> None:
        super().row_removed(index, key)
        self.rows_changed.emit()

    @override
    def rows_reset(self) -> None:
        self._open.clear()
        super().rows_reset()
        self.rows_changed.emit()

    # Cards.

    @property
    @override
    def _keys(self) -> Sequence[int]:
        return self.rows.keys

    @override
    def _estimates(self, keys: Sequence[int], width: int) -> list[int]:
        text_px, row_of = self._theme.px(READING_PX), self.rows.row
        rows = [row_of(key) for key in keys]
        return [
            _GAPS.get(type(row), _GAP) + estimate_height(row, width=width, text_px=text_px)
            for row in rows
        ]

    @override
    def _gap(self, key: int) -> int:
        return _GAPS.get(type(self.rows.row(key)), _GAP)

    @override
    def _make_card(self, key: int) -> QWidget:
        card = self._card_of(self.rows.row(key))
        if isinstance(card, CollapsibleCard | UserEntry):
            card.set_open(key in self._open)
            card.folded.connect(partial(self._folded, key))
        if isinstance(card, ReplyEntry):
            card.built.connect(lambda: self._changed_height(key))
        return card

    def _folded(self, key: int, is_open: bool) -> None:
        if is_open:
            self._open.add(key)
        else:
            self._open.discard(key)

    def _card_of(self, row: TranscriptRow) -> QWidget:
        match row:
            case RoundRow():
                return RoundHeader(row=row, today=self._clock.now())
            case UserRow():
                return self._user_card(row)
            case ReplyRow():
                reply = ReplyEntry(theme=self._theme, row=row, width=self._column_width())
                reply.link_clicked.connect(self.link_clicked)
                return reply
            case ThinkingRow():
                return ThinkingEntry(theme=self._theme, row=row)
            case UnreadableChoiceRow():
                return UnreadableChoiceEntry(theme=self._theme, row=row)
            case ToolCallRow():
                tool = ToolCallSummary(theme=self._theme, row=row)
                tool.image_wanted.connect(self._open_image)
                tool.save_wanted.connect(self._save)
                return tool
            case ImageRow():
                return self._image_card(row)
            case RemarkRow():
                remark = RemarkEntry(row=row)
                remark.action_wanted.connect(self.action_wanted)
                return remark
            case TurnEndRow():
                return TurnEndEntry(row=row)
            case QuestionRow():
                return self._question_card(row)
            case BranchRow():
                entries = [self._card_of(inner) for inner in row.rows]
                return LeftBranchEntry(theme=self._theme, entries=entries)
            case _:
                assert_never(row)

    def _user_card(self, row: UserRow) -> UserEntry:
        card = UserEntry(theme=self._theme, row=row)
        card.edit_wanted.connect(self.edit_wanted)
        card.image_wanted.connect(self._open_image)
        card.document_wanted.connect(self._open_document)
        card.save_wanted.connect(self._save)
        card.own_actions.branch_wanted.connect(self.branch_wanted)
        if row.sent_key is not None:
            sent_key = row.sent_key
            card.queued.withdrawn.connect(lambda: self.withdraw_wanted.emit(sent_key))
        return card

    def _image_card(self, row: ImageRow) -> QWidget:
        holder = QFrame()
        view = ImageView(theme=self._theme, image=row.image)
        view.wanted.connect(self._open_image)
        view.save_wanted.connect(self._save)
        hbox((view, Qt.AlignmentFlag.AlignLeft), inside=holder)
        return holder

    def _open_image(self, image: QImage) -> None:
        ImageDialog(image=image, parent=self.window()).open()

    def _save(self, attachment: Attachment) -> None:
        """Let the user write a file of the conversation where they want it."""
        name, ending = saved_name(attachment)
        self._ask_file.to_write(
            self.window(),
            title=_("Save the file"),
            name=name,
            kind=ending,
            done=lambda path: self._write(attachment, path),
        )

    def _write(self, attachment: Attachment, path: Path) -> None:
        try:
            write_private(path, saved_bytes(attachment))
        except OSError as error:
            text = _("{file} cannot be written: {error}.").format(
                file=path.name, error=failure_reason(error)
            )
            self.not_saved.emit(Notice(code="file_not_saved", text=text))

    def _open_document(self, document: DocumentPart) -> None:
        DocumentDialog(document=document, parent=self.window()).open()

    def _question_card(self, row: QuestionRow) -> QuestionEntry:
        card = QuestionEntry(theme=self._theme, clock=self._clock, row=row)
        card.open_wanted.connect(self.open_question)
        card.change_wanted.connect(self.change_answer)
        card.return_wanted.connect(self.return_to)
        card.reopen_wanted.connect(self.reopen_question)
        return card

    def row_changed(self, key: int) -> None:
        """A row shows something else."""
        card, row = self.card(key), self.rows.row(key)
        match card, row:
            case None, _:
                self._soon.ask()
            case (UserEntry(), UserRow()):
                card.show_row(row)
            case (ReplyEntry(), ReplyRow()):
                card.show_row(row)
            case (ThinkingEntry(), ThinkingRow()):
                card.show_row(row)
            case (ToolCallSummary(), ToolCallRow()):
                card.show_row(row)
            case (QuestionEntry(), QuestionRow()):
                card.show_row(row)
            case _:
                self._discard(key)  # made again as it is now
                self._soon.ask()

    @override
    def _least_height(self, key: int, card: QWidget) -> int:
        if isinstance(card, ReplyEntry) and not card.is_built:
            return self._estimates([key], self._column_width())[0]
        return 0

    @override
    def _may_go(self, key: int, card: QWidget) -> bool:
        focus = QApplication.focusWidget()
        if focus is not None and card.isAncestorOf(focus):
            return False
        if isinstance(card, ReplyEntry):
            return card.markdown.selection.is_empty
        return not (isinstance(card, QuestionEntry) and card.is_engaged)

    @override
    def retranslate(self) -> None:
        self.setAccessibleName(_("Conversation"))
        self.rebuild_cards()
