"""A picture of the screen from the desktop's portal (org.freedesktop.portal.Screenshot).

Under Wayland no program sees the screen. The desktop lets the user choose what is taken, and keeps the
picture where it keeps those that the user takes without Parley.
"""

from collections.abc import Mapping
from typing import Any, Final

from PySide6.QtCore import QObject, QUrl, Signal
from PySide6.QtGui import QImage

from assistant.channels.desktop.notifications.portal import DECLINED, PortalRequests
from assistant.channels.desktop.notifications.portal_identity import have_identity
from assistant.channels.desktop.notifications.session_bus import SessionBus

SCREENSHOT: Final = "org.freedesktop.portal.Screenshot"


class PortalScreenshot(QObject):
    """Asks for one picture; GUI thread.

    Args:
        bus: A connection of its own, closed with the answer.

    Signals:
        taken: The user chose a picture; carries its `QImage`.
        left: The user wants none.
        failed: There is no portal, or no picture that can be read.
    """

    taken = Signal(object)
    left = Signal()
    failed = Signal()

    def __init__(self, bus: SessionBus, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bus = bus
        self._requests = PortalRequests(bus)

    def ask(self) -> None:
        """Let the user choose; returns at once."""
        if self._bus.is_open:
            have_identity()
        self._requests.register(lambda _reply: self._ask())

    def _ask(self) -> None:
        options = {"interactive": ("b", True)}
        self._requests.ask(
            SCREENSHOT, "Screenshot", "sa{sv}", ("",), options=options, then=self._answered
        )

    def _answered(self, code: int, results: Mapping[str, tuple[str, Any]]) -> None:
        self._bus.close()
        if code == DECLINED:
            self.left.emit()
            return
        file = QUrl(str(results.get("uri", ("s", ""))[1])).toLocalFile()
        image = QImage(file) if file else QImage()
        if image.isNull():
            self.failed.emit()
        else:
            self.taken.emit(image)
