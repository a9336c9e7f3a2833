"""A desktop on a bus of the test's own, that says whether its screen is locked, and more."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any, Final

import pytest

jeepney: Any = pytest.importorskip("jeepney")
buses: Any = pytest.importorskip("jeepney.io.asyncio")

LOGIN: Final = "org.freedesktop.login1"
NOTIFICATIONS: Final = "org.freedesktop.Notifications"


class FakeDesktop:
    """Answers for a session of logind, or a screen saver, under one name of a bus."""

    def __init__(self, router: Any, name: str) -> None:
        self._router = router
        self._name = name
        self.is_locked = False
        self.idle = 0
        """As the desktop counts it; asked for by a method with `Idle` in its name."""

    async def disturb(self, *, is_wished: bool) -> None:
        """Show notifications or show none, and tell of it; `is_locked` stands for `Inhibited`."""
        self.is_locked = not is_wished
        address = jeepney.DBusAddress(
            "/org/freedesktop/Notifications", interface="org.freedesktop.DBus.Properties"
        )
        body: Any = (NOTIFICATIONS, {"Inhibited": ("b", self.is_locked)}, [])
        await self._router.send(jeepney.new_signal(address, "PropertiesChanged", "sa{sv}as", body))

    async def lock(self, *, is_locked: bool) -> None:
        """Lock or unlock the screen, and tell of it."""
        self.is_locked = is_locked
        if self._name == LOGIN:
            path, interface = (
                "/org/freedesktop/login1/session/_31",
                "org.freedesktop.DBus.Properties",
            )
            address = jeepney.DBusAddress(path, interface=interface)
            body: Any = ("org.freedesktop.login1.Session", {"LockedHint": ("b", is_locked)}, [])
            message = jeepney.new_signal(address, "PropertiesChanged", "sa{sv}as", body)
        else:
            address = jeepney.DBusAddress("/" + self._name.replace(".", "/"), interface=self._name)
            message = jeepney.new_signal(address, "ActiveChanged", "b", (is_locked,))
        await self._router.send(message)

    async def suspend(self, *, is_going: bool) -> None:
        """Go to sleep or wake, and tell of it."""
        address = jeepney.DBusAddress(
            "/org/freedesktop/login1", interface="org.freedesktop.login1.Manager"
        )
        await self._router.send(jeepney.new_signal(address, "PrepareForSleep", "b", (is_going,)))

    async def answer(self) -> None:
        """Answer until cancelled."""
        with self._router.filter(jeepney.MatchRule(type="method_call"), bufsize=100) as calls:
            while True:
                call = await calls.get()
                is_property = self._name in {LOGIN, NOTIFICATIONS}
                value: Any = ("b", self.is_locked) if is_property else self.is_locked
                signature = "v" if is_property else "b"
                if "dle" in call.header.fields[jeepney.HeaderFields.member]:
                    value, signature = self.idle, "u"
                await self._router.send(jeepney.new_method_return(call, signature, (value,)))


@asynccontextmanager
async def fake_desktop(address: str, name: str) -> AsyncGenerator[FakeDesktop]:
    """Have a desktop answer under a name of a bus."""
    async with buses.open_dbus_router(address) as router:
        await buses.Proxy(jeepney.message_bus, router).RequestName(name)
        desktop = FakeDesktop(router, name)
        answering = asyncio.create_task(desktop.answer())
        try:
            yield desktop
        finally:
            answering.cancel()
            await asyncio.wait([answering])
