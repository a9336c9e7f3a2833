"""What the user can do with words they said: change them, and go to other versions of them."""

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QToolButton, QWidget
from typing_extensions import override

from assistant.channels.desktop.widgets.icons import Icon
from assistant.channels.desktop.widgets.labels import bare_label, plain_tip
from assistant.channels.desktop.widgets.theme import Theme
from assistant.channels.desktop.widgets.translated import Translated
from assistant.locale import _


class MessageActions(Translated, QWidget):
    """Stands below words of the user's: a button to change them, and "‹ 2 / 3 ›".

    Signals:
        edit_wanted: They want to change the message of this id.
        branch_wanted: They want the branch that holds the message of this id.
    """

    edit_wanted = Signal(str)
    branch_wanted = Signal(str)

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._message_id = ""
        self._siblings: tuple[str, ...] = ()
        self.setObjectName("message_actions")
        self.back_button = self._button("branch_back")
        self.back_button.clicked.connect(lambda: self._step(-1))
        self._place = bare_label()
        self._place.setProperty("role", "description")
        self._place.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.on_button = self._button("branch_on")
        self.on_button.clicked.connect(lambda: self._step(1))
        self.edit_button = self._button("edit_message")
        self.edit_button.clicked.connect(lambda: self.edit_wanted.emit(self._message_id))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.back_button)
        row.addWidget(self._place)
        row.addWidget(self.on_button)
        row.addSpacing(4)
        row.addWidget(self.edit_button)
        self.hide()
        theme.changed.connect(self._repaint_icons)
        self._repaint_icons()

    @staticmethod
    def _button(name: str) -> QToolButton:
        button = QToolButton()
        button.setObjectName(name)
        button.setProperty("role", "quiet")
        button.setIconSize(QSize(14, 14))
        button.setFixedSize(24, 24)
        return button

    @property
    def place(self) -> QLabel:
        """Says which version this is."""
        return self._place

    def show_message(self, message_id: str, siblings: Sequence[str] = ()) -> None:
        """Belong to a message; `siblings` are all versions of it, itself among them.

        Without an id nothing can be done: it is not stored yet.
        """
        self._message_id = message_id
        self._siblings = tuple(siblings) if message_id in siblings and len(siblings) > 1 else ()
        self.setVisible(bool(message_id))
        self.retranslate()

    @property
    def _number(self) -> int:
        """Which of the versions this is, from 0."""
        return self._siblings.index(self._message_id)

    def _step(self, by: int) -> None:
        place = self._number + by
        if 0 <= place < len(self._siblings):
            self.branch_wanted.emit(self._siblings[place])

    @override
    def retranslate(self) -> None:
        has_branches = bool(self._siblings)
        for widget in (self.back_button, self._place, self.on_button):
            widget.setVisible(has_branches)
        if has_branches:
            number, count = self._number + 1, len(self._siblings)
            self._place.setText(f"{number} / {count}")
            self._place.setAccessibleName(_("Version {n} of {count}").format(n=number, count=count))
            self.back_button.setEnabled(number > 1)
            self.on_button.setEnabled(number < count)
        for button, text in (
            (self.back_button, _("The version before")),
            (self.on_button, _("The next version")),
            (self.edit_button, _("Edit and send again")),
        ):
            button.setToolTip(plain_tip(text))
            button.setAccessibleName(text)

    def _repaint_icons(self) -> None:
        self.back_button.setIcon(self._theme.icon(Icon.CHEVRON_LEFT))
        self.on_button.setIcon(self._theme.icon(Icon.CHEVRON_RIGHT))
        self.edit_button.setIcon(self._theme.icon(Icon.PENCIL))
