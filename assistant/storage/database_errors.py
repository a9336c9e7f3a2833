"""Whose fault a database error is: the machine's, the file's, or ours.

The machine's and the file's become a `StoreError` that a person can act on. Everything else is a
bug and stays what it is.
"""

import logging
import re
import shutil
import sqlite3
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from assistant.errors import StoreError
from assistant.locale import _, mark

_log = logging.getLogger(__name__)


class DamagedDatabaseError(StoreError):
    """The file is not a readable database; it can be set aside."""


class NewerDatabaseError(StoreError):
    """A newer Parley wrote the file; it is left untouched."""


_DAMAGED: Final = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}

_ROW_FAULT: Final = re.compile(
    r"CHECK constraint failed in |(NULL|TEXT|NUMERIC|non-[A-Z]+) value in "
)
"""What `PRAGMA integrity_check` says of values: https://www.sqlite.org/src/file/src/pragma.c."""
_INDEX_FAULT: Final = re.compile(
    r"row \d+ missing from index |(non-unique entry|wrong # of entries) in index |"
    r"(values differ|rowid not at end-of-record) for |row \d+ values differ from index "
)
"""What it says of an index that can be made again from the rows."""
_BAD_SCHEMA: Final = b"malformed database schema"

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
_INTERRUPTED: Final = (
    mark("A program was interrupted while it wrote into the database {path}."),
    mark("Start Parley once, which puts it right, and try again."),
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
    if extended == sqlite3.SQLITE_READONLY_ROLLBACK:  # a journal lies beside it
        message, hint = _INTERRUPTED
    elif code in _MACHINE:
        message, hint = _MACHINE[code]
    else:
        return None
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
    """Check every page of a database; makes indexes again that do not fit their tables, if it may.

    A value that its column does not allow costs its row alone, so it is no reason to refuse.

    Raises:
        DamagedDatabaseError: If the file is not sound.
    """
    found = [str(fault) for (fault,) in connection.execute("PRAGMA integrity_check")]
    faults = [fault for fault in found if fault != "ok" and not _ROW_FAULT.match(fault)]
    if not faults:
        return
    if not all(map(_INDEX_FAULT.match, faults)):
        raise damaged(path)
    try:
        connection.execute("REINDEX")
    except sqlite3.Error as error:
        has_key_twice = isinstance(error, sqlite3.IntegrityError)
        if has_key_twice or error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_READONLY:
            raise damaged(path) from error
        raise
    _log.warning("Indexes of the database were made again: they did not fit its tables")


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
    except UnicodeDecodeError as error:  # sqlite3 cannot even say what is wrong
        if not error.object.startswith(_BAD_SCHEMA):
            raise
        raise damaged(path) from error
