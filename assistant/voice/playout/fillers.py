"""A short sentence where a slow tool would leave the user in silence. Engine thread.

Said once a turn at most, and only while a tool runs: a slow model is answered for by the tone that
says "you were heard", and a sentence before every answer would be tiresome.
"""

import asyncio
from collections.abc import Callable
from typing import Final

from assistant.voice.text.spoken_phrases import FILLERS

DEAD_AIR_S: Final = 2.5
"""Silence before it is filled; people take a pause beyond two or three seconds for a fault."""
TOOL_S: Final = 0.7
"""A tool that has just begun may be done at once, however long the silence before it was."""


class FillerScheduler:
    """Waits for dead air.

    Args:
        may_fill: Whether there is silence because a tool runs and nothing else is waited for.
        say: Says a sentence, given by its message id.
    """

    def __init__(self, *, may_fill: Callable[[], bool], say: Callable[[str], None]) -> None:
        self._may_fill = may_fill
        self._say = say
        self._silent_since = 0.0
        self._tool_since = 0.0
        self._is_said = False
        self._next = 0
        self._timer: asyncio.TimerHandle | None = None

    def begin(self) -> None:
        """A turn begins."""
        self._is_said = False
        self.fell_silent()
        self.plan()

    def fell_silent(self) -> None:
        """The voice fell silent just now."""
        self._silent_since = asyncio.get_running_loop().time()

    def tool_began(self) -> None:
        """A tool begins to run."""
        self._tool_since = asyncio.get_running_loop().time()

    def plan(self) -> None:
        """Look again whether a silence is to be filled, and when."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._is_said or not self._may_fill():
            return
        due = max(self._silent_since + DEAD_AIR_S, self._tool_since + TOOL_S)
        self._timer = asyncio.get_running_loop().call_at(due, self._fill)

    def _fill(self) -> None:
        self._timer = None
        if self._may_fill():
            self._is_said = True
            text = FILLERS[self._next % len(FILLERS)]
            self._next += 1
            self._say(text)
