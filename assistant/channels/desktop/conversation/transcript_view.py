"""The conversation as it is seen: a card for each of its rows that is near the view."""

from collections.abc import Sequence
from functools import partial
from typing import Final, assert_never

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QFrame, QHBoxLayout, QWidget
from typing_extensions import override

from assistant.channels.desktop.conversation.branch_entry import LeftBranchEntry
from assistant.channels.desktop.conversation.collapsible_entries import (
    CollapsibleCard,
    ThinkingEntry,
    ToolCallSummary,
)
from assistant.channels.desktop.conversation.image_view import ImageDialog, ImageView
from assistant.channels.desktop.conversation.message_entries import (
    RemarkEntry,
    ReplyEntry,
    RoundHeader,
    TurnEndEntry,
    UserEntry,
)
from assistant.channels.desktop.conversation.model.history_order import interleave_questions
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
    UserRow,
)
from assistant.channels.desktop.conversation.model.stored_rows import NORMAL_END
from assistant.channels.desktop.conversation.model.transcript import TranscriptModel
from assistant.channels.desktop.conversation.model.view_protocols import BranchPoint
from assistant.channels.desktop.conversation.question_entry import QuestionEntry
from assistant.channels.desktop.widgets.theme import BASE_FONT_PX, Theme
from assistant.channels.desktop.widgets.virtual_list import VirtualList
from assistant.clock import Clock
from assistant.locale import _
from assistant.protocol.messages import HistoryMessage, ImagePart, PastQuestion
from assistant.protocol.notices import NoticeAction
from assistant.questions.model.question import Channel, QuestionSet, Response

_GAP: Final = 14
_GAPS: Final[dict[type[TranscriptRow], int]] = {RoundRow: 22, TurnEndRow: 6}
"""Space above a row, where it is not the usual."""


