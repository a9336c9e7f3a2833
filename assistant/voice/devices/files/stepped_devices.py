"""A microphone and a speaker that step together, 20 ms at a time, on one clock.

At each step a block of the output is asked for and a block of the input delivered. At real-time pace
a thread waits for the moment of each; as fast as possible it waits until nobody holds audio time
(`Pacer`), so that a transcription that takes a second of the machine takes none of the audio.
"""

import logging
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import ClassVar, Final

import numpy as np

from assistant.clock import Clock
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

_log = logging.getLogger(__name__)

STEP_S: Final = 0.02
OUTPUT_RATE_HZ: Final = 48_000

_HOLD_TICK_S = 0.1
_CLOSE_LIMIT_S = 0.5


class SteppedDevices(ABC):
    """Both devices, their clock and their pacer. Time begins when the input is first opened.

    Args:
        has_thread: Whether a thread steps, or the owner does.
        is_realtime: Real-time pace, or as fast as possible.
        clock: For real-time pace, where it stamps the blocks.
        settle: Called on the thread before a step as fast as possible; returns True when what has
            been delivered was noticed by everybody who may want to hold time (`settle_on`).
        output_rate_hz: Sample rate of the output.
    """

    name: ClassVar[str]
    """Of the devices and the thread."""
    latency_s = 0.0
    """What the speaker says its latency is."""

    def __init__(
        self,
        *,
        has_thread: bool,
        is_realtime: bool,
        clock: Clock,
        settle: Callable[[], bool] | None,
        output_rate_hz: int,
    ) -> None:
        self._has_thread = has_thread
        self._is_realtime = is_realtime
        self._clock = clock
        self._settle = settle
        self.output_rate_hz = output_rate_hz
        """The speaker's sample rate."""
        self._held = HeldPacing()
        self._lock = threading.RLock()  # the callbacks and the steps that call them
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None
        self._origin = clock.monotonic() if is_realtime else 0.0
        self._steps = 0
        self._asked = 0  # output blocks; may be more than steps while a step waits for its end
        self._on_block: OnBlock | None = None
        self._on_end: OnEnd | None = None
        self._is_over = False
        self._fill: Fill | None = None
        self._on_lost: Callable[[str], None] | None = None

    @property
    def input(self) -> InputDevice:
        return _SteppedInput(self)

    @property
    def output(self) -> OutputDevice:
        return _SteppedOutput(self)

    @property
    def pacer(self) -> Pacer:
        """Holds audio time, where a thread steps as fast as possible."""
        return FreePacing() if self._is_realtime or not self._has_thread else self._held

    @property
    def is_live(self) -> bool:
        """Whether the input counts as a device that may break."""
        return False

    @property
    @abstractmethod
    def input_rate_hz(self) -> int:
        """Sample rate of the input; 0 before it is known."""

    @property
    def began_at(self) -> float:
        """The moment at which both sides begin; known once the input is open."""
        return self._origin

    def now(self) -> float:
        """The moment on the time line of `at`."""
        return self._origin + self._steps * STEP_S

    def step(self) -> None:
        """Let 20 ms pass: request what is played, deliver what was heard."""
        with self._lock:
            self._step_output()
            self._steps += 1
            self._step_input()

    # What the two devices do.

    def open_input(self, on_block: OnBlock, on_end: OnEnd) -> None:
        """Begin, or go on where `close_input` left off; starts time the first time."""
        with self._lock:
            self._on_block, self._on_end = on_block, on_end
            if self._thread is None and self._has_thread:
                if self._is_realtime and self._steps == 0:
                    self._origin = self._clock.monotonic()
                self._stopping.clear()
                self._thread = threading.Thread(target=self._pump, name=self.name, daemon=True)
                self._thread.start()

    def close_input(self) -> None:
        with self._lock:
            self._on_block = self._on_end = None
        self._end_if_unused()

    def open_output(self, fill: Fill, on_lost: Callable[[str], None]) -> None:
        """Request blocks from the next step on."""
        with self._lock:
            self._fill, self._on_lost = fill, on_lost

    def close_output(self) -> None:
        with self._lock:
            self._fill = self._on_lost = None
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
                _log.error("The thread %s does not stop", thread.name)

    # The thread.

    def _pump(self) -> None:
        while self._may_step():
            with self._lock:
                if self._stopping.is_set():
                    return
                self._step_output()
            # The block that begins now is asked for now; the one that was heard ends later.
            if self._is_realtime and self._wait(self.now() + STEP_S - self._clock.monotonic()):
                return
            with self._lock:
                if self._stopping.is_set():
                    return
                self._steps += 1
                self._step_input()

    def _may_step(self) -> bool:
        """Wait until the next step may begin; False when the thread should end."""
        if self._is_realtime:
            return not self._stopping.is_set()
        if self._is_through:
            return not self._wait(STEP_S)  # nobody gains by hurrying
        while not self._stopping.is_set():
            if not self._held.wait(_HOLD_TICK_S):
                continue
            if self._settle is None or (self._settle() and not self._held.is_held):
                return True
        return False

    def _wait(self, seconds: float) -> bool:
        """Returns whether the thread should end."""
        return self._stopping.wait(max(0.0, seconds))

    @property
    def _is_through(self) -> bool:
        """Whether nothing is waited for any more."""
        return self._is_over

    @abstractmethod
    def _step_input(self) -> None:
        """Deliver the block that was just heard, and the end after the last."""

    @abstractmethod
    def _step_output(self) -> None:
        """Request what is played next."""

    def _ask(self, moment: Callable[[], float]) -> Samples:
        """The next block of the output, silent where nothing is played."""
        self._asked += 1
        block = np.zeros(round(self.output_rate_hz * STEP_S), np.float32)
        if self._fill is not None:
            self._fill(block, moment())
        return block


class _SteppedInput:
    """Implements `InputDevice`."""

    def __init__(self, devices: SteppedDevices) -> None:
        self.name = devices.name
        self._devices = devices

    @property
    def sample_rate_hz(self) -> int:
        return self._devices.input_rate_hz

    @property
    def is_live(self) -> bool:
        return self._devices.is_live

    def open(self, on_block: OnBlock, *, on_end: OnEnd) -> None:
        self._devices.open_input(on_block, on_end)

    def close(self) -> None:
        self._devices.close_input()


class _SteppedOutput:
    """Implements `OutputDevice`."""

    def __init__(self, devices: SteppedDevices) -> None:
        self.name = devices.name
        self._devices = devices

    @property
    def sample_rate_hz(self) -> int:
        return self._devices.output_rate_hz

    @property
    def latency_s(self) -> float:
        return self._devices.latency_s

    def open(self, fill: Fill, *, on_lost: Callable[[str], None]) -> None:
        self._devices.open_output(fill, on_lost)

    def close(self) -> None:
        self._devices.close_output()
