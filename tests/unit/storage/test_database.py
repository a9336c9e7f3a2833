import asyncio
import gc
import hashlib
import os
import random
import shutil
import sqlite3
import stat
import sys
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest

from assistant.errors import StoreError
from assistant.storage.database import APPLICATION_ID, Database, set_aside
from assistant.storage.database_copy import DatabaseCopy, copy_database
from assistant.storage.database_errors import (
    DamagedDatabaseError,
    NewerDatabaseError,
    as_store_error,
)
from assistant.storage.migrations import shipped_steps
from assistant.storage.store import Store, open_store
from tests.unit.storage.samples import START, conversation, message

NEWEST = len(shipped_steps())


def digests(folder: Path) -> dict[str, str]:
    """Return a digest of every file but the shared-memory index, which is no data."""
    return {
        file.name: hashlib.sha256(file.read_bytes()).hexdigest()
        for file in sorted(folder.iterdir())
        if not file.name.endswith("-shm")
    }


async def filled(path: Path) -> None:
    """Make a database with a conversation of 200 messages, and close it."""
    store = Store(database=await Database.open(path))
    await store.conversations.create(conversation())
    rows = [(f"m{n}", f"m{n - 1}" if n else None, f'["{n} {"x" * 500}"]') for n in range(200)]
    await store.database.write(
        lambda connection: connection.executemany(
            "INSERT INTO messages (uuid, parent_uuid, conversation_id, role, content, status,"
            " created_at, meta) VALUES (?, ?, 'c1', 'user', ?, 'complete',"
            " '2026-02-19T10:00:00.000Z', '{}')",
            rows,
        )
    )
    await store.aclose()


async def pragma(database: Database, name: str) -> object:
    return await database.read(lambda c: c.execute(f"PRAGMA {name}").fetchone()[0])


async def test_a_new_database_is_durable_and_checked(path: Path) -> None:
    database = await Database.open(path)

    assert await pragma(database, "journal_mode") == "wal"
    assert await pragma(database, "synchronous") == 2  # FULL
    assert await pragma(database, "foreign_keys") == 1
    assert await pragma(database, "user_version") == NEWEST
    assert await pragma(database, "application_id") == APPLICATION_ID
    await database.aclose()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")
async def test_only_the_person_may_read_a_new_database(path: Path) -> None:
    database = await Database.open(path)
    await database.write(lambda c: c.execute("INSERT INTO state VALUES ('a', 'b')"))

    modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in path.parent.iterdir()}

    assert set(modes.values()) == {0o600}
    assert set(modes) == {"parley.db", "parley.db-wal", "parley.db-shm"}
    await database.aclose()


async def test_work_runs_on_a_thread_of_its_own(path: Path) -> None:
    database = await Database.open(path)

    names = {
        await database.read(lambda _: threading.current_thread().name),
        await database.write(lambda _: threading.current_thread().name),
    }

    assert len(names) == 1
    assert names.pop().startswith("store")
    await database.aclose()
    assert not [t for t in threading.enumerate() if t.name.startswith("store") and t.is_alive()]


async def test_what_a_statement_leaves_is_freed_where_it_ran(path: Path) -> None:
    """Else its end may meet the same statement while the store's thread runs it again."""
    database = await Database.open(
        path, steps=["CREATE TABLE counted (id INTEGER PRIMARY KEY, n);"]
    )
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        await asyncio.gather(
            *(
                database.execute("INSERT OR REPLACE INTO counted VALUES (?, ?)", (n % 7, n))
                for n in range(3_000)
            )
        )
    finally:
        sys.setswitchinterval(interval)
        await database.aclose()


async def test_opening_that_is_cancelled_leaves_nothing_open(path: Path) -> None:
    opening = asyncio.create_task(Database.open(path))
    await asyncio.sleep(0)

    opening.cancel()
    with pytest.raises(asyncio.CancelledError):
        await opening

    for thread in [t for t in threading.enumerate() if t.name.startswith("store")]:
        await asyncio.to_thread(thread.join, 5)
        assert not thread.is_alive()
    gc.collect()  # from Python 3.13 on, a connection left open warns, which fails the test


