"""Complete engines of one user that are killed, cut off and halted, with clocks that are off."""

import asyncio
import shutil
import time
from collections.abc import Callable
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from assistant.assembly.telegram.switch import TelegramSwitch
from assistant.engine.startup_loader import LoadQueue
from assistant.home import Home
from assistant.llm.api_keys import TELEGRAM, KeyStore
from assistant.llm.messages_api.model_client import ModelClient
from assistant.protocol.sync import SyncNow
from assistant.settings import save
from assistant.sync.repository import SyncRepository
from tests.helpers.engine.running_core import RunningCore, opened
from tests.helpers.telegram.server import TOKEN

_CHUNK: Final = 1 << 16


@dataclass(slots=True)
class SharedTime:
    """How far the test has moved the time of all devices."""

    moved_s: float = 0.0


class DeviceClock:
    """Implements `Clock`: the machine's, moved by the test, ahead by some time on this device."""

    def __init__(self, shared: SharedTime, ahead: timedelta) -> None:
        self._shared = shared
        self._ahead = ahead

    def monotonic(self) -> float:
        """See `Clock`."""
        return time.monotonic() + self._shared.moved_s

    def now(self) -> datetime:
        """See `Clock`."""
        return datetime.now(UTC) + timedelta(seconds=self._shared.moved_s) + self._ahead


class Gate:
    """A loopback port that leads to the server, unless the test closes it or halts what passes.

    Args:
        target: Returns the port of the server.
    """

    def __init__(self, target: Callable[[], int]) -> None:
        self._target = target
        self._is_closed = False
        self._flowing = asyncio.Event()
        self._flowing.set()
        self._writers: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None
        self.port = 0

    @property
    def is_open(self) -> bool:
        """Whether it leads to the server, if that runs."""
        return self._flowing.is_set() and not self._is_closed

    async def begin(self) -> None:
        """Listen."""
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.port = int(self._server.sockets[0].getsockname()[1])

    def close(self) -> None:
        """Break every connection and let no other through."""
        self._is_closed = True
        for writer in self._writers:
            writer.transport.abort()

    def halt(self) -> None:
        """Keep back what is sent, in both directions."""
        self._flowing.clear()

    def open(self) -> None:
        """Let everything through again."""
        self._is_closed = False
        self._flowing.set()

    async def aclose(self) -> None:
        """Stop listening."""
        self.close()
        self._flowing.set()
        if self._server is not None:
            self._server.close()
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(tuple(self._tasks))

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(self._serve(reader, writer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.add(writer)
        try:
            if self._is_closed:
                return
            to_reader, to_writer = await asyncio.open_connection("127.0.0.1", self._target())
            self._writers.add(to_writer)
            try:
                await asyncio.gather(self._pass(reader, to_writer), self._pass(to_reader, writer))
            finally:
                to_writer.transport.abort()
                self._writers.discard(to_writer)
        except OSError:  # the server is not there, or somebody has gone
            pass
        finally:
            writer.transport.abort()
            self._writers.discard(writer)

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(_CHUNK):
            await self._flowing.wait()
            writer.write(data)
            await writer.drain()
        writer.transport.abort()


class CompleteDevice:
    """A home and, while it is on, a complete engine with the Telegram channel.

    Args:
        home: Its own.
        gate: Its way to the server; listens.
        clock: Its clock.
        model: Makes the model that answers; told of the device.

    Attributes:
        is_dying: Whether its process has ended, and what still happens here does not count.
    """

    def __init__(
        self,
        home: Home,
        *,
        gate: Gate,
        clock: DeviceClock,
        model: Callable[["CompleteDevice"], ModelClient],
    ) -> None:
        self.home = home
        self.gate = gate
        self.is_dying = False
        self._clock = clock
        self._model = model
        self._leaving = asyncio.Event()
        self._host: asyncio.Task[None] | None = None
        self._running: RunningCore | None = None
        self._channel: TelegramSwitch | None = None

    @property
    def is_on(self) -> bool:
        """Whether its program runs."""
        return self._running is not None

    @property
    def running(self) -> RunningCore:
        """Its program, which runs."""
        assert self._running is not None
        return self._running

    @property
    def records(self) -> SyncRepository:
        """What it keeps for synchronising."""
        return SyncRepository(database=self.running.core.store.database)

    async def set_up(self, *, database_url: str, telegram_url: str) -> None:
        """Have it synchronise, and answer the bot."""
        name = self.home.root.name
        for key, value in (("enabled", True), ("url", database_url), ("name", name)):
            save(self.home, "sync", key, value)
        save(self.home, "telegram", "api_url", telegram_url)
        keys = KeyStore(keys_file=self.home.keys_file, environment={})
        await keys.set(TOKEN, TELEGRAM)

    async def begin(self) -> None:
        """Begin its program."""
        self._leaving.clear()
        begun = asyncio.Event()
        host = self._host = asyncio.create_task(self._run(begun), name=self.home.root.name)
        waiting = asyncio.create_task(begun.wait())
        await asyncio.wait({host, waiting}, return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()
        if host.done():
            host.result()

    async def end(self) -> None:
        """End its program as the user does."""
        self._leaving.set()
        assert self._host is not None
        await self._host

    async def kill(self) -> None:
        """End its program as a failure of the power does: what is on the disk now stays so.

        It is ended as the user does, cut off from everybody, and its home is put back.
        """
        self.gate.close()
        root = self.home.root
        copy = root.with_name(f"{root.name} as it was")

        def take_copy(_connection: object) -> None:
            self.is_dying = True
            shutil.copytree(root, copy, ignore=shutil.ignore_patterns("*.lock", "*-shm"))

        # On the thread of the store, so that nothing is written to it meanwhile.
        await self.running.core.store.database.read(take_copy)
        await self.end()
        shutil.rmtree(root)
        copy.rename(root)
        self.is_dying = False
        self.gate.open()

    def hurry(self) -> None:
        """Ask at once who leads."""
        if self._channel is not None:
            self._channel.sync_changed()

    async def exchange_soon(self) -> None:
        """Do not wait with synchronising."""
        await self.running.do(SyncNow())

    def read(self, path: Path) -> str:
        """Return what a file of the home says."""
        file = self.home.root / path
        with suppress(FileNotFoundError):
            return file.read_text(encoding="utf-8")
        return ""

    async def _run(self, begun: asyncio.Event) -> None:
        async with AsyncExitStack() as stack:
            running = await stack.enter_async_context(
                opened(self.home, self._model(self), clock=self._clock)
            )
            running.core.sync.begin()
            channel = begin_channel(running)
            stack.push_async_callback(channel.aclose)
            self._running, self._channel = running, channel
            begun.set()
            try:
                await self._leaving.wait()
            finally:
                self._running = self._channel = None


def begin_channel(running: RunningCore) -> TelegramSwitch:
    """Have an engine answer the bot whose token is in its home, without waiting for anything."""
    core = running.core
    channel = TelegramSwitch(
        core=core,
        loading=LoadQueue(),
        keys=KeyStore(keys_file=core.plan.home.keys_file, environment={}),
        shared=core.sync,
        on_leader=core.sync.leader_changed,
        pause=_hurried,
    )
    core.sync.follow(channel)
    channel.register_commands(core.commands)
    channel.begin()
    return channel


async def _hurried(_seconds: float) -> None:
    """Wait a turn of the loop where the channel would wait seconds."""
    await asyncio.sleep(0)
