"""Where the phrase is in a recording, and what is wrong with the recording. Pure."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from assistant.protocol.wake_words import RecordingProblem
from assistant.voice.events import Samples
from assistant.voice.protocols import SAMPLE_RATE_HZ

LEAST_PHRASE_S: Final = 0.3
"""A shorter sound is a syllable, which much else resembles."""
LONGEST_PHRASE_S: Final = 2.0
"""The features reach back two seconds, and a name is not a sentence."""

_FRAME = 160  # 10 ms
_QUIETEST_DBFS = -48.0
"""Of the loudest tenth of a second of a phrase; a microphone at arm's length gives -35 to -15."""
_LEAST_SNR_DB = 12.0
_OVER_FLOOR_DB = 8.0
_UNDER_PEAK_DB = 30.0
_LONGEST_GAP_S = 0.35
"""Of quiet within a phrase: a stop consonant, or the moment between two words."""
_LEAST_SOUND_S = 0.04
_MARGIN_S = 0.05
_FULL_SCALE = 0.985
_CLIPPED_SHARE = 0.005


@dataclass(frozen=True, slots=True)
class InspectedRecording:
    """What was found; positions in samples."""

    begin: int = 0
    end: int = 0
    problem: RecordingProblem | None = None

    @property
    def seconds(self) -> float:
        return (self.end - self.begin) / SAMPLE_RATE_HZ


def inspect_recording(samples: Samples) -> InspectedRecording:
    """Find the phrase in a recording of it.

    Args:
        samples: 16 kHz mono, with some quiet before and after the phrase.
    """
    if len(samples) < LEAST_PHRASE_S * SAMPLE_RATE_HZ:
        return InspectedRecording(problem=RecordingProblem.SILENT)
    levels = _levels(samples)
    floor = float(np.percentile(levels, 10))
    peak = float(np.max(np.convolve(levels, np.full(10, 0.1), "valid")))
    if peak < _QUIETEST_DBFS or peak - floor < _LEAST_SNR_DB:
        silent = peak - floor < _LEAST_SNR_DB / 2
        problem = RecordingProblem.SILENT if silent else RecordingProblem.TOO_QUIET
        return InspectedRecording(problem=problem)
    begin, end = _loudest_run(levels, max(floor + _OVER_FLOOR_DB, peak - _UNDER_PEAK_DB))
    found = InspectedRecording(begin * _FRAME, end * _FRAME)
    return InspectedRecording(found.begin, found.end, _problem(samples, found, len(levels)))


def phrase_ended(samples: Samples, *, quiet_s: float) -> bool:
    """Whether a phrase was said, followed by `quiet_s` of silence."""
    found = inspect_recording(samples)
    is_phrase = found.problem is None and found.end > 0
    return is_phrase and len(samples) - found.end >= quiet_s * SAMPLE_RATE_HZ


def _problem(samples: Samples, found: InspectedRecording, frames: int) -> RecordingProblem | None:
    phrase = np.abs(samples[found.begin : found.end])
    margin = round(_MARGIN_S * SAMPLE_RATE_HZ)
    if np.mean(phrase >= _FULL_SCALE) > _CLIPPED_SHARE:
        return RecordingProblem.TOO_LOUD
    if found.begin < margin or found.end > frames * _FRAME - margin:
        return RecordingProblem.CUT_OFF
    if found.seconds < LEAST_PHRASE_S:
        return RecordingProblem.TOO_SHORT
    if found.seconds > LONGEST_PHRASE_S:
        return RecordingProblem.TOO_LONG
    return None


def _levels(samples: Samples) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Level of each 10 ms in dBFS."""
    count = len(samples) // _FRAME
    frames = samples[: count * _FRAME].reshape(count, _FRAME).astype(np.float64)
    frames = frames - frames.mean()
    return 10 * np.log10(np.mean(np.square(frames), axis=1) + 1e-10)


def _loudest_run(
    levels: np.ndarray[tuple[int], np.dtype[np.float64]], threshold: float
) -> tuple[int, int]:
    """Frames of the run of sound, short gaps included, with the most energy."""
    on = np.flatnonzero(levels >= threshold)
    gap = round(_LONGEST_GAP_S * 100)
    runs = np.split(on, np.flatnonzero(np.diff(on) > gap) + 1)
    long_enough = [run for run in runs if len(run) >= _LEAST_SOUND_S * 100] or runs
    best = max(long_enough, key=lambda run: float(np.sum(10 ** (levels[run] / 10))))
    return int(best[0]), int(best[-1]) + 1
