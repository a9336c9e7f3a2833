import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from assistant.storage.database import Database
from assistant.storage.migrations import migrate, shipped_steps, version_of
from assistant.storage.store import Store
from tests.unit.storage.samples import START, message, question

FIRST_VERSION = """
PRAGMA application_id = 0x5041524C;
CREATE TABLE conversations (sequence INTEGER PRIMARY KEY, conversation_id TEXT NOT NULL UNIQUE,
    title TEXT NOT NULL, workspace TEXT NOT NULL, agent TEXT NOT NULL, profile TEXT NOT NULL,
    model TEXT NOT NULL, created_at TEXT NOT NULL, updated_at TEXT NOT NULL) STRICT;
CREATE TABLE messages (sequence INTEGER PRIMARY KEY, uuid TEXT NOT NULL UNIQUE, parent_uuid TEXT,
    conversation_id TEXT NOT NULL
        REFERENCES conversations (conversation_id) ON DELETE CASCADE,
    turn_id TEXT, role TEXT NOT NULL CHECK (role IN ('user', 'assistant')), content TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('complete', 'partial')), created_at TEXT NOT NULL,
    meta TEXT NOT NULL) STRICT;
CREATE INDEX messages_by_conversation ON messages (conversation_id, sequence);
CREATE TABLE questions (sequence INTEGER PRIMARY KEY, questions_id TEXT NOT NULL UNIQUE,
    conversation_id TEXT NOT NULL, tool_use_id TEXT, questions_json TEXT NOT NULL,
    origin_json TEXT NOT NULL, draft_json TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('pending', 'answered', 'cancelled', 'timeout')),
    response_json TEXT, asked_at TEXT NOT NULL, deadline TEXT, settled_at TEXT,
    channel TEXT) STRICT;
CREATE INDEX questions_by_conversation ON questions (conversation_id, sequence);
CREATE INDEX questions_pending ON questions (sequence) WHERE status = 'pending';
CREATE TABLE tool_calls (sequence INTEGER PRIMARY KEY, tool_use_id TEXT NOT NULL,
    conversation_id TEXT NOT NULL, turn_id TEXT, name TEXT NOT NULL, permission TEXT NOT NULL,
    arguments TEXT NOT NULL, outcome TEXT NOT NULL, started_at TEXT NOT NULL,
    seconds REAL NOT NULL) STRICT;
CREATE INDEX tool_calls_by_conversation ON tool_calls (conversation_id, sequence);
CREATE TABLE state (key TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
INSERT INTO conversations VALUES (1, 'c1', 'Old', 'default', 'default', 'anthropic', 'm',
    '2026-02-19T10:00:00.123Z', '2026-02-19T10:00:00.123Z');
INSERT INTO messages VALUES (1, 'm1', NULL, 'c1', 't1', 'user',
    '[{"type":"text","text":"hello"}]', 'complete', '2026-02-19T10:00:00.123Z', '{}');
INSERT INTO messages VALUES (2, 'm2', 'm1', 'c1', 't1', 'user',
    '[{"type":"text","text":"hello"}]', 'partial', '2026-02-19T10:00:00.123Z', '{}');
INSERT INTO questions VALUES (1, 'q1', 'c1', 'toolu_1', '{"id":"q1"}', '{"channel":"desktop"}',
    '{"answers":{}}', 'pending', NULL, '2026-02-19T10:00:00.123Z', NULL, NULL, NULL);
INSERT INTO state VALUES ('current_conversation', 'c1');
PRAGMA user_version = 1;
"""
"""A file as the first release wrote it; never edited."""


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(tmp_path / "steps.db", isolation_level=None)) as connection:
        yield connection


def tables(connection: sqlite3.Connection) -> set[str]:
    rows = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
    return {str(name) for (name,) in rows}


@pytest.mark.requirement("APP-09")
async def test_a_database_of_the_first_release_keeps_opening(path: Path) -> None:
    path.parent.mkdir()
    with closing(sqlite3.connect(path)) as old:
        old.executescript(FIRST_VERSION)

    store = Store(database=await Database.open(path))

    assert await store.messages.chain("c1") == (
        message("m1"),
        message("m2", "m1", partial=True),
    )
    assert await store.questions.pending() == (question(),)
    assert await store.state.get("current_conversation") == "c1"
    latest = await store.conversations.latest()
    assert latest is not None
    assert (latest.title, latest.created_at) == ("Old", START)
    assert await store.database.read(version_of) == len(shipped_steps())
    await store.aclose()


