"""Telling how far a bench is, on standard error, so that standard output holds the figures alone."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchStep:
    """One part of a bench."""

    name: str
    expected_s: float
    """Roughly how long it takes on two cores."""


class BenchProgress:
    """Tells what is being done and how long it is expected to take."""

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write = write
        self._steps: tuple[BenchStep, ...] = ()
        self._index = 0

    def plan(self, steps: Sequence[BenchStep]) -> None:
        """Say what will be done and how long all of it takes."""
        self._steps = tuple(steps)
        self._index = 0
        total = sum(step.expected_s for step in steps)
        self._write(f"{len(self._steps)} parts, about {duration(total)} on two cores")

    def next(self) -> None:
        step = self._steps[self._index]
        self._index += 1
        self._write(
            f"{self._index}/{len(self._steps)} {step.name}, about {duration(step.expected_s)}"
        )

    def count(self, done: int, of: int) -> None:
        self._write(f"{done} of {of}")

    def unreadable(self, path: Path) -> None:
        """Say that a recording cannot be read and is left out."""
        self._write(f"cannot read {path}; going on without it")

    def failed(self, reason: str) -> None:
        self._write(f"failed: {reason}")


def duration(seconds: float) -> str:
    """Write seconds as people do: `45 s`, `3 min`."""
    return f"{round(seconds)} s" if seconds < 90 else f"{round(seconds / 60)} min"
