"""Timers on virtual time: a clock that can be set and that sleeps, and a shelf in memory."""

import asyncio
from collections.abc import AsyncGenerator, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar

from typing_extensions import override

from assistant.engine.command_dispatcher import CommandDispatcher
from assistant.engine.timers.timer_commands import TimerCommands
from assistant.engine.timers.timer_service import TimerService
from assistant.errors import StoreError
from assistant.protocol.events import EngineEvent
from assistant.protocol.timers import TimerRang
from assistant.storage.timers import TimerRepository
from assistant.timer import Timer

T = TypeVar("T")


class SettableClock:
    """Implements `Clock` over the loop's time; `put_on` sets it, `sleep` lets the machine sleep."""

    def __init__(self, start: datetime = datetime(2026, 2, 19, 10, 0, tzinfo=UTC)) -> None:
        self._start = start
        self._slept_s = 0.0
        self._origin = asyncio.get_running_loop().time()

    def monotonic(self) -> float:
        """Return the loop's time, which stands still during sleep."""
        return asyncio.get_running_loop().time()

    def now(self) -> datetime:
        """Return what the clock on the wall shows."""
        return self._start + timedelta(seconds=self.elapsed() - self._origin)

    def elapsed(self) -> float:
        """Return seconds that nobody sets, sleep included."""
        return self.monotonic() + self._slept_s

    def put_on(self, seconds: float) -> None:
        """Set the clock on the wall."""
        self._start += timedelta(seconds=seconds)

    def sleep(self, seconds: float) -> None:
        """Let the machine have slept for so long."""
        self._slept_s += seconds


@dataclass
class TimerShelf(TimerRepository):
    """Timers in memory; fails while `is_broken`.

    What was begun is stored `delay_s` later even if nobody waits for it any more, as a database
    thread does.
    """

    records: dict[str, Timer] = field(default_factory=dict[str, Timer])
    is_broken: bool = False
    delay_s: float = 0.0

    @override
    async def every(self) -> tuple[Timer, ...]:
        """Return all of them."""
        return tuple(self.records.values())

    @override
    async def put(self, *records: Timer) -> None:
        """Store them."""
        self._check()
        new = {record.timer_id: record for record in records}
        if self.delay_s:
            asyncio.get_running_loop().call_later(self.delay_s, self.records.update, new)
            await asyncio.sleep(self.delay_s)
        self.records.update(new)

    @override
    async def remove(self, *timer_ids: str) -> None:
        """Forget them."""
        self._check()
        await asyncio.sleep(self.delay_s)
        for timer_id in timer_ids:
            self.records.pop(timer_id, None)

    def _check(self) -> None:
        if self.is_broken:
            raise StoreError("the disk is full")


@dataclass
class Kitchen:
    """A `TimerService` that runs, and all it told."""

    timers: TimerService
    desk: TimerCommands
    commands: CommandDispatcher
    clock: SettableClock
    shelf: TimerShelf
    events: list[EngineEvent]
    faults: list[Exception] = field(default_factory=list[Exception])
    """What those who hear raise, one at each ring."""

    def of(self, kind: type[T]) -> list[T]:
        """Return the events of a kind."""
        return [event for event in self.events if isinstance(event, kind)]


@asynccontextmanager
async def kitchen(
    shelf: TimerShelf | None = None, clock: SettableClock | None = None
) -> AsyncGenerator[Kitchen]:
    """Run timers in Berlin from 11:00 on; leaving the context is kill -9."""
    clock = clock or SettableClock()
    shelf = shelf or TimerShelf()
    events: list[EngineEvent] = []
    faults: list[Exception] = []
    tasks: set[asyncio.Task[None]] = set()

    def hold(work: Coroutine[Any, Any, None], name: str) -> None:
        tasks.add(asyncio.get_running_loop().create_task(work, name=name))

    def emit(event: EngineEvent) -> None:
        events.append(event)
        if isinstance(event, TimerRang) and faults:
            raise faults.pop()

    timers = TimerService(
        records=shelf,
        clock=clock,
        elapsed=clock.elapsed,
        zone=lambda: "Europe/Berlin",
        emit=emit,
        spawn=hold,
    )
    await timers.load()
    timers.begin()
    try:
        desk = TimerCommands(timers=timers, emit=emit, spawn=hold)
        commands = CommandDispatcher()
        desk.register_commands(commands)
        yield Kitchen(
            timers=timers,
            desk=desk,
            commands=commands,
            clock=clock,
            shelf=shelf,
            events=events,
            faults=faults,
        )
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        failed = [task for task in tasks if not task.cancelled() and task.exception() is not None]
        assert not failed, failed
