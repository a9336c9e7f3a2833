"""Handles what is said to the conversation that is held. Engine loop only."""

import logging

from assistant.conversation.current_conversation import CurrentConversation
from assistant.engine.command_dispatcher import CommandDispatcher
from assistant.engine.questions.answer_delivery import AnswerDelivery
from assistant.errors import AssistantError
from assistant.protocol.conversation import NewConversation, Say, Stop, UserTyping

_log = logging.getLogger(__name__)


class ConversationCommands:
    """Says, stops and begins.

    Args:
        conversations: Has the conversation.
        answers: Tells of a new one.
    """

    def __init__(self, *, conversations: CurrentConversation, answers: AnswerDelivery) -> None:
        self._conversations = conversations
        self._answers = answers

    def register_commands(self, commands: CommandDispatcher) -> None:
        """Register the handlers."""
        commands.register(Say, self._say)
        commands.register(UserTyping, self._warm_up)
        commands.register(Stop, self._stop)
        commands.register(NewConversation, self._begin_anew)

    async def _say(self, command: Say) -> None:
        await self._conversations.say(command.text, spoken=False)

    async def _warm_up(self, command: UserTyping) -> None:
        """Have the model ready while words for it are being typed.

        An idle connection is closed after a minute. Opening one anew takes two to three round trips,
        which pass while somebody types instead of after their Enter key.
        """
        try:
            await self._conversations.current.warm_up()
        except AssistantError as error:  # told when it is asked
            _log.info("The model is not ready for what is typed: %s", error.message)

    async def _stop(self, command: Stop) -> None:
        self._conversations.drop_waiting()
        await self._conversations.stop_turn()

    async def _begin_anew(self, command: NewConversation) -> None:
        await self._conversations.open(None)
        self._answers.announce()
