"""A database with readable records is encrypted as a whole or not at all."""

import asyncio
from collections.abc import AsyncGenerator, Sequence, Set
from dataclasses import replace

import psycopg
import pytest
from typing_extensions import override

from assistant.encryption.wrapped_key import PassphraseCost
from assistant.sync.errors import SyncError, SyncUnavailableError, UnknownRecordsError
from assistant.sync.model.bodies import digest, fingerprint, to_json
from assistant.sync.model.records import RecordKey, RecordKind, ServerRecord
from assistant.sync.model.sealed_records import is_sealed
from assistant.sync.model.server_address import read_server_address
from assistant.sync.record_server import RecordServer
from assistant.sync.server.encrypt_in_place import encrypt_in_place
from assistant.sync.server.encrypted_server import EncryptedServer
from assistant.sync.server.stored_key import OpenedKey, open_key
from tests.helpers.postgres import PostgresProcess
from tests.helpers.sync.server_worlds import PostgresWorld, device, message

PASSPHRASE = "correct horse"
CHEAP = PassphraseCost(iterations=1, lanes=1, memory_kib=128)
WORDS = ("readable", "key 1", "Laptop", "telegram:1", "turn:1")
"""What the tables show before, and must not show after."""
TABLES = ("records", "devices", "effects", "claims")


class _Everything(frozenset[bytes]):
    """Knows all that is asked for."""

    @override
    def __contains__(self, fingerprint: object) -> bool:
        return True


EVERYTHING = _Everything()


def known_of(records: Sequence[ServerRecord]) -> frozenset[bytes]:
    """Return what a device knows that has stored these."""
    return frozenset(
        fingerprint(one.key, one.version, None if one.body is None else digest(to_json(one.body)))
        for one in records
    )


class World(PostgresWorld):
    """A database that two devices filled."""

    async def fill(self) -> tuple[RecordServer, RecordServer]:
        laptop, tower = await self.connect("laptop"), await self.connect("tower")
        await laptop.push([message(f"key {n}", f"readable {n}") for n in range(1200)])
        await laptop.push(
            [message("key 1", "readable, changed", base=1), message("key 2", None, base=1)]
        )
        lease = await tower.acquire("telegram", seconds=60)
        assert lease is not None
        assert await tower.begin_effect(lease, "telegram:1")
        assert await tower.claim("turn:1")
        return laptop, tower

    async def encrypt(
        self, device_id: str = "laptop", known: Set[bytes] = EVERYTHING
    ) -> OpenedKey | None:
        return await encrypt_in_place(
            read_server_address(self.database.url),
            PASSPHRASE,
            password=self.database.password,
            device_id=device_id,
            known=known,
            cost=CHEAP,
        )

    async def opened(self, device_id: str) -> EncryptedServer:
        server = await self.connect_unregistered(device_id)
        await server.register(replace(device(device_id), name=""))
        key = await open_key(server, PASSPHRASE)
        encrypted = EncryptedServer(server, key.cipher)
        await encrypted.register(device(device_id))
        return encrypted

    def stored(self) -> str:
        """Return all that the tables show."""
        name = self.database.name
        return "\n".join(
            str(row)
            for table in TABLES
            for row in self.process.run(
                f"SELECT * FROM parley.{table} ORDER BY 1, 2", database=name
            )
        )

    def pages(self) -> bytes:
        """Return all bytes of the files of the tables, with what was overwritten in them."""
        name = self.database.name
        self.process.run("CHECKPOINT", database=name)
        found = self.process.run(
            "SELECT pg_read_binary_file(pg_relation_filepath(oid)) FROM pg_class"
            " WHERE relnamespace IN ('parley'::regnamespace, 'pg_toast'::regnamespace)"
            " AND relkind IN ('r', 'i', 't')",
            database=name,
        )
        return b"".join(row[0] for row in found)


async def everything(server: RecordServer, *, after: int = 0) -> Sequence[ServerRecord]:
    return await server.changes(after=after, limit=100_000)


def told(records: Sequence[ServerRecord]) -> list[tuple[object, ...]]:
    return [(one.key, one.body, one.version, one.device_id, one.written_at) for one in records]


@pytest.fixture
async def world(postgres: PostgresProcess) -> AsyncGenerator[World]:
    made = World(postgres)
    yield made
    await made.aclose()


@pytest.mark.requirement("SYNC-11")
async def test_nothing_readable_is_left_and_nothing_is_lost(world: World) -> None:
    laptop, _tower = await world.fill()
    before = await everything(laptop)
    assert all(word in world.stored() for word in ("key 1", "Laptop", "telegram:1", "turn:1"))
    made = await world.encrypt()
    assert made is not None
    assert made.recovery_code is not None
    stored, pages = world.stored(), world.pages()
    for word in WORDS:
        assert word not in stored
        assert word.encode() not in pages

    tower = await world.opened("tower")
    after = await everything(tower)
    assert told(after) == told(before)
    assert after[0].change > before[-1].change
    assert {one.name for one in await tower.devices()} == {"Laptop", "Tower"}
    assert await tower.claim("turn:1")
    other = await world.opened("other")
    assert not await other.claim("turn:1")
    key = RecordKey(RecordKind.MESSAGE, "key 1")
    assert (await tower.push([message("key 1", "more", base=2)])).accepted == {key: 3}


