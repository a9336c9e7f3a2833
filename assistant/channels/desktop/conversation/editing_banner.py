"""The line above the input field that says that an earlier message is being changed."""

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget
from typing_extensions import override

from assistant.channels.desktop.widgets.elided_label import ElidedLabel
from assistant.channels.desktop.widgets.icons import Icon
from assistant.channels.desktop.widgets.labels import plain_label
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
        self._theme = theme
        self.setObjectName("editing")
        self._chip = plain_label(role="chip")
        self._chip.setWordWrap(False)
        self._words = ElidedLabel(role="secondary")
        self.leave_button = QToolButton()
        self.leave_button.setObjectName("leave_editing")
        self.leave_button.setIconSize(QSize(14, 14))
        self.leave_button.clicked.connect(self.left)
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 2, 2, 0)
        row.setSpacing(8)
        row.addWidget(self._chip)
        row.addWidget(self._words, 1)
        row.addWidget(self.leave_button)
        self.hide()
        theme.changed.connect(self._repaint_icon)
        self._repaint_icon()
        self.retranslate()

    @property
    def text(self) -> str:
        """What it says."""
        return f"{self._chip.text()}: {self._words.text()}"

    @override
    def retranslate(self) -> None:
        self._chip.setText(_("Changing a message"))
        self._words.set_text(_("What came after it stays on a branch of its own."))
        self.leave_button.setToolTip(_("Leave it as it was (Esc)"))
        self.leave_button.setAccessibleName(_("Leave it as it was"))

    def _repaint_icon(self) -> None:
        self.leave_button.setIcon(self._theme.icon(Icon.CLOSE))
