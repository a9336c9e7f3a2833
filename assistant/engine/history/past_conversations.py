"""Gives tools access to stored conversations."""

import asyncio
from collections.abc import Sequence
from datetime import datetime
from typing import Final

from assistant.clock import Clock
from assistant.conversation.history.message_history import to_history_entries
from assistant.conversation.history.model.message_view import to_message_views
from assistant.protocol.messages import HistoryMessage, ToolPart
from assistant.storage.conversation_transfer import WholeConversation
from assistant.storage.model.message_tree import branch_to, leaf_below
from assistant.storage.store import Store
from assistant.tools.history.past_conversations import (
    PastConversation,
    PastConversationEntry,
    PastLine,
    PastMessage,
    PastMessages,
    PastRound,
)

WORDS_AT_HAND: Final = 200
"""Messages of the user's that come back by a key."""
_LONGEST: Final = 4_000
"""Characters of one as it is stored; what is longer was hardly typed."""


async def latest_user_messages(store: Store) -> tuple[str, ...]:
    """The user's latest messages over all conversations, oldest first.

    Raises:
        StoreError: If the store cannot be read.
    """
    records = await store.messages.said(limit=WORDS_AT_HAND, longest=_LONGEST)
    shown = to_message_views(to_history_entries(records))
    said = [message for message in shown if message.answers is None]
    return tuple(message.text for message in said if message.text)


class StoredConversations:
    """Implements `ConversationArchive`."""

    def __init__(self, *, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def search(
        self, query: str, *, since: datetime | None, until: datetime | None, limit: int
    ) -> PastMessages:
        """Messages with all words of a query; raises StoreError."""
        findings = await self._store.search.find(
            query, now=self._clock.now(), limit=limit, since=since, until=until
        )
        return PastMessages(
            said=tuple(
                PastMessage(
                    conversation_id=found.conversation_id,
                    title=found.title,
                    message_id=found.uuid,
                    is_person=found.role == "user",
                    said_at=found.created_at,
                    excerpt=found.snippet.text,
                )
                for found in findings.found
            ),
            is_cut=findings.is_cut,
        )

    async def held(
        self, *, since: datetime, until: datetime, limit: int
    ) -> tuple[PastConversationEntry, ...]:
        """Conversations of a period, the latest first; raises StoreError."""
        held = await self._store.conversations.held(since=since, until=until, limit=limit)
        return tuple(
            PastConversationEntry(
                conversation_id=one.conversation.conversation_id,
                title=one.conversation.title,
                began_at=one.began_at,
                n_messages=one.n_messages,
            )
            for one in held
        )

    async def read(self, conversation_id: str, *, message_id: str = "") -> PastConversation | None:
        """On the branch of that message, or on the present one.

        Returns:
            None if there is none, or it has no such message.

        Raises:
            StoreError: If it cannot be read.
        """
        whole = await self._store.wholes.read(conversation_id)
        if whole is None or not whole.messages:
            return None
        return await asyncio.to_thread(_held, whole, message_id)


def _held(whole: WholeConversation, message_id: str) -> PastConversation | None:
    records = whole.messages
    branch = branch_to(records, whole.leaf)
    if message_id and all(record.uuid != message_id for record in branch.messages):
        leaf = leaf_below(records, message_id)
        if leaf is None:
            return None
        branch = branch_to(records, leaf)
    shown = to_message_views(to_history_entries(branch.messages))
    return PastConversation(title=whole.conversation.title, rounds=_rounds(shown))


def _rounds(messages: Sequence[HistoryMessage]) -> tuple[PastRound, ...]:
    rounds: list[PastRound] = []
    lines: list[PastLine] = []
    for message in messages:
        if message.round is not None and lines:
            rounds.append(PastRound(number=len(rounds) + 1, lines=tuple(lines)))
            lines = []
        tools = [part.name for part in message.parts if isinstance(part, ToolPart)]
        lines.append(
            PastLine(
                is_person=message.role == "user",
                text=message.text,
                said_at=message.said_at,
                message_id=message.message_id,
                tools=tuple(dict.fromkeys(tools)),
            )
        )
    if lines:
        rounds.append(PastRound(number=len(rounds) + 1, lines=tuple(lines)))
    return tuple(rounds)
