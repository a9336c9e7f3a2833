"""Questions from the moment before they are shown, and how they ended. Never deleted by time."""

import sqlite3
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final, cast

from assistant.foreign_text import storable
from assistant.storage.database import Database
from assistant.storage.model.records import (
    QuestionRecord,
    QuestionStatus,
    SettledPiece,
    SettledPlace,
    SettledQuestion,
    SettledStatus,
)
from assistant.storage.model.row_values import (
    from_text,
    optional_moment,
    optional_text,
    readable,
    to_text,
)

QUESTION_TTL: Final = timedelta(hours=24)
"""How long a question can be answered or reopened after it was asked (requirement Q-LIFE-14)."""

_COLUMNS = (
    "questions_id, conversation_id, tool_use_id, questions_json, origin_json, draft_json,"
    " status, response_json, asked_at, deadline, settled_at, channel"
)
_ENDED = f"""
    SELECT {", ".join(f"q.{name.strip()}" for name in _COLUMNS.split(","))}, q.sequence,
        coalesce(c.title, ''), coalesce(c.workspace, ''), c.conversation_id IS NOT NULL
    FROM questions AS q LEFT JOIN conversations AS c ON c.conversation_id = q.conversation_id
    WHERE q.settled_at IS NOT NULL AND q.status IN ('answered', 'cancelled')
        AND (q.settled_at, q.sequence) < (?, ?)
    ORDER BY q.settled_at DESC, q.sequence DESC LIMIT ?
"""
_SETTLED_AT, _SEQUENCE = 10, 12
"""Places of columns in a row of these."""
_LAST_PLACE: Final = ("~", 0)
"""Behind every moment, as text."""
_ASKERS = """
    SELECT DISTINCT json_extract(questions_json, '$.asker.agent'),
        json_extract(questions_json, '$.asker.project')
    FROM questions
    WHERE settled_at IS NOT NULL AND status IN ('answered', 'cancelled')
        AND json_valid(questions_json)
"""
_AMENDING = """
    SELECT json_extract(questions_json, '$.amends'), questions_id FROM questions
    WHERE conversation_id IN ({}) AND status = 'answered'
        AND CASE WHEN json_valid(questions_json)
            THEN json_extract(questions_json, '$.amends') END IS NOT NULL
    ORDER BY asked_at, sequence
"""


