"""Everything in the window that shows stored conversations: panel, dialogs, edited words."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from assistant.channels.desktop.app.header import Header
from assistant.channels.desktop.conversation.composer import MessageComposer
from assistant.channels.desktop.conversation.transcript_view import TranscriptView
from assistant.channels.desktop.history.dialogs import (
    DeleteDialog,
    DeleteEverythingDialog,
    ExportDialog,
)
from assistant.channels.desktop.history.file_dialogs import (
    FileAsker,
    all_conversations_file_name,
    file_name,
)
from assistant.channels.desktop.history.model.date_groups import HistoryRow, title_text
from assistant.channels.desktop.history.model.presenter import HistorySearchResult
from assistant.channels.desktop.history.panel import HistoryPanel
from assistant.channels.desktop.widgets.drawer import Drawer
from assistant.channels.desktop.widgets.theme import Theme
from assistant.clock import Clock
from assistant.locale import _
from assistant.protocol.history import ConversationSummary, FileFormat


class WindowHistoryView(QObject):
    """Implements `HistoryView` over the parts of the window, and decides nothing.

    Attributes:
        panel: The list of conversations; opened at the left edge of the window.

    Signals:
        opened: The panel came on the screen.
        deleted: Delete the conversation of this id; confirmed.
        everything_deleted: Delete every conversation; confirmed.
        exported: Write to this file, in this format, the conversation of this id, or all if "".
        imported: Read conversations from this file.
        copy_wanted: Put the conversation that is held on the clipboard.
    """

    opened = Signal()
    deleted = Signal(str)
    everything_deleted = Signal()
    exported = Signal(Path, FileFormat, str)
    imported = Signal(Path)
    copy_wanted = Signal()

    def __init__(
        self,
        *,
        theme: Theme,
        clock: Clock,
        header: Header,
        transcript: TranscriptView,
        composer: MessageComposer,
        ask_file: FileAsker,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._window = parent
        self._header = header
        self._transcript = transcript
        self._composer = composer
        self._ask_file = ask_file
        self._rows: tuple[HistoryRow, ...] = ()
        self._current = ""
        self._drawer: Drawer | None = None
        self.panel: Final = HistoryPanel(theme=theme, clock=clock)
        self.panel.delete_wanted.connect(self.ask_to_delete)
        self.panel.export_wanted.connect(self.ask_to_export)
        self.panel.import_wanted.connect(self.ask_to_import)
        self.panel.closed.connect(self.close_panel)
        header.history.connect(self.toggle)

    # The panel.

    def drawer_with(self, content: QWidget, *, is_open: bool) -> Drawer:
        """Return what holds the panel and the rest of the window."""
        drawer = Drawer(panel=self.panel, content=content, is_open=is_open)
        drawer.shown.connect(self._shown)
        drawer.left.connect(self.close_panel)
        self._drawer = drawer
        return drawer

    @property
    def drawer(self) -> Drawer:
        """What holds the panel; there once `drawer_with` was called."""
        if self._drawer is None:
            raise RuntimeError("The panel is not in a drawer yet")
        return self._drawer

    def toggle(self) -> None:
        """Open the panel, or take it away."""
        if self.drawer.is_open:
            self.close_panel()
        else:
            self.drawer.open_panel()
            self.panel.focus_rows()

    def go_to_list(self) -> None:
        """Open the panel with the focus in it; take it away if the focus was there."""
        if self.drawer.is_open and not self._has_focus():
            self.panel.focus_rows()
        else:
            self.toggle()

    def go_to_search(self) -> None:
        """Open the panel and let the user write what to look for."""
        self.drawer.open_panel()
        self.panel.focus_search()

    def close_panel(self) -> None:
        """Take the panel away; the focus goes to the input line if it was in the panel."""
        had_focus = self._has_focus()
        self.drawer.close_panel()
        if had_focus:
            self._composer.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def _has_focus(self) -> bool:
        return self.panel.isAncestorOf(self._window.focusWidget() or self._window)

    def _shown(self, is_open: bool) -> None:  # the slot of a signal
        self._header.set_history_open(is_open)
        if is_open:
            self.opened.emit()

    # What is asked first.

    def ask_to_delete(self, conversation_id: str) -> None:
        """Have a conversation deleted once the user has confirmed it."""
        DeleteDialog(
            title=self._title_of(conversation_id) or _("This conversation"),
            confirmed=lambda: self.deleted.emit(conversation_id),
            parent=self._window,
        ).open()

    def ask_to_delete_everything(self, parent: QWidget | None = None) -> None:
        """Have every conversation deleted once the user has confirmed it."""
        DeleteEverythingDialog(
            confirmed=self.everything_deleted.emit, parent=parent or self._window
        ).open()

    def ask_to_export(self, conversation_id: str = "", parent: QWidget | None = None) -> None:
        """Have a conversation, or all, written to a file of the user's choice."""
        owner = parent or self._window
        title = self._title_of(conversation_id)

        def chosen(form: FileFormat, is_all: bool) -> None:
            name = (
                all_conversations_file_name(form)
                if is_all
                else file_name(title or _("This conversation"), form)
            )
            self._ask_file.to_write(
                owner,
                title=_("Export"),
                name=name,
                kind=form.value,
                done=lambda path: self.exported.emit(path, form, "" if is_all else conversation_id),
            )

        ExportDialog(
            title=title, has_one=bool(conversation_id), confirmed=chosen, parent=owner
        ).open()

    def export_current(self) -> None:
        """Have the conversation that is held, or all, written to a file."""
        is_listed = any(
            isinstance(row, ConversationSummary) and row.conversation_id == self._current
            for row in self._rows
        )
        is_known = is_listed or not self._transcript.is_empty
        self.ask_to_export(self._current if is_known else "")

    def ask_to_import(self, parent: QWidget | None = None) -> None:
        """Have conversations read from a file of the user's choice."""
        self._ask_file.to_read(
            parent or self._window,
            title=_("Import"),
            kind=FileFormat.JSON_LINES.value,
            done=self.imported.emit,
        )

    def _title_of(self, conversation_id: str) -> str:
        """Return the title of a conversation; empty if it is not in the list."""
        for row in self._rows:
            if isinstance(row, ConversationSummary) and row.conversation_id == conversation_id:
                return title_text(row.title)
        return ""

    # HistoryView.

    def show_conversations(self, rows: Sequence[HistoryRow], current: str) -> None:
        """List the conversations."""
        self._rows = tuple(rows)
        self.panel.show_conversations(rows, current)

    def show_current(self, conversation_id: str) -> None:
        """Another conversation is held."""
        self._current = conversation_id

    def show_found(self, found: HistorySearchResult) -> None:
        """Show what was found."""
        self.panel.show_found(found)

    def show_message(self, message_id: str) -> bool:
        """Go to a message; whether it is there."""
        return self._transcript.show_message(message_id)

    def begin_editing(self, message_id: str, text: str) -> None:
        """Let the user change words they said before."""
        self._composer.begin_editing(message_id, text)

    def end_editing(self) -> None:
        """Let the words that were being changed be words like others."""
        self._composer.end_editing(keep_words=True)

    def return_words(self, text: str) -> None:
        """Put words back that were not sent."""
        self._composer.return_words(text)

    def copy_text(self, text: str) -> None:
        """Put a text on the clipboard."""
        QGuiApplication.clipboard().setText(text)

    def conversation_chosen(self) -> None:
        """Go to the input line; a panel that lies over the conversation goes away."""
        if not self.drawer.is_beside:
            self.drawer.close_panel()
        self._composer.field.setFocus(Qt.FocusReason.OtherFocusReason)
