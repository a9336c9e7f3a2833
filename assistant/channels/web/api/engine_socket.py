"""The engine for another process: commands in, events out, over a WebSocket. Engine loop only.

Such a process is a surface of the user's, as a terminal beside the window is. It first gets the
present state as events, then every event in order. The events that a command causes are sent before
its acknowledgement.
"""

import asyncio
import logging
import sys
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Final, get_args

from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from assistant import __version__
from assistant.background_tasks import Spawn
from assistant.channels.web.api.model.remote_access import RemoteEvent, admitted, crossing
from assistant.channels.web.server.model.problems import ApiProblem
from assistant.channels.web.server.model.tokens import bearer, is_token
from assistant.clock import Clock
from assistant.errors import AssistantError
from assistant.locale import _
from assistant.protocol.client import Listener
from assistant.protocol.commands import Command
from assistant.protocol.events import EngineEvent
from assistant.protocol.wire import (
    ENGINE_PATH,
    CommandDone,
    CommandFailed,
    CommandSubmitted,
    EngineFrame,
    EventTold,
    Greeting,
    WireError,
    decode_command,
    encode,
    prepare,
)
from assistant.questions.model.pending_question import PendingQuestion

_log = logging.getLogger(__name__)

MAX_BEHIND: Final = 4000
"""Frames that wait for a slow reader; beyond them it is disconnected, and may reconnect."""
MAX_UNDER_WAY: Final = 32
"""Commands of one process that run at once; the next is read when one of them ends."""
_ENDING_S: Final = 1.0
"""Seconds that closing waits for running commands."""
_GOING_AWAY: Final = 1001
_BAD_DATA: Final = 1007
_TRY_AGAIN_LATER: Final = 1013
"""RFC 6455, 7.4.1, and the registry of IANA."""


class EngineSocket:
    """Serves the engine to other processes of this user's.

    Args:
        token: What they must know.
        subscribe: Adds a listener for every event.
        standing: Returns the present state as events.
        attempt: Carries a command out; returns why it failed.
        pending: Returns the open questions.
        spawn: Runs a command as a task that ends with the engine.
        clock: Stamps answers.
    """

    def __init__(
        self,
        *,
        token: str,
        subscribe: Callable[[Listener], Callable[[], None]],
        standing: Callable[[], Sequence[EngineEvent]],
        attempt: Callable[[Command], Awaitable[AssistantError | None]],
        pending: Callable[[], Sequence[PendingQuestion]],
        spawn: Spawn,
        clock: Clock,
    ) -> None:
        self._token = token
        self._subscribe = subscribe
        self._standing = standing
        self._attempt = attempt
        self._pending = pending
        self._begin = spawn
        self._clock = clock
        self._leaving = asyncio.Event()
        self._open: set[asyncio.Task[None]] = set()
        self.router: Final = APIRouter(include_in_schema=False)
        self.router.add_api_websocket_route(ENGINE_PATH, self.serve)

    async def serve(self, socket: WebSocket) -> None:
        """Serve one process until it or the server goes."""
        if refused := self._refusal(socket):
            await socket.send_denial_response(refused.response())
            return
        await asyncio.to_thread(prepare, get_args(RemoteEvent))
        await socket.accept()
        connection = _Connection(socket, self._carry_out, self._begin)
        holding = asyncio.create_task(self._hold(connection), name="engine-socket")
        self._open.add(holding)
        holding.add_done_callback(self._open.discard)
        await asyncio.wait({holding})
        if not holding.cancelled() and (error := holding.exception()) is not None:
            _log.error("The connection of another process broke.", exc_info=error)

    async def aclose(self) -> None:
        """Disconnect every process; each may reconnect when the server opens again."""
        self._leaving.set()
        if self._open:
            await asyncio.wait(self._open)

    def _refusal(self, socket: WebSocket) -> ApiProblem | None:
        if not is_token(bearer(socket.headers.get("authorization")), self._token):
            return ApiProblem(
                401,
                "unauthorized",
                _("The token is missing or wrong; it stands in {file}.").format(
                    file="run/api.json"
                ),
            )
        if sys.platform != "win32" and socket.client is not None:
            # A token may be known to programs that may do less; the folder lets only the user in.
            return ApiProblem(403, "forbidden", _("This is only available on the Unix socket."))
        return None

    async def _hold(self, connection: "_Connection") -> None:
        # No await in between, so that no event is missed or sent twice.
        connection.tell(Greeting(version=__version__))
        for event in self._standing():
            connection.hear(event)
        connection.tell(CommandDone(number=0))
        unsubscribe = self._subscribe(connection.hear)
        try:
            await connection.hold(self._leaving)
        finally:
            unsubscribe()

    async def _carry_out(self, submitted: CommandSubmitted) -> EngineFrame:
        number = submitted.number
        try:
            command = admitted(submitted.command, pending=self._pending(), at=self._clock.now())
        except AssistantError as refused:
            return CommandFailed.of(number, refused)
        error = await self._attempt(command)
        return CommandDone(number=number) if error is None else CommandFailed.of(number, error)


