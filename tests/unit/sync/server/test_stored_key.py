"""The key on the server: made once, opened by the others, wrapped anew."""

import asyncio

import pytest

from assistant.encryption.errors import (
    DamagedContentError,
    EncryptionError,
    WrongPassphraseError,
)
from assistant.encryption.wrapped_key import PassphraseCost
from assistant.sync.model.records import LocalRecord
from assistant.sync.server.encrypted_server import EncryptedServer
from assistant.sync.server.stored_key import (
    OpenedKey,
    change_passphrase_of,
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
    return await open_key(server, secret, cost=CHEAP)


async def test_the_first_device_makes_the_key_and_the_others_open_it() -> None:
    first, second, third = await devices(3)
    made = await opened(first)
    assert made.recovery_code is not None
    joined = await opened(second)
    assert joined.recovery_code is None
    by_code = await opened(third, made.recovery_code)
    assert made.cipher.data_key == joined.cipher.data_key == by_code.cipher.data_key


async def test_of_two_that_set_a_passphrase_at_once_one_makes_the_key() -> None:
    first, second = await devices(2)
    both = await asyncio.gather(opened(first), opened(second))
    assert both[0].cipher.data_key == both[1].cipher.data_key
    assert [key.recovery_code is None for key in both].count(True) == 1


async def test_another_passphrase_is_refused() -> None:
    first, second = await devices(2)
    await opened(first)
    with pytest.raises(WrongPassphraseError):
        await opened(second, "battery staple")


async def test_an_answer_that_was_lost_leaves_a_key_that_opens() -> None:
    (first,) = await devices(1)
    made = await opened(first)
    again = await opened(first)
    assert made.cipher.data_key == again.cipher.data_key
    fresh = await new_recovery_code_of(first, PASSPHRASE, cost=CHEAP)
    assert fresh.recovery_code not in {None, made.recovery_code}


async def test_the_passphrase_changes_and_contents_stay() -> None:
    first, second = await devices(2)
    made = await opened(first)
    await EncryptedServer(first, made.cipher).push([message("m1", "one")])
    await change_passphrase_of(first, PASSPHRASE, "battery staple", cost=CHEAP)
    with pytest.raises(WrongPassphraseError):
        await opened(second)
    joined = await opened(second, "battery staple")
    (record,) = await EncryptedServer(second, joined.cipher).changes(after=0, limit=1)
    assert record.body == {"text": "one"}


async def test_the_key_is_no_record_of_the_user_and_never_hides_one() -> None:
    first, second = await devices(2)
    made = await opened(first)
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
    await opened(first)
    changes = [
        change_passphrase_of(server, PASSPHRASE, f"battery {server.device_id}", cost=CHEAP)
        for server in (first, second)
    ]
    results = await asyncio.gather(*changes, return_exceptions=True)
    assert [isinstance(result, EncryptionError) for result in results].count(True) == 1


async def test_a_damaged_or_deleted_key_is_told() -> None:
    first, second = await devices(2)
    made = await opened(first)
    key = next(iter(await first.changes(after=0, limit=1))).key
    await first.push([LocalRecord(key=key, body={}, base_version=made.version, sequence=0)])
    with pytest.raises(DamagedContentError):
        await opened(second)
    await first.push([LocalRecord(key=key, body=None, base_version=2, sequence=0)])
    with pytest.raises(DamagedContentError):
        await opened(second)
