"""The files of a workspace: read, changed without anybody's edit being lost, moved to the trash.

Everything here blocks and belongs on a thread. Writers of Parley's wait for each other. What
another program writes meanwhile is seen before the new file takes its place, and the change is made
again; if it was written into the old file in the very moment that was replaced, it is taken from
there.
"""

import hashlib
import threading
import time
from collections.abc import Callable, Generator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final, Protocol, TypeVar

from assistant.tools.workspace.directory import (
    BY_DESCRIPTOR,
    Directory,
    DirectoryEntry,
    EntryKind,
    open_folder,
)
from assistant.tools.workspace.model.paths import (
    FolderClosedError,
    Parts,
    WorkspaceError,
    is_hidden,
    own_reason,
)
from assistant.tools.workspace.trash import FOLDER, TrashedFile, WorkspaceTrash

MAX_FILE: Final = 5_000_000
"""Bytes of a file that is read whole."""
MAX_EDIT_TRIES: Final = 8
"""How often a change is made again because somebody else changed the file meanwhile."""
SETTLE_S: Final = 0.03
"""Seconds in which an editor fills a file that it has just emptied."""


class AbortedError(Exception):
    """The call was cancelled before anything was changed."""


@dataclass(frozen=True, slots=True)
class FileContent:
    """The bytes of a file."""

    data: bytes

    @property
    def digest(self) -> str:
        """SHA-256 of the bytes."""
        return hashlib.sha256(self.data).hexdigest()


ResultT = TypeVar("ResultT")
Edit = Callable[[FileContent | None], tuple[bytes | None, ResultT]]
"""Takes what a file holds, None if it is missing; gives what it shall hold, or None to leave it.

It may be called several times, and only what the last call gave counts."""


class DiskRules(Protocol):
    """What holds for one folder and all below it."""

    @property
    def is_own(self) -> bool:
        """Whether the folder is the program's: it may be reached by links and may be created."""
        ...

    def check(self, *, is_write: bool = False) -> None:
        """Make sure that the folder may be used now; called before every access.

        Raises:
            FolderClosedError: If it may not.
        """
        ...

    def is_closed(self, parts: Parts) -> bool:
        """Whether tools skip what stands at a path."""
        ...


class WorkspaceRules:
    """Implements `DiskRules` for a workspace."""

    is_own = True

    def check(self, *, is_write: bool = False) -> None:
        """Nothing closes a workspace."""

    def is_closed(self, parts: Parts) -> bool:
        """Whether it is hidden or the program's own."""
        return is_hidden(parts[-1]) or (len(parts) == 1 and bool(own_reason(parts[0])))


class Workspaces:
    """The folders of all workspaces, and those of the user's own; safe against threads.

    Args:
        pause: Waits some seconds.
        by_descriptor: Whether names are taken relative to open folders.
    """

    def __init__(
        self,
        *,
        pause: Callable[[float], None] = time.sleep,
        by_descriptor: bool = BY_DESCRIPTOR,
    ) -> None:
        self._pause = pause
        self._by_descriptor = by_descriptor
        self._busy = threading.Lock()

    def at(
        self, root: Path, rules: DiskRules | None = None, *, trash: Path | None = None
    ) -> "WorkspaceDisk":
        """The files of one folder.

        Args:
            root: The folder; that of a workspace may not exist.
            rules: What holds there; by default those of a workspace.
            trash: Where its trash is, if not in itself.
        """
        return WorkspaceDisk(
            root,
            rules=rules or WorkspaceRules(),
            trash=trash,
            busy=self._busy,
            pause=self._pause,
            by_descriptor=self._by_descriptor,
        )


