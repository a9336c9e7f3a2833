"""Plays clips on one long-lived stream.

The device's callback pulls blocks from a `Mixer` under a lock that is held for the length of a copy.
Everything else is done on the player's own thread: opening the device, bringing clips to its sample
rate, telling what was heard, watching that the device goes on asking, opening it again when it does
not. The stream stays open and plays silence while there is nothing to say.
"""

import logging
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from queue import Empty, SimpleQueue
from typing import Any, Final, assert_never, cast

import numpy as np
import numpy.typing as npt

from assistant.clock import Clock
from assistant.errors import DeviceError
from assistant.locale import _
from assistant.voice.audio.loudness_normalization import scaled
from assistant.voice.audio.mixer import Mixer, make_track
from assistant.voice.devices.binding import DeviceAvailable, DeviceGone, DeviceInUse
from assistant.voice.devices.policy.flow_watchdog import FlowStep, FlowWatchdog
from assistant.voice.devices.protocols import OutputDevice, Pacer
from assistant.voice.devices.stream_supervisor import StreamSupervisor
from assistant.voice.events import (
    DeviceChanged,
    OutputLost,
    OutputRestored,
    PlaybackEvent,
    Samples,
)
from assistant.voice.protocols import Clip, ClipProgress

_log = logging.getLogger(__name__)

STALL_S: Final = 3.0
"""A device that has asked for nothing for so long counts as lost. PulseAudio lets a new stream on an
idle sink wait for up to 2 s (measured on a null sink)."""
REOPEN_AFTER_S: Final = (0.5, 1.0, 2.0, 4.0, 8.0, 10.0)
"""Waits between attempts to open it again; the last one repeats."""

_CLOSE_LIMIT_S = 1.0

