"""The way back from the browser: nothing of it stays open, however early it is left."""

import asyncio
import gc

import pytest

from assistant.tools.mcp.redirect_listener import RedirectListener


async def _listen() -> None:
    async with RedirectListener():
        await asyncio.Event().wait()


@pytest.mark.parametrize("n_turns", range(6))
async def test_a_start_that_is_cancelled_leaves_nothing_open(n_turns: int) -> None:
    listening = asyncio.create_task(_listen())
    for _turn in range(n_turns):
        await asyncio.sleep(0)
    listening.cancel()
    await asyncio.wait({listening})
    assert listening.cancelled()
    del listening
    gc.collect()  # a socket that is still open is warned of here