async def test_an_exception_undoes_the_whole_write(path: Path) -> None:
    database = await Database.open(path)

    def half(connection: sqlite3.Connection) -> None:
        connection.execute("INSERT INTO state VALUES ('a', 'b')")
        raise LookupError

    with pytest.raises(LookupError):
        await database.write(half)

    assert await database.read(lambda c: c.execute("SELECT * FROM state").fetchall()) == []
    await database.aclose()


async def test_who_watches_cannot_make_a_write_fail(path: Path) -> None:
    store = Store(database=await Database.open(path))
    told: list[str] = []

    def break_down(_connection: sqlite3.Connection) -> object:
        raise LookupError("a fault of the program")

    def count(connection: sqlite3.Connection) -> object:
        return connection.execute("SELECT count(*) FROM conversations").fetchone()

    store.database.watch(break_down, lambda: told.append("never"))
    store.database.watch(count, lambda: told.append("counted"))
    await store.conversations.create(conversation())

    assert await store.conversations.get("c1") is not None
    await asyncio.sleep(0)
    assert told == ["counted"]
    await store.aclose()


async def test_a_closed_database_says_so(path: Path) -> None:
    database = await Database.open(path)
    await database.aclose()
    await database.aclose()

    with pytest.raises(StoreError, match="closed"):
        await database.read(lambda _: None)


async def test_a_mistake_of_ours_is_not_blamed_on_the_machine(path: Path) -> None:
    database = await Database.open(path)

    with pytest.raises(sqlite3.OperationalError, match="no such table"):
        await database.read(lambda c: c.execute("SELECT * FROM nowhere"))

    await database.aclose()


@pytest.mark.parametrize(("free", "words"), [(0, "is full"), (1 << 30, "failed to read or write")])
@pytest.mark.parametrize("code", [sqlite3.SQLITE_IOERR, sqlite3.SQLITE_IOERR | (19 << 8)])
def test_a_log_that_cannot_grow_on_a_full_disk_is_told_as_that(
    monkeypatch: pytest.MonkeyPatch, path: Path, code: int, free: int, words: str
) -> None:
    def usage(_path: Path) -> SimpleNamespace:
        return SimpleNamespace(free=free)

    monkeypatch.setattr(shutil, "disk_usage", usage)
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = code
    found = as_store_error(error, path)
    assert found is not None
    assert words in found.message


async def test_a_full_disk_is_told_and_undoes_the_write(path: Path) -> None:
    database = await Database.open(path)
    pages = await pragma(database, "page_count")
    await database.read(lambda c: c.execute(f"PRAGMA max_page_count = {pages}").fetchone())

    with pytest.raises(StoreError, match="full") as caught:
        await database.write(
            lambda c: c.execute("INSERT INTO state VALUES ('a', ?)", ("x" * 100_000,))
        )

    assert caught.value.hint
    assert not isinstance(caught.value, DamagedDatabaseError)
    assert await database.read(lambda c: c.execute("SELECT * FROM state").fetchall()) == []
    await database.aclose()


async def copied(path: Path) -> DatabaseCopy:
    return copy_database(path)


async def test_a_lock_of_another_program_is_told(path: Path) -> None:
    database = await Database.open(path, busy_timeout_s=0)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")

        with pytest.raises(StoreError, match="another program"):
            await database.write(lambda c: c.execute("DELETE FROM state"))

        other.execute("ROLLBACK")
    await database.write(lambda c: c.execute("DELETE FROM state"))
    await database.aclose()


async def test_a_read_only_database_is_told(path: Path) -> None:
    database = await Database.open(path)
    await database.read(lambda c: c.execute("PRAGMA query_only = ON"))

    with pytest.raises(StoreError, match="permission denied"):
        await database.write(lambda c: c.execute("DELETE FROM state"))

    await database.aclose()


