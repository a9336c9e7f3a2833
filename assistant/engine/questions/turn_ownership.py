"""Who goes on with a turn, or with an answer, where a conversation is on several devices."""

from assistant.conversation.history.model.unfinished_turn import UnfinishedTurn


class TurnOwnership:
    """Decides whether this device goes on: always, where there is no other one.

    Each method raises StoreError if the store fails.
    """

    async def may_take_up(self, conversation_id: str, interruption: UnfinishedTurn) -> bool:
        """Whether this device may go on with an interrupted turn now.

        False is not final: the conversation is continued once it may be.
        """
        return True

    async def may_deliver(self, questions_id: str) -> bool:
        """Whether this device gives the answer to a settled question to the model."""
        return True

    async def may_ask(self, message_id: str) -> bool:
        """Whether this device puts the choice in a message."""
        return True
