"""What a dialog shows once its question is over: answered here, elsewhere, too late, or for nobody."""

from collections.abc import Sequence
from enum import Enum
from typing import Final

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QFrame, QWidget

from assistant.channels.desktop.widgets.buttons import push_button
from assistant.channels.desktop.widgets.labels import plain_label, restyle
from assistant.channels.desktop.widgets.layouts import STRETCH, hbox, vbox
from assistant.locale import _

FLASH_MS: Final = 180


class OutcomeTone(Enum):
    """How an outcome looks."""

    SUCCESS = "success"
    PLAIN = "plain"
    WARNING = "warning"


class OutcomeFrame(QFrame):
    """A box with what became of the question.

    Signals:
        reopen: Open the question again that timed out.
        end: Let it be.
    """

    reopen = Signal()
    end = Signal()

    def __init__(
        self, lines: Sequence[str], *, tone: OutcomeTone, can_reopen: bool = False
    ) -> None:
        super().__init__()
        self.setObjectName("settled")
        self.setProperty("tone", tone.value)
        self.setAccessibleName("\n".join(lines))
        role = "success" if tone is OutcomeTone.SUCCESS else ""
        labels = [plain_label(line, role=role) for line in lines]
        inner = vbox(*labels, inside=self, gap=4, margins=(14, 10, 14, 10))
        if can_reopen:
            end = push_button("end_question", _("End"), on_click=self.end)
            reopen = push_button(
                "reopen_question", _("Reopen"), role="primary", on_click=self.reopen
            )
            inner.addLayout(hbox(STRETCH, end, reopen))

    def flash(self) -> None:
        """Light up for a moment."""
        self._set_flash("true")
        QTimer.singleShot(FLASH_MS, self, lambda: self._set_flash("false"))

    def _set_flash(self, value: str) -> None:
        self.setProperty("flash", value)
        restyle(self)
        for label in self.findChildren(QWidget):
            restyle(label)
