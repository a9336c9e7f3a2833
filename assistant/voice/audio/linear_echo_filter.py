"""A gentle echo canceller: subtracts what a linear room would make of what is played. Pure.

A partitioned-block adaptive filter in the frequency domain whose step is a Kalman gain (Kuech,
Mabande and Enzner, "State-space architecture of the partitioned-block-based acoustic echo
controller", ICASSP 2014). It knows how unsure it is of each partition, so it learns quickly and
stands still while the person speaks. It leaves more of the echo than AEC3 does, 15 to 24 dB below,
but takes nothing of the user away: what it gives is for parts that must understand them, such as
the wake word.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from assistant.voice.events import Samples

REACH: Final = 40
"""Partitions: one frame each, 400 ms of delay and reverberation."""

_KEEP = np.float32(0.998)
"""What the room is taken to keep of itself from frame to frame. Measured: nearer to one learns a still
room 1 dB better, and one that changed not for many seconds."""
_SMOOTH = np.float32(0.9)
_LEAST = np.float32(1e-9)
_UNSURE = 0.1
"""Power a partition is taken to have before anything was heard."""
_CONSTRAINED = 4
"""Partitions whose wrapped part is cut off each frame; in turn, as all at once cost twice as much."""

_Spectra = npt.NDArray[np.complex64]


class LinearEchoFilter:
    """The adaptive filter.

    Args:
        frame: Samples a call; also the length of a partition.
    """

    def __init__(self, frame: int) -> None:
        bins = frame + 1
        self._frame = frame
        self._far: Samples = np.zeros(2 * frame, np.float32)
        self._spectra: _Spectra = np.zeros((REACH, bins), np.complex64)
        self._weights: _Spectra = np.zeros((REACH, bins), np.complex64)
        self._doubt = np.full((REACH, bins), _UNSURE, np.float32)
        self._rest = np.full(bins, 1e-3, np.float32)
        self._turn = 0

    def process(self, near: Samples, far: Samples) -> Samples:
        """Remove the predictable echo from a frame; never makes it louder.

        Args:
            near: What was heard.
            far: What was played, at most 400 ms before it is heard.
        """
        frame = self._frame
        self._far = np.concatenate((self._far[frame:], far))
        self._spectra[1:] = self._spectra[:-1].copy()
        self._spectra[0] = np.fft.rfft(self._far)
        guess = np.einsum("pf,pf->f", self._spectra, self._weights)
        left = (near - np.fft.irfft(guess)[frame:]).astype(np.float32)
        self._learn(left)
        return left if np.dot(left, left) <= np.dot(near, near) else near.copy()

    def _learn(self, left: Samples) -> None:
        frame = self._frame
        error = np.fft.rfft(np.concatenate((np.zeros(frame, np.float32), left)))
        error = error.astype(np.complex64)
        self._rest = _SMOOTH * self._rest + (1 - _SMOOTH) * _power(error)
        unsure = self._doubt * _power(self._spectra)
        share = 1 / (0.5 * unsure.sum(axis=0) + self._rest + 1e-6)
        self._weights *= _KEEP
        self._weights += self._doubt * self._spectra.conj() * (share * error)
        grown = (1 - _KEEP**2) * _power(self._weights)
        self._doubt *= _KEEP**2 * (1 - 0.5 * unsure * share)
        self._doubt += grown
        np.maximum(self._doubt, _LEAST, out=self._doubt)
        first, self._turn = self._turn, (self._turn + _CONSTRAINED) % REACH
        rows = slice(first, first + _CONSTRAINED)
        taps = np.fft.irfft(self._weights[rows], axis=1)
        taps[:, frame:] = 0.0
        self._weights[rows] = np.fft.rfft(taps, axis=1)


def _power(spectra: _Spectra) -> npt.NDArray[np.float32]:
    power: npt.NDArray[np.float32] = np.square(spectra.real) + np.square(spectra.imag)
    return power