class WorkspaceDisk:
    """The files of one workspace; made by `Workspaces.at`."""

    def __init__(
        self,
        root: Path,
        *,
        rules: DiskRules,
        trash: Path | None,
        busy: threading.Lock,
        pause: Callable[[float], None],
        by_descriptor: bool,
    ) -> None:
        self._root = root
        self._rules = rules
        self._busy = busy
        self._pause = pause
        self._by_descriptor = by_descriptor
        self._trash = WorkspaceTrash(root, place=trash, by_descriptor=by_descriptor)

    def read(self, parts: Parts) -> FileContent:
        """Content of a file.

        Raises:
            WorkspaceError: If there is none, or it cannot be read or is too large.
        """
        content = self.find(parts)
        if content is None:
            raise WorkspaceError(f"There is no file {_named(parts)}.")
        return content

    def find(self, parts: Parts) -> FileContent | None:
        """None if there is no such file.

        Raises:
            WorkspaceError: If it cannot be read or is too large.
        """
        _check_file(parts)
        try:
            with _as_workspace_error(parts), self._folder(parts[:-1]) as folder:
                return _content(folder, folder.actual(parts[-1]))
        except FileNotFoundError:
            return None

    def entry(self, parts: Parts) -> DirectoryEntry:
        """Raises WorkspaceError if there is nothing."""
        _check_file(parts)
        try:
            with _as_workspace_error(parts), self._folder(parts[:-1]) as folder:
                return folder.stat(folder.actual(parts[-1]))
        except FileNotFoundError as error:
            raise WorkspaceError(f"There is nothing at {_named(parts)}.") from error

    def entries(self, parts: Parts) -> tuple[DirectoryEntry, ...]:
        """By name, without hidden files and the program's own.

        Raises:
            WorkspaceError: If there is no such folder. An empty workspace may have none at all.
        """
        try:
            with _as_workspace_error(parts), self._folder(parts) as folder:
                found = folder.entries()
        except FileNotFoundError as error:
            if not parts and self._rules.is_own:
                return ()
            raise WorkspaceError(f"There is no folder {_named(parts)}.") from error
        return tuple(entry for entry in found if not self._rules.is_closed((*parts, entry.name)))

    def walk(self, parts: Parts) -> Generator[tuple[Parts, DirectoryEntry]]:
        """Everything below a folder, each folder before its content; skips links.

        Raises:
            WorkspaceError: If there is no such folder.
        """
        left = [(parts, self.entries(parts))]
        while left:
            above, entries = left.pop()
            for entry in entries:
                path = (*above, entry.name)
                yield path, entry
            folders = [(*above, e.name) for e in entries if e.kind is EntryKind.FOLDER]
            for path in reversed(folders):
                try:
                    left.append((path, self.entries(path)))
                except FolderClosedError:
                    raise
                except WorkspaceError:  # gone, or closed to the user themselves
                    continue

    def change(
        self,
        parts: Parts,
        edit: Edit[ResultT],
        *,
        is_aborted: Callable[[], bool] = lambda: False,
    ) -> ResultT:
        """Apply an edit, again if the file changed meanwhile.

        Args:
            edit: Makes the change.
            is_aborted: Asked just before the file is put in its place.

        Raises:
            WorkspaceError: If it cannot be written; it is as it was.
            AbortedError: If it was aborted; the file is as it was.
        """
        _check_file(parts)
        with self._busy:
            if self.find(parts) is None:
                data, result = edit(None)
                if data is None:
                    return result
            with _as_workspace_error(parts), self._folder(parts[:-1], create=True) as folder:
                folder.sweep()
                return self._replace(folder, parts, edit, is_aborted)

    def remove(
        self,
        parts: Parts,
        *,
        digest: str | None = None,
        is_aborted: Callable[[], bool] = lambda: False,
    ) -> None:
        """Move a file to the trash.

        Args:
            digest: Of what it held when the user agreed; None if nobody looked.
            is_aborted: Asked just before.

        Raises:
            WorkspaceError: If there is none, it was changed since, or it cannot be removed.
            AbortedError: If it was aborted.
        """
        _check_file(parts)
        try:
            with self._busy, _as_workspace_error(parts), self._folder(parts[:-1]) as folder:
                name = folder.actual(parts[-1])
                if folder.stat(name).kind is not EntryKind.FILE:
                    raise WorkspaceError(f"{_named(parts)} is not a file; only files can go.")
                if digest is not None and _content(folder, name).digest != digest:
                    raise changed_since(parts)
                if is_aborted():
                    raise AbortedError
                self._rules.check(is_write=True)
                self._trash.take(folder, name, parts)
        except FileNotFoundError as error:
            raise WorkspaceError(f"There is no file {_named(parts)}.") from error

    def keep(self, parts: Parts, data: bytes) -> None:
        """Put a copy of a file's content into the trash.

        Raises:
            WorkspaceError: If it cannot be written.
        """
        with self._busy, _as_workspace_error(parts):
            self._trash.keep(parts, data)

    def trashed(self) -> tuple[TrashedFile, ...]:
        """What is in the trash, deleted last first.

        Raises:
            WorkspaceError: If it cannot be read.
        """
        with self._busy, _as_workspace_error((FOLDER,)):
            return self._trash.files()

    def restore(self, file: TrashedFile) -> Parts:
        """Move a file out of the trash; returns its path, which differs if that was taken.

        Raises:
            WorkspaceError: If it is not there any more, or cannot be moved.
        """
        self._rules.check(is_write=True)
        with self._busy, _as_workspace_error(file.parts):
            return self._trash.restore(file)

    def empty_trash(self) -> int:
        """Delete the trash for good; returns how many files that were.

        Raises:
            WorkspaceError: If something cannot be removed.
        """
        with self._busy, _as_workspace_error((FOLDER,)):
            return self._trash.empty()

    def check_writable(self) -> None:
        """Raises FolderClosedError if files must not be changed here."""
        self._rules.check(is_write=True)

    def _folder(self, parts: Parts, *, create: bool = False) -> AbstractContextManager[Directory]:
        self._rules.check(is_write=create)
        return open_folder(
            self._root,
            parts,
            create=create,
            by_descriptor=self._by_descriptor,
            is_own=self._rules.is_own,
        )

    def _replace(
        self, folder: Directory, parts: Parts, edit: Edit[ResultT], is_aborted: Callable[[], bool]
    ) -> ResultT:
        name = folder.actual(parts[-1])
        expected = base = self._settled(folder, name)
        for _try in range(MAX_EDIT_TRIES):
            data, result = edit(base)
            new = base if data is None else FileContent(data)
            if new is None or new == expected:
                return result
            with ExitStack() as stack:
                old = None if expected is None else _held(stack, folder, name)
                temporary = stack.enter_context(folder.prepared(name, new.data))
                if is_aborted():
                    raise AbortedError
                self._rules.check(is_write=True)
                if not self._rules.is_own and expected is not None:
                    self._trash.keep(parts, expected.data)
                if _found(folder, name) != expected:
                    expected = base = self._settled(folder, name)
                    continue
                folder.put(temporary, name)
                late = _written_late(old, expected)
            if late is None:
                return result
            expected, base = new, late
        raise WorkspaceError(f"{_named(parts)} is being changed by another program. Try later.")

    def _settled(self, folder: Directory, name: str) -> FileContent | None:
        """Content of a file, once an editor that has just truncated it has filled it."""
        content = _found(folder, name)
        if content is not None and not content.data:
            self._pause(SETTLE_S)
            content = _found(folder, name)
        return content


