"""Everything in the window that shows stored conversations: panel, dialogs, edited words."""

from collections.abc import Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from assistant.channels.desktop.app.header import Header
from assistant.channels.desktop.app.overflow_menu import MenuEntry
from assistant.channels.desktop.conversation.composer import MessageComposer
from assistant.channels.desktop.conversation.transcript_view import TranscriptView
from assistant.channels.desktop.desktop_context import DesktopContext
from assistant.channels.desktop.history.dialogs import ExportDialog
from assistant.channels.desktop.history.model.date_groups import HistoryRow
from assistant.channels.desktop.history.model.presenter import HistoryPresenter, HistorySearchResult
from assistant.channels.desktop.history.panel import HistoryPanel
from assistant.channels.desktop.widgets.drawer import Drawer
from assistant.protocol.messages import Attachment


class WindowHistoryView(QObject):
    """Implements `HistoryView` over the parts of the window.

    Attributes:
        panel: The list of conversations; opened at the left edge of the window.
        presenter: Decides what is shown.
    """

    def __init__(
        self,
        context: DesktopContext,
        *,
        header: Header,
        transcript: TranscriptView,
        composer: MessageComposer,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._context = context
        self._window = parent
        self._header = header
        self._transcript = transcript
        self._composer = composer
        self._drawer: Drawer | None = None
        self.panel: Final = HistoryPanel(context)
        self.presenter: Final = HistoryPresenter(
            engine=context.engine, view=self, clock=context.clock
        )
        self.panel.open_wanted.connect(self.presenter.open)
        self.panel.searched.connect(self.presenter.search)
        self.panel.closed.connect(self.close_panel)
        header.history.connect(self.toggle)
        header.menu.offer(MenuEntry.COPY, self.presenter.copy_current)
        header.menu.offer(MenuEntry.EXPORT, self.export_current)
        transcript.edit_wanted.connect(self.presenter.edit)
        transcript.branch_wanted.connect(self.presenter.switch_branch)
        composer.resend.connect(self.presenter.send_edited)

    # The panel.

    def drawer_with(self, content: QWidget) -> Drawer:
        """Return what holds the panel and the rest of the window."""
        settings = self._context.settings
        is_open = bool(settings.get("ui", "history_open"))
        drawer = Drawer(panel=self.panel, content=content, is_open=is_open)
        drawer.shown.connect(self._shown)
        drawer.kept.connect(partial(settings.set, "ui", "history_open"))
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
            self.presenter.opened()

    def export_current(self) -> None:
        """Have the conversation that is held, or all, written to a file."""
        title = self.presenter.title_of(self.presenter.current)
        is_known = title is not None or not self._transcript.is_empty
        ExportDialog(
            self._context,
            conversation_id=self.presenter.current if is_known else "",
            title=title or "",
            parent=self._window,
        ).open()

    # HistoryView.

    def show_conversations(self, rows: Sequence[HistoryRow], current: str) -> None:
        """List the conversations."""
        self.panel.show_conversations(rows, current)

    def show_found(self, found: HistorySearchResult) -> None:
        """Show what was found."""
        self.panel.show_found(found)

    def show_message(self, message_id: str) -> bool:
        """Go to a message; whether it is there."""
        return self._transcript.show_message(message_id)

    def begin_editing(self, message_id: str, text: str) -> None:
        """Let the user change words they said before."""
        files = self._transcript.rows.attachments_of(message_id)
        self._composer.begin_editing(message_id, text, files)

    def end_editing(self) -> None:
        """Let the words that were being changed be words like others."""
        self._composer.end_editing(keep_words=True)

    def return_words(self, text: str) -> None:
        """Put words back that were not sent."""
        self._composer.return_words(text)

    def return_files(self, attachments: Sequence[Attachment]) -> None:
        """Put files back that were not sent."""
        self._composer.return_files(attachments)

    def copy_text(self, text: str) -> None:
        """Put a text on the clipboard."""
        QGuiApplication.clipboard().setText(text)

    def conversation_chosen(self) -> None:
        """Go to the input line; a panel that lies over the conversation goes away."""
        if not self.drawer.is_beside:
            self.drawer.close_panel()
        self._composer.field.setFocus(Qt.FocusReason.OtherFocusReason)
