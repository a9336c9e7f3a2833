"""Audio made in the test, stand-ins for the models that hear it, and a microphone in memory.

In these recordings speech is noise at a fifth of full scale, and the wake word is a short stretch of
exactly three quarters of full scale; the stand-ins know both by that.
"""

import csv
import wave
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, cast

import numpy as np
import numpy.typing as npt
from typing_extensions import override

from assistant.errors import AssistantError
from assistant.voice.detectors.speech_embedding import EMBEDDING_FRAME_SAMPLES
from assistant.voice.detectors.vad import VAD_FRAME_SAMPLES, SileroVad
from assistant.voice.devices.protocols import OnBlock, OnEnd
from assistant.voice.events import Samples
from assistant.voice.protocols import SAMPLE_RATE_HZ

RECORDED = Path(__file__).parents[2] / "data" / "audio" / "recordings"
"""Speech, calls and background, with a manifest; `LICENCES.md` beside them says whose they are."""

_SPOKEN = 0.2
_CALLED = 0.75


def silence(seconds: float, rate_hz: int = SAMPLE_RATE_HZ) -> Samples:
    """Return digital silence."""
    return np.zeros(round(seconds * rate_hz), np.float32)


def tone(hz: float, seconds: float, rate_hz: int = SAMPLE_RATE_HZ, peak: float = 1.0) -> Samples:
    """Return a sine."""
    time = np.arange(round(seconds * rate_hz)) / rate_hz
    return (peak * np.sin(2 * np.pi * hz * time)).astype(np.float32)


def noise(seconds: float, peak: float, seed: int = 0) -> Samples:
    """Return white noise, evenly distributed between plus and minus `peak`."""
    generator = np.random.default_rng(seed)
    return generator.uniform(-peak, peak, round(seconds * SAMPLE_RATE_HZ)).astype(np.float32)


def speech(seconds: float, seed: int = 0) -> Samples:
    """Return what `LoudnessVad` takes for speech."""
    return noise(seconds, _SPOKEN, seed)


def call(seconds: float = 0.32) -> Samples:
    """Return what `MarkerWake` takes for the wake word, and `LoudnessVad` for speech."""
    return np.full(round(seconds * SAMPLE_RATE_HZ), _CALLED, np.float32)


class LoudnessVad(SileroVad):
    """Loud is speech."""

    def __init__(self) -> None:
        self.frames = 0

    @override
    def reset(self) -> None:
        """Nothing is kept between frames."""

    @override
    def probabilities(self, samples: Samples) -> npt.NDArray[np.float32]:
        """Return 0.95 for frames above -26 dBFS, 0.02 for others."""
        frames = samples.reshape(-1, VAD_FRAME_SAMPLES)
        self.frames += len(frames)
        loud = np.sqrt(np.mean(np.square(frames), axis=1)) > 0.05
        return np.where(loud, np.float32(0.95), np.float32(0.02))


class MarkerWake:
    """Implements `WakeWordScorer`: the end of a `call` scores 0.9, all else 0."""

    def __init__(self, phrase: str = "hey_jarvis") -> None:
        self._phrase = phrase

    def scores(self, frame: Samples) -> dict[str, float]:
        """Score a frame.

        Raises:
            ValueError: If it is not 80 ms long, as of the models themselves.
        """
        if len(frame) != EMBEDDING_FRAME_SAMPLES:
            raise ValueError(f"a frame has {EMBEDDING_FRAME_SAMPLES} samples, not {len(frame)}")
        return {self._phrase: 0.9 if bool(np.any(frame == np.float32(_CALLED))) else 0.0}


class InMemoryInput:
    """Implements `InputDevice`: what `feed` is given is heard at once, on the calling thread.

    Args:
        rate_hz: Native sample rate.
        is_live: Whether missing blocks mean a fault.
    """

    def __init__(self, rate_hz: int = SAMPLE_RATE_HZ, *, is_live: bool = True) -> None:
        self.problem: AssistantError | None = None
        """Raised by `open` while it is set."""
        self.opened: int = 0
        self.on_open: Callable[[], None] = lambda: None
        """Called once it was opened, or could not be."""
        self._rate_hz = rate_hz
        self._is_live = is_live
        self._on_block: OnBlock | None = None
        self._on_end: OnEnd | None = None

    @property
    def name(self) -> str:
        """What the user calls the device."""
        return "memory"

    @property
    def sample_rate_hz(self) -> int:
        return self._rate_hz

    @property
    def is_live(self) -> bool:
        """Whether missing blocks mean a fault."""
        return self._is_live

    @property
    def is_open(self) -> bool:
        """Whether what is fed is heard."""
        return self._on_block is not None

    def open(self, on_block: OnBlock, *, on_end: OnEnd) -> None:
        """Begin to pass on what is fed."""
        self.opened += 1
        try:
            if self.problem is not None:
                raise self.problem
            self._on_block, self._on_end = on_block, on_end
        finally:
            self.on_open()

    def close(self) -> None:
        """Pass on nothing any more."""
        self._on_block = self._on_end = None

    def feed(self, samples: Samples, at: float) -> None:
        if self._on_block is not None:
            self._on_block(samples, at)

    def end(self, at: float) -> None:
        """Say that no audio will come any more."""
        if self._on_end is not None:
            self._on_end(at)


def write_wav(path: Path, pcm: bytes, *, rate_hz: int, channels: int = 1, width: int = 2) -> Path:
    """Write a WAV file of raw PCM."""
    with wave.open(str(path), "wb") as file:
        file.setnchannels(channels)
        file.setsampwidth(width)
        file.setframerate(rate_hz)
        file.writeframes(pcm)
    return path


def pcm16(samples: Samples) -> bytes:
    """Return samples as 16 bit PCM."""
    return np.rint(np.clip(samples, -1, 1) * 32767).astype("<i2").tobytes()


@dataclass(frozen=True, slots=True, kw_only=True)
class Recording:
    """One line of the manifest of the recordings."""

    path: Path
    kind: str
    label: str
    language: str
    expect: str
    note: str
    reference: str = ""
    """What faster-whisper heard in its full window with five beams, the language given."""

    def samples(self) -> Samples:
        """Return what was recorded, 16 kHz mono."""
        decode = cast("Any", import_module("faster_whisper.audio")).decode_audio
        decoded: Samples = decode(str(self.path), sampling_rate=SAMPLE_RATE_HZ)
        return decoded


def recordings(kind: str) -> list[Recording]:
    """Return the recordings of one kind, in the manifest's order."""
    with (RECORDED / "MANIFEST.tsv").open(encoding="utf-8", newline="") as file:
        return [
            Recording(
                path=RECORDED / row["file"],
                kind=row["kind"],
                label=row["label"],
                language=row["language"],
                expect=row["expect"],
                note=row["note"],
                reference=row["whisper_base"],
            )
            for row in csv.DictReader(file, delimiter="\t")
            if row["kind"] == kind
        ]
