"""A desktop's portal that gives shortcuts, played."""

from typing import Any

from typing_extensions import override

from tests.helpers.desktop.session_bus import BusProgram

NAME = "org.freedesktop.portal.Desktop"
PATH = "/org/freedesktop/portal/desktop"
SHORTCUTS = "org.freedesktop.portal.GlobalShortcuts"
REQUEST = "org.freedesktop.portal.Request"


class FakeShortcutPortal(BusProgram):
    """Implements what programs ask of the portal for shortcuts, as version 1 of it answers.

    Args:
        address: Of the bus.
        gives: The keys of each shortcut by its name, in the user's words: "" for one that is known
            but has none. None declines all.
        knows_apps: Whether it has the registry of programs without a sandbox.
    """

    def __init__(
        self, address: str, *, gives: dict[str, str] | None, knows_apps: bool = True
    ) -> None:
        super().__init__(address, name=NAME, path=PATH, interface=SHORTCUTS)
        self._gives = gives
        self._knows_apps = knows_apps
        self.session = ""
        self.wanted: dict[str, dict[str, Any]] = {}
        """What was asked for, by name."""
        self.app = ""

    def activate(self, name: str, *, is_on: bool = True) -> None:
        """Press a shortcut, or let go of it."""
        member = "Activated" if is_on else "Deactivated"
        self.signal(member, "osta{sv}", (self.session, name, 7, {}))

    @override
    def reply(
        self, member: str, body: tuple[Any, ...], sender: str
    ) -> tuple[str, tuple[Any, ...]] | None:
        match member, body:
            case "Register", (str(app), _options):
                self.app = app
                return ("", ()) if self._knows_apps else None
            case "CreateSession", (options,):
                self.session = (
                    f"{PATH}/session/{_path(sender)}/{options['session_handle_token'][1]}"
                )
                return self._answer(options, 0, {"session_handle": ("s", self.session)}, sender)
            case "BindShortcuts", (str(session), wanted, str(), options) if session == self.session:
                self.wanted = dict(wanted)
                shortcuts = [
                    (name, {"trigger_description": ("s", keys)})
                    for name, keys in (self._gives or {}).items()
                ]
                if self._gives is None:
                    return self._answer(options, 1, {}, sender)
                return self._answer(options, 0, {"shortcuts": ("a(sa{sv})", shortcuts)}, sender)
            case _:
                return None

    def _answer(
        self, options: Any, code: int, results: dict[str, Any], to: str
    ) -> tuple[str, tuple[str]]:
        path = f"{PATH}/request/{_path(to)}/{options['handle_token'][1]}"
        self.signal("Response", "ua{sv}", (code, results), to=to, path=path, interface=REQUEST)
        return "o", (path,)


def _path(sender: str) -> str:
    return sender.removeprefix(":").replace(".", "_")
