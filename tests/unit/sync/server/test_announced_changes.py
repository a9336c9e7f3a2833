"""What notifications hold is kept without a gap, and not asked for."""

import asyncio
import base64
import json
from contextlib import suppress

import psycopg
import pytest

from assistant.sync.errors import SyncError
from assistant.sync.model.records import Body, LocalRecord, RecordKey, RecordKind, ServerRecord
from assistant.sync.server.announced_changes import AnnouncedChanges
from tests.helpers.postgres import PostgresProcess
from tests.helpers.sync.server_worlds import PostgresWorld, message


def announcement(after: int, *records: tuple[str, int, str | None]) -> str:
    """Return what is told of records: key, change and text of each."""
    rows = [
        [
            "message",
            key,
            1,
            change,
            "tower",
            text and base64.b64encode(json.dumps({"text": text}).encode()).decode(),
            1_700_000_000_123_456,
        ]
        for key, change, text in records
    ]
    return json.dumps({"after": after, "records": rows})


def found(changes: AnnouncedChanges, place: int, *, limit: int = 9) -> list[tuple[str, int]]:
    return [(record.key.key, record.change) for record in changes.after(place, limit)]


def test_what_was_announced_in_a_row_is_given() -> None:
    changes = AnnouncedChanges()
    changes.take(announcement(7, ("a", 8, "one")))
    changes.take(announcement(8, ("b", 9, None), ("c", 10, "three")))
    assert found(changes, 7) == [("a", 8), ("b", 9), ("c", 10)]
    assert found(changes, 7, limit=2) == [("a", 8), ("b", 9)]
    assert found(changes, 9) == [("c", 10)]
    assert found(changes, 10) == []


def test_of_a_record_the_newest_is_given() -> None:
    changes = AnnouncedChanges()
    changes.take(announcement(0, ("a", 1, "one"), ("b", 2, "two")))
    changes.take(announcement(2, ("a", 3, "one more")))
    assert found(changes, 0) == [("b", 2), ("a", 3)]


@pytest.mark.parametrize("place", [0, 6, 10, 11])
def test_nothing_is_given_where_a_part_is_missing_or_nothing_came_after(place: int) -> None:
    changes = AnnouncedChanges()
    changes.take(announcement(7, ("a", 8, "one"), ("b", 10, "two")))
    assert found(changes, place) == []


def test_after_a_gap_only_what_follows_is_kept() -> None:
    changes = AnnouncedChanges()
    changes.take(announcement(0, ("a", 1, "one")))
    changes.take(announcement(5, ("b", 6, "two")))
    assert found(changes, 0) == []
    assert found(changes, 5) == [("b", 6)]


@pytest.mark.parametrize(
    "told",
    [
        "",
        "laptop",
        "{}",
        "[]",
        "null",
        '{"after": 1, "records": []}',
        '{"after": 1, "records": [1]}',
    ]
    + [announcement(1, ("a", 2, "x")).replace("message", "something newer")]
    + ["[" * 7900]
    + [
        announcement(1, ("a", 2, "x")).replace(told, other)
        for told, other in (
            ('"a"', "5"),
            ('"a"', '["a"]'),
            ('"tower"', "null"),
            (", 2,", ', "2",'),
            (", 2,", f", {2**63},"),
            ("1700000000123456", "1e300"),
            ("1700000000123456", str(10**30)),
        )
    ],
)
def test_what_cannot_be_read_is_asked_for(told: str) -> None:
    changes = AnnouncedChanges()
    changes.take(announcement(0, ("a", 1, "one")))
    changes.take(told)
    changes.take(announcement(2, ("b", 3, "two")))
    assert found(changes, 1) == []
    assert found(changes, 2) == [("b", 3)]


def test_who_never_asks_does_not_fill_the_memory() -> None:
    changes = AnnouncedChanges()
    for number in range(3000):
        changes.take(announcement(number, (str(number), number + 1, "one")))
    assert found(changes, 0) == []
    assert 0 < len(changes.after(2500, 5000)) <= 1001


# With PostgreSQL.


@pytest.mark.requirement("SYNC-03")
async def test_a_device_that_is_up_to_date_does_not_ask(postgres: PostgresProcess) -> None:
    world = PostgresWorld(postgres)
    body: Body = {"text": "줄 하나\n\x00\ud800 zwölf 字 👩" * 20, "list": [1, 2.5, None], "": True}
    try:
        laptop, tower = await world.connect("laptop"), await world.connect("tower")
        await laptop.push([message("m1", "one"), message("m2", "two")])
        (*_first, last) = await tower.changes(after=0, limit=9)
        postgres.run(
            "ALTER FUNCTION parley.changes RENAME TO no_more", database=world.database.name
        )
        await laptop.push([message("m1", None, base=1)])
        await tower.push([message("m3", "three")])
        key = RecordKey(RecordKind.MESSAGE, "m2")
        await laptop.push([LocalRecord(key=key, body=body, base_version=1, sequence=1)])
        announced: list[ServerRecord] = []
        while len(announced) < 3:
            await tower.wait_for_change()
            with suppress(SyncError):  # it heard of nothing yet, and may not ask
                announced = list(await tower.changes(after=last.change, limit=9))
        postgres.run(
            "ALTER FUNCTION parley.no_more RENAME TO changes", database=world.database.name
        )
        other = await world.connect("other")
        assert announced == list(await other.changes(after=last.change, limit=9))
        assert [record.device_id for record in announced] == ["laptop", "tower", "laptop"]
    finally:
        await world.aclose()


@pytest.mark.parametrize("count", [1, 40])
async def test_what_is_long_or_much_is_asked_for(postgres: PostgresProcess, count: int) -> None:
    world = PostgresWorld(postgres)
    try:
        laptop, tower = await world.connect("laptop"), await world.connect("tower")
        await tower.wait_for_change()
        texts = ["x" * (200_000 // count**2) for _number in range(count)]
        await laptop.push([message(f"m{n}", text) for n, text in enumerate(texts)])
        await tower.wait_for_change()
        assert len(await tower.changes(after=0, limit=99)) == count
        await laptop.push([message("last", "one")])
        await tower.wait_for_change()
        assert [one.key.key for one in await tower.changes(after=count, limit=9)] == ["last"]
    finally:
        await world.aclose()


async def test_who_may_not_read_the_tables_hears_nothing_of_them(
    postgres: PostgresProcess,
) -> None:
    world = PostgresWorld(postgres)
    other = postgres.new_database()
    try:
        laptop = await world.connect("laptop")
        name = world.database.name
        postgres.run(f"GRANT CONNECT ON DATABASE {name} TO {other.role}")
        with psycopg.connect(
            other.url, dbname=name, password=other.password, autocommit=True
        ) as stranger:
            for statement in ("SELECT channel FROM parley.counter", "SELECT parley.listen()"):
                with pytest.raises(psycopg.errors.InsufficientPrivilege):
                    stranger.execute(statement.encode())
            stranger.execute("LISTEN parley")
            await laptop.push([message("m1", "a secret")])
            await laptop.push([message("m2", "a secret")])
            heard = await asyncio.to_thread(
                lambda: [one.payload for one in stranger.notifies(timeout=60, stop_after=2)]
            )
        assert heard == ["laptop", "laptop"]
    finally:
        await world.aclose()
