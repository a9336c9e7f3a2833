"""One page of the settings window, and the texts that stand on pages."""

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QFrame, QLayout, QWidget
from typing_extensions import override

from assistant.channels.desktop.settings.fields import TranslatedText
from assistant.channels.desktop.widgets.icons import Icon
from assistant.channels.desktop.widgets.labels import plain_label
from assistant.channels.desktop.widgets.layouts import take_widgets, vbox
from assistant.channels.desktop.widgets.translated import Translated
from assistant.protocol.events import EngineEvent


class SettingsPage(Translated, QWidget):
    """A page: what it is called in the window's list, and its parts from top to bottom.

    Args:
        name: Stable name, to open the page by.
        title: Stands in the list and above the page.
        icon: Stands before the title in the list.
        gap: Between the parts, in logical pixels.

    Signals:
        refused: What the user did here was not done, which the page shows; carries why.
    """

    refused = Signal(str)

    def __init__(self, *, name: str, title: TranslatedText, icon: Icon, gap: int = 14) -> None:
        super().__init__()
        self.setObjectName("column")
        self.name = name
        self.icon = icon
        self._title = title
        self._box = vbox(inside=self, gap=gap)

    @property
    def title(self) -> str:
        """In the interface's language of the moment."""
        return self._title()

    def load(self) -> None:
        """Show the values in use; called whenever the window opens."""

    def apply(self) -> None:
        """Save what is not saved yet; called when the window closes."""

    @Slot(object)
    def handle(self, event: EngineEvent) -> None:
        """Take one event of the engine's; those about something else do nothing."""

    @override
    def retranslate(self) -> None:
        """Take the words of the interface's language; what stands on a page may do so itself."""


def clear_layout(box: QLayout) -> None:
    """Take every widget out of a box and away."""
    for widget in take_widgets(box):
        widget.deleteLater()


class SettingsNote(Translated, QFrame):
    """A paragraph on a page, or the heading of a group of fields."""

    def __init__(self, text: TranslatedText, *, is_heading: bool = False) -> None:
        super().__init__()
        self._text = text
        self._label = plain_label(role="section" if is_heading else "secondary")
        if not is_heading:
            self.setProperty("role", "panel")
        margins = (0, 12, 0, 0) if is_heading else (14, 10, 14, 10)
        vbox(self._label, inside=self, margins=margins)
        self.retranslate()

    @override
    def retranslate(self) -> None:
        self._label.setText(self._text())
