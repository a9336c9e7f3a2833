"""Tells the current conversation when the available tools or their permissions change.

Engine loop only. Servers connect after a conversation opens, and permission classes may change
during it. The next request uses the current list.
"""

from assistant.background_tasks import Spawn
from assistant.conversation.current_conversation import CurrentConversation
from assistant.engine.conversation_factory import ConversationFactory


class ToolListUpdater:
    """Follows the registry."""

    def __init__(
        self,
        *,
        conversation_factory: ConversationFactory,
        conversations: CurrentConversation,
        spawn: Spawn,
    ) -> None:
        self._conversation_factory = conversation_factory
        self._conversations = conversations
        self._spawn = spawn
        self._is_begun = False
        self._is_due = False
        self._is_telling = False

    def begin(self) -> None:
        """Emit changes from now on: a conversation is open."""
        self._is_begun = True

    def changed(self) -> None:
        """Emit the present tools, once for several changes."""
        self._is_due = True
        if self._is_begun and not self._is_telling:
            self._is_telling = True
            self._spawn(self._notify(), "advertised tools")

    async def _notify(self) -> None:
        try:
            while self._is_due:
                self._is_due = False
                registry = self._conversations.registry
                for conversation in registry.open_conversations:
                    specs = await self._conversation_factory.tools(conversation.conversation_id)
                    if conversation is registry.find(conversation.conversation_id):
                        conversation.use_tools(specs)
                    else:
                        self._is_due = True
        finally:
            self._is_telling = False
