"""The files of a message of the user's, as the conversation shows them: at the right, above it."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QToolButton, QWidget

from assistant.attachments.model.size_text import size_text
from assistant.channels.desktop.conversation.image_view import ImageView
from assistant.channels.desktop.widgets.icons import Icon
from assistant.channels.desktop.widgets.labels import plain_tip
from assistant.channels.desktop.widgets.layouts import STRETCH, hbox, vbox
from assistant.channels.desktop.widgets.model.short_text import short_file_name
from assistant.channels.desktop.widgets.theme import Theme
from assistant.locale import _
from assistant.protocol.messages import Attachment, DocumentPart, ImagePart

_SMALL: Final = QSize(150, 110)
"""Of each picture, where there are several."""
_IN_A_ROW: Final = 2


class DocumentButton(QToolButton):
    """A document: its name and how long it is; a click or a key opens it."""

    def __init__(self, *, theme: Theme, document: DocumentPart) -> None:
        super().__init__()
        self._theme = theme
        self.setObjectName("document")
        self.setProperty("role", "image")
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setIconSize(QSize(20, 20))
        self.setText(f"{short_file_name(document.name)} · {size_text(document)}")
        self.setToolTip(plain_tip(document.name))
        self.setAccessibleName(
            _("{name}, {size}. Open it").format(name=document.name, size=size_text(document))
        )
        theme.changed.connect(self._repaint)
        self._repaint()

    def _repaint(self) -> None:
        self.setIcon(self._theme.icon(Icon.FILE, self._theme.tokens.text_secondary))


class SentFiles(QWidget):
    """The files, pictures first.

    Signals:
        image_wanted: The user wants to see a picture larger; carries its `QImage`.
        document_wanted: The user wants to read a document; carries its `DocumentPart`.
        save_wanted: They want one as a file; carries the `Attachment`.
    """

    save_wanted = Signal(object)
    image_wanted = Signal(object)
    document_wanted = Signal(object)

    def __init__(self, *, theme: Theme, attachments: Sequence[Attachment]) -> None:
        super().__init__()
        self._theme = theme
        images = [one for one in attachments if isinstance(one, ImagePart)]
        box = vbox(inside=self, gap=6)
        views = [self._image(one, is_alone=len(images) == 1) for one in images]
        for first in range(0, len(views), _IN_A_ROW):
            box.addLayout(hbox(STRETCH, *views[first : first + _IN_A_ROW], gap=6))
        for one in attachments:
            if isinstance(one, DocumentPart):
                box.addLayout(hbox(STRETCH, self._document(one)))

    def _image(self, image: ImagePart, *, is_alone: bool) -> ImageView:
        view = (
            ImageView(theme=self._theme, image=image)
            if is_alone
            else ImageView(theme=self._theme, image=image, most=_SMALL)
        )
        view.wanted.connect(self.image_wanted)
        view.save_wanted.connect(self.save_wanted)
        return view

    def _document(self, document: DocumentPart) -> DocumentButton:
        button = DocumentButton(theme=self._theme, document=document)
        button.clicked.connect(lambda: self.document_wanted.emit(document))
        save = QAction(_("Save the document…"), button)
        save.triggered.connect(lambda: self.save_wanted.emit(document))
        button.addAction(save)
        button.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        return button
