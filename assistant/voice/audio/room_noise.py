"""How loud the room is, and how much louder a voice has to be in it. Pure arithmetic.

The level that a second never falls below is the room's, whoever speaks in it: speech has gaps. The
median of the last such levels follows a fan or a street within some ten seconds and leaves out a
slammed door.

People raise their voice by about half a decibel for each one that the noise grows by (the Lombard
effect). A quiet room changes nothing: microphones differ by more than such rooms do.
"""

from collections import deque
from statistics import median
from typing import Final

QUIET_DBFS: Final = -50.0
"""A room up to here needs no louder voice. Recorded quiet rooms lie between -83 and -57."""
MOST_DB: Final = 6.0

_SLOPE: Final = 0.5
_LEVELS: Final = 16
"""Of 64 ms each: the levels whose lowest counts, about a second."""
_SECONDS: Final = 12
_LEAST_SECONDS: Final = 3


def noise_gain_db(noise_dbfs: float) -> float:
    """How many decibels louder a voice should be in a room of this level, 0 to `MOST_DB`."""
    return min(MOST_DB, max(0.0, (noise_dbfs - QUIET_DBFS) * _SLOPE))


class RoomNoise:
    """Follows the level of the room. Told by one thread; `gain` may be read by another."""

    def __init__(self) -> None:
        self._lowest: deque[float] = deque(maxlen=_SECONDS)
        self._low = 0.0
        self._count = 0
        self.gain = 1.0
        """Factor of what is said now, 1 to 2."""

    @property
    def dbfs(self) -> float | None:
        """Level of the room; None while too little was heard."""
        return median(self._lowest) if len(self._lowest) >= _LEAST_SECONDS else None

    def heard(self, dbfs: float) -> None:
        """RMS level of the next 64 ms, in which the assistant did not speak."""
        self._low = dbfs if self._count == 0 else min(self._low, dbfs)
        self._count += 1
        if self._count < _LEVELS:
            return
        self._count = 0
        self._lowest.append(self._low)
        level = self.dbfs
        if level is not None:
            self.gain = 10 ** (noise_gain_db(level) / 20)
