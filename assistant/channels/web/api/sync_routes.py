"""The part of the API with which `parley sync` asks the running program. Engine loop only."""

from collections.abc import Awaitable, Callable
from typing import Final

from fastapi import APIRouter

from assistant.channels.web.api.model.bodies import Success
from assistant.channels.web.server.model.problems import ApiProblem
from assistant.channels.web.server.openapi import ApiCall, add_calls
from assistant.channels.web.server.token_route import token_route_class
from assistant.protocol.events import EngineEvent
from assistant.protocol.settings import SyncChanged
from assistant.protocol.sync import ListSync, SyncListed, SyncNow
from assistant.sync.model.status import SyncState, SyncStatus
from assistant.sync.model.status_text import status_line


class SyncStateBody(Success):
    """How the user's devices stand."""

    status: SyncStatus


class SyncRoutes:
    """The routes.

    Args:
        token: What a caller must know.
        do: Carries out a command; what comes of it is told before it returns.
    """

    def __init__(
        self, *, token: str, do: Callable[[ListSync | SyncNow | SyncChanged], Awaitable[None]]
    ) -> None:
        self._do = do
        self._status = SyncStatus()
        self.router: Final = APIRouter(route_class=token_route_class(token))
        add_calls(
            self.router,
            (
                ApiCall("GET", "/sync", self.state, SyncStateBody),
                ApiCall("POST", "/sync/now", self.now, SyncStateBody, (409,)),
                ApiCall("POST", "/sync/apply", self.apply, SyncStateBody),
            ),
        )

    def on_event(self, event: EngineEvent) -> None:
        """Hear how they stand."""
        if isinstance(event, SyncListed):
            self._status = event.status

    async def state(self) -> SyncStateBody:
        """Tell how the user's devices stand, with the devices as the database lists them now."""
        return await self._done(ListSync())

    async def now(self) -> SyncStateBody:
        """Synchronise without waiting for the next attempt; returns at once."""
        done = await self._done(SyncNow())
        if done.status.state is SyncState.OFF:
            raise ApiProblem(409, "switched_off", done.message)
        return done

    async def apply(self) -> SyncStateBody:
        """Read the settings and the password of synchronising anew."""
        return await self._done(SyncChanged())

    async def _done(self, command: ListSync | SyncNow | SyncChanged) -> SyncStateBody:
        await self._do(command)
        return SyncStateBody(message=status_line(self._status), status=self._status)
