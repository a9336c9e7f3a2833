"""Stores timers, alarms and reminders, and rings them when they are due.

Engine loop. `tools/timers/model/schedule.py` decides what happens when; this service sleeps until
then, stores the result and reports it. The wall clock tells when something is due. A monotonic
second clock reveals changes of the wall clock, and timers with a duration are then shifted
accordingly.
"""

import asyncio
import logging
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from assistant.background_tasks import Spawn
from assistant.clock import Clock
from assistant.errors import StoreError
from assistant.locale import _, joined
from assistant.protocol.events import EngineEvent
from assistant.protocol.notices import Notice, NoticeAction, Severity
from assistant.protocol.timers import (
    RestoreTimers,
    RingingStopped,
    TimerRang,
    TimersListed,
    timer_title,
)
from assistant.storage.timers import TimerRepository
from assistant.timer import MAX_TIMERS, Timer
from assistant.tools.timers.keeper import TooManyTimersError
from assistant.tools.timers.model.schedule import (
    RINGS_FOR,
    SNOOZE_S,
    ClockJumpDetector,
    TimerChange,
    TimerTransition,
    seconds_until_due,
    shift_timer,
    snooze_timer,
    stop_timer,
    transition_at,
)

_log = logging.getLogger(__name__)

TICK_S: Final = 5.0
"""Longest sleep while something is set: the loop's own clock stands still while the machine sleeps,
and does not see that the wall clock was set."""
SLEPT_S: Final = 1.0
"""Less than this between two clocks is no sleep of the machine."""
UNDOABLE: Final = 20
"""Cancelled timers that can be taken back."""
_ID_BYTES: Final = 3
_LEAST_S: Final = 0.001
"""Moments are kept to a millisecond or less: a shorter sleep may end before one."""


