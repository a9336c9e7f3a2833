"""Makes conversations live that another device changed. Engine loop only.

What arrived is in the store already. A conversation that is open here is reloaded once nothing
is said or being made in it; where messages were added at its end, these alone are shown.
"""

import asyncio
from collections.abc import Callable, Collection, Sequence

from assistant.background_tasks import Spawn
from assistant.conversation.conversation import Conversation
from assistant.conversation.current_conversation import CurrentConversation
from assistant.conversation.history.message_history import HistoryEntry, to_history_entries
from assistant.conversation.history.model.message_view import to_message_views
from assistant.conversation.history.model.unfinished_turn import find_unfinished_turn
from assistant.engine.history.conversation_library import ConversationLibrary
from assistant.engine.questions.answer_delivery import AnswerDelivery
from assistant.locale import _
from assistant.protocol.conversation import StateChanged
from assistant.protocol.conversation_state import DialogueState
from assistant.protocol.events import EngineEvent
from assistant.protocol.notices import Notice, Severity
from assistant.protocol.turns import TurnFailed, TurnFinished
from assistant.questions.desk.question_desk import QuestionDesk
from assistant.storage.store import Store


class ConversationUpdates:
    """Takes in which conversations another device changed or deleted."""

    def __init__(
        self,
        *,
        store: Store,
        conversations: CurrentConversation,
        answers: AnswerDelivery,
        library: ConversationLibrary,
        desk: QuestionDesk,
        spawn: Spawn,
        emit: Callable[[EngineEvent], None],
    ) -> None:
        self._store = store
        self._conversations = conversations
        self._answers = answers
        self._library = library
        self._desk = desk
        self._spawn = spawn
        self._emit = emit
        self._stale: set[str] = set()
        """Open conversations that are to be reloaded once they are at rest."""
        self._changing = asyncio.Lock()

    async def take(self, changed: Collection[str], deleted: Collection[str]) -> None:
        """Follow conversations that changed, gained messages, or are gone."""
        for conversation_id in deleted:
            await self._close(conversation_id)
        for conversation_id in changed:
            await self.refresh(conversation_id)
        if changed or deleted:
            await self._library.stored_elsewhere(changed, deleted)

    def on_event(self, event: EngineEvent) -> None:
        """Do what waited for a conversation to come to rest."""
        if self._stale and isinstance(event, StateChanged | TurnFinished | TurnFailed):
            for conversation_id in tuple(self._stale):
                self._spawn(self.refresh(conversation_id), "sync-refresh")

    async def refresh(self, conversation_id: str) -> None:
        """Reload an open conversation, once it is at rest, if the store has more of it."""
        async with self._changing:
            self._stale.discard(conversation_id)
            conversation = self._conversations.registry.find(conversation_id)
            if conversation is None:
                return
            if not _is_quiet(conversation):
                self._stale.add(conversation_id)
                return
            stored = await self._stored(conversation_id)
            before = tuple(conversation.entries)
            if stored == before or await self._is_being_made(conversation_id, stored):
                return
            if self._conversations.registry.find(conversation_id) is not conversation:
                return
            if not _is_quiet(conversation) or tuple(conversation.entries) != before:
                self._stale.add(conversation_id)
                return
            await self.reload(conversation_id)
            if conversation_id == self._conversations.current.conversation_id:
                self._show(before, tuple(self._conversations.current.entries))

    async def reload(self, conversation_id: str) -> None:
        """Reload an open conversation; ends its turn.

        Raises:
            StoreError: If it cannot be read; it stays as it is.
        """
        conversations = self._conversations
        if conversation_id == conversations.current.conversation_id:
            await conversations.open(conversation_id)
        else:
            lease = await conversations.registry.acquire(conversation_id, anew=True)
            await lease.release()

    def _show(self, before: Sequence[HistoryEntry], now: Sequence[HistoryEntry]) -> None:
        shown, views = to_message_views(before), to_message_views(now)
        if shown and views[: len(shown)] == shown:
            self._conversations.current.show_history(shown=len(shown))
        else:
            self._answers.announce()

    async def _stored(self, conversation_id: str) -> tuple[HistoryEntry, ...]:
        chain = await self._store.messages.chain(conversation_id)
        return await asyncio.to_thread(lambda: tuple(to_history_entries(chain)))

    async def _is_being_made(self, conversation_id: str, stored: Sequence[HistoryEntry]) -> bool:
        """Whether another device is in the middle of a turn, without asking anything.

        Its messages are shown once it is complete, so that nothing moves that is shown already.
        """
        is_partial = bool(stored) and stored[-1].partial and not stored[-1].ended
        if not is_partial and find_unfinished_turn(stored) is None:
            return False
        return not await self._store.questions.pending(conversation_id)

    async def _close(self, conversation_id: str) -> None:
        conversations = self._conversations
        if conversations.registry.find(conversation_id) is None:
            await self._desk.cancel(conversation_id=conversation_id)
            return
        is_current = conversation_id == conversations.current.conversation_id
        if is_current:  # first, so that no turn goes on with a question that was cancelled
            await conversations.open(None)
        await conversations.registry.close(conversation_id)
        await self._desk.cancel(conversation_id=conversation_id)
        if is_current:
            self._answers.announce()
            self._emit(
                Notice(
                    code="deleted_elsewhere",
                    text=_("This conversation was deleted on another of your devices."),
                    hint=_("A new one is open."),
                    severity=Severity.INFO,
                )
            )


def _is_quiet(conversation: Conversation) -> bool:
    """Whether nothing is said, heard, asked or being made."""
    return conversation.is_at_rest and conversation.state == DialogueState()
