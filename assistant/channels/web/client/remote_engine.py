"""The engine of another process, as an `EngineClient`. Any loop.

The process that owns a home serves its engine to the user's other processes
(`channels/web/api/engine_socket.py`). When `dispatch` returns, the listeners have heard the events that
the command caused.
"""

import asyncio
import itertools
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Final

from websockets.asyncio.client import ClientConnection, connect, unix_connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from assistant import __version__
from assistant.background_tasks import BackgroundTasks
from assistant.channels.web.client.address_file import proven_address
from assistant.channels.web.client.remote_questions import RemoteQuestions
from assistant.conversation.event_bus import notify_all
from assistant.errors import AssistantError, UnreachableError
from assistant.locale import _
from assistant.protocol.client import Listener
from assistant.protocol.commands import Command
from assistant.protocol.events import EngineEvent
from assistant.protocol.notices import Notice
from assistant.protocol.questions import QuestionAsked
from assistant.protocol.wire import (
    ENGINE_PATH,
    MAX_COMMAND,
    CommandDone,
    CommandFailed,
    CommandSubmitted,
    EventTold,
    Greeting,
    decode_frame,
    encode,
)
from assistant.questions.model.question import QuestionSet

_GREETING_S: Final = 10.0
"""Seconds that a program may take to accept a connection."""
_MAX_FRAME: Final = 64 * 1024 * 1024
"""Bytes of one frame: a conversation may be long, memory is not endless."""
_ORDERLY: Final = frozenset({1000, 1001, 1012, 1013})
"""Codes with which a program disconnects a process on purpose. RFC 6455, 7.4.1."""
_TAKEN: Final = 1001
"""The code whose reason is the number of the last command that the program took."""

Reach = Callable[[], Awaitable[ClientConnection | None]]
"""Connects to the program that runs now; None if there is none."""


async def reach_engine(path: Path) -> ClientConnection | None:
    """Connect to the engine of the program that runs with a home.

    Args:
        path: The file in which it says where it is (`Home.api_file`).

    Returns:
        The connection; None if none runs, or it does not let this process in.

    Raises:
        UnreachableError: If it is of a version that has no such connection.
    """
    address = await asyncio.to_thread(proven_address, path)
    if address is None:
        return None
    where = address.url.replace("http", "ws", 1) + ENGINE_PATH
    headers = {"Authorization": f"Bearer {address.token}"}
    try:
        if address.socket is None:
            return await connect(
                where,
                additional_headers=headers,
                compression=None,
                open_timeout=_GREETING_S,
                max_size=_MAX_FRAME,
                proxy=None,
            )
        return await unix_connect(
            str(address.socket),
            where,
            additional_headers=headers,
            compression=None,
            open_timeout=_GREETING_S,
            max_size=_MAX_FRAME,
        )
    except InvalidStatus as answer:
        if answer.response.status_code in {401, 503}:  # it has another token by now, or ends
            return None
        raise _another_version(None) from answer
    except (OSError, InvalidHandshake, TimeoutError):
        return None


