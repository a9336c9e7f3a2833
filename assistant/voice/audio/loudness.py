"""How loud a block of audio is, and audio of a given loudness. Pure."""

import numpy as np

from assistant.voice.events import Samples

FLOOR_DBFS = -96.0
"""Level of silence: the smallest step of 16 bit audio, where a logarithm would be infinite."""


def rms_dbfs(samples: Samples) -> float:
    """RMS level of one block.

    Args:
        samples: Mono PCM, shape `(n,)`, dtype float32, full scale ±1.0, n > 0.

    Returns:
        Level in dBFS, never below `FLOOR_DBFS`. A full-scale sine is -3.01 dBFS: the reference is a
        full-scale square wave, not the sine of AES17.

    Raises:
        ValueError: If `samples` is empty or not one-dimensional.
    """
    if samples.ndim != 1 or len(samples) == 0:
        raise ValueError(f"one block of mono samples is needed, not the shape {samples.shape}")
    mean_square = float(np.mean(np.square(samples, dtype=np.float64)))
    if mean_square <= 0:
        return FLOOR_DBFS
    return max(FLOOR_DBFS, 10 * float(np.log10(mean_square)))


def white_noise(samples: int, *, dbfs: float = -50.0, seed: int = 0) -> Samples:
    """White noise: what a recogniser hears in a room where nobody speaks.

    Args:
        dbfs: Their RMS level.
        seed: The same seed gives the same noise.
    """
    noise = np.random.default_rng(seed).standard_normal(samples)
    return (noise * 10 ** (dbfs / 20)).astype(np.float32)
