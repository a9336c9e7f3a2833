"""The list of conversations in the window: ten thousand are no more work than ten."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from PySide6.QtCore import (
    QItemSelectionModel,
    QModelIndex,
    QPoint,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QLineEdit,
    QListView,
    QMenu,
    QStyle,
    QStyleOptionViewItem,
    QWidget,
)
from typing_extensions import override

from assistant.channels.desktop.desktop_context import DesktopContext
from assistant.channels.desktop.history.dialogs import DeleteDialog, ExportDialog
from assistant.channels.desktop.history.model.date_groups import (
    GroupHeading,
    HistoryRow,
    detail_text,
    rows_change,
    title_text,
)
from assistant.channels.desktop.history.row_list import (
    INSET_PX,
    AnyModelIndex,
    RowDelegate,
    RowsModel,
    RowsView,
    row_rect,
    row_state,
)
from assistant.channels.desktop.personas.switch_button import in_use_text
from assistant.channels.desktop.widgets.icons import Icon, pixmap
from assistant.channels.desktop.widgets.labels import plain_tip
from assistant.clock import Clock
from assistant.locale import _
from assistant.protocol.history import ConversationSummary, RenameConversation

_MORE_PX: Final = 28
"""Edge of the square that opens a row's menu."""
_TITLE_PX: Final = 13.5
_DETAIL_PX: Final = 12
_FEW: Final = 300
"""Rows up to which Qt is told which came and went; beyond, beginning anew is quicker."""
_TITLE_LIMIT: Final = 200
"""Characters of a title of the user's own."""


