"""An engine that does nothing but remember commands and tell events."""

from collections.abc import Callable

from assistant.protocol.client import Listener
from assistant.protocol.commands import Command
from assistant.protocol.events import EngineEvent


class FakeEngineClient:
    """Implements `EngineClient`; the test is the engine."""

    def __init__(self) -> None:
        self.submitted: list[Command] = []
        """Every command, oldest first."""
        self._listeners: list[Listener] = []

    @property
    def listener_count(self) -> int:
        """How many subscriptions are open."""
        return len(self._listeners)

    def submit(self, command: Command) -> None:
        """Remember a command."""
        self.submitted.append(command)

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Hear every event from now on; ending it twice does nothing."""
        self._listeners.append(listener)

        def unsubscribe() -> None:
            if listener in self._listeners:
                self._listeners.remove(listener)

        return unsubscribe

    def emit(self, *events: EngineEvent) -> None:
        """Tell events to every listener, on the calling thread."""
        for event in events:
            for listener in tuple(self._listeners):
                listener(event)
