"""Whether the screen is locked, and when the machine sleeps, as told over D-Bus. Linux only."""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Coroutine
from importlib import import_module
from typing import Any, Final, cast

_log = logging.getLogger(__name__)

_PROPERTIES: Final = "org.freedesktop.DBus.Properties"
_LOGIN: Final = "org.freedesktop.login1"
_SESSION: Final = f"{_LOGIN}.Session"
_LOGIN_PATH: Final = "/org/freedesktop/login1"
_OWN_SESSION: Final = "/org/freedesktop/login1/session/auto"
_SCREEN_SAVERS: Final = {
    "org.freedesktop.ScreenSaver": "/org/freedesktop/ScreenSaver",
    "org.gnome.ScreenSaver": "/org/gnome/ScreenSaver",
}
"""KDE's and others', and GNOME's; each name is the interface's as well."""
_ANSWER_S: Final = 5.0
_LOOK_S: Final = 600.0
"""So often it is asked without a signal."""


class ScreenLock:
    """Implements `AwaySign`: logind's hint of the own session, or an active screen saver.

    Args:
        system: Address of the system's bus; `SYSTEM` finds it.
        session: Address of the session's bus; `SESSION` finds it.
    """

    def __init__(self, *, system: str = "SYSTEM", session: str = "SESSION") -> None:
        self._buses = {"login": system, "saver": session}

    @property
    def is_lock(self) -> bool:
        return True

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
        await _on_bus(
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
        await _on_bus(self._bus, lambda router: _sleeps(router, tell))


async def _on_bus(bus: str, follow: Callable[[Any], Coroutine[Any, Any, None]]) -> None:
    """Follow what a bus tells until it is gone."""
    buses: Any = import_module("jeepney.io.asyncio")
    try:
        connection: Any = await buses.open_dbus_connection(bus)
        try:
            async with buses.DBusRouter(connection) as router:
                await follow(router)
        finally:
            await connection.close()
    except (OSError, EOFError, KeyError, ValueError, RuntimeError, buses.RouterClosed) as error:
        _log.info("A bus tells nothing of the screen or of sleep: %s", type(error).__name__)


async def _sleeps(router: Any, tell: Callable[[bool], None]) -> None:
    rule = _jeepney().MatchRule(
        type="signal", interface=f"{_LOGIN}.Manager", member="PrepareForSleep", path=_LOGIN_PATH
    )
    with router.filter(rule, bufsize=10) as signals:
        await _ask_for(router, rule)
        while True:
            signal = await signals.get()
            tell(bool(signal.body[0]))


async def _login(router: Any, tell: Callable[[bool], None]) -> None:
    rule = _jeepney().MatchRule(
        type="signal",
        interface=_PROPERTIES,
        member="PropertiesChanged",
        path_namespace="/org/freedesktop/login1/session",
    )
    with router.filter(rule, bufsize=100) as changes:
        await _ask_for(router, rule)
        while True:
            tell(
                bool(
                    await _call(
                        router, _LOGIN, _OWN_SESSION, _PROPERTIES, "Get", _SESSION, "LockedHint"
                    )
                )
            )
            await _changed(changes)


async def _savers(router: Any, tell: Callable[[bool], None]) -> None:
    queue: asyncio.Queue[Any] = asyncio.Queue(100)
    rules = [
        _jeepney().MatchRule(type="signal", interface=name, member="ActiveChanged")
        for name in _SCREEN_SAVERS
    ]
    with router.filter(rules[0], queue=queue), router.filter(rules[1], queue=queue):
        for rule in rules:
            await _ask_for(router, rule)
        while True:
            found = [
                await _call(router, name, path, name, "GetActive")
                for name, path in _SCREEN_SAVERS.items()
            ]
            tell(any(found))
            await _changed(queue)


async def _changed(signals: asyncio.Queue[Any]) -> None:
    """Wait for a signal; a bus that is gone sends none, and is found out by asking."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(_LOOK_S):
            await signals.get()


async def _ask_for(router: Any, rule: Any) -> None:
    await _answer(router, _jeepney().message_bus.AddMatch(rule))


async def _call(
    router: Any, name: str, path: str, interface: str, method: str, *arguments: str
) -> object:
    """Return the first value of an answer; None where nobody answers. Starts no service."""
    jeepney = _jeepney()
    address = jeepney.DBusAddress(path, bus_name=name, interface=interface)
    signature = "s" * len(arguments) or None
    message = jeepney.new_method_call(address, method, signature, arguments)
    message.header.flags |= jeepney.MessageFlag.no_auto_start
    return await _answer(router, message)


async def _answer(router: Any, message: Any) -> object:
    try:
        async with asyncio.timeout(_ANSWER_S):
            reply = await router.send_and_get_reply(message)
    except TimeoutError:
        return None
    if reply.header.message_type is not _jeepney().MessageType.method_return or not reply.body:
        return None
    value: object = reply.body[0]
    return cast("tuple[str, object]", value)[1] if isinstance(value, tuple) else value


def _jeepney() -> Any:
    """Return the package, which has no types; imported when it is first needed."""
    return import_module("jeepney")
