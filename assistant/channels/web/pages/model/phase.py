"""How far the page of a question can be, and how long it stays so. Values only."""

from enum import StrEnum
from typing import Final

OUTCOME_WAIT_S: Final = 0.2
"""How long a page waits to hear what became of its question before it says only that it is over."""
OUTCOME_KEPT_S: Final = 0.4
"""How long what became of a question is there to be fetched, at most."""
PAUSE_S: Final = 0.15
"""And at least: whoever waits by requests is between two of them for a moment."""
REOPEN_S: Final = 3.0
"""How long it may take until a question that timed out is asked again."""
ALONE_S: Final = 60.0
"""How long a question that timed out is offered to nobody: whoever reloads the page is back."""


class PagePhase(StrEnum):
    """How far a page is."""

    OPEN = "open"
    SENT = "sent"
    """Answered here; the desk has not taken it yet."""
    AWAY = "away"
    """Withdrawn; what became of it is not known yet."""
    LATE = "late"
    """Timed out; it can be asked again."""
    REOPENING = "reopening"
    SETTLED = "settled"


THERE: Final = frozenset({PagePhase.OPEN, PagePhase.LATE, PagePhase.REOPENING})
"""Whoever comes finds something to do."""
OVER: Final = frozenset({PagePhase.LATE, PagePhase.REOPENING, PagePhase.SETTLED})
"""The question is settled, though it may be asked again."""
