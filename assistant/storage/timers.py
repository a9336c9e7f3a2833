"""The timers, alarms and reminders that are set, ring, or were missed."""

from typing import Final

from assistant.storage.database import Database
from assistant.storage.model.row_values import RecordRows
from assistant.timer import Timer

_ROWS: Final = RecordRows(Timer, table="timers", unstored=("slept_through",))
_PUT: Final = f"""
    {_ROWS.insert} ON CONFLICT (timer_id) DO UPDATE SET
    {", ".join(f"{name} = excluded.{name}" for name in _ROWS.names[1:])}
"""


class TimerRepository:
    """Stores timers by their id. Each method raises StoreError if the database fails."""

    def __init__(self, *, database: Database) -> None:
        self._database = database

    async def every(self) -> tuple[Timer, ...]:
        """In the order they were set."""
        return await self._database.select(
            f"SELECT {_ROWS.columns} FROM timers ORDER BY sequence", read=_ROWS.record
        )

    async def put(self, *timers: Timer) -> None:
        """Insert or replace by id, in one transaction."""
        await self._database.execute(_PUT, *map(_ROWS.values, timers))

    async def remove(self, *timer_ids: str) -> None:
        await self._database.execute(
            "DELETE FROM timers WHERE timer_id = ?", *((timer_id,) for timer_id in timer_ids)
        )
