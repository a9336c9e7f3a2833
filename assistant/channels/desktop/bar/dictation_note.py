"""What was dictated and could not be typed, in the bar: to copy, or to put away."""

from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from assistant.channels.desktop.widgets.buttons import push_button
from assistant.channels.desktop.widgets.labels import plain_label
from assistant.channels.desktop.widgets.layouts import STRETCH, hbox, vbox
from assistant.channels.desktop.widgets.model.short_text import elided
from assistant.locale import _

_SHOWN: Final = 300
"""Characters."""


class DictationNote(QWidget):
    """GUI thread. Hidden while there is nothing to offer.

    Signals:
        copied: The user wants the words in the clipboard; carries them.
        dismissed: They want them away.
    """

    copied = Signal(str)
    dismissed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._text = ""
        self.words: Final = plain_label(name="bar_dictated")
        """Stands above it, in the bar's own rows, which know how high it is."""
        self._copy = push_button("bar_copy", _("Copy"), on_click=self._copy_words)
        self._dismiss = push_button("bar_dismiss", _("Put away"), on_click=self.dismissed)
        vbox(hbox(STRETCH, self._copy, self._dismiss, gap=8), inside=self)
        self.words.hide()
        self.hide()

    def offer(self, text: str) -> None:
        """Offer words; none hides it."""
        self._text = text
        self.words.setText(elided(text, _SHOWN))
        self.words.setVisible(bool(text))
        self._copy.setText(_("Copy"))
        self._dismiss.setText(_("Put away"))
        self.setVisible(bool(text))

    def _copy_words(self) -> None:
        self.copied.emit(self._text)
