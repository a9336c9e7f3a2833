"""One folder of a workspace, held open so that nobody can put another in its place meanwhile.

Every name is taken relative to the open folder and no link is followed, so a link that is swapped in
between a check and what follows leads nowhere. Where the system cannot do that (Windows), names are
looked at before and after instead, which leaves a moment.
"""

import errno
import os
import re
import secrets
import stat
import unicodedata
from collections.abc import Generator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum
from pathlib import Path
from typing import Any, BinaryIO, Final, TypedDict

from assistant.tools.workspace.model.paths import Parts, WorkspaceError

BY_DESCRIPTOR: Final = (
    {os.open, os.stat, os.link, os.rename, os.unlink, os.mkdir, os.rmdir} <= os.supports_dir_fd
    and os.link in os.supports_follow_symlinks
    and os.listdir in os.supports_fd
    and hasattr(os, "O_NOFOLLOW")
)
"""Whether this system opens names relative to an open folder."""

_NO_LINKS: Final = frozenset({errno.EPERM, errno.EMLINK, errno.ENOTSUP, errno.ENOSYS})
"""What a disk says that gives a file no second name, or not this one."""
_TEMPORARY: Final = re.compile(r"\.parley-[0-9a-f]{16}")
"""Of what is being written; anything else that is called alike is the user's."""
_READ: Final = (
    os.O_RDONLY
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)  # a pipe would wait for its writer
    | getattr(os, "O_BINARY", 0)
)
_FOLDER: Final = getattr(os, "O_DIRECTORY", 0)
_NEW: Final = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
_REPARSE: Final = 0x400
"""FILE_ATTRIBUTE_REPARSE_POINT: links and junctions on Windows."""


