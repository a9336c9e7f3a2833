"""Widgets whose words follow the language of the interface."""

from abc import abstractmethod
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent
from typing_extensions import override

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    _Widget = QWidget
else:
    _Widget = object


class Translated(_Widget):
    """Takes its words anew when the language changes; stands before the widget's own class."""

    @abstractmethod
    def retranslate(self) -> None:
        """Take the words of the interface's language."""

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