class ConversationsModel(RowsModel):
    """The conversations and the headings between them.

    Signals:
        renamed: The user gave a conversation another title; carries its id and the title.
    """

    renamed = Signal(str, str)

    def __init__(self, *, clock: Clock, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._clock = clock
        self._rows: tuple[HistoryRow, ...] = ()
        self._current = ""

    def row(self, index: AnyModelIndex) -> HistoryRow | None:
        """Return what a row shows; None if there is none."""
        place = index.row()
        return self._rows[place] if 0 <= place < len(self._rows) else None

    def conversation(self, index: AnyModelIndex) -> ConversationSummary | None:
        """Return the conversation of a row; None for a heading."""
        row = self.row(index)
        return row if isinstance(row, ConversationSummary) else None

    def index_of(self, conversation_id: str) -> QModelIndex:
        """Return where a conversation stands; an invalid index if it is not in the list."""
        for number, row in enumerate(self._rows):
            if isinstance(row, ConversationSummary) and row.conversation_id == conversation_id:
                return self.index(number, 0)
        return QModelIndex()

    def is_current(self, index: AnyModelIndex) -> bool:
        """Whether a row is the conversation that is held."""
        row = self.conversation(index)
        return row is not None and row.conversation_id == self._current

    def now(self) -> datetime:
        """Return the present moment."""
        return self._clock.now()

    def show(self, rows: Sequence[HistoryRow], current: str) -> None:
        """Show these rows; those that stay are not touched."""
        rows = tuple(rows)
        what = rows_change(self._rows, rows)
        self._current = current
        old, self._rows = self._rows, rows
        if _ids(old[what.at : what.at + what.removed]) == _ids(
            rows[what.at : what.at + what.inserted]
        ):
            self._tell_changed(what.at, what.inserted)
        elif max(what.removed, what.inserted) > _FEW:
            self.count_anew(len(rows))
        else:
            self.removeRows(what.at, what.removed)
            self.insertRows(what.at, what.inserted)

    def _tell_changed(self, first: int, count: int) -> None:
        """The same conversations have other titles or times."""
        if count:
            self.dataChanged.emit(self.index(first, 0), self.index(first + count - 1, 0))

    @override
    def data(self, index: AnyModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        match self.row(index), role:
            case GroupHeading(text=text), (
                Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.AccessibleTextRole
            ):
                return text
            case ConversationSummary() as row, _:
                return self._data(row, role)
            case _:
                return None

    def _data(self, row: ConversationSummary, role: int) -> object:
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return title_text(row.title)
            case Qt.ItemDataRole.EditRole:
                return row.title
            case Qt.ItemDataRole.ToolTipRole:
                place = in_use_text(row.workspace, row.agent)
                tip = "\n".join(part for part in (title_text(row.title), place) if part)
                return plain_tip(tip)
            case Qt.ItemDataRole.AccessibleTextRole:
                parts = [title_text(row.title), detail_text(row, now=self.now())]
                if row.conversation_id == self._current:
                    parts.append(_("open now"))
                return ", ".join(parts)
            case _:
                return None

    @override
    def setData(
        self, index: AnyModelIndex, value: Any, role: int = Qt.ItemDataRole.EditRole
    ) -> bool:
        row = self.conversation(index)
        if row is None or role != Qt.ItemDataRole.EditRole:
            return False
        self.renamed.emit(row.conversation_id, str(value))
        return True

    @override
    def flags(self, index: AnyModelIndex) -> Qt.ItemFlag:
        if self.conversation(index) is None:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEditable


def _ids(rows: Sequence[HistoryRow]) -> list[str | GroupHeading]:
    """Return whose rows these are."""
    return [row if isinstance(row, GroupHeading) else row.conversation_id for row in rows]


class ConversationDelegate(RowDelegate):
    """Draws a conversation: its title, and model and time below it."""

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: AnyModelIndex) -> QSize:
        return QSize(120, self.line_height(_TITLE_PX) + self.line_height(_DETAIL_PX) + 17)

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyModelIndex) -> None:
        model = index.model()
        assert isinstance(model, ConversationsModel)
        row = model.row(index)
        painter.save()
        if isinstance(row, GroupHeading):
            self._paint_heading(painter, row_rect(option), row.text)
        elif row is not None:
            self._paint_row(painter, option, row, model, is_current=model.is_current(index))
        painter.restore()

    def _paint_heading(self, painter: QPainter, where: QRect, text: str) -> None:
        height = self.line_height(_DETAIL_PX)
        line = where.adjusted(INSET_PX + 10, where.height() - height - 7, -INSET_PX, -7)
        colour = self.theme.tokens.text_secondary
        self.paint_line(painter, line, text, font=self.font(_DETAIL_PX, bold=True), colour=colour)

    def _paint_row(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        row: ConversationSummary,
        model: ConversationsModel,
        *,
        is_current: bool,
    ) -> None:
        tokens = self.theme.tokens
        words = self.paint_background(painter, option, is_marked=is_current)
        touched = QStyle.StateFlag.State_MouseOver | QStyle.StateFlag.State_HasFocus
        if row_state(option) & touched:
            more = more_rect(row_rect(option))
            words.setRight(more.left() - 2)
            picture = pixmap(
                Icon.MORE, tokens.text_secondary, 16, painter.device().devicePixelRatioF()
            )
            painter.drawPixmap(more.center() - QPoint(8, 8), picture)
        title, detail = self.line_height(_TITLE_PX), self.line_height(_DETAIL_PX)
        top = words.top() + (words.height() - title - detail - 1) // 2
        self.paint_line(
            painter,
            QRect(words.left(), top, words.width(), title),
            title_text(row.title),
            font=self.font(_TITLE_PX, bold=is_current),
            colour=tokens.text,
        )
        self.paint_line(
            painter,
            QRect(words.left(), top + title + 1, words.width(), detail),
            detail_text(row, now=model.now()),
            font=self.font(_DETAIL_PX),
            colour=tokens.text_secondary,
        )

    @override
    def createEditor(
        self, parent: QWidget, option: QStyleOptionViewItem, index: AnyModelIndex
    ) -> QWidget:
        editor = QLineEdit(parent)
        editor.setObjectName("rename")
        editor.setMaxLength(_TITLE_LIMIT)
        editor.setAccessibleName(_("Title of the conversation"))
        return editor

    @override
    def updateEditorGeometry(
        self, editor: QWidget, option: QStyleOptionViewItem, index: AnyModelIndex
    ) -> None:
        editor.setGeometry(row_rect(option).adjusted(INSET_PX, 3, -INSET_PX, -3))


def more_rect(row: QRect) -> QRect:
    """Return where a row has the button of its menu."""
    return QRect(
        row.right() - INSET_PX - _MORE_PX - 3,
        row.center().y() - _MORE_PX // 2,
        _MORE_PX,
        _MORE_PX,
    )


