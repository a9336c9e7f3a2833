"""The thread that psycopg needs on Windows, which works everywhere."""

import asyncio

import pytest

from assistant.sync.errors import SyncUnavailableError
from assistant.sync.server.selector_thread import SelectorThread


async def test_what_is_under_way_ends_with_the_thread() -> None:
    thread, is_begun, loop = SelectorThread(), asyncio.Event(), asyncio.get_running_loop()

    async def work() -> None:
        loop.call_soon_threadsafe(is_begun.set)
        await asyncio.Event().wait()

    working = asyncio.create_task(thread.run(work()))
    await is_begun.wait()
    await thread.aclose()
    with pytest.raises(SyncUnavailableError):
        await working


async def test_giving_up_the_wait_cancels_the_work() -> None:
    thread, loop = SelectorThread(), asyncio.get_running_loop()
    is_begun, is_cancelled = asyncio.Event(), asyncio.Event()

    async def work() -> None:
        loop.call_soon_threadsafe(is_begun.set)
        try:
            await asyncio.Event().wait()
        finally:
            loop.call_soon_threadsafe(is_cancelled.set)

    working = asyncio.create_task(thread.run(work()))
    await is_begun.wait()
    working.cancel()
    with pytest.raises(asyncio.CancelledError):
        await working
    await is_cancelled.wait()
    await thread.aclose()


async def test_an_ended_thread_takes_no_work() -> None:
    thread = SelectorThread()
    await thread.aclose()
    with pytest.raises(SyncUnavailableError):
        await thread.run(asyncio.sleep(0))
