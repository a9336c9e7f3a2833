"""What the microphone hears of the loudspeaker, measured with the devices themselves."""

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

import numpy as np
import numpy.typing as npt

from assistant.locale import _, mark
from assistant.voice.audio.loudness import FLOOR_DBFS, rms_dbfs
from assistant.voice.devices.protocols import InputDevice, OutputDevice
from assistant.voice.events import Samples
from assistant.voice.listening.echo_canceller import EchoCanceller
from assistant.voice.listening.resampler import Resampler
from assistant.voice.protocols import SAMPLE_RATE_HZ

BEFORE_S: Final = 0.6
SOUND_S: Final = 3.4
AFTER_S: Final = 0.8
WHOLE_S: Final = BEFORE_S + SOUND_S + AFTER_S
"""Length of what is played: silence, the sound, silence."""
SETTLE_S: Final = 1.5
"""What the canceller is given to learn the room in."""
DEVICE_START_S: Final = 4.0
"""How much longer than that devices may take to begin."""
LEVEL: Final = 0.06
"""RMS of the sound: as loud as a quiet voice."""
LATE_S: Final = 0.5
"""The canceller finds no echo that comes later."""
HEARD_DB: Final = 6.0
"""Least level of an echo above the room's noise."""
SURE: Final = 8.0
"""Least height of the correlation's peak above its spread; noise reaches 5."""
WELL_DB: Final = 15.0
"""Least reduction by which the voice activity model takes nothing of the voice for a user."""
OVERDRIVEN: Final = 0.98


class EchoFinding(Enum):
    """How it stands with the echo, the first that fits."""

    NOT_HEARD = "not heard"
    """The microphone does not hear the speaker, as with headphones."""
    LEFT_ALONE = "left alone"
    """It does, and the settings have nothing done about it."""
    FAULTY = "faulty"
    """The canceller does not work."""
    WELL = "well"
    """The canceller leaves nothing that could be taken for a user."""
    OVERDRIVEN = "overdriven"
    LATE = "late"
    """It comes later than the canceller looks for it."""
    LEFT = "left"
    """Too much of it is left."""


_ADVICE: Final = {
    EchoFinding.OVERDRIVEN: mark(
        "The microphone is overdriven: lower the volume, or move the microphone away from the speaker."
    ),
    EchoFinding.LATE: mark(
        "The echo comes too late to be cancelled. Use another speaker, or headphones."
    ),
    EchoFinding.LEFT: mark(
        "Parley may interrupt itself. Lower the volume, move the microphone away from the"
        " speaker, or use headphones."
    ),
}


def echo_advice(finding: EchoFinding) -> str:
    """What the user can do about what is left of an echo; "" where nothing is to be done."""
    advice = _ADVICE.get(finding, "")
    return _(advice) if advice else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class EchoMeasure:
    """What the microphone heard of the sound."""

    above_noise_db: float
    """Level while it was played, against the moment before."""
    certainty: float
    """Height of the correlation's peak above its spread."""
    delay_s: float
    """From the speaker's asking for a sample to its being heard."""
    reduction_db: float
    """How much of it the canceller takes away."""
    left_db: float
    """What is left of it, against the room's noise."""
    peak: float
    """Highest sample of the microphone."""
    fault: str = ""
    """Why the canceller did not work, in the user's language."""

    def finding(self, *, is_cancelled: bool) -> EchoFinding:
        """Pure.

        Args:
            is_cancelled: Whether echo is cancelled by the settings.
        """
        if self.certainty < SURE or self.above_noise_db < HEARD_DB:
            return EchoFinding.NOT_HEARD
        if not is_cancelled:
            return EchoFinding.LEFT_ALONE
        if self.fault:
            return EchoFinding.FAULTY
        if self.reduction_db >= WELL_DB or self.left_db < HEARD_DB:
            return EchoFinding.WELL
        if self.peak >= OVERDRIVEN:
            return EchoFinding.OVERDRIVEN
        return EchoFinding.LATE if self.delay_s > LATE_S else EchoFinding.LEFT


def measure_echo(
    microphone: InputDevice, speaker: OutputDevice, *, patience_s: float = DEVICE_START_S
) -> EchoMeasure | None:
    """Play a short sound and listen to it; None if a device did not keep up. Blocks for seconds.

    Args:
        microphone: Closed again at the end.
        speaker: Closed again at the end.
        patience_s: How much longer than the sound it may take.

    Raises:
        DeviceError: If one of them does not open.
    """
    take = _Take(microphone, speaker)
    return take.measure() if take.record(patience_s) else None


def self_test_sound(rate_hz: int) -> Samples:
    """Noise with the spectrum and the rhythm of speech, always the same.

    Args:
        rate_hz: The speaker's sample rate.
    """
    rng = np.random.default_rng(7)
    count = round(SOUND_S * rate_hz)
    hz = np.fft.rfftfreq(count, 1 / rate_hz)
    low, high = hz > 120, hz < 7000
    spectrum = np.fft.rfft(rng.standard_normal(count)) * (low & high) / (1 + (hz / 900) ** 1.2)
    time = np.arange(count) / rate_hz
    syllables = 0.55 - 0.45 * np.cos(2 * np.pi * 2.9 * time)
    edge = np.clip(np.minimum(time, SOUND_S - time) / 0.3, 0.0, 1.0)
    sound = np.fft.irfft(spectrum, count) * syllables * edge
    sound *= LEVEL / np.sqrt(np.mean(np.square(sound)))
    before, after = (np.zeros(round(seconds * rate_hz)) for seconds in (BEFORE_S, AFTER_S))
    return np.concatenate((before, sound, after)).astype(np.float32)


