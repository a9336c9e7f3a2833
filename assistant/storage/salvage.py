"""What can be read of a database whose file is damaged, row by row, into a new one.

Pages that are broken cost the rows in them. Everything else is copied as it stands, also where a
table has rows on both sides of a broken page.
"""

import contextlib
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from assistant.storage.database import lenient_text

_PATIENT_STEPS: Final = 256
"""So many rows are tried one by one behind a break: more than a page of 4096 bytes holds."""
_LONGEST_STEP: Final = 1 << 20
_UNKNOWN_LAST: Final = 1 << 31
"""Where the number of the last row cannot be read: more rows than anybody has."""
_NEW_CONVERSATIONS: Final = """
    INSERT INTO conversations (
        conversation_id, title, workspace, agent, profile, model, created_at, updated_at
    ) SELECT conversation_id, '', 'default', 'default', '', '', min(created_at), max(created_at)
    FROM messages WHERE conversation_id NOT IN (SELECT conversation_id FROM conversations)
    GROUP BY conversation_id
"""
"""Messages whose conversation was lost; their title is made of the first words."""
_FORGET_INDEX: Final = (
    "UPDATE messages SET words = NULL",
    "DELETE FROM state WHERE key LIKE 'search.%'",
)
"""The index of the search is made again."""


def salvage(connection: sqlite3.Connection, damaged: Path) -> int:
    """Copy every readable row into a database with the present tables and no rows.

    Args:
        connection: Of the new database, outside a transaction.
        damaged: The file that was set aside; it is only read.

    Returns:
        How many rows were copied; 0 if the file is no database at all.
    """
    with contextlib.closing(sqlite3.connect(f"{damaged.as_uri()}?mode=ro", uri=True)) as source:
        source.text_factory = lenient_text
        # Or SQLite refuses a whole file that was cut off: its header counts pages that are not there.
        source.execute("PRAGMA writable_schema = ON")
        connection.execute("PRAGMA foreign_keys = OFF")
        connection.execute("BEGIN IMMEDIATE")
        try:
            copied = sum(_copy(source, connection, table) for table in _tables(connection))
            connection.execute(_NEW_CONVERSATIONS)
            for statement in _FORGET_INDEX:
                connection.execute(statement)
            connection.execute("COMMIT")
        except BaseException:
            connection.execute("ROLLBACK")
            raise
        finally:
            connection.execute("PRAGMA foreign_keys = ON")
    return copied


def _tables(connection: sqlite3.Connection) -> list[str]:
    """`state` comes last, for with it changes are recorded for devices."""
    found = connection.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table'"
        " AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'message_words%' ORDER BY name = 'state'"
    )
    return [str(name) for (name,) in found]


def _copy(source: sqlite3.Connection, target: sqlite3.Connection, table: str) -> int:
    columns = sorted(_columns(source, table) & _columns(target, table))
    if not columns:
        return 0
    marks = ", ".join("?" for _column in columns)
    insert = f"INSERT OR IGNORE INTO {table} ({', '.join(columns)}) VALUES ({marks})"
    copied = 0
    for row in _rows(source, table, columns):
        with contextlib.suppress(sqlite3.IntegrityError):  # a value that its column cannot hold
            copied += target.execute(insert, row).rowcount
    return copied


def _columns(connection: sqlite3.Connection, table: str) -> set[str]:
    try:
        found = connection.execute("SELECT name FROM pragma_table_info(?)", (table,)).fetchall()
    except sqlite3.DatabaseError:  # not even its list of tables can be read
        return set()
    return {str(name) for (name,) in found}


def _rows(
    source: sqlite3.Connection, table: str, columns: Sequence[str]
) -> Iterator[Sequence[Any]]:
    """Yield the readable rows of a table, stepping over damaged parts."""
    names = ", ".join(columns)
    last = _last(source, table)
    if last is None:
        with contextlib.suppress(sqlite3.DatabaseError):
            yield from source.execute(f"SELECT {names} FROM {table}")
        return
    select = f"SELECT rowid, {names} FROM {table} WHERE rowid > ? ORDER BY rowid"
    after, misses = -1, 0
    while after <= last:
        try:
            for rowid, *row in source.execute(select, (after,)):
                after, misses = rowid, 0
                yield row
        except sqlite3.DatabaseError:
            misses += 1
            over = max(0, misses - _PATIENT_STEPS)
            after += min(1 << min(over, 30), _LONGEST_STEP)
        else:
            return


def _last(source: sqlite3.Connection, table: str) -> int | None:
    """Number of the last row; None if the rows of this table have no numbers."""
    try:
        row = source.execute(f"SELECT max(rowid) FROM {table}").fetchone()
    except sqlite3.OperationalError:  # a table without rowid
        return None
    except sqlite3.DatabaseError:
        return _UNKNOWN_LAST
    return int(row[0] or 0)
