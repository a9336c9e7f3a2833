"""The messages of every conversation: append-only chains.

Messages of a conversation stand in the order of their stamps, and of their ids where these are
equal. A stamp is a hybrid logical clock that runs in each conversation by itself: when the message
was made, in milliseconds, or one more than the greatest stamp in the conversation, whichever is
greater. So a message comes after all that were known when it was stored, and the order is the same
on every device, however the messages reached it. A device whose clock is ahead raises the stamps of
no conversation but those it writes in; in these the order is by what was known then, and one more a
message, until the time has come that it wrote.
"""

import logging
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from assistant.errors import DeletedConversationError
from assistant.locale import _
from assistant.storage.database import Database
from assistant.storage.message_search import forget
from assistant.storage.model.message_tree import (
    Branch,
    branch_to,
    forks,
    leaf_below,
)
from assistant.storage.model.records import MessageRecord
from assistant.storage.model.row_values import RecordRows, readable, to_milliseconds, to_text

_log = logging.getLogger(__name__)

_ROWS: Final = RecordRows(MessageRecord, table="messages")
ORDER: Final = "stamp, uuid"
"""The order of a conversation's messages, as SQL."""
_INSERT: Final = f"""
    INSERT INTO messages ({_ROWS.columns}, stamp) VALUES (
        {", ".join("?" for _name in _ROWS.names)}, max(?, coalesce((
            SELECT max(stamp) + 1 FROM messages
            WHERE conversation_id = ?{_ROWS.names.index("conversation_id") + 1}
        ), 0))
    )
"""
_UPDATE = """
    ON CONFLICT (uuid) DO UPDATE SET
        content = CASE messages.status
            WHEN 'partial' THEN excluded.content ELSE messages.content END,
        status = excluded.status,
        meta = excluded.meta
    WHERE messages.status = 'partial' OR excluded.status = 'complete'
"""
_TOUCH = """
    UPDATE conversations SET updated_at = max(updated_at, ?) WHERE conversation_id = ?
"""
_SELECT = f"SELECT {_ROWS.columns} FROM messages WHERE conversation_id = ? ORDER BY {ORDER}"
_LINKS = f"""
    SELECT uuid, parent_uuid, role FROM messages WHERE conversation_id = ? ORDER BY {ORDER}
"""
_SAID = f"""
    SELECT {_ROWS.columns} FROM messages
    WHERE role = 'user' AND length(content) <= ? ORDER BY stamp DESC, uuid DESC LIMIT ?
"""
_ASKED = """
    SELECT uuid FROM messages WHERE conversation_id = ? AND turn_id = ? AND role = 'assistant'
    ORDER BY instr(content, ?) > 0 DESC, stamp DESC, uuid DESC LIMIT 1
"""
_FORKED = f"""
    SELECT uuid, parent_uuid, role FROM messages
    JOIN (
        SELECT parent_uuid AS parent, role AS whose FROM messages WHERE conversation_id = ?1
        GROUP BY parent_uuid, role HAVING count(*) > 1
    ) ON parent IS parent_uuid AND whose = role
    WHERE conversation_id = ?1 ORDER BY {ORDER}
"""
_CHOSEN = """
    SELECT leaf FROM conversations
    WHERE conversation_id = ?1 AND leaf_at >=
        (SELECT max(stamp) FROM messages WHERE conversation_id = ?1)
"""
_CHOOSE = """
    UPDATE conversations SET leaf = ?2, leaf_at =
        (SELECT max(stamp) FROM messages WHERE conversation_id = ?1)
    WHERE conversation_id = ?1
"""


@dataclass(frozen=True, slots=True)
class _Link:
    uuid: str
    parent_uuid: str | None
    role: str