def changed_since(parts: Parts) -> WorkspaceError:
    """The error for a file that changed since the user agreed."""
    return WorkspaceError(
        f"{_named(parts)} was changed while the person was asked. Nothing was done; try again."
    )


def _content(folder: Directory, name: str) -> FileContent:
    with folder.reading(name) as file:
        data = file.read(MAX_FILE + 1)
    if len(data) > MAX_FILE:
        raise WorkspaceError(f"{name} is too large: more than {MAX_FILE} bytes.")
    return FileContent(data)


def _found(folder: Directory, name: str) -> FileContent | None:
    try:
        return _content(folder, name)
    except FileNotFoundError:
        return None


def _held(stack: ExitStack, folder: Directory, name: str) -> BinaryIO | None:
    """Hold the present file open, even when another takes its place."""
    if not BY_DESCRIPTOR:  # Windows replaces no file that is open
        return None
    try:
        return stack.enter_context(folder.reading(name))
    except FileNotFoundError:
        return None


def _written_late(old: BinaryIO | None, expected: FileContent | None) -> FileContent | None:
    """What another program wrote into the old file while it was being replaced."""
    if old is None or expected is None:
        return None
    data = old.read(MAX_FILE + 1)
    return None if data == expected.data or not data else FileContent(data)


def _named(parts: Parts) -> str:
    return "/".join(parts)


def _check_file(parts: Parts) -> None:
    if not parts:
        raise WorkspaceError("Name a file; this is the workspace itself.")


@contextmanager
def _as_workspace_error(parts: Parts) -> Generator[None]:
    """Turn system errors into ones the model may read; a missing file passes."""
    try:
        yield
    except FileNotFoundError:
        raise
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise WorkspaceError(f"{_named(parts) or 'The folder'}: {reason}.") from error
