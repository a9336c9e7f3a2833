"""A home in which every table of the database has rows."""

import asyncio
import sqlite3
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from assistant.home import Home
from assistant.storage.database import Database

AT: Final = "2026-02-19T10:00:00.000Z"
LATER: Final = "2099-01-01T10:00:00.000Z"
FIRST, SECOND = "c1", "c2"
_WITHOUT_ROWID: Final = ("state", "sync_records")
WORDS: Final = ("one", "two", "three", "four")
"""What is said in each conversation, in turns."""


def text(words: str) -> str:
    """Return the content of a message."""
    return f'[{{"type":"text","text":"{words}"}}]'


def _questions(name: str) -> str:
    options = '[{"id":"1","label":"Tea"},{"id":"2","label":"Milk"}]'
    question = f'{{"id":"drink","kind":"single","text":"Which?","options":{options}}}'
    return f'{{"id":"{name}","questions":[{question}]}}'


def _rows() -> Mapping[str, Sequence[Sequence[object]]]:
    conversations = [
        (name, f"Talk {name}", "default", "default", "anthropic", "some-model", AT, AT, "")
        for name in (FIRST, SECOND)
    ]
    messages = [
        (
            f"{name}-{n}",
            f"{name}-{n - 1}" if n else None,
            name,
            f"{name}-turn-{n // 2}",
            "user" if n % 2 == 0 else "assistant",
            text(words),
            "complete",
            AT,
            "{}",
            n,
        )
        for name in (FIRST, SECOND)
        for n, words in enumerate(WORDS)
    ]
    questions = [
        (f"q{n}", name, None, _questions(f"q{n}"), '{"channel":"desktop","conversation_id":"c1"}')
        + ("{}", status, None, AT, LATER, None, None)
        for n, (name, status) in enumerate(((FIRST, "pending"), (SECOND, "timeout")))
    ]
    calls = [("toolu", name, "t", "add", "safe", "{}", "ok", AT, 0.5) for name in (FIRST, SECOND)]
    timers = [
        (f"timer-{n}", "alarm", "tea", LATER, "UTC", None, "10:00:00", "", None, None, 0)
        for n in range(2)
    ]
    return {
        "conversations (conversation_id, title, workspace, agent, profile, model, created_at,"
        " updated_at, channel)": conversations,
        "messages (uuid, parent_uuid, conversation_id, turn_id, role, content, status, created_at,"
        " meta, stamp)": messages,
        "questions (questions_id, conversation_id, tool_use_id, questions_json, origin_json,"
        " draft_json, status, response_json, asked_at, deadline, settled_at, channel)": questions,
        "tool_calls (tool_use_id, conversation_id, turn_id, name, permission, arguments, outcome,"
        " started_at, seconds)": calls,
        "timers (timer_id, kind, label, due_at, zone, length_s, time_of_day, days, snoozed_until,"
        " ringing_since, is_missed)": timers,
        "state": [("telegram.offset", "7"), ("voice.volume", "50"), ("memory.facts", "[]")],
        "telegram_accounts": [(5, 6, "Ann", "default", "default", FIRST, AT)],
        "telegram_updates": [(1, 6, '{"update_id":1}', AT, AT)],
        "telegram_replies": [(6, "t", "1,2", 1)],
        "telegram_keyboards": [("k", 6, 1, "q0", 1, 0, AT)],
        "sync_outbox (kind, key, changed_at)": [("setting", "ui.theme", 1)],
        "sync_records": [("setting", "ui.theme", 1, "0" * 32, '{"value":"dark"}', "d")],
        "sync_values": [("setting", "ui.theme", '{"value":"dark"}')],
        "sync_held": [("message", "m", "unknown", "{}")],
        "sync_conflicts (conflict_id, kind, key, field, ours, theirs)": [
            ("x", "setting", "ui.theme", "value", '"dark"', '"light"')
        ],
    }


def fill(home: Home) -> None:
    """Make the database of a home, with rows in every table."""

    async def work() -> None:
        database = await Database.open(home.database)

        def insert(connection: sqlite3.Connection) -> None:
            for table, rows in _rows().items():
                marks = ", ".join("?" for _value in rows[0])
                connection.executemany(f"INSERT INTO {table} VALUES ({marks})", rows)

        await database.write(insert)
        await database.aclose()

    asyncio.run(work())


def texts_of(database: Path) -> list[tuple[str, str]]:
    """Return every column of text that has a value, by table."""
    with sqlite3.connect(database) as connection:
        found = connection.execute(
            "SELECT tables.name, columns.name FROM sqlite_master AS tables,"
            " pragma_table_info(tables.name) AS columns WHERE tables.type = 'table'"
            " AND columns.type = 'TEXT' AND tables.name NOT LIKE 'sqlite_%'"
            " AND tables.name NOT LIKE 'message_words%'"
        ).fetchall()
        return [
            (table, column)
            for table, column in found
            if connection.execute(
                f"SELECT 1 FROM {table} WHERE {column} IS NOT NULL AND {column} != ''"
            ).fetchone()
        ]


def damage(database: Path, table: str, column: str, *, is_whole: bool) -> None:
    """Put bytes that are no text into a value of one row: into its middle, or in place of all."""
    with sqlite3.connect(database) as connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        connection.execute("PRAGMA foreign_keys = OFF")
        row = "key" if table in _WITHOUT_ROWID else "rowid"
        key, value = connection.execute(
            f"SELECT {row}, CAST({column} AS BLOB) FROM {table}"
            f" WHERE {column} IS NOT NULL AND {column} != '' LIMIT 1"
        ).fetchone()
        connection.execute(
            f"UPDATE {table} SET {column} = CAST(? AS TEXT) WHERE {row} = ?",
            (_damaged(value, is_whole=is_whole), key),
        )
    connection.close()


def _damaged(value: bytes, *, is_whole: bool) -> bytes:
    return b"\xff\x80\xfe" if is_whole else value[:1] + b"\xff\x80\xfe" + value[1:]
