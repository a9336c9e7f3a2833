"""A damaged value costs its row: the program starts, says so, and has everything else."""

import os
import shutil
import sqlite3
from pathlib import Path

import pytest

from assistant.home import Home
from assistant.protocol.history import (
    ConversationsListed,
    HistoryFound,
    ListConversations,
    OpenConversation,
    SearchHistory,
)
from assistant.protocol.notices import Notice
from tests.helpers.engine import filled_home
from tests.helpers.engine.filled_home import FIRST, SECOND, WORDS
from tests.helpers.engine.running_core import opened

IS_STRESS = bool(os.environ.get("PARLEY_STRESS"))
"""Both kinds of damage for every column; otherwise one of them."""
TABLES = (
    "conversations",
    "messages",
    "questions",
    "tool_calls",
    "state",
    "timers",
    "telegram_accounts",
    "telegram_updates",
    "telegram_replies",
    "telegram_keyboards",
    "sync_outbox",
    "sync_records",
    "sync_values",
    "sync_held",
    "sync_conflicts",
)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Home:
    """A home in which every table has rows and nothing is damaged."""
    folder = tmp_path_factory.mktemp("whole")
    home = Home(root=folder / "home", models=folder / "models")
    filled_home.fill(home)
    return home


def test_every_table_is_tried(whole: Home) -> None:
    assert {table for table, _column in filled_home.texts_of(whole.database)} == set(TABLES)


async def test_of_a_whole_database_nothing_is_said(whole: Home, tmp_path: Path) -> None:
    home = _copy(whole, tmp_path)
    async with opened(home) as running:
        await running.settle()
        assert "database_rows_damaged" not in {notice.code for notice in running.of(Notice)}


@pytest.mark.parametrize("table", TABLES)
async def test_one_damaged_value_costs_one_row(whole: Home, tmp_path: Path, table: str) -> None:
    columns = [column for name, column in filled_home.texts_of(whole.database) if name == table]
    for n, column in enumerate(columns):
        for is_whole in (False, True) if IS_STRESS else (n % 2 == 0,):
            home = _copy(whole, tmp_path)
            filled_home.damage(home.database, table, column, is_whole=is_whole)
            await _try(home, f"{table}.{column}")


@pytest.mark.parametrize(
    ("table", "column"),
    [("questions", "asked_at"), ("questions", "deadline"), ("timers", "due_at")],
)
async def test_a_moment_at_the_end_of_time_costs_one_row(
    whole: Home, tmp_path: Path, table: str, column: str
) -> None:
    home = _copy(whole, tmp_path)
    with sqlite3.connect(home.database) as connection:
        connection.execute(
            f"UPDATE {table} SET {column} = '9999-12-31T23:59:59.999Z'"
            f" WHERE rowid = (SELECT min(rowid) FROM {table})"
        )
    connection.close()
    await _try(home, f"{table}.{column}")


async def _try(home: Home, where: str) -> None:
    async with opened(home) as running:
        notice = await running.until_notice("database_rows_damaged")
        assert where.partition(".")[0] in notice.text, where
        await running.do(ListConversations())
        await running.do(SearchHistory(query="two"))
        await running.do(OpenConversation(conversation_id=SECOND))
        await running.settle()
        entries = running.core.conversations.current.entries
        assert [entry.message.text for entry in entries] == list(WORDS), where
        listed = running.of(ConversationsListed)[-1]
        assert SECOND in {each.conversation_id for each in listed.conversations}, where
        found = running.of(HistoryFound)[-1]
        assert SECOND in {hit.conversation_id for hit in found.hits}, where
        chain = await running.core.store.messages.chain(FIRST)
        assert len(chain) >= len(WORDS) - 1, where
        assert len(running.core.timers.timers) >= 1, where


def _copy(home: Home, folder: Path) -> Home:
    copy = Home(root=folder / "home", models=folder / "models")
    shutil.rmtree(copy.root, ignore_errors=True)
    shutil.copytree(home.root, copy.root)
    return copy
