"""Calls into a sound system that may never return, each within its time."""

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

_log = logging.getLogger(__name__)

T = TypeVar("T")

STUCK_LIMIT: Final = 3
"""Calls that may hang at once before no further one is begun."""


class CallTimeoutError(Exception):
    """The call did not return in time, was abandoned, or was not begun as others hang."""


@dataclass(slots=True)
class _Call(Generic[T]):
    is_abandoned: bool = False
    is_done: bool = False
    result: T | None = None
    error: Exception | None = None


class TimedCalls:
    """Runs each call on a daemon thread and waits for it no longer than it may take.

    What hangs is left behind; when it returns after all, its result is disposed of on its own
    thread.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._changed = threading.Condition()
        self._stuck = 0
        self._epoch = 0

    @property
    def stuck(self) -> int:
        """Calls that hang now; any thread."""
        return self._stuck

    @property
    def epoch(self) -> int:
        """How often `abandon` was called; any thread."""
        return self._epoch

    def abandon(self) -> None:
        """Let every waiting call give up now; any thread."""
        with self._changed:
            self._epoch += 1
            self._changed.notify_all()

    def run(
        self,
        call: Callable[[], T],
        limit_s: float,
        *,
        late: Callable[[T], None] | None = None,
        epoch: int | None = None,
    ) -> T:
        """Run a call with a time limit.

        Args:
            call: Runs on a thread of its own.
            limit_s: Longest wait, in seconds.
            late: Disposes of a result that came after nobody waited for it any more.
            epoch: As it was when the call was decided on; by default now.

        Raises:
            CallTimeoutError: If it took longer, `abandon` was called, or too many calls hang.
        """
        state: _Call[T] = _Call()
        with self._changed:
            if self._stuck >= STUCK_LIMIT:
                raise CallTimeoutError("earlier calls hang")
            epoch = self._epoch if epoch is None else epoch
        threading.Thread(
            target=self._run, args=(call, state, late), name=self._name, daemon=True
        ).start()
        with self._changed:
            self._changed.wait_for(lambda: state.is_done or self._epoch != epoch, limit_s)
            if not state.is_done:
                state.is_abandoned = True
                self._stuck += 1
                raise CallTimeoutError(f"no answer within {limit_s} s")
        if state.error is not None:
            raise state.error
        return state.result  # pyright: ignore[reportReturnType]  # it is done without an error

    def _run(
        self, call: Callable[[], T], state: _Call[T], late: Callable[[T], None] | None
    ) -> None:
        result: T | None = None
        error: Exception | None = None
        try:
            result = call()
        except Exception as raised:  # noqa: BLE001  # `run` raises it on its caller's thread
            error = raised
        with self._changed:
            state.is_done, state.result, state.error = True, result, error
            self._changed.notify_all()
            if not state.is_abandoned:
                return
        try:
            if error is None and late is not None:
                late(result)  # pyright: ignore[reportArgumentType]  # there was no error
            _log.warning("A call into the sound system returned late (%s)", error or "fine")
        except Exception:  # noqa: BLE001  # on a thread of its own: a bug must not go unseen
            _log.exception("What came late from the sound system cannot be disposed of")
        finally:
            with self._changed:
                self._stuck -= 1
