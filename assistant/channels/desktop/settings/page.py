"""One page of the settings window, and the texts that stand on pages."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QLayout, QWidget

from assistant.channels.desktop.desktop_context import DesktopContext
from assistant.channels.desktop.widgets.icons import Icon
from assistant.channels.desktop.widgets.labels import plain_label
from assistant.channels.desktop.widgets.layouts import take_widgets, vbox
from assistant.protocol.events import EngineEvent


class SettingsPage(QWidget):
    """A page: what it is called in the window's list, and its parts from top to bottom.

    Args:
        context: What it is made with.
        name: Stable name, to open the page by.
        title: Stands in the list and above the page.
        icon: Stands before the title in the list.
        gap: Between the parts, in logical pixels.

    Signals:
        refused: What the user did here was not done, which the page shows; carries why.
    """

    refused = Signal(str)

    def __init__(
        self, context: DesktopContext, *, name: str, title: str, icon: Icon, gap: int = 14
    ) -> None:
        super().__init__()
        self.setObjectName("column")
        self.name = name
        self.title = title
        self.icon = icon
        self._context = context
        self._box = vbox(inside=self, gap=gap)

    def load(self) -> None:
        """Show the values in use; called whenever the window opens."""

    def apply(self) -> None:
        """Save what is not saved yet; called when the window closes."""

    def handle(self, event: EngineEvent) -> None:
        """Take one event of the engine's; those about something else do nothing."""


def clear_layout(box: QLayout) -> None:
    """Take every widget out of a box and away."""
    for widget in take_widgets(box):
        widget.deleteLater()


class SettingsNote(QFrame):
    """A paragraph on a page, or the heading of a group of fields."""

    def __init__(self, text: str, *, is_heading: bool = False) -> None:
        super().__init__()
        if not is_heading:
            self.setProperty("role", "panel")
        margins = (0, 12, 0, 0) if is_heading else (14, 10, 14, 10)
        label = plain_label(text, role="section" if is_heading else "secondary")
        vbox(label, inside=self, margins=margins)
