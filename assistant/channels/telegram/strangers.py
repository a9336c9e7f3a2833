"""Answers those who are not linked, seldom. Engine loop only."""

import logging
from typing import Final

from assistant.background_tasks import Spawn
from assistant.channels.telegram.bot_api.errors import TelegramError
from assistant.channels.telegram.model.formatted_text import plain
from assistant.channels.telegram.model.link_codes import LinkRefusal, RefusalReason
from assistant.channels.telegram.model.strangers import AnsweredStrangers, stranger_text
from assistant.channels.telegram.model.updates import Message
from assistant.channels.telegram.outbox import ChatOutbox
from assistant.clock import Clock
from assistant.storage.key_value import StateRepository

_log = logging.getLogger(__name__)

_ANSWERED: Final = "telegram.strangers"


class Strangers:
    """Tells them how an account is linked; of what they wrote nothing is kept.

    Args:
        outbox: Sends.
        memo: Keeps who was answered, by the id of the user, for a day.
        clock: Time.
        spawn: Runs a task that ends with the channel.
    """

    def __init__(
        self, *, outbox: ChatOutbox, memo: StateRepository, clock: Clock, spawn: Spawn
    ) -> None:
        self._outbox = outbox
        self._memo = memo
        self._clock = clock
        self._spawn = spawn
        self._answered: AnsweredStrangers | None = None

    async def answer(self, message: Message, refusal: LinkRefusal, *, is_code_shown: bool) -> None:
        """Answer a private message whose sender is not linked, if it is time to; does not wait for it.

        Raises:
            StoreError: If it cannot be noted.
        """
        sender = message.sender
        if sender is None or not message.is_private:
            return
        if self._answered is None:
            self._answered = AnsweredStrangers.from_json(await self._memo.get(_ANSWERED))
        now = self._clock.now()
        is_linking = is_code_shown or refusal.reason is not RefusalReason.NO_CODE
        if not self._answered.may_answer(sender.id, now, is_linking=is_linking):
            return
        self._answered = self._answered.with_answer(sender.id, now)
        await self._memo.put(_ANSWERED, self._answered.to_json())
        self._spawn(self._send(message.chat.id, stranger_text(refusal)), f"stranger {sender.id}")

    async def _send(self, chat_id: int, text: str) -> None:
        try:
            await self._outbox.send(chat_id, plain(text))
        except TelegramError as error:
            _log.info("A stranger was not answered: %s", type(error).__name__)
