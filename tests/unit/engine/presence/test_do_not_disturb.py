"""Whether the desktop shows no notifications, and how long nobody was there, as a bus tells."""

import asyncio
from pathlib import Path

import pytest

from assistant.engine.presence.do_not_disturb import DoNotDisturb
from assistant.engine.presence.idle_time import idle_s
from tests.helpers.desktop.session_bus import session_bus
from tests.helpers.engine.fake_desktop import NOTIFICATIONS, fake_desktop
from tests.helpers.patience import PATIENCE_S

pytestmark = pytest.mark.timeout(60)

NOWHERE = "unix:path=/nowhere/bus"


async def test_do_not_disturb_is_heard_of_and_its_end(tmp_path: Path) -> None:
    told: asyncio.Queue[bool] = asyncio.Queue()
    with session_bus(tmp_path) as bus:
        async with fake_desktop(bus, NOTIFICATIONS) as desktop:
            task = asyncio.create_task(DoNotDisturb(session=bus).watch(told.put_nowait))
            try:
                async with asyncio.timeout(PATIENCE_S):
                    assert await told.get() is False
                    await desktop.disturb(is_wished=False)
                    assert await told.get() is True
                    await desktop.disturb(is_wished=True)
                    assert await told.get() is False
            finally:
                task.cancel()
                await asyncio.wait([task])


async def test_a_desktop_that_does_not_know_disturbs(tmp_path: Path) -> None:
    told: list[bool] = []
    await DoNotDisturb(session=NOWHERE).watch(told.append)
    assert told == [False]


@pytest.mark.parametrize(
    ("name", "idle", "seconds"),
    [
        ("org.gnome.Mutter.IdleMonitor", 12_500, 12.5),
        ("org.gnome.Mutter.IdleMonitor", 0, 0.0),
        ("org.freedesktop.ScreenSaver", 40, 40.0),
        ("org.freedesktop.ScreenSaver", 0, None),
        (NOTIFICATIONS, 40, None),
    ],
)
async def test_how_long_nobody_was_there_is_asked(
    tmp_path: Path, name: str, idle: int, seconds: float | None
) -> None:
    with session_bus(tmp_path) as bus:
        async with fake_desktop(bus, name) as desktop:
            desktop.idle = idle
            async with asyncio.timeout(PATIENCE_S):
                assert await idle_s(bus) == seconds


async def test_without_a_bus_that_is_not_known() -> None:
    assert await idle_s(NOWHERE) is None
