"""Delivers events to listeners. Engine loop only."""

import logging
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from assistant.protocol.client import Listener

if TYPE_CHECKING:
    from assistant.protocol.events import EngineEvent

_log = logging.getLogger(__name__)


def notify_all(listeners: Iterable[Listener], event: "EngineEvent") -> None:
    """Call every listener.

    A failing listener is logged, and keeps neither the others from the event nor the sender from
    going on.
    """
    for listener in tuple(listeners):
        try:
            listener(event)
        except Exception:  # noqa: BLE001  # whatever a listener raises
            _log.exception("A listener failed at %s", type(event).__name__)


class EventBus:
    """The listeners of one owner, told in the order in which they came."""

    def __init__(self) -> None:
        self._listeners: list[Listener] = []

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """The result unsubscribes; idempotent."""
        self._listeners.append(listener)

        def unsubscribe() -> None:
            if listener in self._listeners:
                self._listeners.remove(listener)

        return unsubscribe

    def clear(self) -> None:
        self._listeners.clear()

    def emit(self, event: "EngineEvent") -> None:
        notify_all(self._listeners, event)
