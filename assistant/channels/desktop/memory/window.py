"""The window of the memory files: one tab each for this workspace, this persona and the user."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtCore import QUrl, Signal
from PySide6.QtGui import QCloseEvent, QDesktopServices, QKeySequence, QShortcut
from PySide6.QtWidgets import QDialog, QStackedWidget, QWidget
from typing_extensions import override

from assistant.channels.desktop.memory.archive_window import MemoryArchiveWindow, copy_to_clipboard
from assistant.channels.desktop.memory.editor import MemoryEditor, scope_title
from assistant.channels.desktop.memory.model.editor_state import MemoryEditorState
from assistant.channels.desktop.memory.model.presenter import MemoryPresenter
from assistant.channels.desktop.widgets.choice_dialog import ChoiceDialog, DialogChoice
from assistant.channels.desktop.widgets.labels import plain_label
from assistant.channels.desktop.widgets.layouts import vbox
from assistant.channels.desktop.widgets.tab_bar import tab_bar
from assistant.channels.desktop.widgets.translated import Translated
from assistant.channels.desktop.widgets.unsaved_dialog import UnsavedDialog
from assistant.locale import _
from assistant.memory.model.outcomes import ArchivedVersion
from assistant.memory.model.scope import MemoryScope
from assistant.protocol.client import EngineClient
from assistant.protocol.events import EngineEvent
from assistant.protocol.memory import MemorySaved

_SCOPES: Final = (MemoryScope.WORKSPACE, MemoryScope.AGENT, MemoryScope.PERSONAL)


def open_folder(path: Path) -> None:
    """Let the system show a folder; the nearest one there is, if it was not made yet."""
    while not path.is_dir() and path != path.parent:
        path = path.parent
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(path)))


class MemoryWindow(Translated, QDialog):
    """Implements `MemoryView`; what is typed in it is given up only if the user says so.

    Signals:
        typed: The text of a scope is another; carries scope and text.
        save: Save a scope, as the others carry it.
        revert: Take back what is not saved of it.
        keep_mine: Save it over what the file says by now.
        take_theirs: Take what the file says by now.
        shorten: Have the model rewrite it.
        archived_wanted: Show the earlier version of this name.
        put_back: Bring a text into the editor of a scope.
        leave_wanted: Close the window, and save first or do not.
        stayed: The user goes on editing instead of closing it.
        left: It was closed after it was asked about.
    """

    typed = Signal(object, str)
    save = Signal(object)
    revert = Signal(object)
    keep_mine = Signal(object)
    take_theirs = Signal(object)
    shorten = Signal(object)
    archived_wanted = Signal(str)
    put_back = Signal(object, str)
    leave_wanted = Signal(bool)
    stayed = Signal()
    left = Signal()

    def __init__(
        self,
        *,
        show_folder: Callable[[Path], None] = open_folder,
        copy: Callable[[str], None] = copy_to_clipboard,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._show_folder = show_folder
        self._archive: tuple[ArchivedVersion, ...] = ()
        self._drafts: tuple[Path, ...] = ()
        self._asking: UnsavedDialog | None = None
        self.setObjectName("memory_window")
        self.tabs = tab_bar("memory_tabs", *map(scope_title, _SCOPES))
        self.tabs.setUsesScrollButtons(True)
        self._stack = QStackedWidget()
        self.editors: dict[MemoryScope, MemoryEditor] = {}
        for scope in _SCOPES:
            self._stack.addWidget(self._make_editor(scope))
        self.tabs.currentChanged.connect(self._turn)
        self._drafts_label = plain_label(role="warning")
        self._drafts_label.setObjectName("memory_drafts")
        self._drafts_label.setContentsMargins(18, 4, 18, 0)
        self.archive_window = MemoryArchiveWindow(copy=copy, parent=self)
        self.archive_window.wanted.connect(self.archived_wanted)
        self.archive_window.put_back.connect(self._put_back)
        vbox(
            self.tabs,
            self._drafts_label,
            (self._stack, 1),
            inside=self,
            margins=(0, 10, 0, 0),
            gap=0,
        )
        for key, act in (
            (QKeySequence.StandardKey.Save, lambda: self.save.emit(self.current_scope)),
            (QKeySequence.StandardKey.NextChild, lambda: self._step(1)),
            (QKeySequence.StandardKey.PreviousChild, lambda: self._step(-1)),
        ):
            shortcut = QShortcut(QKeySequence(key), self)
            shortcut.activated.connect(act)
        self.resize(720, 620)
        self.setMinimumSize(380, 420)
        self.retranslate()

    def _make_editor(self, scope: MemoryScope) -> MemoryEditor:
        editor = MemoryEditor(scope=scope)
        editor.typed.connect(partial(self.typed.emit, scope))
        editor.save.connect(lambda: self.save.emit(scope))
        editor.revert.connect(lambda: self.revert.emit(scope))
        editor.keep_mine.connect(lambda: self.keep_mine.emit(scope))
        editor.take_theirs.connect(lambda: self.take_theirs.emit(scope))
        editor.shorten.connect(lambda: self._explain_shortening(scope))
        editor.earlier.connect(lambda: self._open_archive(scope))
        editor.folder.connect(lambda: self._open_folder(editor))
        self.editors[scope] = editor
        return editor

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
            save=lambda: self.leave_wanted.emit(True),
            discard=lambda: self.leave_wanted.emit(False),
            stay=self.stayed.emit,
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
        if self.archive_window.isVisible():
            scope = self.current_scope
            self.archive_window.show_archive(scope_title(scope), self._archive_of(scope))

    def show_archived(self, archived: ArchivedVersion, text: str) -> None:
        """Show an earlier version that was asked for."""
        self.archive_window.show_text(archived.name, text)

    def show_owners(self, workspace: str, agent: str) -> None:
        """Name the workspace and the agent whose memory this is."""
        self.editors[MemoryScope.WORKSPACE].show_owner(workspace)
        self.editors[MemoryScope.AGENT].show_owner(agent)

    def show_drafts(self, paths: Sequence[Path]) -> None:
        """Name the files not in use now that have unsaved words here."""
        self._drafts = tuple(paths)
        self.retranslate()

    def leave(self) -> None:
        """Close the window."""
        self.archive_window.hide()
        self.hide()
        self.left.emit()

    # The window itself.

    def _archive_of(self, scope: MemoryScope) -> list[ArchivedVersion]:
        return [archived for archived in self._archive if archived.scope is scope]

    def _open_archive(self, scope: MemoryScope) -> None:
        self.archive_window.show_archive(scope_title(scope), self._archive_of(scope))
        self.archive_window.open()

    def _put_back(self, text: str) -> None:
        self.put_back.emit(self.current_scope, text)

    def _open_folder(self, editor: MemoryEditor) -> None:
        if editor.page is not None:
            self._show_folder(editor.page.base.path.parent)

    def _explain_shortening(self, scope: MemoryScope) -> None:
        ChoiceDialog(
            title=_("Make this memory shorter?"),
            text=_(
                "The language model rewrites it in fewer words and keeps names, numbers and"
                " dates. What it says now is kept among the earlier versions, from where you can"
                " put it back."
            ),
            choices=(
                DialogChoice(
                    name="shorten_yes",
                    label=_("Make shorter"),
                    act=lambda: self.shorten.emit(scope),
                    is_primary=True,
                ),
                DialogChoice(name="shorten_no", label=_("Cancel"), act=lambda: None),
            ),
            parent=self,
        ).open()

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
    def retranslate(self) -> None:
        self.setWindowTitle(_("Memory") + "[*]")
        self.tabs.setAccessibleName(_("Memory"))
        self._drafts_label.setText(
            _("Unsaved words for another workspace or persona are kept here: {files}").format(
                files=", ".join(map(str, self._drafts))
            )
        )
        self._drafts_label.setVisible(bool(self._drafts))
        self._name_tabs()

    @override
    def closeEvent(self, arg__1: QCloseEvent) -> None:
        if self.has_unsaved:
            arg__1.ignore()
            self.ask_to_leave()
            return
        arg__1.accept()
        self.archive_window.hide()

    @override
    def reject(self) -> None:
        """Esc closes as the window's button does."""
        self.close()


