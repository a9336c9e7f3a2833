"""The panel of the window that holds every conversation there was: list, search, menu."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QFrame,
    QMenu,
    QStackedWidget,
    QToolButton,
    QWidget,
)
from typing_extensions import override

from assistant.channels.desktop.desktop_context import DesktopContext
from assistant.channels.desktop.history.conversation_list import ConversationList
from assistant.channels.desktop.history.dialogs import ExportDialog, import_conversations
from assistant.channels.desktop.history.model.date_groups import HistoryRow
from assistant.channels.desktop.history.model.presenter import HistorySearchResult
from assistant.channels.desktop.history.search_box import SearchBox
from assistant.channels.desktop.history.search_results import SearchResultsList
from assistant.channels.desktop.widgets.announcements import Announcer, announce_politely
from assistant.channels.desktop.widgets.buttons import IconButton
from assistant.channels.desktop.widgets.icons import Icon
from assistant.channels.desktop.widgets.labels import ElidedLabel, plain_label
from assistant.channels.desktop.widgets.layouts import hbox, vbox
from assistant.channels.desktop.widgets.translated import Translated
from assistant.locale import _


class HistoryPanel(Translated, QFrame):
    """Lists the conversations, and what was found in them while the user searches.

    Signals:
        open_wanted: Go on with a conversation; carries its id and that of a message, or "".
        searched: Look for this; blank ends the search.
        new_wanted: Begin afresh.
        closed: The user wants the panel away.
    """

    open_wanted = Signal(str, str)
    searched = Signal(str)
    new_wanted = Signal()
    closed = Signal()

    def __init__(self, context: DesktopContext, *, announce: Announcer = announce_politely) -> None:
        super().__init__()
        self._announce = announce
        self._current = ""
        self._shown_query = ""
        """What that was found for which is shown."""
        self._awaits_best = False
        """Enter was pressed before anything was found."""
        self.setObjectName("history_panel")
        self.setAutoFillBackground(True)
        self._title = ElidedLabel(role="title")
        self.new_button = IconButton(
            Icon.NEW, theme=context.theme, name="history_new", on_click=self.new_wanted
        )
        self.more_button = IconButton(Icon.MORE, theme=context.theme, name="history_more")
        self.more_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(self.more_button)
        self.import_action: Final = menu.addAction("")
        self.import_action.triggered.connect(
            lambda: import_conversations(context, parent=self.window())
        )
        self.export_action: Final = menu.addAction("")
        self.export_action.triggered.connect(
            lambda: ExportDialog(context, parent=self.window()).open()
        )
        self.more_button.setMenu(menu)
        self.close_button = IconButton(
            Icon.CLOSE, theme=context.theme, name="history_close", on_click=self.closed
        )
        self.search: Final = SearchBox(theme=context.theme)
        self.list: Final = ConversationList(context)
        self.found: Final = SearchResultsList(context)
        self._note = plain_label(role="secondary")
        self._note.setObjectName("found_note")
        self._empty = plain_label(role="secondary")
        self._empty.setObjectName("no_conversations")
        self._stack = QStackedWidget()
        self._stack.addWidget(self._page(self._empty, self.list))
        self._stack.addWidget(self._page(self._note, self.found))
        self._note.hide()
        self._empty.hide()  # until it is known that there is nothing
        head = hbox(
            (self._title, 1),
            self.new_button,
            self.more_button,
            self.close_button,
            margins=(16, 10, 8, 6),
            gap=2,
        )
        searching = hbox(self.search, margins=(10, 0, 10, 6))
        vbox(head, searching, (self._stack, 1), inside=self, gap=0)
        self._connect()
        self.retranslate()

    def _connect(self) -> None:
        self.list.open_wanted.connect(self._open)
        self.list.left.connect(self.closed)
        self.list.passed_top.connect(self.focus_search)
        self.found.open_wanted.connect(self.open_wanted)
        self.found.left.connect(self._back_to_list)
        self.found.passed_top.connect(self.focus_search)
        self.search.searched.connect(self._searched)
        self.search.stepped_down.connect(self.focus_rows)
        self.search.entered.connect(self._entered)
        self.search.left.connect(self.closed)

    @staticmethod
    def _page(words: QWidget, rows: QWidget) -> QWidget:
        page = QWidget()
        page.setObjectName("column")
        words.setContentsMargins(18, 6, 14, 8)
        vbox(words, (rows, 1), inside=page, margins=(0, 0, 0, 8), gap=0)
        return page

    @property
    def is_searching(self) -> bool:
        """Whether what was found is shown rather than the list."""
        return self._stack.currentIndex() == 1

    @property
    def note(self) -> str:
        """What is said about what was found."""
        return self._note.text()

    def show_conversations(self, rows: Sequence[HistoryRow], current: str) -> None:
        """List the conversations; `current` is the id of the one that is held."""
        is_other = current != self._current
        self._current = current
        self.list.show_rows(rows, current)
        self._empty.setVisible(not rows)
        if is_other and not self.list.hasFocus():
            self.list.reveal_current(current)

    def show_found(self, found: HistorySearchResult) -> None:
        """Show what was found, unless the user looks for something else by now."""
        if found.query != self.search.query:
            return
        is_new = found.query != self._shown_query
        if is_new:
            self.found.scrollToTop()
        self._shown_query = found.query
        self.found.show_hits(found.hits)
        self._note.setText(found.note)
        self._note.setVisible(bool(found.note))
        self._stack.setCurrentIndex(1)
        if is_new:
            self._announce(self.found, found.note or _("Found: {n}").format(n=len(found.hits)))
        if self._awaits_best:
            self._awaits_best = False
            self.found.open_first()

    def focus_search(self) -> None:
        """Let the user write what to look for."""
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    def focus_rows(self) -> None:
        """Put the focus into the list, on the conversation that is held."""
        if self.is_searching:
            self.found.focus_rows()
            return
        if not self.list.currentIndex().isValid():
            self.list.reveal_current(self._current)
        self.list.focus_rows()

    def _open(self, conversation_id: str) -> None:
        self.open_wanted.emit(conversation_id, "")

    def _searched(self, query: str) -> None:
        self._awaits_best = False
        if not query:
            self._stack.setCurrentIndex(0)
            self._note.setText("")
            self._shown_query = ""
            self.found.show_hits(())
        self.searched.emit(query)

    def _entered(self) -> None:
        if not self.search.query:
            return
        if self.search.query == self._shown_query:
            self.found.open_first()
        else:
            self._awaits_best = True

    def _back_to_list(self) -> None:
        self.search.leave()
        self.focus_rows()

    @override
    def retranslate(self) -> None:
        self._title.set_text(_("Conversations"))
        self.setAccessibleName(_("Conversations"))
        self.list.setAccessibleName(_("Conversations"))
        self.found.setAccessibleName(_("Search results"))
        self._empty.setText(_("Nothing was said yet. Every conversation is kept here."))
        self.import_action.setText(_("Import…"))
        self.export_action.setText(_("Export all…"))
        for button, text, keys in (
            (self.new_button, _("New conversation"), "Ctrl+N"),
            (self.more_button, _("More"), ""),
            (self.close_button, _("Close the list of conversations"), "Ctrl+H"),
        ):
            button.describe(f"{text} ({keys})" if keys else text, text)

    @override
    def event(self, event: QEvent) -> bool:
        # Esc closes the panel while the focus is in it, rather than stopping the reply.
        is_asking = event.type() == QEvent.Type.ShortcutOverride
        if is_asking and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape:
            event.accept()
            return True
        return super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)
