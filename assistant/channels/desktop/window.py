"""The main window: implements the presenter's view, and decides nothing."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from PySide6.QtCore import QEvent, Qt, QUrl, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QDesktopServices,
    QKeyEvent,
    QKeySequence,
    QResizeEvent,
    QShortcut,
)
from PySide6.QtWidgets import (
    QBoxLayout,
    QHBoxLayout,
    QMainWindow,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from assistant.channels.desktop.bars import Caption, NoticeBar, Progress, SetupPanel
from assistant.channels.desktop.composer import Composer
from assistant.channels.desktop.file_viewer import FileViewer
from assistant.channels.desktop.header import Header
from assistant.channels.desktop.link_dialog import LinkDialog
from assistant.channels.desktop.markdown import is_safe_link
from assistant.channels.desktop.pending import PendingItem
from assistant.channels.desktop.pending_panel import PendingPanel, PendingStrip
from assistant.channels.desktop.theme import Theme
from assistant.channels.desktop.transcript import COLUMN_PX, Transcript
from assistant.channels.desktop.transcript_cards import restyle
from assistant.channels.desktop.undo_bar import UndoBar
from assistant.channels.desktop.view import Status
from assistant.channels.desktop.welcome import Welcome
from assistant.clock import Clock
from assistant.conversation.events import HistoryMessage, Notice, PastQuestion
from assistant.locale import _
from assistant.questions.model import Channel, QuestionSet, Response

_BESIDE_PX: Final = 860
"""From this width on the list of questions stands beside the conversation."""
_LIST_PX: Final = 330
_ANY_PX: Final = 16_777_215
"""Qt's own largest size of a widget."""


def open_outside(address: str) -> None:
    """Let the system open a link."""
    QDesktopServices.openUrl(QUrl(address))


