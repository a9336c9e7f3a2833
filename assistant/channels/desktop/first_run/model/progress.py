"""How far the first run is: which step is shown, and what became of those before it. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

_OVER: Final = "over"


class Step(StrEnum):
    """The steps, in their order."""

    LANGUAGE = "language"
    MICROPHONE = "microphone"
    SPEAKER = "speaker"
    MODEL = "model"
    AGENTS = "agents"
    PRIVACY = "privacy"


STEPS: Final = tuple(Step)


class Outcome(StrEnum):
    """What became of a step."""

    DONE = "done"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True)
class Progress:
    """Where the user is, and what they did; each move returns the next."""

    current: Step | None = Step.LANGUAGE
    """The step that is shown; None once it is over."""
    outcomes: Mapping[Step, Outcome] = field(default_factory=dict[Step, Outcome])

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to show."""
        return self.current is None

    @property
    def number(self) -> int:
        """Which step is shown, from 1; one more than there are once it is over."""
        return len(STEPS) + 1 if self.current is None else STEPS.index(self.current) + 1

    @property
    def is_last(self) -> bool:
        """Whether the conversation follows."""
        return self.number == len(STEPS)

    def done(self) -> "Progress":
        """The step was done: go on with the next."""
        return self._gone_on(Outcome.DONE)

    def skipped(self) -> "Progress":
        """The step was skipped: go on with the next. What was done in it before stays done."""
        return self._gone_on(Outcome.SKIPPED)

    def back(self) -> "Progress":
        """Show the step before; the first one stays."""
        return Progress(STEPS[max(0, self.number - 2)], self.outcomes)

    def all_skipped(self) -> "Progress":
        """Skip what is left."""
        left = dict.fromkeys(STEPS, Outcome.SKIPPED)
        return Progress(None, {**left, **self.outcomes})

    def _gone_on(self, outcome: Outcome) -> "Progress":
        if self.current is None:
            return self
        stays = outcome is Outcome.SKIPPED and self.current in self.outcomes
        outcomes = self.outcomes if stays else {**self.outcomes, self.current: outcome}
        following = STEPS[self.number] if self.number < len(STEPS) else None
        return Progress(following, outcomes)

    def written(self) -> str:
        """As the setting `ui.first_run` keeps it."""
        where = _OVER if self.current is None else self.current.value
        ordered = (step for step in STEPS if step in self.outcomes)
        return " ".join((where, *(f"{step}={self.outcomes[step]}" for step in ordered)))

    @classmethod
    def read(cls, text: str) -> "Progress":
        """What `written` wrote; whatever else stands there counts for nothing."""
        where, *rest = text.split() or [""]
        pairs = (part.partition("=") for part in rest)
        outcomes = {
            Step(step): Outcome(outcome)
            for step, _is, outcome in pairs
            if step in STEPS and outcome in tuple(Outcome)
        }
        if where == _OVER:
            return cls(None, outcomes)
        return cls(Step(where) if where in STEPS else STEPS[0], outcomes)


def is_due(kept: str, *, is_new_home: bool) -> bool:
    """Whether the first run is shown at the start.

    Args:
        kept: The setting `ui.first_run`; empty if it never began.
        is_new_home: Whether neither settings nor conversations are there yet.
    """
    return not Progress.read(kept).is_over if kept else is_new_home
