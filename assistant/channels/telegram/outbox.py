"""Everything that is sent to chats: paced, and again where it did not arrive. Engine loop only."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

from assistant.backoff import backoff_s
from assistant.channels.telegram.bot_api.client import BotApi, Keyboard
from assistant.channels.telegram.bot_api.errors import (
    TelegramBroken,
    TelegramError,
    TelegramGivenUp,
    TelegramRateLimited,
    TelegramRefused,
    TelegramUnreachable,
)
from assistant.channels.telegram.model.formatted_text import FormattedText
from assistant.channels.telegram.model.message_split import split
from assistant.channels.telegram.model.pacing import ChatPace
from assistant.clock import Clock

_log = logging.getLogger(__name__)

MAX_PHOTO_BYTES: Final = 10 * 1024 * 1024
"""Larger pictures are sent as documents."""
MAX_SERVICE_ERRORS: Final = 6
"""Errors of the service's own, one after another, for which a file or a message is given up: half a
minute."""
Pause = Callable[[float], Awaitable[None]]

T = TypeVar("T")


class ChatOutbox:
    """Sends to chats, each in its own order.

    What must arrive is tried until it does, or until the service takes other calls and not this one;
    what is only progress is tried once.

    Args:
        api: The bot.
        clock: Time.
        pause: Waits so many seconds.
    """

    def __init__(self, *, api: BotApi, clock: Clock, pause: Pause = asyncio.sleep) -> None:
        self._api = api
        self._clock = clock
        self._pause = pause
        self._paces: dict[int, ChatPace] = {}
        self._turns: dict[int, asyncio.Lock] = {}

    def until_edit(self, chat_id: int) -> float:
        """Return how many seconds to wait before a message of a chat is edited."""
        return self._pace(chat_id).until_edit(self._clock.monotonic())

    async def send(
        self,
        chat_id: int,
        text: FormattedText,
        *,
        keyboard: Keyboard = (),
        reply_to: int | None = None,
        force_reply: str | None = None,
        is_silent: bool = False,
    ) -> int:
        """Send a message; returns its id. The arguments are those of `BotApi.send_message`.

        Raises:
            TelegramError: If it will never be taken, or the token is not valid any more.
        """
        return await self._deliver(
            chat_id,
            lambda: self._api.send_message(
                chat_id,
                text,
                keyboard=keyboard,
                reply_to=reply_to,
                force_reply=force_reply,
                is_silent=is_silent,
            ),
        )

    async def send_all(self, chat_id: int, text: FormattedText) -> None:
        """Send a text as however many messages it takes; raises as `send`."""
        for part in split(text):
            await self.send(chat_id, part)

    async def edit(
        self, chat_id: int, message_id: int, text: FormattedText, *, keyboard: Keyboard = ()
    ) -> bool:
        """Change a message; returns whether it is there still.

        Raises:
            TelegramError: If it will never be taken, or the token is not valid any more.
        """
        return await self._edit(
            chat_id, lambda: self._api.edit_message(chat_id, message_id, text, keyboard=keyboard)
        )

    async def edit_keyboard(self, chat_id: int, message_id: int, keyboard: Keyboard = ()) -> bool:
        """Change or remove the buttons below a message; as `edit`."""
        return await self._edit(
            chat_id, lambda: self._api.edit_keyboard(chat_id, message_id, keyboard)
        )

    async def delete(self, chat_id: int, message_id: int) -> None:
        """Delete a message of the bot's; one that is gone, or too old to be deleted, stays so."""
        try:
            await self._deliver(chat_id, lambda: self._api.delete_message(chat_id, message_id))
        except TelegramRefused as refused:
            _log.info("A message was not deleted: %s", refused.code)

    async def show_progress(self, chat_id: int, message_id: int, text: FormattedText) -> bool:
        """Change a message that will be changed again; returns whether that was taken.

        Raises:
            TelegramRefused: If it will never be taken.
        """
        pace = self._pace(chat_id)
        async with self._turn(chat_id):
            pace.edited(self._clock.monotonic())
            try:
                await self._api.edit_message(chat_id, message_id, text)
            except TelegramRefused as refused:
                if not refused.is_not_modified:
                    raise
            except TelegramRateLimited as limited:
                pace.limited(self._clock.monotonic(), limited.retry_after_s)
                return False
            except TelegramError as error:
                _log.info("Progress was not shown: %s", type(error).__name__)
                return False
        return True

    async def show_action(self, chat_id: int, action: str) -> None:
        """Show what the bot does, if that is possible now."""
        if self._pace(chat_id).until_send(self._clock.monotonic()):
            return
        try:
            await self._api.show_action(chat_id, action)
        except TelegramError as error:
            _log.info("What the bot does was not shown: %s", type(error).__name__)

    async def send_picture(self, chat_id: int, data: bytes, *, name: str) -> int:
        """Send a picture, as a document if it is large or none that Telegram shows; as `send`."""
        if len(data) <= MAX_PHOTO_BYTES:
            try:
                return await self._send_file("sendPhoto", chat_id, data, name)
            except TelegramRefused as refused:
                if refused.is_blocked:
                    raise
        return await self._send_file("sendDocument", chat_id, data, name)

    async def download(self, file_id: str) -> bytes:
        """Return a file that a user sent; tries while nobody can be reached.

        Raises:
            TelegramBroken: If the service answered with an error each of `MAX_SERVICE_ERRORS`
                times.
            TelegramError: If it will never be given, or the token is not valid any more.
        """
        return await self._persist(ChatPace(), lambda: self._api.download(file_id))

    async def send_voice(self, chat_id: int, data: bytes, *, duration_s: int) -> int:
        """Send a voice message, OGG with Opus; as `send`."""
        return await self._send_file("sendVoice", chat_id, data, "voice.ogg", duration_s)

    async def _send_file(
        self,
        method: str,
        chat_id: int,
        data: bytes,
        name: str,
        duration_s: int | None = None,
    ) -> int:
        return await self._deliver(
            chat_id,
            lambda: self._api.send_file(method, chat_id, data, name=name, duration_s=duration_s),
        )

    async def _edit(self, chat_id: int, call: Callable[[], Awaitable[None]]) -> bool:
        try:
            await self._deliver(chat_id, call, is_edit=True)
        except TelegramRefused as refused:
            if not (refused.is_not_modified or refused.is_message_gone):
                raise
            return refused.is_not_modified
        return True

    async def _deliver(
        self, chat_id: int, call: Callable[[], Awaitable[T]], *, is_edit: bool = False
    ) -> T:
        async with self._turn(chat_id):
            while True:
                try:
                    return await self._persist(self._pace(chat_id), call, is_edit=is_edit)
                except TelegramBroken as error:
                    if await self._is_service_working():
                        raise TelegramGivenUp(error.message) from error

    async def _is_service_working(self) -> bool:
        """Whether the service takes calls, so that its errors are about one of them alone."""
        try:
            await self._api.get_me()
        except TelegramError:
            return False
        return True

    async def _persist(
        self,
        pace: ChatPace,
        call: Callable[[], Awaitable[T]],
        *,
        is_edit: bool = False,
    ) -> T:
        """Make a call when its time has come, and again until Telegram has answered it.

        Args:
            pace: Of the chat.
            call: The call.
            is_edit: Whether it changes a message.

        Raises:
            TelegramBroken: If the service answered with an error each of `MAX_SERVICE_ERRORS`
                times.
            TelegramError: If it will never be taken, or the token is not valid any more.
        """
        failures = broken = 0
        while True:
            now = self._clock.monotonic()
            wait_s = pace.until_edit(now) if is_edit else pace.until_send(now)
            if wait_s > 0:
                await self._pause(wait_s)
            if is_edit:
                pace.edited(self._clock.monotonic())
            try:
                return await call()
            except TelegramRateLimited as limited:
                pace.limited(self._clock.monotonic(), limited.retry_after_s)
            except TelegramUnreachable as error:
                failures += 1
                broken = broken + 1 if isinstance(error, TelegramBroken) else 0
                if broken == MAX_SERVICE_ERRORS:
                    raise
                await self._pause(backoff_s(failures))

    def _pace(self, chat_id: int) -> ChatPace:
        return self._paces.setdefault(chat_id, ChatPace())

    def _turn(self, chat_id: int) -> asyncio.Lock:
        return self._turns.setdefault(chat_id, asyncio.Lock())
