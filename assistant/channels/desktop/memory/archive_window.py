"""What a memory file said before it was rewritten: to be read, copied and put back."""

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QDialog, QListWidget, QListWidgetItem, QSplitter, QWidget
from typing_extensions import override

from assistant.channels.desktop.widgets.buttons import push_button
from assistant.channels.desktop.widgets.labels import plain_label
from assistant.channels.desktop.widgets.layouts import dialog_buttons, vbox
from assistant.channels.desktop.widgets.text_area import TextArea
from assistant.locale import _, ngettext
from assistant.memory.model.outcomes import ArchivedVersion

_LIST_PX: Final = 270
"""Width of the list that takes a line of it."""
_SIDE_BY_SIDE_PX: Final = 620
"""From this width on the text stands beside the list instead of below it."""


def copy_to_clipboard(text: str) -> None:
    """Put a text on the system's clipboard."""
    QGuiApplication.clipboard().setText(text)


class MemoryArchiveWindow(QDialog):
    """The earlier versions of one memory file, newest first; opened with `open`.

    Args:
        title: Whose memory it is.
        wanted: Has the text of the version of this name shown.
        put_back: Has this text stand in the editor again.
        copy: Puts a text on the clipboard.
        parent: The window of the editor.
    """

    def __init__(
        self,
        title: str,
        *,
        wanted: Callable[[str], None],
        put_back: Callable[[str], None],
        copy: Callable[[str], None],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("memory_archive")
        self.setWindowTitle(_("Earlier versions: {memory}").format(memory=title))
        self._wanted = wanted
        self._put_text_back = put_back
        self._copy = copy
        self._archive: tuple[ArchivedVersion, ...] = ()
        self._shown: str | None = None
        self._about = plain_label(role="secondary")
        self.list = QListWidget()
        self.list.setObjectName("archived")
        self.list.setProperty("role", "choices")
        self.list.setAccessibleName(_("Earlier versions"))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.currentItemChanged.connect(self._item_chosen)
        self.field = TextArea("archived_text", read_only=True)
        self.field.setAccessibleName(_("What it said then"))
        self._split = QSplitter(Qt.Orientation.Vertical)
        self._split.setChildrenCollapsible(False)
        self._split.addWidget(self.list)
        self._split.addWidget(self.field)
        self._split.setStretchFactor(0, 1)
        self._split.setStretchFactor(1, 3)
        self.put_back_button = push_button(
            "archived_put_back", _("Put back"), role="primary", on_click=self._put_back
        )
        self.copy_button = push_button(
            "archived_copy", _("Copy"), on_click=lambda: self._copy(self.field.text)
        )
        self.close_button = push_button("archived_close", _("Close"), on_click=self.close)
        vbox(
            self._about,
            (self._split, 1),
            dialog_buttons(self.close_button, self.copy_button, self.put_back_button),
            inside=self,
            margins=(18, 16, 18, 16),
            gap=10,
        )
        self.resize(760, 520)
        self.setMinimumSize(360, 360)

    def show_archive(self, archive: Sequence[ArchivedVersion]) -> None:
        """Show these versions; the one that is chosen stays chosen if it is there still."""
        chosen = self._chosen
        self._archive = tuple(archive)
        self.list.blockSignals(True)
        self.list.clear()
        for archived in self._archive:
            item = QListWidgetItem(_line(archived))
            item.setData(Qt.ItemDataRole.UserRole, archived.name)
            self.list.addItem(item)
        names = [archived.name for archived in self._archive]
        self.list.setCurrentRow(names.index(chosen) if chosen in names else 0)
        self.list.blockSignals(False)
        self._item_chosen()
        self._show_standing()

    def show_text(self, name: str, text: str) -> None:
        """Show a version that was asked for; one that is not chosen any more is not shown."""
        if name == self._chosen:
            self._shown = name
            self.field.begin(text)
            self._show_standing()

    @property
    def _chosen(self) -> str | None:
        if self.list.currentRow() < 0:
            return None
        return str(self.list.currentItem().data(Qt.ItemDataRole.UserRole))

    def _item_chosen(self, *_items: object) -> None:
        name = self._chosen
        if name == self._shown:
            return
        self._shown = None
        self.field.begin("")
        self._show_standing()
        if name is not None:
            self._wanted(name)

    def _put_back(self) -> None:
        self._put_text_back(self.field.text)
        self.close()

    def _show_standing(self) -> None:
        self._about.setText(
            _(
                "What this memory said before it was made shorter. Putting a version back brings it"
                " into the editor, where you can change it before you save."
            )
            if self._archive
            else _("There are no earlier versions.")
        )
        self.field.setPlaceholderText(_("Reading…") if self._chosen is not None else "")
        for button in (self.put_back_button, self.copy_button):
            button.setEnabled(self._shown is not None)

    @override
    def resizeEvent(self, arg__1: QResizeEvent) -> None:
        super().resizeEvent(arg__1)
        is_wide = self.width() >= _SIDE_BY_SIDE_PX
        self._split.setOrientation(
            Qt.Orientation.Horizontal if is_wide else Qt.Orientation.Vertical
        )
        self.list.setMinimumWidth(_LIST_PX if is_wide else 0)


def _line(archived: ArchivedVersion) -> str:
    when = archived.at.astimezone()
    count = archived.characters
    size = ngettext("{n} character", "{n} characters", count).format(n=f"{count:,}")
    return f"{when:%Y-%m-%d %H:%M} · {size}"
