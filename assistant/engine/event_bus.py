"""Delivers events to all listeners. Engine loop only."""

from collections.abc import Callable

from assistant.protocol.client import Listener
from assistant.protocol.events import EngineEvent


class EventBus:
    """The listeners of a core, told in the order in which they came."""

    def __init__(self) -> None:
        self._listeners: list[Listener] = []

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Hear every event from now on; returns a function that ends it."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def emit(self, event: EngineEvent) -> None:
        """Tell every listener."""
        for listener in tuple(self._listeners):
            listener(event)
