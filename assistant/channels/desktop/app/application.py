"""The desktop application: builds the window and everything around it, runs, and takes it down.

Order of the start: the `QApplication` first, then theme, bridge and widgets, all on the GUI thread,
and only then the engine is started by whoever built it. The windows beside the main one are imported
and made when they are first opened. Order of the end: the event loop returns,
`on_quit` stops and joins the engine, then the bridge lets go of it, then the widgets go.
"""

import os
import signal
import socket
import sys
from collections.abc import Callable, Sequence
from types import FrameType
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QCoreApplication, QEvent, QMetaObject, QSocketNotifier, Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from assistant.channels.desktop.app.event_bridge import EventBridge
from assistant.channels.desktop.app.first_paint import FirstPaint
from assistant.channels.desktop.app.garbage_collector import GuiGarbageCollector
from assistant.channels.desktop.app.main_window import MainWindow
from assistant.channels.desktop.app.model.conversation_presenter import ConversationPresenter
from assistant.channels.desktop.app.model.questions_presenter import QuestionsPresenter
from assistant.channels.desktop.app.model.window_place import read_place
from assistant.channels.desktop.app.overflow_menu import MenuEntry
from assistant.channels.desktop.app.qt_texts import translate_qt
from assistant.channels.desktop.app.side_windows import SideWindows
from assistant.channels.desktop.app.sync_chip import SyncChip
from assistant.channels.desktop.conversation.model.latency_log import LatencyLog
from assistant.channels.desktop.conversation.model.transcript import TranscriptModel
from assistant.channels.desktop.desktop_context import DesktopContext
from assistant.channels.desktop.desktop_entry import APP_ID
from assistant.channels.desktop.history.file_dialogs import FileAsker
from assistant.channels.desktop.personas.switch_button import PersonaSwitchButton
from assistant.channels.desktop.questions.dialog_presenter import DialogPresenter, DialogQueue
from assistant.channels.desktop.questions.text_presenter import TextListPresenter
from assistant.channels.desktop.questions.workspace_files import files_inside
from assistant.channels.desktop.settings.stored_values import Secrets, WindowSettings
from assistant.channels.desktop.single_instance.window_requests import WindowRequests
from assistant.channels.desktop.single_instance.window_socket import WindowRequest
from assistant.channels.desktop.style.tokens import DARK, THEME_CHOICES, ThemeChoice
from assistant.channels.desktop.timers.header_chip import TimerChip
from assistant.channels.desktop.timers.presenter import TimersPresenter
from assistant.channels.desktop.widgets.icons import Icon, pixmap
from assistant.channels.desktop.widgets.rebuilt import Rebuilt
from assistant.channels.desktop.widgets.status_bars import DownloadProgressRelay
from assistant.channels.desktop.widgets.theme import Theme
from assistant.clock import Clock
from assistant.home import Home
from assistant.locale import INTERFACE_LANGUAGES, use_language
from assistant.protocol.client import EngineClient
from assistant.protocol.conversation import ConversationOpened
from assistant.protocol.download_progress import DownloadProgress
from assistant.protocol.messages import Attachment, HistoryLoaded
from assistant.protocol.notices import Notice
from assistant.protocol.questions import QuestionClosed
from assistant.protocol.sync import SettingsArrived
from assistant.questions.model.question import Later
from assistant.settings.schema import SettingValue
from assistant.voice.devices.policy.selection import AudioDevices
from assistant.voice.turn_taking.wake_phrase import first_spoken_phrase

if TYPE_CHECKING:
    from assistant.channels.desktop.app.desktop_presence import DesktopPresence
    from assistant.channels.desktop.backup.restore_dialog import Afterwards
    from assistant.channels.desktop.diagnostics.doctor_reader import DoctorReader
    from assistant.channels.desktop.first_run.guide import FirstRunGuide
    from assistant.channels.desktop.first_run.model.progress import Progress
    from assistant.channels.desktop.settings.device_field import DeviceLister, ListDevices
    from assistant.channels.desktop.settings.models_page import ModelFiles
    from assistant.channels.desktop.settings.window import SettingsWindow
    from assistant.engine.settings_store import StoredSettings
    from assistant.protocol.events import EngineEvent


