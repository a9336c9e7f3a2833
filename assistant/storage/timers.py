"""The timers, alarms and reminders that are set, ring, or were missed."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from assistant.storage.database import Database
from assistant.storage.model.row_values import RecordRows


@dataclass(frozen=True, slots=True, kw_only=True)
class TimerRecord:
    """A timer as it is stored. Moments are aware."""

    timer_id: str
    kind: str
    """`timer`, `alarm` or `reminder`."""
    label: str
    due_at: datetime
    zone: str
    """Name of the time zone it was set in."""
    length_s: float | None
    """How long it was set for, or None if it was set for a time of day."""
    time_of_day: str | None
    """`HH:MM:SS` in its zone, or None if it was set for a length."""
    days: tuple[int, ...]
    """Weekdays on which it repeats, Monday is 0."""
    snoozed_until: datetime | None
    ringing_since: datetime | None
    is_missed: bool


_ROWS: Final = RecordRows(TimerRecord, table="timers")
_PUT: Final = f"""
    {_ROWS.insert} ON CONFLICT (timer_id) DO UPDATE SET
    {", ".join(f"{name} = excluded.{name}" for name in _ROWS.names[1:])}
"""


class TimerRepository:
    """Stores timers by their id. Each method raises StoreError if the database fails."""

    def __init__(self, *, database: Database) -> None:
        self._database = database

    async def every(self) -> tuple[TimerRecord, ...]:
        """In the order they were set."""
        return await self._database.select(
            f"SELECT {_ROWS.columns} FROM timers ORDER BY sequence", read=_ROWS.record
        )

    async def put(self, *records: TimerRecord) -> None:
        """Insert or replace by id, in one transaction."""
        await self._database.execute(_PUT, *map(_ROWS.values, records))

    async def remove(self, *timer_ids: str) -> None:
        await self._database.execute(
            "DELETE FROM timers WHERE timer_id = ?", *((timer_id,) for timer_id in timer_ids)
        )
