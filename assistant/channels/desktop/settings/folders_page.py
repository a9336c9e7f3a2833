"""The settings page about folders of the user's own that tools may use."""

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import QFileDialog, QFrame
from typing_extensions import override

from assistant.channels.desktop.desktop_context import DesktopContext
from assistant.channels.desktop.settings.model.folder_wording import folder_trouble
from assistant.channels.desktop.settings.page import SettingsNote, SettingsPage, clear_layout
from assistant.channels.desktop.settings.trash_list import TrashList
from assistant.channels.desktop.widgets.buttons import push_button
from assistant.channels.desktop.widgets.controls import Dropdown
from assistant.channels.desktop.widgets.icons import Icon
from assistant.channels.desktop.widgets.labels import plain_label
from assistant.channels.desktop.widgets.layouts import STRETCH, hbox, vbox
from assistant.channels.desktop.widgets.theme import Theme
from assistant.locale import _
from assistant.protocol.client import EngineClient
from assistant.protocol.events import EngineEvent
from assistant.protocol.folders import (
    FolderEntry,
    FoldersListed,
    GrantFolder,
    ListFolders,
    ListTrash,
    RevokeFolder,
    TrashListed,
)


class FolderRow(QFrame):
    """One folder: where it is, what tools may do there, and a button that closes it.

    Attributes:
        choice: To be read, or also changed.
        remove: Closes it to tools.
    """

    def __init__(self, entry: FolderEntry, *, theme: Theme, engine: EngineClient) -> None:
        super().__init__()
        self._entry = entry
        self._engine = engine
        self.setObjectName(f"folder_{entry.name}")
        self.setProperty("role", "panel")
        self.choice = Dropdown(theme=theme)
        self.choice.setObjectName(f"access_{entry.name}")
        with QSignalBlocker(self.choice):
            self.choice.addItem(_("Read"), False)
            self.choice.addItem(_("Read and write"), True)
            self.choice.setCurrentIndex(int(entry.is_writable))
        self.choice.setEnabled(entry.is_there and not entry.is_for_conversation)
        self.choice.setAccessibleName(_("What tools may do in {name}").format(name=entry.name))
        self.choice.activated.connect(self._chosen)
        self.remove = push_button(f"remove_{entry.name}", _("Remove"), on_click=self._removed)
        self.remove.setAccessibleName(_("Close {name} to tools").format(name=entry.name))
        middle = Qt.AlignmentFlag.AlignVCenter
        head = hbox(
            (plain_label(entry.name), 1), (self.choice, middle), (self.remove, middle), gap=10
        )
        where = plain_label(entry.path, role="description")
        box = vbox(head, where, inside=self, gap=3, margins=(14, 9, 12, 9))
        trouble = folder_trouble(entry)
        if trouble:
            box.addWidget(plain_label(trouble, role="secondary"))

    def _chosen(self, index: int) -> None:
        is_writable: bool = self.choice.itemData(index)
        if is_writable != self._entry.is_writable:
            self._engine.submit(GrantFolder(path=self._entry.path, is_writable=is_writable))

    def _removed(self) -> None:
        self._engine.submit(RevokeFolder(name=self._entry.name))


class FoldersPage(SettingsPage):
    """The folders that tools may use."""

    def __init__(self, context: DesktopContext) -> None:
        super().__init__(
            context, name="folders", title=_("Files and folders"), icon=Icon.FOLDER, gap=18
        )
        self._listed = FoldersListed(folders=())
        self.rows: tuple[FolderRow, ...] = ()
        self.add_button = push_button("add_folder", _("Add folder…"), on_click=self._ask)
        about = SettingsNote(
            _(
                "Tools work in a folder of Parley's own. Here you open folders of yours to"
                " them as well: to be read, or also changed. Before a file is changed you see"
                " what changes, and what is replaced or deleted goes to Parley's trash."
                " Hidden files, keys and passwords stay closed."
            )
        )
        self._box.addWidget(about)
        self._list = vbox(gap=8)
        self._box.addLayout(self._list)
        self._box.addLayout(hbox(self.add_button, STRETCH))
        self.trash = TrashList(engine=context.engine)
        self._box.addWidget(self.trash)
        self._fill()

    @override
    def load(self) -> None:
        self._context.engine.submit(ListFolders())
        self._context.engine.submit(ListTrash())

    @override
    def handle(self, event: EngineEvent) -> None:
        if isinstance(event, FoldersListed):
            self._listed = event
            self._fill()
        elif isinstance(event, TrashListed):
            self.trash.show_files(event)

    def _fill(self) -> None:
        clear_layout(self._list)
        theme, engine = self._context.theme, self._context.engine
        self.rows = tuple(
            FolderRow(entry, theme=theme, engine=engine) for entry in self._listed.folders
        )
        if self._listed.problem:
            self._list.addWidget(plain_label(self._listed.problem, role="failed"))
        if not self.rows:
            self._list.addWidget(
                plain_label(_("No folder of your own is open to tools."), role="secondary")
            )
        for row in self.rows:
            self._list.addWidget(row)

    def choose(self, folder: str) -> None:
        """Open a folder to tools, to be read; nothing happens for an empty path."""
        if folder:
            self._context.engine.submit(GrantFolder(path=folder))

    def _ask(self) -> None:
        """Have the user choose one in the system's dialog."""
        dialog = QFileDialog(self.window(), _("Open a folder to tools"))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly, True)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(self.choose)
        dialog.open()
