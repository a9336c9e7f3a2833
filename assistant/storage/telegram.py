"""What is kept of Telegram: accounts, updates, and the keyboards of questions."""

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from assistant.storage.database import Database
from assistant.storage.key_value import SET_STATE
from assistant.storage.model.row_values import RecordRows, to_text

_OFFSET: Final = "telegram.offset"


@dataclass(frozen=True, slots=True, kw_only=True)
class TelegramAccount:
    """A user of Telegram who may talk to Parley."""

    user_id: int
    chat_id: int
    """Their private chat with the bot."""
    name: str
    """As they call themselves there."""
    workspace: str
    agent: str
    conversation_id: str | None
    """What the chat goes on with; None before the first message."""
    linked_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class TelegramUpdateRecord:
    """An update of an account's chat."""

    update_id: int
    chat_id: int
    content: str
    """JSON as it came; empty once it is handled."""
    received_at: datetime
    handled_at: datetime | None = None
    """When its effect was stored; None before."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TelegramReplyRecord:
    """The last reply of a chat."""

    chat_id: int
    turn_id: str
    message_ids: tuple[int, ...] = ()
    """The messages that it is shown in, in their order."""
    is_delivered: bool = False
    """Whether all of it is shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TelegramKeyboardRecord:
    """A message with the keyboard of a question."""

    token: str
    """Begins the data of its buttons."""
    chat_id: int
    message_id: int
    questions_id: str
    version: int
    part: int
    """Which part of a long form, from 0."""
    sent_at: datetime


_ACCOUNTS: Final = RecordRows(TelegramAccount, table="telegram_accounts")
_UPDATES: Final = RecordRows(TelegramUpdateRecord, table="telegram_updates")
_REPLIES: Final = RecordRows(TelegramReplyRecord, table="telegram_replies")
_KEYBOARDS: Final = RecordRows(TelegramKeyboardRecord, table="telegram_keyboards")
_NEW: Final = _UPDATES.insert.replace("INSERT", "INSERT OR IGNORE", 1)