def test_the_first_step_is_what_the_first_release_shipped() -> None:
    def schema(script: str) -> set[tuple[str, str]]:
        with closing(sqlite3.connect(":memory:")) as connection:
            connection.executescript(script)
            rows = connection.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL")
            return {(name, "".join(sql.split())) for name, sql in rows}

    assert schema(shipped_steps()[0]) == schema(FIRST_VERSION)


def test_stored_messages_get_stamps_in_the_order_they_were_stored(
    connection: sqlite3.Connection,
) -> None:
    migrate(connection, shipped_steps()[:4])
    at = "2026-02-19T10:00:0{}.{}Z".format
    connection.execute(
        "INSERT INTO conversations (conversation_id, title, workspace, agent, profile, model,"
        " created_at, updated_at, leaf, leaf_at) VALUES ('c1', '', '', '', '', '', '', '', 'b', 4)"
    )
    connection.executemany(
        "INSERT INTO messages (sequence, uuid, conversation_id, role, content, status, created_at,"
        " meta) VALUES (?, ?, 'c1', 'user', '[]', 'complete', ?, '{}')",
        [
            (1, "d", at(5, "250")),
            (2, "c", at(4, "000")),
            (3, "b", at(5, "251")),
            (4, "a", at(7, "007")),
        ],
    )

    migrate(connection, shipped_steps())

    began = 1_771_495_200_000
    assert connection.execute(
        "SELECT uuid, stamp - ? FROM messages ORDER BY stamp", (began,)
    ).fetchall() == [("d", 5250), ("c", 5251), ("b", 5252), ("a", 7007)]
    assert connection.execute("SELECT leaf_at - ? FROM conversations", (began,)).fetchall() == [
        (7007,)
    ]


def test_steps_run_in_order_from_where_the_database_is(connection: sqlite3.Connection) -> None:
    steps = ["CREATE TABLE a (x);", "CREATE TABLE b (x); CREATE TABLE c (x);"]
    migrate(connection, steps[:1])

    before = migrate(connection, steps)

    assert before == 1
    assert version_of(connection) == 2
    assert tables(connection) == {"a", "b", "c"}


def test_a_database_that_is_up_to_date_is_left_alone(connection: sqlite3.Connection) -> None:
    steps = ["CREATE TABLE a (x);"]
    migrate(connection, steps)

    assert migrate(connection, steps) == 1

    assert tables(connection) == {"a"}


@pytest.mark.requirement("APP-09")
def test_a_step_that_fails_leaves_the_version_before_it(connection: sqlite3.Connection) -> None:
    steps = [
        "CREATE TABLE a (x);\nINSERT INTO a VALUES (1);",
        "CREATE TABLE b (x);\nUPDATE a SET x = 2;\nINSERT INTO nothing VALUES (1);",
    ]

    with pytest.raises(sqlite3.OperationalError, match="nothing"):
        migrate(connection, steps)

    assert version_of(connection) == 1
    assert tables(connection) == {"a"}
    assert connection.execute("SELECT x FROM a").fetchall() == [(1,)]
    assert not connection.in_transaction


def test_a_semicolon_inside_a_text_does_not_end_a_statement(
    connection: sqlite3.Connection,
) -> None:
    migrate(connection, ["CREATE TABLE a (x);\nINSERT INTO a VALUES ('one;\ntwo');\n-- end;\n"])

    assert connection.execute("SELECT x FROM a").fetchall() == [("one;\ntwo",)]


def test_a_step_that_ends_inside_a_statement_is_refused(connection: sqlite3.Connection) -> None:
    with pytest.raises(ValueError, match="middle of a statement"):
        migrate(connection, ["CREATE TABLE a (x);\nCREATE TABLE b (x)"])

    assert version_of(connection) == 0
    assert tables(connection) == set()


def test_a_step_that_another_process_has_just_made_is_not_made_again(tmp_path: Path) -> None:
    step = "CREATE TABLE a (x);"
    with (
        closing(sqlite3.connect(tmp_path / "x.db", isolation_level=None)) as one,
        closing(sqlite3.connect(tmp_path / "x.db", isolation_level=None)) as other,
    ):

        def meanwhile(statement: str) -> None:
            if statement == "BEGIN IMMEDIATE" and version_of(other) == 0:
                one.set_trace_callback(None)
                migrate(other, [step])

        one.set_trace_callback(meanwhile)
        assert migrate(one, [step]) == 0
        assert version_of(one) == 1
        assert tables(one) == {"a"}
