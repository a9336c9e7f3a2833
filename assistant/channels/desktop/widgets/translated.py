"""Widgets whose words follow the language of the interface."""

from abc import abstractmethod
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent
from typing_extensions import override

from assistant.locale import InterfaceLanguage, current_language

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    _Widget = QWidget
else:
    _Widget = object


class Translated(_Widget):
    """Takes its words anew when the language changes; stands before the widget's own class."""

    _language: InterfaceLanguage | None = None
    """That of its words; None before it changed for the first time."""

    @abstractmethod
    def retranslate(self) -> None:
        """Take the words of the interface's language."""

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        is_other = (
            event.type() == QEvent.Type.LanguageChange and self._language != current_language()
        )
        if is_other:  # Qt tells of its own translator as well
            self._language = current_language()
            self.retranslate()