class QuestionRepository:
    """Stores questions and guards their transitions.

    `pending → answered | cancelled | timeout` and `timeout → pending` are the only ones; each is
    one compare-and-set, so of two that come at once exactly one wins.
    """

    def __init__(self, *, database: Database) -> None:
        self._database = database

    async def add(self, record: QuestionRecord) -> None:
        """Store a question before it is shown.

        Raises:
            StoreError: If the database cannot be written.
            sqlite3.IntegrityError: If the id is taken.
        """
        await self._database.write(lambda connection: insert(connection, record))

    async def save_draft(self, questions_id: str, draft_json: str) -> None:
        """Store the selections so far; ignored once the question is settled."""
        await self._change(
            "UPDATE questions SET draft_json = ? WHERE questions_id = ? AND status = 'pending'",
            (storable(draft_json), questions_id),
        )

    async def save_deadline(self, questions_id: str, deadline: datetime) -> None:
        """Store when an open question closes; ignored once it is settled.

        Raises:
            StoreError: If the database cannot be written.
        """
        await self._change(
            "UPDATE questions SET deadline = ? WHERE questions_id = ? AND status = 'pending'",
            (to_text(deadline), questions_id),
        )

    async def settle(
        self,
        questions_id: str,
        *,
        status: SettledStatus,
        response_json: str,
        channel: str | None,
        at: datetime,
    ) -> bool:
        """End a question if it is still pending.

        Args:
            status: `answered`, `cancelled` or `timeout`.
            response_json: What came back.
            channel: Where it was answered, or None if the program closed it.

        Returns:
            Whether this call ended it. False: it was settled before, or does not exist, and
            nothing changed.

        Raises:
            StoreError: If the database cannot be written.
            ValueError: If the status is none of the three.
        """
        if status not in {"answered", "cancelled", "timeout"}:
            raise ValueError(f"A question cannot end as {status!r}.")
        changed = await self._change(
            "UPDATE questions SET status = ?, response_json = ?, channel = ?, settled_at = ?"
            " WHERE questions_id = ? AND status = 'pending'",
            (status, storable(response_json), channel, to_text(at), questions_id),
        )
        return changed == 1

    async def reopen(
        self, questions_id: str, *, questions_json: str, now: datetime, deadline: datetime
    ) -> bool:
        """Reopen a question that timed out, within `QUESTION_TTL` of when it was asked.

        Args:
            questions_json: The set as it is put this time.
            now: What time it is.
            deadline: When it closes by itself.

        Returns:
            Whether it is pending now. False: it had not timed out, is too old, or does not exist.

        Raises:
            StoreError: If the database cannot be written.
        """
        changed = await self._change(
            "UPDATE questions SET status = 'pending', response_json = NULL, channel = NULL,"
            " settled_at = NULL, questions_json = ?, deadline = ?"
            " WHERE questions_id = ? AND status = 'timeout' AND asked_at > ?",
            (
                storable(questions_json),
                to_text(deadline),
                questions_id,
                to_text(now - QUESTION_TTL),
            ),
        )
        return changed == 1

    async def pending(self, conversation_id: str | None = None) -> tuple[QuestionRecord, ...]:
        """Open questions of a conversation, or of all, in the order they were asked."""
        if conversation_id is None:
            return await self._query("status = 'pending'", ())
        return await self._query("status = 'pending' AND conversation_id = ?", (conversation_id,))

    async def history(self, conversation_id: str) -> tuple[QuestionRecord, ...]:
        """Open or not, in the order they were asked."""
        return await self._query("conversation_id = ?", (conversation_id,))

    async def timed_out(self, *, now: datetime) -> tuple[QuestionRecord, ...]:
        """Timed out and reopenable, in the order they were asked."""
        return await self._query(
            "status = 'timeout' AND asked_at > ?", (to_text(now - QUESTION_TTL),)
        )

    async def ended(
        self, *, limit: int, before: SettledPlace | None = None, until: datetime | None = None
    ) -> SettledPiece:
        """Questions of all conversations that were answered or cancelled, the last first.

        Args:
            limit: So many rows; damaged ones among them are left out.
            before: Where to begin, as an earlier piece says.
            until: Only those that ended before this moment.
        """
        place = before or (_LAST_PLACE if until is None else (to_text(until), 0))

        def work(connection: sqlite3.Connection) -> SettledPiece:
            rows = connection.execute(_ENDED, (*place, limit)).fetchall()
            last = rows[-1] if len(rows) == limit else None
            return SettledPiece(
                questions=tuple(readable(rows, _settled)),
                next=None if last is None else (last[_SETTLED_AT], last[_SEQUENCE]),
            )

        return await self._database.read(work)

    async def askers(self) -> frozenset[str]:
        """Programs that asked what was answered or cancelled, and the projects they work in."""

        def work(connection: sqlite3.Connection) -> frozenset[str]:
            rows = connection.execute(_ASKERS)
            return frozenset(name for row in rows for name in row if name)

        return await self._database.read(work)

    async def amendments(self, conversation_ids: Sequence[str]) -> dict[str, tuple[str, ...]]:
        """Ids of the answered questions that changed an answer in these conversations.

        They stand under the id of the question whose answer they changed, in the order asked.
        """
        statement = _AMENDING.format(", ".join("?" for _one in conversation_ids))

        def work(connection: sqlite3.Connection) -> dict[str, tuple[str, ...]]:
            found: dict[str, tuple[str, ...]] = {}
            for base, questions_id in connection.execute(statement, conversation_ids):
                found[str(base)] = (*found.get(str(base), ()), questions_id)
            return found

        return await self._database.read(work)

    async def get(self, questions_id: str) -> QuestionRecord | None:
        """Return a question, open or settled, or None if there is none with this id."""
        found = await self._query("questions_id = ?", (questions_id,))
        return found[0] if found else None

    async def _change(self, statement: str, values: Sequence[str | None]) -> int:
        def work(connection: sqlite3.Connection) -> int:
            return connection.execute(statement, values).rowcount

        return await self._database.write(work)

    async def _query(self, condition: str, values: Sequence[str]) -> tuple[QuestionRecord, ...]:
        return await self._database.read(
            lambda connection: tuple(_select(connection, condition, values))
        )


def insert(connection: sqlite3.Connection, record: QuestionRecord) -> None:
    """Part of a transaction."""
    values = (
        record.questions_id,
        record.conversation_id,
        record.tool_use_id,
        storable(record.questions_json),
        storable(record.origin_json),
        storable(record.draft_json),
        record.status,
        None if record.response_json is None else storable(record.response_json),
        to_text(record.asked_at),
        optional_text(record.deadline),
        optional_text(record.settled_at),
        record.channel,
    )
    connection.execute(
        f"INSERT INTO questions ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", values
    )


def select(connection: sqlite3.Connection, conversation_id: str) -> list[QuestionRecord]:
    """Open or not, in the order they were asked."""
    return _select(connection, "conversation_id = ?", (conversation_id,))


def _select(
    connection: sqlite3.Connection, condition: str, values: Sequence[str]
) -> list[QuestionRecord]:
    rows = connection.execute(
        f"SELECT {_COLUMNS} FROM questions WHERE {condition} ORDER BY asked_at, sequence", values
    )
    return list(readable(rows, _record))


def _settled(row: Sequence[Any]) -> SettledQuestion:
    *_question, sequence, title, workspace, is_kept = row
    return SettledQuestion(
        record=_record(row),
        title=title,
        workspace=workspace,
        is_kept=bool(is_kept),
        place=(row[_SETTLED_AT], sequence),
    )


def _record(row: Sequence[Any]) -> QuestionRecord:
    return QuestionRecord(
        questions_id=row[0],
        conversation_id=row[1],
        tool_use_id=row[2],
        questions_json=row[3],
        origin_json=row[4],
        draft_json=row[5],
        status=cast("QuestionStatus", row[6]),  # the schema allows these four
        response_json=row[7],
        asked_at=from_text(row[8]),
        deadline=optional_moment(row[9]),
        settled_at=optional_moment(row[10]),
        channel=row[11],
    )
