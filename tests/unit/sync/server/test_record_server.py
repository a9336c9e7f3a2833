"""What every server of records does, held over each kind."""

import asyncio
from collections.abc import Sequence
from datetime import timedelta

import pytest

from assistant.sync.errors import DeviceRemovedError, SyncError, SyncUnavailableError
from assistant.sync.model.records import Body, RecordKey, RecordKind, ServerRecord
from assistant.sync.record_server import RecordServer
from tests.helpers.sync.server_worlds import ServerWorld, device, message

M1 = RecordKey(RecordKind.MESSAGE, "m1")


async def texts(server: RecordServer) -> dict[str, object]:
    """Return what a device that pulls all finds."""
    return {
        record.key.key: None if record.body is None else record.body["text"]
        for record in await pull(server)
    }


async def pull(server: RecordServer, *, limit: int = 3) -> Sequence[ServerRecord]:
    found: list[ServerRecord] = []
    while True:
        page = await server.changes(after=found[-1].change if found else 0, limit=limit)
        if not page:
            return found
        assert len(page) <= limit
        found.extend(page)


async def begun(server: RecordServer) -> "asyncio.Task[None]":
    """Begin to wait for a change that has not come yet."""
    waiting = asyncio.create_task(server.wait_for_change())
    await asyncio.wait({waiting}, timeout=0)
    assert not waiting.done()
    return waiting


# Records.


@pytest.mark.requirement("SYNC-03")
async def test_what_one_device_pushes_another_pulls_in_order(world: ServerWorld) -> None:
    laptop, tower = await world.connect("laptop"), await world.connect("tower")
    result = await laptop.push([message(f"m{n}", f"text {n}") for n in range(8)])
    assert set(result.accepted.values()) == {1}
    assert result.refused == ()
    records = await pull(tower)
    assert [record.key.key for record in records] == [f"m{n}" for n in range(8)]
    assert [record.change for record in records] == sorted({record.change for record in records})
    assert {record.device_id for record in records} == {"laptop"}
    assert max(record.written_at for record in records) <= await tower.now()


async def test_a_body_arrives_as_it_was_sent(world: ServerWorld) -> None:
    laptop = await world.connect("laptop")
    body: Body = {
        "text": "줄 하나\n\x00\ud800 zwölf 字 👩",
        "list": [1, 2.5, True, None, {"deep": [""]}],
        "": "x" * 300_000,
    }
    record = message("m1", "")
    await laptop.push([type(record)(key=M1, body=body, base_version=0, sequence=1)])
    (found,) = await laptop.changes(after=0, limit=9)
    assert found.body == body


async def test_a_change_to_the_newest_version_is_taken(world: ServerWorld) -> None:
    laptop = await world.connect("laptop")
    await laptop.push([message("m1", "one")])
    first = (await pull(laptop))[0]
    result = await laptop.push([message("m1", "two", base=1)])
    assert result.accepted == {M1: 2}
    (second,) = await pull(laptop)
    assert (second.version, second.body) == (2, {"text": "two"})
    assert second.change > first.change


async def test_a_change_to_an_older_version_is_refused_with_the_newest(world: ServerWorld) -> None:
    laptop, tower = await world.connect("laptop"), await world.connect("tower")
    await laptop.push([message("m1", "one")])
    await laptop.push([message("m1", "two", base=1)])
    result = await tower.push([message("m1", "mine", base=1), message("m2", "new")])
    assert result.accepted == {RecordKey(RecordKind.MESSAGE, "m2"): 1}
    (refused,) = result.refused
    assert (refused.key, refused.version, refused.body) == (M1, 2, {"text": "two"})
    assert refused.device_id == "laptop"
    assert await texts(tower) == {"m1": "two", "m2": "new"}


async def test_one_of_two_that_create_the_same_record_is_refused(world: ServerWorld) -> None:
    laptop, tower = await world.connect("laptop"), await world.connect("tower")
    results = await asyncio.gather(
        laptop.push([message("m1", "laptop's")]), tower.push([message("m1", "tower's")])
    )
    assert sorted(len(result.refused) for result in results) == [0, 1]
    (stored,) = await pull(laptop)
    assert [refused for result in results for refused in result.refused] == [stored]


async def test_what_is_sent_again_changes_nothing(world: ServerWorld) -> None:
    laptop = await world.connect("laptop")
    records = [message("m1", "one"), message("m2", "two")]
    await laptop.push(records)
    before = await pull(laptop)
    assert (await laptop.push(records)).accepted == {record.key: 1 for record in records}
    assert await pull(laptop) == before


async def test_the_same_change_of_two_devices_is_one(world: ServerWorld) -> None:
    laptop, tower = await world.connect("laptop"), await world.connect("tower")
    await laptop.push([message("m1", "one")])
    assert (await tower.push([message("m1", "one")])).accepted == {M1: 1}
    assert len(await pull(tower)) == 1


