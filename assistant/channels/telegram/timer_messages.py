"""Timers, alarms and reminders that ring on the phone too. Engine loop only."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from assistant.background_tasks import BackgroundTasks
from assistant.channels.telegram.bot_api.client import BotApi
from assistant.channels.telegram.bot_api.errors import TelegramError
from assistant.channels.telegram.model.ring_view import (
    RingTap,
    read_ring_data,
    ringing_view,
    silent_view,
)
from assistant.channels.telegram.model.updates import CallbackQuery, Message
from assistant.channels.telegram.outbox import ChatOutbox
from assistant.channels.telegram.seams import ChatQuestions
from assistant.locale import _
from assistant.protocol.commands import Command
from assistant.protocol.events import EngineEvent
from assistant.protocol.timers import RingingStopped, Snooze, StopRinging, TimerRang
from assistant.questions.model.question import Method
from assistant.storage.telegram import TelegramAccount
from assistant.timer import Timer

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Ringing:
    """A timer that rings in chats."""

    timer: Timer
    chats: frozenset[int]
    stopped: "asyncio.Future[RingingStopped]"


class TimerMessages:
    """Implements `ChatQuestions` around another: taps and words for what rings are not for it.

    Args:
        questions: Takes everything else.
        api: Acknowledges taps.
        outbox: Sends.
        listeners: Returns the accounts that timers ring for now.
        is_quiet: Whether the phone is to make no sound now.
        dispatch: Carries out commands.
        take_words: Does what words say to what rings; whether they said anything to it.
    """

    def __init__(
        self,
        *,
        questions: ChatQuestions,
        api: BotApi,
        outbox: ChatOutbox,
        listeners: Callable[[], Sequence[TelegramAccount]],
        is_quiet: Callable[[], bool],
        dispatch: Callable[[Command], Awaitable[None]],
        take_words: Callable[[str], Awaitable[bool]],
    ) -> None:
        self._questions = questions
        self._api = api
        self._outbox = outbox
        self._listeners = listeners
        self._is_quiet = is_quiet
        self._dispatch = dispatch
        self._take_words = take_words
        self._tasks = BackgroundTasks(owner="timer messages")
        self._ringing: dict[str, _Ringing] = {}

    async def aclose(self) -> None:
        """Send nothing any more."""
        await self._tasks.cancel_all()

    def on_event(self, event: EngineEvent) -> None:
        """Hear of timers that begin to ring, and that stop; one that was missed is told of at home."""
        match event:
            case TimerRang(timer=timer, was_missed=False):
                self._begin(timer)
            case RingingStopped(timer_id=timer_id) if timer_id in self._ringing:
                self._ringing.pop(timer_id).stopped.set_result(event)
            case _:
                pass

    def _begin(self, timer: Timer) -> None:
        chats = frozenset(account.chat_id for account in self._listeners())
        if not chats or timer.timer_id in self._ringing:
            return
        stopped: asyncio.Future[RingingStopped] = asyncio.get_running_loop().create_future()
        ringing = _Ringing(timer=timer, chats=chats, stopped=stopped)
        self._ringing[timer.timer_id] = ringing
        for chat_id in chats:
            self._tasks.spawn(self._ring(ringing, chat_id), f"ring {timer.timer_id}")

    async def _ring(self, ringing: _Ringing, chat_id: int) -> None:
        """Show a timer in a chat, and that it has stopped."""
        timer, view = ringing.timer, ringing_view(ringing.timer)
        try:
            message_id = await self._outbox.send(
                chat_id, view.text, keyboard=view.keyboard, is_silent=self._is_quiet()
            )
            stopped = await asyncio.shield(ringing.stopped)
            view = silent_view(timer, is_unheard=stopped.is_unheard)
            await self._outbox.edit(chat_id, message_id, view.text)
        except TelegramError as error:
            _log.info("A timer did not ring in a chat: %s", type(error).__name__)

    # Of `ChatQuestions`.

    async def take_text(
        self, account: TelegramAccount, message: Message, text: str, *, method: Method
    ) -> bool:
        """Take words for what rings in this chat, or for a question of it; whether they were."""
        is_ringing = any(account.chat_id in ringing.chats for ringing in self._ringing.values())
        if is_ringing and await self._take_words(text):
            return True
        return await self._questions.take_text(account, message, text, method=method)

    async def take_tap(self, query: CallbackQuery, account: TelegramAccount | None) -> None:
        """Take a tap below what rings, or on a question."""
        read = read_ring_data(query.data)
        if read is None or account is None:
            await self._questions.take_tap(query, account)
            return
        timer_id, tap = read
        ringing = self._ringing.get(timer_id)
        is_here = ringing is not None and account.chat_id in ringing.chats
        try:
            await self._api.answer_callback(
                query.id, "" if is_here else _("This does not ring any more.")
            )
        except TelegramError as error:
            _log.info("A tap was not acknowledged: %s", type(error).__name__)
        if is_here:
            command = StopRinging if tap is RingTap.STOP else Snooze
            await self._dispatch(command(timer_id=timer_id))
        elif query.message is not None:  # from before a restart
            await self._outbox.edit_keyboard(account.chat_id, query.message.message_id)

    def is_pending(self, account: TelegramAccount) -> bool:
        """Whether a question of the chat waits for its user."""
        return self._questions.is_pending(account)
