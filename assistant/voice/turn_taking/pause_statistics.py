"""Learning how long a person pauses in the middle of a turn. Pure arithmetic.

Every pause after which the user went on is one observation; their exponential mean, as in
LiveKit's dynamic endpointing (weight 0.9 for what was known), stretches or shortens the silence that
is waited for. Kept in memory, by the listener thread, for as long as the voice loop lives.
"""

from typing import Final

USUAL_PAUSE_S: Final = 0.6
"""A pause inside a turn of a person who is not known yet."""
HISTORY_WEIGHT: Final = 0.9
"""Weight of what was known before."""
LEAST: Final = 0.8
MOST: Final = 1.5

_SHORTEST_S = 0.25
"""Shorter gaps stand between any two words and say nothing."""
_LONGEST_S = 4.0


class PauseStatistics:
    """The pauses of one person."""

    def __init__(self) -> None:
        self._mean_s = USUAL_PAUSE_S

    @property
    def factor(self) -> float:
        """Factor for silences, 0.8 to 1.5; 1 for an unknown user."""
        return min(MOST, max(LEAST, self._mean_s / USUAL_PAUSE_S))

    def noticed(self, pause_s: float) -> None:
        """A pause after which the user went on; seconds.

        Ignores gaps below 0.25 s and above 4 s, which are no pauses inside a sentence.
        """
        if _SHORTEST_S <= pause_s <= _LONGEST_S:
            self._mean_s = HISTORY_WEIGHT * self._mean_s + (1 - HISTORY_WEIGHT) * pause_s
