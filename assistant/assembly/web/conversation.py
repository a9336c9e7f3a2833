"""Lets another surface hold the conversation of a core through the API. Engine loop only."""

from collections.abc import Sequence

from assistant.conversation.history.model.message_view import to_message_views
from assistant.conversation.say_result import SayResult
from assistant.engine.core import Core
from assistant.protocol.messages import HistoryMessage
from assistant.questions.model.pending_question import PendingQuestion


class ApiConversation:
    """Implements `Talk`.

    Args:
        core: Whose conversation.
    """

    def __init__(self, *, core: Core) -> None:
        self._core = core

    @property
    def current_id(self) -> str:
        """The conversation that is held now."""
        return self._core.conversations.current.conversation_id

    @property
    def model(self) -> str:
        """The model that answers."""
        return self._core.conversations.current.model

    @property
    def is_replying(self) -> bool:
        """Whether a turn is under way."""
        return self._core.conversations.current.turn_id is not None

    def messages(self) -> Sequence[HistoryMessage]:
        """Return what was said on the present branch, oldest first."""
        return to_message_views(self._core.conversations.current.entries)

    def pending(self) -> Sequence[PendingQuestion]:
        """Return the open questions in the order they were asked."""
        return self._core.desk.pending()

    async def say(self, text: str) -> SayResult:
        """Take words as those that are typed in the window; returns what became of them."""
        return await self._core.conversations.say(text, spoken=False)

    async def stop(self) -> None:
        """Stop the turn under way, and forget words that wait for it."""
        self._core.conversations.drop_waiting()
        await self._core.conversations.stop_turn()
