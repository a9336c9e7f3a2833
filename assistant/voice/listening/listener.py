"""The listener thread: blocks from the microphone in, events for the voice session out.

A callback of the input device appends blocks to a bounded queue; when the thread falls behind, the
oldest block goes and is counted. The thread resamples, lets the `Perception` hear, and delivers what it
says. It also watches the flow: a microphone that gives nothing for two seconds is closed and opened
again, at growing intervals, until it works.
"""

import logging
import threading
from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from queue import Empty, SimpleQueue
from typing import Final, assert_never

from assistant.clock import Clock
from assistant.errors import DeviceError
from assistant.locale import _
from assistant.voice.audio.lag_histogram import LagHistogram
from assistant.voice.detectors.smart_turn import TurnJudge
from assistant.voice.devices.binding import DeviceAvailable, DeviceGone, DeviceInUse
from assistant.voice.devices.policy.flow_watchdog import FlowStep, FlowWatchdog
from assistant.voice.devices.protocols import InputDevice, Pacer
from assistant.voice.devices.stream_supervisor import StreamSupervisor
from assistant.voice.events import (
    DeviceChanged,
    InputEnded,
    InputLost,
    InputRestored,
    ListenerEvent,
    NoSpeech,
    Samples,
)
from assistant.voice.listening.echo_canceller import EchoCanceller
from assistant.voice.listening.perception import Perception
from assistant.voice.listening.resampler import Resampler
from assistant.voice.protocols import SAMPLE_RATE_HZ, ListeningMode
from assistant.voice.turn_taking.text_completeness import PauseReading

_log = logging.getLogger(__name__)

FLOW_LIMIT_S: Final = 2.0
"""Silence of the callback, not of the room, after which a microphone counts as lost."""
REOPEN_AFTER_S: Final = (0.5, 1.0, 2.0, 4.0, 8.0, 10.0)
"""Waits between attempts to open it again; the last one repeats."""
QUEUE_BLOCKS: Final = 500
"""Bound of the queue: 5 s of blocks of 10 ms. Full: the oldest goes."""

_TICK_S = 0.25
_STOP_LIMIT_S = 1.0