class EntryKind(Enum):
    """What an entry of a folder is."""

    FILE = "file"
    FOLDER = "folder"
    LINK = "link"
    OTHER = "other"
    """A pipe, a socket, a device."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DirectoryEntry:
    """What stands in a folder."""

    name: str
    kind: EntryKind
    size: int
    """Bytes."""
    modified: datetime
    """Aware, in UTC."""


class _At(TypedDict, total=False):
    dir_fd: int


class Directory:
    """An open folder; made by `open_root` and `enter`.

    Args:
        path: Where it is, for messages and for systems without descriptors.
        fd: Its descriptor, or None on such systems.
    """

    def __init__(self, path: Path, fd: int | None) -> None:
        self.path = path
        self._fd = fd

    @contextmanager
    def enter(self, name: str, *, create: bool = False) -> Generator["Directory"]:
        """Open a folder in this one.

        Raises:
            OSError: If there is none, or it cannot be read or made.
            WorkspaceError: If it is a link, or no folder.
        """
        if create:
            with suppress(FileExistsError):
                mode = 0o700 if name.startswith(".") else 0o777
                os.mkdir(self._name(name), mode, **self._at)
        name = self.actual(name)
        kind = self._kind(name)
        if kind is not EntryKind.FOLDER:
            raise _wrong(name, kind, EntryKind.FOLDER)
        if self._fd is None:
            yield Directory(self.path / name, None)
            return
        fd = os.open(name, _READ | _FOLDER, dir_fd=self._fd)
        try:
            yield Directory(self.path / name, fd)
        finally:
            os.close(fd)

    def actual(self, name: str) -> str:
        """The name as it is stored here: accents may be separate marks.

        Returns:
            The name as it was given if there is no such entry.
        """
        try:
            os.lstat(self._name(name), **self._at)
        except FileNotFoundError:
            wanted = unicodedata.normalize("NFC", name)
            for entry in self._names():
                if unicodedata.normalize("NFC", entry) == wanted:
                    return entry
        return name

    def entries(self) -> tuple[DirectoryEntry, ...]:
        """By name; raises OSError."""
        found: list[DirectoryEntry] = []
        for name in sorted(self._names()):
            with suppress(FileNotFoundError):  # gone since
                found.append(_entry(name, os.lstat(self._name(name), **self._at)))
        return tuple(found)

    def stat(self, name: str) -> DirectoryEntry:
        """Raises OSError."""
        return _entry(name, os.lstat(self._name(name), **self._at))

    @contextmanager
    def reading(self, name: str) -> Generator[BinaryIO]:
        """Open a file.

        Raises:
            OSError: If there is none, or it cannot be read.
            WorkspaceError: If it is a link, or no file.
        """
        kind = self._kind(name)
        if kind is not EntryKind.FILE:
            raise _wrong(name, kind, EntryKind.FILE)
        with os.fdopen(os.open(self._name(name), _READ, **self._at), "rb") as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise _wrong(name, EntryKind.OTHER, EntryKind.FILE)
            yield file

    @contextmanager
    def prepared(self, name: str, data: bytes) -> Generator[str]:
        """Write the future content of `name` to a file beside it, synced to disk.

        Yields:
            Its name; it is removed at the end unless `put` has moved it.

        Raises:
            OSError: If it cannot be written.
        """
        temporary = f".parley-{secrets.token_hex(8)}"
        # A new file stays readable by the user alone.
        fd = os.open(self._name(temporary), _NEW, 0o600, **self._at)
        try:
            with os.fdopen(fd, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
                with suppress(FileNotFoundError):
                    mode = stat.S_IMODE(os.lstat(self._name(name), **self._at).st_mode)
                    if hasattr(os, "fchmod"):
                        os.fchmod(file.fileno(), mode)
            yield temporary
        finally:
            with suppress(FileNotFoundError):
                self.remove(temporary)

    def put(self, temporary: str, name: str) -> None:
        """Move a prepared file into its place, durably; raises OSError, and nothing is changed."""
        if self._fd is None:
            os.replace(self.path / temporary, self.path / name)
            return
        os.rename(temporary, name, src_dir_fd=self._fd, dst_dir_fd=self._fd)
        os.fsync(self._fd)

    def move(self, name: str, target: "Directory", new_name: str) -> None:
        """Move a file into another open folder; replaces nothing.

        Raises:
            FileExistsError: If the name is taken.
            OSError: If it cannot be moved; nothing is changed.
        """
        if self._fd is None or target._fd is None:
            _refuse_taken(target, new_name)
            os.rename(self.path / name, target.path / new_name)
            return
        try:
            # A second name never takes another file's place, as a rename does.
            os.link(
                name, new_name, src_dir_fd=self._fd, dst_dir_fd=target._fd, follow_symlinks=False
            )
        except OSError as error:
            if error.errno not in _NO_LINKS:
                raise
            _refuse_taken(target, new_name)
            os.rename(name, new_name, src_dir_fd=self._fd, dst_dir_fd=target._fd)
        else:
            os.unlink(name, dir_fd=self._fd)
        os.fsync(target._fd)
        os.fsync(self._fd)

    def has(self, name: str) -> bool:
        """Raises OSError if that cannot be told."""
        try:
            self.stat(name)
        except FileNotFoundError:
            return False
        return True

    def remove(self, name: str) -> None:
        """Raises OSError."""
        os.unlink(self._name(name), **self._at)

    def remove_folder(self, name: str) -> None:
        """Remove an empty folder; raises OSError."""
        os.rmdir(self._name(name), **self._at)

    def sweep(self) -> None:
        """Remove what a killed process left while writing.

        Only for the holder of the workspace's lock.
        """
        for name in self._names():
            if _TEMPORARY.fullmatch(name):
                with suppress(OSError):
                    self.remove(name)

    @property
    def _at(self) -> _At:
        return {} if self._fd is None else {"dir_fd": self._fd}

    def _name(self, name: str) -> Any:
        return self.path / name if self._fd is None else name

    def _names(self) -> list[str]:
        return os.listdir(self.path if self._fd is None else self._fd)

    def _kind(self, name: str) -> EntryKind:
        return _kind_of(os.lstat(self._name(name), **self._at))


@contextmanager
def open_root(
    root: Path, *, by_descriptor: bool = BY_DESCRIPTOR, follow: bool = True
) -> Generator[Directory]:
    """Open the root folder.

    Args:
        root: The folder; absolute if no link is followed.
        by_descriptor: Whether names are taken relative to open folders.
        follow: Whether links to it are followed.

    Raises:
        OSError: If there is none, it cannot be read, or a link is on the way to it.
        WorkspaceError: If a link is on the way to it, where folders cannot be held open.
    """
    if not by_descriptor:
        real = root.resolve(strict=True)
        if not follow and real != root:
            raise _wrong(root.name, EntryKind.LINK, EntryKind.FOLDER)
        yield Directory(real, None)
        return
    fd = os.open(root, os.O_RDONLY | _FOLDER) if follow else _open_without_links(root)
    try:
        yield Directory(root, fd)
    finally:
        os.close(fd)


@contextmanager
def open_folder(
    root: Path,
    parts: Parts,
    *,
    create: bool = False,
    by_descriptor: bool = BY_DESCRIPTOR,
    is_own: bool = True,
) -> Generator[Directory]:
    """Open a folder below a root.

    Args:
        root: The folder of a workspace, or one of the user's.
        create: Make the folders that are missing.
        by_descriptor: Whether names are taken relative to open folders.
        is_own: Whether the root is the program's: it may be reached by links and may be made.

    Raises:
        OSError: If there is none, or it cannot be read or made.
        WorkspaceError: If a link is on the way, or what is no folder.
    """
    if create and is_own:
        root.mkdir(parents=True, exist_ok=True)
    with open_root(root, by_descriptor=by_descriptor, follow=is_own) as folder:
        if not parts:
            yield folder
            return
        with _entered(folder, parts, create=create) as found:
            yield found


def _open_without_links(path: Path) -> int:
    """Open a folder by its absolute path; raises OSError if a link is anywhere on the way."""
    no_links: int = getattr(os, "O_NOFOLLOW_ANY", 0)  # macOS
    if no_links:
        return os.open(path, os.O_RDONLY | _FOLDER | no_links)
    # Folders on the way need not be readable, only passable.
    way = getattr(os, "O_PATH", os.O_RDONLY) | _FOLDER | os.O_NOFOLLOW
    fd = os.open(path.anchor, way)
    try:
        for part in path.parts[1:]:
            above, fd = fd, os.open(part, way, dir_fd=fd)
            os.close(above)
        return os.open(".", os.O_RDONLY | _FOLDER, dir_fd=fd)
    finally:
        os.close(fd)


@contextmanager
def _entered(folder: Directory, parts: Parts, *, create: bool) -> Generator[Directory]:
    with folder.enter(parts[0], create=create) as found:
        if len(parts) == 1:
            yield found
            return
        with _entered(found, parts[1:], create=create) as inner:
            yield inner


def _refuse_taken(folder: Directory, name: str) -> None:
    if folder.has(name):
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), name)


def _entry(name: str, state: os.stat_result) -> DirectoryEntry:
    return DirectoryEntry(
        name=name,
        kind=_kind_of(state),
        size=state.st_size,
        modified=datetime.fromtimestamp(state.st_mtime, UTC),
    )


def _kind_of(state: os.stat_result) -> EntryKind:
    if stat.S_ISLNK(state.st_mode) or getattr(state, "st_file_attributes", 0) & _REPARSE:
        return EntryKind.LINK
    if stat.S_ISDIR(state.st_mode):
        return EntryKind.FOLDER
    return EntryKind.FILE if stat.S_ISREG(state.st_mode) else EntryKind.OTHER


def _wrong(name: str, kind: EntryKind, wanted: EntryKind) -> WorkspaceError:
    if kind is EntryKind.LINK:
        return WorkspaceError(f"{name} is a link, and tools follow no links.")
    return WorkspaceError(f"{name} is not a {wanted.value}.")
