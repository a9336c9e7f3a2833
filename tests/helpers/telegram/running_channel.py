"""The Telegram channel over a real core and store, against the strict fake."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from assistant.assembly.telegram.channel import TelegramChannel, open_telegram
from assistant.channels.telegram.seams import Speech
from assistant.clock import Clock
from assistant.home import Home
from assistant.llm.messages_api.model_client import ModelClient
from assistant.settings import SettingValue, save_together
from assistant.storage.telegram import TelegramAccount
from tests.helpers.engine.running_core import RunningCore, opened
from tests.helpers.patience import PATIENCE_S
from tests.helpers.telegram.no_linking import NoLinking
from tests.helpers.telegram.server import TOKEN, TelegramServer
from tests.helpers.telegram.users import TelegramUser


async def hasty(seconds: float) -> None:
    """Wait a hundredth of what is asked: the channel waits on real HTTP, so time is not virtual."""
    await asyncio.sleep(seconds / 100)


@dataclass(slots=True, kw_only=True)
class RunningChannel:
    """A channel that polls."""

    running: RunningCore
    channel: TelegramChannel
    telegram: TelegramServer

    async def until(
        self, condition: Callable[[], object], *, patience_s: float = PATIENCE_S
    ) -> None:
        """Wait until something holds that a message or call tells of."""
        await self.telegram.reached(condition, patience_s=patience_s)

    async def handled(self) -> None:
        """Wait until nothing waits in the store."""
        async with asyncio.timeout(PATIENCE_S):
            while await self.running.core.store.telegram.waiting():
                pass  # the store's thread has other work in between


async def link(
    running: RunningCore, user: TelegramUser, *, workspace: str = "default", **changes: Any
) -> TelegramAccount:
    """Link a user."""
    account = TelegramAccount(
        user_id=user.user_id,
        chat_id=user.chat.chat_id,
        name="Ada",
        workspace=workspace,
        agent="default",
        conversation_id=None,
        linked_at=running.core.plan.clock.now(),
        **changes,
    )
    await running.core.store.telegram.link(account)
    return account


@asynccontextmanager
async def polling(
    home: Home,
    telegram: TelegramServer,
    *users: TelegramUser,
    model: ModelClient | None = None,
    clock: Clock | None = None,
    pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
    workspace: str = "default",
    speech: Speech | None = None,
    escalation: Mapping[str, SettingValue] | None = None,
    **changes: object,
) -> AsyncGenerator[RunningChannel]:
    """Open a core on a home with these users linked, and poll.

    Args:
        escalation: Settings that say how questions get louder; `changes` are those of Telegram.
    """
    save_together(home, "escalation", escalation or {})
    async with opened(home, model, clock=clock) as running:
        linked = {account.user_id for account in await running.core.store.telegram.accounts()}
        for user in users:
            if user.user_id not in linked:
                await link(running, user, workspace=workspace)
        settings = running.core.plan.settings.telegram.model_copy(
            update={"api_url": telegram.url, **changes}
        )
        async with open_telegram(
            running.core,
            TOKEN,
            settings=lambda: settings,
            linking=NoLinking(),
            pause=pause,
            speech=speech,
        ) as channel:
            yield RunningChannel(running=running, channel=channel, telegram=telegram)
