"""A timer set by voice rings after a restart of the program."""

import asyncio
import json
import os
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtWidgets import QPushButton

from assistant.home import Home
from assistant.storage.store import open_store
from assistant.timer import Timer, TimerKind
from tests.e2e.conftest import Desktop
from tests.e2e.voice.test_listening import listen
from tests.helpers.clock import OffsetClock
from tests.helpers.llm.messages_server import MessagesServer

LENGTH = timedelta(minutes=10)


def stored(home: Home) -> tuple[Timer, ...]:
    """Return the timers in the database of a program that does not run."""

    async def read() -> tuple[Timer, ...]:
        opened = await open_store(home.database, now=datetime.now(UTC))
        try:
            return await opened.store.timers.every()
        finally:
            await opened.store.aclose()

    return asyncio.run(read())


@pytest.mark.models
def test_a_timer_set_by_voice_rings_after_a_restart(
    served: Home, server: MessagesServer, said: Callable[..., Path], tmp_path: Path
) -> None:
    timer_arguments = {"duration": "10m", "label": "latte"}
    server.tool_use_then("set_timer", timer_arguments, "Ten minutes, starting now.")
    heard = said(2.0, "hey_jarvis_splice09.flac", 0.2, "order_14.flac", 4.0)
    ran = listen("--audio-in", str(heard), "--audio-out", str(tmp_path / "out.wav"), home=served)
    (turn,) = json.loads(ran.stdout)["turns"]
    assert turn["reply"].endswith("Ten minutes, starting now.")
    results = server.requests[-1].body["messages"][-1]["content"]
    assert "Set. " in json.dumps(results)
    (timer,) = stored(served)
    assert (timer.label, timer.length_s) == ("latte", LENGTH.total_seconds())

    off_for = timer.due_at - datetime.now(UTC) - timedelta(seconds=3)
    desktop = Desktop(served, OffsetClock(off_for))
    try:
        banner = desktop.app.window.ringing
        desktop.wait_until(lambda: bool(banner.entries))
        (entry,) = banner.entries
        assert entry.label == "latte"
        assert entry.is_ringing
        assert desktop.shows("Timer: latte")
        desktop.app.window.findChildren(QPushButton, f"stop_{timer.timer_id}")[0].click()
        desktop.wait_until(lambda: not banner.entries)
    finally:
        desktop.close()
    assert stored(served) == ()


def test_what_was_missed_is_told_at_every_start_until_it_is_taken_note_of(served: Home) -> None:
    missed = Timer(
        timer_id="egg",
        kind=TimerKind.TIMER,
        label="egg",
        due_at=datetime.now(UTC) - timedelta(hours=1),
        zone="Europe/Berlin",
        length_s=300.0,
    )

    async def put() -> None:
        opened = await open_store(served.database, now=datetime.now(UTC))
        await opened.store.timers.put(missed)
        await opened.store.aclose()

    asyncio.run(put())
    for is_noted in (False, True):
        see_missed(served, dismiss=is_noted)
    assert stored(served) == ()


def see_missed(home: Home, *, dismiss: bool) -> None:
    """Open the window, look for the banner, and perhaps take it away."""
    desktop = Desktop(home)
    try:
        banner = desktop.app.window.ringing
        desktop.wait_until(lambda: desktop.shows("Missed: Timer: egg"))
        assert not banner.is_ringing
        if dismiss:
            desktop.app.window.findChildren(QPushButton, "stop_egg")[0].click()
            desktop.wait_until(lambda: not banner.entries)
    finally:
        desktop.close()
