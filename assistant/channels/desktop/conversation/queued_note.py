"""What stands under words that wait for the turn under way: that they do, and a way to take them back."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from assistant.channels.desktop.widgets.buttons import IconButton
from assistant.channels.desktop.widgets.icons import Icon
from assistant.channels.desktop.widgets.labels import plain_label
from assistant.channels.desktop.widgets.layouts import hbox
from assistant.channels.desktop.widgets.theme import Theme
from assistant.locale import _


class QueuedNote(QWidget):
    """Says that words wait, with a button that takes them back.

    Signals:
        withdrawn: The user takes the words back.
    """

    withdrawn = Signal()

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.button = IconButton(
            Icon.CLOSE, theme=theme, name="withdraw", size=12, on_click=self.withdrawn
        )
        label = plain_label(_("Queued"), role="description", wraps=False)
        hbox(label, self.button, inside=self, gap=2)

    def set_words(self, text: str) -> None:
        """Name the words to people who cannot see where the button stands."""
        told = _("Take back: {text}").format(text=text)
        self.button.describe(_("Take back, do not send"), told)
