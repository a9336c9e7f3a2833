"""What a server says of itself decides neither what is sent readable nor what is sealed."""

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from assistant.assembly.sync.connections import KNOWN_KEYS, ServerConnections
from assistant.encryption.errors import EncryptionError
from assistant.errors import AssistantError
from assistant.llm.api_keys import SYNC_PASSPHRASE, VARIABLES, KeyStore
from assistant.settings import SyncSettings
from assistant.storage.database import Database
from assistant.storage.store import Store
from assistant.sync.errors import SyncError, UnknownRecordsError
from assistant.sync.model.faults import SyncFault
from assistant.sync.model.records import DATA_KEY, RecordKey, RecordKind
from assistant.sync.model.sealed_records import is_sealed
from assistant.sync.repository import SyncRepository
from tests.helpers.clock import ManualClock
from tests.helpers.llm.memory_keyring import MemoryKeyring
from tests.helpers.sync.hostile_database import OWNER, HostileDatabase
from tests.helpers.sync.server_worlds import device

pytestmark = pytest.mark.requirement("SYNC-11")

URL = "postgresql://parley@db.example.org/parley"
SPELLINGS = (
    "postgresql://parley@DB.example.org:5432/parley?sslmode=require",
    "postgresql://another@db.example.org./parley",
)
"""The same database."""
PASSPHRASE = "correct horse"
LOOSE = {"value": "safe"}


@dataclass(slots=True)
class Laptop:
    """A device with a store and a key store of its own."""

    database: HostileDatabase
    store: Store
    keyring: MemoryKeyring
    keys_file: Path
    environment: dict[str, str]

    @property
    def records(self) -> SyncRepository:
        return SyncRepository(database=self.store.database)

    def connections(self, url: str = URL) -> ServerConnections:
        """Return what connects after a start of the program."""
        return ServerConnections(
            settings=SyncSettings(enabled=True, url=url, name="laptop"),
            keys=KeyStore(
                keys_file=self.keys_file,
                environment=self.environment,
                load_backend=lambda: self.keyring,
            ),
            clock=ManualClock(),
            state=self.store.state,
            known_rows=self.records.known_rows,
            access=self.database,
        )

    async def say(self, name: str, value: object) -> None:
        """Change a setting here."""
        key = RecordKey(RecordKind.SETTING, name)
        await self.records.put_values({key: {"value": value}})

    async def said(self) -> dict[str, object]:
        """Return what the settings are here."""
        found = await self.records.values(RecordKind.SETTING)
        return {name: body["value"] for name, body in found.items()}

    async def exchange(self, url: str = URL) -> None:
        """Do what the synchroniser does once; raises as that does."""
        await self.records.enable(url)
        device_id = await self.records.device_id()
        server = await self.connections(url).connect(device_id)
        try:
            await server.register(device(device_id))
            while page := await server.changes(after=await self.records.cursor(), limit=100):
                if any(map(is_sealed, page)):
                    raise SyncError("sealed")
                await self.records.apply(page, cursor=page[-1].change)
            for _round in range(5):
                if not (sent := await self.records.pending(rest_s=0)):
                    break
                await self.records.pushed(sent, await server.push(sent))
        finally:
            await server.aclose()

    async def fault(self, url: str = URL) -> SyncFault:
        """Return why nothing is exchanged."""
        with pytest.raises(SyncError) as raised:
            await self.exchange(url)
        return raised.value.fault

    async def encrypt(self) -> str | None:
        return await self.connections().encrypt(await self.records.device_id(), PASSPHRASE)

    async def open_records(self, secret: str = PASSPHRASE) -> None:
        await self.connections().open_records(await self.records.device_id(), secret)

    @property
    def key(self) -> str | None:
        """What opens the records, in the key store."""
        return self.keyring.get_password("parley", SYNC_PASSPHRASE)


@asynccontextmanager
async def laptops(
    folder: Path, database: HostileDatabase, count: int = 1
) -> AsyncGenerator[list[Laptop]]:
    """Give new devices at a database."""
    made: list[Laptop] = []
    try:
        for number in range(count):
            store = Store(database=await Database.open(folder / f"{number}.db"))
            keys_file = folder / f"{number}.toml"
            made.append(Laptop(database, store, MemoryKeyring(), keys_file, {}))
        yield made
    finally:
        for one in made:
            await one.store.aclose()


