"""Pictures in a conversation: shown small, opened larger. Nothing is ever fetched to show one."""

import base64
import binascii
from typing import Final

from PySide6.QtCore import (
    QBuffer,
    QByteArray,
    QIODevice,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QImage, QImageReader, QPixmap
from PySide6.QtWidgets import QDialog, QMenu, QScrollArea, QToolButton, QWidget
from typing_extensions import override

from assistant.channels.desktop.widgets.labels import plain_label, plain_tip
from assistant.channels.desktop.widgets.layouts import vbox
from assistant.channels.desktop.widgets.pool_work import run_in_pool
from assistant.channels.desktop.widgets.theme import Theme
from assistant.locale import _
from assistant.protocol.messages import ImagePart

FORMATS: Final = {
    "image/png": b"png",
    "image/jpeg": b"jpeg",
    "image/gif": b"gif",
    "image/webp": b"webp",
}
"""Pictures that are shown. Formats that can hold references or programs (SVG, PDF) are not."""
MOST_WIDE: Final = 420
MOST_HIGH: Final = 280
_MOST_PIXELS: Final = 4096
"""A picture is not decoded larger than this in either direction."""


def decoded(image: ImagePart) -> QImage:
    """Return a picture, scaled down if it is huge; a null image if it cannot be read.

    May be called on any thread.
    """
    form = FORMATS.get(image.media_type)
    if form is None:
        return QImage()
    try:
        data = base64.b64decode(image.data, validate=True)
    except (binascii.Error, ValueError):
        return QImage()
    buffer = QBuffer()
    buffer.setData(QByteArray(data))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer, QByteArray(form))
    reader.setAutoTransform(True)
    size = reader.size()
    if max(size.width(), size.height()) > _MOST_PIXELS:
        most = QSize(_MOST_PIXELS, _MOST_PIXELS)
        reader.setScaledSize(size.scaled(most, Qt.AspectRatioMode.KeepAspectRatio))
    return reader.read()


class ImageView(QToolButton):
    """A picture, scaled to fit the conversation; a click or a key opens it.

    The menu opens it too, copies it, and saves it as it came.

    Signals:
        wanted: The user wants to see it larger; carries the `QImage`.
        save_wanted: They want it as a file; carries the `ImagePart`.
    """

    wanted = Signal(object)
    save_wanted = Signal(object)

    def __init__(
        self,
        *,
        theme: Theme,
        image: ImagePart,
        most: QSize = QSize(MOST_WIDE, MOST_HIGH),  # noqa: B008  # never changed
    ) -> None:
        super().__init__()
        self._part, self._most = image, most
        self._image: QImage | None = None
        """None while it is being decoded."""
        self.setObjectName("image")
        self.setProperty("role", "image")
        self.setFixedSize(160, 60)
        self.setEnabled(False)
        self._theme = theme
        self.clicked.connect(lambda: self.wanted.emit(self._image))
        self._describe()
        # A large picture takes longer than a frame.
        run_in_pool(lambda: decoded(image), then=self._show, owner=self)

    @property
    def is_shown(self) -> bool:
        """Whether there is a picture to be seen."""
        return self._image is not None and not self._image.isNull()

    def _show(self, image: QImage) -> None:
        self._image = image
        self.setEnabled(not image.isNull())
        if not image.isNull():
            ratio = self.devicePixelRatioF()
            room = self._most
            size = image.size()
            if size.width() > room.width() or size.height() > room.height():
                size = size.scaled(room, Qt.AspectRatioMode.KeepAspectRatio)
            small = image.scaled(
                size * ratio,
                Qt.AspectRatioMode.IgnoreAspectRatio,
                Qt.TransformationMode.SmoothTransformation,
            )
            picture = QPixmap.fromImage(small)
            picture.setDevicePixelRatio(ratio)
            self.setIcon(picture)
            self.setIconSize(size)
            self.setFixedSize(size + QSize(8, 8))
        self._describe()

    def _describe(self) -> None:
        if self._image is None:
            self.setText(_("Loading the picture…"))
        elif self._image.isNull():
            self.setText(_("This picture cannot be shown."))
            self.setFixedSize(self.sizeHint().expandedTo(QSize(160, 40)))
        else:
            self.setText("")
            size = self._image.size()
            name = _("Picture, {width} by {height}. Open it larger")
            described = name.format(width=size.width(), height=size.height())
            file = self._part.name
            self.setAccessibleName(f"{file}: {described}" if file else described)
            self.setToolTip(plain_tip(file or _("Open it larger")))

    @override
    def contextMenuEvent(self, arg__1: QContextMenuEvent) -> None:
        self.menu_of_picture().popup(arg__1.globalPos())

    def menu_of_picture(self) -> QMenu:
        """Return what can be done with it."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if self.is_shown:
            menu.addAction(_("Open it larger"), lambda: self.wanted.emit(self._image))
            menu.addAction(_("Copy the picture"), self._copy)
        menu.addAction(_("Save the picture…"), lambda: self.save_wanted.emit(self._part))
        return menu

    def _copy(self) -> None:
        if self._image is not None:
            QGuiApplication.clipboard().setImage(self._image)


class ImageDialog(QDialog):
    """A picture as large as the window; it scrolls if it is larger."""

    def __init__(self, *, image: QImage, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(_("Picture"))
        self.setObjectName("picture")
        self._label = plain_label(wraps=False)
        self._label.setPixmap(QPixmap.fromImage(image))
        self._label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._label.setAccessibleName(_("Picture"))
        area = QScrollArea()
        area.setWidget(self._label)
        area.setWidgetResizable(True)
        vbox(area, inside=self)
        around = parent.size() if parent is not None else QSize(900, 700)
        self.resize(image.size().boundedTo(around) + QSize(4, 4))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
