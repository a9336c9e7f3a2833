"""The way from a loudspeaker to a microphone in the same room, made up. Pure.

The loudspeaker saturates mildly, the sound arrives late and with the room's reverberation, and the
two devices' clocks differ by some parts in a million.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from assistant.voice.audio.ring_buffer import AudioRing
from assistant.voice.events import Samples
from assistant.voice.protocols import SAMPLE_RATE_HZ

DELAY_AT_LEAST_S: Final = 0.03

_HELD_S = 2.0
_LOW_PASS_TAPS = 96
_DECAY_DB = 60.0


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomAcoustics:
    """What a room is like.

    Raises:
        ValueError: If the delay is shorter than a device can be.
    """

    delay_s: float = 0.09
    """From the moment the device asks for a sample until its direct sound is in the microphone;
    at least `DELAY_AT_LEAST_S`."""
    echo_gain: float = 0.5
    """Level of the echo against what is played, for noise; about that for speech."""
    reverberation_s: float = 0.15
    """Length of the impulse response, at whose end it has decayed by 60 dB."""
    drift_ppm: float = 0.0
    """How much faster than the microphone's clock the loudspeaker's is."""
    saturation: float = 1.2
    """Drive into a hyperbolic tangent; 0 is a linear loudspeaker. At 1.2 full scale loses 30 %."""
    noise_dbfs: float | None = -66.0
    """White noise of the room in the microphone; None for none."""
    seed: int = 0
    """Another seed is another room."""

    def __post_init__(self) -> None:
        if self.delay_s < DELAY_AT_LEAST_S:
            raise ValueError(f"the delay must be at least {DELAY_AT_LEAST_S} s: {self.delay_s}")


def impulse_response(acoustics: RoomAcoustics) -> Samples:
    """The room's response at 16 kHz: direct sound, then exponentially decaying noise.

    Its energy is the square of `echo_gain`.
    """
    count = max(1, round(acoustics.reverberation_s * SAMPLE_RATE_HZ))
    rng = np.random.default_rng(acoustics.seed)
    decay = 10 ** (-_DECAY_DB / 20 * np.arange(count) / count)
    response = 0.35 * rng.standard_normal(count) * decay
    response[0] = 1.0
    response *= acoustics.echo_gain / np.sqrt(np.sum(np.square(response)))
    return response.astype(np.float32)


class EchoPath:
    """Turns what is played into what the microphone hears of it, block by block.

    Args:
        rate_hz: The loudspeaker's sample rate: a multiple of 16 kHz.

    Raises:
        ValueError: If the rate is not a multiple of 16 kHz.
    """

    def __init__(self, acoustics: RoomAcoustics, rate_hz: int) -> None:
        if rate_hz <= 0 or rate_hz % SAMPLE_RATE_HZ:
            raise ValueError(f"the rate must be a multiple of {SAMPLE_RATE_HZ} Hz: {rate_hz}")
        self._factor = rate_hz // SAMPLE_RATE_HZ
        self._low_pass = _low_pass(self._factor)
        self._acoustics = acoustics
        self._response = impulse_response(acoustics)
        self._delay_s = acoustics.delay_s - (self._low_pass.size - 1) / 2 / rate_hz
        self._line = AudioRing(round((_HELD_S + acoustics.delay_s) * SAMPLE_RATE_HZ))
        self._carried: Samples = np.zeros(self._low_pass.size - 1, np.float32)
        self._tail: Samples = np.zeros(self._response.size - 1, np.float32)
        self._heard = 0

    def play(self, samples: Samples) -> None:
        """Add the loudspeaker's next samples; a multiple of the rate's factor."""
        drive = self._acoustics.saturation
        if drive:
            samples = (np.tanh(drive * samples) / drive).astype(np.float32)
        if self._factor > 1:
            joined = np.concatenate((self._carried, samples))
            self._carried = joined[samples.size :]
            samples = np.convolve(joined, self._low_pass, "valid")[:: self._factor].astype(
                np.float32
            )
        self._line.write(samples)

    def hear(self, count: int) -> Samples:
        """Echo in the microphone's next samples, 16 kHz."""
        positions = np.arange(self._heard, self._heard + count) / SAMPLE_RATE_HZ
        self._heard += count
        positions = (positions - self._delay_s) * SAMPLE_RATE_HZ
        positions *= 1 + self._acoustics.drift_ppm * 1e-6
        direct = self._at(positions)
        full = np.convolve(direct, self._response)
        full[: self._tail.size] += self._tail
        self._tail = full[count:].astype(np.float32)
        return full[:count].astype(np.float32)

    def _at(self, positions: npt.NDArray[np.float64]) -> Samples:
        """Interpolate the delay line, with a cubic through the four samples around."""
        whole = np.floor(positions).astype(np.int64)
        part = positions - whole
        first = int(whole[0]) - 1
        last = int(whole[-1]) + 3
        held = self._line.read(max(first, 0), max(last, 0))
        values: npt.NDArray[np.float64] = np.zeros(last - first)
        begin = max(max(first, 0), self._line.start) - first
        values[begin : begin + held.size] = held
        index = whole - first
        a, b, c, d = (values[index + step] for step in (-1, 0, 1, 2))
        curve = c - a + part * (2 * a - 5 * b + 4 * c - d + part * (3 * (b - c) + d - a))
        return (b + 0.5 * part * curve).astype(np.float32)


def _low_pass(factor: int) -> Samples:
    """A windowed sinc that keeps what the microphone can hear."""
    if factor == 1:
        return np.ones(1, np.float32)
    time = np.arange(_LOW_PASS_TAPS) - (_LOW_PASS_TAPS - 1) / 2
    taps = np.sinc(0.92 * time / factor) * np.hamming(_LOW_PASS_TAPS)
    return (taps / taps.sum()).astype(np.float32)
