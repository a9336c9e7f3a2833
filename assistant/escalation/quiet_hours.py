"""The hours of the day in which the user is left alone. Pure."""

from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta, tzinfo
from typing import Self


@dataclass(frozen=True, slots=True, kw_only=True)
class QuietHours:
    """From one time of the day to another, over midnight where that is earlier."""

    start: time
    end: time
    zone: tzinfo

    @classmethod
    def read(cls, start: str, end: str, *, zone: tzinfo) -> Self | None:
        """Return what two settings such as `22:00` mean; None if one is empty, or both are the same."""
        if not start or not end or start == end:
            return None
        return cls(start=time.fromisoformat(start), end=time.fromisoformat(end), zone=zone)

    def over_at(self, now: datetime) -> datetime | None:
        """Return when the quiet is over that there is now, in UTC; None if there is none."""
        local = now.astimezone(self.zone)
        at, day = local.time(), local.date()
        is_late = self.start <= at
        is_early = at < self.end
        is_over_midnight = self.end < self.start
        if not (is_late or is_early if is_over_midnight else is_late and is_early):
            return None
        if not is_early:
            day += timedelta(days=1)
        over = datetime.combine(day, self.end, tzinfo=self.zone)
        if over.astimezone(UTC) <= now:  # the hour comes twice, and this is the second time
            over = over.replace(fold=1)
        return over.astimezone(UTC)

    def last_over(self, now: datetime) -> datetime:
        """Return when the quiet was over last, up to now, in UTC."""
        today = now.astimezone(self.zone).date()
        ends = (
            datetime.combine(today - timedelta(days=days), self.end, tzinfo=self.zone)
            .replace(fold=fold)
            .astimezone(UTC)
            for days in (0, 1)
            for fold in (0, 1)
        )
        return max(end for end in ends if end <= now)