@dataclass(frozen=True, slots=True)
class _Block:
    is_far: bool
    samples: Samples
    at: float
    rate_hz: int


class _Take:
    """One recording of both devices; what they do is worked through afterwards."""

    def __init__(self, microphone: InputDevice, speaker: OutputDevice) -> None:
        self._microphone = microphone
        self._speaker = speaker
        self._blocks: list[_Block] = []  # in the order in which they came; appending is atomic
        self._sound: Samples | None = None
        self._done = 0
        self._is_whole = threading.Event()
        self._is_heard = False  # only then is it worth playing
        self._latency_s = 0.0

    def record(self, patience_s: float) -> bool:
        """Play and record; returns whether both devices kept up.

        Raises:
            DeviceError: If one of them does not open.
        """
        self._microphone.open(self._hear, on_end=lambda _at: self._is_whole.set())
        try:
            self._speaker.open(self._fill, on_lost=lambda _reason: self._is_whole.set())
            try:
                self._is_whole.wait(WHOLE_S + patience_s)
                self._latency_s = self._speaker.latency_s
            finally:
                self._speaker.close()
        finally:
            self._microphone.close()
        near_s = sum(len(each.samples) / each.rate_hz for each in self._blocks if not each.is_far)
        return self._sound is not None and self._done >= self._sound.size and near_s >= WHOLE_S / 2

    def _fill(self, block: npt.NDArray[np.float32], at: float) -> None:
        block[:] = 0.0
        rate_hz = self._speaker.sample_rate_hz
        if rate_hz <= 0 or not self._is_heard:
            return
        if self._sound is None:
            self._sound = self_test_sound(rate_hz)
        rest = self._sound[self._done : self._done + block.size]
        block[: rest.size] = rest
        self._done += block.size
        self._blocks.append(_Block(True, block.copy(), at, rate_hz))
        if self._done >= self._sound.size:
            self._is_whole.set()

    def _hear(self, samples: Samples, at: float) -> None:
        if self._microphone.sample_rate_hz > 0:
            self._is_heard = True
            self._blocks.append(_Block(False, samples, at, self._microphone.sample_rate_hz))

    def measure(self) -> EchoMeasure:
        """Evaluate the recording."""
        far, far_at = _joined([each for each in self._blocks if each.is_far])
        raw, raw_at = _joined([each for each in self._blocks if not each.is_far])
        clean, fault = self._cancelled()
        lag, certainty = lag_of(far, raw)
        begin = lag + round(BEFORE_S * SAMPLE_RATE_HZ)
        settled = begin + round(SETTLE_S * SAMPLE_RATE_HZ)
        end = begin + round(SOUND_S * SAMPLE_RATE_HZ)
        noise = _level(raw[: max(0, begin - SAMPLE_RATE_HZ // 10)])
        heard, left = _level(raw[settled:end]), _level(clean[settled:end])
        return EchoMeasure(
            above_noise_db=heard - noise,
            certainty=certainty,
            delay_s=raw_at + lag / SAMPLE_RATE_HZ - far_at,
            reduction_db=heard - left,
            left_db=left - noise,
            peak=float(np.max(np.abs(raw), initial=0.0)),
            fault=fault,
        )

    def _cancelled(self) -> tuple[Samples, str]:
        faults: list[str] = []
        echo = EchoCanceller(on_fault=faults.append)
        parts: list[Samples] = [np.zeros(0, np.float32)]
        resampler: Resampler | None = None
        for each in self._blocks:
            if each.is_far:
                echo.played(each.samples, each.at + self._latency_s, each.rate_hz)
                continue
            resampler = resampler or Resampler(each.rate_hz)
            heard = echo.cancel(resampler.convert(each.samples), each.at - resampler.delay_s)
            parts.append(heard.raw if heard.clean is None else heard.clean)
        return np.concatenate(parts), "".join(faults)


def lag_of(far: Samples, near: Samples) -> tuple[int, float]:
    """Delay of `near` behind `far` in samples, and its confidence.

    By generalised cross-correlation with phase transform (Knapp and Carter, 1976), which finds the
    direct sound in a room that echoes.

    Returns:
        The lag, not negative, and the height of the peak above the spread of the correlation.
    """
    count = 1 << (len(far) + len(near)).bit_length()
    cross = np.fft.rfft(near, count) * np.conj(np.fft.rfft(far, count))
    hz = np.fft.rfftfreq(count, 1 / SAMPLE_RATE_HZ)
    cross = np.where((hz > 150) & (hz < 6000), cross / (np.abs(cross) + 1e-12), 0.0)
    correlation = np.fft.irfft(cross, count)[: max(1, len(near))]
    lag = int(np.argmax(correlation))
    return lag, float(correlation[lag] / (np.std(correlation) + 1e-12))


def _joined(blocks: Sequence[_Block]) -> tuple[Samples, float]:
    """Concatenate blocks at 16 kHz; also the moment of the first sample."""
    if not blocks:
        return np.zeros(1, np.float32), 0.0
    rate_hz = blocks[0].rate_hz
    resampler = Resampler(rate_hz)
    samples = np.concatenate([each.samples for each in blocks])
    joined = np.concatenate((resampler.convert(samples), resampler.flush()))
    sizes = [len(each.samples) for each in blocks]
    # A block is stamped with its first sample where it is played, with its last where it is heard.
    ends = np.cumsum(sizes)
    positions = ends - sizes if blocks[0].is_far else ends
    begins = np.array([each.at for each in blocks]) - positions / rate_hz
    return joined, float(np.median(begins))


def _level(samples: Samples) -> float:
    return rms_dbfs(samples) if samples.size else FLOOR_DBFS