PANEL_MS: Final = 30_000
"""How long after a start without the window a panel may take to come."""


def make_application() -> QApplication:
    """Return the process's `QApplication`, made if there is none."""
    existing = QApplication.instance()
    if isinstance(existing, QApplication):
        translate_qt(existing)
        return existing
    QGuiApplication.setHighDpiScaleFactorRoundingPolicy(
        Qt.HighDpiScaleFactorRoundingPolicy.PassThrough
    )
    application = QApplication([sys.argv[0]])
    application.setApplicationName("parley")
    application.setApplicationDisplayName("Parley")
    application.setDesktopFileName(APP_ID)
    application.setStyle("Fusion")
    translate_qt(application)
    return application


class DesktopApp:
    """The desktop channel as a whole. Build, run and close it on the main thread.

    Attributes:
        context: What its panels are made with.
        rows: The transcript.
        window: The main window, which shows it.
        presenter: What the question desk puts questions with.
        text_list: What it puts them with where no dialog can be shown; a fallback.
        persona_switch: Names the workspace and persona in use.
        windows: The windows beside the main one, apart from the settings.
        latencies: The last spoken turns and where their time went.
        collector: Collects garbage, once it is told to begin.
        engine: Takes commands.
        bridge: Hands the engine's events over.
        afterwards: What the user wants done with the home once the program has ended.
    """

    def __init__(
        self,
        *,
        engine: EngineClient,
        clock: Clock,
        store: "StoredSettings",
        secrets: Secrets,
        home: Home,
        model_files: "Callable[[], ModelFiles] | None" = None,
        list_devices: "ListDevices" = AudioDevices,
        on_quit: Callable[[], None] = lambda: None,
    ) -> None:
        self.application: Final = make_application()
        self.application.setQuitOnLastWindowClosed(False)  # the main window decides
        self.collector: Final = GuiGarbageCollector()
        self.engine: Final = engine
        self.afterwards: Afterwards | None = None
        self._model_files = model_files
        self._list_devices: Final = list_devices
        self._settings: SettingsWindow | None = None
        self._devices: DeviceLister | None = None
        self._doctor: DoctorReader | None = None
        self._guide: FirstRunGuide | None = None
        self._on_quit = on_quit
        self._is_closed = False
        self._is_running = self._is_hidden = self._was_shown = False
        workspace = home.workspace(str(store.get("person", "workspace")))
        self._workspaces = workspace.parent
        self.theme: Final = Theme(
            choice=_theme_choice(store.get("ui", "theme")),
            scale=float(store.get("ui", "text_scale")),
        )
        self.theme.apply()
        self.context: Final = DesktopContext(
            theme=self.theme,
            engine=engine,
            clock=clock,
            settings=WindowSettings(store),
            secrets=secrets,
            ask_file=FileAsker(),
            home=home,
        )
        self.context.settings.saved.connect(self._setting_saved)
        self.application.setWindowIcon(pixmap(Icon.MICROPHONE, DARK.primary, 128))
        self.rows: Final = TranscriptModel(clock=clock)
        self.window: Final = MainWindow(self.context, rows=self.rows, wake_phrase=self._wake_phrase)
        self.dialogs: Final = DialogQueue(
            theme=self.theme,
            clock=clock,
            arm_delay_s=float(store.get("questions", "arm_delay_ms")) / 1000,
            may_take_focus=self._may_take_focus,
            window=self.window,
            resolve=files_inside(workspace),
        )
        self.presenter: Final = DialogPresenter(dialogs=self.dialogs)
        self.asking: Final = QuestionsPresenter(
            engine=engine,
            rows=self.rows,
            view=self.window.questions,
            clock=clock,
            undo_s=float(store.get("questions", "undo_s")),
            open_dialog=self._open_dialog,
        )
        self.conversation: Final = ConversationPresenter(
            engine=engine, rows=self.rows, view=self.window, asking=self.asking
        )
        self.latencies: Final = LatencyLog(clock=clock)
        self.history: Final = self.window.history.presenter
        self._timer_chip: Final = TimerChip(self.context)
        self._ringing: Final = TimersPresenter(
            engine=engine,
            banner=self.window.ringing,
            chip=self._timer_chip,
            ask_for_attention=lambda: QApplication.alert(self.window),
        )
        self._sync_chip: Final = SyncChip(self.context)
        self.persona_switch: Final = PersonaSwitchButton()
        self.windows: Final = SideWindows(self.context, window=self.window)
        self.text_list: Final = TextListPresenter(
            show=self.asking.show_as_text,
            update=self.asking.update_text,
            hide=self.asking.hide_text,
        )
        self._relay: Final = DownloadProgressRelay()
        self._relay.progress.connect(self.window.setup.show_progress)
        self._presence: DesktopPresence | None = None
        self._requests: Final = WindowRequests(home)
        self._requests.wanted.connect(self._take_request)
        self._connect()
        self.bridge: Final = EventBridge(engine=engine)
        self.bridge.received.connect(self._handle)
        self.bridge.received.connect(self._sync_chip.handle)

    @property
    def settings(self) -> "SettingsWindow":
        """The settings window."""
        if self._settings is None:
            from assistant.channels.desktop.app.settings_factory import make_settings_window
            from assistant.channels.desktop.diagnostics.doctor_reader import DoctorReader
            from assistant.channels.desktop.settings.models_page import ModelFiles

            self._doctor = DoctorReader(self.context.home)
            self._settings = make_settings_window(
                self.context,
                lister=self._device_lister,
                end_for=self._end_for,
                files=self._model_files() if self._model_files is not None else ModelFiles(),
                relay=self._relay,
                turns=lambda: self.latencies.turns,
                doctor=self._doctor,
                open_link=self.window.ask_to_open,
                parent=self.window,
            )
            self.bridge.received.connect(self._settings.handle)
            self._settings.refused.connect(self._setting_refused)
        return self._settings

    @property
    def _device_lister(self) -> "DeviceLister":
        if self._devices is None:
            from assistant.channels.desktop.settings.device_field import DeviceLister

            self._devices = DeviceLister(list_devices=self._list_devices)
        return self._devices

    def begin_first_run(self, progress: "Progress | None" = None) -> None:
        """Guide the user through the first run, in place of the conversation.

        Args:
            progress: Where they left it; None from the beginning.
        """
        from assistant.channels.desktop.first_run.guide import FirstRunGuide
        from assistant.channels.desktop.first_run.model.progress import Progress

        if self._guide is not None:
            return
        self._guide = FirstRunGuide(
            self.context,
            progress=progress or Progress(),
            lister=self._device_lister,
            wake_phrase=self._wake_phrase,
        )
        self._guide.over.connect(self._end_first_run)
        self.bridge.received.connect(self._guide.handle)
        self.window.show_in_front(self._guide)

    def _end_first_run(self) -> None:
        """Show the conversation, in which a question is put."""
        guide, self._guide = self._guide, None
        if guide is not None:
            self.bridge.received.disconnect(guide.handle)
            self.window.put_away_front()
            from assistant.protocol.first_run import AskFirstQuestion

            self.engine.submit(AskFirstQuestion())

    def report_progress(self, progress: DownloadProgress) -> None:
        """Show how far a download is; may be called on any thread until `close`."""
        self._relay.report(progress)

    def run(self, begin: Callable[[], None] | None = None, *, is_hidden: bool = False) -> int:
        """Show the window and work until the program is to end; returns the exit status.

        Args:
            begin: Begins the engine, called once the window is on the screen; None if it was begun.
            is_hidden: Whether the window stays away, as at login; it comes if there is no panel
                with an icon to open it from.
        """
        release = _quit_on_interrupt()
        place = read_place(str(self.context.settings.get("ui", "window_place")))
        if place is not None:
            self.window.put_back(place)
        if begin is not None:
            self.window.begin_opening()
        self._is_hidden = is_hidden
        if is_hidden:
            QTimer.singleShot(0, self.window, begin or (lambda: None))
            QTimer.singleShot(PANEL_MS, self.window, self._show_without_panel)
        else:
            if begin is not None:
                FirstPaint(window=self.window, painted=begin)
            self.window.show()
        self._is_running = True
        try:
            return self.application.exec()
        finally:
            self._is_running = False
            release()
            self.close()

    def home_claimed(self) -> None:
        """Do what only the one program does that has the home."""
        if self._is_closed:
            return
        self._requests.listen()
        if self._is_hidden:
            self.join_desktop()  # there is no other way to the window

    def join_desktop(self) -> None:
        """Have what stands around the window on the desktop; it is imported now, and not before."""
        if self._is_closed or self._presence is not None:
            return
        from assistant.channels.desktop.app.desktop_presence import DesktopPresence

        self._presence = DesktopPresence(
            self.context,
            window=self.window,
            dialogs=self.dialogs,
            asking=self.asking,
            present=self.present,
            toggle=self.toggle,
            tell=self.conversation.handle,
        )
        self.bridge.received.connect(self._presence.handle)

    def _show_without_panel(self) -> None:
        """Show the window if nobody could open it: there is no icon."""
        if self._presence is None or not self._presence.icon.is_seen:
            self.window.show()

    def _keep_place(self) -> None:
        """Store where the window is, if the user has seen it."""
        settings, place = self.context.settings, self.window.place.written()
        if self._was_shown and place != settings.get("ui", "window_place"):
            settings.set("ui", "window_place", place)

    def _appeared(self) -> None:
        self._was_shown = True

    def present(self, activation_token: str = "") -> None:
        """Bring the window before the user, who asked for it.

        Args:
            activation_token: With which the desktop lets it take the focus; empty if there is none.
        """
        window = self.window
        if activation_token:  # Qt takes it from there
            os.environ["XDG_ACTIVATION_TOKEN"] = activation_token
        elif QGuiApplication.platformName() == "wayland" and not window.isActiveWindow():
            window.hide()  # there no window comes forward by itself; one that is shown anew does
        if window.isMinimized():
            window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized)
        window.show()
        window.raise_()
        window.activateWindow()

    def toggle(self, activation_token: str = "") -> None:
        """Bring the window before the user, or take it away if they are at it; as `present`."""
        window = self.window
        is_there = window.isVisible() and not window.isMinimized()
        if is_there and QApplication.activeWindow() is not None:
            window.step_aside()
        else:
            self.present(activation_token)

    def _take_request(self, request: WindowRequest, activation_token: str) -> None:
        match request:
            case WindowRequest.SHOW:
                self.present(activation_token)
            case WindowRequest.TOGGLE:
                self.toggle(activation_token)
            case WindowRequest.TALK:
                self.conversation.toggle_microphone()
            case WindowRequest.DICTATE:
                if self._presence is not None:
                    self._presence.dictate()

    def quit_soon(self) -> None:
        """Have `run` return, from any thread."""
        QMetaObject.invokeMethod(self.application, "quit", Qt.ConnectionType.QueuedConnection)

    def close(self) -> None:
        """Stop the engine, let go of it, take the widgets away. Safe to call twice."""
        if self._is_closed:
            return
        self._is_closed = True
        self._keep_place()
        self._requests.close()
        if self._presence is not None:
            self._presence.close()
        self._on_quit()
        self.bridge.close()
        if self._devices is not None:
            self._devices.close()
        if self._doctor is not None:
            self._doctor.close()
        self.dialogs.close_all()
        if self._settings is not None:
            self._settings.close()
        self.context.settings.close()
        self.windows.hide()
        self.window.hide()
        self.collector.close()

    def _quit(self) -> None:
        # Not `quit`, which closes every window first: a question that is open is not cancelled by
        # the user's going home; it is there again when they come back. An application that is told
        # to exit while it does not run lets no event loop of the thread run again.
        if self._is_running:
            self.application.exit(0)

    def _end_for(self, wanted: "Afterwards") -> None:
        """End the program, so that nobody uses the home, unless words would be lost with it."""
        if self.window.may_close():
            self.afterwards = wanted
            self._quit()

    def _send(self, text: str) -> None:
        """Send typed words, to what rings if they are meant for it."""
        if not self._ringing.take(text):
            self.conversation.send(text)

    def _send_files(self, text: str, attachments: Sequence[Attachment]) -> None:
        """Send typed words with files, which are for the model alone."""
        self.conversation.send(text, attachments)

    def _open_settings(self, page: str, field: str) -> None:
        self.settings.open_page(page, field=field)

    def _connect(self) -> None:
        window, conversation = self.window, self.conversation
        window.send.connect(self._send)
        window.send_files.connect(self._send_files)
        window.screenshots.failed.connect(conversation.handle)
        window.composer.typing.connect(conversation.typing)
        window.stop.connect(conversation.stop)
        window.stop.connect(self._ringing.stop_all)
        window.microphone.connect(conversation.toggle_microphone)
        window.talk_control.held.connect(conversation.talk)
        window.mute.connect(conversation.toggle_mute)
        window.new_conversation.connect(conversation.new_conversation)
        window.notices.dismissed.connect(conversation.dismiss_notice)
        window.notices.action_wanted.connect(conversation.act_on_notice)
        window.header.model_menu.chosen.connect(conversation.switch_model)
        transcript, questions, asking = window.transcript, window.questions, self.asking
        transcript.action_wanted.connect(conversation.act)
        transcript.withdraw_wanted.connect(conversation.withdraw)
        transcript.not_saved.connect(conversation.handle)
        transcript.change_answer.connect(asking.change)
        transcript.return_to.connect(asking.go_back)
        transcript.reopen_question.connect(asking.reopen)
        questions.open_question.connect(asking.answer)
        questions.panel.put_off.connect(asking.put_off)
        questions.panel.cancel.connect(asking.cancel)
        questions.undo_bar.undo.connect(asking.take_back)
        questions.undo_bar.over.connect(asking.undo_over)
        self.dialogs.changed.connect(self._dialogs_changed)
        self.dialogs.drafted.connect(asking.draft_changed)
        self.dialogs.reopen.connect(asking.reopen)
        self.dialogs.file_wanted.connect(window.show_file)
        self.dialogs.link_wanted.connect(window.ask_to_open)
        window.settings.connect(lambda: self.settings.open_page())
        window.header.menu.offer(MenuEntry.FIRST_RUN, lambda: self.begin_first_run())
        window.settings_page.connect(self._open_settings)
        window.appeared.connect(self._appeared)
        window.put_away.connect(self._keep_place)
        window.closed.connect(self._quit)
        self._connect_panels()

    def _connect_panels(self) -> None:
        header = self.window.header
        header.add_chip(self._timer_chip)
        self._timer_chip.clicked.connect(lambda: self.settings.open_page("timers"))
        header.add_chip(self._sync_chip)
        self._sync_chip.clicked.connect(lambda: self.settings.open_page("devices"))
        header.add_chip(self.persona_switch)
        self.persona_switch.clicked.connect(lambda: self.windows.personas.present())
        self.window.may_close = self.windows.may_close

    def _handle(self, event: "EngineEvent") -> None:
        match event:
            case ConversationOpened():
                self.dialogs.history.forget()
                if event.workspace:
                    self.dialogs.resolve = files_inside(self._workspaces / event.workspace)
            case HistoryLoaded():
                for past in event.questions:
                    self.dialogs.history.remember(past.questions, past.response)
            case QuestionClosed():
                if not isinstance(event.response, Later):
                    self.dialogs.settled_elsewhere(event.questions, event.response, event.channel)
                self.dialogs.history.remember(event.questions, event.response)
            case SettingsArrived():
                for name in event.names:
                    section, _dot, key = name.partition(".")
                    self._setting_saved(section, key, self.context.settings.get(section, key))
            case _:
                pass
        self.latencies.handle(event)
        self.conversation.handle(event)
        self.persona_switch.handle(event)
        self._ringing.handle(event)
        self.history.handle(event)
        self.windows.handle(event)

    def _open_dialog(self, questions_id: str) -> bool:
        if self.dialogs.open(questions_id):
            return True
        self.dialogs.want(questions_id)
        return False

    def _may_take_focus(self, questions_id: str) -> bool:
        """Not from words that are being typed, and not for what was asked before the start."""
        return not self.window.is_typing and not self.asking.is_of_before(questions_id)

    def _dialogs_changed(self) -> None:
        dialogs = self.dialogs
        self.conversation.dialogs_changed(dialogs.front_id, dialogs.queued, dialogs.aside)

    def _setting_saved(self, section: str, key: str, value: object) -> None:
        match section, key, value:
            case "ui", "language", str(code):
                self.set_language(code)
            case "ui", "theme", str(choice):
                self.theme.choose(_theme_choice(choice))
            case "ui", "text_scale", float(scale):
                self.theme.set_scale(scale)
            case "voice", "wake_word" | "enabled", _:
                self.window.welcome.set_wake_phrase(self._wake_phrase)
            case "questions", "arm_delay_ms", int() | float() as delay:
                self.dialogs.arm_delay_s = delay / 1000
            case "questions", "undo_s", int() | float() as seconds:
                self.asking.undo_s = seconds
            case _:
                pass  # takes effect where it is read

    @property
    def _wake_phrase(self) -> str:
        """The words that wake the assistant; empty if nothing listens for them."""
        settings = self.context.settings
        word = str(settings.get("voice", "wake_word"))
        return first_spoken_phrase(word) if settings.get("voice", "enabled") else ""

    def _setting_refused(self, why: str) -> None:
        self.conversation.handle(Notice(code="setting_not_saved", text=why))

    def set_language(self, code: str) -> None:
        """Change the interface's language while it runs; unknown codes mean the system's."""
        use_language(code if code in INTERFACE_LANGUAGES else "auto")
        translate_qt(self.application)
        self.theme.apply()
        self.history.refresh()
        if self._presence is not None:
            self._presence.retranslate()
        for widget in self.application.topLevelWidgets():
            if isinstance(widget, Rebuilt):
                widget.rebuild()
            else:
                QCoreApplication.sendEvent(widget, QEvent(QEvent.Type.LanguageChange))


def _theme_choice(value: SettingValue) -> ThemeChoice:
    choice = str(value)
    return choice if choice in THEME_CHOICES else "auto"


def _quit_on_interrupt() -> Callable[[], None]:
    """Let Ctrl+C and a request to terminate quit the program; returns what undoes it.

    Python runs its signal handlers only between instructions of its own, and Qt's loop has none:
    the signal writes into a socket, which wakes the loop.
    """
    reader, writer = socket.socketpair()
    reader.setblocking(False)
    writer.setblocking(False)

    def quit_now(_number: int, _frame: FrameType | None) -> None:
        QCoreApplication.exit(0)

    notifier = QSocketNotifier(reader.fileno(), QSocketNotifier.Type.Read)
    notifier.activated.connect(lambda: reader.recv(64))
    old_fd = signal.set_wakeup_fd(writer.fileno())
    old = {number: signal.signal(number, quit_now) for number in (signal.SIGINT, signal.SIGTERM)}

    def release() -> None:
        notifier.setEnabled(False)
        signal.set_wakeup_fd(old_fd)
        for number, handler in old.items():
            signal.signal(number, handler)
        reader.close()
        writer.close()

    return release