class MemoryWindowController:
    """The memory window and what connects it with the engine; GUI thread."""

    def __init__(
        self,
        *,
        engine: EngineClient,
        show_folder: Callable[[Path], None] = open_folder,
        copy: Callable[[str], None] = copy_to_clipboard,
        parent: QWidget | None = None,
    ) -> None:
        self.window: Final = MemoryWindow(show_folder=show_folder, copy=copy, parent=parent)
        self.presenter: Final = MemoryPresenter(engine=engine, view=self.window)
        window, presenter = self.window, self.presenter
        window.typed.connect(presenter.type)
        window.save.connect(presenter.save)
        window.revert.connect(presenter.revert)
        window.keep_mine.connect(presenter.keep_mine)
        window.take_theirs.connect(presenter.take_theirs)
        window.shorten.connect(presenter.shorten)
        window.archived_wanted.connect(presenter.read_archived)
        window.put_back.connect(presenter.put_back)
        window.leave_wanted.connect(self._leave)
        window.stayed.connect(self._stay)
        window.left.connect(self._go_on)
        self._then: Callable[[], object] | None = None

    def open(self, scope: MemoryScope | None = None) -> None:
        """Show the window, at the memory of a scope if one is given."""
        self.presenter.open(scope)
        self.window.show()
        self.window.raise_()
        self.window.activateWindow()
        self.window.editors[self.window.current_scope].field.setFocus()

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
        if not self.window.has_unsaved:
            return True
        self._then = then
        self.window.show()
        self.window.raise_()
        self.window.ask_to_leave()
        return False

    def _leave(self, save: bool) -> None:  # the slot of a signal
        self.presenter.leave(save=save)

    def _stay(self) -> None:
        self._then = None

    def _go_on(self) -> None:
        then, self._then = self._then, None
        if then is not None:
            then()
