"""The thread boundary: commands in, events out, start and stop."""

import asyncio
import logging
import threading
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager

import pytest

from assistant.engine.command_dispatcher import CommandDispatcher
from assistant.engine.engine_thread import Engine, Graph
from assistant.errors import StoreError
from assistant.protocol.conversation import NewConversation, Say, Stop
from assistant.protocol.events import EngineEvent
from assistant.protocol.notices import Notice
from assistant.protocol.timers import ListTimers
from assistant.protocol.turns import TextDelta
from assistant.protocol.voice import Mute
from tests.helpers.patience import PATIENCE_S


def echo_graph(engine: Engine, torn_down: threading.Event | None = None) -> Graph:
    """Return a graph that says back what is said to it."""

    async def say(command: Say) -> None:
        engine.emit(TextDelta(turn_id="t", text=command.text))

    async def fail(command: Stop) -> None:
        raise StoreError("The disk is full.", hint="Make room.")

    async def crash(command: Mute) -> None:
        raise ZeroDivisionError

    async def hang(command: NewConversation) -> None:
        engine.emit(TextDelta(turn_id="t", text="hanging"))
        await asyncio.Event().wait()

    @asynccontextmanager
    async def graph(_: Engine) -> AsyncGenerator[CommandDispatcher]:
        commands = CommandDispatcher()
        commands.register(Say, say)
        commands.register(Stop, fail)
        commands.register(Mute, crash)
        commands.register(NewConversation, hang)
        yield commands
        if torn_down:
            torn_down.set()

    return graph


class Recorder:
    """A listener that keeps events and can be waited on from another thread."""

    def __init__(self) -> None:
        self.events: list[EngineEvent] = []
        self.threads: set[str] = set()
        self._arrived = threading.Condition()

    def __call__(self, event: EngineEvent) -> None:
        """Keep an event."""
        with self._arrived:
            self.events.append(event)
            self.threads.add(threading.current_thread().name)
            self._arrived.notify_all()

    def wait_for(self, count: int) -> list[EngineEvent]:
        """Return the events once there are `count`."""
        with self._arrived:
            assert self._arrived.wait_for(lambda: len(self.events) >= count, PATIENCE_S)
            return self.events


@contextmanager
def running() -> Generator[tuple[Engine, Recorder]]:
    """Run an echoing engine."""
    engine = Engine(graph=lambda engine: echo_graph(engine)(engine))
    recorder = Recorder()
    engine.subscribe(recorder)
    engine.start()
    try:
        yield engine, recorder
    finally:
        engine.stop(PATIENCE_S)


def test_commands_are_handled_in_order_on_the_engine_thread() -> None:
    with running() as (engine, recorder):
        for word in ("a", "b", "c"):
            engine.submit(Say(text=word))
        events = recorder.wait_for(3)
    assert [e.text for e in events if isinstance(e, TextDelta)] == ["a", "b", "c"]
    assert recorder.threads == {"engine"}


def test_start_raises_what_prevented_the_graph() -> None:
    @asynccontextmanager
    async def broken(_: Engine) -> AsyncGenerator[CommandDispatcher]:
        raise StoreError("The database is damaged.")
        yield CommandDispatcher()

    with pytest.raises(StoreError, match="damaged"):
        Engine(graph=broken).start()


