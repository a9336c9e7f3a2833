"""Devices with a real store each, that meet at a server when a test says so."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from assistant.storage.database import Database
from assistant.storage.store import Store
from assistant.sync.model.applied import Applied
from assistant.sync.model.records import Device, RecordKey, RecordKind, ServerRecord
from assistant.sync.repository import SyncRepository
from tests.helpers.sync.memory_server import MemoryDatabase, MemoryServer

_ROUNDS = 20


class Replica:
    """A device. Build it with `open`; close it with `aclose`."""

    def __init__(self, *, store: Store, server: MemoryServer) -> None:
        self.store = store
        self.sync = SyncRepository(database=store.database)
        self.server = server

    @classmethod
    async def open(cls, path: Path, server: MemoryDatabase, *, enabled: bool = True) -> "Replica":
        """Open a device's store and register it; synchronising is enabled unless told otherwise."""
        store = Store(database=await Database.open(path))
        device_id = await SyncRepository(database=store.database).device_id()
        replica = cls(store=store, server=server.connect(device_id))
        now = datetime(2026, 2, 19, tzinfo=UTC)
        await replica.server.register(
            Device(device_id=device_id, name=path.stem, platform="", added_at=now, seen_at=now)
        )
        if enabled:
            await replica.sync.enable("server")
        return replica

    async def aclose(self) -> None:
        """Close the store and the connection."""
        await self.server.aclose()
        await self.store.aclose()

    async def pull(self, *, limit: int = 500) -> list[Applied]:
        """Apply what the server has, in pieces."""
        done: list[Applied] = []
        while changes := await self.changes(limit=limit):
            done.append(await self.sync.apply(changes, cursor=changes[-1].change))
        return done

    async def changes(self, *, limit: int = 500) -> list[ServerRecord]:
        """Return the next changes of the server."""
        return list(await self.server.changes(after=await self.sync.cursor(), limit=limit))

    async def push(self, *, limit: int = 500, is_answer_lost: bool = False) -> list[Applied]:
        """Send what waits, in pieces; of a push whose answer is lost nothing is noted here."""
        done: list[Applied] = []
        while sent := await self.sync.pending(limit, rest_s=0):
            result = await self.server.push(sent)
            if is_answer_lost:
                break
            done.append(await self.sync.pushed(sent, result))
        return done

    async def state(self) -> dict[str, Any]:
        """Return what a user can see of it, and in which order."""
        return await state_of(self.store, self.sync)


async def state_of(store: Store, sync: SyncRepository) -> dict[str, Any]:
    """Return what a user can see of a device, and in which order."""
    conversations = await store.conversations.recent()
    names = [one.conversation_id for one in conversations]
    return {
        "conversations": conversations,
        "wholes": [await store.wholes.read(name) for name in names],
        "chains": [await store.messages.chain(name) for name in names],
        "forks": [await store.messages.forks(name) for name in names],
        "pending": await store.questions.pending(),
        "accounts": await store.telegram.accounts(),
        "requests": await store.telegram.waiting(),
        "values": {
            kind: await sync.values(kind)
            for kind in (RecordKind.SETTING, RecordKind.DOCUMENT, RecordKind.DOCUMENT_UPDATE)
        },
        "stamps": await store.database.select(
            "SELECT uuid, stamp FROM messages ORDER BY uuid", read=tuple
        ),
    }


async def meet(*replicas: Replica) -> list[Applied]:
    """Have devices pull and push until none has anything to say."""
    done: list[Applied] = []
    for _round in range(_ROUNDS):
        for one in replicas:
            done += await one.pull()
            done += await one.push()
        counts = [await one.sync.counts() for one in replicas]
        behind = [await one.changes(limit=1) for one in replicas]
        if not any(behind) and not any(count.waiting for count in counts):
            return done
    raise AssertionError(f"The devices did not agree in {_ROUNDS} rounds.")


def setting(name: str) -> RecordKey:
    """Return the key of a setting."""
    return RecordKey(RecordKind.SETTING, name)
