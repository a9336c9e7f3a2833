"""How fast a server may talk. Pure."""


class RateLimiter:
    """Lets messages through at a bounded rate; a burst passes, a flood waits.

    A server that waits is stopped by its full pipe: nothing is lost.

    Args:
        per_s: Messages a second that may go on for ever.
        burst: Messages that may come at once.
    """

    def __init__(self, *, per_s: float = 200.0, burst: int = 400) -> None:
        self._per_s = per_s
        self._burst = float(burst)
        self._left = float(burst)
        self._at: float | None = None

    def take(self, now_s: float) -> float:
        """Count a message; returns the seconds to wait before it is passed on."""
        if self._at is not None:
            gained = max(0.0, now_s - self._at) * self._per_s
            self._left = min(self._burst, self._left + gained)
        self._at = now_s
        self._left -= 1.0
        return max(0.0, -self._left / self._per_s)
