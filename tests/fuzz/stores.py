"""A store that examples are taken into, and what is in it."""

import sqlite3
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager
from itertools import count
from typing import Any, Final

from assistant.storage.database import Database
from assistant.storage.store import Store
from tests.fuzz.folders import folder

_NUMBERS: Final = count()


@asynccontextmanager
async def new_store() -> AsyncGenerator[Store]:
    """Open an empty store; it is deleted in the end."""
    path = folder("stores") / f"{next(_NUMBERS)}.db"
    store = Store(database=await Database.open(path))
    try:
        yield store
    finally:
        await store.aclose()
        for file in path.parent.glob(f"{path.name}*"):
            file.unlink()


async def rows_of(store: Store) -> Mapping[str, Sequence[tuple[Any, ...]]]:
    """Return all rows of all tables."""
    return await store.database.read(_rows)


def _rows(connection: sqlite3.Connection) -> Mapping[str, Sequence[tuple[Any, ...]]]:
    names = connection.execute(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'"
    ).fetchall()
    return {name: connection.execute(f"SELECT * FROM {name}").fetchall() for (name,) in names}
