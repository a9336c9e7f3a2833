"""Serves the client that started this process: through the running Parley, else by a server here."""

import asyncio
import logging
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from assistant.assembly.mcp.relay_greeting import ACCEPTED, MAX_LINE_BYTES, RelayGreeting
from assistant.channels.mcp.model.relay import Relay
from assistant.channels.mcp.standard_streams import BegunClient
from assistant.channels.web.client.address_file import is_own_socket, read_address

if TYPE_CHECKING:
    from assistant.channels.mcp.server import QuestionServer

_log = logging.getLogger(__name__)

_CONNECT_S: Final = 3.0
"""How long the running program may take to let a relay in."""


Connect = Callable[[bool], Awaitable["LocalServer | ProgramServer"]]
"""Finds a server; whether it may be the running program's."""


async def serve_client(begun: BegunClient, *, connect: Connect, leaving: asyncio.Event) -> None:
    """Serve a client until it leaves, or the process is asked to end.

    Args:
        begun: The client, with its first answers.
        connect: Finds a server, again where one is gone.
        leaving: Set when the process is to end.
    """
    client = _Client(begun, connect=connect)
    serving = asyncio.create_task(client.serve(begun.line), name="mcp-client")
    leaving_soon = asyncio.create_task(leaving.wait(), name="mcp-leaving")
    try:
        await asyncio.wait({serving, leaving_soon}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        leaving_soon.cancel()
        serving.cancel()
        await asyncio.wait({serving})
    if not serving.cancelled():
        serving.result()


class _Client:
    def __init__(self, begun: BegunClient, *, connect: Connect) -> None:
        self._streams = begun.streams
        self._relay = Relay(begun.opening)
        self._connect = connect
        self._server: LocalServer | ProgramServer | None = None
        self._unsent: list[str] = []
        """What came while there was no server, and is no call."""
        self._passing = asyncio.Lock()
        """Held while a line is passed on, so that a new server gets them in their order."""
        self._received: asyncio.Queue[str | None] = asyncio.Queue()

    async def serve(self, line: str) -> None:
        """Pass lines both ways until the client leaves."""
        loop = asyncio.get_running_loop()

        def read() -> None:
            received: str | None = ""
            while received is not None:
                received = self._streams.read()
                loop.call_soon_threadsafe(self._received.put_nowait, received)

        await self._take(line)
        # A thread that waits for input cannot be stopped; it does not hold up the end.
        threading.Thread(target=read, name="mcp-input", daemon=True).start()
        answering = asyncio.create_task(self._answer(), name="mcp-answers")
        hearing = asyncio.create_task(self._hear(), name="mcp-requests")
        try:
            await asyncio.wait({answering, hearing}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (answering, hearing):
                task.cancel()
            await asyncio.wait({answering, hearing})
            if self._server is not None:
                await self._server.aclose()
        for task in (answering, hearing):
            if not task.cancelled():
                task.result()

    async def _hear(self) -> None:
        while (line := await self._received.get()) is not None:
            await self._take(line)

    async def _take(self, line: str) -> None:
        async with self._passing:
            passed = self._relay.from_client(line)
            if passed is None:
                return
            if self._server is not None:
                await self._server.send(passed)
            elif not self._relay.is_call(passed):
                self._unsent.append(passed)

    async def _answer(self) -> None:
        may_relay = True
        while True:
            server = await self._connect(may_relay)
            has_answered = False
            async with self._passing:
                for line in (*self._relay.begin(), *self._unsent):
                    await server.send(line)
                self._unsent.clear()
                self._server = server
            async for line in server.lines():
                has_answered = True
                passed = self._relay.from_server(line)
                if passed is not None:
                    await asyncio.to_thread(self._streams.write, passed)
            self._server = None
            await server.aclose()
            _log.warning("The running Parley is gone; its client finds another server")
            may_relay = has_answered  # one that lets us in and says nothing would do so for ever
            for line in self._relay.lose():
                await asyncio.to_thread(self._streams.write, line)


class LocalServer:
    """Answers the client with a server in this process."""

    def __init__(self, questions: "QuestionServer") -> None:
        from assistant.assembly.mcp.lines import serve_lines  # the package is imported by now

        self._received: asyncio.Queue[str | None] = asyncio.Queue()
        self._said: asyncio.Queue[str | None] = asyncio.Queue()
        self._task = asyncio.create_task(
            serve_lines(questions, _until_end(self._received), self._say), name="mcp-server"
        )
        self._task.add_done_callback(lambda _task: self._said.put_nowait(None))

    async def _say(self, text: str) -> None:
        self._said.put_nowait(text.rstrip("\n"))

    async def send(self, line: str) -> None:
        self._received.put_nowait(line)

    async def lines(self) -> AsyncIterator[str]:
        """Raises the server's failure."""
        async for line in _until_end(self._said):
            yield line
        self._task.result()

    async def aclose(self) -> None:
        self._received.put_nowait(None)
        await asyncio.wait({self._task})


async def _until_end(queue: "asyncio.Queue[str | None]") -> AsyncIterator[str]:
    while (line := await queue.get()) is not None:
        yield line


class ProgramServer:
    """Has the running program answer the client."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    async def send(self, line: str) -> None:
        """Pass on a line of the client's; `lines` notices a server that is gone."""
        try:
            self._writer.write(line.encode("utf-8", "replace") + b"\n")
            await self._writer.drain()
        except ConnectionError:
            _log.info("The running Parley does not listen any more")

    async def lines(self) -> AsyncIterator[str]:
        try:
            while line := await self._reader.readline():
                yield line.decode("utf-8", "replace").rstrip("\n")
        except ConnectionError:
            return

    async def aclose(self) -> None:
        """Hang up: the program withdraws open questions."""
        self._writer.close()


async def reach_server(
    api_file: Path,
    *,
    timeout_s: float,
    call_limit_s: float,
    project: str,
    is_unattended: bool,
    has_permissions: bool = False,
) -> ProgramServer | None:
    """Reach the server in the program that runs with a home.

    Args:
        api_file: In which it says where it is.
        timeout_s: How long a question waits if its call does not say.
        call_limit_s: After how long a client that hears no progress gives up on a call.
        project: The folder that the client works in.
        is_unattended: Whether it is known that nobody sees the client's forms.
        has_permissions: Whether the client asks for permissions through this server.

    Returns:
        The server, or None if no program lets us in.
    """
    address = read_address(api_file)
    if address is None or address.mcp_socket is None or not is_own_socket(address.mcp_socket):
        return None
    greeting = RelayGreeting(
        token=address.token,
        timeout_s=timeout_s,
        call_limit_s=call_limit_s,
        project=project[-200:],
        is_unattended=is_unattended,
        has_permissions=has_permissions,
    )
    try:
        async with asyncio.timeout(_CONNECT_S):
            reader, writer = await asyncio.open_unix_connection(
                address.mcp_socket, limit=MAX_LINE_BYTES
            )
            writer.write(greeting.line())
            answer = await reader.readline()
    except (OSError, TimeoutError) as error:
        _log.info("The running Parley was not reached: %r", error)
        return None
    if answer == ACCEPTED:
        return ProgramServer(reader, writer)
    writer.close()
    return None
