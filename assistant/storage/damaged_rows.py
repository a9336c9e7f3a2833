"""Rows in which something else stands than was stored: bytes that a disk, a copy or a program changed.

SQLite's own check looks at pages, not at what texts say. Such rows are left where they are: what can
be read of them is shown, the rest is left out. Here they are counted, to say so.
"""

import json
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from assistant.locale import ngettext
from assistant.storage.database import Database
from assistant.storage.model.row_values import UNREADABLE, from_text

_MOMENTS: Final = frozenset({"deadline", "snoozed_until", "ringing_since"})
"""Columns with a moment, besides those whose names end in `_at`."""
_JSON: Final = frozenset({"content", "meta", "arguments", "body", "base"})
"""Columns with JSON, besides those whose names end in `_json`; what was used up is empty."""
_COLUMNS: Final = """
    SELECT tables.name, columns.name, columns."notnull" OR columns.pk
    FROM sqlite_master AS tables, pragma_table_info(tables.name) AS columns
    WHERE tables.type = 'table' AND columns.type = 'TEXT'
        AND tables.name NOT LIKE 'sqlite_%' AND tables.name NOT LIKE 'message_words%'
"""
"""Every column of text, by table; the index of the search is made of others."""
_ROWS_AT_ONCE: Final = 500


async def count_damaged_rows(database: Database) -> Mapping[str, int]:
    """Damaged rows by table; tables without any are left out.

    The store is free for others after every few hundred rows.

    Raises:
        StoreError: If the database cannot be read.
    """
    tables = await database.read(lambda connection: tuple(_checks(connection)))
    damaged: Counter[str] = Counter()
    for table in tables:
        offset = 0
        while (piece := await database.read(table.piece(offset))) is not None:
            damaged[table.name] += piece
            offset += _ROWS_AT_ONCE
    return +damaged


def count_damaged_rows_of(connection: sqlite3.Connection) -> Mapping[str, int]:
    """As `count_damaged_rows`, for a database that nothing else uses; decodes its text as is."""
    damaged: Counter[str] = Counter()
    for table in _checks(connection):
        offset = 0
        while (piece := table.piece(offset)(connection)) is not None:
            damaged[table.name] += piece
            offset += _ROWS_AT_ONCE
    return +damaged


def damage_text(damaged: Mapping[str, int]) -> str:
    """Tells the user of at least one damaged row."""
    count = sum(damaged.values())
    tables = ", ".join(f"{table}: {n}" for table, n in sorted(damaged.items()))
    return ngettext(
        "{count} entry of the database is damaged ({tables}); everything else is here.",
        "{count} entries of the database are damaged ({tables}); everything else is here.",
        count,
    ).format(count=count, tables=tables)


class _TableCheck:
    """Looks through one table, some rows at a time.

    Args:
        name: The table.
        columns: Its columns of text, with whether each must have a value.
    """

    def __init__(self, name: str, columns: Mapping[str, bool]) -> None:
        self.name = name
        self._readers = tuple(map(_reader, columns))
        self._must_be = tuple(columns.values())
        # As blobs, so that every connection gives the bytes, whatever it makes of text.
        cast = ", ".join(f"CAST({column} AS BLOB)" for column in columns)
        self._select = f"SELECT {cast} FROM {name} LIMIT {_ROWS_AT_ONCE} OFFSET ?"

    def piece(self, offset: int) -> Callable[[sqlite3.Connection], int | None]:
        """Counts the damaged rows of the next piece; gives None behind the last."""

        def work(connection: sqlite3.Connection) -> int | None:
            rows = connection.execute(self._select, (offset,)).fetchall()
            return sum(map(self._is_damaged, rows)) if rows else None

        return work

    def _is_damaged(self, row: Sequence[bytes | None]) -> bool:
        try:
            for read, must_be, value in zip(self._readers, self._must_be, row, strict=True):
                if value is not None:
                    read(value.decode())
                elif must_be:
                    return True
        except UNREADABLE:
            return True
        return False


def _checks(connection: sqlite3.Connection) -> Iterator[_TableCheck]:
    columns: dict[str, dict[str, bool]] = {}
    for table, column, must_be in connection.execute(_COLUMNS):
        columns.setdefault(str(table), {})[str(column)] = bool(must_be)
    for table, names in columns.items():
        yield _TableCheck(table, names)


def _reader(column: str) -> Callable[[str], object]:
    if column.endswith("_at") or column in _MOMENTS:
        return from_text
    if column.endswith("_json") or column in _JSON:
        return _json
    return str


def _json(text: str) -> Any:
    return json.loads(text) if text else None
