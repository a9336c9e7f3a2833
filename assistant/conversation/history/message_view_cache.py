"""Prepares and caches the displayed messages of a conversation outside the loop.

Preparing ten thousand messages takes a tenth of a second.
"""

import asyncio

from assistant.conversation.history.message_history import History, HistoryEntry
from assistant.conversation.history.model.message_view import to_message_views
from assistant.protocol.messages import HistoryMessage


class MessageViewCache:
    """Keeps what was made ready for as long as the history is as it was."""

    def __init__(self, *, history: History) -> None:
        self._history = history
        self._entries: tuple[HistoryEntry, ...] = ()
        self._shown: tuple[HistoryMessage, ...] = ()

    async def prepare(self) -> None:
        """Compute what `messages` returns, on a thread."""
        entries, siblings = tuple(self._history.entries), self._history.siblings
        self._shown = await asyncio.to_thread(to_message_views, entries, siblings=siblings)
        self._entries = entries

    def take(self) -> tuple[HistoryMessage, ...]:
        """The messages to show now; drops what was prepared."""
        entries = tuple(self._history.entries)
        is_ready = entries == self._entries  # the same objects, which is quick to see
        shown = (
            self._shown if is_ready else to_message_views(entries, siblings=self._history.siblings)
        )
        self._entries, self._shown = (), ()
        return shown
