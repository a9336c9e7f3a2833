"""Tells under the first replies of the built-in model what answered. Engine loop only."""

from typing import Final

from assistant.background_tasks import Spawn
from assistant.conversation.current_conversation import CurrentConversation
from assistant.conversation.turn.model.model_advice import ADVISED_REPLIES, model_advice
from assistant.engine.models.local_server_question import LocalServerQuestion
from assistant.engine.models.starter_upgrade import StarterUpgrade
from assistant.protocol.events import EngineEvent
from assistant.protocol.messages import BY_RULES
from assistant.protocol.turns import TurnFinished, TurnStarted
from assistant.storage.key_value import StateRepository

_REPLIES: Final = "advised_replies"
"""The state that counts the replies under which it was told."""


class ModelAdviser:
    """Hears the current conversation, and tells in it.

    Args:
        counted: Keeps how often it was shown.
        starter: Knows which built-in model answers, and whether a better one comes.
        local_server: Knows whether a local model server was found.
        spawn: Runs a task that ends with the program.
    """

    def __init__(
        self,
        *,
        conversations: CurrentConversation,
        counted: StateRepository,
        starter: StarterUpgrade,
        local_server: LocalServerQuestion,
        spawn: Spawn,
    ) -> None:
        self._conversations = conversations
        self._counted = counted
        self._starter = starter
        self._local_server = local_server
        self._spawn = spawn
        self._has_gone_on = False
        """The user said something after the reply that was heard last."""

    def on_event(self, event: EngineEvent) -> None:
        """Hear an event of the current conversation."""
        if isinstance(event, TurnStarted | TurnFinished):
            self._has_gone_on = isinstance(event, TurnStarted)
        if (
            isinstance(event, TurnFinished)
            and event.text
            and event.model != BY_RULES
            and self._conversations.current.profile.name == "starter"
        ):
            self._spawn(self._advise(), "model-advice")

    async def _advise(self) -> None:
        replies = int(await self._counted.get(_REPLIES) or 0)
        model = self._starter.model
        advice = model_advice(
            replies=replies,
            is_guided=model is not None and model.is_guided,
            is_fetching=self._starter.is_fetching,
            offer=self._local_server.offer,
        )
        if advice is not None and not self._has_gone_on:  # else it stands under the next reply
            await self._counted.put(_REPLIES, str(min(replies + 1, ADVISED_REPLIES)))
            self._conversations.emit(advice)