async def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file where the folder should be", encoding="utf-8")

    with pytest.raises(StoreError, match="cannot be opened") as caught:
        await Database.open(tmp_path / "data" / "parley.db")

    assert caught.value.hint


async def test_a_folder_in_place_of_the_file_is_told(path: Path) -> None:
    os.makedirs(path)

    with pytest.raises(StoreError, match="cannot be opened"):
        await Database.open(path)


async def test_a_newer_database_is_refused_and_untouched(path: Path) -> None:
    await filled(path)
    with closing(sqlite3.connect(path)) as newer:
        newer.execute(f"PRAGMA user_version = {NEWEST + 1}")
        newer.commit()
        newer.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    before = digests(path.parent)

    with pytest.raises(NewerDatabaseError, match="newer version") as caught:
        await Database.open(path)

    assert caught.value.hint
    assert digests(path.parent) == before


async def test_a_newer_version_that_stands_only_in_the_log_is_refused_and_untouched(
    path: Path, tmp_path: Path
) -> None:
    await filled(path)
    crashed = tmp_path / "crashed"
    crashed.mkdir()
    with closing(sqlite3.connect(path)) as newer:
        newer.execute("PRAGMA journal_mode = WAL").fetchone()
        newer.execute(f"PRAGMA user_version = {NEWEST + 1}")
        newer.commit()
        for name in ("parley.db", "parley.db-wal"):  # as a crash leaves them
            (crashed / name).write_bytes((path.parent / name).read_bytes())
    before = digests(crashed)

    with pytest.raises(NewerDatabaseError):
        await Database.open(crashed / "parley.db")

    assert digests(crashed) == before


async def test_the_log_of_another_program_is_named_and_nothing_is_touched(
    path: Path, tmp_path: Path
) -> None:
    await filled(path)
    with closing(sqlite3.connect(tmp_path / "other.db")) as foreign:
        foreign.execute("PRAGMA journal_mode = WAL").fetchone()
        foreign.execute("CREATE TABLE places (url TEXT)")
        foreign.commit()
        log = path.with_name("parley.db-wal")
        log.write_bytes((tmp_path / "other.db-wal").read_bytes())
    before = digests(path.parent)

    for read in (Database.open, copied):
        with pytest.raises(StoreError, match=r"parley\.db-wal belongs to .* another program"):
            await read(path)

    assert digests(path.parent) == before
    log.unlink()
    path.with_name("parley.db-shm").unlink(missing_ok=True)
    database = await Database.open(path)
    assert len(await Store(database=database).messages.chain("c1")) == 200
    await database.aclose()


async def test_a_journal_beside_it_is_no_want_of_permission(path: Path) -> None:
    await filled(path)
    path.with_name("parley.db-journal").write_bytes(b"\x07" * 4096)

    with pytest.raises(StoreError, match="interrupted") as caught:
        copy_database(path)

    assert "Start Parley once" in str(caught.value.hint)
    await (await Database.open(path)).aclose()
    assert copy_database(path).content


async def test_the_database_of_another_program_is_refused_and_untouched(path: Path) -> None:
    path.parent.mkdir()
    with closing(sqlite3.connect(path)) as foreign:
        foreign.execute("CREATE TABLE places (url TEXT)")
        foreign.commit()
    before = digests(path.parent)

    with pytest.raises(StoreError, match="another program"):
        await Database.open(path)

    assert digests(path.parent) == before


async def test_an_interrupted_first_start_is_taken_up(path: Path) -> None:
    path.parent.mkdir()
    with closing(sqlite3.connect(path)) as begun:
        begun.execute("PRAGMA journal_mode = WAL").fetchone()

    database = await Database.open(path)

    assert await pragma(database, "user_version") == NEWEST
    await database.aclose()


def overwrite_header(data: bytearray) -> None:
    data[0:16] = b"not a database!!"


