"""Whether the screen is locked, and when the machine sleeps, as told over D-Bus. Linux only."""

import asyncio
from collections.abc import Callable
from typing import Any, Final

from assistant.engine.presence.bus import PROPERTIES, ask_for, call, changed, jeepney, on_bus
from assistant.escalation.sign_kind import SignKind

_LOGIN: Final = "org.freedesktop.login1"
_SESSION: Final = f"{_LOGIN}.Session"
_LOGIN_PATH: Final = "/org/freedesktop/login1"
_OWN_SESSION: Final = "/org/freedesktop/login1/session/auto"
_SCREEN_SAVERS: Final = {
    "org.freedesktop.ScreenSaver": "/org/freedesktop/ScreenSaver",
    "org.gnome.ScreenSaver": "/org/gnome/ScreenSaver",
}
"""KDE's and others', and GNOME's; each name is the interface's as well."""


class ScreenLock:
    """Implements `AwaySign`: logind's hint of the own session, or an active screen saver.

    Args:
        system: Address of the system's bus; `SYSTEM` finds it.
        session: Address of the session's bus; `SESSION` finds it.
    """

    def __init__(self, *, system: str = "SYSTEM", session: str = "SESSION") -> None:
        self._buses = {"login": system, "saver": session}

    @property
    def kind(self) -> SignKind:
        return SignKind.LOCK

    async def watch(self, tell: Callable[[bool], None]) -> None:
        """Tell whether the screen is locked, now and at every change; ends without a bus."""
        locked = dict.fromkeys(self._buses, False)

        def heard(source: str, *, is_locked: bool) -> None:
            locked[source] = is_locked
            tell(any(locked.values()))

        async with asyncio.TaskGroup() as group:
            for source, bus in self._buses.items():
                group.create_task(self._follow(source, bus, heard))

    async def _follow(self, source: str, bus: str, heard: Callable[..., None]) -> None:
        follow = _login if source == "login" else _savers
        await on_bus(
            bus, lambda router: follow(router, lambda is_on: heard(source, is_locked=is_on))
        )
        heard(source, is_locked=False)


class MachineSleep:
    """Tells when the machine goes to sleep and has woken, by logind's `PrepareForSleep`.

    Args:
        system: Address of the system's bus; `SYSTEM` finds it.
    """

    def __init__(self, *, system: str = "SYSTEM") -> None:
        self._bus = system

    async def watch(self, tell: Callable[[bool], None]) -> None:
        """Tell True before each sleep and False after it; ends without a bus."""
        await on_bus(self._bus, lambda router: _sleeps(router, tell))


async def _sleeps(router: Any, tell: Callable[[bool], None]) -> None:
    rule = jeepney().MatchRule(
        type="signal", interface=f"{_LOGIN}.Manager", member="PrepareForSleep", path=_LOGIN_PATH
    )
    with router.filter(rule, bufsize=10) as signals:
        await ask_for(router, rule)
        while True:
            signal = await signals.get()
            tell(bool(signal.body[0]))


async def _login(router: Any, tell: Callable[[bool], None]) -> None:
    rule = jeepney().MatchRule(
        type="signal",
        interface=PROPERTIES,
        member="PropertiesChanged",
        path_namespace="/org/freedesktop/login1/session",
    )
    with router.filter(rule, bufsize=100) as changes:
        await ask_for(router, rule)
        while True:
            tell(
                bool(
                    await call(
                        router, _LOGIN, _OWN_SESSION, PROPERTIES, "Get", _SESSION, "LockedHint"
                    )
                )
            )
            await changed(changes)


async def _savers(router: Any, tell: Callable[[bool], None]) -> None:
    queue: asyncio.Queue[Any] = asyncio.Queue(100)
    rules = [
        jeepney().MatchRule(type="signal", interface=name, member="ActiveChanged")
        for name in _SCREEN_SAVERS
    ]
    with router.filter(rules[0], queue=queue), router.filter(rules[1], queue=queue):
        for rule in rules:
            await ask_for(router, rule)
        while True:
            found = [
                await call(router, name, path, name, "GetActive")
                for name, path in _SCREEN_SAVERS.items()
            ]
            tell(any(found))
            await changed(queue)