class TimerService:
    """Implements `TimerKeeper`.

    Args:
        elapsed: Seconds that nobody sets and that pass while the machine sleeps too; the clock's own
            `monotonic` stands still then, which tells that it slept.
    """

    def __init__(
        self,
        *,
        records: TimerRepository,
        clock: Clock,
        elapsed: Callable[[], float],
        zone: Callable[[], str],
        emit: Callable[[EngineEvent], None],
        spawn: Spawn,
    ) -> None:
        self._records = records
        self._clock = clock
        self._elapsed = elapsed
        self._zone = zone
        self._emit = emit
        self._spawn = spawn
        self._timers: dict[str, Timer] = {}
        self._cancelled: dict[str, Timer] = {}
        self._jumps: ClockJumpDetector | None = None
        self._looked = (elapsed(), clock.monotonic())
        self._changed = asyncio.Event()
        self._lock = asyncio.Lock()

    # Life.

    async def load(self) -> None:
        """Load stored timers; rings nothing yet.

        Raises:
            StoreError: If the store cannot be read.
        """
        for timer in await self._records.every():
            self._timers[timer.timer_id] = timer
        self._jumps = ClockJumpDetector(now=self._clock.now(), elapsed_s=self._elapsed())

    def begin(self) -> None:
        """Announce timers and ring from now on."""
        self.tell()
        for timer in self.timers:
            if timer.is_ringing or timer.is_missed:
                self._emit(TimerRang(timer=timer, was_missed=timer.is_missed))
        self._spawn(self._run(), "ring timers")

    def machine_woke(self) -> None:
        """Look at once at what came due while the machine slept; it is looked soon in any case."""
        self._changed.set()

    async def _run(self) -> None:
        while True:
            self._changed.clear()
            try:
                await self._look()
            except Exception:  # noqa: BLE001  # a bug must not keep what is set from ringing
                _log.exception("Timers were not seen to")
            wait_s = seconds_until_due(self._timers.values(), self._clock.now())
            try:
                async with asyncio.timeout(self._sleep_s(wait_s)):
                    await self._changed.wait()
            except TimeoutError:
                continue

    def _sleep_s(self, wait_s: float | None) -> float | None:
        return None if wait_s is None else min(max(wait_s, _LEAST_S), TICK_S)

    async def _look(self) -> None:
        """Ring what is due."""
        async with self._lock:
            now = self._clock.now()
            asleep_since = self._asleep_since(now)
            changed: dict[str, Timer | None] = {**self._follow_clock(now)}
            transitions: list[TimerTransition] = []
            for timer in self.timers:
                left: Timer | None = timer
                while (
                    left is not None
                    and (transition := transition_at(left, now, asleep_since=asleep_since))
                    is not None
                ):
                    left = transition.left
                    transitions.append(transition)
                if left != timer:
                    changed[timer.timer_id] = left
            if changed:
                self._take_over(changed)
                for transition in transitions:
                    self._notify_of(transition)
                self.tell()
                await self._try_to_store(changed)

    def _asleep_since(self, now: datetime) -> datetime | None:
        """When the machine went to sleep at the earliest, if it slept since this was asked last."""
        before, self._looked = self._looked, (self._elapsed(), self._clock.monotonic())
        passed, awake = (new - old for new, old in zip(self._looked, before, strict=True))
        return now - timedelta(seconds=passed) if passed - awake >= SLEPT_S else None

    def _follow_clock(self, now: datetime) -> Mapping[str, Timer]:
        """Shift durations after the wall clock was set; returns the shifted timers."""
        by = self._jumps and self._jumps.look(now=now, elapsed_s=self._elapsed())
        if by is None:
            return {}
        _log.info("The clock was put on by %.1f s", by.total_seconds())
        before = dict(self._timers)
        self._timers = {key: shift_timer(timer, by, now) for key, timer in before.items()}
        return {key: timer for key, timer in self._timers.items() if timer != before[key]}

    def _notify_of(self, transition: TimerTransition) -> None:
        timer = transition.timer
        match transition.change:
            case TimerChange.RANG | TimerChange.MISSED:
                is_missed = transition.change is TimerChange.MISSED
                self._emit(TimerRang(timer=timer, was_missed=is_missed))
            case TimerChange.UNHEARD:
                self._emit(RingingStopped(timer_id=timer.timer_id, is_unheard=True))
                self._emit(
                    Notice(
                        code=f"timer_unheard_{timer.timer_id}",
                        text=_("{title} rang for {minutes} minutes, and nobody stopped it.").format(
                            title=_title(timer), minutes=RINGS_FOR // timedelta(minutes=1)
                        ),
                    )
                )

    # What is kept.

    @property
    def timers(self) -> Sequence[Timer]:
        """Set, ringing or missed, by time."""
        return sorted(self._timers.values(), key=lambda timer: (timer.rings_at, timer.timer_id))

    @property
    def ringing(self) -> Sequence[Timer]:
        """Ringing aloud now."""
        return [timer for timer in self.timers if timer.is_ringing]

    @property
    def zone(self) -> str:
        return self._zone()

    def now(self) -> datetime:
        return self._clock.now()

    def tell(self) -> None:
        """Emit the timers."""
        self._emit(TimersListed(timers=tuple(self.timers)))

    async def add(self, wanted: Timer) -> Timer:
        """Set a timer; stored when this returns.

        Raises:
            TooManyTimersError: If there are as many as can be.
            StoreError: If it could not be stored; it is not set.
        """
        async with self._lock:
            if len(self._timers) >= MAX_TIMERS:
                raise TooManyTimersError
            timer = replace(wanted, timer_id=self._new_id())
            try:
                await self._records.put(timer)
            except asyncio.CancelledError:  # it may be stored all the same
                self._spawn(self._records.remove(timer.timer_id), "forget a timer")
                raise
            self._timers[timer.timer_id] = timer
        self._look_again()
        return timer

    async def cancel(self, timer_ids: Sequence[str]) -> Sequence[Timer]:
        """Remove timers and silence them, with an undo; returns those that existed.

        Raises:
            StoreError: If that could not be stored; they stay.
        """
        async with self._lock:
            gone = [self._timers[key] for key in dict.fromkeys(timer_ids) if key in self._timers]
            if not gone:
                return ()
            await self._records.remove(*(timer.timer_id for timer in gone))
            for timer in gone:
                del self._timers[timer.timer_id]
                self._cancelled[timer.timer_id] = timer
            while len(self._cancelled) > max(UNDOABLE, len(gone)):
                del self._cancelled[next(iter(self._cancelled))]
        for timer in gone:
            if timer.ringing_since is not None:
                self._emit(RingingStopped(timer_id=timer.timer_id))
        self._offer_undo(gone)
        self._look_again()
        return gone

    async def stop(self, timer_id: str | None = None) -> Sequence[Timer]:
        """Stop ringing or missed timers, one or all; returns them."""
        return await self._silence(timer_id, stop_timer)

    async def snooze(self, timer_id: str | None = None, seconds: float = SNOOZE_S) -> None:
        """Ring again after `seconds`; one or all."""
        now = self._clock.now()
        await self._silence(timer_id, lambda timer: snooze_timer(timer, now, seconds))

    async def restore(self, timer_ids: Sequence[str]) -> None:
        """Undo cancellations; those that cannot be undone are left out.

        Raises:
            TooManyTimersError: If there are as many as can be.
            StoreError: If it could not be stored.
        """
        async with self._lock:
            back = [
                replace(self._cancelled[key], ringing_since=None, is_missed=False)
                for key in timer_ids
                if key in self._cancelled
            ]
            if len(self._timers) + len(back) > MAX_TIMERS:
                raise TooManyTimersError
            await self._records.put(*back)
            for timer in back:
                del self._cancelled[timer.timer_id]
                self._timers[timer.timer_id] = timer
        self._look_again()

    async def _silence(
        self, timer_id: str | None, left: Callable[[Timer], Timer | None]
    ) -> Sequence[Timer]:
        async with self._lock:
            silenced = [
                timer
                for timer in self.timers
                if timer.ringing_since is not None and timer_id in {None, timer.timer_id}
            ]
            changed = {timer.timer_id: left(timer) for timer in silenced}
            self._take_over(changed)
            for timer in silenced:
                self._emit(RingingStopped(timer_id=timer.timer_id))
            await self._try_to_store(changed)
        if silenced:
            self._look_again()
        return silenced

    def _take_over(self, changed: Mapping[str, Timer | None]) -> None:
        """Replace timers; None removes."""
        for timer_id, left in changed.items():
            if left is None:
                del self._timers[timer_id]
            else:
                self._timers[timer_id] = left

    async def _try_to_store(self, changed: Mapping[str, Timer | None]) -> None:
        """Store changes; on failure they hold while the program runs, and the user is notified."""
        written = [left for left in changed.values() if left is not None]
        removed = [timer_id for timer_id, left in changed.items() if left is None]
        try:
            if written:
                await self._records.put(*written)
            if removed:
                await self._records.remove(*removed)
        except StoreError as error:
            _log.warning("A change of a timer could not be stored: %s", error.message)
            self._emit(
                Notice(
                    code="timers_not_stored",
                    text=_("A change of a timer could not be saved."),
                    hint=error.message,
                    severity=Severity.ERROR,
                )
            )

    def _new_id(self) -> str:
        """Short, as a model has to write it."""
        while True:
            timer_id = secrets.token_hex(_ID_BYTES)
            if timer_id not in self._timers and timer_id not in self._cancelled:
                return timer_id

    def _look_again(self) -> None:
        self.tell()
        self._changed.set()

    def _offer_undo(self, gone: Sequence[Timer]) -> None:
        self._emit(
            Notice(
                code="timer_cancelled",
                text=_("Cancelled – {title}").format(
                    title=joined(*map(_title, gone), separator=", ")
                ),
                severity=Severity.INFO,
                actions=(
                    NoticeAction(
                        label=_("Undo"),
                        command=RestoreTimers(timer_ids=tuple(timer.timer_id for timer in gone)),
                    ),
                ),
            )
        )


def _title(timer: Timer) -> str:
    return timer_title(timer.kind, timer.label)