Release = Callable[[], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerStats:
    """Counters for the diagnostics."""

    starved: int = 0
    """Clips that came too late to follow the one before them without a gap."""
    dropped: int = 0
    """Clips that were to be played while there was no speaker."""
    times_lost: int = 0
    """How often the speaker stopped working."""


@dataclass(frozen=True, slots=True)
class _Prepare:
    clip: Clip
    generation: int
    release: Release


@dataclass(frozen=True, slots=True)
class _Cue:
    samples: Samples
    sample_rate_hz: int
    release: Release


@dataclass(frozen=True, slots=True, eq=False)
class _Ring:
    samples: Samples
    sample_rate_hz: int


@dataclass(frozen=True, slots=True)
class _BeginRing:
    ring: _Ring
    release: Release


@dataclass(frozen=True, slots=True)
class _Tell:
    event: PlaybackEvent
    release: Release


@dataclass(frozen=True, slots=True)
class _Lost:
    reason: str


@dataclass(frozen=True, slots=True)
class _Close:
    pass


_Order = _Prepare | _Cue | _BeginRing | _Tell | _Lost | _Close


def resampled(samples: Samples, from_hz: int, to_hz: int) -> Samples:
    """Resample mono audio; 4 s from 22,050 to 48,000 Hz take some 5 ms."""
    if from_hz == to_hz or not samples.size:
        return samples
    soxr = cast("Any", import_module("soxr"))
    converted: Samples = soxr.resample(samples, from_hz, to_hz, quality="HQ")
    # The filter rings above full scale at hard edges.
    return np.clip(converted, -1.0, 1.0, out=converted)


class Player:
    """Implements `AudioOutput` on one output device.

    The `at` of its events is the moment at which the sample is heard: the device's moment plus its
    latency. They are delivered when the sample is handed to the device, so `at` may lie that much in
    the future.

    When the device is lost, everything queued is dropped, `OutputLost` is delivered once, and
    `OutputRestored` when the device asks for audio again; clips played meanwhile are dropped. When
    the sound only goes to another device, or to the same one reopened, what is queued goes on.

    Args:
        clock: For the watch over the device; the same time line as the device's if that is real.
        pacer: Holds audio time while clips are prepared and events delivered.
        stall_s: Time without being asked after which the device counts as lost. None for devices
            that may pause, as files do; these are not opened again either.
        on_played: Takes each block as it is played, after volume and fades, and the moment at which
            its first sample is heard; the reference of an echo canceller. Called on the device's
            thread; it only copies and never raises.
        gain: Returns the factor of each clip, above 0; one above 1 never clips. Called on the player's thread.
        binding: Follows the speaker from device to device; None for one that is always the same.
            With it a speaker that is missing at the start is waited for, and `OutputLost` is
            reported.
    """

    _deliver: Callable[[PlaybackEvent], None]
    _watch: FlowWatchdog

    def __init__(
        self,
        *,
        output: OutputDevice,
        clock: Clock,
        pacer: Pacer,
        stall_s: float | None = STALL_S,
        tick_s: float = 0.25,
        on_played: Callable[[Samples, float], None] | None = None,
        gain: Callable[[], float] = lambda: 1.0,
        binding: StreamSupervisor | None = None,
    ) -> None:
        self._output = output
        self._binding = binding
        self._clock = clock
        self._pacer = pacer
        self._stall_s = stall_s
        self._tick_s = tick_s
        self._on_played = on_played
        self._gain = gain
        self._orders: SimpleQueue[_Order] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()
        # Guarded by the lock.
        self._mixer: Mixer | None = None  # None: no speaker
        self._preparing: set[int] = set()  # clips of this generation that are being prepared
        self._generation = 0
        self._starved = self._dropped = self._times_lost = 0
        self._ringing: _Ring | None = None
        self._ring_volume = 1.0
        # Written by the device's thread, or before it runs.
        self._latency_s = 0.0
        self._fills = 0
        self._is_changing = False

    @property
    def stats(self) -> PlayerStats:
        """Counters so far; any thread."""
        with self._lock:
            starved = self._starved + (self._mixer.starved if self._mixer else 0)
            return PlayerStats(starved=starved, dropped=self._dropped, times_lost=self._times_lost)

    @property
    def volume(self) -> float:
        """Volume of the last block relative to the clips' own, 0 to 1; any thread."""
        with self._lock:
            return self._mixer.volume if self._mixer else 0.0

    @property
    def is_idle(self) -> bool:
        """Whether nothing is queued or sounding; any thread."""
        with self._lock:
            return not self._preparing and (self._mixer is None or self._mixer.is_empty)

    def start(self, deliver: Callable[[PlaybackEvent], None]) -> None:
        """Open the speaker; `deliver` is called on the player's thread.

        Raises:
            DeviceError: If no speaker can be opened, and there is no binding to tell of one later.
            RuntimeError: If it is open.
        """
        if self._thread is not None:
            raise RuntimeError("the player is running")
        self._orders = SimpleQueue()
        started: SimpleQueue[Exception | None] = SimpleQueue()
        self._deliver = deliver
        self._thread = threading.Thread(
            target=self._main, args=(started,), name="player", daemon=True
        )
        self._thread.start()
        problem = started.get()
        if problem is not None:
            self._thread.join()
            self._thread = None
            raise problem

    def play(self, clip: Clip) -> None:
        """Dropped if there is no speaker."""
        with self._lock:
            if self._mixer is None:
                self._dropped += 1
                return
            self._preparing.add(clip.clip_id)
            self._orders.put(_Prepare(clip, self._generation, self._pacer.hold()))

    def withdraw(self, clip_id: int) -> bool:
        with self._lock:
            if clip_id in self._preparing:
                self._preparing.remove(clip_id)
                return True
            return self._mixer is not None and self._mixer.withdraw(clip_id)

    def cue(self, samples: Samples, sample_rate_hz: int) -> None:
        with self._lock:
            if self._mixer is not None:
                self._orders.put(_Cue(samples, sample_rate_hz, self._pacer.hold()))

    def ring(self, samples: Samples, sample_rate_hz: int) -> None:
        with self._lock:
            self._ringing = _Ring(samples, sample_rate_hz)
            self._orders.put(_BeginRing(self._ringing, self._pacer.hold()))

    def duck_ring(self, factor: float) -> None:
        with self._lock:
            self._ring_volume = factor
            if self._mixer is not None:
                self._mixer.set_ring_volume(factor)

    def stop_ring(self) -> None:
        with self._lock:
            self._ringing = None
            if self._mixer is not None:
                self._mixer.stop_ring()

    def stop_now(self) -> ClipProgress | None:
        """What the device already holds counts as heard. A clip that ended a moment ago, whose `ClipFinished` may still be on its way, is returned with the fraction 1."""
        with self._lock:
            self._generation += 1
            self._preparing.clear()
            return self._mixer.stop() if self._mixer else None

    def duck(self, factor: float) -> None:
        with self._lock:
            if self._mixer is not None:
                self._mixer.set_volume(factor)

    def unduck(self) -> None:
        self.duck(1.0)

    def hold(self) -> None:
        with self._lock:
            if self._mixer is not None:
                self._mixer.hold()

    def resume(self) -> None:
        with self._lock:
            if self._mixer is not None:
                self._mixer.resume()

    def close(self) -> None:
        thread, self._thread = self._thread, None
        if thread is None:
            return
        self.stop_now()
        self._orders.put(_Close())
        if self._binding is not None:
            self._binding.unwatch()
        if thread is not threading.current_thread():
            thread.join(_CLOSE_LIMIT_S)
            if thread.is_alive():
                _log.error("The thread %s does not stop", thread.name)

    # The device's thread.

    def _fill(self, out: npt.NDArray[np.float32], at: float) -> None:
        self._fills += 1
        heard_at = at + self._latency_s
        with self._lock:
            if self._mixer is None or self._is_changing:
                out[:] = 0.0
                return
            for event in self._mixer.fill(out, heard_at):
                self._orders.put(_Tell(event, self._pacer.hold()))
        if self._on_played is not None:
            self._on_played(out.copy(), heard_at)

    def _take_loss(self, reason: str) -> None:
        self._orders.put(_Lost(reason))

    # The player's thread.

    def _main(self, started: "SimpleQueue[Exception | None]") -> None:
        try:
            missing = self._open_first()
        except Exception as error:  # noqa: BLE001  # raised by `start`, which waits for it
            started.put(error)
            return
        started.put(None)
        try:
            self._run(missing)
        except Exception:  # noqa: BLE001  # a thread's main function: a bug must not go unseen
            _log.exception("The player's thread failed")
            self._lose(_("The speaker stopped working."))
        finally:
            self._forget_all()
            if self._binding is not None:
                self._binding.unwatch()
            self._output.close()
            self._release_orders()

    def _open_first(self) -> DeviceError | None:
        """Open the speaker; returns the error if it may recover.

        Raises:
            DeviceError: If it failed, and it is not to be waited for.
        """
        if self._binding is None:
            self._open()
            return None
        self._binding.watch()
        try:
            self._open()
        except DeviceError as error:
            return error
        return None

    def _begin_watch(self, missing: DeviceError | None) -> None:
        self._watch = FlowWatchdog(
            self._clock.monotonic(),
            limit_s=self._stall_s or STALL_S,
            reopen_after_s=REOPEN_AFTER_S,
        )
        if missing is not None:
            self._watch.lost(self._clock.monotonic())
            self._lose(missing.message)

    def _run(self, missing: DeviceError | None) -> None:
        self._begin_watch(missing)
        seen_fills = self._fills
        while True:
            order = self._next_order()
            match order:
                case None:
                    pass
                case _Prepare():
                    self._prepare(order)
                case _Cue() | _BeginRing():
                    self._mix(order)
                case _Tell(event, release):
                    self._deliver(event)
                    release()
                case _Lost(reason):
                    was_lost = self._watch.is_lost
                    self._output.close()
                    self._watch.failed(self._clock.monotonic())
                    if was_lost:
                        self._forget_all()
                    else:
                        self._lose(reason)
                case _Close():
                    return
                case _:
                    assert_never(order)
            if self._stall_s is None:
                continue
            if self._fills != seen_fills:
                seen_fills = self._fills
                if self._watch.flowed(self._clock.monotonic()):
                    self._deliver(OutputRestored(at=self._clock.monotonic()))
            self._follow_binding()
            self._follow()

    def _next_order(self) -> _Order | None:
        try:
            return self._orders.get(timeout=None if self._stall_s is None else self._tick_s)
        except Empty:
            return None

    def _prepare(self, order: _Prepare) -> None:
        clip = order.clip
        with self._lock:
            mixer = self._mixer if self._is_wanted(order) else None
        if mixer is not None:
            samples = resampled(clip.samples, clip.sample_rate_hz, self._output.sample_rate_hz)
            samples = scaled(samples, self._gain())
            track = make_track(clip.clip_id, samples)
            with self._lock:
                if self._is_wanted(order):
                    mixer.add(track)
                    self._preparing.remove(clip.clip_id)
        order.release()

    def _is_wanted(self, order: _Prepare) -> bool:
        """Whether a clip was neither stopped nor withdrawn; only with the lock."""
        return order.generation == self._generation and order.clip.clip_id in self._preparing

    def _mix(self, order: _Cue | _BeginRing) -> None:
        if isinstance(order, _BeginRing):
            self._begin_ring(order.ring)
            order.release()
            return
        cue = resampled(order.samples, order.sample_rate_hz, self._output.sample_rate_hz)
        with self._lock:
            if self._mixer is not None:
                self._mixer.cue(cue)
        order.release()

    def _begin_ring(self, wanted: _Ring) -> None:
        with self._lock:
            is_open = self._mixer is not None
        if not is_open:
            return  # there is no rate yet; it begins with the speaker
        ring = resampled(wanted.samples, wanted.sample_rate_hz, self._output.sample_rate_hz)
        with self._lock:
            if self._mixer is not None and self._ringing is wanted:
                self._mixer.set_ring_volume(self._ring_volume)
                self._mixer.ring(ring)

    def _follow_binding(self) -> None:
        """Handle events of the speaker's device."""
        if self._binding is None:
            return
        for news in self._binding.news():
            now = self._clock.monotonic()
            match news:
                case DeviceInUse(name=name, wanted=wanted, reason=reason):
                    self._deliver(
                        DeviceChanged(
                            at=now, kind="output", name=name, wanted=wanted, reason=reason
                        )
                    )
                case DeviceAvailable() if self._watch.is_lost:
                    self._watch.hurry(now)
                case DeviceGone() if self._watch.is_lost:
                    self._output.close()
                    self._forget_all()
                    self._watch.lost(now)
                case DeviceGone() | DeviceAvailable():
                    self._reopen()
                case _:
                    assert_never(news)
        if not self._watch.is_lost:
            self._latency_s = self._output.latency_s  # it may have become known, or changed

    def _reopen(self) -> None:
        """Switch to another device, or reopen this one; report only lost audio."""
        self._is_changing = True  # until the rate is known, nothing that is queued is played
        self._output.close()
        before_hz = self._output.sample_rate_hz
        try:
            self._output.open(self._fill, on_lost=self._take_loss)
        except DeviceError as error:
            self._watch.lost(self._clock.monotonic())
            self._lose(error.message)
        else:
            self._latency_s = self._output.latency_s
            self._watch.reopened(self._clock.monotonic())
            if self._output.sample_rate_hz != before_hz:
                self._change_rate()
        finally:
            self._is_changing = False

    def _change_rate(self) -> None:
        """Begin with an empty queue: its clips have another rate.

        Clips that are still to be prepared will be made for this one, and stay.
        """
        with self._lock:
            is_cut = self._mixer is not None and self._mixer.has_clips
        if is_cut:
            now = self._clock.monotonic()
            self._watch.lost(now)
            self._lose(_("The speaker stopped working."))
            self._watch.opened(now)
        self._make_mixer()

    def _follow(self) -> None:
        was_lost = self._watch.is_lost
        match self._watch.check(self._clock.monotonic()):
            case FlowStep.NOTHING:
                pass
            case FlowStep.CLOSE:
                self._output.close()
                if was_lost:
                    self._forget_all()
                else:
                    _log.warning("The speaker %s asks for no audio", self._output.name)
                    self._lose(_("The speaker stopped working."))
            case FlowStep.OPEN:
                try:
                    self._open()
                except DeviceError as error:
                    _log.info("The speaker cannot be opened yet: %s", error.message)
                    self._watch.failed(self._clock.monotonic())
                else:
                    self._watch.opened(self._clock.monotonic())

    def _open(self) -> None:
        self._output.open(self._fill, on_lost=self._take_loss)
        self._latency_s = self._output.latency_s
        self._make_mixer()

    def _make_mixer(self) -> None:
        with self._lock:
            rate_hz = self._output.sample_rate_hz
            self._mixer = self._mixer.at_rate(rate_hz) if self._mixer else Mixer(rate_hz)
            ringing = self._ringing
        if ringing is not None:
            self._begin_ring(ringing)

    def _lose(self, reason: str) -> None:
        self._forget_all()
        with self._lock:
            self._times_lost += 1
        self._deliver(OutputLost(at=self._clock.monotonic(), reason=reason))

    def _forget_all(self) -> None:
        with self._lock:
            if self._mixer is not None:
                self._starved += self._mixer.starved
            self._mixer = None
            self._generation += 1
            self._preparing.clear()

    def _release_orders(self) -> None:
        with suppress(Empty):
            while True:
                order = self._orders.get_nowait()
                if isinstance(order, _Prepare | _Cue | _BeginRing | _Tell):
                    order.release()
