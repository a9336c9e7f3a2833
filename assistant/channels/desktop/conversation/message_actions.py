"""What the user can do with words they said: change them, and go to other versions of them."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from assistant.channels.desktop.widgets.buttons import IconButton
from assistant.channels.desktop.widgets.icons import Icon
from assistant.channels.desktop.widgets.labels import plain_label
from assistant.channels.desktop.widgets.layouts import hbox
from assistant.channels.desktop.widgets.theme import Theme
from assistant.locale import _


class MessageActions(QWidget):
    """Stands below words of the user's: a button to change them, and "‹ 2 / 3 ›".

    Attributes:
        place: Says which version this is.

    Signals:
        edit_wanted: They want to change the message of this id.
        branch_wanted: They want the branch that holds the message of this id.
    """

    edit_wanted = Signal(str)
    branch_wanted = Signal(str)

    def __init__(self, *, theme: Theme) -> None:
        super().__init__()
        self._message_id = ""
        self._siblings: tuple[str, ...] = ()
        self.setObjectName("message_actions")

        def button(icon: Icon, name: str, text: str, on_click: Callable[[], None]) -> IconButton:
            made = IconButton(
                icon, theme=theme, name=name, size=14, role="quiet", on_click=on_click
            )
            made.setFixedSize(24, 24)
            made.describe(text)
            return made

        self.back_button = button(
            Icon.CHEVRON_LEFT, "branch_back", _("The version before"), lambda: self._step(-1)
        )
        self.place = plain_label(role="description", wraps=False)
        self.place.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.on_button = button(
            Icon.CHEVRON_RIGHT, "branch_on", _("The next version"), lambda: self._step(1)
        )
        self.edit_button = button(
            Icon.PENCIL,
            "edit_message",
            _("Edit and send again"),
            lambda: self.edit_wanted.emit(self._message_id),
        )
        hbox(self.back_button, self.place, self.on_button, 4, self.edit_button, inside=self, gap=0)
        self.hide()

    def show_message(self, message_id: str, siblings: Sequence[str] = ()) -> None:
        """Belong to a message; `siblings` are all versions of it, itself among them.

        Without an id nothing can be done: it is not stored yet.
        """
        self._message_id = message_id
        self._siblings = tuple(siblings) if message_id in siblings and len(siblings) > 1 else ()
        self.setVisible(bool(message_id))
        has_branches = bool(self._siblings)
        for widget in (self.back_button, self.place, self.on_button):
            widget.setVisible(has_branches)
        if has_branches:
            number, count = self._number + 1, len(self._siblings)
            self.place.setText(f"{number} / {count}")
            self.place.setAccessibleName(_("Version {n} of {count}").format(n=number, count=count))
            self.back_button.setEnabled(number > 1)
            self.on_button.setEnabled(number < count)

    @property
    def _number(self) -> int:
        """Which of the versions this is, from 0."""
        return self._siblings.index(self._message_id)

    def _step(self, by: int) -> None:
        place = self._number + by
        if 0 <= place < len(self._siblings):
            self.branch_wanted.emit(self._siblings[place])
