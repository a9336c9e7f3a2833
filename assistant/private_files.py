"""The one place that writes files which nobody but the user may read; a test holds that no other does.

A private file has mode 0600 from its first byte, a private folder 0700. A file that is written
whole takes its place in one step: a reader, also after a crash, sees old or new. Who writes
what they read of it before does both under `sole_writer`, or the change of another process is lost.

A process that is killed while it replaces a file leaves what it had written, such as keys, in a file
beside it. Its writer holds a lock on that file, so what nobody holds is left over: it is removed when
the same file is written again, and everywhere in a home when a program starts with it.
"""

import errno
import os
import re
import stat
import tempfile
from collections.abc import Generator, Iterable
from contextlib import contextmanager, suppress
from glob import escape
from pathlib import Path
from typing import BinaryIO, Final, Literal, cast

_NEW: Final = ".new"
"""Ending of a file that is being written."""
_LEFT_OVER: Final = re.compile(r"\..+\.[a-z0-9_]{8}\.new")
WRITER_S: Final = 5.0
"""Seconds a writer waits for another one; each is done within some milliseconds."""


def make_private_folder(path: Path) -> None:
    """Create a folder and its missing parents for the user alone.

    An existing one stays as it is.

    Raises:
        OSError: If it cannot be made.
    """
    if path.is_dir():
        return
    if path.parent != path:
        make_private_folder(path.parent)
    path.mkdir(mode=0o700, exist_ok=True)


def write_private(path: Path, content: str | bytes) -> None:
    """Replace a file as a whole, synced to disk.

    Raises:
        OSError: If it cannot be written; it is as it was.
    """
    with replacing_private(path) as file:
        file.write(content.encode("utf-8") if isinstance(content, str) else content)


@contextmanager
def sole_writer(path: Path) -> Generator[None]:
    """Lock a file against other writers, in this process and others.

    Raises:
        OSError: If the folder cannot be written, or another writer takes too long.
    """
    from filelock import FileLock, Timeout  # the window is there before anything is written

    make_private_folder(path.parent)
    lock = FileLock(lock_of(path), timeout=WRITER_S, thread_local=False)
    try:
        lock.acquire()
    except Timeout as error:
        raise OSError(errno.EBUSY, os.strerror(errno.EBUSY), str(path)) from error
    try:
        yield
    finally:
        lock.release()


def lock_of(path: Path) -> Path:
    """The empty lock file beside a file; it is never deleted."""
    return path.with_suffix(".lock")


@contextmanager
def replacing_private(path: Path) -> Generator[BinaryIO]:
    """A file that replaces another at the end of the context.

    After an exception the other is unchanged.

    Raises:
        OSError: If it cannot be written; likewise.
    """
    make_private_folder(path.parent)
    sweep_beside(path)
    with new_beside(path) as (file, temporary):
        yield file
        put_in_place(file, temporary, path)


@contextmanager
def new_beside(path: Path) -> Generator[tuple[BinaryIO, Path]]:
    """A new file beside another, for `put_in_place`; deleted at the end if it was not moved.

    Raises:
        OSError: If it cannot be made.
    """
    file, temporary = _locked_file(path)
    try:
        with file:
            yield file, temporary
    finally:
        temporary.unlink(missing_ok=True)


def put_in_place(file: BinaryIO, temporary: Path, path: Path) -> None:
    """Sync a file of `new_beside`, and replace the other by it durably.

    Raises:
        OSError: If it cannot be written or moved; what was there stays.
    """
    file.flush()
    os.fsync(file.fileno())
    if os.name == "nt":
        file.close()  # an open file is not moved there
    temporary.replace(path)  # while it is locked: nobody takes it for left over
    sync_folder(path.parent)


def sweep_beside(path: Path) -> None:
    """Delete what killed processes left beside a file while replacing it."""
    _sweep(path.parent.glob(f".{escape(path.name)}.*{_NEW}"))


def sweep_folder(root: Path) -> None:
    """Delete all such leftovers in a folder and below."""
    for folder, _folders, names in os.walk(root):
        _sweep(Path(folder, name) for name in names if _LEFT_OVER.fullmatch(name))


def _sweep(found: Iterable[Path]) -> None:
    for left in found:
        with suppress(OSError), left.open("rb") as file:
            if _lock(file.fileno()):
                left.unlink()


def _locked_file(path: Path) -> tuple[BinaryIO, Path]:
    while True:
        descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=_NEW, dir=path.parent)
        file = os.fdopen(descriptor, "w+b")
        _lock(descriptor, waits=True)
        if os.path.exists(name):
            return file, Path(name)
        file.close()  # it was taken for left over just before it was locked


def _lock(descriptor: int, *, waits: bool = False) -> bool:
    """Lock a file until it is closed; returns whether that succeeded."""
    if os.name == "nt":
        return True  # there an open file is not removed
    import fcntl

    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | (0 if waits else fcntl.LOCK_NB))
    except BlockingIOError:
        return False
    except OSError:  # a file system without locks: nobody knows
        return waits
    return True


def sync_folder(folder: Path) -> None:
    """Sync renames in a folder, where the system can open a folder."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def open_private(path: Path, mode: Literal["ab", "wb"]) -> BinaryIO:
    """Open a file to append or rewrite; a new one is the user's alone.

    Raises:
        OSError: If it cannot be opened.
    """
    make_private_folder(path.parent)
    return cast("BinaryIO", open(path, mode, opener=_for_the_user))


def keep_private(path: Path) -> bool:
    """Remove other users' access to a file; returns whether they had any.

    Leaves alone one that is missing or that another user owns.
    """
    if os.name != "posix":
        return False
    try:
        found = path.stat()
        if not stat.S_IMODE(found.st_mode) & 0o077 or found.st_uid != os.geteuid():
            return False
        path.chmod(0o600)
    except OSError:
        return False
    return True


def _for_the_user(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
