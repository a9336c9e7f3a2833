"""What pages of the settings window that show lists are made of."""

from collections.abc import Callable

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget
from typing_extensions import override


class TranslatedPage(QWidget):
    """A page whose words are made anew when the interface's language changes.

    Args:
        arrange: Makes them.
        parent: Where the page is.
    """

    def __init__(self, arrange: Callable[[], None], parent: QWidget) -> None:
        super().__init__(parent)
        self._arrange = arrange
        self.setObjectName("column")

    @override
    def changeEvent(self, arg__1: QEvent) -> None:
        super().changeEvent(arg__1)
        if arg__1.type() == QEvent.Type.LanguageChange:
            self._arrange()


def clear_layout(box: QVBoxLayout) -> None:
    """Take every widget out of a box and away."""
    while (item := box.takeAt(0)) is not None:
        widget = item.widget()
        if widget is not None:
            widget.hide()
            widget.deleteLater()
