"""What the portals that tests play have in common."""

from typing import Any

from assistant.channels.desktop.notifications.portal import NAME, PATH, REQUEST
from tests.helpers.desktop.session_bus import BusProgram


class PortalProgram(BusProgram):
    """Offers one interface of the portal, and answers requests as the portal does."""

    def __init__(self, address: str, interface: str) -> None:
        super().__init__(address, name=NAME, path=PATH, interface=interface)

    def answer(
        self, options: Any, code: int, results: dict[str, Any], to: str
    ) -> tuple[str, tuple[str]]:
        """Send the answer of a request; returns what its call returns, which then comes later."""
        path = f"{PATH}/request/{path_of(to)}/{options['handle_token'][1]}"
        self.signal("Response", "ua{sv}", (code, results), to=to, path=path, interface=REQUEST)
        return "o", (path,)


def path_of(sender: str) -> str:
    """Return the part of a path that stands for a program."""
    return sender.removeprefix(":").replace(".", "_")
