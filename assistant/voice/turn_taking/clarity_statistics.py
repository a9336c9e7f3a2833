"""Learning how clearly the recogniser hears a person at the end of a turn. Pure arithmetic.

The recogniser is less sure of a sentence that breaks off: its mean log probability at 84 pauses inside
English sentences was -0.41, at their ends -0.16, and a kitchen 10 dB below the voice took 0.02 from
that. Speakers, microphones and languages differ, so what is usual is learned: the exponential mean
over the ends of turns, for each language. Before the first one it is what English speakers had, and
lower for other languages, of which there were no recordings; what an unfinished word makes the
recogniser take for another language is often below that. Kept in memory, by the listener thread, for
as long as the voice loop lives.
"""

from typing import Final

USUAL_LOG_PROB: Final = {"en": -0.16}
"""At the end of a turn of a person who is not known yet."""
OF_OTHER_LANGUAGES: Final = -0.3
"""The same in a language that is not named."""
HISTORY_WEIGHT: Final = 0.9
"""Weight of what was known before."""
LEAST: Final = -0.45
MOST: Final = -0.08


class ClarityStatistics:
    """How clearly one person is heard."""

    def __init__(self) -> None:
        self._usual = dict(USUAL_LOG_PROB)

    def usual(self, language: str) -> float:
        """Mean log probability of a turn's words, -0.45 to -0.08."""
        return min(MOST, max(LEAST, self._usual.get(language, OF_OTHER_LANGUAGES)))

    def noticed(self, language: str, log_prob: float) -> None:
        """The words of a finished turn."""
        known = self._usual.get(language, log_prob)
        self._usual[language] = HISTORY_WEIGHT * known + (1 - HISTORY_WEIGHT) * log_prob
