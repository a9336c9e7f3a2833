"""What stands below a text that was changed elsewhere meanwhile: the other text, and which to keep."""

from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame

from assistant.channels.desktop.widgets.buttons import push_button
from assistant.channels.desktop.widgets.labels import plain_label
from assistant.channels.desktop.widgets.layouts import flow, vbox
from assistant.channels.desktop.widgets.text_area import TextArea
from assistant.locale import _


class ConflictFrame(QFrame):
    """Hidden until there is a conflict.

    Args:
        name: What the names of its parts begin with.

    Attributes:
        field: What the file says now.

    Signals:
        keep_mine: The user keeps their words.
        take_theirs: They take what the file says.
    """

    keep_mine = Signal()
    take_theirs = Signal()

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setObjectName(f"{name}_conflict")
        self.setProperty("role", "notice")
        self.setProperty("severity", "warning")
        self.field: Final = TextArea(f"{name}_theirs", read_only=True)
        self.field.setAccessibleName(_("What the file says now"))
        self.mine_button: Final = push_button(
            f"{name}_mine", _("Keep mine"), on_click=self.keep_mine
        )
        self.theirs_button: Final = push_button(
            f"{name}_take_theirs", _("Take what the file says"), on_click=self.take_theirs
        )
        words = plain_label(
            _(
                "The file was changed elsewhere while you were writing. Above are your words, below"
                " is what the file says now."
            )
        )
        buttons = flow(self.mine_button, self.theirs_button)
        vbox(words, (self.field, 1), buttons, inside=self, gap=8, margins=(12, 10, 12, 12))
        self.hide()
