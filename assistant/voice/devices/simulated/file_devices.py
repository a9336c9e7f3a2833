"""A microphone and a speaker that are files, on one clock.

One pump thread steps both, 20 ms at a time: a block of the output is asked for, a block of the input
is delivered. At real-time pace a step waits for its moment; as fast as possible it waits until
nobody holds audio time (`Pacer`), so that a transcription that takes a second of the machine takes
none of the audio.
"""

import logging
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Final

import numpy as np

from assistant.clock import Clock
from assistant.locale import _
from assistant.voice.devices.pacers import FreePacing, HeldPacing
from assistant.voice.devices.protocols import (
    Fill,
    InputDevice,
    OnBlock,
    OnEnd,
    OutputDevice,
    Pacer,
)
from assistant.voice.devices.simulated.wav import WavWriter, read_wav
from assistant.voice.events import Samples

_log = logging.getLogger(__name__)

STEP_S: Final = 0.02
OUTPUT_RATE_HZ: Final = 48_000

_IDLE_S = 1.0
"""Once the input is over and the output has been silent for so long, nobody gains by hurrying: the
pump goes on at real-time pace, or the output would grow by minutes while the program ends."""
_HOLD_TICK_S = 0.1
_CLOSE_LIMIT_S = 0.5


class FilePair:
    """Both devices, their clock and their pacer.

    The clock starts when the input is opened. The output file begins at that moment, so that a
    moment in one file is the same moment in the other; it is complete when both devices are closed.

    Args:
        audio_in: WAV file that is heard.
        audio_out: WAV file that is written; None throws the output away.
        is_realtime: Real-time pace, or as fast as possible.
        clock: For real-time pace.
        settle: Called on the pump thread before a step in fast mode; returns True when what has
            been delivered was noticed by everybody who may want to hold time (`settle_on`).
        output_rate_hz: Sample rate of the output.
    """

    def __init__(
        self,
        *,
        audio_in: Path,
        audio_out: Path | None,
        is_realtime: bool,
        clock: Clock,
        settle: Callable[[], bool] | None = None,
        output_rate_hz: int = OUTPUT_RATE_HZ,
    ) -> None:
        self._audio_in = audio_in
        self._audio_out = audio_out
        self._is_realtime = is_realtime
        self._clock = clock
        self._settle = settle
        self._output_rate_hz = output_rate_hz
        self._held = HeldPacing()
        self._lock = threading.RLock()  # the callbacks and the steps that call them
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None
        self._origin = clock.monotonic() if is_realtime else 0.0
        self._steps = 0
        self._asked = 0  # output blocks; one more than steps while a step waits for its end
        self._samples: Samples | None = None
        self._rate_hz = 0
        self._input_steps = 0
        self._on_block: OnBlock | None = None
        self._on_end: OnEnd | None = None
        self._is_over = False
        self._fill: Fill | None = None
        self._on_lost: Callable[[str], None] | None = None
        self._writer: WavWriter | None = None
        self._is_written = audio_out is None
        self._silent_s = 0.0

    @property
    def input(self) -> InputDevice:
        """The microphone."""
        return _FileInput(self)

    @property
    def output(self) -> OutputDevice:
        """The speaker."""
        return _FileOutput(self)

    @property
    def pacer(self) -> Pacer:
        """Holds audio time in fast mode."""
        return FreePacing() if self._is_realtime else self._held

    @property
    def began_at(self) -> float:
        """The moment at which both files begin; known once the input is open."""
        return self._origin

    def now(self) -> float:
        """Return the moment on the time line of `at`."""
        return self._origin + self._steps * STEP_S

    # What the two devices do.

    def open_input(self, on_block: OnBlock, on_end: OnEnd) -> None:
        """Begin, or go on where `close_input` left off; starts the clock the first time."""
        with self._lock:
            self._load()
            self._on_block, self._on_end = on_block, on_end
            if self._thread is None:
                if self._is_realtime:
                    self._origin = self._clock.monotonic()
                self._stopping.clear()
                self._thread = threading.Thread(target=self._pump, name="file-audio", daemon=True)
                self._thread.start()

    def close_input(self) -> None:
        """Deliver nothing any more."""
        with self._lock:
            self._on_block = self._on_end = None
        self._end_if_unused()

    def input_rate_hz(self) -> int:
        """Return the sample rate of the input file; 0 before it was opened."""
        return self._rate_hz

    def open_output(self, fill: Fill, on_lost: Callable[[str], None]) -> None:
        """Ask for blocks from the next step on; once the file is complete, they are thrown away."""
        with self._lock:
            if not self._is_written and self._writer is None and self._audio_out is not None:
                self._writer = WavWriter(self._audio_out, self._output_rate_hz)
                self._writer.write(np.zeros(self._asked * self._output_block(), np.float32))
            self._fill, self._on_lost = fill, on_lost

    def close_output(self) -> None:
        """Ask no more."""
        with self._lock:
            self._fill = self._on_lost = None
        self._end_if_unused()

    def output_rate_hz(self) -> int:
        """Return the sample rate of the output file."""
        return self._output_rate_hz

    # The pump.

    def _load(self) -> None:
        if self._samples is None:
            self._samples, self._rate_hz = read_wav(self._audio_in)

    def _end_if_unused(self) -> None:
        with self._lock:
            if self._on_block is not None or self._fill is not None:
                return
            thread, self._thread = self._thread, None
            self._stopping.set()
            if self._writer is not None:
                self._writer.close()
                self._writer, self._is_written = None, True
        if thread is not None and thread is not threading.current_thread():
            thread.join(_CLOSE_LIMIT_S)
            if thread.is_alive():
                _log.error("The thread of the audio files does not stop")

    def _pump(self) -> None:
        while self._may_step():
            with self._lock:
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
        """Wait until the next step may begin; return False when the pump is to end."""
        if self._is_realtime:
            return not self._stopping.is_set()
        if self._is_over and self._silent_s >= _IDLE_S:
            return not self._wait(STEP_S)
        while not self._stopping.is_set():
            if not self._held.wait(_HOLD_TICK_S):
                continue
            if self._settle is None or (self._settle() and not self._held.is_held):
                return True
        return False

    def _wait(self, seconds: float) -> bool:
        """Return whether the pump is to end."""
        return self._stopping.wait(max(0.0, seconds))

    def _step_input(self) -> None:
        if self._on_block is None or self._on_end is None or self._samples is None:
            return
        if self._is_over:
            return
        first = round(self._input_steps * self._rate_hz * STEP_S)
        self._input_steps += 1
        last = round(self._input_steps * self._rate_hz * STEP_S)
        block = self._samples[first:last]
        if len(block):
            self._on_block(block, self.now())
        if last >= len(self._samples):
            self._is_over = True
            self._on_end(self.now())

    def _output_block(self) -> int:
        return round(self._output_rate_hz * STEP_S)

    def _step_output(self) -> None:
        self._asked += 1
        block = np.zeros(self._output_block(), np.float32)
        if self._fill is not None:
            self._fill(block, self.now())
        self._silent_s = 0.0 if block.any() else self._silent_s + STEP_S
        if self._writer is None:
            return
        try:
            self._writer.write(block)
        except OSError as error:
            _log.error("The output file cannot be written: %s", error)
            self._writer = None
            if self._on_lost is not None:
                self._on_lost(_("The audio file cannot be written."))


class _FileInput:
    """Implements `InputDevice`."""

    def __init__(self, pair: FilePair) -> None:
        self._pair = pair

    @property
    def name(self) -> str:
        return "file"

    @property
    def sample_rate_hz(self) -> int:
        return self._pair.input_rate_hz()

    @property
    def is_live(self) -> bool:
        return False

    def open(self, on_block: OnBlock, *, on_end: OnEnd) -> None:
        self._pair.open_input(on_block, on_end)

    def close(self) -> None:
        self._pair.close_input()


class _FileOutput:
    """Implements `OutputDevice`."""

    def __init__(self, pair: FilePair) -> None:
        self._pair = pair

    @property
    def name(self) -> str:
        return "file"

    @property
    def sample_rate_hz(self) -> int:
        return self._pair.output_rate_hz()

    @property
    def latency_s(self) -> float:
        return 0.0

    def open(self, fill: Fill, *, on_lost: Callable[[str], None]) -> None:
        self._pair.open_output(fill, on_lost)

    def close(self) -> None:
        self._pair.close_output()
