"""What the voice loop knows of microphones and speakers.

Both kinds call back on a thread of their own, with blocks of any length, at the device's native
rate; their users resample. A callback only copies: it takes no lock that another
thread holds while it computes, and never raises.

Every `at` is in seconds on one time line: the monotonic clock for real devices and for files at
real-time pace, audio time since the opening for files played as fast as possible.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Protocol

import numpy as np
import numpy.typing as npt

from assistant.voice.events import Samples

OnBlock = Callable[[Samples, float], None]
"""Takes one block of mono float32 samples and the moment `at` of its last sample.

The array belongs to the receiver: the device does not write to it again.
"""

OnEnd = Callable[[float], None]
"""Told once, after the last block, that no audio will ever come again; a file was at its end."""

Fill = Callable[[npt.NDArray[np.float32], float], None]
"""Writes every sample of one mono float32 block, silence included.

The second argument is the moment the device asks; the first sample of the block is heard
`latency_s` later.
"""


class InputDevice(Protocol):
    """A source of audio. One thread opens and closes it; it may be opened again after `close`."""

    @property
    def name(self) -> str:
        """What the user calls the device."""
        ...

    @property
    def sample_rate_hz(self) -> int:
        """Native sample rate of the blocks; known once it is open."""
        ...

    @property
    def is_live(self) -> bool:
        """Whether blocks come by themselves, so that their absence means that something broke."""
        ...

    def open(self, on_block: OnBlock, *, on_end: OnEnd) -> None:
        """Begin to deliver blocks.

        Raises:
            DeviceError: If the device is missing, refused, or its file cannot be read.
        """
        ...

    def close(self) -> None:
        """Stop; no callback runs after it has returned. Idempotent, at most half a second."""
        ...


class OutputDevice(Protocol):
    """A sink of audio that pulls. One thread opens and closes it; it may be opened again."""

    @property
    def name(self) -> str: ...

    @property
    def sample_rate_hz(self) -> int:
        """Sample rate that blocks must be filled at; known once it is open."""
        ...

    @property
    def latency_s(self) -> float:
        """Time from filling a block to hearing its first sample; known once open."""
        ...

    def open(self, fill: Fill, *, on_lost: Callable[[str], None]) -> None:
        """Begin to request blocks, silent ones too.

        Args:
            fill: Called for every block.
            on_lost: Called once, on any thread, with why the device stopped by itself, in the
                user's language. The caller then closes it.

        Raises:
            DeviceError: If the device is missing, refused, or its file cannot be written.
        """
        ...

    def close(self) -> None:
        """Stop; no callback runs after it has returned. Idempotent, at most half a second."""
        ...


class Pacer(Protocol):
    """Holds audio time still while work is in flight, where audio time can be held.

    Files played as fast as possible would otherwise be through before the first transcript. For
    real devices, and files at real-time pace, it does nothing.
    """

    def busy(self) -> AbstractContextManager[None]:
        """A context in which audio time stands still; any thread, may be nested.

        Enter it before the work is handed to another thread and leave it when its result has been
        dealt with, so that time is held without a gap.
        """
        ...

    def hold(self) -> Callable[[], None]:
        """Like `busy`, for work that does not end in the function that began it.

        Returns:
            Releases the hold; any thread; calling it again does nothing.
        """
        ...
