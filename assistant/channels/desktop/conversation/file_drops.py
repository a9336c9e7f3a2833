"""Files and pictures that are dropped anywhere in the window go with the message."""

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from assistant.channels.desktop.conversation.composer import MessageComposer
from assistant.channels.desktop.conversation.offered_files import holds_files
from assistant.channels.desktop.widgets.labels import restyle


class FileDrops(QObject):
    """Takes what is dropped on a window and no part of it takes by itself."""

    def __init__(self, *, window: QWidget, composer: MessageComposer) -> None:
        super().__init__(window)
        self._composer = composer
        window.setAcceptDrops(True)
        window.installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        match event:
            case QDragEnterEvent() | QDragMoveEvent() if event.type() != QEvent.Type.Drop:
                if not holds_files(event.mimeData()):
                    return False
                event.acceptProposedAction()
                self._mark(is_dropping=True)
                return True
            case QDropEvent():
                self._mark(is_dropping=False)
                if not self._composer.take_files(event.mimeData()):
                    return False
                event.acceptProposedAction()
                return True
            case _ if event.type() == QEvent.Type.DragLeave:
                self._mark(is_dropping=False)
            case _:
                pass
        return False

    def _mark(self, *, is_dropping: bool) -> None:
        if bool(self._composer.property("dropping")) is not is_dropping:
            self._composer.setProperty("dropping", is_dropping)
            restyle(self._composer)
