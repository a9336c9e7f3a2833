"""Small things the program remembers between runs, by name.

What belongs to a conversation has a key that ends with a colon and its id; it is deleted with it.
"""

import sqlite3

from assistant.storage.database import Database
from assistant.storage.model.row_values import storable


class StateRepository:
    """Stores one text a key."""

    def __init__(self, *, database: Database) -> None:
        self._database = database

    async def get(self, key: str) -> str | None:
        """Return the value of a key, or None."""

        def work(connection: sqlite3.Connection) -> str | None:
            row = connection.execute("SELECT value FROM state WHERE key = ?", (key,)).fetchone()
            return None if row is None else str(row[0])

        return await self._database.read(work)

    async def put(self, key: str, value: str) -> None:
        """Set the value of a key.

        Raises:
            StoreError: If the database cannot be written.
        """

        def work(connection: sqlite3.Connection) -> None:
            connection.execute(
                "INSERT INTO state (key, value) VALUES (?, ?)"
                " ON CONFLICT (key) DO UPDATE SET value = excluded.value",
                (key, storable(value)),
            )

        await self._database.write(work)

    async def forget(self, key: str) -> None:
        """Remove a key; nothing happens if there is none.

        Raises:
            StoreError: If the database cannot be written.
        """

        def work(connection: sqlite3.Connection) -> None:
            connection.execute("DELETE FROM state WHERE key = ?", (key,))

        await self._database.write(work)