Ask = Callable[[int, Samples], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class ListenerStats:
    """Counters for the diagnostics."""

    blocks: int = 0
    dropped_blocks: int = 0
    """Blocks that came while the queue was full."""
    worst_lag_s: float = 0.0
    """Longest time from a block's last sample to its having been heard; live devices only."""
    times_lost: int = 0
    """How often the microphone stopped giving audio."""


@dataclass(frozen=True, slots=True)
class _Block:
    samples: Samples
    at: float
    release: Callable[[], None]


@dataclass(frozen=True, slots=True)
class _Hear:
    what: ListeningMode
    no_speech_after_s: float | None
    since: float | None
    held: bool
    release: Callable[[], None]


@dataclass(frozen=True, slots=True)
class _LetGo:
    release: Callable[[], None]


@dataclass(frozen=True, slots=True)
class _Verdict:
    pause_id: int
    probability: float | None
    release: Callable[[], None]


@dataclass(frozen=True, slots=True)
class _Read:
    pause_id: int
    reading: PauseReading
    release: Callable[[], None]


@dataclass(frozen=True, slots=True)
class _Over:
    at: float
    release: Callable[[], None]


_Order = _Hear | _LetGo | _Verdict | _Read | _Over


class Listener:
    """Implements `AudioInput` for one input device.

    Args:
        build_perception: Loads the models; called on the listener thread with a function that asks the
            judge, or None if there is no judge.
        judge: Decides whether a sentence is finished, or None.
        pacer: Holds audio time while blocks and verdicts are on their way.
        clock: For the watch over the flow.
        binding: Follows the microphone from device to device; None for one that is always the same.
            With it a microphone that is missing at the start is waited for, and `InputLost` is
            reported.
        echo: Takes the assistant's own voice out of what is heard; None where the microphone cannot
            hear the speaker.
    """

    _deliver: Callable[[ListenerEvent], None]
    _perception: Perception
    _watch: FlowWatchdog

    def __init__(
        self,
        *,
        device: InputDevice,
        build_perception: Callable[[Ask | None], Perception],
        judge: TurnJudge | None,
        pacer: Pacer,
        clock: Clock,
        echo: EchoCanceller | None = None,
        binding: StreamSupervisor | None = None,
    ) -> None:
        self._device = device
        self._binding = binding
        self._echo = echo
        self._build_perception = build_perception
        self._judge = judge
        self._pacer = pacer
        self._clock = clock
        self._thread: threading.Thread | None = None
        self._stopping = threading.Event()
        self._something = threading.Event()
        self._blocks: deque[_Block] = deque()
        self._orders: SimpleQueue[_Order] = SimpleQueue()
        self._dropped = 0
        self._stats = ListenerStats()
        self._lags = LagHistogram()
        self._delivered: Counter[type[ListenerEvent]] = Counter()
        self._resampler = Resampler(SAMPLE_RATE_HZ)
        self._over: _Over | None = None
        self._is_over = False

    @property
    def stats(self) -> ListenerStats:
        """Counters so far; any thread."""
        return self._stats

    def n_delivered(self, kind: type[ListenerEvent]) -> int:
        """How many events of a kind were delivered so far; any thread."""
        return self._delivered[kind]

    def lag_s(self, percent: float) -> float | None:
        """A percentile of the lag over all blocks of a live device so far; any thread."""
        return self._lags.percentile(percent)

    def start(self, deliver: Callable[[ListenerEvent], None]) -> None:
        """Open the microphone and start listening.

        Raises:
            DeviceError: If no microphone can be opened, and there is no binding to tell of one later.
            ModelFileError: If a model file is missing.
            ModelLoadError: If a model does not load.
            RuntimeError: If it is running.
        """
        if self._thread is not None:
            raise RuntimeError("the listener is running")
        self._stopping.clear()
        self._is_over = False
        started: SimpleQueue[Exception | None] = SimpleQueue()

        def deliver_counted(event: ListenerEvent) -> None:
            self._delivered[type(event)] += 1
            deliver(event)

        self._deliver = deliver_counted
        self._thread = threading.Thread(
            target=self._main, args=(started,), name="listener", daemon=True
        )
        self._thread.start()
        problem = started.get()
        if problem is not None:
            self._thread.join()
            self._thread = None
            raise problem

    def hear(
        self,
        what: ListeningMode,
        *,
        no_speech_after_s: float | None = None,
        since: float | None = None,
        held: bool = False,
    ) -> None:
        """Does nothing while the listener is stopped."""
        if self._thread is not None:
            self._order(_Hear(what, no_speech_after_s, since, held, self._pacer.hold()))

    def let_go(self) -> None:
        """Does nothing while the listener is stopped."""
        if self._thread is not None:
            self._order(_LetGo(self._pacer.hold()))

    def read(self, pause_id: int, reading: PauseReading) -> None:
        """Does nothing while the listener is stopped."""
        if self._thread is not None:
            self._order(_Read(pause_id, reading, self._pacer.hold()))

    def stop(self) -> None:
        thread, self._thread = self._thread, None
        if thread is None:
            return
        self._stopping.set()
        self._something.set()
        if self._binding is not None:
            self._binding.unwatch()
        if thread is not threading.current_thread():
            thread.join(_STOP_LIMIT_S)
        if thread.is_alive():
            _log.error("The listener thread does not stop")

    # Any thread.

    def _order(self, order: _Order) -> None:
        self._orders.put(order)
        self._something.set()

    def _take_block(self, samples: Samples, at: float) -> None:
        if len(self._blocks) >= QUEUE_BLOCKS:
            with suppress(IndexError):  # the listener may empty it at this moment
                self._blocks.popleft().release()
                self._dropped += 1
        self._blocks.append(_Block(samples, at, self._pacer.hold()))
        self._something.set()

    def _take_end(self, at: float) -> None:
        self._order(_Over(at, self._pacer.hold()))

    def _ask(self, pause_id: int, audio: Samples) -> None:
        if self._judge is None:
            return
        release = self._pacer.hold()
        self._judge.judge(
            audio, lambda probability: self._order(_Verdict(pause_id, probability, release))
        )

    # The listener thread.

    def _main(self, started: "SimpleQueue[Exception | None]") -> None:
        try:
            self._perception = self._build_perception(
                self._ask if self._judge is not None else None
            )
            missing = self._open_first()
        except Exception as error:  # noqa: BLE001  # `start` raises it on its caller's thread
            started.put(error)
            return
        started.put(None)
        try:
            self._run(missing)
        except Exception:  # noqa: BLE001  # a thread's main function: a bug must not go unseen
            _log.exception("The listener thread failed")
            self._deliver(
                InputLost(at=self._clock.monotonic(), reason=_("Listening stopped working."))
            )
        finally:
            if self._binding is not None:
                self._binding.unwatch()
            self._device.close()
            self._empty_queues()
            # What is alive when Python ends, soxr complains about on the terminal.
            self._resampler = Resampler(SAMPLE_RATE_HZ)
            if self._echo is not None:
                self._echo.close()

    def _open_first(self) -> DeviceError | None:
        """Open the microphone; returns the error if it may recover.

        Raises:
            DeviceError: If it failed, and it is not to be waited for.
        """
        if self._binding is None:
            self._open_device()
            return None
        self._binding.watch()
        try:
            self._open_device()
        except DeviceError as error:
            return error
        return None

    def _run(self, missing: DeviceError | None) -> None:
        self._watch = FlowWatchdog(
            self._clock.monotonic(), limit_s=FLOW_LIMIT_S, reopen_after_s=REOPEN_AFTER_S
        )
        if missing is not None:
            self._lose(missing)
        while not self._stopping.is_set():
            # One block at a time: a thread that falls behind still obeys at once.
            if not self._blocks:
                self._something.wait(_TICK_S)
                self._something.clear()
            self._follow()
            for order in _drain(self._orders):
                self._obey(order)
            if self._blocks and not self._stopping.is_set():
                block = self._blocks.popleft()
                if self._watch.flowed(self._clock.monotonic()):
                    self._deliver(InputRestored(at=block.at))
                self._hear_block(block)
            if self._over is not None and not self._blocks:
                over, self._over = self._over, None
                self._is_over = True
                for event in self._hear_the_last(over):
                    # That the input is over says more than that nothing was said until then.
                    if not isinstance(event, NoSpeech):
                        self._deliver(event)
                self._deliver(InputEnded(at=over.at))
                over.release()
            if self._device.is_live and not self._is_over and not self._blocks:
                self._watch_flow()

    def _obey(self, order: _Order) -> None:
        perception = self._perception
        match order:
            case _Hear(what, no_speech_after_s, since, held, release):
                events = perception.hear(what, no_speech_after_s, since=since, held=held)
                if self._is_over:
                    events += perception.close()
            case _LetGo(release):
                perception.let_go()
                events = perception.close() if self._is_over else []
            case _Verdict(pause_id, probability, release):
                events = perception.judged(pause_id, probability)
            case _Read(pause_id, reading, release):
                events = perception.read(pause_id, reading)
            case _Over():
                self._over = order  # blocks that came before it are heard first
                return
            case _:
                assert_never(order)
        for event in events:
            self._deliver(event)
        release()

    def _hear_block(self, block: _Block) -> None:
        stats = self._stats
        if self._dropped != stats.dropped_blocks:
            self._perception.skip()
        samples = self._resampler.convert(block.samples)
        if len(samples):
            for event in self._perceive(samples, block.at - self._resampler.delay_s):
                self._deliver(event)
        lag_s = self._clock.monotonic() - block.at if self._device.is_live else 0.0
        if self._device.is_live:
            self._lags.add(lag_s)
        self._stats = replace(
            stats,
            blocks=stats.blocks + 1,
            dropped_blocks=self._dropped,
            worst_lag_s=max(stats.worst_lag_s, lag_s),
        )
        block.release()

    def _perceive(self, samples: Samples, at: float) -> list[ListenerEvent]:
        if self._echo is None:
            return self._perception.listen(samples, at)
        heard = self._echo.cancel(samples, at)
        if not len(heard.gentle):
            return []
        return self._perception.listen(heard.gentle, heard.at, clean=heard.clean)

    def _hear_the_last(self, over: _Over) -> list[ListenerEvent]:
        """Process what resampler and canceller still hold, and end an open turn."""
        events: list[ListenerEvent] = []
        rest = self._resampler.flush()
        if len(rest):
            events += self._perceive(rest, over.at)
        if self._echo is not None:
            rest = self._echo.flush()
            events += self._perception.listen(rest, over.at)
        return events + self._perception.close()

    def _follow(self) -> None:
        """Handle events of the microphone's device."""
        if self._binding is None:
            return
        for news in self._binding.news():
            now = self._clock.monotonic()
            match news:
                case DeviceInUse(name=name, wanted=wanted, reason=reason):
                    self._deliver(
                        DeviceChanged(at=now, kind="input", name=name, wanted=wanted, reason=reason)
                    )
                case DeviceAvailable() if self._watch.is_lost:
                    self._watch.hurry(now)
                case DeviceGone() if self._watch.is_lost:
                    self._device.close()
                    self._watch.lost(now)
                case DeviceGone() | DeviceAvailable():
                    self._reopen()
                case _:
                    assert_never(news)

    def _reopen(self) -> None:
        """Switch to another device, or reopen this one; report only failures."""
        self._device.close()
        self._drop_blocks()
        self._perception.skip()
        try:
            self._open_device()
        except DeviceError as error:
            self._lose(error)
        else:
            self._watch.reopened(self._clock.monotonic())

    def _lose(self, why: DeviceError) -> None:
        now = self._clock.monotonic()
        _log.warning("The microphone cannot be used: %s", why.message)
        self._stats = replace(self._stats, times_lost=self._stats.times_lost + 1)
        self._watch.lost(now)
        self._deliver(InputLost(at=now, reason=why.message, hint=why.hint))

    def _watch_flow(self) -> None:
        now = self._clock.monotonic()
        was_lost = self._watch.is_lost
        match self._watch.check(now):
            case FlowStep.NOTHING:
                pass
            case FlowStep.CLOSE:
                self._device.close()
                self._drop_blocks()
                self._perception.skip()
                if not was_lost:
                    _log.warning("No audio from the microphone %s", self._device.name)
                    self._stats = replace(self._stats, times_lost=self._stats.times_lost + 1)
                    self._deliver(InputLost(at=now, reason=_("The microphone stopped working.")))
            case FlowStep.OPEN:
                try:
                    self._open_device()
                except DeviceError as error:
                    _log.info("The microphone cannot be opened yet: %s", error.message)
                    self._watch.failed(self._clock.monotonic())
                else:
                    self._watch.opened(self._clock.monotonic())

    def _open_device(self) -> None:
        self._device.open(self._take_block, on_end=self._take_end)
        self._resampler = Resampler(self._device.sample_rate_hz)

    def _drop_blocks(self) -> None:
        while self._blocks:
            self._blocks.popleft().release()

    def _empty_queues(self) -> None:
        self._drop_blocks()
        if self._over is not None:
            self._over.release()
            self._over = None
        for order in _drain(self._orders):
            order.release()


def _drain(queue: SimpleQueue[_Order]) -> Iterator[_Order]:
    with suppress(Empty):
        while True:
            yield queue.get_nowait()
