"""Handles commands for the current conversation. Engine loop only."""

import logging

from assistant.conversation.current_conversation import CurrentConversation
from assistant.conversation.say_result import SayRejected
from assistant.engine.command_dispatcher import CommandDispatcher
from assistant.engine.questions.answer_delivery import AnswerDelivery
from assistant.errors import AssistantError
from assistant.locale import _
from assistant.protocol.client import Listener
from assistant.protocol.conversation import MessageRejected, NewConversation, Say, Stop, UserTyping
from assistant.protocol.notices import Notice

_log = logging.getLogger(__name__)


class ConversationCommands:
    """Says, stops and begins."""

    def __init__(
        self, *, conversations: CurrentConversation, answers: AnswerDelivery, emit: Listener
    ) -> None:
        self._conversations = conversations
        self._emit = emit
        self._answers = answers

    def register_commands(self, commands: CommandDispatcher) -> None:
        commands.register(Say, self._say)
        commands.register(UserTyping, self._warm_up)
        commands.register(Stop, self._stop)
        commands.register(NewConversation, self._open_new)

    async def _say(self, command: Say) -> None:
        other = self._conversations.other(command.conversation_id)
        if other is not None:
            said = await other.say(command.text, spoken=False, attachments=command.attachments)
        elif self._is_current(command.conversation_id):
            said = await self._conversations.say(
                command.text, spoken=False, attachments=command.attachments
            )
        else:
            self._emit(
                Notice(
                    code="conversation_not_open",
                    text=_("This conversation is not open."),
                    conversation_id=command.conversation_id,
                )
            )
            return
        if isinstance(said, SayRejected):
            self._emit(
                MessageRejected(
                    text=command.text,
                    attachments=command.attachments,
                    conversation_id=command.conversation_id,
                )
            )

    async def _warm_up(self, command: UserTyping) -> None:
        """Have the model ready while the user types.

        An idle connection is closed after a minute. Opening one takes two to three round trips,
        which pass while the user types instead of after Enter.
        """
        try:
            await self._conversations.current.warm_up()
        except AssistantError as error:  # asking it reports this
            _log.info("The model is not ready for what is typed: %s", error.message)

    async def _stop(self, command: Stop) -> None:
        stopped = self._conversations.other(command.conversation_id)
        if stopped is None and self._is_current(command.conversation_id):
            stopped = self._conversations.current
        if stopped is None:
            return
        if not command.keeps_waiting:
            stopped.queue.clear()
        await stopped.stop_turn()

    def _is_current(self, conversation_id: str | None) -> bool:
        return conversation_id in {None, self._conversations.current.conversation_id}

    async def _open_new(self, command: NewConversation) -> None:
        await self._conversations.open(None)
        self._answers.announce()
