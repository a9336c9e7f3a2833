"""What the benchmarks compute: percentiles, moments in a recording. Pure."""

import math
from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

Samples = npt.NDArray[np.float32]

AUDIBLE_DBFS: Final = -50.0
"""Peak level from which a sample counts as heard."""
FRAME_S: Final = 0.01
"""Length of the frames in which the end of speech is looked for."""
BELOW_PEAK_DB: Final = 35.0
"""A frame this much below the loudest one is no speech: final consonants are some 30 dB below the
vowels, the rooms of the recordings 40 dB and more."""
BEGIN_BELOW_PEAK_DB: Final = 26.0
"""For the beginning of speech; a breath before it is softer."""
BEGIN_FRAMES: Final = 3


def percentile(values: Sequence[float], percent: float) -> float:
    """Return a percentile by linear interpolation between the two nearest ranks.

    Args:
        values: At least one, in any order.
        percent: 0 gives the smallest, 100 the largest.

    Raises:
        ValueError: If there are no values or `percent` is not within 0 and 100.
    """
    if not values:
        raise ValueError("a percentile of nothing")
    if not 0 <= percent <= 100:
        raise ValueError(f"percent is {percent!r}, not within 0 and 100")
    return float(np.percentile(values, percent))


def first_audible_s(samples: Samples, sample_rate_hz: int, *, after_s: float = 0.0) -> float | None:
    """Return when the first sample at or after `after_s` is above `AUDIBLE_DBFS`.

    Args:
        samples: Mono PCM, shape `(n,)`, full scale ±1.0.
        after_s: Where to begin to look; what sounds before does not count.

    Returns:
        Seconds from the beginning of the recording, or None if nothing is heard.
    """
    first = max(0, math.ceil(after_s * sample_rate_hz))
    audible = np.flatnonzero(np.abs(samples[first:]) > 10 ** (AUDIBLE_DBFS / 20))
    return (first + int(audible[0])) / sample_rate_hz if audible.size else None


def speech_end_s(samples: Samples, sample_rate_hz: int) -> float | None:
    """Return when the speech of a recording is over: the end of its last loud frame.

    A frame of `FRAME_S` is loud if its RMS level is above `AUDIBLE_DBFS` and less than
    `BELOW_PEAK_DB` below the loudest frame. A shorter frame at the end counts too. The recording
    must hold one speaker and a quiet room.

    Args:
        samples: Mono PCM, shape `(n,)`, full scale ±1.0.

    Returns:
        Seconds from the beginning of the recording, or None if no frame is loud.
    """
    size = max(1, round(FRAME_S * sample_rate_hz))
    power = [
        float(np.mean(np.square(samples[first : first + size], dtype=np.float64)))
        for first in range(0, samples.size, size)
    ]
    if not power:
        return None
    threshold = max(10 ** (AUDIBLE_DBFS / 10), max(power) * 10 ** (-BELOW_PEAK_DB / 10))
    loud = [index for index, value in enumerate(power) if value > threshold]
    return min((loud[-1] + 1) * size, samples.size) / sample_rate_hz if loud else None


def speech_begin_s(samples: Samples, sample_rate_hz: int) -> float | None:
    """Return when the speech of a recording begins: its first `BEGIN_FRAMES` loud frames in a row.

    Loud is as in `speech_end_s`, but nearer to the loudest frame and never a single frame, so that
    neither breath nor a click counts.

    Returns:
        Seconds from the beginning of the recording, or None if nothing is loud for so long.
    """
    size = max(1, round(FRAME_S * sample_rate_hz))
    levels = frame_levels(samples, size)
    if not levels.size:
        return None
    threshold = max(
        10 ** (AUDIBLE_DBFS / 20), float(levels.max()) * 10 ** (-BEGIN_BELOW_PEAK_DB / 20)
    )
    run = 0
    for index, level in enumerate(levels.tolist()):
        run = run + 1 if level > threshold else 0
        if run == BEGIN_FRAMES:
            return (index + 1 - BEGIN_FRAMES) * size / sample_rate_hz
    return None


def frame_levels(samples: Samples, size: int) -> npt.NDArray[np.float64]:
    """Return the RMS level of each whole frame of `size` samples."""
    whole = samples[: samples.size // size * size].astype(np.float64).reshape(-1, size)
    return np.sqrt(np.mean(np.square(whole), axis=1))


def latencies(values: Sequence[float]) -> dict[str, int | None]:
    """Return `p50` and `p95` of seconds in whole milliseconds, None where there are no values."""
    return {
        f"p{percent}": round(percentile(values, percent) * 1000) if values else None
        for percent in (50, 95)
    }


def spread_ms(seconds: Sequence[float]) -> dict[str, float]:
    """Return `p50`, `p95` and `largest` of seconds in milliseconds, to a tenth.

    Raises:
        ValueError: If there are none.
    """
    return {
        "p50": round(percentile(seconds, 50) * 1000, 1),
        "p95": round(percentile(seconds, 95) * 1000, 1),
        "largest": round(max(seconds) * 1000, 1),
    }


def share(part: int, whole: int) -> float | None:
    """Return `part` of `whole`, rounded to four places; None of nothing."""
    return round(part / whole, 4) if whole else None
