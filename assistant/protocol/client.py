"""The one protocol through which channels know the engine."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol, TypeAlias

if TYPE_CHECKING:
    from assistant.protocol.commands import Command
    from assistant.protocol.events import EngineEvent


Listener: TypeAlias = "Callable[[EngineEvent], None]"
"""Called on the engine thread, in order; must not block and must not raise."""


class EngineClient(Protocol):
    """Submit commands, hear events. Both methods may be called on any thread."""

    def submit(self, command: "Command") -> None:
        """Queue a command; returns at once. After shutdown it is dropped."""
        ...

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call `listener` with every event from now on.

        Returns:
            A function that ends the subscription; no call to `listener` begins after it returned
            on the engine thread, at most the one under way on other threads.
        """
        ...
