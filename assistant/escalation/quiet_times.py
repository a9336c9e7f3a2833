"""The hours in which some or all steps leave the user alone. Pure."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, tzinfo
from typing import Self

from assistant.escalation.quiet_hours import QuietHours
from assistant.escalation.step import Step

_ALL = frozenset(Step)


@dataclass(frozen=True, slots=True)
class QuietTimes:
    """Several hours of the day, each with the steps that are quiet in them."""

    spans: tuple[tuple[QuietHours, frozenset[Step]], ...] = ()

    @classmethod
    def read(cls, text: str, *, zone: tzinfo) -> Self:
        """Return what the setting says: `22:00-07:00, 12:30-13:30 spoken`; without steps, of all."""
        return cls(tuple(_read(text, zone)))

    def over_at(self, now: datetime, step: Step) -> datetime | None:
        """Return when a step may be taken again, in UTC; None if it may be taken now."""
        at = now
        for _ in range(2 * len(self.spans)):  # one may begin as another ends
            ends = [over for hours in self._of(step) if (over := hours.over_at(at)) is not None]
            if not ends:
                break
            at = max(ends)
        return at if at > now else None

    def last_over(self, now: datetime, step: Step) -> datetime | None:
        """Return when the quiet was over last, in UTC; None while it lasts, or where there is none."""
        if self.over_at(now, step) is not None:
            return None
        return max((hours.last_over(now) for hours in self._of(step)), default=None)

    def _of(self, step: Step) -> Iterator[QuietHours]:
        return (hours for hours, steps in self.spans if step in steps)


def _read(text: str, zone: tzinfo) -> Iterator[tuple[QuietHours, frozenset[Step]]]:
    for entry in filter(str.strip, text.split(",")):
        times, *steps = entry.split()
        start, _dash, end = times.partition("-")
        hours = QuietHours.read(start, end, zone=zone)
        if hours is not None:
            yield hours, frozenset(map(Step, steps)) or _ALL
