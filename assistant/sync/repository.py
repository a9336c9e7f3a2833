"""What this device keeps for synchronising: what waits, what the server has, what has no table.

Stands on the database of the store, and above the merge rules: it is built as
`SyncRepository(database=store.database)`.
"""

from collections.abc import Mapping, Sequence

from assistant.storage.database import Database
from assistant.sync.model.applied import Applied, Conflict, SyncCounts
from assistant.sync.model.records import (
    Body,
    LocalRecord,
    PushResult,
    RecordKey,
    RecordKind,
    ServerRecord,
)


class SyncRepository:
    """Keeps the outbox and takes in what other devices changed.

    What is written to conversations, messages, questions, and accounts and updates of Telegram is
    put into the outbox by the database itself, in the same transaction, while synchronising is
    enabled. Each method raises StoreError if the database fails.
    """

    def __init__(self, *, database: Database) -> None:
        self._database = database

    async def device_id(self) -> str:
        """Return the id of this device; made the first time, and kept."""
        raise NotImplementedError

    async def is_enabled(self) -> bool:
        """Return whether changes are put into the outbox."""
        raise NotImplementedError

    async def enable(self, server: str) -> None:
        """Put changes into the outbox from now on, and into it all that the server may not have.

        Nothing happens if it is enabled for this server already; call it at each start.

        Args:
            server: Names the server, and the user there; without a password. If it is another
                than before, what the one before had is forgotten.
        """
        raise NotImplementedError

    async def disable(self) -> None:
        """Put nothing into the outbox any more, and empty it; idempotent."""
        raise NotImplementedError

    # Out.

    async def pending(self, limit: int = 500, *, rest_s: float = 2.0) -> tuple[LocalRecord, ...]:
        """Return what the server does not have, conversations first, then as it was changed.

        Args:
            limit: At most so many.
            rest_s: A reply that is still streaming is left out until it has not changed for so
                many seconds.
        """
        raise NotImplementedError

    async def pushed(self, sent: Sequence[LocalRecord], result: PushResult) -> Applied:
        """Take in what the server said to records that `pending` gave.

        What it accepted leaves the outbox, unless it changed meanwhile. What it refused is merged
        with what the server has instead, and stays in the outbox if it says something else.
        """
        raise NotImplementedError

    # In.

    async def cursor(self) -> int:
        """Return the place of the last change that was applied; 0 before the first."""
        raise NotImplementedError

    async def apply(self, records: Sequence[ServerRecord], *, cursor: int) -> Applied:
        """Store what other devices changed, merged with what waits here, and the new cursor.

        All of it in one transaction. What is known already changes nothing.

        Args:
            records: In the order of their changes.
            cursor: The place of the last change that the server gave.
        """
        raise NotImplementedError

    # What has no table of its own: settings, documents, and updates of these.

    async def put_value(self, key: RecordKey, body: Body | None) -> None:
        """Store a value, or delete it with None; goes into the outbox if it changed."""
        await self.put_values({key: body})

    async def put_values(self, values: Mapping[RecordKey, Body | None]) -> None:
        """Store or delete values in one transaction; see `put_value`."""
        raise NotImplementedError

    async def value(self, key: RecordKey) -> Body | None:
        """Return a value, or None."""
        raise NotImplementedError

    async def values(self, kind: RecordKind, *, prefix: str = "") -> Mapping[str, Body]:
        """Return the values of a kind by their keys, in the order of these.

        Args:
            kind: Which.
            prefix: Only those whose keys begin so.
        """
        raise NotImplementedError

    # For the user.

    async def counts(self) -> SyncCounts:
        """Return how much waits."""
        raise NotImplementedError

    async def conflicts(self) -> tuple[Conflict, ...]:
        """Return the conflicts that the user has not settled, in the order they appeared."""
        raise NotImplementedError

    async def settle_conflict(self, conflict_id: str) -> bool:
        """Note that the user chose; returns whether this call settled it."""
        raise NotImplementedError
