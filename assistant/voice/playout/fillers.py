"""A short sentence where a long wait would leave the user in silence. Engine thread.

A wait is mentioned twice at most in a turn: that it takes a moment, and much later what it is for.
A slow model is given longer than a tool, because the tone that says "you were heard" answers for
it, and a sentence before every answer would be tiresome.
"""

import asyncio
from collections.abc import Callable
from enum import Enum
from typing import Final

from assistant.voice.text.spoken_phrases import FILLERS, STILL_WAITING, STILL_WORKING

DEAD_AIR_S: Final = 2.5
"""Silence before it is filled; people take a pause beyond two or three seconds for a fault."""
TOOL_S: Final = 0.7
"""A tool that has just begun may be done at once, however long the silence before it was."""
MODEL_S: Final = 4.0
"""Silence of a model that has not begun to reply."""
LONG_WAIT_S: Final = 10.0
"""Silence after the first sentence before it is said what takes so long."""
_MAX_SAID: Final = 2


class AwaitedPart(Enum):
    """What the user waits for in silence."""

    MODEL = "model"
    """The first words of a reply."""
    TOOL = "tool"


class FillerScheduler:
    """Waits for dead air.

    Args:
        awaited: Says what there is silence for; None if it is to be left alone.
        say: Says a sentence, given by its message id.
    """

    def __init__(
        self, *, awaited: Callable[[], AwaitedPart | None], say: Callable[[str], None]
    ) -> None:
        self._awaited = awaited
        self._say = say
        self._silent_since = 0.0
        self._tool_since = 0.0
        self._said = 0
        self._next = 0
        self._timer: asyncio.TimerHandle | None = None

    def begin(self) -> None:
        self._said = 0
        self.fell_silent()
        self.plan()

    def fell_silent(self) -> None:
        """The voice fell silent just now."""
        self._silent_since = asyncio.get_running_loop().time()

    def tool_began(self) -> None:
        """A tool begins to run."""
        self._tool_since = asyncio.get_running_loop().time()

    def plan(self) -> None:
        """Decide again whether to fill a silence, and when."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        awaited = self._awaited()
        if awaited is None or self._said == _MAX_SAID:
            return
        if self._said:
            due = self._silent_since + LONG_WAIT_S
        elif awaited is AwaitedPart.MODEL:
            due = self._silent_since + MODEL_S
        else:
            due = max(self._silent_since + DEAD_AIR_S, self._tool_since + TOOL_S)
        self._timer = asyncio.get_running_loop().call_at(due, self._fill)

    def _fill(self) -> None:
        self._timer = None
        awaited = self._awaited()
        if awaited is not None:
            self._said += 1
            self._say(self._sentence(awaited))

    def _sentence(self, awaited: AwaitedPart) -> str:
        if self._said == _MAX_SAID:
            return STILL_WORKING if awaited is AwaitedPart.TOOL else STILL_WAITING
        self._next += 1
        return FILLERS[(self._next - 1) % len(FILLERS)]
