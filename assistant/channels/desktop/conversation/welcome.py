"""The first screen of an empty conversation."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QToolButton, QWidget
from typing_extensions import override

from assistant.channels.desktop.widgets.labels import plain_label
from assistant.channels.desktop.widgets.layouts import vbox
from assistant.channels.desktop.widgets.model.model_label import model_label
from assistant.channels.desktop.widgets.translated import Translated
from assistant.locale import _


class Welcome(Translated, QWidget):
    """How to begin, and who answers.

    Signals:
        suggested: Words to begin with were chosen.
    """

    suggested = Signal(str)

    def __init__(self, *, wake_phrase: str) -> None:
        super().__init__()
        self._wake_phrase = wake_phrase
        self._model = ""
        self._can_hear = True
        self._title = plain_label(role="headline")
        self._how = plain_label(role="secondary")
        self._who = plain_label(role="description")
        for label in (self._title, self._how, self._who):
            label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self._suggestions = [QToolButton() for _index in range(3)]
        for button in self._suggestions:
            button.setProperty("role", "suggestion")
            button.clicked.connect(lambda _checked=False, b=button: self.suggested.emit(b.text()))
        box = vbox(
            self._title,
            self._how,
            14,
            *((button, Qt.AlignmentFlag.AlignHCenter) for button in self._suggestions),
            14,
            self._who,
            inside=self,
            gap=10,
            margins=(24, 24, 24, 24),
        )
        box.insertStretch(0, 2)
        box.addStretch(3)
        self.retranslate()

    def set_model(self, model: str) -> None:
        """Name the model that answers."""
        self._model = model
        self.retranslate()

    def set_wake_phrase(self, phrase: str) -> None:
        """Name the words that wake the assistant; empty if there are none."""
        self._wake_phrase = phrase
        self.retranslate()

    def set_can_hear(self, can_hear: bool) -> None:
        """Speak of the words that wake the assistant only while somebody can be heard."""
        self._can_hear = can_hear
        self.retranslate()

    @override
    def retranslate(self) -> None:
        self._title.setText(_("What can I do for you?"))
        how = (
            _("Say “{phrase}”, or type below.")
            if self._wake_phrase and self._can_hear
            else _("Type below to begin.")
        )
        self._how.setText(how.format(phrase=self._wake_phrase))
        texts = (
            _("Help me choose a weekend trip"),
            _("Set a timer for ten minutes"),
            _("What is the capital of France?"),
        )
        for button, text in zip(self._suggestions, texts, strict=True):
            button.setText(text)
        who = _("{model} answers.").format(model=model_label(self._model))
        self._who.setText(who if self._model else "")