class _Connection:
    """One process.

    Args:
        socket: Accepted.
        carry_out: Carries a command out; returns its acknowledgement.
        spawn: Runs that as a task.
    """

    def __init__(
        self,
        socket: WebSocket,
        carry_out: Callable[[CommandSubmitted], Awaitable[EngineFrame]],
        spawn: Spawn,
    ) -> None:
        self._socket = socket
        self._carry_out = carry_out
        self._begin = spawn
        self._frames: deque[EngineFrame] = deque()
        """Still to be sent."""
        self._has_more = asyncio.Event()
        self._is_behind = asyncio.Event()
        self._room = asyncio.Semaphore(MAX_UNDER_WAY)
        self._under_way: set[int] = set()
        """The numbers of the running commands."""
        self._is_idle = asyncio.Event()
        """Set while none is."""
        self._is_idle.set()
        self._taken = 0
        """The number of the last command that was read."""

    def hear(self, event: EngineEvent) -> None:
        """Take an event of the engine."""
        told = crossing(event)
        if told is not None:
            self.tell(EventTold(event=told))

    def tell(self, frame: EngineFrame) -> None:
        """Queue a frame; returns at once."""
        if len(self._frames) >= MAX_BEHIND:
            self._is_behind.set()
            return
        self._frames.append(frame)
        self._has_more.set()

    async def hold(self, leaving: asyncio.Event) -> None:
        """Send and receive until either end closes."""
        hearing = asyncio.create_task(self._hear_commands(), name="engine-socket-hears")
        telling = asyncio.create_task(self._tell_frames(), name="engine-socket-tells")
        behind = asyncio.create_task(self._is_behind.wait(), name="engine-socket-behind")
        closing = asyncio.create_task(leaving.wait(), name="engine-socket-closes")
        tasks = {hearing, telling, behind, closing}
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            hearing.cancel()
            if closing.done():  # their acknowledgements are sent still
                with suppress(TimeoutError):
                    async with asyncio.timeout(_ENDING_S):
                        await self._is_idle.wait()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)
        code, reason = _GOING_AWAY, str(self._taken)
        if behind.done() and not behind.cancelled():
            code, reason = _TRY_AGAIN_LATER, ""
        for task in (hearing, telling):
            error = None if task.cancelled() else task.exception()
            if isinstance(error, WireError):
                _log.warning("Another process was not understood: %s", error.message)
                code, reason = _BAD_DATA, ""
            elif error is not None:
                raise error
        with suppress(RuntimeError, WebSocketDisconnect):  # it is closed already
            if code == _GOING_AWAY:
                await self._tell_waiting()
            await self._socket.close(code, reason)

    async def _hear_commands(self) -> None:
        while True:
            message = await self._socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            submitted = decode_command(str(message.get("text") or ""))
            await self._room.acquire()
            self._taken = submitted.number
            self._under_way.add(submitted.number)
            self._is_idle.clear()
            self._begin(self._do(submitted), f"{type(submitted.command).__name__} from elsewhere")

    async def _do(self, submitted: CommandSubmitted) -> None:
        try:
            self.tell(await self._carry_out(submitted))
        finally:
            self._under_way.discard(submitted.number)
            if not self._under_way:
                self._is_idle.set()
            self._room.release()

    async def _tell_frames(self) -> None:
        with suppress(WebSocketDisconnect):
            while True:
                await self._has_more.wait()
                await self._tell_waiting()

    async def _tell_waiting(self) -> None:
        while self._frames:
            await self._socket.send_text(encode(self._frames.popleft()))
        self._has_more.clear()
