"""What is asked before conversations are deleted for good, or written to a file."""

from collections.abc import Callable
from typing import Final

from PySide6.QtWidgets import QButtonGroup, QDialog, QLineEdit, QRadioButton, QWidget

from assistant.channels.desktop.widgets.buttons import push_button
from assistant.channels.desktop.widgets.labels import plain_label, plain_tip
from assistant.channels.desktop.widgets.layouts import STRETCH, hbox, vbox
from assistant.channels.desktop.widgets.model.short_text import elided
from assistant.locale import _
from assistant.protocol.history import FileFormat

_TITLE_LIMIT: Final = 48
"""Characters of a title on a line that cannot be broken."""


class _Asking(QDialog):
    """A question with a button that goes on, and one that does not and has the focus."""

    def __init__(
        self, *, title: str, go_on: str, is_destructive: bool, parent: QWidget | None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setMinimumWidth(400)
        self.cancel_button = push_button("cancel", text=_("Cancel"), on_click=self.reject)
        self.confirm_button = push_button(
            "go_on",
            text=go_on,
            role="danger" if is_destructive else "primary",
            on_click=self.accept,
        )
        self.cancel_button.setAutoDefault(True)
        self.confirm_button.setAutoDefault(not is_destructive)
        buttons = hbox(STRETCH, self.cancel_button, self.confirm_button)
        self.body = vbox(gap=10)
        vbox(self.body, buttons, inside=self, margins=(20, 18, 20, 16), gap=16)
        (self.cancel_button if is_destructive else self.confirm_button).setDefault(True)
        self.finished.connect(self.deleteLater)
        if is_destructive:
            self.cancel_button.setFocus()


class DeleteDialog(_Asking):
    """Asks before one conversation is deleted.

    Args:
        title: Of the conversation, as shown.
        confirmed: Called if the user wants it.
        parent: The window.
    """

    def __init__(
        self, *, title: str, confirmed: Callable[[], None], parent: QWidget | None = None
    ) -> None:
        super().__init__(
            title=_("Delete this conversation?"),
            go_on=_("Delete"),
            is_destructive=True,
            parent=parent,
        )
        self.setObjectName("delete_conversation")
        name = plain_label(f"“{title}”", role="title")
        what = plain_label(
            _(
                "Its messages on every branch, its questions and answers, and what tools gave go"
                " for good. What Parley remembers of you stays."
            )
        )
        self.body.addWidget(name)
        self.body.addWidget(what)
        self.setAccessibleDescription(f"{name.text()} {what.text()}")
        self.accepted.connect(confirmed)


class DeleteEverythingDialog(_Asking):
    """Asks before every conversation is deleted; wants a word to be typed.

    Args:
        confirmed: Called if the user wants it.
        parent: The window.
    """

    def __init__(self, *, confirmed: Callable[[], None], parent: QWidget | None = None) -> None:
        super().__init__(
            title=_("Delete every conversation?"),
            go_on=_("Delete everything"),
            is_destructive=True,
            parent=parent,
        )
        self.setObjectName("delete_everything")
        self._word = _("delete")
        what = plain_label(
            _(
                "Every conversation goes for good: all messages, questions and answers, and what"
                " tools gave. Memory, personas and settings stay."
            )
        )
        ask = plain_label(_("Type “{word}” to go on:").format(word=self._word))
        self.field = QLineEdit()
        self.field.setObjectName("confirm_word")
        self.field.setAccessibleName(ask.text())
        self.field.textChanged.connect(self._typed)
        ask.setBuddy(self.field)
        for widget in (what, ask, self.field):
            self.body.addWidget(widget)
        self.setAccessibleDescription(what.text())
        self.confirm_button.setEnabled(False)
        self.accepted.connect(confirmed)
        self.field.setFocus()

    def _typed(self, text: str) -> None:
        self.confirm_button.setEnabled(text.strip().casefold() == self._word.casefold())


class ExportDialog(_Asking):
    """Asks which conversations are to be written, and how.

    Args:
        title: Of the conversation that can be written alone; empty if it is not known.
        has_one: Whether there is one.
        confirmed: Called with the format, and whether all are wanted.
        parent: The window.
    """

    def __init__(
        self,
        *,
        title: str,
        has_one: bool,
        confirmed: Callable[[FileFormat, bool], None],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(
            title=_("Export"), go_on=_("Choose a file…"), is_destructive=False, parent=parent
        )
        self.setObjectName("export")
        self._confirmed = confirmed
        self.one = QRadioButton(_("This conversation"))
        self.all = QRadioButton(_("All conversations"))
        self.readable = QRadioButton(_("To be read: Markdown, as it is shown"))
        self.complete = QRadioButton(_("To be kept or imported: JSON Lines, with every branch"))
        for title_text, buttons in (
            (_("What"), (self.one, self.all)),
            (_("How"), (self.readable, self.complete)),
        ):
            group = QButtonGroup(self)
            self.body.addWidget(plain_label(title_text, role="section"))
            for button in buttons:
                group.addButton(button)
                self.body.addWidget(button)
        if title:
            self.one.setText(_("“{title}”").format(title=elided(title, _TITLE_LIMIT)))
            self.one.setToolTip(plain_tip(title))
        self.one.setEnabled(has_one)
        (self.one if has_one else self.all).setChecked(True)
        self.readable.setChecked(True)
        self.accepted.connect(self._accepted)
        (self.one if has_one else self.all).setFocus()

    def _accepted(self) -> None:
        form = FileFormat.MARKDOWN if self.readable.isChecked() else FileFormat.JSON_LINES
        self._confirmed(form, self.all.isChecked())
