"""A microphone and a loudspeaker in one made-up room, on one clock.

The microphone hears the user, an echo of everything that the program plays, and the room's noise.
For measuring and testing what happens without headphones, on a machine without sound. Both sides are
recorded: a moment in one recording is the same moment in the other.

At real-time pace a thread steps the devices, 20 ms at a time. As fast as possible it waits at each
step until nobody holds audio time (`Pacer`). Without a thread, the owner steps (`step`, `run`).
"""

import logging
import threading
from collections.abc import Callable
from enum import Enum
from typing import Final

import numpy as np
import numpy.typing as npt

from assistant.clock import Clock
from assistant.voice.audio.room_acoustics import EchoPath, RoomAcoustics
from assistant.voice.devices.pacers import FreePacing, HeldPacing
from assistant.voice.devices.protocols import (
    Fill,
    InputDevice,
    OnBlock,
    OnEnd,
    OutputDevice,
    Pacer,
)
from assistant.voice.events import Samples
from assistant.voice.protocols import SAMPLE_RATE_HZ

_log = logging.getLogger(__name__)

STEP_S: Final = 0.02
STEP: Final = round(STEP_S * SAMPLE_RATE_HZ)
OUTPUT_RATE_HZ: Final = 48_000

_HOLD_TICK_S = 0.1
_CLOSE_LIMIT_S = 0.5
_FULL_SCALE = 32767


class RoomPace(Enum):
    """What makes time pass in a room."""

    REAL = "real"
    """A thread, at real-time pace."""
    FAST = "fast"
    """A thread, as fast as whoever holds audio time lets it."""
    STEPPED = "stepped"
    """Whoever calls `step`, on that thread."""


