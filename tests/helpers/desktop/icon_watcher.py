"""A panel that shows icons over D-Bus: the watcher and the host in one."""

from typing import Any

from typing_extensions import override

from tests.helpers.desktop.session_bus import BusProgram

NAME = "org.kde.StatusNotifierWatcher"


class FakeIconWatcher(BusProgram):
    """Implements what programs with an icon ask of a watcher.

    Args:
        address: Of the bus.
        has_host: Whether a panel is registered.
    """

    def __init__(self, address: str, *, has_host: bool = True) -> None:
        super().__init__(address, name=NAME, path="/StatusNotifierWatcher", interface=NAME)
        self.has_host = has_host
        self.items: list[tuple[str, str]] = []
        """The icons that were registered: the unique name of each program, and what it said."""

    def add_host(self) -> None:
        """Have a panel come."""
        self.has_host = True
        self.signal("StatusNotifierHostRegistered", "", ())

    @override
    def reply(
        self, member: str, body: tuple[Any, ...], sender: str
    ) -> tuple[str, tuple[Any, ...]] | None:
        values = {
            "IsStatusNotifierHostRegistered": ("b", self.has_host),
            "ProtocolVersion": ("i", 0),
            "RegisteredStatusNotifierItems": ("as", [name for name, _item in self.items]),
        }
        match member, body:
            case "Get", (str(), str(name)):
                return "v", (values[name],)
            case "GetAll", (str(),):
                return "a{sv}", (values,)
            case "RegisterStatusNotifierItem", (str(item),):
                self.items.append((sender, item))
                return "", ()
            case _:
                return None