class TelegramRepository:
    """Stores them. Each method raises StoreError if the database fails."""

    def __init__(self, *, database: Database) -> None:
        self._database = database

    # Accounts.

    async def accounts(self) -> tuple[TelegramAccount, ...]:
        """In the order they were linked."""
        return await self._database.select(
            f"SELECT {_ACCOUNTS.columns} FROM telegram_accounts ORDER BY linked_at, user_id",
            read=_ACCOUNTS.record,
        )

    async def link(self, account: TelegramAccount) -> None:
        """Replaces what was linked to this user or chat before."""

        def work(connection: sqlite3.Connection) -> None:
            connection.execute(
                "DELETE FROM telegram_accounts WHERE user_id = ? OR chat_id = ?",
                (account.user_id, account.chat_id),
            )
            connection.execute(_ACCOUNTS.insert, _ACCOUNTS.values(account))

        await self._database.write(work)

    async def unlink(self, user_id: int) -> None:
        """Forget a user and what came from them; does nothing if they are not linked."""

        def work(connection: sqlite3.Connection) -> None:
            chat = "SELECT chat_id FROM telegram_accounts WHERE user_id = ?"
            for table in ("telegram_updates", "telegram_replies", "telegram_keyboards"):
                connection.execute(f"DELETE FROM {table} WHERE chat_id IN ({chat})", (user_id,))
            connection.execute("DELETE FROM telegram_accounts WHERE user_id = ?", (user_id,))

        await self._database.write(work)

    async def map_account(self, user_id: int, *, workspace: str, agent: str) -> None:
        """Move a user's chat to another workspace and agent, without a conversation."""
        await self._database.execute(
            "UPDATE telegram_accounts SET workspace = ?, agent = ?, conversation_id = NULL"
            " WHERE user_id = ?",
            (workspace, agent, user_id),
        )

    async def set_conversation(self, user_id: int, conversation_id: str | None) -> None:
        """The conversation that a user's chat goes on with."""
        await self._database.execute(
            "UPDATE telegram_accounts SET conversation_id = ? WHERE user_id = ?",
            (conversation_id, user_id),
        )

    # Updates.

    async def offset(self) -> int:
        """Id of the first update that is not stored yet; 0 before the first."""
        found = await self._database.select(
            "SELECT value FROM state WHERE key = ?", (_OFFSET,), read=lambda row: int(row[0])
        )
        return found[0] if found else 0

    async def receive(
        self, updates: Sequence[TelegramUpdateRecord], *, offset: int
    ) -> frozenset[int]:
        """Store updates and the next offset, in one transaction.

        Returns:
            The ids of those that are new; one whose id is stored already is left as it is.
        """

        def work(connection: sqlite3.Connection) -> frozenset[int]:
            new = {
                update.update_id
                for update in updates
                if connection.execute(_NEW, _UPDATES.values(update)).rowcount
            }
            connection.execute(SET_STATE, (_OFFSET, str(offset)))
            return frozenset(new)

        return await self._database.write(work)

    async def waiting(self) -> tuple[TelegramUpdateRecord, ...]:
        """Unhandled updates, ordered by id."""
        return await self._database.select(
            f"SELECT {_UPDATES.columns} FROM telegram_updates WHERE handled_at IS NULL"
            " ORDER BY update_id",
            read=_UPDATES.record,
        )

    async def handled(self, update_ids: Sequence[int], *, at: datetime) -> None:
        """The effect of updates is stored: drop their content."""
        await self._database.execute(
            "UPDATE telegram_updates SET handled_at = ?, content = '' WHERE update_id = ?",
            *((to_text(at), update_id) for update_id in update_ids),
        )

    async def forget_handled(self, *, before: datetime) -> None:
        """Delete updates handled before some moment."""
        await self._database.execute(
            "DELETE FROM telegram_updates WHERE handled_at < ?", (to_text(before),)
        )

    async def next_waiting(self, chat_id: int, *, until: int) -> TelegramUpdateRecord | None:
        """The oldest unhandled update of a chat, not after the update `until`."""
        found = await self._database.select(
            f"SELECT {_UPDATES.columns} FROM telegram_updates"
            " WHERE handled_at IS NULL AND chat_id = ? AND update_id <= ? ORDER BY update_id LIMIT 1",
            (chat_id, until),
            read=_UPDATES.record,
        )
        return found[0] if found else None

    # Replies.

    async def set_reply(self, reply: TelegramReplyRecord) -> None:
        """Replaces the chat's earlier reply."""
        await self._database.execute(
            _REPLIES.insert.replace("INSERT", "INSERT OR REPLACE", 1), _REPLIES.values(reply)
        )

    async def reply(self, chat_id: int) -> TelegramReplyRecord | None:
        found = await self._database.select(
            f"SELECT {_REPLIES.columns} FROM telegram_replies WHERE chat_id = ?",
            (chat_id,),
            read=_REPLIES.record,
        )
        return found[0] if found else None

    # Keyboards.

    async def add_keyboard(self, keyboard: TelegramKeyboardRecord) -> None:
        await self._database.execute(_KEYBOARDS.insert, _KEYBOARDS.values(keyboard))

    async def keyboards(self) -> tuple[TelegramKeyboardRecord, ...]:
        """Keyboards present in chats, in the order they were sent."""
        return await self._database.select(
            f"SELECT {_KEYBOARDS.columns} FROM telegram_keyboards ORDER BY sent_at, token",
            read=_KEYBOARDS.record,
        )

    async def remove_keyboards(self, *tokens: str) -> None:
        """Ignores unknown tokens."""
        await self._database.execute(
            "DELETE FROM telegram_keyboards WHERE token = ?", *((token,) for token in tokens)
        )
