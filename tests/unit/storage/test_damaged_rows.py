"""Which rows count as damaged, and what is read of them all the same."""

import asyncio
import contextlib
import sqlite3
from pathlib import Path

import pytest

from assistant.home import Home
from assistant.storage.damaged_rows import (
    count_damaged_rows,
    count_damaged_rows_of,
    damage_text,
)
from assistant.storage.database import Database
from assistant.storage.database_errors import DamagedDatabaseError
from assistant.storage.model.row_values import readable
from assistant.storage.store import Store
from tests.helpers.engine import filled_home
from tests.helpers.engine.filled_home import FIRST, SECOND
from tests.unit.storage.samples import conversation, message


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A database in which every table has rows."""
    home = Home(root=tmp_path / "home", models=tmp_path / "models")
    filled_home.fill(home)
    return home.database


def test_a_whole_database_has_none(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        assert count_damaged_rows_of(connection) == {}
    connection.close()


@pytest.mark.parametrize(
    ("table", "column", "value"),
    [
        pytest.param("messages", "content", b"[\xff]", id="no UTF-8"),
        pytest.param("messages", "content", b'[{"type":', id="JSON that ends early"),
        pytest.param("messages", "created_at", b"2026-02-31T10:00:00.000Z", id="no such day"),
        pytest.param("timers", "due_at", b"soon", id="no moment"),
        pytest.param("questions", "asked_at", b"9999-12-31T23:59:59.999Z", id="the end of time"),
        pytest.param("messages", "created_at", b"0001-01-01T00:00:00.000Z", id="its beginning"),
        pytest.param("questions", "questions_json", b"", id="what was used up is empty"),
        pytest.param("sync_values", "body", b"{", id="a record"),
    ],
)
def test_a_row_with_a_value_of_another_kind_is_one(
    path: Path, table: str, column: str, value: bytes
) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute(f"UPDATE {table} SET {column} = CAST(? AS TEXT)", (value,))
        (count,) = connection.execute(f"SELECT count(*) FROM {table}").fetchone()
        expected = {table: count} if value else {}
        assert count_damaged_rows_of(connection) == expected
    connection.close()


def _without_value(path: Path, table: str, column: str) -> None:
    """Take a value out of the first row, though its column must have one."""
    with sqlite3.connect(path) as connection:
        key, (sql,) = (
            "key" if table == "state" else "rowid",
            connection.execute("SELECT sql FROM sqlite_master WHERE name = ?", (table,)).fetchone(),
        )
        change = "UPDATE sqlite_master SET sql = ? WHERE name = ?"
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute(change, (sql.replace(" NOT NULL", ""), table))
    connection.close()
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        connection.execute(
            f"UPDATE {table} SET {column} = NULL WHERE {key} = (SELECT {key} FROM {table} LIMIT 1)"
        )
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute(change, (sql, table))
    connection.close()


@pytest.mark.parametrize(
    ("table", "column"),
    [
        *(("timers", column) for column in ("timer_id", "kind", "label", "zone", "days", "due_at")),
        *(("messages", column) for column in ("uuid", "content", "role", "meta", "turn_id")),
        *(("conversations", column) for column in ("title", "workspace", "model", "channel")),
        *(("questions", column) for column in ("questions_json", "status")),
        *(("tool_calls", column) for column in ("name", "arguments")),
    ],
)
async def test_a_value_that_is_missing_costs_its_row_alone(
    path: Path, table: str, column: str
) -> None:
    with contextlib.suppress(sqlite3.OperationalError, sqlite3.IntegrityError):
        _without_value(path, table, column)
    store = Store(database=await Database.open(path))
    assert len(await store.messages.chain(SECOND)) == 4
    assert len(await store.timers.every()) >= 1
    assert SECOND in {each.conversation_id for each in await store.conversations.recent()}
    await store.aclose()


@pytest.mark.parametrize(("table", "column"), [("timers", "zone"), ("messages", "content")])
def test_a_row_without_a_value_that_it_must_have_is_one(
    path: Path, table: str, column: str
) -> None:
    _without_value(path, table, column)
    with sqlite3.connect(path) as connection:
        assert count_damaged_rows_of(connection) == {table: 1}
    connection.close()


async def test_all_pieces_of_a_table_are_looked_through(tmp_path: Path) -> None:
    database = await Database.open(tmp_path / "parley.db")
    store = Store(database=database)
    await store.conversations.create(conversation())
    for n in range(3):
        await store.messages.append(message(f"m{n}"))
    copies = "WITH RECURSIVE n (i) AS (SELECT 3 UNION ALL SELECT i + 1 FROM n WHERE i < 1200)"
    columns = "parent_uuid, conversation_id, turn_id, role, content, status, created_at, meta"
    await database.execute(
        f"INSERT INTO messages (uuid, {columns}) {copies}"
        f" SELECT 'm' || i, {columns} FROM n, messages WHERE uuid = 'm0'",
        (),
    )
    await database.execute(
        "UPDATE messages SET meta = '{' WHERE uuid IN ('m1', 'm700', 'm1200')", ()
    )
    assert await count_damaged_rows(database) == {"messages": 3}
    await store.aclose()


async def test_a_message_with_damaged_bytes_is_read_but_for_these(path: Path) -> None:
    filled_home.damage(path, "messages", "content", is_whole=False)
    store = Store(database=await Database.open(path))
    chain = await store.messages.chain(FIRST)
    assert [record.content.count("\ufffd") for record in chain] == [3, 0, 0, 0]
    await store.aclose()


def test_rows_that_cannot_be_read_are_left_out_and_faults_of_ours_are_not() -> None:
    assert list(readable(("1", "x", "2"), int)) == [1, 2]
    with pytest.raises(AssertionError):
        list(readable(("1",), _fail))


def _fail(_row: object) -> int:
    raise AssertionError


async def test_a_value_that_its_column_does_not_allow_costs_its_row_alone(path: Path) -> None:
    filled_home.damage(path, "messages", "role", is_whole=True)
    store = Store(database=await Database.open(path))
    assert len(await store.messages.chain(FIRST)) == 4
    await store.aclose()


def test_a_broken_page_is_still_a_damaged_database(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[4096 * 2 : 4096 * 3] = bytes(4096)
    path.write_bytes(content)
    with pytest.raises(DamagedDatabaseError):
        asyncio.run(Database.open(path))


def test_what_is_damaged_is_said_with_its_number() -> None:
    assert damage_text({"messages": 1}).startswith(
        "1 entry of the database is damaged (messages: 1)"
    )
    assert damage_text({"timers": 1, "messages": 2}).startswith(
        "3 entries of the database are damaged (messages: 2, timers: 1)"
    )