def overwrite_half(data: bytearray) -> None:
    generator = random.Random(7)
    for index in range(len(data) // 2, len(data)):
        data[index] = generator.randrange(256)


def cut_in_half(data: bytearray) -> None:
    del data[len(data) // 2 :]


def cut_the_header(data: bytearray) -> None:
    del data[50:]


def harm(path: Path, damage: Callable[[bytearray], None]) -> None:
    data = bytearray(path.read_bytes())
    damage(data)
    path.write_bytes(data)


DAMAGE = [
    pytest.param(overwrite_header, id="no database at all"),
    pytest.param(overwrite_half, id="half overwritten"),
    pytest.param(cut_in_half, id="cut in half"),
    pytest.param(cut_the_header, id="cut inside the header"),
]


@pytest.mark.parametrize("damage", DAMAGE)
async def test_a_damaged_database_is_told(path: Path, damage: Callable[[bytearray], None]) -> None:
    await filled(path)
    harm(path, damage)

    with pytest.raises(DamagedDatabaseError, match="damaged") as caught:
        await Database.open(path)

    assert "set aside" in caught.value.hint


@pytest.mark.parametrize("damage", DAMAGE)
@pytest.mark.requirement("Q-LIFE-13")
async def test_the_program_starts_with_what_can_be_read_in_place_of_a_damaged_database(
    path: Path, damage: Callable[[bytearray], None]
) -> None:
    await filled(path)
    harm(path, damage)

    before = digests(path.parent)

    opened = await open_store(path, now=START)

    aside = path.with_name("parley.db.damaged-20260219T100000Z")
    assert opened.set_aside == aside
    assert digests(path.parent)[aside.name] == before["parley.db"]
    conversations = await opened.store.conversations.recent()
    if damage is cut_the_header:
        assert conversations == ()
    if damage is overwrite_header:
        assert len(await opened.store.messages.chain("c1")) == 200
    assert {each.conversation_id for each in conversations} <= {"c1"}
    assert (opened.salvaged > 0) == bool(conversations)
    await opened.store.conversations.create(conversation("c2"))
    await opened.store.aclose()


async def test_a_healthy_database_is_not_set_aside(path: Path) -> None:
    await filled(path)

    opened = await open_store(path, now=START)

    assert opened.set_aside is None
    assert len(await opened.store.messages.chain("c1")) == 200
    await opened.store.aclose()


async def test_a_newer_database_is_not_set_aside(path: Path) -> None:
    await filled(path)
    with closing(sqlite3.connect(path)) as newer:
        newer.execute(f"PRAGMA user_version = {NEWEST + 1}")
        newer.commit()

    with pytest.raises(NewerDatabaseError):
        await open_store(path, now=START)

    assert not list(path.parent.glob("*.damaged-*"))


def test_the_log_is_set_aside_with_its_database(path: Path) -> None:
    path.parent.mkdir()
    for suffix in ("", "-wal", "-shm"):
        path.with_name(path.name + suffix).write_text(suffix, encoding="utf-8")

    target = set_aside(path, START)

    assert {file.name: file.read_text("utf-8") for file in path.parent.iterdir()} == {
        target.name: "",
        f"{target.name}-wal": "-wal",
        f"{target.name}-shm": "-shm",
    }


def test_nothing_set_aside_before_is_overwritten(path: Path) -> None:
    path.parent.mkdir()
    names: list[str] = []
    for content in ("one", "two", "three"):
        path.write_text(content, encoding="utf-8")
        names.append(set_aside(path, START).name)

    assert [(path.parent / name).read_text("utf-8") for name in names] == ["one", "two", "three"]
    assert names[1] == "parley.db.damaged-20260219T100000Z-2"


async def test_damage_met_while_running_is_told(path: Path) -> None:
    await filled(path)
    store = Store(database=await Database.open(path))
    await store.messages.append(message("last", "m199"))
    await store.database.empty_log()
    harm(path, overwrite_half)
    await store.database.read(lambda c: c.execute("PRAGMA shrink_memory"))

    with pytest.raises(DamagedDatabaseError):
        await store.messages.chain("c1")

    await store.aclose()
