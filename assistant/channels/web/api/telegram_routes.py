"""The part of the API with which `parley telegram` asks the running program. Engine loop only."""

from collections.abc import Awaitable, Callable
from typing import Annotated, Final

from fastapi import APIRouter, Path

from assistant.channels.web.api.model.bodies import Success
from assistant.channels.web.server.openapi import ApiCall, add_calls
from assistant.channels.web.server.token_route import token_route_class
from assistant.clock import Clock
from assistant.protocol.events import EngineEvent
from assistant.protocol.settings import TelegramChanged
from assistant.protocol.telegram import (
    HideLinkCode,
    ListTelegram,
    ShowLinkCode,
    TelegramListed,
    UnlinkTelegramAccount,
    state_text,
)

UserId = Annotated[int, Path(ge=1, lt=2**63)]
TelegramRequest = (
    ListTelegram | ShowLinkCode | HideLinkCode | UnlinkTelegramAccount | TelegramChanged
)


class TelegramBody(Success):
    """How the bot stands, and who is linked."""

    telegram: TelegramListed


class TelegramRoutes:
    """The routes.

    Args:
        token: What a caller must know.
        do: Carries out a command; what comes of it is told before it returns.
        clock: Time.
    """

    def __init__(
        self, *, token: str, do: Callable[[TelegramRequest], Awaitable[None]], clock: Clock
    ) -> None:
        self._do = do
        self._clock = clock
        self._listed = TelegramListed()
        self.router: Final = APIRouter(route_class=token_route_class(token))
        add_calls(
            self.router,
            (
                ApiCall("GET", "/telegram", self.state, TelegramBody),
                ApiCall("POST", "/telegram/link", self.show_code, TelegramBody),
                ApiCall("POST", "/telegram/link/hide", self.hide_code, TelegramBody),
                ApiCall("POST", "/telegram/unlink/{user_id}", self.unlink, TelegramBody),
                ApiCall("POST", "/telegram/apply", self.apply, TelegramBody),
            ),
        )

    def on_event(self, event: EngineEvent) -> None:
        """Hear how it stands."""
        if isinstance(event, TelegramListed):
            self._listed = event

    async def state(self) -> TelegramBody:
        """Tell how the bot stands, who is linked, and the code that is shown."""
        return await self._done(ListTelegram())

    async def show_code(self) -> TelegramBody:
        """Show a new code that links one account."""
        return await self._done(ShowLinkCode())

    async def hide_code(self) -> TelegramBody:
        """Have the code that is shown be good no more."""
        return await self._done(HideLinkCode())

    async def unlink(self, user_id: UserId) -> TelegramBody:
        """Have an account reach Parley no more."""
        return await self._done(UnlinkTelegramAccount(user_id=user_id))

    async def apply(self) -> TelegramBody:
        """Read the settings and the token of the bot anew."""
        await self._do(TelegramChanged())
        return await self._done(ListTelegram())

    async def _done(self, command: TelegramRequest) -> TelegramBody:
        await self._do(command)
        text = state_text(self._listed, self._clock.now())
        return TelegramBody(message=text, telegram=self._listed)
