"""How long a question has waited, with rests. Pure; times are seconds on the monotonic clock."""

from dataclasses import dataclass, replace
from typing import Final

REST_S: Final = 15.0
"""How long one keystroke, movement or word stops the clock. Long enough to think about the next
word; a person who went away loses no more than this."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerTimer:
    """The clock of one question: stands still until the question was shown, rests when touched."""

    timeout_s: float | None
    """Seconds to wait; None waits for ever."""
    spent_s: float = 0.0
    """What had passed when the clock last stopped."""
    runs_from: float | None = None
    """When it began, or begins, to run again; None before the question was shown."""

    @staticmethod
    def resumed(timeout_s: float, left_s: float, at: float) -> "AnswerTimer":
        """Return a clock that runs on with what was left of it."""
        return AnswerTimer(timeout_s=timeout_s, spent_s=timeout_s - left_s, runs_from=at)

    def shown(self, at: float) -> "AnswerTimer":
        """The question became visible or audible; later ones change nothing."""
        return self if self.runs_from is not None else replace(self, runs_from=at)

    def touched(self, at: float) -> "AnswerTimer":
        """The user is busy with the question: the clock rests for `REST_S` from now."""
        if self.runs_from is None:
            return replace(self, runs_from=at + REST_S)
        spent_s = self.spent_s + max(0.0, at - self.runs_from)
        return replace(self, spent_s=spent_s, runs_from=max(self.runs_from, at + REST_S))

    def left_s(self, at: float) -> float | None:
        """Return the seconds until the wait is over, rests included; None if it never is."""
        if self.timeout_s is None or self.runs_from is None:
            return None
        return self.runs_from + self.timeout_s - self.spent_s - at
