"""The main window: implements the presenter's view, and decides nothing."""

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, Qt, QUrl, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QDesktopServices,
    QKeyEvent,
    QKeySequence,
    QShortcut,
)
from PySide6.QtWidgets import (
    QHBoxLayout,
    QMainWindow,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from assistant.channels.desktop.app.file_viewer import FileViewer
from assistant.channels.desktop.app.header import Header
from assistant.channels.desktop.app.microphone_dialog import MicrophoneDialog
from assistant.channels.desktop.app.overflow_menu import MenuEntry
from assistant.channels.desktop.app.window_history import WindowHistoryView
from assistant.channels.desktop.app.window_questions import WindowQuestionsView
from assistant.channels.desktop.conversation.composer import MessageComposer
from assistant.channels.desktop.conversation.model.view_protocols import BranchPoint, HeaderStatus
from assistant.channels.desktop.conversation.push_to_talk import PushToTalkControl
from assistant.channels.desktop.conversation.transcript_view import TranscriptView
from assistant.channels.desktop.conversation.welcome import Welcome
from assistant.channels.desktop.history.file_dialogs import FileAsker, SystemFileAsker
from assistant.channels.desktop.markdown.model.stream_renderer import is_safe_link
from assistant.channels.desktop.timers.ring_banner import RingBanner
from assistant.channels.desktop.widgets.link_dialog import LinkDialog
from assistant.channels.desktop.widgets.status_bars import (
    DownloadProgress,
    NoticeBar,
    SetupPanel,
    SpeechCaption,
)
from assistant.channels.desktop.widgets.theme import Theme
from assistant.channels.desktop.widgets.virtual_list import COLUMN_PX
from assistant.clock import Clock
from assistant.protocol.messages import HistoryMessage, ImagePart, PastQuestion
from assistant.protocol.notices import Notice, NoticeAction
from assistant.questions.model.question import QuestionSet


def open_outside(address: str) -> None:
    """Let the system open a link."""
    QDesktopServices.openUrl(QUrl(address))


class MainWindow(QMainWindow):
    """Implements `ConversationView`; its `questions` implement `QuestionsView`.

    Args:
        theme: The theme.
        clock: Says how late it is.
        wake_phrase: The words that wake the assistant; empty if there are none.
        open_link: Opens a link outside.
        ask_file: Asks for the files of exports and imports.
        history_open: Whether the list of conversations stands beside from the start.
        parent: None for a window of its own.

    Attributes:
        history: Shows the stored conversations; implements `HistoryView`.
        ringing: Shows the timers that ring.
        may_close: Asked before the window closes; if it says no, it has asked the user why not.

    Signals:
        send: Words to send.
        stop: Stop everything.
        microphone: Open or end a voice session.
        talk: The user holds the talk button or key, or lets go of it.
        mute: Close or open the microphone.
        new_conversation: Begin afresh.
        settings: Open the settings.
        dismiss_notice: Take away the notice of this code.
        act: Do what a button says; carries its `NoticeAction`.
        act_on_notice: The same for the button of a notice; carries the notice's code too.
        withdraw: Take back the typed words of this key, which wait.
        switch_model: Go on with the model of this name.
        closed: The window was closed.
    """

    send = Signal(str)
    stop = Signal()
    microphone = Signal()
    talk = Signal(bool)
    mute = Signal()
    new_conversation = Signal()
    settings = Signal()
    dismiss_notice = Signal(str)
    act = Signal(object)
    act_on_notice = Signal(str, object)
    withdraw = Signal(int)
    switch_model = Signal(str)
    closed = Signal()

    def __init__(
        self,
        *,
        theme: Theme,
        clock: Clock,
        wake_phrase: str = "",
        open_link: Callable[[str], None] = open_outside,
        ask_file: FileAsker | None = None,
        history_open: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._open_link = open_link
        self.may_close: Callable[[], bool] = lambda: True
        self.header = Header(theme=theme)
        self.transcript = TranscriptView(theme=theme, clock=clock)
        self.welcome = Welcome(wake_phrase=wake_phrase)
        self.notices = NoticeBar(theme=theme)
        self.ringing = RingBanner(theme=theme)
        self.setup = SetupPanel()
        self.caption = SpeechCaption(theme=theme)
        self.composer = MessageComposer(theme=theme)
        self.questions = WindowQuestionsView(
            theme=theme,
            clock=clock,
            header=self.header,
            transcript=self.transcript,
            composer=self.composer,
            entry_added=self._choose_page,
            room=lambda: self._drawer.room,
            parent=self,
        )
        self.history = WindowHistoryView(
            theme=theme,
            clock=clock,
            header=self.header,
            transcript=self.transcript,
            composer=self.composer,
            ask_file=ask_file or SystemFileAsker(),
            parent=self,
        )
        middle = QWidget()
        self._drawer = self.history.drawer_with(middle, is_open=history_open)
        self._pages = QStackedWidget()
        self._pages.addWidget(self.welcome)
        self._pages.addWidget(self.transcript)
        self._nothing = QWidget()
        self._pages.addWidget(self._nothing)
        self._is_opening = False
        self._lay_out(middle)
        self._connect()
        self.resize(920, 760)
        self.setMinimumSize(360, 420)
        self.composer.field.setFocus()
        self.retranslate()

    def _lay_out(self, middle: QWidget) -> None:
        foot = QWidget()
        foot.setMaximumWidth(COLUMN_PX + 24)
        column = QVBoxLayout(foot)
        column.setContentsMargins(0, 4, 0, 12)
        column.setSpacing(8)
        for widget in (
            self.setup,
            self.notices,
            self.questions.strip,
            self.questions.undo_bar,
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
        page = QWidget()
        page.setObjectName("page")
        box = QVBoxLayout(page)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(0)
        box.addWidget(self.header)
        box.addWidget(self.ringing)
        beside = self.questions.layout_with(talk)
        beside.setContentsMargins(0, 0, 0, 0)
        middle.setLayout(beside)
        box.addWidget(self._drawer, 1)
        self.setCentralWidget(page)

    def _connect(self) -> None:
        self.header.new_conversation.connect(self.new_conversation)
        self.header.settings.connect(self.settings)
        self.header.menu.offer(MenuEntry.COPY, self.history.copy_wanted.emit)
        self.header.menu.offer(MenuEntry.EXPORT, self.history.export_current)
        self.history.new_wanted.connect(self.new_conversation)
        self._drawer.placed.connect(self.questions.place)
        self.composer.send.connect(self.send)
        self.composer.stop.connect(self.stop)
        self.talk_control = PushToTalkControl(button=self.composer.microphone_button, window=self)
        self.talk_control.tapped.connect(self.microphone)
        self.talk_control.held.connect(self.talk)
        self.composer.mute.connect(self.mute)
        self.welcome.suggested.connect(self.send)
        self.notices.dismissed.connect(self.dismiss_notice)
        self.notices.action_wanted.connect(self.act_on_notice)
        self.transcript.action_wanted.connect(self.act)
        self.transcript.withdraw_wanted.connect(self.withdraw)
        self.header.model_menu.chosen.connect(self.switch_model)
        self.transcript.link_clicked.connect(self.ask_to_open)
        for keys, signal in (
            (QKeySequence(Qt.Key.Key_Escape), self.stop),
            (QKeySequence(QKeySequence.StandardKey.New), self.new_conversation),
            (QKeySequence("Ctrl+,"), self.settings),
            (QKeySequence("Ctrl+M"), self.mute),
            (QKeySequence("Ctrl+H"), self.history.go_to_list),
            (QKeySequence("Ctrl+F"), self.history.go_to_search),
            (QKeySequence("Ctrl+K"), self.history.go_to_search),
            (QKeySequence("Ctrl+L"), self.questions.toggle_list),
            (QKeySequence(Qt.Key.Key_F6), self.questions.open_first),
        ):
            shortcut = QShortcut(keys, self)
            shortcut.setAutoRepeat(False)
            shortcut.activated.connect(signal)

    def set_wake_phrase(self, phrase: str) -> None:
        """Name the words that wake the assistant; empty if there are none."""
        self.welcome.set_wake_phrase(phrase)

    def show_progress(self, progress: DownloadProgress) -> None:
        """Show how far a download is."""
        self.setup.show_progress(progress)

    def ask_to_open(self, address: str) -> None:
        """Show where a link leads and open it if the user wants; others than web and mail never."""
        if is_safe_link(address):
            dialog = LinkDialog(address=address, open_link=self._open_link, parent=self)
            dialog.open()

    def show_file(self, path: Path) -> None:
        """Show a file of the workspace, read-only."""
        viewer = FileViewer(path=path, theme=self._theme, parent=self)
        viewer.link_clicked.connect(self.ask_to_open)
        viewer.show()

    # ConversationView.

    def show_status(self, status: HeaderStatus) -> None:
        """Show what is going on."""
        self.header.set_status(status)
        self.composer.set_status(status)

    def show_model(self, model: str) -> None:
        """Name the model that answers."""
        self.header.set_model(model)
        self.welcome.set_model(model)

    def show_models(self, models: Sequence[str]) -> None:
        """Offer the models that the conversation may be held with."""
        self.header.set_models(models)

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

    def clear(self, *, branch: BranchPoint | None = None) -> None:
        """Empty the conversation."""
        self._is_opening = False
        self.transcript.clear(branch=branch)
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

    def withdraw_sent(self, key: int) -> None:
        """Take typed words away that were taken back."""
        self.transcript.withdraw_sent(key)
        self._choose_page()

    def return_words(self, text: str) -> None:
        """Put words into the input line that were not sent."""
        self.composer.return_words(text)

    def mark_answer(self, key: int, questions: QuestionSet) -> None:
        """Typed words were taken as the answer to a question."""
        self.transcript.mark_answer(key, questions)

    def begin_turn(self, turn_id: str, *, number: int | None, sent: int | None) -> None:
        """A reply is on its way."""
        self.transcript.begin_turn(turn_id, number=number, sent=sent)

    def add_user(self, text: str, *, spoken: bool) -> None:
        """Show words of the user."""
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

    def restart_reply(self, turn_id: str) -> None:
        """Take away what is made anew."""
        self.transcript.restart_reply()

    def end_segment(self, turn_id: str) -> None:
        """What comes next stands apart."""
        self.transcript.end_segment()

    def add_tool(self, tool_use_id: str, name: str, arguments: str) -> None:
        """Show a tool that runs."""
        self.transcript.add_tool(tool_use_id, name, arguments)
        self._choose_page()

    def progress_tool(self, tool_use_id: str, text: str, share: float | None) -> None:
        """Show how far a tool is that runs."""
        self.transcript.progress_tool(tool_use_id, text, share)

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
        self.transcript.finish_tool(tool_use_id, name, content, is_error=is_error, images=images)
        self._choose_page()

    def end_turn(self, turn_id: str, *, stop_reason: str) -> None:
        """The reply is complete."""
        self.transcript.end_turn(turn_id, stop_reason=stop_reason)

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
        self.transcript.fail_turn(turn_id, reason, hint, cancelled=cancelled, actions=actions)
        self._choose_page()

    def show_shortfall(self, reason: str, hint: str, actions: Sequence[NoticeAction]) -> None:
        """Say below a reply why it is not whole."""
        self.transcript.add_remark(reason, hint, role="error", actions=actions)

    def show_latency(self, turn_id: str, seconds: float) -> None:
        """Show how long the user waited."""
        self.transcript.note_latency(turn_id, seconds)

    def show_notices(self, notices: Sequence[Notice]) -> None:
        """Show what the user should know."""
        self.notices.show_notices(notices)

    def help_with_microphone(self, reason: str, hint: str) -> None:
        """Say why the microphone cannot be used."""
        MicrophoneDialog(
            reason=reason,
            hint=hint,
            try_again=self.microphone.emit,
            open_address=self._open_link,
            parent=self,
        ).open()

    # The window itself.

    def begin_opening(self) -> None:
        """Welcome nobody before it is known which conversation goes on: until `clear`."""
        self._is_opening = True
        self._choose_page()

    def _choose_page(self) -> None:
        page: QWidget = self._nothing if self._is_opening else self.welcome
        self._pages.setCurrentWidget(page if self.transcript.is_empty else self.transcript)

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
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()

    @override
    def closeEvent(self, event: QCloseEvent) -> None:
        if not self.may_close():
            event.ignore()
            return
        super().closeEvent(event)
        if event.isAccepted():
            self.closed.emit()
