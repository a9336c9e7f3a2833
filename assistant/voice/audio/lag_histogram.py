"""How far behind the microphone the listener is: a histogram of fixed size. Pure."""

from typing import Final

BUCKET_S: Final = 0.001
LIMIT_S: Final = 2.0
"""Longer lags are counted as this one; the listener's queue holds five seconds."""

_BUCKETS = round(LIMIT_S / BUCKET_S)


class LagHistogram:
    """Counts lags, to a millisecond. One thread adds, any may ask."""

    def __init__(self) -> None:
        self._counts = [0] * (_BUCKETS + 1)

    def add(self, lag_s: float) -> None:
        """Count one lag, in seconds; a negative one, of clocks that disagree, counts as 0."""
        self._counts[min(_BUCKETS, max(0, int(lag_s / BUCKET_S)))] += 1

    def percentile(self, percent: float) -> float | None:
        """The lag that `percent` of all lags do not exceed, rounded up to a millisecond.

        None if nothing was counted.

        Raises:
            ValueError: If `percent` is not within 0 and 100.
        """
        if not 0 <= percent <= 100:
            raise ValueError(f"percent is {percent!r}, not within 0 and 100")
        counts = tuple(self._counts)
        wanted = sum(counts) * percent / 100
        seen = 0
        for index, count in enumerate(counts):
            seen += count
            if count and seen >= wanted:
                return min(LIMIT_S, (index + 1) * BUCKET_S)
        return None
