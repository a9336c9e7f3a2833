"""What is brought over from a database whose file is damaged."""

import asyncio
import contextlib
import sqlite3
from datetime import UTC, datetime
from pathlib import Path

import pytest

from assistant.storage.database import Database
from assistant.storage.migrations import migrate, shipped_steps
from assistant.storage.model.file_header import HEADER_BYTES, is_sound
from assistant.storage.salvage import salvage
from assistant.storage.store import OpenedStore, Store, open_store
from tests.unit.storage.samples import conversation, message, question

pytestmark = pytest.mark.timeout(120)

NOW = datetime(2026, 3, 1, tzinfo=UTC)
MESSAGES = 300
PAGE = 4096
SMALL = 50


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A database with some hundred messages on many pages."""
    path = tmp_path / "parley.db"

    async def fill() -> None:
        store = Store(database=await Database.open(path))
        await store.conversations.create(conversation())
        for n in range(MESSAGES):
            content = f'[{{"type":"text","text":"{n} {"x" * 300}"}}]'
            await store.messages.append(
                message(f"m{n}", f"m{n - 1}" if n else None, content=content)
            )
        await store.questions.add(question())
        await store.aclose()

    asyncio.run(fill())
    return path


async def opened(path: Path) -> OpenedStore:
    return await open_store(path, now=NOW)


def break_pages(path: Path, pages: list[int]) -> None:
    """Overwrite pages of the file, counted from 1."""
    content = bytearray(path.read_bytes())
    for page in pages:
        content[(page - 1) * PAGE : page * PAGE] = b"\xa5" * PAGE
    path.write_bytes(content)


def leaves_of(path: Path, table: str) -> list[int]:
    """Return the pages on which the rows of a table are."""
    with sqlite3.connect(path) as connection:
        (root,) = connection.execute(
            "SELECT rootpage FROM sqlite_master WHERE name = ?", (table,)
        ).fetchone()
    connection.close()
    content = path.read_bytes()
    page = content[(root - 1) * PAGE : root * PAGE]
    assert page[0] == 5, "an interior page of a table: https://www.sqlite.org/fileformat.html, 1.6"
    cells = int.from_bytes(page[3:5], "big")
    starts = [int.from_bytes(page[12 + 2 * n : 14 + 2 * n], "big") for n in range(cells)]
    return [int.from_bytes(page[start : start + 4], "big") for start in starts]


def test_a_broken_page_costs_the_rows_on_it(path: Path) -> None:
    broken = leaves_of(path, "messages")[5]
    break_pages(path, [broken])

    async def work() -> tuple[OpenedStore, int, int]:
        store = await opened(path)
        chain = await store.store.messages.chain("c1")
        questions = await store.store.questions.pending("c1")
        await store.store.aclose()
        return store, len(chain), len(questions)

    store, n_messages, n_questions = asyncio.run(work())
    assert MESSAGES - 15 < n_messages < MESSAGES
    assert n_questions == 1
    assert store.salvaged == n_messages + 2
    assert store.set_aside is not None
    assert str(store.salvaged) in store.set_aside_text
    assert str(store.set_aside) in store.set_aside_hint


@pytest.mark.parametrize("part", [0.8, 0.95])
def test_of_a_file_that_was_cut_off_comes_what_is_there(path: Path, part: float) -> None:
    content = path.read_bytes()
    path.write_bytes(content[: int(len(content) * part)])

    async def work() -> int:
        store = await opened(path)
        chain = await store.store.messages.chain("c1")
        await store.store.aclose()
        return len(chain)

    assert asyncio.run(work()) > MESSAGES * part / 2


def test_messages_have_a_conversation_though_its_row_is_lost(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        (root,) = connection.execute(
            "SELECT rootpage FROM sqlite_master WHERE name = 'conversations'"
        ).fetchone()
    connection.close()
    break_pages(path, [root])

    async def work() -> tuple[int, list[str]]:
        store = (await opened(path)).store
        chain = await store.messages.chain("c1")
        listed = [each.conversation_id for each in await store.conversations.used()]
        await store.aclose()
        return len(chain), listed

    assert asyncio.run(work()) == (MESSAGES, ["c1"])


@pytest.mark.parametrize("content", [b"", b"no database" * 1000], ids=["empty", "something else"])
def test_of_a_file_that_is_no_database_nothing_comes(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "parley.db"
    path.write_bytes(content)

    async def work() -> OpenedStore:
        store = await opened(path)
        await store.store.aclose()
        return store

    assert asyncio.run(work()).salvaged == 0


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A database of which every page can be tried."""
    path = tmp_path / "small" / "parley.db"
    path.parent.mkdir()

    async def fill() -> None:
        store = Store(database=await Database.open(path))
        await store.conversations.create(conversation())
        for n in range(SMALL):
            content = f'[{{"type":"text","text":"{n} {"x" * 300}"}}]'
            await store.messages.append(
                message(f"m{n}", f"m{n - 1}" if n else None, content=content)
            )
        await store.aclose()

    asyncio.run(fill())
    return path


