"""What is asked before conversations are deleted for good, written to a file or read from one."""

from collections.abc import Callable
from typing import Final

from PySide6.QtWidgets import QButtonGroup, QLineEdit, QRadioButton, QWidget

from assistant.channels.desktop.desktop_context import DesktopContext
from assistant.channels.desktop.history.file_dialogs import all_conversations_file_name, file_name
from assistant.channels.desktop.history.model.date_groups import title_text
from assistant.channels.desktop.widgets.buttons import push_button
from assistant.channels.desktop.widgets.dialogs import FittedDialog
from assistant.channels.desktop.widgets.labels import plain_label, plain_tip
from assistant.channels.desktop.widgets.layouts import dialog_buttons, vbox
from assistant.channels.desktop.widgets.model.short_text import elided
from assistant.locale import _
from assistant.protocol.history import (
    ConversationSummary,
    DeleteConversation,
    DeleteEverything,
    ExportConversations,
    FileFormat,
    ImportConversations,
)

_TITLE_LIMIT: Final = 48
"""Characters of a title on a line that cannot be broken."""


class _Asking(FittedDialog):
    """A question with a button that goes on, and one that does not and has the focus."""

    def __init__(self, *, title: str, go_on: str, is_destructive: bool, parent: QWidget) -> None:
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
        buttons = dialog_buttons(self.cancel_button, self.confirm_button)
        self.body = vbox(gap=10)
        vbox(self.body, buttons, inside=self, margins=(20, 18, 20, 16), gap=16)
        (self.cancel_button if is_destructive else self.confirm_button).setDefault(True)
        self.finished.connect(self.deleteLater)
        if is_destructive:
            self.cancel_button.setFocus()


class DeleteDialog(_Asking):
    """Deletes one conversation if the user confirms it."""

    def __init__(
        self, context: DesktopContext, conversation: ConversationSummary, *, parent: QWidget
    ) -> None:
        super().__init__(
            title=_("Delete this conversation?"),
            go_on=_("Delete"),
            is_destructive=True,
            parent=parent,
        )
        self.setObjectName("delete_conversation")
        name = plain_label(f"“{title_text(conversation.title)}”", role="title")
        what = plain_label(
            _(
                "Its messages on every branch, its questions and answers, and what tools gave go"
                " for good. What Parley remembers of you stays."
            )
        )
        self.body.addWidget(name)
        self.body.addWidget(what)
        self.setAccessibleDescription(f"{name.text()} {what.text()}")
        command = DeleteConversation(conversation_id=conversation.conversation_id)
        self.accepted.connect(lambda: context.engine.submit(command))


class TypedDeleteDialog(_Asking):
    """Has much deleted if the user confirms it by a word that is typed.

    Args:
        name: Object name.
        title: What is asked.
        text: What goes for good, and what stays.
        confirmed: Called if they want it.
        parent: The window.
    """

    def __init__(
        self,
        *,
        name: str,
        title: str,
        text: str,
        confirmed: Callable[[], None],
        parent: QWidget,
    ) -> None:
        super().__init__(
            title=title, go_on=_("Delete everything"), is_destructive=True, parent=parent
        )
        self.setObjectName(name)
        self._word = _("delete")
        what = plain_label(text)
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


def delete_every_conversation_dialog(
    context: DesktopContext, *, parent: QWidget
) -> TypedDeleteDialog:
    """Return what asks before every conversation is deleted."""
    return TypedDeleteDialog(
        name="delete_everything",
        title=_("Delete every conversation?"),
        text=_(
            "Every conversation goes for good: all messages, questions and answers, and what tools"
            " gave. Memory, personas and settings stay."
        ),
        confirmed=lambda: context.engine.submit(DeleteEverything()),
        parent=parent,
    )


class ExportDialog(_Asking):
    """Asks which conversations are to be written, how and where, and has it done.

    Args:
        context: What it is made with.
        conversation_id: The one that can be written alone; empty if there is none.
        title: Its title as shown; empty if that is not known.
        parent: The window.
    """

    def __init__(
        self,
        context: DesktopContext,
        *,
        conversation_id: str = "",
        title: str = "",
        parent: QWidget,
    ) -> None:
        super().__init__(
            title=_("Export"), go_on=_("Choose a file…"), is_destructive=False, parent=parent
        )
        self.setObjectName("export")
        self._context = context
        self._conversation_id = conversation_id
        self._title = title
        self._owner = parent
        has_one = bool(conversation_id)
        self.one = QRadioButton(_("This conversation"))
        self.all = QRadioButton(_("All conversations"))
        self.readable = QRadioButton(_("To be read: Markdown, as it is shown"))
        self.complete = QRadioButton(_("To be kept or imported: JSON Lines, with every branch"))
        for heading, buttons in (
            (_("What"), (self.one, self.all)),
            (_("How"), (self.readable, self.complete)),
        ):
            group = QButtonGroup(self)
            self.body.addWidget(plain_label(heading, role="section"))
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
        is_all = self.all.isChecked()
        named = self._title or _("This conversation")
        submit = self._context.engine.submit
        chosen = None if is_all else self._conversation_id
        self._context.ask_file.to_write(
            self._owner,
            title=_("Export"),
            name=all_conversations_file_name(form) if is_all else file_name(named, form),
            kind=form.value,
            done=lambda path: submit(
                ExportConversations(path=path, format=form, conversation_id=chosen)
            ),
        )


def import_conversations(context: DesktopContext, *, parent: QWidget) -> None:
    """Have conversations read from a file of the user's choice."""
    context.ask_file.to_read(
        parent,
        title=_("Import"),
        kind=FileFormat.JSON_LINES.value,
        done=lambda path: context.engine.submit(ImportConversations(path=path)),
    )