class RemoteEngineClient:
    """Implements `EngineClient`. Needs a running loop.

    Args:
        connection: To the program.
        again: Reconnects after the connection was lost; the program may have another address.
        unanswerable: Called with a question that only the program's own surfaces may answer.
        trouble: Called with why an answer was refused.
    """

    def __init__(
        self,
        connection: ClientConnection,
        *,
        again: Reach,
        unanswerable: Callable[[QuestionSet], None],
        trouble: Callable[[AssistantError], None],
    ) -> None:
        self._connection: ClientConnection | None = connection
        self._open: ClientConnection | None = None
        """The same once the present state has arrived: commands may be sent on it."""
        self._again = again
        self._listeners: tuple[Listener, ...] = ()
        self._numbers = itertools.count(1)
        self._waiting: dict[int, _Submitted] = {}
        """The commands without an acknowledgement, by their numbers."""
        self._stood = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        self._tasks = BackgroundTasks(owner="remote-engine")
        self._is_gone = False
        self.questions: Final = RemoteQuestions(
            dispatch=self.dispatch,
            emit=self._emit,
            unanswerable=unanswerable,
            trouble=trouble,
        )

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Hear every event from now on, on the loop."""
        self._listeners = (*self._listeners, listener)

        def unsubscribe() -> None:
            self._listeners = tuple(one for one in self._listeners if one is not listener)

        return unsubscribe

    def submit(self, command: Command) -> None:
        """Hand over a command and return at once; a notice says if it was not carried out."""
        with suppress(RuntimeError):  # the loop is closed
            self._loop.call_soon_threadsafe(self._begin, command)

    async def dispatch(self, command: Command) -> None:
        """Return once a command was carried out and the listeners heard the events it caused.

        If the program reopens its connections meanwhile, the command is carried out once all the
        same.

        Raises:
            UnreachableError: If the program is gone; it may have been carried out.
            AssistantError: Why it was not carried out.
        """
        number = next(self._numbers)
        text = encode(CommandSubmitted(number=number, command=command))
        if len(text) > MAX_COMMAND:
            raise AssistantError(_("This is too long to send to the running Parley."))
        if self._is_gone:
            raise _gone()
        submitted = self._waiting[number] = _Submitted(text, self._loop.create_future())
        try:
            if self._open is not None:
                await _send(self._open, text)
            await submitted.done
        finally:
            del self._waiting[number]

    @asynccontextmanager
    async def hearing(self) -> AsyncGenerator["asyncio.Task[None]"]:
        """Give the listeners the present state, then every event, until the context is left.

        Yields:
            Once the present state was heard: the task that ends when the program closes its
            connections for good. It fails with an UnreachableError if the program ends
            unexpectedly, with a WireError if a message cannot be read.

        Raises:
            UnreachableError: If the program is of another version, or goes at once.
        """
        hearing = asyncio.create_task(self._hear(), name="remote-engine-hears")
        standing = asyncio.create_task(self._stood.wait(), name="remote-engine-stands")
        try:
            await asyncio.wait({hearing, standing}, return_when=asyncio.FIRST_COMPLETED)
            if hearing.done():
                await hearing
                raise _gone()
            yield hearing
        finally:
            for task in (hearing, standing):
                task.cancel()
            await asyncio.wait({hearing, standing})
            await self.questions.aclose()
            await self._tasks.cancel_all()
            if self._connection is not None:
                await self._connection.close()

    def _begin(self, command: Command) -> None:
        self._tasks.spawn(self._attempt(command), f"submit {type(command).__name__}")

    async def _attempt(self, command: Command) -> None:
        try:
            await self.dispatch(command)
        except AssistantError as error:
            self._emit(Notice.of(error, "command_failed"))

    def _emit(self, event: EngineEvent) -> None:
        notify_all(self._listeners, event)

    async def _hear(self) -> None:
        try:
            while self._connection is not None:
                await self._follow(self._connection)
                code, reason = self._connection.close_code, self._connection.close_reason
                self._connection = self._open = None
                is_orderly = code in _ORDERLY
                taken = int(reason) if code == _TAKEN and reason and reason.isdecimal() else None
                self._fail(lambda number, last=taken: last is None or number <= last)
                self._connection = await self._again()
                if self._connection is None and not is_orderly:
                    raise UnreachableError(
                        _("The running Parley ended unexpectedly."),
                        hint=_("What was said is kept. Run parley chat to go on."),
                    )
        finally:
            self._is_gone = True
            self._fail(lambda _number: True)

    async def _follow(self, connection: ClientConnection) -> None:
        """Read frames until the connection ends."""
        open_now: set[str] | None = None
        with suppress(ConnectionClosed):
            async for text in connection:
                frame = decode_frame(text if isinstance(text, str) else text.decode())
                match frame:
                    case Greeting():
                        if frame.version != __version__:
                            raise _another_version(frame.version)
                        open_now = set()
                    case CommandDone(number=0):
                        await self.questions.keep_only(open_now or set())
                        open_now = None
                        self._stood.set()
                        self._open = connection
                        for submitted in tuple(self._waiting.values()):  # while none was open
                            await _send(connection, submitted.text)
                    case CommandDone() | CommandFailed():
                        self._finish(frame)
                    case EventTold(event=event):
                        if open_now is not None and isinstance(event, QuestionAsked):
                            open_now.add(event.questions.id)
                        heard = await self.questions.take(event)
                        if heard is not None:
                            self._emit(heard)

    def _finish(self, frame: CommandDone | CommandFailed) -> None:
        submitted = self._waiting.get(frame.number)
        if submitted is None or submitted.done.done():
            return
        if isinstance(frame, CommandFailed):
            submitted.done.set_exception(frame.error())
        else:
            submitted.done.set_result(None)

    def _fail(self, is_lost: Callable[[int], bool]) -> None:
        for number, submitted in self._waiting.items():
            if is_lost(number) and not submitted.done.done():
                submitted.done.set_exception(_gone())


class _Submitted:
    """A command without an acknowledgement."""

    def __init__(self, text: str, done: "asyncio.Future[None]") -> None:
        self.text = text
        self.done = done


async def _send(connection: ClientConnection, text: str) -> None:
    with suppress(ConnectionClosed):  # the reader handles what was submitted
        await connection.send(text)


def _another_version(other: str | None) -> UnreachableError:
    """Return what the user is told; None is one from before there was such a connection."""
    message = (
        _("The running Parley is too old for this terminal ({own}).").format(own=__version__)
        if other is None
        else _("The running Parley is version {other}, this terminal is version {own}.").format(
            other=other, own=__version__
        )
    )
    return UnreachableError(message, hint=_("Quit it and start it again, then try again."))


def _gone() -> UnreachableError:
    return UnreachableError(_("The running Parley does not answer any more."))