def restored(path: Path, content: bytes, log: bytes | None = None) -> tuple[int, str, bool]:
    """Return how many messages are there, what SQLite says of the file, whether one was set aside."""
    path.write_bytes(content)
    beside = path.with_name(f"{path.name}-wal")
    beside.unlink(missing_ok=True)
    if log is not None:
        beside.write_bytes(log)

    async def work() -> tuple[int, str, bool]:
        store = await opened(path)
        chain = await store.store.messages.chain("c1")
        said = await store.store.database.read(
            lambda connection: connection.execute("PRAGMA integrity_check").fetchone()[0]
        )
        await store.store.aclose()
        return len(chain), str(said), store.set_aside is not None

    return asyncio.run(work())


def salvaged(path: Path, content: bytes) -> int:
    """Return how many messages are brought over."""
    path.write_bytes(content)
    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as target:
        migrate(target, shipped_steps())
        salvage(target, path)
        (count,) = target.execute("SELECT count(*) FROM messages").fetchone()
    return int(count)


@pytest.mark.parametrize("filling", [b"\0", b"\xa5"], ids=["zeros", "noise"])
def test_any_page_costs_the_rows_on_it_alone(small: Path, filling: bytes) -> None:
    content = small.read_bytes()
    kept = [
        salvaged(small, content[: page * PAGE] + filling * PAGE + content[(page + 1) * PAGE :])
        for page in range(len(content) // PAGE)
    ]
    assert min(kept) > SMALL - 15
    assert kept.count(SMALL) > len(kept) - 15


def test_no_byte_of_the_header_costs_a_message(small: Path) -> None:
    content = small.read_bytes()
    for at in (*range(0, 24, 3), *range(18, HEADER_BYTES, 8), 47):
        broken = bytearray(content)
        broken[at] ^= 0xFF
        assert salvaged(small, bytes(broken)) == SMALL, f"byte {at}"


def test_a_file_whose_header_sqlite_refuses_is_set_aside(small: Path) -> None:
    content = bytearray(small.read_bytes())
    for at in (18, 47):  # SQLite calls these "readonly" and "unsupported file format"
        broken = content.copy()
        broken[at] ^= 0xFF
        assert not is_sound(bytes(broken))
        assert restored(small, bytes(broken)) == (SMALL, "ok", True)


def test_an_index_that_does_not_fit_its_table_is_made_again(small: Path) -> None:
    content = bytearray(small.read_bytes())
    with contextlib.closing(sqlite3.connect(small)) as connection:
        (root,) = connection.execute(
            "SELECT rootpage FROM sqlite_master WHERE name = 'messages_said'"
        ).fetchone()
    content[root * PAGE - 2] ^= 1
    assert restored(small, bytes(content)) == (SMALL, "ok", False)


def test_a_schema_that_is_no_text_is_damage(small: Path) -> None:
    content = small.read_bytes()
    assert content.count(b"CREATE TABLE tool_calls")
    broken = content.replace(b"CREATE TABLE tool_calls", b"CREATE TA\xc2LE tool_calls")
    assert restored(small, broken) == (SMALL, "ok", True)


def test_the_log_of_an_empty_file_is_kept(small: Path) -> None:
    log = b"7\x7f\x06\x82" + b"\0" * 100
    assert restored(small, b"", log)[2]
    assert [kept.read_bytes() for kept in small.parent.glob("*damaged*-wal")] == [log]


def test_the_log_of_another_file_is_not_written_into_this_one(small: Path) -> None:
    content = small.read_bytes()
    with sqlite3.connect(small) as connection:
        connection.execute("PRAGMA wal_autocheckpoint = 0").fetchall()
        connection.execute("CREATE TABLE other (text)")
        connection.commit()
        connection.executemany("INSERT INTO other VALUES (?)", [("y" * 3000,)] * 200)
        connection.commit()
        log = small.with_name(f"{small.name}-wal").read_bytes()
    connection.close()
    before = content[: PAGE * 8] + b"\xa5" * PAGE + content[PAGE * 9 :]
    assert restored(small, before, log)[0] > SMALL - 15
    (aside,) = small.parent.glob("*damaged*Z")
    assert aside.read_bytes() == before
