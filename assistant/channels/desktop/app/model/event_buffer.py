"""Joining events that come faster than a screen shows them. Pure."""

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from assistant.protocol.turns import TextDelta, ThinkingDelta
from assistant.protocol.voice import MicrophoneLevel

if TYPE_CHECKING:
    from assistant.protocol.events import EngineEvent

FrequentEvent = TextDelta | ThinkingDelta | MicrophoneLevel
"""What arrives many times a second and may wait for the next frame."""

HOLD_BACK_S: Final = 1 / 40
"""How long events may be held back: one frame of forty a second."""


class EventBuffer:
    """Holds frequent events in order, joining those that can be shown as one."""

    def __init__(self) -> None:
        self._events: list[FrequentEvent] = []

    def add(self, event: FrequentEvent) -> None:
        """Keep `event`, joined to the last one if both are words of the same turn.

        Of microphone levels only the newest is kept, wherever it came: a meter has no past.
        """
        if isinstance(event, MicrophoneLevel):
            self._events = [e for e in self._events if not isinstance(e, MicrophoneLevel)]
            self._events.append(event)
            return
        for index in reversed(range(len(self._events))):
            last = self._events[index]
            if isinstance(last, MicrophoneLevel):
                continue
            if type(last) is type(event) and last.turn_id == event.turn_id:
                self._events[index] = replace(last, text=last.text + event.text)
                return
            break
        self._events.append(event)

    def drain(self) -> "list[EngineEvent]":
        """Return what was held, oldest first, and forget it."""
        held: list[EngineEvent] = list(self._events)
        self._events = []
        return held
