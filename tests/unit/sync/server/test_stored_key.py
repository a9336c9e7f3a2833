"""The key on the server: made once, opened by the others, wrapped anew."""

import asyncio

import pytest

from assistant.encryption.errors import (
    DamagedContentError,
    EncryptionError,
    WrongPassphraseError,
)
from assistant.encryption.wrapped_key import PassphraseCost, create
from assistant.sync.errors import SyncError
from assistant.sync.model.faults import SyncFault
from assistant.sync.model.records import DATA_KEY, LocalRecord
from assistant.sync.server.encrypted_server import EncryptedServer
from assistant.sync.server.stored_key import (
    OpenedKey,
    change_passphrase_of,
    key_record,
    new_recovery_code_of,
    open_key,
)
from tests.helpers.sync.memory_server import MemoryDatabase, MemoryServer
from tests.helpers.sync.server_worlds import device, message

CHEAP = PassphraseCost(iterations=1, lanes=1, memory_kib=128)
PASSPHRASE = "correct horse"


async def devices(count: int) -> list[MemoryServer]:
    database = MemoryDatabase()
    servers = [database.connect(f"d{number}") for number in range(count)]
    for server in servers:
        await server.register(device(server.device_id))
    return servers


async def opened(server: MemoryServer, secret: str = PASSPHRASE) -> OpenedKey:
    return await open_key(server, secret)


async def made_by(server: MemoryServer) -> OpenedKey:
    """Have a device make the key, as the one does that encrypts the database."""
    made, cipher, code = create(PASSPHRASE, cost=CHEAP)
    await server.push([key_record(made)])
    return OpenedKey(cipher=cipher, recovery_code=code, stored=made, version=1)


async def test_the_first_device_makes_the_key_and_the_others_open_it() -> None:
    first, second, third = await devices(3)
    made = await made_by(first)
    assert made.recovery_code is not None
    joined = await opened(second)
    assert joined.recovery_code is None
    by_code = await opened(third, made.recovery_code)
    assert made.cipher.data_key == joined.cipher.data_key == by_code.cipher.data_key


@pytest.mark.parametrize(
    ("known", "fault"), [(None, SyncFault.FAILED), ("", SyncFault.ENCRYPTION_GONE)]
)
@pytest.mark.parametrize("is_deleted", [False, True])
async def test_opening_changing_and_printing_never_make_a_key(
    known: str | None, fault: SyncFault, is_deleted: bool
) -> None:
    (first,) = await devices(1)
    if is_deleted:
        await made_by(first)
        await first.push([LocalRecord(key=DATA_KEY, body=None, base_version=1, sequence=0)])
    before = await first.changes(after=0, limit=9)
    for attempt in (
        open_key(first, PASSPHRASE, known_id=known),
        change_passphrase_of(first, PASSPHRASE, "battery staple", known_id=known, cost=CHEAP),
        new_recovery_code_of(first, PASSPHRASE, known_id=known),
    ):
        with pytest.raises(SyncError) as raised:
            await attempt
        assert raised.value.fault is fault
    assert await first.changes(after=0, limit=9) == before


async def test_a_key_that_the_same_passphrase_opens_is_refused_if_another_is_known() -> None:
    first, other = (await devices(1))[0], (await devices(1))[0]
    known = await made_by(first)
    swapped = await made_by(other)
    with pytest.raises(SyncError) as raised:
        await open_key(other, PASSPHRASE, known_id=known.cipher.key_id)
    assert raised.value.fault is SyncFault.FOREIGN_RECORDS
    assert (await open_key(other, PASSPHRASE)).cipher.key_id == swapped.cipher.key_id


async def test_another_passphrase_is_refused() -> None:
    first, second = await devices(2)
    await made_by(first)
    with pytest.raises(WrongPassphraseError):
        await opened(second, "battery staple")


async def test_a_new_code_takes_the_place_of_the_one_before() -> None:
    (first,) = await devices(1)
    made = await made_by(first)
    fresh = await new_recovery_code_of(first, PASSPHRASE)
    assert fresh.cipher.data_key == made.cipher.data_key
    assert fresh.recovery_code not in {None, made.recovery_code}


async def test_the_passphrase_changes_and_contents_stay() -> None:
    first, second = await devices(2)
    made = await made_by(first)
    await EncryptedServer(first, made.cipher).push([message("m1", "one")])
    await change_passphrase_of(first, PASSPHRASE, "battery staple", cost=CHEAP)
    with pytest.raises(WrongPassphraseError):
        await opened(second)
    joined = await opened(second, "battery staple")
    (record,) = await EncryptedServer(second, joined.cipher).changes(after=0, limit=1)
    assert record.body == {"text": "one"}


async def test_the_key_is_no_record_of_the_user_and_never_hides_one() -> None:
    first, second = await devices(2)
    made = await made_by(first)
    server = EncryptedServer(second, made.cipher)
    assert await server.changes(after=0, limit=1) == ()
    await server.push([message("m1", "one"), message("m2", "two")])
    await change_passphrase_of(first, PASSPHRASE, "battery staple", cost=CHEAP)
    await server.push([message("m3", "three")])
    found: list[str] = []
    after = 0
    while page := await server.changes(after=after, limit=1):
        found += [record.key.key for record in page]
        after = page[-1].change
    assert found == ["m1", "m2", "m3"]


async def test_of_two_changes_at_once_one_is_refused() -> None:
    first, second = await devices(2)
    await made_by(first)
    changes = [
        change_passphrase_of(server, PASSPHRASE, f"battery {server.device_id}", cost=CHEAP)
        for server in (first, second)
    ]
    results = await asyncio.gather(*changes, return_exceptions=True)
    assert [isinstance(result, EncryptionError) for result in results].count(True) == 1


async def test_a_damaged_or_deleted_key_is_told() -> None:
    first, second = await devices(2)
    made = await made_by(first)
    await first.push([LocalRecord(key=DATA_KEY, body={}, base_version=made.version, sequence=0)])
    with pytest.raises(DamagedContentError):
        await opened(second)
    await first.push([LocalRecord(key=DATA_KEY, body=None, base_version=2, sequence=0)])
    with pytest.raises(SyncError):
        await opened(second)
