"""The timers, alarms and reminders that are set, ring, or were missed."""

import sqlite3
from dataclasses import dataclass
from datetime import datetime

from assistant.storage.database import Database
from assistant.storage.model.row_values import (
    from_text,
    optional_moment,
    optional_text,
    storable,
    to_text,
)

_COLUMNS = (
    "timer_id, kind, label, due_at, zone, length_s, time_of_day, days, snoozed_until,"
    " ringing_since, is_missed"
)


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


class TimerRepository:
    """Stores timers by their id."""

    def __init__(self, *, database: Database) -> None:
        self._database = database

    async def every(self) -> tuple[TimerRecord, ...]:
        """Return all of them, in the order they were set.

        Raises:
            StoreError: If the database cannot be read.
        """

        def work(connection: sqlite3.Connection) -> tuple[TimerRecord, ...]:
            rows = connection.execute(f"SELECT {_COLUMNS} FROM timers ORDER BY sequence")
            return tuple(_record(row) for row in rows)

        return await self._database.read(work)

    async def put(self, *records: TimerRecord) -> None:
        """Store timers, each in place of the one with its id, in one transaction.

        Raises:
            StoreError: If the database cannot be written.
        """

        def work(connection: sqlite3.Connection) -> None:
            connection.executemany(
                f"INSERT INTO timers ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
                " ON CONFLICT (timer_id) DO UPDATE SET kind = excluded.kind,"
                " label = excluded.label, due_at = excluded.due_at, zone = excluded.zone,"
                " length_s = excluded.length_s, time_of_day = excluded.time_of_day,"
                " days = excluded.days, snoozed_until = excluded.snoozed_until,"
                " ringing_since = excluded.ringing_since, is_missed = excluded.is_missed",
                [_values(record) for record in records],
            )

        await self._database.write(work)

    async def remove(self, *timer_ids: str) -> None:
        """Delete timers; those that are not there stay away.

        Raises:
            StoreError: If the database cannot be written.
        """

        def work(connection: sqlite3.Connection) -> None:
            connection.executemany(
                "DELETE FROM timers WHERE timer_id = ?", [(timer_id,) for timer_id in timer_ids]
            )

        await self._database.write(work)


def _values(record: TimerRecord) -> tuple[object, ...]:
    return (
        record.timer_id,
        record.kind,
        storable(record.label),
        to_text(record.due_at),
        record.zone,
        record.length_s,
        record.time_of_day,
        ",".join(map(str, record.days)),
        optional_text(record.snoozed_until),
        optional_text(record.ringing_since),
        int(record.is_missed),
    )


def _record(row: tuple[object, ...]) -> TimerRecord:
    (timer_id, kind, label, due_at, zone, length_s, time_of_day, days, snoozed, ringing, missed) = (
        row
    )
    return TimerRecord(
        timer_id=str(timer_id),
        kind=str(kind),
        label=str(label),
        due_at=from_text(str(due_at)),
        zone=str(zone),
        length_s=length_s if isinstance(length_s, float) else None,
        time_of_day=None if time_of_day is None else str(time_of_day),
        days=tuple(int(day) for day in str(days).split(",") if day),
        snoozed_until=optional_moment(None if snoozed is None else str(snoozed)),
        ringing_since=optional_moment(None if ringing is None else str(ringing)),
        is_missed=bool(missed),
    )
