"""The no-content clock, on virtual time."""

import asyncio

import pytest

from assistant.errors import ErrorCategory, ProviderError
from assistant.llm.messages_api.stream_events import BlockDelta, Delta, MessageDelta
from assistant.llm.stall_timer import StallTimer

CONTENT = BlockDelta(type="content_block_delta", index=0, delta=Delta(type="text_delta", text="a"))
pytestmark = pytest.mark.looptime


async def category_after(pace: StallTimer, seconds: float) -> ErrorCategory | None:
    try:
        await pace.wait_for(asyncio.sleep(seconds))
    except ProviderError as error:
        return error.category
    return None


async def test_silence_from_the_start_is_a_time_out() -> None:
    assert await category_after(StallTimer(20), 19.9) is None
    assert await category_after(StallTimer(20), 20.1) is ErrorCategory.TIMEOUT


@pytest.mark.requirement("TF-12")
async def test_waits_without_content_add_up() -> None:
    pace = StallTimer(20)
    assert await category_after(pace, 12) is None
    pace.saw(MessageDelta(type="message_delta"))
    assert await category_after(pace, 12) is ErrorCategory.TIMEOUT


@pytest.mark.requirement("TF-12")
async def test_content_starts_the_clock_again() -> None:
    pace = StallTimer(20)
    for _ in range(5):
        assert await category_after(pace, 15) is None
        pace.saw(CONTENT)
    assert await category_after(pace, 21) is ErrorCategory.CONNECTIVITY


@pytest.mark.requirement("TF-12")
async def test_time_that_nobody_waits_for_the_service_does_not_count() -> None:
    pace = StallTimer(20)
    assert await category_after(pace, 15) is None
    await asyncio.sleep(100)
    assert await category_after(pace, 4) is None
    assert await category_after(pace, 2) is ErrorCategory.TIMEOUT


async def test_a_time_out_of_what_is_awaited_is_not_ours() -> None:
    async def fails() -> None:
        raise TimeoutError("the system's")

    with pytest.raises(TimeoutError, match="the system's"):
        await StallTimer(20).wait_for(fails())


async def test_cancelling_is_not_a_time_out() -> None:
    waiting = asyncio.create_task(StallTimer(20).wait_for(asyncio.sleep(10)))
    await asyncio.sleep(1)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