@asynccontextmanager
async def encrypted_laptop(folder: Path) -> AsyncGenerator[Laptop]:
    """Give a device that has encrypted a database and exchanged what it has."""
    async with laptops(folder, HostileDatabase()) as (laptop,):
        assert await laptop.encrypt() is not None
        await laptop.say("ui.theme", "dark")
        await laptop.exchange()
        yield laptop


def empty(database: HostileDatabase) -> None:
    """Leave nothing of the user's, and something of the owner's."""
    database.wipe()
    database.invent(RecordKind.SETTING, "tools.take_screenshot", LOOSE)
    database.invent(RecordKind.REMOTE_ACCOUNT, "666", {"name": "owner"})


CLAIMS: dict[str, Callable[[HostileDatabase], None]] = {
    "new": HostileDatabase.wipe,
    "plain": HostileDatabase.remove_key,
    "plain, with records of the owner's": empty,
    "its key deleted": lambda database: database.invent(DATA_KEY.kind, DATA_KEY.key, None),
}
"""What a database claims that was encrypted."""


@pytest.mark.parametrize("url", [URL, *SPELLINGS])
@pytest.mark.parametrize("claim", CLAIMS)
async def test_a_database_that_was_encrypted_and_claims_otherwise_is_refused(
    tmp_path: Path, claim: str, url: str
) -> None:
    async with encrypted_laptop(tmp_path) as laptop:
        said, key = await laptop.said(), laptop.key
        CLAIMS[claim](laptop.database)
        shown = dict(laptop.database.rows)
        assert await laptop.fault(url) is SyncFault.ENCRYPTION_GONE
        connections, device_id = laptop.connections(url), await laptop.records.device_id()
        await laptop.database.connect(device_id).register(device(device_id))
        for attempt in (
            connections.encrypt(device_id, PASSPHRASE),
            connections.open_records(device_id, PASSPHRASE),
            connections.change_passphrase(device_id, PASSPHRASE, "battery staple"),
            connections.make_recovery_code(device_id, PASSPHRASE),
        ):
            with pytest.raises(SyncError) as raised:
                await attempt
            assert raised.value.fault is SyncFault.ENCRYPTION_GONE
            assert "parley sync set" in raised.value.hint, "it says what to do"
        assert laptop.database.rows == shown, "nothing was sealed, and no key made"
        assert (await laptop.said(), laptop.key) == (said, key)


@pytest.mark.parametrize("claim", CLAIMS)
async def test_it_is_refused_by_a_device_that_has_the_passphrase_from_its_environment_or_lost_it(
    tmp_path: Path, claim: str
) -> None:
    async with encrypted_laptop(tmp_path) as laptop:
        laptop.keyring.entries.clear()
        CLAIMS[claim](laptop.database)
        shown = dict(laptop.database.rows)
        await laptop.say("ui.theme", "light")
        assert await laptop.fault() is SyncFault.PASSPHRASE_MISSING
        laptop.environment[VARIABLES[SYNC_PASSPHRASE]] = PASSPHRASE
        assert await laptop.fault() is SyncFault.ENCRYPTION_GONE
        assert laptop.database.rows == shown


async def test_a_device_that_only_saw_it_encrypted_sends_nothing_readable_later(
    tmp_path: Path,
) -> None:
    async with laptops(tmp_path, HostileDatabase(), 2) as (laptop, tower):
        await laptop.encrypt()
        await tower.say("ui.theme", "dark")
        assert await tower.fault() is SyncFault.PASSPHRASE_MISSING
        empty(tower.database)
        shown = dict(tower.database.rows)
        assert await tower.fault() is SyncFault.PASSPHRASE_MISSING
        with pytest.raises(SyncError, match="was encrypted"):
            await tower.open_records()
        assert tower.database.rows == shown
        assert await tower.said() == {"ui.theme": "dark"}


async def test_another_key_is_refused_though_the_passphrase_opens_it(tmp_path: Path) -> None:
    async with encrypted_laptop(tmp_path) as laptop:
        key = laptop.key
        laptop.database.swap_key(PASSPHRASE)
        with pytest.raises(SyncError, match="not the one that your devices use"):
            await laptop.open_records()
        laptop.database.swap_key("the owner's own")
        with pytest.raises(EncryptionError):
            await laptop.open_records()
        assert laptop.key == key


