"""Delivers events to listeners. Engine loop only."""

from collections.abc import Callable

from assistant.protocol.client import Listener
from assistant.protocol.events import EngineEvent


class EventBus:
    """The listeners of one owner, told in the order in which they came."""

    def __init__(self) -> None:
        self._listeners: list[Listener] = []

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Hear every event from now on; returns a function that ends it, idempotent."""
        self._listeners.append(listener)

        def unsubscribe() -> None:
            if listener in self._listeners:
                self._listeners.remove(listener)

        return unsubscribe

    def clear(self) -> None:
        """Forget every listener."""
        self._listeners.clear()

    def emit(self, event: EngineEvent) -> None:
        """Tell every listener."""
        for listener in tuple(self._listeners):
            listener(event)
