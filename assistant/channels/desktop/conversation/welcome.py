"""The first screen of an empty conversation."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QToolButton, QVBoxLayout, QWidget
from typing_extensions import override

from assistant.channels.desktop.widgets.labels import plain_label
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
        self._title = plain_label(role="headline")
        self._how = plain_label(role="secondary")
        self._who = plain_label(role="description")
        for label in (self._title, self._how, self._who):
            label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self._suggestions = [QToolButton() for _index in range(3)]
        box = QVBoxLayout(self)
        box.setContentsMargins(24, 24, 24, 24)
        box.setSpacing(10)
        box.addStretch(2)
        box.addWidget(self._title)
        box.addWidget(self._how)
        box.addSpacing(14)
        for button in self._suggestions:
            button.setProperty("role", "suggestion")
            button.clicked.connect(lambda _checked=False, b=button: self.suggested.emit(b.text()))
            box.addWidget(button, 0, Qt.AlignmentFlag.AlignHCenter)
        box.addSpacing(14)
        box.addWidget(self._who)
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

    @override
    def retranslate(self) -> None:
        self._title.setText(_("What can I do for you?"))
        if self._wake_phrase:
            self._how.setText(_("Say “{phrase}”, or type below.").format(phrase=self._wake_phrase))
        else:
            self._how.setText(_("Type below to begin."))
        texts = (
            _("What is the capital of France?"),
            _("Help me choose a weekend trip"),
            _("Explain how rainbows form"),
        )
        for button, text in zip(self._suggestions, texts, strict=True):
            button.setText(text)
        self._who.setText(_("{model} answers.").format(model=self._model) if self._model else "")
