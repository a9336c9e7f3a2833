"""Small things the program remembers between runs, by name.

What belongs to a conversation has a key that ends with a colon and its id; it is deleted with it.
"""

from typing import Final

from assistant.foreign_text import storable
from assistant.storage.database import Database

SET_STATE: Final = """
    INSERT INTO state (key, value) VALUES (?, ?)
    ON CONFLICT (key) DO UPDATE SET value = excluded.value
"""


class StateRepository:
    """Keeps texts by name between runs. Each method raises StoreError if the store fails."""

    def __init__(self, *, database: Database) -> None:
        self._database = database

    async def get(self, key: str) -> str | None:
        found = await self._database.select(
            "SELECT value FROM state WHERE key = ?", (key,), read=lambda row: str(row[0])
        )
        return found[0] if found else None

    async def put(self, key: str, value: str) -> None:
        await self._database.execute(SET_STATE, (key, storable(value)))

    async def forget(self, key: str) -> None:
        """Does nothing if there is no such key."""
        await self._database.execute("DELETE FROM state WHERE key = ?", (key,))
