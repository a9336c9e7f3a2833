"""A microphone and a speaker that are files, on one clock."""

import logging
from collections.abc import Callable
from pathlib import Path
from typing import Final

import numpy as np
from typing_extensions import override

from assistant.clock import Clock
from assistant.locale import _
from assistant.voice.devices.files.stepped_devices import (
    OUTPUT_RATE_HZ,
    STEP_S,
    SteppedDevices,
)
from assistant.voice.devices.files.wav import WavWriter, read_wav
from assistant.voice.devices.protocols import Fill, OnBlock, OnEnd
from assistant.voice.events import Samples

_log = logging.getLogger(__name__)

_IDLE_S: Final = 1.0
"""Once the input is over and the output has been silent for so long, nobody gains by hurrying: the
thread goes on at real-time pace, or the output would grow by minutes while the program ends."""


class FilePair(SteppedDevices):
    """Both devices, their clock and their pacer.

    The clock starts when the input is opened. The output file begins at that moment, so that a
    moment in one file is the same moment in the other; it is complete when both devices are closed,
    and what is played afterwards is thrown away.

    Args:
        audio_in: WAV file that is heard.
        audio_out: WAV file that is written; None throws the output away.
        is_realtime: As for `SteppedDevices`, and so are the others.
    """

    name = "file"

    def __init__(
        self,
        *,
        audio_in: Path,
        audio_out: Path | None,
        is_realtime: bool,
        clock: Clock,
        settle: Callable[[], bool] | None = None,
    ) -> None:
        super().__init__(
            has_thread=True,
            is_realtime=is_realtime,
            clock=clock,
            settle=settle,
            output_rate_hz=OUTPUT_RATE_HZ,
        )
        self._audio_in = audio_in
        self._audio_out = audio_out
        self._samples: Samples | None = None
        self._rate_hz = 0
        self._input_steps = 0
        self._writer: WavWriter | None = None
        self._is_written = audio_out is None
        self._silent_s = 0.0

    def prepare(self) -> None:
        """Read the input and check that the output can be written, before anything is waited for.

        A microphone that fails may come back; a file does not.

        Raises:
            DeviceError: If one of them cannot be used.
        """
        with self._lock:
            self._samples, self._rate_hz = read_wav(self._audio_in)
        if self._audio_out is not None:
            WavWriter(self._audio_out, self.output_rate_hz).close()

    @property
    @override
    def input_rate_hz(self) -> int:
        return self._rate_hz

    @override
    def open_input(self, on_block: OnBlock, on_end: OnEnd) -> None:
        with self._lock:
            if self._samples is None:
                self._samples, self._rate_hz = read_wav(self._audio_in)
            super().open_input(on_block, on_end)

    @override
    def open_output(self, fill: Fill, on_lost: Callable[[str], None]) -> None:
        with self._lock:
            if not self._is_written and self._writer is None and self._audio_out is not None:
                self._writer = WavWriter(self._audio_out, self.output_rate_hz)
                before = self._asked * round(self.output_rate_hz * STEP_S)
                self._writer.write(np.zeros(before, np.float32))
            super().open_output(fill, on_lost)

    @override
    def _end_if_unused(self) -> None:
        with self._lock:
            if self._writer is not None and self._on_block is None and self._fill is None:
                self._writer.close()
                self._writer, self._is_written = None, True
        super()._end_if_unused()

    @property
    @override
    def _is_through(self) -> bool:
        return self._is_over and self._silent_s >= _IDLE_S

    @override
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

    def _asked_at(self) -> float:
        """When the requested block begins: nothing sounds before it was there.

        At real-time pace a busy machine asks late. What it asks for may have been made since the
        moment at which the block should have begun.
        """
        return max(self.now(), self._clock.monotonic()) if self._is_realtime else self.now()

    @override
    def _step_output(self) -> None:
        block = self._ask(self._asked_at)
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
