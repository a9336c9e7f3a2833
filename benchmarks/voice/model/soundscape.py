"""Hours of made-up everyday sound out of minutes of recordings: people talking, music, noise. Pure.

Background after background plays, each with a level of its own, and over it somebody speaks, more
often than not: sentence after sentence, somewhat slower or faster (and lower or higher), softer or
louder. The same seed gives the same sound.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from assistant.voice.events import Samples
from assistant.voice.protocols import SAMPLE_RATE_HZ

SPEECH_DBFS: Final = (-34.0, -14.0)
"""RMS level of a sentence, softest and loudest."""
BACKGROUND_DBFS: Final = (-56.0, -20.0)
RATES: Final = (0.92, 1.08)
"""Slowest and fastest; the pitch goes with it."""
SILENCE_S: Final = (0.2, 4.0)
"""Between two sentences."""
SCENE_S: Final = (20.0, 60.0)
"""Length of a background."""
SPOKEN_SHARE: Final = 0.75
"""Of the scenes in which somebody speaks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SoundscapeSources:
    """What a soundscape is made of; 16 kHz mono."""

    speech: Sequence[Samples]
    background: Sequence[Samples]


def soundscape(sources: SoundscapeSources, *, seconds: float, seed: int) -> Samples:
    """Return made-up sound of exactly this length.

    Raises:
        ValueError: If there is neither speech nor background.
    """
    if not sources.speech and not sources.background:
        raise ValueError("a soundscape of nothing")
    rng = np.random.default_rng(seed)
    sound = np.zeros(round(seconds * SAMPLE_RATE_HZ), np.float32)
    begin = 0
    while begin < len(sound):
        end = min(len(sound), begin + round(rng.uniform(*SCENE_S) * SAMPLE_RATE_HZ))
        scene = sound[begin:end]
        if sources.background:
            _lay_background(scene, sources.background, rng)
        if sources.speech and (not sources.background or rng.random() < SPOKEN_SHARE):
            _lay_speech(scene, sources.speech, rng)
        begin = end
    return np.clip(sound, -1.0, 1.0, out=sound)


def at_level(samples: Samples, dbfs: float) -> Samples:
    """Return samples with another RMS level; silence stays silence."""
    rms = float(np.sqrt(np.mean(np.square(samples, dtype=np.float64)))) if samples.size else 0.0
    if rms < 1e-6:
        return samples
    return (samples * np.float32(10 ** (dbfs / 20) / rms)).astype(np.float32)


def at_rate(samples: Samples, rate: float) -> Samples:
    """Return samples played faster by a factor, by linear interpolation."""
    count = int(len(samples) / rate)
    positions = np.arange(count) * rate
    return np.interp(positions, np.arange(len(samples)), samples).astype(np.float32)


def _lay_background(
    scene: Samples, backgrounds: Sequence[Samples], rng: np.random.Generator
) -> None:
    source = backgrounds[int(rng.integers(len(backgrounds)))]
    first = int(rng.integers(len(source)))
    repeats = (first + len(scene)) // len(source) + 1
    part = np.tile(source, repeats)[first : first + len(scene)]
    scene += at_level(part, rng.uniform(*BACKGROUND_DBFS))


def _lay_speech(scene: Samples, spoken: Sequence[Samples], rng: np.random.Generator) -> None:
    at = round(rng.uniform(*SILENCE_S) * SAMPLE_RATE_HZ)
    while at < len(scene):
        sentence = at_rate(spoken[int(rng.integers(len(spoken)))], rng.uniform(*RATES))
        sentence = at_level(sentence, rng.uniform(*SPEECH_DBFS))[: len(scene) - at]
        scene[at : at + len(sentence)] += sentence
        at += len(sentence) + round(rng.uniform(*SILENCE_S) * SAMPLE_RATE_HZ)