async def test_a_device_that_was_off_meets_what_it_cannot_read(world: World) -> None:
    laptop, tower = await world.fill()
    place = (await everything(tower))[-1].change
    await tower.aclose()
    await world.encrypt()
    back = await world.connect("tower")
    found = await everything(back, after=place)
    assert all(is_sealed(record) or record.body is None for record in found)
    assert len(found) == 1201
    with pytest.raises(SyncUnavailableError):  # a connection from before
        await everything(laptop)


async def test_a_device_that_writes_meanwhile_is_refused_or_encrypted_too(world: World) -> None:
    laptop, tower = await world.fill()
    accepted: list[str] = []

    async def write() -> None:
        for number in range(10_000):
            key = f"late {number}"
            await tower.push([message(key, f"readable {number}")])
            accepted.append(key)

    async def claim() -> None:
        for number in range(10_000):
            await laptop.claim(f"turn:{number}")

    writing, claiming = asyncio.create_task(write()), asyncio.create_task(claim())
    assert await world.encrypt() is not None
    for task in (writing, claiming):
        with pytest.raises(SyncUnavailableError):
            await task
    await world.cut()
    with pytest.raises(SyncUnavailableError):  # connected anew, it still means the one before
        await tower.push([message("late 0", "readable")])
    stored = world.stored()
    assert not [word for word in (*WORDS, "late ") if word in stored]
    found = {record.key.key for record in await everything(await world.opened("tower"))}
    assert found >= {*accepted}
    assert len(found) == 1200 + len(accepted)


async def test_of_two_that_encrypt_at_once_one_does(world: World) -> None:
    await world.fill()
    both = await asyncio.gather(
        world.encrypt("laptop"), world.encrypt("tower"), return_exceptions=True
    )
    assert sum(isinstance(one, OpenedKey) for one in both) == 1
    assert all(isinstance(one, OpenedKey | SyncError) or one is None for one in both)
    assert len(await everything(await world.opened("other"))) == 1200


KILL = """
CREATE FUNCTION {name}() RETURNS {returns} LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_terminate_backend(pg_backend_pid());
    PERFORM pg_sleep(60);
END $$;
"""
STEPS = {
    "create": "CREATE EVENT TRIGGER die ON ddl_command_start WHEN TAG IN ('CREATE TABLE')"
    " EXECUTE FUNCTION die()",
    "devices": "CREATE TRIGGER die BEFORE TRUNCATE ON parley.devices EXECUTE FUNCTION die()",
    "effects": "CREATE TRIGGER die BEFORE TRUNCATE ON parley.effects EXECUTE FUNCTION die()",
    "claims": "CREATE TRIGGER die BEFORE TRUNCATE ON parley.claims EXECUTE FUNCTION die()",
    "records": "CREATE TRIGGER die BEFORE TRUNCATE ON parley.records EXECUTE FUNCTION die()",
    "moved": "CREATE TRIGGER die AFTER INSERT ON parley.records EXECUTE FUNCTION die()",
    "drop": "CREATE EVENT TRIGGER die ON ddl_command_start WHEN TAG IN ('DROP TABLE')"
    " EXECUTE FUNCTION die()",
    "counter": "CREATE TRIGGER die BEFORE UPDATE ON parley.counter EXECUTE FUNCTION die()",
    "commit": "CREATE CONSTRAINT TRIGGER die AFTER UPDATE ON parley.counter"
    " DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION die()",
}


@pytest.mark.parametrize("step", STEPS)
async def test_a_fault_at_any_moment_leaves_it_as_it_was(world: World, step: str) -> None:
    laptop, tower = await world.fill()
    before, stored = await everything(laptop), world.stored()
    is_event = "EVENT" in STEPS[step]
    world.process.run(
        KILL.format(name="die", returns="event_trigger" if is_event else "trigger"),
        database=world.database.name,
    )
    world.process.run(STEPS[step], database=world.database.name)
    with pytest.raises(SyncError):
        await world.encrypt()
    world.process.run("DROP FUNCTION die() CASCADE", database=world.database.name)
    assert world.stored() == stored
    assert await everything(tower) == before
    assert (await tower.push([message("key 9", "and on", base=1)])).accepted

    assert await world.encrypt() is not None
    assert len(await everything(await world.opened("tower"))) == 1200


async def test_who_may_not_come_in_cannot_encrypt(world: World) -> None:
    laptop, _tower = await world.fill()
    await laptop.remove_device("tower")
    with pytest.raises(SyncError):
        await world.encrypt("tower")
    assert "Laptop" in world.stored()
    with psycopg.connect(world.database.url, password=world.database.password) as plain:
        assert plain.execute("SELECT generation FROM parley.counter").fetchone() == (1,)


async def test_only_what_the_device_knows_is_sealed(world: World) -> None:
    laptop, tower = await world.fill()
    known = known_of(await everything(laptop))
    await tower.push([message("forged 1", "not the user's"), message("key 9", "changed", base=1)])
    stored = world.stored()
    with pytest.raises(UnknownRecordsError, match="2 records that this device does not know"):
        await world.encrypt(known=known)
    assert world.stored() == stored
    assert await world.encrypt(known=known_of(await everything(laptop))) is not None
