"""A desktop's portal that gives shortcuts, played as those of KDE 6.3 and GNOME 48 were seen to answer."""

from typing import Any

from typing_extensions import override

from assistant.channels.desktop.notifications.portal import PATH
from assistant.channels.desktop.shortcuts.portal_shortcuts import SESSION, SHORTCUTS
from tests.helpers.desktop.portal_program import PortalProgram, path_of


class FakeShortcutPortal(PortalProgram):
    """Implements what programs ask of the portal for shortcuts.

    Args:
        address: Of the bus.
        gives: The keys of each shortcut by its name, in the user's words: "" for one that is known
            but has none. None declines all.
        knows_apps: Whether it has the registry of programs without a sandbox.
        needs_app: Whether it gives shortcuts only to a program that it knows, as from 1.21 on.
        fails: Whether it answers as GNOME 48: first of the change, then with what it gives as a failure.
    """

    def __init__(
        self,
        address: str,
        *,
        gives: dict[str, str] | None,
        knows_apps: bool = True,
        needs_app: bool = False,
        fails: bool = False,
    ) -> None:
        super().__init__(address, SHORTCUTS)
        self._gives = gives
        self._knows_apps = knows_apps
        self._needs_app = needs_app
        self._fails = fails
        self.session = ""
        self.wanted: dict[str, dict[str, Any]] = {}
        """What was asked for, by name."""
        self.app = ""

    def activate(self, name: str, *, is_on: bool = True, token: str = "") -> None:
        """Press a shortcut, or let go of it; with a token for the focus as from 1.21 on."""
        member = "Activated" if is_on else "Deactivated"
        options = {"activation_token": ("s", token)} if token else {}
        self.signal(member, "osta{sv}", (self.session, name, 7, options))

    def change(self, gives: dict[str, str]) -> None:
        """Have the user change keys in the desktop's own settings."""
        self._gives = gives
        self.signal("ShortcutsChanged", "oa(sa{sv})", (self.session, self._given()))

    def close_session(self) -> None:
        """End it, as when the user takes the shortcuts back."""
        self.signal("Closed", "a{sv}", ({},), path=self.session, interface=SESSION)

    def _given(self) -> list[tuple[str, dict[str, Any]]]:
        gives = (self._gives or {}).items()
        return [(name, {"trigger_description": ("s", keys)}) for name, keys in gives]

    @override
    def reply(
        self, member: str, body: tuple[Any, ...], sender: str
    ) -> tuple[str, tuple[Any, ...]] | None:
        match member, body:
            case "Register", (str(app), _options):
                is_known = self._knows_apps and "." in app
                self.app = app if is_known else ""
                return ("", ()) if is_known else None
            case "CreateSession", (_options,) if self._needs_app and not self.app:
                return None
            case "CreateSession", (options,):
                self.session = (
                    f"{PATH}/session/{path_of(sender)}/{options['session_handle_token'][1]}"
                )
                return self.answer(options, 0, {"session_handle": ("s", self.session)}, sender)
            case "BindShortcuts", (str(session), wanted, str(), options) if session == self.session:
                self.wanted = dict(wanted)
                if self._gives is None:
                    return self.answer(options, 1, {}, sender)
                if self._fails:
                    self.change(self._gives)
                found = {"shortcuts": ("a(sa{sv})", self._given())}
                return self.answer(options, 2 if self._fails else 0, found, sender)
            case _:
                return None
