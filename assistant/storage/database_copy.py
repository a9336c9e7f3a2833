"""A copy of the database as it is at one moment, in memory, while others go on reading and writing."""

import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import psutil

from assistant.errors import StoreError
from assistant.locale import _
from assistant.storage.damaged_rows import count_damaged_rows_of
from assistant.storage.database import APPLICATION_ID, of_another_program
from assistant.storage.database_errors import explained, refuse_damaged
from assistant.storage.migrations import version_of

_COPIES = 3
"""How often the database stands in memory for a moment, within SQLite and as bytes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DatabaseCopy:
    """A whole database file."""

    content: bytes
    schema_version: int
    damaged_rows: Mapping[str, int]
    """By table, those in which something else stands than was stored; they are copied as they are."""


def copy_database(path: Path) -> DatabaseCopy:
    """Copy a database with SQLite's online backup, into memory only.

    Raises:
        DamagedDatabaseError: If it is damaged.
        StoreError: If it cannot be read, belongs to another program, or does not fit into memory.
    """
    with explained(path):
        needed = _COPIES * path.stat().st_size
        if needed > psutil.virtual_memory().available:
            raise StoreError(
                _("There is too little memory to copy the database ({megabytes} MB).").format(
                    megabytes=needed // 1_000_000
                ),
                hint=_("Close other programs and try again."),
            )
        source = sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True, timeout=5)
        try:
            copy = sqlite3.connect(":memory:")
            try:
                source.backup(copy)
                return _checked(copy, path)
            finally:
                copy.close()
        finally:
            source.close()


def check_database(path: Path) -> None:
    """Check every page of a database that nothing else uses.

    Raises:
        DamagedDatabaseError: If it is damaged.
    """
    with explained(path):
        connection = sqlite3.connect(path)
        try:
            refuse_damaged(connection, path)
        finally:
            connection.close()


def _checked(copy: sqlite3.Connection, path: Path) -> DatabaseCopy:
    (application,) = copy.execute("PRAGMA application_id").fetchone()
    if application != APPLICATION_ID:
        raise of_another_program(path)
    refuse_damaged(copy, path)
    return DatabaseCopy(
        content=copy.serialize(),
        schema_version=version_of(copy),
        damaged_rows=count_damaged_rows_of(copy),
    )
