"""Holding audio time still, or not."""

import asyncio
import threading
from collections.abc import Callable, Generator
from concurrent.futures import CancelledError
from contextlib import AbstractContextManager, contextmanager

_SETTLE_LIMIT_S = 0.1
_ROUNDS = 8
"""Times that a loop goes round to settle; each lets a task that waits for another go one step."""


class FreePacing:
    """Implements `Pacer` where time cannot be held: real devices, files at real-time pace."""

    @contextmanager
    def busy(self) -> Generator[None]:
        yield

    def hold(self) -> Callable[[], None]:
        return _nothing


class HeldPacing:
    """Implements `Pacer` by counting who holds; the pump of the files waits for nobody to."""

    def __init__(self) -> None:
        self._holds = 0
        self._changed = threading.Condition()

    @contextmanager
    def _busy(self) -> Generator[None]:
        release = self.hold()
        try:
            yield
        finally:
            release()

    def busy(self) -> AbstractContextManager[None]:
        """Holds time from this call on."""
        return self._busy()

    def hold(self) -> Callable[[], None]:
        with self._changed:
            self._holds += 1
        is_released = False

        def release() -> None:
            nonlocal is_released
            with self._changed:
                if not is_released:
                    is_released = True
                    self._holds -= 1
                    self._changed.notify_all()

        return release

    @property
    def is_held(self) -> bool:
        """Whether time is held."""
        return self._holds > 0

    def wait(self, timeout_s: float) -> bool:
        """Wait until time is released; False if that took too long."""
        with self._changed:
            return self._changed.wait_for(lambda: self._holds == 0, timeout_s)


def settle_on(loop: asyncio.AbstractEventLoop) -> Callable[[], bool]:
    """A function that waits, on another thread, until `loop` has gone round.

    What was handed to the loop before, and the tasks that it began, have run their first steps
    then, so that work that holds audio time does hold it. It returns False if the loop is kept from
    going round, after a tenth of a second. A loop that does not run counts as settled.
    """

    async def go_round() -> None:
        for _round in range(_ROUNDS):
            await asyncio.sleep(0)

    def settle() -> bool:
        if not loop.is_running():
            return True
        rounds_gone = asyncio.run_coroutine_threadsafe(go_round(), loop)
        try:
            rounds_gone.result(_SETTLE_LIMIT_S)
        except TimeoutError:
            rounds_gone.cancel()
            return False
        except CancelledError:  # the loop is ending
            return True
        return True

    return settle


def _nothing() -> None:
    pass
