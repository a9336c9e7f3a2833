"""One line above the input line about questions that wait without being asked."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame
from typing_extensions import override

from assistant.channels.desktop.questions.model.pending_questions import PendingItem, PendingState
from assistant.channels.desktop.widgets.buttons import push_button
from assistant.channels.desktop.widgets.labels import ElidedLabel
from assistant.channels.desktop.widgets.layouts import hbox
from assistant.channels.desktop.widgets.model.short_text import elided
from assistant.channels.desktop.widgets.translated import Translated
from assistant.locale import _


class PendingStrip(Translated, QFrame):
    """A line above the input line for questions that nobody is being asked at the moment.

    Signals:
        answer: The user wants to answer the set of this id.
        show_all: They want the list.
    """

    answer = Signal(str)
    show_all = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._items: tuple[PendingItem, ...] = ()
        self.setObjectName("pending")
        self._words = ElidedLabel()
        self._all = push_button("show_questions", role="link", on_click=self.show_all)
        self._answer = push_button("open_question", on_click=self.open_first)
        hbox((self._words, 1), self._all, self._answer, inside=self, gap=4, margins=(12, 6, 7, 6))
        self.hide()

    @property
    def text(self) -> str:
        """What is shown."""
        return self._words.text()

    @property
    def has_items(self) -> bool:
        """Whether there is anything to name."""
        return bool(self._items)

    def show_items(self, items: Sequence[PendingItem]) -> None:
        """Name those of these questions that wait without being asked."""
        rest = {PendingState.PUT_OFF, PendingState.RESTORED}
        self._items = tuple(item for item in items if item.standing in rest)
        self.retranslate()

    def open_first(self) -> None:
        """Answer the oldest of them."""
        if self._items:
            self.answer.emit(self._items[0].id)

    @override
    def retranslate(self) -> None:
        self._answer.setText(_("Answer"))
        self._all.setText(_("Show all"))
        if not self._items:
            return
        first = elided(" ".join(self._items[0].questions.questions[0].text.split()), 90)
        more = len(self._items) - 1
        if more:
            first = _("{question} (and {n} more)").format(question=first, n=more)
        self._words.set_text(_("Waits for you: {question}").format(question=first))
        self._all.setVisible(bool(more))
        self._answer.setAccessibleDescription(first)
