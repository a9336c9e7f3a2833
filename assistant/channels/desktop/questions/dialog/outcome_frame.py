"""What a dialog shows once its question is over: answered here, elsewhere, too late, or for nobody."""

from collections.abc import Sequence
from enum import Enum
from typing import Final

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout

from assistant.channels.desktop.widgets.labels import plain_label, restyle
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
        inner = QVBoxLayout(self)
        inner.setContentsMargins(14, 10, 14, 10)
        inner.setSpacing(4)
        for line in lines:
            inner.addWidget(
                plain_label(line, role="success" if tone is OutcomeTone.SUCCESS else "")
            )
        if can_reopen:
            buttons = QHBoxLayout()
            buttons.addStretch(1)
            for name, text, role, signal in (
                ("end_question", _("End"), "", self.end),
                ("reopen_question", _("Reopen"), "primary", self.reopen),
            ):
                button = QPushButton(text)
                button.setObjectName(name)
                button.setProperty("role", role)
                button.setAutoDefault(False)
                button.setAccessibleName(text)
                button.clicked.connect(signal)
                buttons.addWidget(button)
            inner.addLayout(buttons)

    def flash(self) -> None:
        """Light up for a moment."""
        self._set_flash("true")
        QTimer.singleShot(FLASH_MS, self, lambda: self._set_flash("false"))

    def _set_flash(self, value: str) -> None:
        self.setProperty("flash", value)
        restyle(self)
        for label in self.children():
            if label.isWidgetType():
                restyle(label)  # pyright: ignore[reportArgumentType]
