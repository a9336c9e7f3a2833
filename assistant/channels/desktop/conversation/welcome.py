"""The first screen of an empty conversation."""

from typing import Final

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QToolButton, QWidget
from typing_extensions import override

from assistant.channels.desktop.widgets.covered_page import Covered
from assistant.channels.desktop.widgets.labels import plain_label
from assistant.channels.desktop.widgets.layouts import (
    keep_room_for_scroll_bar,
    scroll_column,
    vbox,
)
from assistant.channels.desktop.widgets.model.model_label import answers_text
from assistant.channels.desktop.widgets.translated import Translated
from assistant.locale import _

_CONTENT_PX: Final = 310
"""How high what stands here is, about."""
_ABOVE: Final = 0.4
"""Share of the room in the window that is above it."""


class Welcome(Translated, QWidget):
    """How to begin, and who answers.

    Its place goes by the height of the window alone: what comes and goes above and below, such as a
    notice, does not move what the user is about to click.

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
        self._covered = Covered()
        self._area, self._column = scroll_column(
            self._title,
            self._how,
            14,
            *((button, Qt.AlignmentFlag.AlignHCenter) for button in self._suggestions),
            14,
            self._who,
            gap=10,
            margins=(24, 0, 24, 24),
        )
        keep_room_for_scroll_bar(self._area)
        vbox(self._area, inside=self)
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

    def cover(self, covered: Covered) -> None:
        """Have other parts covered. Nothing moves, but what they cover can be scrolled to."""
        bar = self._area.verticalScrollBar()
        from_top = bar.value() - self._more_above
        self._covered = covered
        self._place()
        bar.setValue(from_top + self._more_above)

    @property
    def free_below(self) -> int:
        """How much room there is below what stands here, in pixels; 0 or less if none."""
        end = self._who.mapTo(self, QPoint()).y() + self._who.height()
        return self.height() - end

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    @property
    def _free_above(self) -> int:
        """How much is free above what stands here, in pixels."""
        window = self.window()
        wanted = round(_ABOVE * (window.height() - _CONTENT_PX))
        return max(0, wanted - self.mapTo(window, QPoint()).y())

    @property
    def _more_above(self) -> int:
        """How far one must be able to scroll up, in pixels, to see what is covered above."""
        return max(0, self._covered.above - self._free_above)

    def _place(self) -> None:
        more = self._more_above
        self._column.setContentsMargins(24, self._free_above + more, 24, 24 + self._covered.below)
        if (content := self._area.widget()) is not None:
            content.setMinimumHeight(self._area.viewport().height() + more if more else 0)
            self._column.activate()
            wanted = max(
                content.minimumSizeHint().height(), content.heightForWidth(content.width())
            )
            content.resize(content.width(), max(wanted, content.height()))

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
            button.setMinimumWidth(0)
        widest = max(button.sizeHint().width() for button in self._suggestions)
        for button in self._suggestions:
            button.setMinimumWidth(widest)
        self._who.setText(answers_text(self._model) if self._model else "")
