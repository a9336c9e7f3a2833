"""What is brought over from a database whose file is damaged."""

import asyncio
import sqlite3
from datetime import UTC, datetime
from pathlib import Path

import pytest

from assistant.storage.database import Database
from assistant.storage.store import OpenedStore, Store, open_store
from tests.unit.storage.samples import conversation, message, question

NOW = datetime(2026, 3, 1, tzinfo=UTC)
MESSAGES = 300
PAGE = 4096


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
