"""What a server of encrypted records sees, and what it cannot do unnoticed."""

import base64
import json
from dataclasses import fields, replace

import pytest

from assistant.encryption.content_cipher import ContentCipher
from assistant.sync.errors import SyncError
from assistant.sync.model.records import RecordKey, RecordKind
from assistant.sync.server.encrypted_server import EncryptedServer
from tests.helpers.sync.memory_server import MemoryDatabase
from tests.helpers.sync.server_worlds import EncryptedWorld, MemoryWorld, device, message


class EncryptedMemory(EncryptedWorld):
    """Over a database that the test looks into."""

    def __init__(self) -> None:
        inner = MemoryWorld()
        super().__init__(inner)
        self.database = inner.database


WORDS = ("geheim", "diary", "Laptop", "telegram:77")


async def test_the_server_reads_no_content_key_or_name() -> None:
    world = EncryptedMemory()
    server = await world.connect("d1")
    await server.register(device("d1", "Laptop"))
    await server.push([message("diary", "geheim"), message("diary-2", None)])
    lease = await server.acquire("telegram", seconds=60)
    assert lease is not None
    assert await server.begin_effect(lease, "telegram:77")
    assert await server.begin_effect(lease, "telegram:77")  # who began it may ask again
    seen = repr([getattr(world.database, name.name) for name in fields(MemoryDatabase)])
    assert [word for word in WORDS if word in seen] == []
    assert [found.name for found in await server.devices()] == ["Laptop"]
    assert [record.key.key for record in await server.changes(after=0, limit=9)] == [
        "diary",
        "diary-2",
    ]


async def two_records() -> tuple[EncryptedMemory, EncryptedServer, list[RecordKey]]:
    world = EncryptedMemory()
    server = await world.connect("d1")
    await server.push([message("m1", "one"), message("m2", "two")])
    assert isinstance(server, EncryptedServer)
    return world, server, list(world.database.rows)


async def test_swapped_contents_are_refused() -> None:
    world, server, (first, second) = await two_records()
    rows = world.database.rows
    rows[first] = replace(rows[first], body=rows[second].body)
    with pytest.raises(SyncError, match="not encrypted with this passphrase"):
        await server.changes(after=0, limit=9)


async def test_an_older_content_under_a_newer_version_is_refused() -> None:
    world, server, (first, _second) = await two_records()
    rows = world.database.rows
    rows[first] = replace(rows[first], version=2)
    with pytest.raises(SyncError):
        await server.push([message("m1", "mine", base=1)])


async def test_a_content_under_another_kind_is_refused() -> None:
    world, server, (first, _second) = await two_records()
    row = world.database.rows.pop(first)
    moved = replace(row, key=RecordKey(RecordKind.SETTING, first.key))
    world.database.rows[moved.key] = moved
    with pytest.raises(SyncError):
        await server.changes(after=0, limit=9)


@pytest.mark.parametrize("body", ["{}", '{"text": "forged"}', '{"sealed": 5}', '{"sealed": "é"}'])
async def test_what_the_passphrase_did_not_seal_is_refused(body: str) -> None:
    world, server, (first, _second) = await two_records()
    world.database.rows[first] = replace(world.database.rows[first], body=body)
    with pytest.raises(SyncError):
        await server.changes(after=0, limit=9)


async def test_every_changed_byte_is_noticed() -> None:
    world, server, (first, _second) = await two_records()
    row = world.database.rows[first]
    assert row.body is not None
    sealed = base64.b64decode(json.loads(row.body)["sealed"])
    for place in range(len(sealed)):
        changed = bytearray(sealed)
        changed[place] ^= 1
        wrong = base64.b64encode(changed).decode("ascii")
        world.database.rows[first] = replace(row, body=json.dumps({"sealed": wrong}))
        with pytest.raises(SyncError):
            await server.changes(after=0, limit=9)


async def test_a_device_with_another_passphrase_takes_nothing() -> None:
    world, _server, _keys = await two_records()
    other = EncryptedServer(world.database.connect("d1"), ContentCipher(bytes(32)))
    with pytest.raises(SyncError):
        await other.changes(after=0, limit=9)
    await other.register(device("d1", "Tower"))
    assert len(await other.devices()) == 1


async def test_a_device_that_does_not_encrypt_is_still_shown() -> None:
    world, server, _keys = await two_records()
    await world.database.connect("d2").register(device("d2", "Tower"))
    assert [found.name for found in await server.devices()] == ["D1", "Tower"]
