"""Speech that is not the wake word: its embeddings, and what a discriminant needs to know of them. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]

WINDOW_FRAMES: Final = 12
"""Embeddings that are looked at together: one second, and 0.7 s before it that the first covers."""
SHRINKAGE: Final = 0.1
"""Weight of the identity in the covariance. Between 0.03 and 0.3 little changes."""


@dataclass(frozen=True, slots=True)
class BackgroundClip:
    """One recording as embeddings."""

    label: str
    """What is said in it."""
    features: Floats
    """Shape `(frames, 96)`."""


def windows(features: Floats) -> Floats:
    """Every window of `WINDOW_FRAMES` embeddings, flat, in order; none if there are too few."""
    count = len(features) - WINDOW_FRAMES + 1
    if count <= 0:
        return np.zeros((0, WINDOW_FRAMES * features.shape[1]), np.float32)
    parts = [features[first : first + count] for first in range(WINDOW_FRAMES)]
    return np.concatenate(parts, axis=1)


class BackgroundSpeech:
    """Mean and covariance of speech, for directions in which something else stands out of it.

    Raises:
        ValueError: If no recording is as long as a window.
    """

    def __init__(self, clips: Sequence[BackgroundClip]) -> None:
        self._windows = [found for clip in clips if len(found := windows(clip.features))]
        if not self._windows:
            raise ValueError("speech as long as a window is needed")
        everything = np.concatenate(self._windows)
        self._mean: Floats = everything.mean(axis=0)
        centred = everything - self._mean
        covariance = (centred.T @ centred / len(centred)).astype(np.float64)
        size = len(covariance)
        diagonal = SHRINKAGE * float(np.trace(covariance)) / size
        self._covariance = (1 - SHRINKAGE) * covariance + diagonal * np.eye(size)

    def directions(self, examples: Sequence[Floats]) -> Floats:
        """The direction in which each set of examples stands out most (Fisher's discriminant).

        Speech has variance one along each of them.

        Args:
            examples: Windows of what stands out, shape `(n, size)` each.
        """
        differences = np.stack([each.mean(axis=0) - self._mean for each in examples], axis=1)
        solved = np.linalg.solve(self._covariance, differences.astype(np.float64))
        variance = np.sum(differences * solved, axis=0)
        return (solved / np.sqrt(np.maximum(variance, 1e-12))).T.astype(np.float32)

    def highest(self, direction: Floats) -> Floats:
        """Highest value of each recording along a direction."""
        return np.array([float((each @ direction).max()) for each in self._windows], np.float32)


def without_phrase(clips: Sequence[BackgroundClip], phrase: str) -> list[BackgroundClip]:
    """Recordings in which the phrase is not said."""
    wanted = _letters(phrase)
    return [clip for clip in clips if not wanted or wanted not in _letters(clip.label)]


def _letters(text: str) -> str:
    return "".join(character for character in text.casefold() if character.isalnum())