class ConversationList(RowsView):
    """The conversations; the menu of each renames, exports and deletes it.

    Signals:
        open_wanted: Go on with the conversation of this id.
    """

    open_wanted = Signal(str)

    def __init__(self, context: DesktopContext) -> None:
        super().__init__(theme=context.theme)
        self._context = context
        self.setObjectName("conversations")
        self.setAccessibleName(_("Conversations"))
        self.conversations: Final = ConversationsModel(clock=context.clock, parent=self)
        self.conversations.renamed.connect(self._renamed)
        self.setModel(self.conversations)
        self.setItemDelegate(ConversationDelegate(theme=context.theme, parent=self))
        self.setEditTriggers(
            QListView.EditTrigger.EditKeyPressed | QListView.EditTrigger.DoubleClicked
        )
        self._held_back: tuple[Sequence[HistoryRow], str] | None = None
        """What is to be shown as soon as the title that is being written is done."""
        self.chosen.connect(self._chosen)

    def show_rows(self, rows: Sequence[HistoryRow], current: str) -> None:
        """Show these rows, later if a title is being written; the focus stays where it is."""
        if self.state() == QListView.State.EditingState:
            self._held_back = (rows, current)
            return
        model = self.conversations
        at = model.conversation(self.currentIndex())
        place = self.verticalScrollBar().value()
        model.show(rows, current)
        if at is not None:
            index = model.index_of(at.conversation_id)
            if index != self.currentIndex():
                self.selectionModel().setCurrentIndex(
                    index, QItemSelectionModel.SelectionFlag.ClearAndSelect
                )
        self.executeDelayedItemsLayout()
        self.verticalScrollBar().setValue(place)
        self.viewport().update()

    def reveal_current(self, conversation_id: str) -> None:
        """Put the list's own focus on a conversation and scroll it into view."""
        index = self.conversations.index_of(conversation_id)
        if index.isValid() and self.state() != QListView.State.EditingState:
            self.setCurrentIndex(index)
            self.scrollTo(index)

    def rename(self, index: QModelIndex) -> None:
        """Let the user write another title."""
        self.setCurrentIndex(index)
        self.edit(index)

    def _renamed(self, conversation_id: str, title: str) -> None:
        """Give a conversation another title; a blank one names it after its first words again."""
        title = " ".join(title.split())
        known = self.conversations.conversation(self.conversations.index_of(conversation_id))
        if known is not None and title != known.title:
            self._context.engine.submit(
                RenameConversation(conversation_id=conversation_id, title=title)
            )

    def _ask_to_delete(self, conversation: ConversationSummary) -> None:
        DeleteDialog(self._context, conversation, parent=self.window()).open()

    def _ask_to_export(self, conversation: ConversationSummary) -> None:
        ExportDialog(
            self._context,
            conversation_id=conversation.conversation_id,
            title=title_text(conversation.title),
            parent=self.window(),
        ).open()

    def menu_of(self, index: QModelIndex) -> QMenu:
        """Return the menu of a row."""
        conversation = self.conversations.conversation(index)
        menu = QMenu(self)
        menu.setObjectName("conversation_menu")
        if conversation is None:
            return menu
        chosen = conversation.conversation_id
        for text, keys, act in (
            (_("Open"), "Enter", lambda: self.open_wanted.emit(chosen)),
            (_("Rename"), "F2", lambda: self.rename(self.conversations.index_of(chosen))),
            (_("Export…"), "", lambda: self._ask_to_export(conversation)),
            (_("Delete…"), "Del", lambda: self._ask_to_delete(conversation)),
        ):
            action = menu.addAction(f"{text}\t{keys}" if keys else text)
            action.triggered.connect(act)
        return menu

    def _open_menu(self, index: QModelIndex, at: QPoint) -> None:
        if self.conversations.conversation(index) is None:
            return
        self.setCurrentIndex(index)
        menu = self.menu_of(index)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.viewport().mapToGlobal(at))

    def _chosen(self, index: QModelIndex) -> None:
        conversation = self.conversations.conversation(index)
        if conversation is not None:
            self.open_wanted.emit(conversation.conversation_id)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        at = event.position().toPoint()
        index = self.indexAt(at)
        if (
            event.button() == Qt.MouseButton.LeftButton
            and self.conversations.conversation(index) is not None
            and more_rect(self.visualRect(index)).contains(at)
        ):
            self._open_menu(index, at)
            return
        super().mousePressEvent(event)

    @override
    def contextMenuEvent(self, arg__1: QContextMenuEvent) -> None:
        if arg__1.reason() == QContextMenuEvent.Reason.Keyboard:
            index = self.currentIndex()
            self._open_menu(index, self.visualRect(index).center())
        else:
            self._open_menu(self.indexAt(arg__1.pos()), arg__1.pos())

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        conversation = self.conversations.conversation(self.currentIndex())
        is_free = self.state() != QListView.State.EditingState
        if is_free and event.key() == Qt.Key.Key_Delete and conversation is not None:
            self._ask_to_delete(conversation)
            return
        super().keyPressEvent(event)

    @override
    def closeEditor(self, editor: QWidget, hint: QAbstractItemDelegate.EndEditHint) -> None:
        super().closeEditor(editor, hint)
        held, self._held_back = self._held_back, None
        if held is not None:
            self.show_rows(*held)
