"""Plays one clip through a speaker of its own, and waits until it was heard."""

import threading

import numpy as np
import numpy.typing as npt

from assistant.voice.devices.protocols import OutputDevice
from assistant.voice.events import Samples
from assistant.voice.playout.player import resampled

DEVICE_START_S = 4.0
"""How much longer than the clip a speaker may take to begin."""


def play_once(
    speaker: OutputDevice, samples: Samples, sample_rate_hz: int, *, stopped: threading.Event
) -> bool:
    """Play a clip; returns whether the speaker took all of it. Blocks for as long as it lasts.

    Args:
        speaker: Opened, and closed again at the end.
        samples: Mono float32.
        sample_rate_hz: Theirs.
        stopped: Ends it early once it is set.

    Raises:
        DeviceError: If the speaker does not open.
    """
    sound: list[Samples] = []
    done = 0
    is_over = threading.Event()

    def fill(block: npt.NDArray[np.float32], _at: float) -> None:
        nonlocal done
        block[:] = 0.0
        if not sound or is_over.is_set():
            return
        rest = sound[0][done : done + block.size]
        block[: rest.size] = rest
        done += block.size
        if stopped.is_set() or done >= sound[0].size:
            is_over.set()

    speaker.open(fill, on_lost=lambda _reason: is_over.set())
    try:
        rate_hz = speaker.sample_rate_hz
        sound.append(resampled(samples, sample_rate_hz, rate_hz))
        is_over.wait(DEVICE_START_S + sound[0].size / rate_hz)
        is_whole = done >= sound[0].size
        if is_whole:
            stopped.wait(speaker.latency_s)  # what was asked for is heard so much later
        return is_whole
    finally:
        speaker.close()
