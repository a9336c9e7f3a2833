"""What stands under words that wait for the turn under way: that they do, and a way to take them back."""

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget
from typing_extensions import override

from assistant.channels.desktop.widgets.icons import Icon
from assistant.channels.desktop.widgets.labels import bare_label
from assistant.channels.desktop.widgets.theme import Theme
from assistant.channels.desktop.widgets.translated import Translated
from assistant.locale import _


class QueuedNote(Translated, QWidget):
    """Says that words wait, with a button that takes them back.

    Signals:
        withdrawn: The user takes the words back.
    """

    withdrawn = Signal()

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._text = ""
        self._label = bare_label()
        self._label.setProperty("role", "description")
        self.button = QToolButton()
        self.button.setObjectName("withdraw")
        self.button.setIconSize(QSize(12, 12))
        self.button.clicked.connect(self.withdrawn)
        box = QHBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(2)
        box.addWidget(self._label)
        box.addWidget(self.button)
        theme.changed.connect(self._repaint_icons)
        self._repaint_icons()
        self.retranslate()

    def set_words(self, text: str) -> None:
        """Name the words to people who cannot see where the button stands."""
        self._text = text
        self.retranslate()

    @override
    def retranslate(self) -> None:
        self._label.setText(_("Queued"))
        self.button.setToolTip(_("Take back, do not send"))
        self.button.setAccessibleName(_("Take back: {text}").format(text=self._text))

    def _repaint_icons(self) -> None:
        self.button.setIcon(self._theme.icon(Icon.CLOSE, self._theme.tokens.text_secondary))
