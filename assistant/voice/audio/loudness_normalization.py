"""One loudness for all that is said, whichever voice says it. Pure.

Piper scales every sentence to the same peak, so that a short word is some 5 dB louder than a long
sentence of the same voice (en_US-joe-medium: -14.5 dBFS for "Sure.", -20 for 70 letters), and voices
differ as much among each other. What a person hears is the level while words sound.
"""

from typing import Final

import numpy as np

from assistant.voice.events import Samples

SPEECH_DBFS: Final = -20.0
"""RMS level that speech is brought to while words sound; a full-scale square wave is 0."""
_LOWEST_GAIN_DB: Final = -10.0
_HIGHEST_GAIN_DB: Final = 8.0
_PEAK: Final = 0.95  # of full scale; no gain goes beyond
_FRAME_S: Final = 0.02
_SOUNDING_DB: Final = 25.0
"""A frame so far below the loudest is a pause."""


def speech_dbfs(samples: Samples, sample_rate_hz: int) -> float | None:
    """RMS level of the frames with speech; None without sound.

    Args:
        samples: Mono PCM, shape `(n,)`, full scale ±1.0.
    """
    if not samples.size:
        return None
    size = max(1, int(_FRAME_S * sample_rate_hz))
    count = max(1, samples.size // size)
    whole = samples[: count * size] if samples.size >= size else samples
    powers = np.square(whole, dtype=np.float64).reshape(count, -1).mean(axis=1)
    if powers.max() <= 0:
        return None
    sounding = powers[powers >= powers.max() * 10 ** (-_SOUNDING_DB / 10)]
    return float(10 * np.log10(sounding.mean()))


def normalized_loudness(samples: Samples, sample_rate_hz: int) -> Samples:
    """Bring a sentence to `SPEECH_DBFS`, within bounds and without clipping.

    Args:
        samples: Mono PCM, shape `(n,)`, float32, full scale ±1.0; not changed.

    Returns:
        A new array; the same samples if there is no sound.
    """
    level = speech_dbfs(samples, sample_rate_hz)
    if level is None:
        return samples
    gain = 10 ** (np.clip(SPEECH_DBFS - level, _LOWEST_GAIN_DB, _HIGHEST_GAIN_DB) / 20)
    gain = min(float(gain), _PEAK / float(np.abs(samples).max()))
    return (samples * np.float32(gain)).astype(np.float32)


def scaled(samples: Samples, gain: float) -> Samples:
    """Apply a gain; one above 1 is limited where it would clip.

    Args:
        samples: Mono PCM, float32, full scale ±1.0; not changed.
        gain: A factor above 0.
    """
    if gain > 1.0 and samples.size:
        gain = max(1.0, min(gain, _PEAK / max(float(np.abs(samples).max()), 1e-9)))
    return samples if gain == 1.0 else samples * np.float32(gain)
