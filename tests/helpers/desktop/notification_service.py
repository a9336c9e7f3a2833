"""A notification service that keeps what it is told, and clicks as the test says."""

from dataclasses import dataclass
from itertools import count
from typing import Any

from typing_extensions import override

from tests.helpers.desktop.session_bus import BusProgram

NAME = "org.freedesktop.Notifications"


@dataclass(frozen=True)
class ShownNotification:
    """One that stands."""

    title: str
    body: str
    actions: tuple[str, ...]
    hints: dict[str, Any]
    expires_ms: int

    @property
    def captions(self) -> dict[str, str]:
        """The captions of its buttons, by their keys."""
        return dict(zip(self.actions[::2], self.actions[1::2], strict=True))


class FakeNotificationService(BusProgram):
    """Implements what the specification asks of a service.

    Args:
        address: Of the bus.
        abilities: What it can do.
        refuses: Whether it answers every call with an error.
    """

    def __init__(
        self,
        address: str,
        *,
        abilities: tuple[str, ...] = ("actions", "body", "body-markup"),
        refuses: bool = False,
        first: int = 1,
    ) -> None:
        super().__init__(address, name=NAME, path="/org/freedesktop/Notifications", interface=NAME)
        self._abilities = abilities
        self._refuses = refuses
        self._numbers = count(first)
        self.standing: dict[int, ShownNotification] = {}
        self.client = ""
        """The unique name of whoever showed one last."""

    @property
    def only(self) -> int:
        """The number of the one that stands."""
        (number,) = self.standing
        return number

    def press(self, number: int, action: str, *, token: str = "") -> None:
        """Click a button."""
        if token:
            self.signal("ActivationToken", "us", (number, token))
        self.signal("ActionInvoked", "us", (number, action))

    def dismiss(self, number: int) -> None:
        """Close one, as a user does."""
        del self.standing[number]
        self.signal("NotificationClosed", "uu", (number, 2))

    @override
    def reply(
        self, member: str, body: tuple[Any, ...], sender: str
    ) -> tuple[str, tuple[Any, ...]] | None:
        if self._refuses:
            return None
        match member, body:
            case "GetCapabilities", ():
                return "as", (list(self._abilities),)
            case "Notify", (str(), int(replaces), str(), title, text, actions, hints, expires):
                number = replaces or next(self._numbers)
                self.client = sender
                self.standing[number] = ShownNotification(
                    title=title, body=text, actions=tuple(actions), hints=hints, expires_ms=expires
                )
                return "u", (number,)
            case "CloseNotification", (int(number),):
                if self.standing.pop(number, None) is None:
                    return None
                self.signal("NotificationClosed", "uu", (number, 3))
                return "", ()
            case _:
                return None
