"""Asks Telegram for updates, again and again, until it is cancelled. Engine loop only."""

import asyncio
import logging
from collections.abc import Callable
from typing import Any, Final

from assistant.backoff import backoff_s
from assistant.channels.telegram.bot_api.client import BotApi
from assistant.channels.telegram.bot_api.errors import (
    TelegramConflict,
    TelegramError,
    TelegramRateLimited,
    TelegramUnauthorized,
)
from assistant.channels.telegram.model.updates import ALLOWED_UPDATES
from assistant.channels.telegram.outbox import Pause
from assistant.channels.telegram.router import UpdateRouter
from assistant.clock import Clock
from assistant.errors import StoreError
from assistant.protocol.telegram import TelegramState
from assistant.storage.telegram import TelegramRepository

_log = logging.getLogger(__name__)

POLL_S: Final = 25
"""Seconds that Telegram waits for an update before it answers with none."""
_FULL: Final = 100
"""Updates that Telegram gives at most at once."""
_CONFLICT_PAUSE_S: Final = 30.0
_LONG_PAUSE_S: Final = 60.0
"""A pause of which the user is told."""
_LONGEST_PAUSE_S: Final = 900.0
"""However long Telegram, or what stands before it, wants nobody to ask."""


class UpdatePoller:
    """Long polling with an offset that is stored with what came.

    Args:
        api: The bot.
        router: Takes what came.
        repository: Knows where to go on.
        clock: Time.
        on_state: Told how the bot stands whenever that changes.
        pause: Waits so many seconds.
    """

    def __init__(
        self,
        *,
        api: BotApi,
        router: UpdateRouter,
        repository: TelegramRepository,
        clock: Clock,
        on_state: Callable[[TelegramState], None] = lambda _state: None,
        pause: Pause = asyncio.sleep,
    ) -> None:
        self._api = api
        self._router = router
        self._repository = repository
        self._clock = clock
        self._on_state = on_state
        self._pause = pause
        self._is_back = False
        """Whether everything is stored that came while nobody asked."""
        self.state = TelegramState.CONNECTING

    async def run(self) -> None:
        """Poll until the token turns out not to be valid."""
        failures = 0
        while True:
            try:
                await self._poll()
                failures = 0
                self._enter(TelegramState.WORKING)
            except TelegramUnauthorized:
                self._enter(TelegramState.UNAUTHORIZED)
                return
            except TelegramConflict:
                self._enter(TelegramState.CONFLICT)
                await self._pause(_CONFLICT_PAUSE_S)
            except TelegramRateLimited as limited:
                if limited.retry_after_s > _LONG_PAUSE_S:
                    self._is_back = False
                    self._enter(TelegramState.UNREACHABLE)
                await self._pause(min(limited.retry_after_s, _LONGEST_PAUSE_S))
            except Exception as error:  # noqa: BLE001  # a bug must not end it for good
                failures += 1
                if not isinstance(error, TelegramError | StoreError):
                    _log.error("Polling failed", exc_info=error)
                elif failures == 1:
                    _log.info("Polling pauses: %s", type(error).__name__)
                is_new = self.state is TelegramState.CONNECTING
                if isinstance(error, TelegramError) and (failures > 1 or is_new):
                    self._is_back = False
                    self._enter(TelegramState.UNREACHABLE)
                await self._pause(backoff_s(failures))

    async def _poll(self) -> None:
        if self._is_back:
            await self._router.take(await self._updates(POLL_S))
            return
        back_at = self._clock.now()
        while True:
            updates = await self._updates(0)
            await self._router.store(updates)
            if len(updates) < _FULL:
                break
        self._is_back = True
        await self._router.take_up(back_at=back_at)

    async def _updates(self, timeout_s: int) -> list[dict[str, Any]]:
        return await self._api.get_updates(
            offset=await self._repository.offset(), timeout_s=timeout_s, allowed=ALLOWED_UPDATES
        )

    def _enter(self, state: TelegramState) -> None:
        if state is not self.state:
            self.state = state
            self._on_state(state)
