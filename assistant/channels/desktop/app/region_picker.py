"""A part of the screen as a picture that goes with the message.

The screen is taken once, without Parley's window, and shown for choosing: what is chosen is what
was seen. Where the system shows programs nothing (Wayland), the desktop's portal lets the user choose.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QPoint, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QGuiApplication,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from assistant.channels.desktop.widgets.theme import Theme
from assistant.locale import _
from assistant.protocol.notices import Notice

if TYPE_CHECKING:
    from assistant.channels.desktop.app.portal_screenshot import PortalScreenshot

WINDOW_GONE_MS: Final = 300
"""Until Parley's window is gone from the screen."""
_LEAST_PX: Final = 6
"""A smaller region is a click that meant nothing."""
_SHADE: Final = QColor(0, 0, 0, 110)
_PLATE: Final = QColor(0, 0, 0, 210)


class RegionPicker(QWidget):
    """The screen as it was, over the screen: a region is drawn with the mouse, Enter takes all.

    Signals:
        picked: A region was chosen; carries its `QImage`.
        left: The user wants none.
    """

    picked = Signal(object)
    left = Signal()

    def __init__(self, *, screen: QImage, theme: Theme) -> None:
        super().__init__(None, Qt.WindowType.FramelessWindowHint | Qt.WindowType.Tool)
        self.setObjectName("region_picker")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(_("Choose a part of the screen"))
        self.setAccessibleName(_("Choose a part of the screen"))
        self.setAccessibleDescription(_("Enter takes all of it, Esc none."))
        self.setCursor(Qt.CursorShape.CrossCursor)
        self.setMouseTracking(True)
        self._screen = screen
        self._colour = QColor(theme.tokens.primary)
        self._from: QPoint | None = None
        self._region = QRect()
        self._is_done = False

    def _finish(self, region: QRect | None) -> None:
        if self._is_done:
            return
        self._is_done = True
        if region is None:
            self.left.emit()
        else:
            across = self._screen.width() / max(1, self.width())
            down = self._screen.height() / max(1, self.height())
            place = QPoint(round(region.x() * across), round(region.y() * down))
            size = QSize(round(region.width() * across), round(region.height() * down))
            self.picked.emit(self._screen.copy(QRect(place, size)))
        self.close()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self._finish(None)
        elif event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self._finish(self.rect())
        else:
            super().keyPressEvent(event)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._from = event.position().toPoint()
            self._region = QRect()
        else:
            self._finish(None)

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._from is not None:
            here = event.position().toPoint()
            corner = QPoint(min(self._from.x(), here.x()), min(self._from.y(), here.y()))
            size = QSize(abs(here.x() - self._from.x()), abs(here.y() - self._from.y()))
            self._region = QRect(corner, size).intersected(self.rect())
            self.update()

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.mouseMoveEvent(event)
        self._from = None
        if min(self._region.width(), self._region.height()) >= _LEAST_PX:
            self._finish(self._region)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.drawImage(self.rect(), self._screen)
        painter.fillRect(self.rect(), _SHADE)
        if not self._region.isEmpty():
            across = self._screen.width() / max(1, self.width())
            down = self._screen.height() / max(1, self.height())
            region = self._region
            source = QRect(
                round(region.x() * across),
                round(region.y() * down),
                round(region.width() * across),
                round(region.height() * down),
            )
            painter.drawImage(region, self._screen, source)
            painter.setPen(QPen(self._colour, 2))
            painter.drawRect(region)
        painter.setPen(Qt.GlobalColor.white)
        hint = _("Draw around what to attach. Enter takes all of it, Esc none.")
        top = self.rect().adjusted(0, 24, 0, 0)
        how = int(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        painter.fillRect(painter.boundingRect(top, how, hint).adjusted(-12, -6, 12, 6), _PLATE)
        painter.drawText(top, Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop, hint)


class ScreenshotTaker(QObject):
    """Takes a part of the screen for the message.

    Args:
        window: Parley's window; it is away meanwhile.
        theme: Gives the colour of the frame.
        grab: Takes the screen; null if the system gives none.
        by_portal: Makes what asks the desktop for a picture then.
        gone_ms: How long the window may take to be gone.

    Signals:
        taken: A picture was chosen; carries its `QImage`.
        failed: None can be taken; carries the `Notice`.
    """

    taken = Signal(object)
    failed = Signal(object)

    def __init__(
        self,
        *,
        window: QWidget,
        theme: Theme,
        grab: Callable[[QWidget], QImage] | None = None,
        by_portal: "Callable[[QObject], PortalScreenshot] | None" = None,
        gone_ms: int = WINDOW_GONE_MS,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._theme = theme
        self._grab = grab or grabbed_screen
        self._by_portal = by_portal or portal_screenshot
        self._gone_ms = gone_ms
        self.picker: RegionPicker | None = None
        self._asked: PortalScreenshot | None = None

    def take(self) -> None:
        """Let the user choose; returns at once."""
        if self.picker or self._asked or not self._window.isVisible():
            return
        self._window.hide()
        QTimer.singleShot(self._gone_ms, self, self._choose)

    def _choose(self) -> None:
        from assistant.channels.desktop.app.clipboard_and_screen import is_black  # seldom needed

        image = self._grab(self._window)
        if image.isNull() or is_black(image):
            asked = self._asked = self._by_portal(self)
            asked.taken.connect(self._picked)
            asked.left.connect(self._come_back)
            asked.failed.connect(self._fail)
            asked.ask()
            return
        picker = self.picker = RegionPicker(screen=image, theme=self._theme)
        picker.picked.connect(self._picked)
        picker.left.connect(self._come_back)
        screen = self._window.screen() or QGuiApplication.primaryScreen()
        picker.setGeometry(screen.geometry())
        picker.showFullScreen()
        picker.activateWindow()

    def _fail(self) -> None:
        self._come_back()
        self.failed.emit(
            Notice(
                code="no_screenshot",
                text=_("The system does not let programs see the screen."),
                hint=_("Take the picture with the system's own tool, and paste it here."),
            )
        )

    def _picked(self, image: QImage) -> None:
        self._come_back()
        self.taken.emit(image)

    def _come_back(self) -> None:
        self.picker = None
        if self._asked is not None:
            self._asked.deleteLater()
            self._asked = None
        self._window.show()
        self._window.activateWindow()


def portal_screenshot(parent: QObject) -> "PortalScreenshot":
    """Return what asks the desktop of this session."""
    from assistant.channels.desktop.app.portal_screenshot import PortalScreenshot
    from assistant.channels.desktop.notifications.session_bus import open_session_bus

    return PortalScreenshot(open_session_bus(parent), parent)


def grabbed_screen(window: QWidget) -> QImage:
    """Return the screen that a window is on; null where the system gives none."""
    screen = window.screen() or QGuiApplication.primaryScreen()
    return screen.grabWindow(0).toImage()