def test_a_failing_command_becomes_a_notice_and_the_engine_lives_on(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with running() as (engine, recorder), caplog.at_level(logging.CRITICAL):
        engine.submit(Stop())
        engine.submit(Mute(muted=True))
        engine.submit(Say(text="still here"))
        failed, crashed, said = recorder.wait_for(3)
    assert isinstance(failed, Notice)
    assert (failed.text, failed.hint) == ("The disk is full.", "Make room.")
    assert isinstance(crashed, Notice)
    assert "ZeroDivisionError" in crashed.text
    assert said == TextDelta(turn_id="t", text="still here")


def test_a_command_that_nobody_takes_is_a_warning_in_the_log_and_told_to_nobody(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with running() as (engine, recorder), caplog.at_level(logging.WARNING):
        engine.submit(ListTimers())
        engine.submit(Say(text="still here"))
        assert recorder.wait_for(1) == [TextDelta(turn_id="t", text="still here")]
    (record,) = caplog.records
    assert (record.levelname, "ListTimers" in record.getMessage()) == ("WARNING", True)


def test_an_ended_subscription_hears_nothing_more() -> None:
    with running() as (engine, recorder):
        other = Recorder()
        unsubscribe = engine.subscribe(other)
        engine.submit(Say(text="a"))
        recorder.wait_for(1)
        other.wait_for(1)
        unsubscribe()
        engine.submit(Say(text="b"))
        recorder.wait_for(2)
    assert len(other.events) == 1


def test_stop_takes_the_graph_down_cancels_what_hangs_and_may_be_repeated() -> None:
    torn_down = threading.Event()
    engine = Engine(graph=lambda engine: echo_graph(engine, torn_down)(engine))
    recorder = Recorder()
    engine.subscribe(recorder)
    engine.start()
    engine.submit(NewConversation())
    recorder.wait_for(1)
    engine.stop(PATIENCE_S)
    engine.stop(PATIENCE_S)
    assert torn_down.is_set()
    engine.submit(Say(text="dropped"))
    assert len(recorder.events) == 1


def test_the_engine_cannot_be_stopped_from_its_own_thread() -> None:
    refused: list[BaseException] = []

    @asynccontextmanager
    async def graph(engine: Engine) -> AsyncGenerator[CommandDispatcher]:
        async def stop(command: Stop) -> None:
            try:
                engine.stop()
            except RuntimeError as error:
                refused.append(error)
            engine.emit(TextDelta(turn_id="t", text="done"))

        commands = CommandDispatcher()
        commands.register(Stop, stop)
        yield commands

    engine = Engine(graph=graph)
    recorder = Recorder()
    engine.subscribe(recorder)
    engine.start()
    engine.submit(Stop())
    recorder.wait_for(1)
    engine.stop(PATIENCE_S)
    assert "own thread" in str(refused[0])


def waiting_graph(engine: Engine, may_build: threading.Event) -> Graph:
    """Return an echo that is built when it may be."""

    @asynccontextmanager
    async def graph(_: Engine) -> AsyncGenerator[CommandDispatcher]:
        await asyncio.to_thread(may_build.wait, PATIENCE_S)
        async with echo_graph(engine)(engine) as commands:
            yield commands

    return graph


def test_what_is_said_before_the_engine_is_ready_waits_in_order() -> None:
    may_build = threading.Event()
    told: list[BaseException | None] = []
    engine = Engine(graph=lambda engine: waiting_graph(engine, may_build)(engine))
    recorder = Recorder()
    engine.subscribe(recorder)
    engine.submit(Say(text="before it is begun"))
    engine.begin(told.append)
    engine.submit(Say(text="while it is built"))
    assert recorder.events == []
    may_build.set()
    said = recorder.wait_for(2)
    engine.submit(Say(text="afterwards"))
    said = recorder.wait_for(3)
    engine.stop(PATIENCE_S)
    assert [e.text for e in said if isinstance(e, TextDelta)] == [
        "before it is begun",
        "while it is built",
        "afterwards",
    ]
    assert told == [None]
    engine.submit(Say(text="dropped"))
    assert len(recorder.events) == 3


def test_a_task_of_the_graph_can_wait_for_what_was_said_before_it_was_ready() -> None:
    order: list[str] = []
    is_over = threading.Event()

    @asynccontextmanager
    async def graph(engine: Engine) -> AsyncGenerator[CommandDispatcher]:
        async def say(command: Say) -> None:
            for _round in range(3):
                await asyncio.sleep(0)
            order.append(command.text)

        async def hang(command: NewConversation) -> None:
            await asyncio.Event().wait()

        async def load() -> None:
            await engine.early_handled(Say)
            order.append("load")
            await engine.early_handled(Mute)  # none was given
            is_over.set()

        commands = CommandDispatcher()
        commands.register(Say, say)
        commands.register(NewConversation, hang)
        loading = asyncio.create_task(load())
        yield commands
        await loading

    engine = Engine(graph=graph)
    engine.submit(NewConversation())
    engine.submit(Say(text="one"))
    engine.submit(Say(text="two"))
    engine.start()
    assert is_over.wait(PATIENCE_S)
    engine.stop(PATIENCE_S)
    assert order == ["one", "two", "load"]


def test_a_graph_that_cannot_be_built_is_told_to_whoever_began_it() -> None:
    @asynccontextmanager
    async def broken(_: Engine) -> AsyncGenerator[CommandDispatcher]:
        raise StoreError("No room.")
        yield CommandDispatcher()

    told: list[BaseException | None] = []
    engine = Engine(graph=broken)
    engine.submit(Say(text="never heard"))
    engine.begin(told.append)
    engine.stop(PATIENCE_S)
    engine.submit(Say(text="dropped"))
    assert [str(error) for error in told] == ["No room."]


def test_stop_while_the_graph_is_being_built_takes_it_down_again() -> None:
    may_build, torn_down = threading.Event(), threading.Event()

    @asynccontextmanager
    async def graph(engine: Engine) -> AsyncGenerator[CommandDispatcher]:
        await asyncio.to_thread(may_build.wait, PATIENCE_S)
        async with echo_graph(engine, torn_down)(engine) as commands:
            yield commands

    engine = Engine(graph=graph)
    engine.begin(lambda _error: None)
    stopping = threading.Thread(target=engine.stop, args=(PATIENCE_S,))
    stopping.start()
    may_build.set()
    stopping.join(PATIENCE_S)
    assert not stopping.is_alive()
    assert torn_down.is_set()