async def test_a_deleted_record_stays_deleted(world: ServerWorld) -> None:
    laptop, tower = await world.connect("laptop"), await world.connect("tower")
    await laptop.push([message("m1", "one")])
    assert (await laptop.push([message("m1", None, base=1)])).accepted == {M1: 2}
    for base in (0, 1, 2, 3):
        (refused,) = (await tower.push([message("m1", "again", base=base)])).refused
        assert (refused.version, refused.body) == (2, None)
        assert (await tower.push([message("m1", None, base=base)])).accepted == {M1: 2}
    assert await texts(tower) == {"m1": None}


async def test_a_record_that_the_server_never_had_can_be_deleted(world: ServerWorld) -> None:
    laptop = await world.connect("laptop")
    assert (await laptop.push([message("m1", None)])).accepted == {M1: 1}
    assert await texts(laptop) == {"m1": None}


async def test_a_server_that_lost_a_record_takes_it_again(world: ServerWorld) -> None:
    laptop = await world.connect("laptop")
    assert (await laptop.push([message("m1", "kept here", base=7)])).accepted == {M1: 8}


async def test_records_of_one_key_and_two_kinds_are_two(world: ServerWorld) -> None:
    laptop = await world.connect("laptop")
    record = message("m1", "one")
    other = type(record)(
        key=RecordKey(RecordKind.QUESTION, "m1"), body={"text": "q"}, base_version=0, sequence=2
    )
    assert len((await laptop.push([record, other])).accepted) == 2
    assert len(await pull(laptop)) == 2


async def test_nothing_to_push_is_no_change(world: ServerWorld) -> None:
    laptop = await world.connect("laptop")
    result = await laptop.push([])
    assert (result.accepted, result.refused) == ({}, ())


async def test_a_record_that_changes_twice_is_pulled_once_at_its_newest_place(
    world: ServerWorld,
) -> None:
    laptop = await world.connect("laptop")
    await laptop.push([message("m1", "one"), message("m2", "two")])
    await laptop.push([message("m1", "one more", base=1)])
    assert [record.key.key for record in await pull(laptop)] == ["m2", "m1"]


@pytest.mark.requirement("TEST-28")
async def test_a_puller_misses_nothing_of_many_who_push_at_once(world: ServerWorld) -> None:
    pushers = [await world.connect(f"device {number}") for number in range(6)]
    reader = await world.connect("reader")

    async def push(number: int, server: RecordServer) -> None:
        for batch in range(8):
            keys = [f"{number}.{batch}.{entry}" for entry in range(5)]
            assert not (await server.push([message(key, key) for key in keys])).refused

    async def read() -> list[ServerRecord]:
        found: list[ServerRecord] = []
        while len(found) < 6 * 8 * 5:
            await reader.wait_for_change()
            while page := await reader.changes(after=found[-1].change if found else 0, limit=7):
                found.extend(page)
        return found

    reading = asyncio.create_task(read())
    await asyncio.gather(*(push(number, server) for number, server in enumerate(pushers)))
    found = await reading
    assert len({record.key for record in found}) == len(found)
    changes = [record.change for record in found]
    assert changes == sorted(set(changes))
    assert found == list(await pull(reader, limit=100))


# Waiting.


@pytest.mark.requirement("SYNC-03")
async def test_a_new_connection_may_have_missed_something_then_a_change_wakes(
    world: ServerWorld,
) -> None:
    laptop, tower = await world.connect("laptop"), await world.connect("tower")
    await tower.wait_for_change()
    waiting = await begun(tower)
    await laptop.push([message("m1", "one")])
    await waiting
    assert await texts(tower) == {"m1": "one"}


async def test_a_change_that_came_before_the_wait_ends_it_at_once(world: ServerWorld) -> None:
    laptop, tower = await world.connect("laptop"), await world.connect("tower")
    await tower.wait_for_change()
    await laptop.push([message("m1", "one")])
    await tower.now()
    await tower.wait_for_change()


async def test_a_device_is_not_woken_by_itself_and_works_while_it_waits(
    world: ServerWorld,
) -> None:
    laptop, tower = await world.connect("laptop"), await world.connect("tower")
    await tower.wait_for_change()
    waiting = await begun(tower)
    for number in range(5):
        await tower.push([message("m1", f"text {number}", base=number)])
        await tower.acquire("telegram", seconds=60)
        await asyncio.wait({waiting}, timeout=0)
        assert not waiting.done()
    await laptop.push([message("m2", "two")])
    await waiting


