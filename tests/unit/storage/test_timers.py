import sqlite3
from dataclasses import replace
from datetime import UTC, datetime, time
from pathlib import Path

import pytest

from assistant.storage.database import Database
from assistant.storage.migrations import shipped_steps
from assistant.storage.store import Store
from assistant.timer import Timer, TimerKind
from tests.unit.storage.test_migrations import FIRST_VERSION

DUE = datetime(2026, 2, 20, 8, 0, 0, 250_000, tzinfo=UTC)


def record(timer_id: str = "t1") -> Timer:
    return Timer(
        timer_id=timer_id,
        kind=TimerKind.TIMER,
        label="파스타 🍝",
        due_at=DUE,
        zone="Europe/Berlin",
        length_s=300.0,
    )


FULL = Timer(
    timer_id="t2",
    kind=TimerKind.ALARM,
    label="",
    due_at=DUE,
    zone="Asia/Seoul",
    time_of_day=time(7),
    days=(0, 1, 6),
    snoozed_until=DUE,
    ringing_since=DUE,
    is_missed=True,
)


async def test_what_was_put_is_read_again_as_it_was(store: Store) -> None:
    await store.timers.put(record(), FULL)

    assert await store.timers.every() == (record(), FULL)


async def test_a_timer_is_replaced_in_its_place(store: Store) -> None:
    await store.timers.put(record("a"), record("b"))
    changed = replace(FULL, timer_id="a")

    await store.timers.put(changed)

    assert await store.timers.every() == (changed, record("b"))


async def test_what_was_removed_is_gone_and_may_be_removed_again(store: Store) -> None:
    await store.timers.put(record("a"), record("b"))

    await store.timers.remove("a")
    await store.timers.remove("a", "unknown")

    assert await store.timers.every() == (record("b"),)


async def test_half_a_character_does_not_lose_the_timer(store: Store) -> None:
    await store.timers.put(replace(record(), label="pasta \ud83c"))

    (stored,) = await store.timers.every()
    assert stored.label == "pasta \ufffd"


async def test_one_that_cannot_be_stored_stores_none(store: Store) -> None:
    with pytest.raises(sqlite3.IntegrityError):
        await store.timers.put(record("a"), replace(record("b"), zone=None))

    assert await store.timers.every() == ()


async def test_a_file_of_the_first_version_gets_room_for_timers(tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    with sqlite3.connect(path) as connection:
        connection.executescript(FIRST_VERSION)
    connection.close()

    store = Store(database=await Database.open(path))
    try:
        await store.timers.put(record())
        assert await store.timers.every() == (record(),)
    finally:
        await store.aclose()


def test_the_steps_that_were_there_come_first() -> None:
    assert "CREATE TABLE timers" in shipped_steps()[2]
