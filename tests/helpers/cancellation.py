"""Cancels a task at one of the points where it waits, so that a test can try each of them.

What a task waits for may come in the very turn of the loop in which the task is cancelled. Code that
takes what came then, or that fails as it cleans up, forgets that it was to end, and a loop around it
goes on for ever. So each point is tried twice, before and after that came::

    for cancellation in cancellations():
        task = asyncio.create_task(cancellation.of(work()))
        await asyncio.wait({task})
        assert task.cancelled() or not cancellation.is_done
"""

import asyncio
from collections.abc import Callable, Coroutine, Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum, auto
from itertools import count
from types import TracebackType
from typing import Any, TypeVar

from typing_extensions import override

T = TypeVar("T")


class Moment(StrEnum):
    """When in a wait."""

    WAITING = auto()
    ARRIVED = auto()
    """What is waited for is there, and the task has not gone on yet."""


@dataclass(slots=True, kw_only=True)
class Cancellation:
    """Cancels one task, once.

    Args:
        wait: The first, second, … time that it waits.
        moment: When in this wait.
        before: Called right before.

    Attributes:
        is_done: Whether it came so far.
    """

    wait: int
    moment: Moment
    before: Callable[[], object] = lambda: None
    is_done: bool = False

    def of(self, work: Coroutine[Any, Any, T]) -> Coroutine[Any, Any, T]:
        """Return the work for the task that is to be cancelled."""
        return _CancelledWork(work, self)

    def begins_to_wait(self, awaited: "asyncio.Future[Any] | None") -> None:
        """Cancel the running task when it waits for this; None: for its next turn."""
        task = asyncio.current_task()
        assert task is not None

        def cancel() -> None:
            self.is_done = True
            self.before()
            task.cancel()

        if awaited is not None and self.moment is Moment.ARRIVED:
            awaited.add_done_callback(lambda _awaited: cancel())  # before the task is told
        else:
            asyncio.get_running_loop().call_soon(cancel)


def cancellations(before: Callable[[], object] = lambda: None) -> Iterator[Cancellation]:
    """Give one for each wait and moment, until both of a wait did not come."""
    for wait in count(1):
        both = [Cancellation(wait=wait, moment=moment, before=before) for moment in Moment]
        yield from both
        if not any(one.is_done for one in both):
            return


@contextmanager
def cancelled_task_of(
    name: str, cancellation: Cancellation
) -> Generator["list[asyncio.Task[Any]]"]:
    """Cancel the first task that is made of the function of this name; gives it once it is made."""
    loop = asyncio.get_running_loop()
    made: list[asyncio.Task[Any]] = []

    def make(
        loop: asyncio.AbstractEventLoop,
        work: Coroutine[Any, Any, Any] | Generator[Any, None, Any],
        **options: Any,
    ) -> "asyncio.Task[Any]":
        assert isinstance(work, Coroutine)
        if made or getattr(work, "__qualname__", "") != name:
            return asyncio.Task(work, loop=loop, **options)
        made.append(asyncio.Task(cancellation.of(work), loop=loop, **options))
        return made[0]

    loop.set_task_factory(make)
    try:
        yield made
    finally:
        loop.set_task_factory(None)


class _CancelledWork(Coroutine[Any, Any, T]):
    def __init__(self, inner: Coroutine[Any, Any, T], cancellation: Cancellation) -> None:
        self._inner = inner
        self._cancellation = cancellation
        self._n_waits = 0

    @override
    def send(self, value: Any, /) -> Any:
        return self._count(self._inner.send(value))

    @override
    def throw(
        self,
        typ: Any,
        val: BaseException | object = None,
        tb: TracebackType | None = None,
        /,
    ) -> Any:
        return self._count(self._inner.throw(typ))

    @override
    def close(self) -> None:
        self._inner.close()

    @override
    def __await__(self) -> Generator[Any, Any, T]:
        return self._inner.__await__()

    def _count(self, awaited: Any) -> Any:
        self._n_waits += 1
        if self._n_waits == self._cancellation.wait:
            self._cancellation.begins_to_wait(awaited)
        return awaited