class MessageRepository:
    """Stores messages. What a complete message says never changes.

    Each method raises StoreError if the database fails.
    """

    def __init__(self, *, database: Database) -> None:
        self._database = database

    async def append(self, record: MessageRecord) -> None:
        """Store a new message; its conversation counts as just used.

        Raises:
            DeletedConversationError: If the conversation is gone; nothing is stored.
            sqlite3.IntegrityError: If the uuid is taken.
        """
        await self._store(record, _INSERT)

    async def checkpoint(self, record: MessageRecord) -> None:
        """Insert or replace a message.

        A partial message takes the new content, status and meta. A complete one takes the new meta
        only, and nothing from a partial version that comes late.

        Raises:
            DeletedConversationError: If the conversation is gone; nothing is stored.
        """
        await self._store(record, _INSERT + _UPDATE, may_replace=True)

    async def chain(self, conversation_id: str) -> tuple[MessageRecord, ...]:
        """Messages of the present branch, oldest first.

        That is the branch that was chosen with `choose`, until something is added, else the one
        that ends in the latest message. Where it has a gap, what comes after the gap is returned
        and the gap is logged.
        """

        def work(connection: sqlite3.Connection) -> Branch:
            records = select(connection, conversation_id)
            return branch_to(records, select_chosen(connection, conversation_id))

        branch = await self._database.read(work)
        if branch.missing_parent is not None:
            _log.warning(
                "Conversation %s has a gap: message %s is missing",
                conversation_id,
                branch.missing_parent,
            )
        if branch.is_circular:
            _log.warning("Conversation %s leads in a circle", conversation_id)
        return branch.messages

    async def conversation_of_turn(self, turn_id: str) -> str | None:
        """The conversation that holds a turn, on any branch."""
        found = await self._database.select(
            "SELECT conversation_id FROM messages WHERE turn_id = ? ORDER BY sequence LIMIT 1",
            (turn_id,),
            read=lambda row: str(row[0]),
        )
        return found[0] if found else None

    async def that_asked(
        self, conversation_id: str, turn_id: str, tool_use_id: str | None
    ) -> str | None:
        """Id of the reply of a turn with this call, else of its last reply."""
        found = await self._database.select(
            _ASKED, (conversation_id, turn_id, tool_use_id or ""), read=lambda row: str(row[0])
        )
        return found[0] if found else None

    async def said(self, *, limit: int, longest: int) -> tuple[MessageRecord, ...]:
        """The user's latest messages in all conversations, oldest first.

        Those with more than `longest` characters of stored content are left out.
        """
        found = await self._database.select(_SAID, (longest, limit), read=_ROWS.record)
        return found[::-1]

    async def forks(self, conversation_id: str) -> Mapping[tuple[str | None, str], tuple[str, ...]]:
        """See `storage.model.message_tree.forks`."""
        links = await self._database.select(_FORKED, (conversation_id,), read=_link)
        return forks(links)

    async def choose(self, conversation_id: str, uuid: str) -> bool:
        """Make the latest branch that holds a message the present one.

        Returns:
            Whether the conversation has such a message; nothing changes if not.
        """

        def work(connection: sqlite3.Connection) -> bool:
            links = map(_link, connection.execute(_LINKS, (conversation_id,)))
            leaf = leaf_below(list(links), uuid)
            if leaf is not None:
                update_chosen(connection, conversation_id, leaf)
            return leaf is not None

        return await self._database.write(work)

    async def end_at(self, conversation_id: str, uuid: str) -> None:
        """End the present branch at a message, until something is added."""
        await self._database.write(lambda c: update_chosen(c, conversation_id, uuid))

    async def _store(
        self, record: MessageRecord, statement: str, *, may_replace: bool = False
    ) -> None:
        def work(connection: sqlite3.Connection) -> None:
            if may_replace:
                forget(connection, "uuid = ? AND status = 'partial'", (record.uuid,))
            try:
                connection.execute(statement, _values(record))
            except sqlite3.IntegrityError as error:
                if error.sqlite_errorcode != sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY:
                    raise
                raise DeletedConversationError(
                    _("This conversation was deleted on another of your devices.")
                ) from error
            connection.execute(_TOUCH, (to_text(record.created_at), record.conversation_id))

        await self._database.write(work)


def insert(connection: sqlite3.Connection, record: MessageRecord) -> None:
    """Part of a transaction."""
    connection.execute(_INSERT, _values(record))


def select(connection: sqlite3.Connection, conversation_id: str) -> list[MessageRecord]:
    """Messages of all branches, in order."""
    rows = connection.execute(_SELECT, (conversation_id,))
    return list(readable(rows, _ROWS.record))


def select_chosen(connection: sqlite3.Connection, conversation_id: str) -> str | None:
    """End of the chosen branch; None if it is the latest."""
    row = connection.execute(_CHOSEN, (conversation_id,)).fetchone()
    return None if row is None else row[0]


def update_chosen(connection: sqlite3.Connection, conversation_id: str, leaf: str) -> None:
    """End the present branch at a message, until something is added; part of a transaction."""
    connection.execute(_CHOOSE, (conversation_id, leaf))


def _values(record: MessageRecord) -> tuple[object, ...]:
    return (*_ROWS.values(record), to_milliseconds(record.created_at))


def _link(row: tuple[str, str | None, str]) -> _Link:
    return _Link(*row)