async def test_only_what_a_device_has_stored_is_sealed(tmp_path: Path) -> None:
    async with laptops(tmp_path, HostileDatabase()) as (laptop,):
        await laptop.say("ui.theme", "dark")
        await laptop.exchange()
        forged = {
            "another record": lambda: laptop.database.invent(RecordKind.SETTING, "tools.a", LOOSE),
            "a newer version": lambda: laptop.database.invent(
                RecordKind.SETTING, "ui.theme", LOOSE
            ),
            "a deletion": lambda: laptop.database.invent(RecordKind.SETTING, "ui.theme", None),
        }
        laptop.database.copy()
        for forge in forged.values():
            laptop.database.put_back()
            forge()
            shown = dict(laptop.database.rows)
            with pytest.raises(UnknownRecordsError, match="does not know"):
                await laptop.encrypt()
            assert laptop.database.rows == shown
        laptop.database.put_back()
        assert await laptop.encrypt() is not None
        assert await laptop.said() == {"ui.theme": "dark"}


async def test_what_could_not_be_read_here_is_not_sealed(tmp_path: Path) -> None:
    async with laptops(tmp_path, HostileDatabase()) as (laptop,):
        laptop.database.invent(RecordKind.REMOTE_ACCOUNT, "666", {"of": "a newer program"})
        await laptop.exchange()
        with pytest.raises(UnknownRecordsError):
            await laptop.encrypt()


async def test_a_passphrase_of_the_environment_seals_nothing_that_is_there(tmp_path: Path) -> None:
    async with laptops(tmp_path, HostileDatabase()) as (laptop,):
        laptop.environment[VARIABLES[SYNC_PASSPHRASE]] = PASSPHRASE
        laptop.database.invent(RecordKind.SETTING, "tools.a", LOOSE)
        with pytest.raises(SyncError, match="records that are not encrypted"):
            await laptop.exchange()
        laptop.database.wipe()
        await laptop.exchange()
        assert DATA_KEY in laptop.database.rows


async def test_the_user_can_begin_again_and_everything_is_sent_anew(tmp_path: Path) -> None:
    async with encrypted_laptop(tmp_path) as laptop:
        laptop.database.wipe()
        await laptop.connections().begin_again()
        await laptop.records.forget_server()
        assert await laptop.encrypt() is not None
        await laptop.exchange()
        assert len(laptop.database.rows) == 2
        assert all(map(is_sealed, (row.record() for row in laptop.database.rows.values())))


async def test_a_device_from_before_remembers_the_key_it_has(tmp_path: Path) -> None:
    async with encrypted_laptop(tmp_path) as laptop:
        await laptop.store.state.forget(KNOWN_KEYS)
        await laptop.exchange()
        empty(laptop.database)
        assert await laptop.fault() is SyncFault.ENCRYPTION_GONE


async def test_whatever_the_owner_does_nothing_of_theirs_is_the_users(tmp_path: Path) -> None:
    for seed in range(40):
        chance = Random(seed)
        folder = tmp_path / str(seed)
        folder.mkdir()
        database = HostileDatabase()
        async with laptops(folder, database, 2) as devices:
            assert await devices[0].encrypt() is not None
            await devices[1].open_records()
            keys = {one.key for one in devices}
            written: set[tuple[str, object]] = set()
            for number in range(30):
                laptop = chance.choice(devices)
                if chance.random() < 0.4:
                    chance.choice(database.moves(chance, PASSPHRASE))()
                elif chance.random() < 0.5:
                    name, value = f"ui.{chance.randrange(4)}", f"said {number}"
                    written.add((name, value))
                    await laptop.say(name, value)
                else:
                    attempt = chance.choice(
                        (laptop.exchange, laptop.exchange, laptop.encrypt, laptop.open_records)
                    )
                    with suppress(AssistantError):
                        await attempt()
                for one in devices:
                    assert set((await one.said()).items()) <= written, seed
                assert {one.key for one in devices} == keys, seed
                stored = [row for row in database.rows.values() if row.device_id != OWNER]
                assert all(row.body is None or is_sealed(row.record()) for row in stored), seed
