"""What can be read of a database whose file is damaged, row by row, into a new one.

Pages that are broken cost the rows in them. Everything else is copied as it stands, also where a
table has rows on both sides of a broken page, where its tree of pages has lost its root, or where
the header of the file is broken.
"""

import contextlib
import mmap
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from assistant.storage.database import lenient_text
from assistant.storage.model.file_header import HEADER_BYTES, sound_header
from assistant.storage.model.leaf_rows import PAGE_BYTES, Value, leaf_rows

_PATIENT_STEPS: Final = 256
"""So many rows are tried one by one behind a break: more than a page of 4096 bytes holds."""
_LONGEST_STEP: Final = 1 << 20
_UNKNOWN_LAST: Final = 1 << 31
"""Where the number of the last row cannot be read: more rows than anybody has."""
_KINDS: Final = {"TEXT": {str}, "INTEGER": {int}, "REAL": {int, float}, "BLOB": {bytes}}
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
    if not damaged.stat().st_size:
        return 0  # SQLite would delete the log of an empty file
    with contextlib.closing(_source(damaged)) as source:
        source.text_factory = lenient_text
        connection.execute("PRAGMA foreign_keys = OFF")
        connection.execute("BEGIN IMMEDIATE")
        try:
            tables = _tables(connection)
            copied = sum(_copy(source, connection, table) for table in tables)
            copied += _copy_leaves(damaged, connection, tables)
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


def _source(damaged: Path) -> sqlite3.Connection:
    """Open the file, or a copy in memory with a new header if its own is broken."""
    source = sqlite3.connect(f"{damaged.as_uri()}?mode=ro", uri=True)
    # Or SQLite refuses a whole file that was cut off: its header counts pages that are not there.
    source.execute("PRAGMA writable_schema = ON")
    try:
        source.execute("SELECT count(*) FROM sqlite_master")
    except sqlite3.DatabaseError:
        content = damaged.read_bytes()
        if len(content) > PAGE_BYTES:
            source.close()
            source = sqlite3.connect(":memory:")
            source.execute("PRAGMA writable_schema = ON")
            source.deserialize(sound_header(len(content) // PAGE_BYTES) + content[HEADER_BYTES:])
    return source


def _copy_leaves(damaged: Path, target: sqlite3.Connection, tables: Sequence[str]) -> int:
    """Copy rows that no table of the file leads to, into the one table whose columns they fit."""
    columns = {table: _declared(target, table) for table in tables}
    copied = 0
    for rowid, values in _rows_on_leaves(damaged):
        fitting = [table for table in tables if _fits(columns[table], values)]
        if len(fitting) != 1:
            continue
        names = [column.name for column in columns[fitting[0]]][: len(values)]
        row = [
            rowid if column.is_row_number else value
            for column, value in zip(columns[fitting[0]], values, strict=False)
        ]
        marks = ", ".join("?" for _name in names)
        insert = f"INSERT OR IGNORE INTO {fitting[0]} ({', '.join(names)}) VALUES ({marks})"
        with contextlib.suppress(sqlite3.IntegrityError):
            copied += target.execute(insert, row).rowcount
    return copied


def _rows_on_leaves(damaged: Path) -> Iterator[tuple[int, tuple[Value, ...]]]:
    with damaged.open("rb") as file:
        if damaged.stat().st_size < PAGE_BYTES:
            return
        with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
            yield from leaf_rows(content)


@dataclass(frozen=True, slots=True)
class _Column:
    name: str
    kind: str
    may_be_null: bool
    may_be_left_out: bool
    is_row_number: bool


def _declared(connection: sqlite3.Connection, table: str) -> list[_Column]:
    """Columns of a table in the order in which its rows are stored; none without row numbers."""
    found = connection.execute(
        'SELECT name, type, "notnull", dflt_value, pk FROM pragma_table_info(?) ORDER BY cid',
        (table,),
    ).fetchall()
    if _last(connection, table) is None:
        return []
    return [
        _Column(
            name=name,
            kind=kind,
            may_be_null=not notnull,
            may_be_left_out=not notnull or default is not None,
            is_row_number=bool(pk) and kind == "INTEGER",
        )
        for name, kind, notnull, default, pk in found
    ]


def _fits(columns: Sequence[_Column], values: Sequence[Value]) -> bool:
    """Whether a row may be of a table; one of before a column was added is shorter."""
    if not 0 < len(values) <= len(columns):
        return False
    if not all(column.may_be_left_out for column in columns[len(values) :]):
        return False
    return all(
        value is None
        if column.is_row_number
        else (column.may_be_null if value is None else type(value) in _KINDS[column.kind])
        for column, value in zip(columns, values, strict=False)
    )


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
