"""Tells the user by notifications what happens while they look elsewhere, and takes their clicks."""

from typing import Final

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication, QWindow
from PySide6.QtWidgets import QApplication

from assistant.channels.desktop.desktop_context import DesktopContext
from assistant.channels.desktop.notifications.model.notification_center import (
    AnswerWith,
    Change,
    NotificationCenter,
    OpenTheQuestion,
    OpenTheWindow,
    Show,
    SnoozeTheTimer,
    StopTheTimer,
    Surroundings,
    Wish,
)
from assistant.channels.desktop.notifications.notification_service import NotificationService
from assistant.protocol.events import EngineEvent
from assistant.protocol.timers import Snooze, StopRinging


class DesktopNotifier(QObject):
    """Between the engine's events and the notification service; GUI thread.

    Args:
        context: Its engine, settings and clock.
        service: Shows notifications.

    Signals:
        answer: The user chose an option; carries a `QuestionSet` and the gesture.
        open_question: A question is to be answered in the window; carries its id and the token with
            which the desktop lets the window take the focus.
        open_window: The window is wanted; carries such a token.
        shown: A notification stands before the user; carries its key.
        failed: Notifications cannot be shown.
    """

    answer = Signal(object, object)
    open_question = Signal(str, str)
    open_window = Signal(str)
    shown = Signal(str)
    failed = Signal()

    def __init__(
        self,
        context: DesktopContext,
        *,
        service: NotificationService,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._context = context
        self._service = service
        self._has_failed = False
        self._center: Final = NotificationCenter()
        service.pressed.connect(self._pressed)
        service.gone.connect(self._center.gone)
        service.shown.connect(self._shown)
        service.failed.connect(self._failed)
        context.settings.saved.connect(self._setting_saved)
        application = QGuiApplication.instance()
        assert isinstance(application, QGuiApplication)
        application.focusWindowChanged.connect(self._focused)

    @property
    def is_working(self) -> bool:
        """Whether notifications reach the user, as far as is known."""
        return self._is_on and not self._has_failed

    def handle(self, event: EngineEvent) -> None:
        """Take an event of the engine."""
        self._carry_out(self._center.handle(event, self._surroundings()))

    def tell_goes_on(self) -> None:
        """Tell the user where the window went."""
        if self._is_on:
            self._carry_out(self._center.goes_on())

    def close(self) -> None:
        """Take all away."""
        self._carry_out(self._center.clear())

    @property
    def _is_on(self) -> bool:
        return bool(self._context.settings.get("ui", "notifications"))

    def _surroundings(self) -> Surroundings:
        clock = self._context.clock
        return Surroundings(
            now=clock.now(),
            now_s=clock.monotonic(),
            is_looking=QApplication.activeWindow() is not None,
            is_on=self._is_on,
        )

    def _carry_out(self, changes: tuple[Change, ...]) -> None:
        for change in changes:
            match change:
                case Show(notification=notification):
                    self._service.show(notification)
                case _:
                    self._service.withdraw(change.key)

    def _pressed(self, key: str, button: str, token: str) -> None:
        wish = self._center.pressed(key, button)
        if wish is not None:
            self._service.withdraw(key)
            self._fulfil(wish, token)

    def _fulfil(self, wish: Wish, token: str) -> None:
        match wish:
            case AnswerWith():
                self.answer.emit(wish.questions, wish.gesture)
            case OpenTheQuestion():
                self.open_question.emit(wish.questions_id, token)
            case OpenTheWindow():
                self.open_window.emit(token)
            case StopTheTimer():
                self._context.engine.submit(StopRinging(timer_id=wish.timer_id))
            case SnoozeTheTimer():
                self._context.engine.submit(Snooze(timer_id=wish.timer_id))

    def _shown(self, key: str) -> None:
        self._has_failed = False
        self.shown.emit(key)

    def _failed(self, key: str) -> None:
        self._center.gone(key)
        self._has_failed = True
        self.failed.emit()

    def _focused(self, window: QWindow | None) -> None:
        if window is not None:
            self._carry_out(self._center.looked())

    def _setting_saved(self, section: str, key: str, _value: object) -> None:
        if (section, key) == ("ui", "notifications") and not self._is_on:
            self._carry_out(self._center.clear())
