"""What the tools need of whoever keeps and rings the timers."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from assistant.errors import AssistantError
from assistant.timer import MAX_TIMERS, Timer


class TooManyTimersError(AssistantError):
    """As many are set as can be."""

    def __init__(self) -> None:
        super().__init__(f"{MAX_TIMERS} timers are set, which is the most. Cancel some first.")


class TimerKeeper(Protocol):
    """Keeps and rings the timers. Engine loop."""

    @property
    def timers(self) -> Sequence[Timer]:
        """Set, ringing or missed, by time."""
        ...

    @property
    def zone(self) -> str:
        """See `model.zone_named`."""
        ...

    def now(self) -> datetime:
        """Aware."""
        ...

    async def add(self, wanted: Timer) -> Timer:
        """Set a timer; stored when this returns.

        Raises:
            TooManyTimersError: If there are `MAX_TIMERS`.
            StoreError: If it could not be stored; it is not set.
        """
        ...

    async def cancel(self, timer_ids: Sequence[str]) -> Sequence[Timer]:
        """Remove timers and silence them, with an undo.

        Returns:
            Those that were there.

        Raises:
            StoreError: If that could not be stored; they stay.
        """
        ...

    async def stop(self, timer_id: str | None = None) -> Sequence[Timer]:
        """Stop what rings or was missed; one that repeats stays set.

        Args:
            timer_id: None stops all.

        Returns:
            Those that were stopped.
        """
        ...
