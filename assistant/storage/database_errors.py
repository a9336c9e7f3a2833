"""Whose fault a database error is: the machine's, the file's, or ours.

The machine's and the file's become a `StoreError` that a person can act on. Everything else is a
bug and stays what it is.
"""

import re
import shutil
import sqlite3
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from assistant.errors import StoreError
from assistant.locale import _, mark


class DamagedDatabaseError(StoreError):
    """The file is not a readable database; it can be set aside."""


class NewerDatabaseError(StoreError):
    """A newer Parley wrote the file; it is left untouched."""


_DAMAGED: Final = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}

_ROW_FAULT: Final = re.compile(
    r"CHECK constraint failed in |(NULL|TEXT|NUMERIC|non-[A-Z]+) value in "
)
"""What `PRAGMA quick_check` says of single values: https://www.sqlite.org/src/file/src/pragma.c."""

_MAY_MEAN_FULL: Final = {sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN}
"""What SQLite says where the log or the shared memory beside the file cannot grow."""
_NO_ROOM_BYTES: Final = 64 * 1024
"""Less than the shared memory and a page of the log take."""

_LOCKED: Final = (
    mark("The database {path} is in use by another program."),
    mark("Close that program and try again."),
)
_READ_ONLY: Final = (
    mark("The database {path} cannot be written: permission denied."),
    mark("Allow writing to the file and its folder, or choose another home."),
)
_UNREADABLE: Final = (
    mark("The database {path} cannot be opened."),
    mark("Allow reading and writing in its folder, or choose another home."),
)
_MACHINE: Final[dict[int, tuple[str, str]]] = {
    sqlite3.SQLITE_FULL: (
        mark("The disk with the database {path} is full."),
        mark("Free some space; what was stored before is safe."),
    ),
    sqlite3.SQLITE_BUSY: _LOCKED,
    sqlite3.SQLITE_LOCKED: _LOCKED,
    sqlite3.SQLITE_READONLY: _READ_ONLY,
    sqlite3.SQLITE_PERM: _READ_ONLY,
    sqlite3.SQLITE_CANTOPEN: _UNREADABLE,
    sqlite3.SQLITE_IOERR: (
        mark("The disk with the database {path} failed to read or write."),
        mark("Check the disk; what was stored before is left as it is."),
    ),
}


def as_store_error(error: sqlite3.Error, path: Path) -> StoreError | None:
    """None if the error is a bug of ours.

    Args:
        error: As SQLite raised it; its extended result code decides.
        path: The database, for the text.
    """
    extended: int | None = getattr(error, "sqlite_errorcode", None)
    if extended is None:
        return None
    code = extended & 0xFF  # the primary code: https://www.sqlite.org/rescode.html
    if code in _MAY_MEAN_FULL and _is_full(path):
        code = sqlite3.SQLITE_FULL
    if code in _DAMAGED:
        return damaged(path)
    if code not in _MACHINE:
        return None
    message, hint = _MACHINE[code]
    return StoreError(_(message).format(path=path), hint=_(hint))


def _is_full(path: Path) -> bool:
    """Whether the disk is full; SQLite reports that for its own file alone."""
    try:
        return shutil.disk_usage(path.parent).free < _NO_ROOM_BYTES
    except OSError:
        return False


def damaged(path: Path) -> DamagedDatabaseError:
    """The error for a file that is not a readable database."""
    return DamagedDatabaseError(
        _("The database {path} is damaged.").format(path=path),
        hint=_(
            "Start Parley again: the file is set aside, not deleted, and what can be read of it is brought over."
        ),
    )


def refuse_damaged(connection: sqlite3.Connection, path: Path) -> None:
    """Check every page of a database.

    A value that its column does not allow costs its row alone, so it is no reason to refuse.

    Raises:
        DamagedDatabaseError: If the file is not sound.
    """
    faults = (str(fault) for (fault,) in connection.execute("PRAGMA quick_check"))
    if any(fault != "ok" and not _ROW_FAULT.match(fault) for fault in faults):
        raise damaged(path)


@contextmanager
def explained(path: Path) -> Generator[None]:
    """Turn SQLite errors that are not ours into `StoreError`.

    Raises:
        StoreError: If the disk is full, the file locked, read-only, unreadable or damaged.
    """
    try:
        yield
    except sqlite3.Error as error:
        known = as_store_error(error, path)
        if known is None:
            raise
        raise known from error
