"""What stands around the window on the desktop: notifications. Imported once everything else runs."""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QObject

from assistant.channels.desktop.app.model.questions_presenter import QuestionsPresenter
from assistant.channels.desktop.desktop_context import DesktopContext
from assistant.channels.desktop.notifications.desktop_notifier import DesktopNotifier
from assistant.channels.desktop.notifications.notification_service import NotificationService
from assistant.channels.desktop.notifications.session_bus import open_session_bus
from assistant.channels.desktop.style.tokens import DARK
from assistant.channels.desktop.widgets.icons import Icon, pixmap
from assistant.protocol.events import EngineEvent

_ICON_PX: Final = 64


class DesktopPresence(QObject):
    """Makes it and ties it to the window; GUI thread.

    Args:
        context: What its parts are made with.
        asking: Takes answers.
        present: Brings the window before the user; takes the token that lets it take the focus.
    """

    def __init__(
        self,
        context: DesktopContext,
        *,
        asking: QuestionsPresenter,
        present: Callable[[str], None],
    ) -> None:
        super().__init__()
        self._asking = asking
        self._present = present
        self._bus: Final = open_session_bus(self)
        icon = pixmap(Icon.MICROPHONE, DARK.primary, _ICON_PX).toImage()
        self._service: Final = NotificationService(self._bus, icon=icon, parent=self)
        self.notifier: Final = DesktopNotifier(context, service=self._service, parent=self)
        self.notifier.answer.connect(asking.choose)
        self.notifier.open_question.connect(self._open_question)
        self.notifier.open_window.connect(present)

    def handle(self, event: EngineEvent) -> None:
        """Take an event of the engine."""
        self.notifier.handle(event)

    def close(self) -> None:
        """Take everything away."""
        self.notifier.close()
        self._bus.close()

    def _open_question(self, questions_id: str, activation_token: str) -> None:
        self._present(activation_token)
        self._asking.answer(questions_id)
