"""Holds the open conversations by id. Engine loop only.

A conversation stays open while a surface or channel holds a lease on it. Each has its own state,
turn and queue, and notifies its own listeners.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from assistant.conversation.conversation import Conversation
from assistant.conversation.event_bus import EventBus
from assistant.protocol.client import Listener
from assistant.protocol.conversation import ConversationOpened
from assistant.protocol.events import EngineEvent

ConversationLoader = Callable[[str | None], Awaitable[tuple[Conversation, ConversationOpened]]]
"""Opens the conversation with this id, or a new one for None."""
ConversationListener = Callable[[str, EngineEvent], None]
"""Called with the id of the conversation and what it tells."""


@dataclass(slots=True, kw_only=True)
class _Entry:
    """A conversation that is open."""

    conversation: Conversation
    opened: ConversationOpened
    leases: int = 0
    listeners: EventBus = field(default_factory=EventBus)


class ConversationLease:
    """Keeps a conversation open until it is released."""

    def __init__(self, registry: "ConversationRegistry", entry: _Entry) -> None:
        self._registry: Final = registry
        self._entry: Final = entry
        self._is_released = False

    @property
    def conversation(self) -> Conversation:
        """Another object after a reload from another branch."""
        return self._entry.conversation

    @property
    def is_open(self) -> bool:
        """Whether it is still open, held by whichever lease."""
        return self._registry.find(self.conversation.conversation_id) is self.conversation

    @property
    def opened(self) -> ConversationOpened:
        return self._entry.opened

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Events of this conversation across reloads; the result unsubscribes."""
        return self._entry.listeners.subscribe(listener)

    async def release(self) -> None:
        """Release; without other leases the conversation closes and its turn ends. Idempotent."""
        if not self._is_released:
            self._is_released = True
            await self._registry.release(self._entry)


class ConversationRegistry:
    """Opens conversations for those who ask, each once, and closes what nobody holds.

    Args:
        on_event: Hears everything that open conversations tell, after those who listen to one.
    """

    def __init__(self, *, on_event: ConversationListener) -> None:
        self._on_event = on_event
        self._load: ConversationLoader | None = None
        self._open: dict[str, _Entry] = {}
        self._changing = asyncio.Lock()

    def connect(self, load: ConversationLoader) -> None:
        self._load = load

    @property
    def open_conversations(self) -> Sequence[Conversation]:
        """The first opened comes first."""
        return [entry.conversation for entry in self._open.values()]

    def find(self, conversation_id: str) -> Conversation | None:
        entry = self._open.get(conversation_id)
        return None if entry is None else entry.conversation

    async def acquire(
        self, conversation_id: str | None = None, *, anew: bool = False
    ) -> ConversationLease:
        """Open a conversation, or hold one that is open already.

        Args:
            conversation_id: Which; None for a new one.
            again: Load it again if it is open: another branch is the present one. Its turn ends.

        Raises:
            StoreError: If it cannot be read or created; nothing changes.
        """
        async with self._changing:
            entry = None if conversation_id is None else self._open.get(conversation_id)
            if entry is None or anew:
                if self._load is None:
                    raise RuntimeError("Nothing opens conversations yet")
                conversation, opened = await self._load(conversation_id)
                if entry is None:
                    entry = _Entry(conversation=conversation, opened=opened)
                    self._open[conversation.conversation_id] = entry
                else:
                    await _close(entry.conversation)
                    entry.conversation, entry.opened = conversation, opened
                self._listen(entry)
            entry.leases += 1
            return ConversationLease(self, entry)

    async def release(self, entry: _Entry) -> None:
        """Let go of one lease; see `ConversationLease.release`."""
        async with self._changing:
            entry.leases -= 1
            if not entry.leases:
                await self._end(entry)

    async def close(self, conversation_id: str) -> None:
        """Close a conversation whatever leases there are: it is about to be deleted."""
        async with self._changing:
            entry = self._open.get(conversation_id)
            if entry is not None:
                await self._end(entry)

    def suspend(self) -> None:
        """The program ends: leave what turns wait for to the next start."""
        for entry in self._open.values():
            entry.conversation.suspend()

    async def aclose(self) -> None:
        async with self._changing:
            for entry in tuple(self._open.values()):
                await entry.conversation.aclose()
            self._open.clear()

    def _listen(self, entry: _Entry) -> None:
        conversation_id = entry.conversation.conversation_id

        def on_event(event: EngineEvent) -> None:
            entry.listeners.emit(event)
            self._on_event(conversation_id, event)

        entry.conversation.subscribe(on_event)

    async def _end(self, entry: _Entry) -> None:
        conversation = entry.conversation
        if self._open.get(conversation.conversation_id) is entry:
            await _close(conversation)
            del self._open[conversation.conversation_id]


async def _close(conversation: Conversation) -> None:
    conversation.queue.clear()  # else the next of them would begin a turn now
    await conversation.aclose()