async def test_a_wait_can_be_given_up_and_begun_again(world: ServerWorld) -> None:
    laptop, tower = await world.connect("laptop"), await world.connect("tower")
    await tower.wait_for_change()
    for _time in range(3):
        waiting = await begun(tower)
        waiting.cancel()
        await asyncio.wait({waiting})
        assert waiting.cancelled()
    await laptop.push([message("m1", "one")])
    await tower.wait_for_change()


# Connections.


@pytest.mark.requirement("SYNC-05")
async def test_a_connection_that_broke_is_told_and_made_anew(world: ServerWorld) -> None:
    laptop = await world.connect("laptop")
    await laptop.wait_for_change()
    waiting = await begun(laptop)
    await world.cut()
    with pytest.raises(SyncUnavailableError):
        await waiting
    await laptop.push([message("m1", "one")])
    await laptop.wait_for_change()
    assert await texts(laptop) == {"m1": "one"}


@pytest.mark.requirement("SYNC-05")
async def test_a_server_that_is_gone_is_told_until_it_is_back(world: ServerWorld) -> None:
    laptop = await world.connect("laptop")
    await laptop.push([message("m1", "one")])
    await world.stop()
    for _time in range(2):
        with pytest.raises(SyncUnavailableError):
            await laptop.push([message("m2", "two")])
        with pytest.raises(SyncUnavailableError):
            await laptop.wait_for_change()
    await world.start()
    await laptop.push([message("m2", "two")])
    assert await texts(laptop) == {"m1": "one", "m2": "two"}


async def test_a_closed_connection_is_closed_once_and_for_all(world: ServerWorld) -> None:
    laptop = await world.connect("laptop")
    await laptop.aclose()
    await laptop.aclose()
    with pytest.raises(SyncUnavailableError):
        await laptop.now()


async def test_a_connection_that_was_never_used_can_be_closed(world: ServerWorld) -> None:
    await (await world.connect_unregistered("laptop")).aclose()


# Devices.


async def test_devices_are_listed_in_the_order_they_were_added(world: ServerWorld) -> None:
    tower = await world.connect("tower")
    await world.advance(60)
    laptop = await world.connect("laptop")
    added = await laptop.devices()
    assert [one.device_id for one in added] == ["tower", "laptop"]
    await world.advance(60)
    await tower.register(device("tower", "Große Kiste 상자"))
    seen, same = await laptop.devices()
    assert seen.name == "Große Kiste 상자"
    assert seen.added_at == added[0].added_at
    assert seen.seen_at >= added[1].seen_at + timedelta(seconds=60)
    assert same == added[1]


async def test_a_device_that_is_not_registered_is_refused(world: ServerWorld) -> None:
    stranger = await world.connect_unregistered("stranger")
    with pytest.raises(SyncError) as refusal:
        await stranger.push([message("m1", "one")])
    assert not isinstance(refusal.value, SyncUnavailableError | DeviceRemovedError)
    await stranger.now()


async def test_a_removed_device_is_woken_and_refused(world: ServerWorld) -> None:
    laptop, tower = await world.connect("laptop"), await world.connect("tower")
    lease = await tower.acquire("telegram", seconds=60)
    assert lease is not None
    await tower.wait_for_change()
    waiting = await begun(tower)
    await laptop.remove_device("tower")
    await waiting
    again = await world.connect_unregistered("tower")
    for server in (tower, again):
        for call in (
            server.register(device("tower")),
            server.push([message("m1", "one")]),
            server.changes(after=0, limit=1),
            server.devices(),
            server.remove_device("laptop"),
            server.acquire("telegram", seconds=60),
            server.renew(lease, seconds=60),
            server.release(lease),
            server.holder("telegram"),
            server.begin_effect(lease, "effect"),
            server.claim("work"),
        ):
            with pytest.raises(DeviceRemovedError):
                await call
    assert await texts(laptop) == {}
    assert [one.is_removed for one in await laptop.devices()] == [False, True]
    assert await laptop.holder("telegram") is None
    assert await laptop.acquire("telegram", seconds=60) is not None


async def test_removing_a_device_that_is_not_there_does_nothing(world: ServerWorld) -> None:
    laptop = await world.connect("laptop")
    await laptop.remove_device("nobody")
    await laptop.remove_device("nobody")
    assert len(await laptop.devices()) == 1


# Leases.


@pytest.mark.requirement("SYNC-04", "TG-16")
async def test_one_device_holds_a_lease(world: ServerWorld) -> None:
    laptop, tower = await world.connect("laptop"), await world.connect("tower")
    lease = await laptop.acquire("telegram", seconds=30)
    assert lease is not None
    assert (lease.name, lease.device_id, lease.token) == ("telegram", "laptop", 1)
    assert await tower.acquire("telegram", seconds=30) is None
    assert await tower.holder("telegram") == lease
    assert await tower.holder("other") is None
    other = await tower.acquire("other", seconds=30)
    assert other is not None


