"""The main window: implements the presenter's view, and decides nothing."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QDesktopServices,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QShortcut,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QApplication,
    QLineEdit,
    QMainWindow,
    QPlainTextEdit,
    QStackedWidget,
    QTextEdit,
    QWidget,
)
from typing_extensions import override

from assistant.channels.desktop.app.header import Header
from assistant.channels.desktop.app.microphone_dialog import MicrophoneDialog
from assistant.channels.desktop.app.model.window_place import Rectangle, WindowPlace, fitted
from assistant.channels.desktop.app.overflow_menu import MenuEntry
from assistant.channels.desktop.app.reading_order import focus_neighbour
from assistant.channels.desktop.app.region_picker import ScreenshotTaker
from assistant.channels.desktop.app.window_history import WindowHistoryView
from assistant.channels.desktop.app.window_questions import WindowQuestionsView
from assistant.channels.desktop.conversation.composer import MessageComposer
from assistant.channels.desktop.conversation.file_drops import FileDrops
from assistant.channels.desktop.conversation.model.header_status import HeaderStatus
from assistant.channels.desktop.conversation.model.transcript import TranscriptModel
from assistant.channels.desktop.conversation.push_to_talk import PushToTalkControl
from assistant.channels.desktop.conversation.transcript_view import TranscriptView
from assistant.channels.desktop.conversation.welcome import Welcome
from assistant.channels.desktop.desktop_context import DesktopContext
from assistant.channels.desktop.reading.file_viewer import FileViewer
from assistant.channels.desktop.timers.ring_banner import RingBanner
from assistant.channels.desktop.widgets.bar_stack import BarStack
from assistant.channels.desktop.widgets.covered_page import Covered, CoveredPage
from assistant.channels.desktop.widgets.dialogs import LinkDialog
from assistant.channels.desktop.widgets.layouts import STRETCH, hbox, vbox
from assistant.channels.desktop.widgets.status_bars import NoticeBar, SetupPanel, SpeechCaption
from assistant.channels.desktop.widgets.virtual_list import COLUMN_PX
from assistant.locale import _
from assistant.protocol.conversation import AttachmentKinds
from assistant.protocol.messages import Attachment
from assistant.protocol.notices import Notice


def open_outside(address: str) -> None:
    """Let the system open a link."""
    QDesktopServices.openUrl(QUrl(address))


class MainWindow(QMainWindow):
    """The parts of the window, side by side; around its transcript it is a `ConversationView`.

    What only one part does is asked of that part; what several do alike has a signal here.

    Args:
        context: What its parts are made with.
        rows: The transcript that it shows.
        wake_phrase: The words that wake the assistant; empty if there are none.
        open_link: Opens a link outside.

    Attributes:
        header: The bar on top.
        transcript: What was said and done.
        welcome: Stands in place of an empty transcript.
        notices: What the user should know.
        setup: How far downloads are.
        composer: The input line and its buttons.
        talk_control: Whether the user holds the talk button or key.
        questions: Shows what waits for an answer; implements `QuestionsView`.
        screenshots: Takes a part of the screen for the message.
        history: Shows the stored conversations; implements `HistoryView`.
        ringing: Shows the timers that ring.
        may_close: Asked before the program ends; if it says no, it has asked the user why not.
        goes_on: Whether the program goes on without the window, as it is closed.

    Signals:
        send: Words to send.
        send_files: Words, which may be empty, and files to send with them.
        stop: Stop everything.
        microphone: Open or end a voice session.
        mute: Close or open the microphone.
        bar: Show the compact bar, or take it away.
        new_conversation: Begin afresh.
        settings: Open the settings.
        settings_page: Open the settings; carries the names of a page and of a field, or "".
        closed: The window was closed, and the program is to end.
        put_away: The window was closed, and the program goes on.
        appeared: The window can be seen from now on.
    """

    send = Signal(str)
    send_files = Signal(str, object)
    stop = Signal()
    microphone = Signal()
    mute = Signal()
    bar = Signal()
    new_conversation = Signal()
    settings = Signal()
    settings_page = Signal(str, str)
    closed = Signal()
    put_away = Signal()
    appeared = Signal()

    def __init__(
        self,
        context: DesktopContext,
        *,
        rows: TranscriptModel,
        wake_phrase: str = "",
        open_link: Callable[[str], None] = open_outside,
    ) -> None:
        super().__init__()
        theme = context.theme
        self._theme = theme
        self._ask_file = context.ask_file
        self.screenshots = ScreenshotTaker(window=self, theme=theme)
        self._open_link = open_link
        self.may_close: Callable[[], bool] = lambda: True
        self.goes_on: Callable[[], bool] = lambda: False
        self._is_quitting = False
        self._shortcuts: list[QShortcut] = []
        self._guide: QWidget | None = None
        self.header = Header(theme=theme)
        self.transcript = TranscriptView(context, rows=rows)
        self.welcome = Welcome(wake_phrase=wake_phrase)
        self._bars = BarStack(grows_up=True)
        self.notices = NoticeBar(theme=theme, lower=self._bars, fits_below=self._has_free_below)
        self._over_drawer = BarStack(grows_up=True)
        self.ringing = RingBanner(
            context,
            above=self.notices,
            below=self._bars,
            over=self._over_drawer,
            is_covered=lambda: self._drawer.is_over,
            fits=lambda height: height <= self._pages.height() // 2,
            parent=self,
        )
        self.setup = SetupPanel()
        self.caption = SpeechCaption(theme=theme)
        self.composer = MessageComposer(theme=theme)
        self.questions = WindowQuestionsView(
            context,
            header=self.header,
            transcript=self.transcript,
            composer=self.composer,
            room=lambda: self._drawer.room,
            parent=self,
        )
        self.history = WindowHistoryView(
            context,
            header=self.header,
            transcript=self.transcript,
            composer=self.composer,
            parent=self,
        )
        middle = QWidget()
        self._drawer = self.history.drawer_with(middle)
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
        self.setWindowTitle("Parley")
        self.composer.field.setFocus()

    def _lay_out(self, middle: QWidget) -> None:
        foot = QWidget()
        foot.setMaximumWidth(COLUMN_PX + 24)
        vbox(self.composer, inside=foot, margins=(0, 0, 0, 12))
        for bar in (self.questions.strip, self.questions.undo_bar, self.caption, self.setup):
            self._bars.add(bar.objectName(), bar)
        conversation = CoveredPage(
            self._pages,
            above=self.notices,
            below=self._bars,
            widest=COLUMN_PX + 24,
            on_covered=self._cover,
        )
        sides = hbox(STRETCH, (foot, 1000), STRETCH, margins=(12, 0, 12, 0))
        talk = QWidget()
        vbox((conversation, 1), sides, inside=talk, gap=0)
        beside = self.questions.layout_with(talk)
        beside.setContentsMargins(0, 0, 0, 0)
        middle.setLayout(beside)
        page = QWidget()
        page.setObjectName("page")
        everything = CoveredPage(
            self._drawer,
            above=BarStack(),
            below=self._over_drawer,
            widest=COLUMN_PX + 24,
            on_covered=lambda _covered: None,
        )
        vbox(self.header, (everything, 1), inside=page, gap=0)
        self._conversation = page
        self._front = QStackedWidget()
        self._front.addWidget(page)
        self.setCentralWidget(self._front)

    def _connect(self) -> None:
        self.header.new_conversation.connect(self.new_conversation)
        self.header.settings.connect(self.settings)
        self.header.menu.offer(MenuEntry.QUIT, self.quit)
        self.history.panel.new_wanted.connect(self.new_conversation)
        self.new_conversation.connect(self.history.conversation_chosen)
        self._drawer.placed.connect(self.questions.place)
        self._drawer.placed.connect(self.ringing.keep_in_sight)
        self.composer.send.connect(self.send)
        self.composer.send_files.connect(self.send_files)
        self.composer.files_wanted.connect(self.ask_for_files)
        self._drops = FileDrops(window=self, composer=self.composer)
        self.screenshots.taken.connect(self.composer.attach_picture)
        self.composer.stop.connect(self.stop)
        self.talk_control = PushToTalkControl(button=self.composer.microphone_button, window=self)
        self.talk_control.tapped.connect(self.microphone)
        self.composer.mute.connect(self.mute)
        self.welcome.suggested.connect(self.send)
        self.transcript.rows_changed.connect(self._choose_page)
        self.transcript.link_clicked.connect(self.ask_to_open)
        for keys, signal in (
            (QKeySequence(Qt.Key.Key_Escape), self.stop),
            (QKeySequence(QKeySequence.StandardKey.New), self.new_conversation),
            (QKeySequence(QKeySequence.StandardKey.Open), self.ask_for_files),
            (QKeySequence("Ctrl+Shift+S"), self.screenshots.take),
            (QKeySequence("Ctrl+,"), self.settings),
            (QKeySequence("Ctrl+Q"), self.quit),
            (QKeySequence("Ctrl+M"), self.mute),
            (QKeySequence("Ctrl+B"), self.bar),
            (QKeySequence("Ctrl+H"), self.history.go_to_list),
            (QKeySequence("Ctrl+F"), self.history.go_to_search),
            (QKeySequence("Ctrl+K"), self.history.go_to_search),
            (QKeySequence("Ctrl+L"), self.questions.toggle_list),
            (QKeySequence(Qt.Key.Key_F6), self.questions.open_first),
        ):
            shortcut = QShortcut(keys, self)
            shortcut.setAutoRepeat(False)
            shortcut.activated.connect(signal)
            self._shortcuts.append(shortcut)

    def ask_for_files(self) -> None:
        """Let the user choose files that go with the message."""
        self._ask_file.to_attach(self, title=_("Attach files"), done=self.composer.attach_files)

    def ask_to_open(self, address: str) -> None:
        """Show where a link leads and open it if the user wants; others than web and mail never."""
        from assistant.tools.system.model.addresses import AddressProblem, parse_address

        with suppress(AddressProblem):
            judged = parse_address(address)
            LinkDialog(address=judged, open_link=self._open_link, parent=self).open()

    def show_file(self, path: Path) -> None:
        """Show a file of the workspace, read-only."""
        viewer = FileViewer(path=path, theme=self._theme, parent=self)
        viewer.link_clicked.connect(self.ask_to_open)
        viewer.show()

    @property
    def is_typing(self) -> bool:
        """Whether the user types, in whichever window of ours.

        The input line, where the focus rests, counts only when it holds words.
        """
        here = QApplication.focusWidget()
        if isinstance(here, QLineEdit | QTextEdit | QPlainTextEdit) and here.isReadOnly():
            return False
        is_field = isinstance(here, QLineEdit | QTextEdit | QPlainTextEdit | QAbstractSpinBox)
        return self.composer.is_composing if here is self.composer.field else is_field

    # ConversationView.

    def conversation_opened(self, *, model: str, models: Sequence[str]) -> None:
        """Another conversation is shown; from now on an empty one is welcomed."""
        self.show_model(model)
        self.header.set_models(models)
        self._is_opening = False
        self._choose_page()

    def show_status(self, status: HeaderStatus) -> None:
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

    def show_caption(self, text: str) -> None:
        """Show the sentence that is being spoken."""
        self.caption.set_text(text)

    def return_words(self, text: str) -> None:
        """Put words into the input line that were not sent."""
        self.composer.return_words(text)

    def return_files(self, attachments: Sequence[Attachment]) -> None:
        """Put files above the input line that were not sent."""
        self.composer.return_files(attachments)

    def show_takes(self, takes: AttachmentKinds) -> None:
        """Say which files the model that answers cannot be sent."""
        self.composer.set_takes(takes)

    def show_notices(self, notices: Sequence[Notice]) -> None:
        """Show what the user should know."""
        self.notices.show_notices(notices)

    def show_can_hear(self, can_hear: bool) -> None:
        """Have the first screen speak of talking only while somebody can be heard."""
        self.welcome.set_can_hear(can_hear)

    def open_settings(self, page: str, field: str) -> None:
        """Show the settings at a page, and at a field of it if one is named."""
        self.settings_page.emit(page, field)

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

    @property
    def place(self) -> WindowPlace:
        """Where it is."""
        is_maximised = self.isMaximized()
        size = self.normalGeometry().size() if is_maximised else self.size()
        corner = self.normalGeometry().topLeft() if is_maximised else self.pos()
        area = Rectangle(x=corner.x(), y=corner.y(), width=size.width(), height=size.height())
        return WindowPlace(area=area, is_maximised=is_maximised)

    def put_back(self, place: WindowPlace) -> None:
        """Go where it was, or where there is a screen; before it is shown."""
        screens = [
            Rectangle(x=area.x(), y=area.y(), width=area.width(), height=area.height())
            for area in (screen.availableGeometry() for screen in QGuiApplication.screens())
        ]
        place = fitted(place, screens)
        self.resize(place.area.width, place.area.height)
        self.move(place.area.x, place.area.y)
        if place.is_maximised:
            self.setWindowState(self.windowState() | Qt.WindowState.WindowMaximized)

    def show_in_front(self, guide: QWidget) -> None:
        """Show something in place of the conversation, which no key reaches until it goes."""
        self._guide = guide
        self._front.addWidget(guide)
        self._front.setCurrentWidget(guide)
        self._let_keys(is_guided=True)

    def put_away_front(self) -> None:
        """Show the conversation again."""
        guide, self._guide = self._guide, None
        if guide is None:
            return
        self._front.setCurrentWidget(self._conversation)
        self._front.removeWidget(guide)
        guide.deleteLater()
        self._let_keys(is_guided=False)
        self.composer.field.setFocus()

    @property
    def _is_guided(self) -> bool:
        return self._guide is not None

    def _let_keys(self, *, is_guided: bool) -> None:
        for shortcut in self._shortcuts:
            is_quit = shortcut.key() == QKeySequence("Ctrl+Q")
            shortcut.setEnabled(is_quit or not is_guided)

    def begin_opening(self) -> None:
        """Welcome nobody before it is known which conversation goes on."""
        self._is_opening = True
        self._choose_page()

    def _has_free_below(self, height: int) -> bool:
        """Whether bars of this height cover nothing, and leave room for a line or two beside them."""
        page = self.welcome if self.transcript.is_empty else self.transcript
        return height <= min(page.free_below, page.height() // 3)

    def _cover(self, covered: Covered) -> None:
        self.transcript.cover(covered)
        self.welcome.cover(covered)

    def _choose_page(self) -> None:
        page: QWidget = self._nothing if self._is_opening else self.welcome
        self._pages.setCurrentWidget(page if self.transcript.is_empty else self.transcript)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self._is_guided:
            super().keyPressEvent(event)
            return
        text = event.text()
        command = event.modifiers() & (
            Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
        )
        if text and text.isprintable() and not command:
            self.composer.type_key(text)
            return
        if event.key() in {Qt.Key.Key_PageUp, Qt.Key.Key_PageDown}:
            self.transcript.turn_page(forward=event.key() == Qt.Key.Key_PageDown)
            return
        super().keyPressEvent(event)

    @override
    def focusNextPrevChild(self, next: bool) -> bool:  # Qt names it
        """Go through the window as it is read."""
        return focus_neighbour(self, forward=next)

    def quit(self) -> None:
        """Close it and end the program, unless words would be lost with it."""
        self._is_quitting = True
        self.close()

    def step_aside(self) -> None:
        """Leave the screen: for the panel if the program goes on there, else minimised."""
        if self.goes_on():
            self.hide()
            self.put_away.emit()
        else:
            self.showMinimized()

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.appeared.emit()

    @override
    def closeEvent(self, event: QCloseEvent) -> None:
        is_quitting, self._is_quitting = self._is_quitting, False
        if not is_quitting and self.goes_on():
            event.ignore()
            self.step_aside()
            return
        if not self.may_close():
            event.ignore()
            return
        super().closeEvent(event)
        if event.isAccepted():
            self.closed.emit()
