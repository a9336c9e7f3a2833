"""What a process that was killed left in its database; read from a copy, so that nothing is mended."""

import contextlib
import json
import shutil
import sqlite3
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from assistant.storage.model.message_tree import latest_branch
from assistant.storage.model.records import MessageRecord
from assistant.storage.model.row_values import from_text

Json = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftQuestion:
    """A stored question."""

    id: str
    tool_use_id: str | None
    status: str
    drafted: dict[str, list[str]]
    """The labels selected so far, by the header of their question."""
    answered: dict[str, list[str]] | None
    """The labels of the answer, by the header of their question; None without one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftMessage:
    """A message on the present branch of its conversation."""

    role: str
    content: list[Json]
    is_complete: bool

    def blocks(self, kind: str) -> list[Json]:
        """Return its blocks of one type."""
        return [block for block in self.content if block["type"] == kind]


@dataclass(frozen=True, slots=True, kw_only=True)
class Remains:
    """Everything that is stored of questions and messages.

    Attributes:
        damage: What SQLite's own checks complain about.
        questions: In the order they were asked.
        messages: Present branches, conversation by conversation.
    """

    damage: tuple[str, ...] = ()
    questions: tuple[LeftQuestion, ...] = ()
    messages: tuple[LeftMessage, ...] = ()

    def calls(self) -> list[str]:
        """Return the ids of the tool calls of complete replies."""
        complete = [message for message in self.messages if message.is_complete]
        return [block["id"] for message in complete for block in message.blocks("tool_use")]

    def results(self, tool_use_id: str) -> list[Json]:
        """Return the results of a call."""
        found = [block for message in self.messages for block in message.blocks("tool_result")]
        return [block for block in found if block["tool_use_id"] == tool_use_id]

    def has_reply(self, words: str) -> bool:
        """Whether a complete reply with these words is stored."""
        return any(
            message.is_complete and any(words in block["text"] for block in message.blocks("text"))
            for message in self.messages
            if message.role == "assistant"
        )


def read_remains(database: Path) -> Remains:
    """Read what is stored.

    Args:
        database: The file of a process that runs no more; it may be missing.
    """
    if not database.exists():
        return Remains()
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / database.name
        for suffix in ("", "-wal"):
            part = database.with_name(database.name + suffix)
            if part.exists():
                shutil.copy(part, copy.with_name(copy.name + suffix))
        with contextlib.closing(sqlite3.connect(copy)) as connection:
            return _read(connection)


def _read(connection: sqlite3.Connection) -> Remains:
    damage = [row[0] for row in connection.execute("PRAGMA integrity_check") if row[0] != "ok"]
    damage += [f"foreign key: {row}" for row in connection.execute("PRAGMA foreign_key_check")]
    tables = {row[0] for row in connection.execute("SELECT name FROM sqlite_master")}
    if "questions" not in tables:  # killed before the schema was there
        return Remains(damage=tuple(damage))
    return Remains(
        damage=tuple(damage),
        questions=tuple(_questions(connection)),
        messages=tuple(_messages(connection)),
    )


def _questions(connection: sqlite3.Connection) -> list[LeftQuestion]:
    rows = connection.execute(
        "SELECT questions_id, tool_use_id, status, questions_json, draft_json, response_json"
        " FROM questions ORDER BY sequence"
    )
    return [
        LeftQuestion(
            id=row[0],
            tool_use_id=row[1],
            status=row[2],
            drafted=_labels(json.loads(row[3]), json.loads(row[4])["answers"].values()),
            answered=None
            if row[5] is None
            else _labels(json.loads(row[3]), json.loads(row[5]).get("answers", ())),
        )
        for row in rows
    ]


def _labels(questions: Json, answers: Iterable[Json]) -> dict[str, list[str]]:
    by_id = {question["id"]: question for question in questions["questions"]}
    found: dict[str, list[str]] = {}
    for answer in answers:
        question = by_id[answer["question_id"]]
        labels = {option["id"]: option["label"] for option in question["options"]}
        found[question["header"]] = [labels[id] for id in answer["option_ids"]]
    return found


def _messages(connection: sqlite3.Connection) -> list[LeftMessage]:
    rows = connection.execute(
        "SELECT conversation_id, uuid, parent_uuid, turn_id, role, content, status, created_at"
        " FROM messages ORDER BY sequence"
    )
    conversations: dict[str, list[MessageRecord]] = {}
    for row in rows:
        record = MessageRecord(
            conversation_id=row[0],
            uuid=row[1],
            parent_uuid=row[2],
            turn_id=row[3],
            role="user" if row[4] == "user" else "assistant",
            content=row[5],
            status="complete" if row[6] == "complete" else "partial",
            created_at=from_text(row[7]),
        )
        conversations.setdefault(record.conversation_id, []).append(record)
    return [
        LeftMessage(
            role=record.role,
            content=json.loads(record.content),
            is_complete=record.status == "complete",
        )
        for records in conversations.values()
        for record in latest_branch(records).messages
    ]
