"""The line above the input field that says that an earlier message is being changed."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from assistant.channels.desktop.widgets.buttons import IconButton
from assistant.channels.desktop.widgets.icons import Icon
from assistant.channels.desktop.widgets.labels import ElidedLabel, plain_label
from assistant.channels.desktop.widgets.layouts import hbox
from assistant.channels.desktop.widgets.theme import Theme
from assistant.channels.desktop.widgets.translated import Translated
from assistant.locale import _


class EditingBanner(Translated, QWidget):
    """Says that the words in the input line take the place of others.

    Signals:
        left: The user wants to leave them as they were.
    """

    left = Signal()

    def __init__(self, *, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("editing")
        self._chip = plain_label(role="chip", wraps=False)
        self._words = ElidedLabel(role="secondary")
        self.leave_button = IconButton(
            Icon.CLOSE, theme=theme, name="leave_editing", size=14, on_click=self.left
        )
        parts = (self._chip, (self._words, 1), self.leave_button)
        hbox(*parts, inside=self, gap=8, margins=(8, 2, 2, 0))
        self.hide()
        self.retranslate()

    @property
    def text(self) -> str:
        """What it says."""
        return f"{self._chip.text()}: {self._words.text()}"

    @override
    def retranslate(self) -> None:
        self._chip.setText(_("Changing a message"))
        self._words.set_text(_("What came after it stays on a branch of its own."))
        self.leave_button.describe(_("Leave it as it was (Esc)"), _("Leave it as it was"))
