"""The engine thread: one asyncio loop that owns conversations, questions, tools and storage.

`Engine` is the `EngineClient` of every channel in the same process. Commands enter through
`submit`, events leave to listeners; both ends may be on any thread. The graph that lives on the loop
is built by an asynchronous context manager, so that a failed start raises in the caller of `start`
and shutdown takes the graph down in reverse.
"""

import asyncio
import concurrent.futures
import logging
import threading
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import TYPE_CHECKING

from assistant.conversation.event_bus import notify_all
from assistant.engine.command_dispatcher import CommandDispatcher, UnhandledCommandError
from assistant.log_file import keep_off_the_screen
from assistant.protocol.client import Listener
from assistant.protocol.notices import Notice

if TYPE_CHECKING:
    from assistant.protocol.commands import Command
    from assistant.protocol.events import EngineEvent

logger = logging.getLogger(__name__)

STOP_LIMIT_S = 2.0
"""Seconds shutdown may take in all."""

Graph = Callable[["Engine"], AbstractAsyncContextManager[CommandDispatcher]]
"""Builds what lives on the loop, and gives what takes the commands."""


class Engine:
    """Runs the graph on a thread of its own.

    Args:
        graph: Called once on the engine loop.
    """

    def __init__(self, *, graph: Graph) -> None:
        self._graph = graph
        self._listeners: tuple[Listener, ...] = ()
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stopping: asyncio.Event | None = None
        self._commands: CommandDispatcher | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._early: list[Command] | None = []
        """Commands that came before the graph was ready; None from then on."""
        self._early_tasks: list[tuple[Command, asyncio.Task[None]]] = []
        """What handles those."""
        self._stop_wanted = False
        self._thread = threading.Thread(target=self._main, name="engine", daemon=True)
        self._ready: concurrent.futures.Future[None] = concurrent.futures.Future()

    def start(self) -> None:
        """Start the thread; returns when the graph is built.

        Raises:
            AssistantError: Whatever prevented the graph from being built.
        """
        self.begin(lambda _error: None)
        self._ready.result()

    def begin(self, on_ready: Callable[[BaseException | None], None]) -> None:
        """Start the thread; returns at once.

        Args:
            on_ready: Called on the engine thread, once, with what prevented the graph from being
                built, or None.
        """
        self._ready.add_done_callback(lambda ready: on_ready(ready.exception()))
        self._thread.start()

    def stop(self, limit_s: float = STOP_LIMIT_S) -> None:
        """Take the graph down and join the thread; idempotent.

        Past `limit_s` the thread is abandoned with a line in the log: a model call cannot be
        interrupted, and the thread does not keep the process alive.
        """
        if threading.current_thread() is self._thread:
            raise RuntimeError("The engine cannot be stopped from its own thread")
        self._stop_wanted = True
        if self._loop is not None and self._stopping is not None and self._thread.is_alive():
            self._call(self._stopping.set)
        if self._thread.ident is not None:
            self._thread.join(limit_s)
            if self._thread.is_alive():
                logger.error("The engine did not stop within %.1f s", limit_s)
                keep_off_the_screen(self._thread)  # where it works on, the interpreter ends

    def submit(self, command: "Command") -> None:
        """Queue a command; any thread.

        It waits until the graph is ready; after shutdown, or a failed start, it is dropped.
        """
        with self._lock:
            if self._early is not None:
                self._early.append(command)
                return
        self._call(self._dispatch, command)

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """`listener` is called on the engine thread."""
        with self._lock:
            self._listeners = (*self._listeners, listener)

        def unsubscribe() -> None:
            with self._lock:
                self._listeners = tuple(one for one in self._listeners if one is not listener)

        return unsubscribe

    @property
    def handled(self) -> "frozenset[type[Command]]":
        """Commands with a handler; none before the graph is ready."""
        return frozenset() if self._commands is None else self._commands.handled

    async def early_handled(self, kind: "type[Command]") -> None:
        """Wait for commands of a type that came before the graph was ready; engine thread only.

        For tasks that the graph starts, none of which runs before these are begun.
        """
        tasks = [task for command, task in self._early_tasks if isinstance(command, kind)]
        if tasks:
            await asyncio.wait(tasks)

    def emit(self, event: "EngineEvent") -> None:
        """Engine thread only."""
        notify_all(self._listeners, event)

    def _call(self, function: Callable[..., object], *args: object) -> None:
        if self._loop is None:
            return
        try:
            self._loop.call_soon_threadsafe(function, *args)
        except RuntimeError:
            logger.debug("The engine is gone; a call was dropped")

    def _main(self) -> None:
        try:
            asyncio.run(self._live())
        except BaseException as error:  # handed to the caller of start() or begin()
            with self._lock:
                self._early = None
            if self._ready.done():
                logger.exception("The engine failed")
            else:
                self._ready.set_exception(error)

    async def _live(self) -> None:
        self._stopping = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        async with self._graph(self) as commands:
            self._commands = commands
            with self._lock:
                early, self._early = self._early or [], None
                # Before any that comes now.
                self._early_tasks = [(command, self._begin(commands, command)) for command in early]
            self._ready.set_result(None)
            if self._stop_wanted:  # before there was anything to stop
                self._stopping.set()
            await self._stopping.wait()
            self._commands = None
            for task in tuple(self._tasks):
                task.cancel()
            if self._tasks:
                await asyncio.wait(self._tasks, timeout=STOP_LIMIT_S / 2)
        self._loop = None

    def _dispatch(self, command: "Command") -> None:
        if self._commands is None:
            logger.debug("The engine stops; %s was dropped", type(command).__name__)
            return
        self._begin(self._commands, command)

    def _begin(self, commands: CommandDispatcher, command: "Command") -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(
            self._handle(commands, command), name=f"command-{type(command).__name__}"
        )
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _handle(self, commands: CommandDispatcher, command: "Command") -> None:
        error = await commands.attempt(command)
        if isinstance(error, UnhandledCommandError):
            logger.warning("A command was dropped: %s", error.message)
        elif error is not None:
            self.emit(Notice.of(error, "command_failed"))
