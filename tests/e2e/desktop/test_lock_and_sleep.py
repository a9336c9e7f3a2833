"""A locked screen and a machine that slept, as logind tells of them, in the whole program."""

import asyncio
import os
import sys
import time
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from assistant.assembly.voice.voice_loop import VoiceDevices
from assistant.clock import Clock
from assistant.home import Home
from assistant.protocol.turns import TurnStarted
from assistant.protocol.voice import TranscriptFinal
from assistant.settings import Settings, save
from assistant.voice.devices.pacers import FreePacing
from tests.e2e.conftest import Desktop, speech
from tests.e2e.desktop.dictating_elsewhere import Microphone
from tests.helpers.clock import OffsetClock
from tests.helpers.desktop.session_bus import session_bus
from tests.helpers.engine.fake_desktop import LOGIN, FakeDesktop, fake_desktop
from tests.helpers.llm.messages_server import MessagesServer

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="logind is Linux's")


class Logind:
    """A desktop on the system's bus, asked from the thread of a test."""

    def __init__(self, bus: str) -> None:
        self._bus = bus
        self._loop = asyncio.new_event_loop()
        self._pool = ThreadPoolExecutor(1)
        self._is_over = asyncio.Event()
        self.desktop: FakeDesktop | None = None

    def start(self) -> None:
        self._pool.submit(self._loop.run_until_complete, self._serve())

    async def _serve(self) -> None:
        async with fake_desktop(self._bus, LOGIN) as self.desktop:
            await self._is_over.wait()

    def do(self, work: Callable[[FakeDesktop], Coroutine[Any, Any, None]]) -> None:
        """Have it tell something."""
        assert self.desktop is not None
        asyncio.run_coroutine_threadsafe(work(self.desktop), self._loop).result()

    def stop(self) -> None:
        self._loop.call_soon_threadsafe(self._is_over.set)
        self._pool.shutdown()
        self._loop.close()


@pytest.fixture
def logind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Logind]:
    folder = tmp_path / "bus"
    folder.mkdir()
    with session_bus(folder) as bus:
        monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", bus)
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere/bus")
        logind = Logind(bus)
        logind.start()
        yield logind
        logind.stop()


@pytest.mark.models
@pytest.mark.timeout(300)
def test_nothing_is_heard_behind_a_locked_screen(
    served: Home, server: MessagesServer, logind: Logind
) -> None:
    save(served, "voice", "language", "en")
    server.default = lambda _request: server.reply("A latte it is.")
    microphone = Microphone()

    def devices(_settings: Settings, clock: Clock) -> VoiceDevices:
        return VoiceDevices(input=microphone, output=None, pacer=FreePacing(), clock=clock)

    desktop = Desktop(served, devices=devices, meanwhile=microphone.tick)
    heard: list[object] = []
    desktop.app.bridge.received.connect(heard.append)

    def of(kind: type[Any]) -> list[Any]:
        return [event for event in heard if isinstance(event, kind)]

    def order() -> None:
        for part in ("hey_jarvis_splice09.flac", "order_14.flac"):
            microphone.say(speech(part))
        microphone.be_silent(3.0)
        desktop.wait_until(lambda: microphone.is_silent, 60.0)

    try:
        desktop.wait_until(lambda: microphone.is_open, 60.0)
        logind.do(lambda screen: screen.lock(is_locked=True))
        order()
        assert not of(TranscriptFinal)

        logind.do(lambda screen: screen.lock(is_locked=False))
        order()
        desktop.wait_until(lambda: bool(of(TurnStarted)), 60.0)
        assert len(of(TurnStarted)) == 1
    finally:
        desktop.close()


@pytest.fixture
def sleeping(monkeypatch: pytest.MonkeyPatch) -> OffsetClock:
    """The machine's clock; what it is ahead, the machine slept: its monotonic clock stood still."""
    clock = OffsetClock(timedelta())
    read = time.clock_gettime

    def counting_sleep(which: int) -> float:
        slept_s = clock.ahead.total_seconds() if which == time.CLOCK_BOOTTIME else 0.0
        return read(which) + slept_s

    monkeypatch.setattr(time, "clock_gettime", counting_sleep)
    return clock


def test_what_came_due_while_the_machine_slept_rings_when_it_wakes_and_says_when(
    served: Home, logind: Logind, sleeping: OffsetClock
) -> None:
    desktop = Desktop(served, sleeping)
    banner = desktop.app.window.ringing
    try:
        desktop.wait_until(lambda: logind.desktop is not None)
        desktop.say("Set a timer for 10 minutes")
        desktop.wait_until(lambda: desktop.shows("Timer set for 10 minutes."))

        logind.do(lambda machine: machine.suspend(is_going=True))
        sleeping.ahead = timedelta(minutes=40)
        logind.do(lambda machine: machine.suspend(is_going=False))

        desktop.wait_until(lambda: banner.is_ringing)
        assert desktop.shows("30 minutes ago, while the computer slept")
    finally:
        desktop.close()
