"""A microphone and a loudspeaker in one made-up room, on one clock.

The microphone hears the user, an echo of everything that the program plays, and the room's noise.
For measuring and testing what happens without headphones, on a machine without sound. Both sides are
recorded: a moment in one recording is the same moment in the other.
"""

from collections.abc import Callable
from enum import Enum
from typing import Final

import numpy as np
import numpy.typing as npt
from typing_extensions import override

from assistant.clock import Clock
from assistant.voice.devices.files.stepped_devices import (
    OUTPUT_RATE_HZ,
    STEP_S,
    SteppedDevices,
)
from assistant.voice.events import Samples
from assistant.voice.protocols import SAMPLE_RATE_HZ
from benchmarks.voice.model.room_acoustics import EchoPath, RoomAcoustics

STEP: Final = round(STEP_S * SAMPLE_RATE_HZ)

_FULL_SCALE = 32767


class RoomPace(Enum):
    """What makes time pass in a room."""

    REAL = "real"
    """A thread, at real-time pace."""
    FAST = "fast"
    """A thread, as fast as whoever holds audio time lets it."""
    STEPPED = "stepped"
    """Whoever calls `step`, on that thread."""


class SimulatedRoom(SteppedDevices):
    """Both devices, their clock and their pacer. Time begins with the input, or the first `step`.

    Args:
        near: What the user says, 16 kHz, from the beginning on; more with `say`.
        acoustics: The way from the loudspeaker to the microphone.
        clock: For real-time pace, where it stamps the blocks.
        pace: What makes time pass.
        latency_s: What the loudspeaker says its latency is; the truth is `room_acoustics.delay_s`.
        jitter_s: Stamps come late by up to so much, at random, as those of a busy machine do.
        output_rate_hz: The loudspeaker's sample rate: a multiple of 16 kHz.
        length_s: When the input is over; None for never.
        settle: As for `SteppedDevices`; with `RoomPace.FAST`.
        is_recorded: Whether `heard` and `played` are kept: 2 MB and 6 MB a minute.
    """

    name = "room"

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
        super().__init__(
            has_thread=pace is not RoomPace.STEPPED,
            is_realtime=pace is RoomPace.REAL,
            clock=clock,
            settle=settle,
            output_rate_hz=output_rate_hz,
        )
        self.latency_s = latency_s
        self._acoustics = acoustics or RoomAcoustics()
        self._jitter_s = jitter_s
        self._length_s = length_s
        self._is_recorded = is_recorded
        self._path = EchoPath(self._acoustics, output_rate_hz)
        self._rng = np.random.default_rng(self._acoustics.seed + 1)
        self._near: dict[int, Samples] = {}  # by step
        self._heard: list[npt.NDArray[np.int16]] = []
        self._played: list[npt.NDArray[np.int16]] = []
        if near is not None:
            self.say(near, at_s=0.0)

    @property
    @override
    def is_live(self) -> bool:
        return self._is_realtime

    @property
    @override
    def input_rate_hz(self) -> int:
        return SAMPLE_RATE_HZ

    @property
    def heard(self) -> Samples:
        """What the microphone heard so far, 16 kHz."""
        return self._recorded(self._heard)

    @property
    def played(self) -> Samples:
        """What was played so far, silence included, at `output_rate_hz` of its own clock.

        A sample at position n was requested at the moment n / rate, and is heard as an echo
        `room_acoustics.delay_s` later.
        """
        return self._recorded(self._played)

    def say(self, samples: Samples, *, at_s: float | None = None) -> float:
        """Let the user say something over what they say already; any thread.

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

    def _stamp(self) -> float:
        return self.now() + (self._rng.uniform(0, self._jitter_s) if self._jitter_s else 0.0)

    @override
    def _step_output(self) -> None:
        # A faster clock asks now and then for one more block than there are steps.
        due = 1 + int(self._steps * (1 + self._acoustics.drift_ppm * 1e-6))
        while self._asked < due:
            block = self._ask(self._stamp)
            self._path.play(block)
            self._record(self._played, block)

    @override
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
