"""Between the engine and the editor of the memory files; needs no Qt.

Every method runs on the GUI thread.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from assistant.channels.desktop.memory.model import editor_state
from assistant.channels.desktop.memory.model.editor_state import EditorWork, MemoryEditorState
from assistant.memory.model.outcomes import ArchivedVersion
from assistant.memory.model.scope import MemoryScope
from assistant.protocol.client import EngineClient
from assistant.protocol.conversation import ConversationOpened
from assistant.protocol.events import EngineEvent
from assistant.protocol.memory import (
    ArchivedRead,
    CompactMemory,
    MemoryRead,
    MemorySaved,
    ReadArchived,
    ReadMemory,
    SaveMemory,
)


class MemoryView(Protocol):
    """Shows memory files; decides nothing."""

    def show_page(self, scope: MemoryScope, page: MemoryEditorState) -> None:
        """Show a file and the text in its editor."""
        ...

    def show_archive(self, archive: Sequence[ArchivedVersion]) -> None:
        """Show which earlier versions there are, newest first."""
        ...

    def show_archived(self, archived: ArchivedVersion, text: str) -> None:
        """Show an earlier version that was asked for."""
        ...

    def show_scope(self, scope: MemoryScope) -> None:
        """Turn to the memory of a scope."""
        ...

    def show_owners(self, workspace: str, agent: str) -> None:
        """Name the workspace and the agent whose memory this is."""
        ...

    def show_drafts(self, paths: Sequence[Path]) -> None:
        """Name the files of other workspaces and agents that have unsaved words here."""
        ...

    def leave(self) -> None:
        """Everything was saved that was to be saved before leaving."""
        ...


class MemoryPresenter:
    """Keeps a page for every file that was edited, until it is saved or given up."""

    def __init__(self, *, engine: EngineClient, view: MemoryView) -> None:
        self._engine = engine
        self._view = view
        self._pages: dict[Path, MemoryEditorState] = {}
        """By path: another workspace or agent may come into use while words are unsaved."""
        self._paths: dict[MemoryScope, Path] = {}
        """The files in use now."""
        self._under_way: dict[MemoryScope, Path] = {}
        """The file that the engine saves or rewrites for us."""
        self._archive: tuple[ArchivedVersion, ...] = ()
        self._has_asked = False
        self._seeks_text = False
        """Whether the first memory that says something is to be turned to."""
        self._is_leaving = False
        self._owners = ("", "")

    @property
    def unsaved(self) -> tuple[Path, ...]:
        """Paths of the files with words that are not in them."""
        return tuple(path for path, page in self._pages.items() if page.is_unsaved)

    def page(self, scope: MemoryScope) -> MemoryEditorState | None:
        """Return the page of a scope; None until its file was read."""
        path = self._paths.get(scope)
        return None if path is None else self._pages[path]

    def refresh(self) -> None:
        """Show everything in a view that is new."""
        self._view.show_owners(*self._owners)
        self._view.show_archive(self._archive)
        self._show_all()

    # What the user does.

    def open(self, scope: MemoryScope | None = None) -> None:
        """The editor comes on the screen, the first time at a scope or where something is said."""
        self._is_leaving = False
        self._seeks_text = scope is None and not self._has_asked
        if scope is not None:
            self._view.show_scope(scope)
        self._ask()

    def type(self, scope: MemoryScope, text: str) -> None:
        """The text in the editor is another."""
        self._change(scope, lambda page: editor_state.typed(page, text))

    def save(self, scope: MemoryScope) -> None:
        """Save what is typed."""
        page = self.page(scope)
        if page is not None:
            self._save(page)

    def revert(self, scope: MemoryScope) -> None:
        """Take back what is typed."""
        self._change(scope, editor_state.reverted)

    def keep_mine(self, scope: MemoryScope) -> None:
        """Save what is typed over what the file says by now."""
        self._change(scope, editor_state.mine)
        self.save(scope)

    def take_theirs(self, scope: MemoryScope) -> None:
        """Take what the file says by now."""
        self._change(scope, editor_state.theirs)

    def shorten(self, scope: MemoryScope) -> None:
        """Have the model rewrite the file."""
        page = self.page(scope)
        if page is None or not page.can_shorten or scope in self._under_way:
            return
        self._under_way[scope] = page.base.path
        self._change(scope, editor_state.shortening)
        self._engine.submit(CompactMemory(scope=scope))

    def read_archived(self, name: str) -> None:
        """Show an earlier version."""
        self._engine.submit(ReadArchived(name=name))

    def put_back(self, scope: MemoryScope, text: str) -> None:
        """Bring the text of an earlier version into the editor; saving it is the user's."""
        self.type(scope, text)
        self._show(scope)

    def leave(self, *, save: bool) -> None:
        """Leave the editor: save what can be saved first, or give up what is not saved."""
        if not save:
            self._pages = {path: editor_state.reverted(page) for path, page in self._pages.items()}
            self._show_all()
            self._view.leave()
            return
        self._is_leaving = True
        self._leave_if_done()

    # What the engine says.

    def handle(self, event: EngineEvent) -> None:
        """Take one event; those about something else do nothing."""
        match event:
            case MemoryRead():
                self._read(event)
            case MemorySaved():
                self._saved(event)
            case ArchivedRead():
                found = next((one for one in self._archive if one.name == event.name), None)
                if found is not None:
                    self._view.show_archived(found, event.text)
            case ConversationOpened() if event.workspace:
                owners = (event.workspace, event.agent)
                if owners != self._owners:
                    self._owners = owners
                    self._view.show_owners(*owners)
                    if self._has_asked:
                        self._ask()
            case _:
                pass

    def _ask(self) -> None:
        self._has_asked = True
        self._engine.submit(ReadMemory())

    def _read(self, event: MemoryRead) -> None:
        for file in event.files:
            self._paths[file.scope] = file.path
            self._pages[file.path] = editor_state.read(self._pages.get(file.path), file)
        in_use = set(self._paths.values())
        self._pages = {
            path: page
            for path, page in self._pages.items()
            if path in in_use or page.is_unsaved or page.work is not None
        }
        self._archive = event.archive
        self._view.show_archive(event.archive)
        self._show_all()
        if self._seeks_text:
            self._seeks_text = False
            said = (file.scope for file in event.files if file.text.strip())
            self._view.show_scope(next(said, MemoryScope.WORKSPACE))

    def _saved(self, event: MemorySaved) -> None:
        path = self._under_way.pop(event.scope, None)
        page = None if path is None else self._pages.get(path)
        if path is None or page is None:
            return
        was_saving = page.work is EditorWork.SAVING
        page = editor_state.settled(page, event)
        self._pages[path] = page
        if path != self._paths.get(event.scope):
            self._show_all()
        elif was_saving and event.conflict is not None and page.can_save:
            self._save(page)  # what stood against it was our own earlier save
        else:
            self._show(event.scope)
        if page.problem or page.conflict is not None:
            self._is_leaving = False
        self._leave_if_done()

    def _save(self, page: MemoryEditorState) -> None:
        scope, path = page.base.scope, page.base.path
        if not page.can_save or scope in self._under_way:
            return
        self._under_way[scope] = path
        self._pages[path] = editor_state.saving(page)
        self._show(scope)
        self._engine.submit(
            SaveMemory(scope=scope, text=page.text, digest=page.base.digest, path=path)
        )

    def _leave_if_done(self) -> None:
        """Save what is left, those of other workspaces and agents too; then leave."""
        if not self._is_leaving:
            return
        for path in self.unsaved:
            self._save(self._pages[path])
        if self._under_way:
            return
        self._is_leaving = False
        if not self.unsaved:
            self._view.leave()

    def _change(
        self, scope: MemoryScope, change: Callable[[MemoryEditorState], MemoryEditorState]
    ) -> None:
        path = self._paths.get(scope)
        if path is not None:
            self._pages[path] = change(self._pages[path])
            self._show(scope)

    def _show(self, scope: MemoryScope) -> None:
        page = self.page(scope)
        if page is not None:
            self._view.show_page(scope, page)

    def _show_all(self) -> None:
        for scope in self._paths:
            self._show(scope)
        in_use = set(self._paths.values())
        self._view.show_drafts(tuple(path for path in self.unsaved if path not in in_use))
