"""Clipboard and screen of the user, as the tools of the model use them.

Both are touched on the GUI thread alone; pictures are scaled and packed on another one.
"""

import asyncio
from typing import Final

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSize, Qt
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QWidget

from assistant.channels.desktop.app.gui_executor import GuiExecutor
from assistant.errors import ToolError
from assistant.tools.system.host_access import ClipboardContent, Screenshot, What

MAX_CLIPBOARD_CHARACTERS: Final = 1_000_000
"""What is taken of a text on the clipboard."""
LONGEST: Final = 1_568
"""Pixels of the longer side of a picture; larger ones are scaled down by the model's service."""
MAX_PNG: Final = 3_500_000
"""Bytes of a picture; in base64 it stays below the 5 MB that services take."""
DIALOGS_GONE_S: Final = 0.3
"""After the user confirmed, until the dialog is gone from the screen."""


class DesktopClipboard:
    """Implements `Clipboard` with Qt's.

    Args:
        calls: Leads to the GUI thread.
    """

    unavailable: str | None = None

    def __init__(self, *, calls: GuiExecutor) -> None:
        self._calls = calls

    async def read(self) -> ClipboardContent:
        """Return what it holds."""
        return await asyncio.wrap_future(self._calls.submit(_clipping))

    async def write(self, text: str) -> None:
        """Put a text on it.

        Raises:
            ToolError: If the system did not take it.
        """
        if not await asyncio.wrap_future(self._calls.submit(lambda: _put(text))):
            raise ToolError("The system did not take the text onto its clipboard.")


def _clipping() -> ClipboardContent:
    held = QGuiApplication.clipboard().mimeData()
    if not held.hasText():
        return ClipboardContent(text=None, kinds=tuple(held.formats()))
    return ClipboardContent(
        text=held.text()[:MAX_CLIPBOARD_CHARACTERS], kinds=tuple(held.formats())
    )


def _put(text: str) -> bool:
    clipboard = QGuiApplication.clipboard()
    clipboard.setText(text)
    return clipboard.ownsClipboard() or clipboard.text() == text


class DesktopScreen:
    """Implements `ScreenCapture` with Qt.

    Args:
        calls: Leads to the GUI thread.
        window: Parley's window.
        settle_s: How long the confirming dialog may take to be gone.
    """

    unavailable: str | None = None

    def __init__(
        self, *, calls: GuiExecutor, window: QWidget, settle_s: float = DIALOGS_GONE_S
    ) -> None:
        self._calls = calls
        self._window = window
        self._settle_s = settle_s

    async def take(self, what: What) -> Screenshot:
        """Take a picture.

        Raises:
            ToolError: If the system gives none.
        """
        if what == "screen":
            await asyncio.sleep(self._settle_s)
            image = await asyncio.wrap_future(self._calls.submit(self._screen))
        else:
            image = await asyncio.wrap_future(self._calls.submit(self._own))
        return await asyncio.to_thread(encoded_for_model, image)

    def _own(self) -> QImage:
        return self._window.grab().toImage()

    def _screen(self) -> QImage:
        screen = self._window.screen() or QGuiApplication.primaryScreen()
        return screen.grabWindow(0).toImage()


def encoded_for_model(image: QImage) -> Screenshot:
    """Return a picture in a size that a model takes; any thread.

    Raises:
        ToolError: If there is nothing to be seen in it.
    """
    if image.isNull() or is_black(image):
        raise ToolError(
            "The system does not let programs see the screen (Wayland allows it to its own tool"
            " alone), so the picture is black.",
            hint='Take what="window", or ask the person for a picture of their own.',
        )
    longest = LONGEST
    while True:
        shown = image
        if max(image.width(), image.height()) > longest:
            shown = image.scaled(
                QSize(longest, longest),
                Qt.AspectRatioMode.KeepAspectRatio,
                Qt.TransformationMode.SmoothTransformation,
            )
        png = _png(shown)
        if len(png) <= MAX_PNG:
            return Screenshot(png=png, width=shown.width(), height=shown.height())
        longest = max(shown.width(), shown.height()) * 3 // 4


def is_black(image: QImage) -> bool:
    """Whether a picture is black all over, or nothing but transparent."""
    small = image.scaled(64, 64, Qt.AspectRatioMode.IgnoreAspectRatio).convertToFormat(
        QImage.Format.Format_RGB32
    )
    return all(
        small.pixel(x, y) & 0xFFFFFF == 0
        for y in range(small.height())
        for x in range(small.width())
    )


def _png(image: QImage) -> bytes:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.convertToFormat(QImage.Format.Format_RGB888).save(buffer, "PNG")  # pyright: ignore[reportCallIssue, reportArgumentType]
    return bytes(QByteArray(buffer.data()).data())
