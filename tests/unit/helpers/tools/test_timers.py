import asyncio
from datetime import timedelta

import pytest

from assistant.errors import StoreError
from tests.helpers.tools.timers import SettableClock, TimerShelf

pytestmark = [pytest.mark.asyncio, pytest.mark.looptime]


async def test_the_clock_goes_on_with_the_loop_and_can_be_set() -> None:
    clock = SettableClock()
    before, elapsed = clock.now(), clock.elapsed()
    await asyncio.sleep(60)
    clock.put_on(3600)

    assert clock.now() - before == timedelta(seconds=3660)
    assert clock.elapsed() - elapsed == 60


async def test_sleep_passes_for_all_but_the_loop() -> None:
    clock = SettableClock()
    before, elapsed, monotonic = clock.now(), clock.elapsed(), clock.monotonic()
    clock.sleep(600)

    assert clock.now() - before == timedelta(seconds=600)
    assert clock.elapsed() - elapsed == 600
    assert clock.monotonic() == monotonic


async def test_a_broken_shelf_stores_and_forgets_nothing() -> None:
    shelf = TimerShelf(is_broken=True)
    with pytest.raises(StoreError):
        await shelf.remove("x")
    assert await shelf.every() == ()
