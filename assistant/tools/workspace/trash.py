"""The trash of a workspace: what was deleted stays until the user empties it.

Each deleted file lies below `.trash/<id>/` at the path it had. Tools cannot name it, because it is
hidden. Everything here blocks and belongs on a thread.
"""

import errno
import secrets
from collections.abc import Generator
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from assistant.tools.workspace.directory import (
    BY_DESCRIPTOR,
    Directory,
    DirectoryEntry,
    EntryKind,
    open_folder,
)
from assistant.tools.workspace.model.paths import Parts, WorkspaceError, names_of, parts_of

FOLDER: Final = ".trash"
"""Its name in the workspace."""
MAX_COPIED: Final = 100_000_000
"""Bytes of a file that is moved between disks."""
_MOST_NAMES: Final = 100
"""Names that are tried for a file whose own is taken."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TrashedFile:
    """A file in the trash."""

    id: str
    parts: Parts
    """Where it was."""
    deleted_at: datetime
    """Aware, in UTC."""
    size: int
    """Bytes."""

    @property
    def path(self) -> str:
        return "/".join(self.parts)


class WorkspaceTrash:
    """The trash of one workspace; not safe against threads.

    Args:
        root: The folder whose files it takes; that of a workspace may not exist.
        place: Where the trash is, for one of the user's folders; by default in the folder.
        by_descriptor: Whether names are taken relative to open folders.
    """

    def __init__(
        self, root: Path, *, place: Path | None = None, by_descriptor: bool = BY_DESCRIPTOR
    ) -> None:
        self._root = root
        self._is_own = place is None
        self._trash_root = place or root
        self._by_descriptor = by_descriptor

    def take(self, folder: Directory, name: str, parts: Parts) -> None:
        """Move a file into the trash.

        Args:
            folder: The open folder it is in.

        Raises:
            OSError: If it cannot be moved; it is where it was.
            WorkspaceError: If the trash is a link.
        """
        with self._place(parts) as place:
            _move(folder, name, place, parts[-1])

    def keep(self, parts: Parts, data: bytes) -> None:
        """Put a copy of a file's content into the trash.

        Raises:
            OSError: If it cannot be written.
            WorkspaceError: If the trash is a link.
        """
        with self._place(parts) as place, place.prepared(parts[-1], data) as temporary:
            place.put(temporary, parts[-1])

    def files(self) -> tuple[TrashedFile, ...]:
        """What is in it, deleted last first; raises OSError or WorkspaceError."""
        found: list[TrashedFile] = []
        try:
            with self._folder((FOLDER,)) as trash:
                for entry in trash.entries():
                    if entry.kind is EntryKind.FOLDER:
                        with trash.enter(entry.name) as one:
                            found += _files(entry, one, ())
        except FileNotFoundError:
            return ()
        return tuple(sorted(found, key=lambda file: (file.deleted_at, file.id), reverse=True))

    def restore(self, file: TrashedFile) -> Parts:
        """Move a file back, or beside what is there now; returns its path.

        Raises:
            OSError: If it cannot be moved.
            WorkspaceError: If it is not in the trash any more, or its name is taken too often.
        """
        (parts_of if self._is_own else names_of)(file.path)  # it may have been put there by hand
        try:
            with (
                self._folder((FOLDER, file.id, *file.parts[:-1])) as place,
                self._target(file.parts[:-1]) as folder,
            ):
                name = _move_beside(place, place.actual(file.parts[-1]), folder, file.parts[-1])
        except FileNotFoundError as error:
            raise WorkspaceError(f"{file.path} is not in the trash any more.") from error
        self._tidy(file)
        return (*file.parts[:-1], name)

    def empty(self) -> int:
        """Delete everything for good; returns how many files that were.

        Raises:
            OSError: If something cannot be removed.
            WorkspaceError: If the trash is a link.
        """
        files = self.files()
        for file in files:
            with self._folder((FOLDER, file.id, *file.parts[:-1])) as place:
                place.remove(file.parts[-1])
            self._tidy(file)
        return len(files)

    @contextmanager
    def _place(self, parts: Parts) -> Generator[Directory]:
        above = (FOLDER, secrets.token_hex(6), *parts[:-1])
        with self._folder(above, create=True) as place:
            yield place

    def _folder(self, parts: Parts, *, create: bool = False) -> AbstractContextManager[Directory]:
        return open_folder(
            self._trash_root, parts, create=create, by_descriptor=self._by_descriptor
        )

    def _target(self, parts: Parts) -> AbstractContextManager[Directory]:
        return open_folder(
            self._root,
            parts,
            create=True,
            by_descriptor=self._by_descriptor,
            is_own=self._is_own,
        )

    def _tidy(self, file: TrashedFile) -> None:
        """Remove the folders that a file has left empty."""
        above = (file.id, *file.parts[:-1])
        for depth in range(len(above), 0, -1):
            with suppress(OSError), self._folder((FOLDER, *above[: depth - 1])) as folder:
                folder.remove_folder(above[depth - 1])


def _files(top: DirectoryEntry, folder: Directory, above: Parts) -> Generator[TrashedFile]:
    for entry in folder.entries():
        if entry.kind is EntryKind.FILE:
            yield TrashedFile(
                id=top.name,
                parts=(*above, entry.name),
                deleted_at=top.modified,
                size=entry.size,
            )
        elif entry.kind is EntryKind.FOLDER:
            with folder.enter(entry.name) as inner:
                yield from _files(top, inner, (*above, entry.name))


def _move_beside(source: Directory, name: str, folder: Directory, wanted: str) -> str:
    """Move a file to the first of its names that is free; returns that."""
    stem, dot, ending = wanted.rpartition(".")
    for number in range(1, _MOST_NAMES):
        more = "" if number == 1 else f" ({number})"
        new_name = f"{stem}{more}.{ending}" if dot and stem else f"{wanted}{more}"
        if folder.has(folder.actual(new_name)):
            continue
        with suppress(FileExistsError):  # another process was faster
            _move(source, name, folder, new_name)
            return new_name
    raise WorkspaceError(f"There are too many files called {wanted} already.")


def _move(source: Directory, name: str, target: Directory, new_name: str) -> None:
    try:
        source.move(name, target, new_name)
    except OSError as error:
        if error.errno != errno.EXDEV:
            raise
        if source.stat(name).size > MAX_COPIED:
            raise WorkspaceError(
                f"{name} is on another disk than the trash and too large to be copied there."
            ) from error
        with source.reading(name) as file:
            data = file.read()
        with target.prepared(new_name, data) as temporary:
            target.move(temporary, target, new_name)
        source.remove(name)
