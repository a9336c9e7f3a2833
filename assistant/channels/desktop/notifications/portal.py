"""What every request to the desktop's portal has in common (org.freedesktop.portal.Request)."""

from collections.abc import Callable, Mapping
from itertools import count
from typing import Any, Final

from assistant.channels.desktop.desktop_entry import APP_ID
from assistant.channels.desktop.notifications.session_bus import (
    Address,
    BusSignal,
    Reply,
    SessionBus,
    Then,
)

NAME: Final = "org.freedesktop.portal.Desktop"
PATH: Final = "/org/freedesktop/portal/desktop"
REQUEST: Final = "org.freedesktop.portal.Request"
REGISTRY: Final = "org.freedesktop.host.portal.Registry"

Answered = Callable[[int, Mapping[str, tuple[str, Any]]], None]
"""Takes the answer: 0 for yes, 2 if something failed; and what came with it."""
DECLINED: Final = 1
"""The answer of a user who does not want it."""
NOT_TAKEN: Final = -1
"""Instead of an answer: there is no portal, or it does not know such a request."""


def portal(interface: str) -> Address:
    """Return where the portal offers an interface."""
    return Address(name=NAME, path=PATH, interface=interface)


class PortalRequests:
    """Asks for one thing after the other; GUI thread.

    Args:
        bus: A connection of its own: the portal is told once a connection whose it is.
    """

    def __init__(self, bus: SessionBus) -> None:
        self._bus = bus
        self._tokens = count(1)
        self._asked: tuple[str, str] | None = None
        """Path of the request that stands, and the portal's unique name: anybody can send signals."""
        self._early: BusSignal | None = None
        """An answer that came before the portal said which request it is."""
        self._then: Answered | None = None
        bus.came.connect(self._came)
        bus.listen(NAME, REQUEST)

    def register(self, then: Then) -> None:
        """Say whose the connection is; starts the portal. Older ones know no such thing."""
        self._bus.call(portal(REGISTRY), "Register", "sa{sv}", (APP_ID, {}), then=then)

    def ask(
        self,
        interface: str,
        member: str,
        signature: str,
        body: tuple[Any, ...],
        *,
        options: Mapping[str, tuple[str, Any]],
        then: Answered,
    ) -> None:
        """Ask for something; an earlier request is waited for no more.

        Args:
            interface: Of the portal.
            member: The method's name.
            signature: Of all arguments; the last are the options.
            body: The arguments before the options.
            options: All but the token.
            then: Called once, later.
        """
        self._asked = self._early = None
        self._then = then
        options = {**options, "handle_token": ("s", f"parley{next(self._tokens)}")}

        def taken(reply: Reply | None) -> None:
            if self._then is not then:
                return
            match reply:
                case Reply(sender=sender, body=(str(path),)):
                    self._asked = path, sender
                    if self._early is not None:
                        self._came(self._early)
                case _:
                    self._then = None
                    then(NOT_TAKEN, {})

        self._bus.call(portal(interface), member, signature, (*body, options), then=taken)

    def _came(self, signal: BusSignal) -> None:
        if signal.interface != REQUEST or signal.member != "Response" or self._then is None:
            return
        match signal.body:
            case (int(code), {} as results) if self._asked == (signal.path, signal.sender):
                then, self._then = self._then, None
                then(code, results)
            case _:
                self._early = signal