class MainWindow(QMainWindow):
    """Implements `ConversationView`.

    Signals:
        send: Words to send.
        stop: Stop everything.
        microphone: Open or end a voice session.
        mute: Close or open the microphone.
        new_conversation: Begin afresh.
        settings: Open the settings.
        dismiss_notice: Take away the notice of this code.
        open_question: Answer the question set of this id.
        put_off_question: Leave it for later.
        cancel_question: Close it without an answer.
        change_answer: Change the answer that was given to it.
        return_to: Go on anew from it.
        reopen_question: Answer it although its time was up.
        undo_answer: Take the answer back that was given a moment ago.
        undo_over: The time to take it back is up.
        closed: The window was closed.
    """

    send = Signal(str)
    stop = Signal()
    microphone = Signal()
    mute = Signal()
    new_conversation = Signal()
    settings = Signal()
    dismiss_notice = Signal(str)
    open_question = Signal(str)
    put_off_question = Signal(str)
    cancel_question = Signal(str)
    change_answer = Signal(str)
    return_to = Signal(str)
    reopen_question = Signal(str)
    undo_answer = Signal()
    undo_over = Signal()
    closed = Signal()

    def __init__(
        self,
        *,
        theme: Theme,
        clock: Clock,
        wake_phrase: str = "",
        open_link: Callable[[str], None] = open_outside,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._open_link = open_link
        self.header = Header(theme=theme)
        self.transcript = Transcript(theme=theme, clock=clock)
        self.welcome = Welcome(wake_phrase=wake_phrase)
        self.notices = NoticeBar(theme=theme)
        self.pending = PendingStrip()
        self.questions = PendingPanel(theme=theme, clock=clock)
        self.questions.hide()
        self.undo_bar = UndoBar(theme=theme, clock=clock)
        self._items: tuple[PendingItem, ...] = ()
        self.setup = SetupPanel()
        self.caption = Caption(theme=theme)
        self.composer = Composer(theme=theme)
        self._pages = QStackedWidget()
        self._pages.addWidget(self.welcome)
        self._pages.addWidget(self.transcript)
        self._lay_out()
        self._connect()
        self.resize(920, 760)
        self.setMinimumSize(360, 420)
        self.composer.field.setFocus()
        self.retranslate()

    def _lay_out(self) -> None:
        foot = QWidget()
        foot.setMaximumWidth(COLUMN_PX + 24)
        column = QVBoxLayout(foot)
        column.setContentsMargins(0, 4, 0, 12)
        column.setSpacing(8)
        for widget in (
            self.setup,
            self.notices,
            self.pending,
            self.undo_bar,
            self.caption,
            self.composer,
        ):
            column.addWidget(widget)
        sides = QHBoxLayout()
        sides.setContentsMargins(12, 0, 12, 0)
        sides.addStretch(1)
        sides.addWidget(foot, 1000)
        sides.addStretch(1)
        talk = QWidget()
        talking = QVBoxLayout(talk)
        talking.setContentsMargins(0, 0, 0, 0)
        talking.setSpacing(0)
        talking.addWidget(self._pages, 1)
        talking.addLayout(sides)
        self._middle = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._middle.setSpacing(0)
        self._middle.addWidget(talk, 1)
        self._middle.addWidget(self.questions)
        page = QWidget()
        page.setObjectName("page")
        box = QVBoxLayout(page)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(0)
        box.addWidget(self.header)
        box.addLayout(self._middle, 1)
        self.setCentralWidget(page)
        self._place_list()

    def _connect(self) -> None:
        self.header.new_conversation.connect(self.new_conversation)
        self.header.settings.connect(self.settings)
        self.composer.send.connect(self.send)
        self.composer.stop.connect(self.stop)
        self.composer.microphone.connect(self.microphone)
        self.composer.mute.connect(self.mute)
        self.welcome.suggested.connect(self.send)
        self.notices.dismissed.connect(self.dismiss_notice)
        self.header.questions.connect(self.toggle_list)
        self.composer.open_question.connect(self.open_question)
        self.pending.answer.connect(self.open_question)
        self.pending.show_all.connect(self.toggle_list)
        self.questions.answer.connect(self.open_question)
        self.questions.put_off.connect(self.put_off_question)
        self.questions.cancel.connect(self.cancel_question)
        self.questions.closed.connect(self.toggle_list)
        self.undo_bar.undo.connect(self.undo_answer)
        self.undo_bar.over.connect(self.undo_over)
        self.transcript.open_question.connect(self.open_question)
        self.transcript.change_answer.connect(self.change_answer)
        self.transcript.return_to.connect(self.return_to)
        self.transcript.reopen_question.connect(self.reopen_question)
        self.transcript.link_clicked.connect(self.ask_to_open)
        for keys, signal in (
            (QKeySequence(Qt.Key.Key_Escape), self.stop),
            (QKeySequence(QKeySequence.StandardKey.New), self.new_conversation),
            (QKeySequence("Ctrl+,"), self.settings),
            (QKeySequence("Ctrl+M"), self.mute),
            (QKeySequence("Ctrl+Space"), self.microphone),
            (QKeySequence("Ctrl+L"), self.toggle_list),
            (QKeySequence(Qt.Key.Key_F6), self._open_first),
        ):
            shortcut = QShortcut(keys, self)
            shortcut.setAutoRepeat(False)
            shortcut.activated.connect(signal)

    def toggle_list(self) -> None:
        """Show the list of open questions, or take it away."""
        is_open = not self.questions.isVisible()
        had_focus = self.questions.isAncestorOf(self.focusWidget() or self)
        self.questions.setVisible(is_open)
        self.pending.setVisible(self.pending.has_items and not is_open)
        self.header.set_list_open(is_open)
        self._place_list()
        if is_open:
            self.questions.focus_first()
        elif had_focus:
            self.composer.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def _place_list(self) -> None:
        """Beside the conversation where there is room for both, else above it."""
        is_beside = self.width() >= _BESIDE_PX
        place = "beside" if is_beside else "above"
        if is_beside:
            self._middle.setDirection(QBoxLayout.Direction.LeftToRight)
            self.questions.setFixedWidth(_LIST_PX)
            self.questions.setMaximumHeight(_ANY_PX)
        else:
            self._middle.setDirection(QBoxLayout.Direction.BottomToTop)
            self.questions.setMinimumWidth(0)
            self.questions.setMaximumWidth(_ANY_PX)
            self.questions.setMaximumHeight(max(180, round(self.height() * 0.45)))
        if self.questions.property("place") != place:
            self.questions.setProperty("place", place)
            restyle(self.questions)

    def _open_first(self) -> None:
        if self._items:
            self.open_question.emit(self._items[0].id)

    def set_wake_phrase(self, phrase: str) -> None:
        """Name the words that wake the assistant; empty if there are none."""
        self.welcome.set_wake_phrase(phrase)

    def show_progress(self, progress: Progress) -> None:
        """Show how far a download is."""
        self.setup.show_progress(progress)

    def ask_to_open(self, address: str) -> None:
        """Show where a link leads and open it if the person wants; others than web and mail never."""
        if is_safe_link(address):
            dialog = LinkDialog(address=address, open_link=self._open_link, parent=self)
            dialog.open()

    def show_file(self, path: Path) -> None:
        """Show a file of the workspace, read-only."""
        viewer = FileViewer(path=path, theme=self._theme, parent=self)
        viewer.link_clicked.connect(self.ask_to_open)
        viewer.show()

    # ConversationView.

    def show_status(self, status: Status) -> None:
        """Show what is going on."""
        self.header.set_status(status)
        self.composer.set_status(status)

    def show_model(self, model: str) -> None:
        """Name the model that answers."""
        self.header.set_model(model)
        self.welcome.set_model(model)

    def show_level(self, dbfs: float) -> None:
        """Move the microphone meter."""
        self.header.orb.set_level(dbfs)

    def show_interim(self, text: str) -> None:
        """Show what is being heard."""
        self.transcript.set_interim(text)
        self._choose_page()

    def show_caption(self, text: str) -> None:
        """Show the sentence that is being spoken."""
        self.caption.set_text(text)

    def clear(self) -> None:
        """Empty the conversation."""
        self.transcript.clear()
        self.caption.set_text("")
        self._choose_page()

    def show_history(
        self, messages: Sequence[HistoryMessage], questions: Sequence[PastQuestion]
    ) -> None:
        """Show the past."""
        self.transcript.show_history(messages, questions)
        self._choose_page()

    def add_sent(self, key: int, text: str, *, queued: bool) -> None:
        """Show typed words at once."""
        self.transcript.add_sent(key, text, queued=queued)
        self._choose_page()

    def sent_settled(self, key: int) -> None:
        """Take the mark of waiting off typed words."""
        self.transcript.sent_settled(key)

    def mark_answer(self, key: int, questions: QuestionSet) -> None:
        """Typed words were taken as the answer to a question."""
        self.transcript.mark_answer(key, questions)

    def begin_turn(self, turn_id: str, *, number: int, sent: int | None) -> None:
        """A reply is on its way."""
        self.transcript.begin_turn(turn_id, number=number, sent=sent)

    def add_user(self, text: str, *, spoken: bool) -> None:
        """Show words of the person."""
        self.transcript.add_user(text, spoken=spoken)
        self._choose_page()

    def append_reply(self, turn_id: str, text: str) -> None:
        """Show more of the reply."""
        self.transcript.append_reply(text)
        self._choose_page()

    def append_thinking(self, turn_id: str, text: str) -> None:
        """Show more of the reasoning."""
        self.transcript.append_thinking(text)
        self._choose_page()

    def end_segment(self, turn_id: str) -> None:
        """What comes next stands apart."""
        self.transcript.end_segment()

    def add_tool(self, tool_use_id: str, name: str, arguments: str) -> None:
        """Show a tool that runs."""
        self.transcript.add_tool(tool_use_id, name, arguments)
        self._choose_page()

    def finish_tool(self, tool_use_id: str, name: str, content: str, *, is_error: bool) -> None:
        """Show what a tool gave."""
        self.transcript.finish_tool(tool_use_id, name, content, is_error=is_error)
        self._choose_page()

    def add_question(self, questions: QuestionSet) -> None:
        """Show that a question was put."""
        self.transcript.add_question(questions)
        self._choose_page()

    def close_question(
        self, questions: QuestionSet, response: Response, channel: Channel | None
    ) -> None:
        """Show how a question was settled."""
        self.transcript.close_question(questions, response, channel)
        self._choose_page()

    def show_reopened(self, questions: QuestionSet) -> None:
        """Show that a question waits again."""
        self.transcript.show_reopened(questions)

    def note_change(self, questions_id: str, questions: QuestionSet, response: Response) -> None:
        """Show at a question what its answer was changed to."""
        self.transcript.note_change(questions_id, questions, response)

    def show_text_list(self, questions: QuestionSet, text: str) -> None:
        """Show a question as text."""
        self.transcript.show_text_list(questions, text)
        self._choose_page()

    def hide_text_list(self, questions_id: str) -> None:
        """Show a question as text no more."""
        self.transcript.hide_text_list(questions_id)

    def show_pending(self, items: Sequence[PendingItem]) -> None:
        """List the questions that wait."""
        self._items = tuple(items)
        self.questions.show_items(items)
        self.pending.show_items(items)
        self.pending.setVisible(self.pending.has_items and not self.questions.isVisible())
        self.header.set_waiting(len(items))

    def show_asked(self, questions: QuestionSet | None) -> None:
        """Say in the input line which question its words answer."""
        self.composer.show_asked(questions)

    def point_out(self, questions_id: str) -> None:
        """Show briefly where a question went."""
        self.header.point_out_questions()
        self.questions.point_out(questions_id)

    def offer_undo(self, questions: QuestionSet, response: Response, seconds: float) -> None:
        """Offer to take an answer back."""
        self.undo_bar.offer(questions, response, seconds)

    def withdraw_undo(self) -> None:
        """Offer it no more."""
        self.undo_bar.withdraw()

    def end_turn(self, turn_id: str) -> None:
        """The reply is complete."""
        self.transcript.end_segment()

    def fail_turn(self, turn_id: str, reason: str, hint: str, *, cancelled: bool) -> None:
        """The reply ended early."""
        if cancelled:
            self.transcript.add_remark(_("Stopped."), role="info")
        else:
            self.transcript.add_remark(reason, hint, role="error")
        self._choose_page()

    def show_latency(self, turn_id: str, seconds: float) -> None:
        """Show how long the person waited."""
        self.transcript.note_latency(turn_id, seconds)

    def show_notices(self, notices: Sequence[Notice]) -> None:
        """Show what the person should know."""
        self.notices.show_notices(notices)

    # The window itself.

    def _choose_page(self) -> None:
        page = self.welcome if self.transcript.is_empty else self.transcript
        self._pages.setCurrentWidget(page)

    def retranslate(self) -> None:
        """Take the words of the interface's language."""
        self.setWindowTitle("Parley")

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        text = event.text()
        command = event.modifiers() & (
            Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
        )
        if text and text.isprintable() and not command:
            self.composer.type_key(text)
            return
        super().keyPressEvent(event)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_list()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()

    @override
    def closeEvent(self, event: QCloseEvent) -> None:
        super().closeEvent(event)
        if event.isAccepted():
            self.closed.emit()
