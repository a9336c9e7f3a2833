"""Windows beside the main one, which are made when they are first wanted."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, Generic, Protocol, TypeVar

if TYPE_CHECKING:
    from assistant.protocol.events import EngineEvent


class EventPanel(Protocol):
    """Something that follows the engine's events."""

    def handle(self, event: "EngineEvent") -> None:
        """Take one event; those about something else do nothing."""
        ...


P = TypeVar("P", bound=EventPanel)


class LazyPanel(Generic[P]):
    """Makes a panel when it is first wanted, and tells it then what it has to know; GUI thread.

    Args:
        make: Makes it.
        needs: The kinds of events of which it is told the last one that came before it was made.
    """

    def __init__(self, make: Callable[[], P], *, needs: "tuple[type[EngineEvent], ...]") -> None:
        self._make: Final = make
        self._needs: Final = needs
        self._missed: dict[type[EngineEvent], EngineEvent] = {}
        self._made: P | None = None

    @property
    def made(self) -> P | None:
        """The panel, or None as long as nobody wanted it."""
        return self._made

    def __call__(self) -> P:
        """Return it."""
        if self._made is None:
            self._made = self._make()
            for event in self._missed.values():
                self._made.handle(event)
            self._missed.clear()
        return self._made

    def handle(self, event: "EngineEvent") -> None:
        """Pass an event on, or keep it."""
        if self._made is not None:
            self._made.handle(event)
        elif isinstance(event, self._needs):
            self._missed.pop(type(event), None)  # they are told in the order in which they came
            self._missed[type(event)] = event
