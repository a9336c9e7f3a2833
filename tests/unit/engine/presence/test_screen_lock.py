"""Whether the screen is locked, as buses of the test's own tell."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from assistant.engine.presence.screen_lock import MachineSleep, ScreenLock
from tests.helpers.desktop.session_bus import session_bus
from tests.helpers.engine.fake_desktop import LOGIN, FakeDesktop, fake_desktop
from tests.helpers.patience import PATIENCE_S

pytestmark = pytest.mark.timeout(60)

NOWHERE = "unix:path=/nowhere/bus"


class Watched:
    """What is told of the screen."""

    def __init__(self) -> None:
        self.told: list[bool] = []
        self._changed = asyncio.Event()

    def tell(self, is_locked: bool) -> None:
        self.told.append(is_locked)
        self._changed.set()

    async def until_connected(self) -> None:
        """Wait until both buses have told."""
        async with asyncio.timeout(PATIENCE_S):
            while len(self.told) < 2:
                self._changed.clear()
                await self._changed.wait()

    async def until(self, is_locked: bool) -> None:
        async with asyncio.timeout(PATIENCE_S):
            while not self.told or self.told[-1] is not is_locked:
                self._changed.clear()
                await self._changed.wait()


@asynccontextmanager
async def desktop(
    folder: Path, name: str, *, is_locked: bool = False
) -> AsyncGenerator[tuple[FakeDesktop, Watched]]:
    """Watch a desktop that answers under one name."""
    with session_bus(folder) as bus:
        async with fake_desktop(bus, name) as screen:
            screen.is_locked = is_locked
            watched = Watched()
            task = asyncio.create_task(ScreenLock(system=bus, session=bus).watch(watched.tell))
            try:
                await watched.until_connected()
                yield screen, watched
            finally:
                task.cancel()
                await asyncio.wait([task])


@pytest.mark.parametrize("name", [LOGIN, "org.freedesktop.ScreenSaver", "org.gnome.ScreenSaver"])
async def test_a_lock_is_heard_of_and_its_end(name: str, tmp_path: Path) -> None:
    async with desktop(tmp_path, name) as (screen, watched):
        await watched.until(False)
        for is_locked in (True, False, True):
            await screen.lock(is_locked=is_locked)
            await watched.until(is_locked)


async def test_a_screen_that_is_locked_already_is_known_at_once(tmp_path: Path) -> None:
    async with desktop(tmp_path, LOGIN, is_locked=True) as (_screen, watched):
        await watched.until(True)


async def test_without_a_bus_the_screen_counts_as_open() -> None:
    watched = Watched()
    async with asyncio.timeout(PATIENCE_S):
        await ScreenLock(system=NOWHERE, session=NOWHERE).watch(watched.tell)
    assert set(watched.told) == {False}


async def test_sleep_and_waking_are_heard_of(tmp_path: Path) -> None:
    with session_bus(tmp_path) as bus:
        async with fake_desktop(bus, LOGIN) as screen:
            told: asyncio.Queue[bool] = asyncio.Queue()
            task = asyncio.create_task(MachineSleep(system=bus).watch(told.put_nowait))
            try:
                async with asyncio.timeout(PATIENCE_S):
                    while told.empty():  # until it listens
                        await screen.suspend(is_going=True)
                        await asyncio.wait([task], timeout=0.01)
                    await screen.suspend(is_going=False)
                    while await told.get():
                        pass
            finally:
                task.cancel()
                await asyncio.wait([task])


async def test_without_a_bus_nothing_is_told_of_sleep() -> None:
    told: list[bool] = []
    async with asyncio.timeout(PATIENCE_S):
        await MachineSleep(system=NOWHERE).watch(told.append)
    assert told == []
