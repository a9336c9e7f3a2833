"""The window of the memory files: one tab each for this workspace, this persona and the user."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtCore import QUrl
from PySide6.QtGui import QCloseEvent, QDesktopServices, QKeySequence, QShortcut
from PySide6.QtWidgets import QDialog, QStackedWidget, QWidget
from typing_extensions import override

from assistant.channels.desktop.desktop_context import DesktopContext
from assistant.channels.desktop.memory.archive_window import MemoryArchiveWindow, copy_to_clipboard
from assistant.channels.desktop.memory.editor import MemoryEditor, scope_title
from assistant.channels.desktop.memory.model.editor_state import MemoryEditorState
from assistant.channels.desktop.memory.model.presenter import MemoryPresenter
from assistant.channels.desktop.widgets.controls import tab_bar
from assistant.channels.desktop.widgets.dialogs import UnsavedDialog
from assistant.channels.desktop.widgets.labels import plain_label
from assistant.channels.desktop.widgets.layouts import hbox, vbox
from assistant.channels.desktop.widgets.rebuilt import Rebuilt
from assistant.locale import _
from assistant.memory.model.outcomes import ArchivedVersion
from assistant.memory.model.scope import MemoryScope
from assistant.protocol.events import EngineEvent
from assistant.protocol.memory import MemorySaved

_SCOPES: Final = (MemoryScope.WORKSPACE, MemoryScope.AGENT, MemoryScope.PERSONAL)


def open_folder(path: Path) -> None:
    """Let the system show a folder; the nearest one there is, if it was not made yet."""
    while not path.is_dir() and path != path.parent:
        path = path.parent
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(path)))


class MemoryWindow(Rebuilt, QDialog):
    """Implements `MemoryView`; what is typed in it is given up only if the user says so.

    Args:
        context: What it is made with.
        show_folder: Lets the system show a folder.
        copy: Puts a text on the clipboard.
        parent: The main window.

    Attributes:
        presenter: Decides what is shown.
        archive_window: Shows earlier versions, while it is open.
    """

    def __init__(
        self,
        context: DesktopContext,
        *,
        show_folder: Callable[[Path], None] = open_folder,
        copy: Callable[[str], None] = copy_to_clipboard,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._show_folder = show_folder
        self._copy = copy
        self._archive: tuple[ArchivedVersion, ...] = ()
        self._drafts: tuple[Path, ...] = ()
        self._asking: UnsavedDialog | None = None
        self._then: Callable[[], object] | None = None
        """What goes on once the window has been left."""
        self.presenter: Final = MemoryPresenter(engine=context.engine, view=self)
        self.archive_window: MemoryArchiveWindow | None = None
        self.setObjectName("memory_window")
        self.begin()
        for key, act in (
            (QKeySequence.StandardKey.Save, lambda: self.presenter.save(self.current_scope)),
            (QKeySequence.StandardKey.NextChild, lambda: self._step(1)),
            (QKeySequence.StandardKey.PreviousChild, lambda: self._step(-1)),
        ):
            shortcut = QShortcut(QKeySequence(key), self)
            shortcut.activated.connect(act)
        self.resize(720, 620)
        self.setMinimumSize(380, 420)

    @override
    def build(self) -> QWidget:
        self.setWindowTitle(_("Memory") + "[*]")
        self.tabs = tab_bar("memory_tabs", *map(scope_title, _SCOPES))
        self.tabs.setAccessibleName(_("Memory"))
        self.tabs.setUsesScrollButtons(True)
        self._stack = QStackedWidget()
        self.editors: dict[MemoryScope, MemoryEditor] = {}
        for scope in _SCOPES:
            self.editors[scope] = MemoryEditor(
                scope,
                self.presenter,
                earlier=partial(self._open_archive, scope),
                show_folder=self._show_folder,
            )
            self._stack.addWidget(self.editors[scope])
        self.tabs.currentChanged.connect(self._turn)
        self._drafts_label = plain_label(role="warning", name="memory_drafts")
        self._drafts_label.setContentsMargins(18, 4, 18, 0)
        content = QWidget()
        vbox(
            hbox(self.tabs, margins=(18, 0, 18, 0)),
            self._drafts_label,
            (self._stack, 1),
            inside=content,
            margins=(0, 10, 0, 0),
            gap=0,
        )
        self.presenter.refresh()
        return content

    def present(self, scope: MemoryScope | None = None) -> None:
        """Show the window, at the memory of a scope if one is given."""
        self.presenter.open(scope)
        self.show()
        self.raise_()
        self.activateWindow()
        self.editors[self.current_scope].field.setFocus()

    def handle(self, event: EngineEvent) -> None:
        """Take one event of the engine; those about something else do nothing."""
        if isinstance(event, MemorySaved) and (event.problem or event.conflict is not None):
            self._stay()
        self.presenter.handle(event)

    def may_close(self, then: Callable[[], object]) -> bool:
        """Whether the program may end without losing words; if not, the user is asked.

        Args:
            then: Called once it may.
        """
        if not self.has_unsaved:
            return True
        self._then = then
        self.show()
        self.raise_()
        self.ask_to_leave()
        return False

    def _stay(self) -> None:
        self._then = None

    @property
    def current_scope(self) -> MemoryScope:
        """Whose memory is shown."""
        return _SCOPES[self.tabs.currentIndex()]

    @property
    def has_unsaved(self) -> bool:
        """Whether words would be lost if it closed."""
        return bool(self._drafts) or any(
            editor.page is not None and editor.page.is_unsaved for editor in self.editors.values()
        )

    def show_scope(self, scope: MemoryScope) -> None:
        """Turn to the memory of a scope."""
        self.tabs.setCurrentIndex(_SCOPES.index(scope))

    def ask_to_leave(self) -> None:
        """Ask what becomes of unsaved words; the window closes if the user says so."""
        if self._asking is not None:
            self._asking.raise_()
            return
        self._asking = UnsavedDialog(
            text=_("There are unsaved changes to the memory."),
            save=lambda: self.presenter.leave(save=True),
            discard=lambda: self.presenter.leave(save=False),
            stay=self._stay,
            parent=self,
        )
        self._asking.finished.connect(self._asked)
        self._asking.open()

    def _asked(self, _result: int) -> None:
        self._asking = None

    def _step(self, by: int) -> None:
        self.tabs.setCurrentIndex((self.tabs.currentIndex() + by) % self.tabs.count())

    def _turn(self, index: int) -> None:
        is_in_page = not self.tabs.hasFocus()
        self._stack.setCurrentIndex(index)
        if is_in_page:
            self.editors[self.current_scope].field.setFocus()

    # MemoryView.

    def show_page(self, scope: MemoryScope, page: MemoryEditorState) -> None:
        """Show a file and the text in its editor."""
        self.editors[scope].show_page(page)
        self._name_tabs()

    def show_archive(self, archive: Sequence[ArchivedVersion]) -> None:
        """Show which earlier versions there are."""
        self._archive = tuple(archive)
        for scope, editor in self.editors.items():
            editor.show_earlier(len(self._archive_of(scope)))
        if self.archive_window is not None:
            self.archive_window.show_archive(self._archive_of(self.current_scope))

    def show_archived(self, archived: ArchivedVersion, text: str) -> None:
        """Show an earlier version that was asked for."""
        if self.archive_window is not None:
            self.archive_window.show_text(archived.name, text)

    def show_owners(self, workspace: str, agent: str) -> None:
        """Name the workspace and the agent whose memory this is."""
        self.editors[MemoryScope.WORKSPACE].show_owner(workspace)
        self.editors[MemoryScope.AGENT].show_owner(agent)

    def show_drafts(self, paths: Sequence[Path]) -> None:
        """Name the files not in use now that have unsaved words here."""
        self._drafts = tuple(paths)
        self._drafts_label.setText(
            _("Unsaved words for another workspace or persona are kept here: {files}").format(
                files=", ".join(map(str, paths))
            )
        )
        self._drafts_label.setVisible(bool(paths))
        self._name_tabs()

    def leave(self) -> None:
        """Close the window, and go on with what waited for that."""
        if self.archive_window is not None:
            self.archive_window.close()
        self.hide()
        then, self._then = self._then, None
        if then is not None:
            then()

    # The window itself.

    def _archive_of(self, scope: MemoryScope) -> list[ArchivedVersion]:
        return [archived for archived in self._archive if archived.scope is scope]

    def _open_archive(self, scope: MemoryScope) -> None:
        shown = MemoryArchiveWindow(
            scope_title(scope),
            wanted=self.presenter.read_archived,
            put_back=partial(self.presenter.put_back, scope),
            copy=self._copy,
            parent=self,
        )
        shown.finished.connect(self._archive_closed)
        self.archive_window = shown
        shown.show_archive(self._archive_of(scope))
        shown.open()

    def _archive_closed(self) -> None:
        if self.archive_window is not None:
            self.archive_window.deleteLater()
            self.archive_window = None

    def _name_tabs(self) -> None:
        for index, scope in enumerate(_SCOPES):
            page = self.editors[scope].page
            is_unsaved = page is not None and page.is_unsaved
            title = scope_title(scope)
            self.tabs.setTabText(index, f"{title} •" if is_unsaved else title)
            self.tabs.setTabToolTip(index, _("Unsaved changes") if is_unsaved else "")
            spoken = _("{memory}, unsaved changes").format(memory=title) if is_unsaved else title
            self.tabs.setAccessibleTabName(index, spoken)
        self.setWindowModified(self.has_unsaved)

    @override
    def closeEvent(self, arg__1: QCloseEvent) -> None:
        if self.has_unsaved:
            arg__1.ignore()
            self.ask_to_leave()
            return
        arg__1.accept()

    @override
    def reject(self) -> None:
        """Esc closes as the window's button does."""
        self.close()