class SimulatedRoom:
    """Both devices, their clock and their pacer.

    Time begins when the input is opened for the first time, or with the first `step`.

    Args:
        near: What the user says, 16 kHz, from the beginning on; more with `say`.
        acoustics: The way from the loudspeaker to the microphone.
        clock: For real-time pace, where it stamps the blocks.
        pace: What makes time pass.
        latency_s: What the loudspeaker says its latency is; the truth is `room_acoustics.delay_s`.
        jitter_s: Stamps come late by up to so much, at random, as those of a busy machine do.
        output_rate_hz: The loudspeaker's sample rate: a multiple of 16 kHz.
        length_s: When the input is over; None for never.
        settle: As for `FilePair`; with `RoomPace.FAST`.
        is_recorded: Whether `heard` and `played` are kept: 2 MB and 6 MB a minute.
    """

    def __init__(
        self,
        near: Samples | None = None,
        *,
        acoustics: RoomAcoustics | None = None,
        clock: Clock,
        pace: RoomPace = RoomPace.REAL,
        latency_s: float = 0.05,
        jitter_s: float = 0.0,
        output_rate_hz: int = OUTPUT_RATE_HZ,
        length_s: float | None = None,
        settle: Callable[[], bool] | None = None,
        is_recorded: bool = True,
    ) -> None:
        self._acoustics = acoustics or RoomAcoustics()
        self._clock = clock
        self._pace = pace
        self.latency_s = latency_s
        """What the loudspeaker says its latency is."""
        self.output_rate_hz = output_rate_hz
        """The loudspeaker's sample rate."""
        self._jitter_s = jitter_s
        self._length_s = length_s
        self._settle = settle
        self._is_recorded = is_recorded
        self._path = EchoPath(self._acoustics, output_rate_hz)
        self._rng = np.random.default_rng(self._acoustics.seed + 1)
        self._held = HeldPacing()
        self._lock = threading.RLock()  # the callbacks and the steps that call them
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None
        self._origin = clock.monotonic() if pace is RoomPace.REAL else 0.0
        self._steps = 0
        self._asked = 0  # output blocks
        self._near: dict[int, Samples] = {}  # by step
        self._on_block: OnBlock | None = None
        self._on_end: OnEnd | None = None
        self._is_over = False
        self._fill: Fill | None = None
        self._heard: list[npt.NDArray[np.int16]] = []
        self._played: list[npt.NDArray[np.int16]] = []
        if near is not None:
            self.say(near, at_s=0.0)

    @property
    def input(self) -> InputDevice:
        """The microphone, at 16 kHz."""
        return _RoomInput(self, is_live=self._pace is RoomPace.REAL)

    @property
    def output(self) -> OutputDevice:
        """The loudspeaker."""
        return _RoomOutput(self)

    @property
    def pacer(self) -> Pacer:
        """Holds audio time with `RoomPace.FAST`."""
        return self._held if self._pace is RoomPace.FAST else FreePacing()

    @property
    def began_at(self) -> float:
        """The moment at which both recordings begin; known once the input is open."""
        return self._origin

    @property
    def heard(self) -> Samples:
        """What the microphone heard so far, 16 kHz."""
        return self._recorded(self._heard)

    @property
    def played(self) -> Samples:
        """What was played so far, silence included, at `output_rate_hz` of its own clock.

        A sample at position n was asked for at the moment n / rate, and is heard as an echo
        `room_acoustics.delay_s` later.
        """
        return self._recorded(self._played)

    def now(self) -> float:
        """Return the moment on the time line of `at`."""
        return self._origin + self._steps * STEP_S

    def say(self, samples: Samples, *, at_s: float | None = None) -> float:
        """Have the user say something; any thread. It is added to what they say already.

        Args:
            samples: 16 kHz mono.
            at_s: When it begins, in seconds since `began_at`; by default with the next step.

        Returns:
            When it begins, in seconds since `began_at`, for `heard`.

        Raises:
            ValueError: If that is over already.
        """
        with self._lock:
            first = self._steps * STEP if at_s is None else round(at_s * SAMPLE_RATE_HZ)
            if first < self._steps * STEP:
                raise ValueError(f"{at_s} s are over")
            done = 0
            while done < len(samples):
                step, offset = divmod(first + done, STEP)
                count = min(STEP - offset, len(samples) - done)
                block = self._near.setdefault(step, np.zeros(STEP, np.float32))
                block[offset : offset + count] += samples[done : done + count]
                done += count
        return first / SAMPLE_RATE_HZ

    def run(self, seconds: float) -> None:
        """Take as many steps as fill some seconds; `RoomPace.STEPPED`."""
        for _step in range(round(seconds / STEP_S)):
            self.step()

    def step(self) -> None:
        """Let 20 ms pass: what is played now is asked for, what was heard meanwhile delivered."""
        with self._lock:
            self._step_output()
            self._steps += 1
            self._step_input()

    # What the two devices do.

    def open_input(self, on_block: OnBlock, on_end: OnEnd) -> None:
        """Begin, or go on where `close_input` left off; starts time the first time."""
        with self._lock:
            self._on_block, self._on_end = on_block, on_end
            if self._thread is None and self._pace is not RoomPace.STEPPED:
                if self._pace is RoomPace.REAL and self._steps == 0:
                    self._origin = self._clock.monotonic()
                self._stopping.clear()
                self._thread = threading.Thread(target=self._pump, name="room", daemon=True)
                self._thread.start()

    def close_input(self) -> None:
        """Deliver nothing any more."""
        with self._lock:
            self._on_block = self._on_end = None
        self._end_if_unused()

    def open_output(self, fill: Fill) -> None:
        """Ask for blocks from the next step on."""
        with self._lock:
            self._fill = fill

    def close_output(self) -> None:
        """Ask no more."""
        with self._lock:
            self._fill = None
        self._end_if_unused()

    def _end_if_unused(self) -> None:
        with self._lock:
            if self._on_block is not None or self._fill is not None:
                return
            thread, self._thread = self._thread, None
            self._stopping.set()
        if thread is not None and thread is not threading.current_thread():
            thread.join(_CLOSE_LIMIT_S)
            if thread.is_alive():
                _log.error("The thread of the simulated room does not stop")

    # Time.

    def _pump(self) -> None:
        while self._may_step():
            with self._lock:
                if self._stopping.is_set():
                    return
                self._step_output()
            # The block that begins now is asked for now; the one that was heard ends later.
            if self._pace is RoomPace.REAL and self._wait(
                self.now() + STEP_S - self._clock.monotonic()
            ):
                return
            with self._lock:
                if self._stopping.is_set():
                    return
                self._steps += 1
                self._step_input()

    def _may_step(self) -> bool:
        """Wait until the next step may begin; return False when the pump is to end."""
        if self._pace is RoomPace.REAL:
            return not self._stopping.is_set()
        if self._is_over:
            return not self._wait(STEP_S)  # nobody gains by hurrying
        while not self._stopping.is_set():
            if not self._held.wait(_HOLD_TICK_S):
                continue
            if self._settle is None or (self._settle() and not self._held.is_held):
                return True
        return False

    def _wait(self, seconds: float) -> bool:
        """Return whether the pump is to end."""
        return self._stopping.wait(max(0.0, seconds))

    def _stamp(self) -> float:
        return self.now() + (self._rng.uniform(0, self._jitter_s) if self._jitter_s else 0.0)

    def _step_output(self) -> None:
        # A faster clock asks now and then for one more block than there are steps.
        due = 1 + int(self._steps * (1 + self._acoustics.drift_ppm * 1e-6))
        while self._asked < due:
            self._asked += 1
            block = np.zeros(round(self.output_rate_hz * STEP_S), np.float32)
            if self._fill is not None:
                self._fill(block, self._stamp())
            self._path.play(block)
            self._record(self._played, block)

    def _step_input(self) -> None:
        if self._is_over:
            return
        block = self._path.hear(STEP)
        near = self._near.pop(self._steps - 1, None)
        if near is not None:
            block += near
        if self._acoustics.noise_dbfs is not None:
            level = 10 ** (self._acoustics.noise_dbfs / 20)
            block += self._rng.normal(0.0, level, STEP).astype(np.float32)
        np.clip(block, -1.0, 1.0, out=block)
        self._record(self._heard, block)
        if self._on_block is not None:
            self._on_block(block, self._stamp())
        if self._length_s is not None and self._steps * STEP_S >= self._length_s:
            self._is_over = True
            if self._on_end is not None:
                self._on_end(self.now())

    def _record(self, record: list[npt.NDArray[np.int16]], block: Samples) -> None:
        if self._is_recorded:
            record.append(np.rint(np.clip(block, -1.0, 1.0) * _FULL_SCALE).astype(np.int16))

    def _recorded(self, record: list[npt.NDArray[np.int16]]) -> Samples:
        with self._lock:
            blocks = list(record)
        if not blocks:
            return np.zeros(0, np.float32)
        return np.concatenate(blocks).astype(np.float32) / np.float32(_FULL_SCALE)


class _RoomInput:
    """Implements `InputDevice`."""

    def __init__(self, room: SimulatedRoom, *, is_live: bool) -> None:
        self._room = room
        self._is_live = is_live

    @property
    def name(self) -> str:
        return "room"

    @property
    def sample_rate_hz(self) -> int:
        return SAMPLE_RATE_HZ

    @property
    def is_live(self) -> bool:
        return self._is_live

    def open(self, on_block: OnBlock, *, on_end: OnEnd) -> None:
        self._room.open_input(on_block, on_end)

    def close(self) -> None:
        self._room.close_input()


class _RoomOutput:
    """Implements `OutputDevice`."""

    def __init__(self, room: SimulatedRoom) -> None:
        self._room = room

    @property
    def name(self) -> str:
        return "room"

    @property
    def sample_rate_hz(self) -> int:
        return self._room.output_rate_hz

    @property
    def latency_s(self) -> float:
        return self._room.latency_s

    def open(self, fill: Fill, *, on_lost: Callable[[str], None]) -> None:
        self._room.open_output(fill)

    def close(self) -> None:
        self._room.close_output()