class TranscriptView(VirtualList):
    """The entries of the current conversation, in order.

    Signals:
        link_clicked: The address of a link, as written.
        open_question: The user wants to answer the question set of this id.
        change_answer: They want to change the answer to it.
        return_to: They want to go on anew from it.
        reopen_question: They want to answer it although its time was up.
        edit_wanted: They want to change words they said; carries the id of the message and its text.
        branch_wanted: They want the branch that holds the message of this id.
        action_wanted: They pressed a button of a failure; carries its `NoticeAction`.
        withdraw_wanted: They want to take back the typed words of this key, which wait.
    """

    link_clicked = Signal(str)
    open_question = Signal(str)
    change_answer = Signal(str)
    return_to = Signal(str)
    reopen_question = Signal(str)
    edit_wanted = Signal(str, str)
    branch_wanted = Signal(str)
    action_wanted = Signal(object)
    withdraw_wanted = Signal(int)

    def __init__(self, *, theme: Theme, clock: Clock, parent: QWidget | None = None) -> None:
        self._clock = clock
        self._open: set[int] = set()
        """Rows that the user has opened."""
        self.rows = TranscriptModel(listener=self, now=clock.now, monotonic=clock.monotonic)
        super().__init__(theme=theme, parent=parent)
        self.retranslate()

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to read."""
        return not self.rows.keys

    # Whole conversations.

    def clear(self, *, branch: BranchPoint | None = None) -> None:
        """Take every entry away; what is on a branch that is left stays, folded."""
        self._open.clear()
        self.rows.clear(branch=branch)

    def show_history(
        self, messages: Sequence[HistoryMessage], questions: Sequence[PastQuestion] = ()
    ) -> None:
        """Show the past above what is there."""
        self.rows.show_history(interleave_questions(messages, questions))

    def show_message(self, message_id: str) -> bool:
        """Go to a message and mark it for two seconds; whether it is one of this conversation."""
        key = self.rows.of_message(message_id)
        if key is None:
            return False
        self.show_row(key)
        return True

    # The user's words.

    def add_sent(self, key: int, text: str, *, queued: bool) -> None:
        """Show typed words."""
        self.rows.add_sent(key, text, queued=queued)
        self.follow()

    def sent_settled(self, key: int) -> None:
        """Take the mark of waiting off typed words."""
        self.rows.sent_settled(key)

    def withdraw_sent(self, key: int) -> None:
        """Take typed words away that were taken back."""
        self.rows.withdraw_sent(key)

    def mark_answer(self, key: int, questions: QuestionSet) -> None:
        """Typed words were taken as the answer to a question."""
        self.rows.mark_answer(key, questions)

    def add_user(self, text: str, *, spoken: bool = False) -> None:
        """Show words of the user."""
        self.rows.add_user(text, spoken=spoken)

    def set_interim(self, text: str) -> None:
        """Show what is being heard; empty takes it away."""
        self.rows.set_interim(text)

    # The reply.

    def words_kept(self, turn_id: str, message_id: str, siblings: Sequence[str]) -> None:
        """The words that began a turn are stored: they can be changed from now on."""
        self.rows.words_kept(turn_id, message_id, siblings)

    def begin_turn(self, turn_id: str, *, number: int | None, sent: int | None) -> None:
        """What follows belongs to a new turn; words that waited move down to it."""
        self.rows.begin_turn(turn_id, number=number, sent=sent)

    def append_reply(self, text: str) -> None:
        """Show more of the reply."""
        self.rows.append_reply(text)

    def append_thinking(self, text: str) -> None:
        """Show more of the reasoning."""
        self.rows.append_thinking(text)

    def restart_reply(self) -> None:
        """The words and the reasoning since the last segment are made anew: take them away."""
        self.rows.restart_segment()

    def end_segment(self) -> None:
        """What comes next stands apart."""
        self.rows.end_segment()

    def add_tool(self, tool_use_id: str, name: str, arguments: str) -> None:
        """Show a tool that runs."""
        self.rows.add_tool(tool_use_id, name, arguments)

    def progress_tool(self, tool_use_id: str, text: str, share: float | None) -> None:
        """Show how far a tool is that runs."""
        self.rows.progress_tool(tool_use_id, text, share)

    def finish_tool(
        self,
        tool_use_id: str,
        name: str,
        content: str,
        *,
        is_error: bool,
        images: Sequence[ImagePart] = (),
    ) -> None:
        """Show what a tool gave."""
        self.rows.finish_tool(tool_use_id, name, content, is_error=is_error, images=images)

    def end_turn(self, turn_id: str, *, stop_reason: str = NORMAL_END) -> None:
        """The reply is complete."""
        self.rows.end_turn(turn_id, stop_reason=stop_reason)

    def fail_turn(
        self,
        turn_id: str,
        reason: str,
        hint: str,
        *,
        cancelled: bool,
        actions: Sequence[NoticeAction] = (),
    ) -> None:
        """The reply ended early."""
        self.rows.fail_turn(turn_id, reason, hint, cancelled=cancelled, actions=actions)

    def add_remark(
        self, text: str, hint: str = "", *, role: str, actions: Sequence[NoticeAction] = ()
    ) -> None:
        """Show a failure (`error`) or a remark (`info`)."""
        self.rows.add_remark(text, hint, role=role, actions=actions)

    def note_latency(self, turn_id: str, seconds: float) -> None:
        """Write under the user's words how long the answer took."""
        self.rows.note_latency(turn_id, seconds)

    # Questions.

    def add_question(self, questions: QuestionSet) -> None:
        """Show that a question was put."""
        self.rows.add_question(questions)

    def close_question(
        self, questions: QuestionSet, response: Response, channel: Channel | None
    ) -> None:
        """Show how a question was settled."""
        self.rows.close_question(questions, response, channel)

    def show_reopened(self, questions: QuestionSet) -> None:
        """Show that a question waits again."""
        self.rows.show_reopened(questions)

    def note_change(self, questions_id: str, questions: QuestionSet, response: Response) -> None:
        """Show at a question what its answer was changed to."""
        self.rows.note_change(questions_id, questions, response)

    def show_text_list(self, questions: QuestionSet, text: str) -> None:
        """Show a question as text."""
        self.rows.show_text_list(questions, text)

    def hide_text_list(self, questions_id: str) -> None:
        """Show a question as text no more."""
        self.rows.hide_text_list(questions_id)

    # Cards.

    @property
    @override
    def _keys(self) -> Sequence[int]:
        return self.rows.keys

    @override
    def _estimates(self, keys: Sequence[int], width: int) -> list[int]:
        text_px, row_of = self._theme.px(BASE_FONT_PX), self.rows.row
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
        if isinstance(card, CollapsibleCard):
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
            case ToolCallRow():
                tool = ToolCallSummary(theme=self._theme, row=row)
                tool.image_wanted.connect(self._open_image)
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
        card.own_actions.branch_wanted.connect(self.branch_wanted)
        if row.sent_key is not None:
            sent_key = row.sent_key
            card.queued.withdrawn.connect(lambda: self.withdraw_wanted.emit(sent_key))
        return card

    def _image_card(self, row: ImageRow) -> QWidget:
        holder = QFrame()
        view = ImageView(theme=self._theme, image=row.image)
        view.wanted.connect(self._open_image)
        box = QHBoxLayout(holder)
        box.setContentsMargins(0, 0, 0, 0)
        side = Qt.AlignmentFlag.AlignRight if row.is_own else Qt.AlignmentFlag.AlignLeft
        box.addWidget(view, 0, side)
        return holder

    def _open_image(self, image: QImage) -> None:
        ImageDialog(image=image, parent=self.window()).open()

    def _question_card(self, row: QuestionRow) -> QuestionEntry:
        card = QuestionEntry(theme=self._theme, clock=self._clock, questions=row.questions)
        card.open_wanted.connect(self.open_question)
        card.change_wanted.connect(self.change_answer)
        card.return_wanted.connect(self.return_to)
        card.reopen_wanted.connect(self.reopen_question)
        card.show_row(row)
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
        super().retranslate()
        self.setAccessibleName(_("Conversation"))