@pytest.mark.requirement("SYNC-04")
async def test_of_many_that_ask_at_once_one_gets_the_lease(world: ServerWorld) -> None:
    servers = [await world.connect(f"device {number}") for number in range(6)]
    leases = await asyncio.gather(*(server.acquire("telegram", seconds=60) for server in servers))
    assert len([lease for lease in leases if lease is not None]) == 1


@pytest.mark.requirement("SYNC-10")
async def test_a_holder_stays_it_under_one_token(world: ServerWorld) -> None:
    laptop = await world.connect("laptop")
    lease = await laptop.acquire("telegram", seconds=30)
    assert lease is not None
    await world.advance(20)
    renewed = await laptop.renew(lease, seconds=30)
    assert renewed is not None
    assert renewed.token == lease.token
    assert renewed.expires_at >= lease.expires_at + timedelta(seconds=20)
    await world.advance(20)
    again = await laptop.acquire("telegram", seconds=30)
    assert again is not None
    assert again.token == lease.token


@pytest.mark.requirement("SYNC-06", "SYNC-10")
async def test_an_expired_lease_is_taken_over_under_a_greater_token(world: ServerWorld) -> None:
    laptop, tower = await world.connect("laptop"), await world.connect("tower")
    lease = await laptop.acquire("telegram", seconds=30)
    assert lease is not None
    await world.advance(31)
    assert await laptop.holder("telegram") is None
    assert await laptop.renew(lease, seconds=30) is None
    assert not await laptop.begin_effect(lease, "late")
    taken = await tower.acquire("telegram", seconds=30)
    assert taken is not None
    assert taken.token > lease.token
    assert await laptop.renew(lease, seconds=30) is None
    assert not await laptop.begin_effect(lease, "later")
    await laptop.release(lease)
    assert await laptop.holder("telegram") == taken
    assert await tower.begin_effect(taken, "late")


async def test_a_lease_that_its_holder_takes_anew_after_it_expired_has_a_new_token(
    world: ServerWorld,
) -> None:
    laptop = await world.connect("laptop")
    lease = await laptop.acquire("telegram", seconds=30)
    await world.advance(31)
    anew = await laptop.acquire("telegram", seconds=30)
    assert lease is not None
    assert anew is not None
    assert anew.token > lease.token
    assert not await laptop.begin_effect(lease, "effect")


async def test_a_released_lease_is_free(world: ServerWorld) -> None:
    laptop, tower = await world.connect("laptop"), await world.connect("tower")
    lease = await laptop.acquire("telegram", seconds=30)
    assert lease is not None
    await laptop.release(lease)
    await laptop.release(lease)
    taken = await tower.acquire("telegram", seconds=30)
    assert taken is not None
    assert taken.token > lease.token


@pytest.mark.requirement("SYNC-04", "TEST-28")
async def test_an_effect_is_begun_by_one_device(world: ServerWorld) -> None:
    laptop, tower = await world.connect("laptop"), await world.connect("tower")
    lease = await laptop.acquire("telegram", seconds=30)
    assert lease is not None
    assert await laptop.begin_effect(lease, "telegram:1")
    assert await laptop.begin_effect(lease, "telegram:1")  # its connection may have broken
    assert await laptop.begin_effect(lease, "telegram:2")
    await laptop.release(lease)
    taken = await tower.acquire("telegram", seconds=30)
    assert taken is not None
    assert not await tower.begin_effect(taken, "telegram:1")
    assert await tower.begin_effect(taken, "telegram:3")


async def test_a_token_of_another_device_is_refused(world: ServerWorld) -> None:
    laptop, tower = await world.connect("laptop"), await world.connect("tower")
    lease = await laptop.acquire("telegram", seconds=30)
    assert lease is not None
    assert not await tower.begin_effect(lease, "effect")
    assert await tower.renew(lease, seconds=30) is None
    await tower.release(lease)
    assert await laptop.holder("telegram") == lease


async def test_a_claim_stays_with_the_first_who_made_it(world: ServerWorld) -> None:
    servers = [await world.connect(f"device {number}") for number in range(4)]
    first = await asyncio.gather(*(server.claim("answer 1") for server in servers))
    assert sorted(first) == [False, False, False, True]
    again = await asyncio.gather(*(server.claim("answer 1") for server in servers))
    assert again == first
    assert await servers[0].claim("answer 2")


async def test_the_clock_is_the_servers(world: ServerWorld) -> None:
    laptop = await world.connect_unregistered("laptop")
    before = await laptop.now()
    assert before.utcoffset() == timedelta(0)
    await world.advance(3600)
    assert await laptop.now() >= before + timedelta(seconds=3600)
