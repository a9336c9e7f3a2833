"""Waiting for a user while a client waits for us."""

import asyncio

import anyio
import pytest

from assistant.channels.mcp.heartbeat import HEARTBEAT_S, Heartbeat, run_detached
from tests.helpers.loop_clock import LoopClock

pytestmark = pytest.mark.looptime


@pytest.mark.requirement("MCP-14")
async def test_a_client_hears_of_the_wait_every_15_s() -> None:
    told: list[tuple[float, float, str]] = []

    async def report(seconds: float, message: str) -> None:
        told.append((clock.monotonic() - began, seconds, message))

    clock = LoopClock()
    began = clock.monotonic()
    heartbeat = Heartbeat(report=report, clock=clock, message="Waiting.")
    async with heartbeat.beating():
        await asyncio.sleep(3 * HEARTBEAT_S + 1)
    assert [round(at) for at, _seconds, _message in told] == [0, 15, 30, 45]
    assert {message for _at, _seconds, message in told} == {"Waiting."}
    await asyncio.sleep(60)
    assert len(told) == 4


@pytest.mark.requirement("MCP-14")
async def test_news_are_told_at_once_and_progress_grows() -> None:
    told: list[tuple[float, str]] = []

    async def report(seconds: float, message: str) -> None:
        told.append((seconds, message))

    heartbeat = Heartbeat(report=report, clock=LoopClock(), message="Waiting.")
    async with heartbeat.beating():
        await asyncio.sleep(0)
        heartbeat.say("At http://x.")
        await asyncio.sleep(HEARTBEAT_S + 1)
    assert [message for _seconds, message in told] == ["Waiting.", "At http://x.", "At http://x."]
    seconds = [seconds for seconds, _message in told]
    assert seconds == sorted(set(seconds))


async def test_a_client_that_cannot_be_told_does_not_end_the_wait(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def report(seconds: float, message: str) -> None:
        raise ConnectionError("gone")

    async with Heartbeat(report=report, clock=LoopClock(), message="").beating():
        await asyncio.sleep(1)
    assert "gone" in caplog.text


async def test_work_apart_gives_what_it_gives() -> None:
    async def work() -> int:
        await asyncio.sleep(1)
        return 7

    async def fail() -> int:
        raise ValueError("no")

    assert await run_detached(asyncio.create_task(work(), name="work")) == 7
    with pytest.raises(ValueError, match="no"):
        await run_detached(asyncio.create_task(fail(), name="fail"))


@pytest.mark.requirement("MCP-15")
async def test_work_apart_may_take_its_time_to_clear_away() -> None:
    steps: list[str] = []

    async def work() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            for step in ("withdraw", "store", "close"):
                await asyncio.sleep(0.5)
                steps.append(step)

    with anyio.move_on_after(1) as scope:
        await run_detached(asyncio.create_task(work(), name="work"))
    assert scope.cancelled_caught
    assert steps == ["withdraw", "store", "close"]


async def test_work_that_never_clears_away_is_left(caplog: pytest.LogCaptureFixture) -> None:
    never = asyncio.Event()

    async def work() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            await never.wait()

    with anyio.move_on_after(1):
        await run_detached(asyncio.create_task(work(), name="stubborn"))
    assert "stubborn was not cleared away" in caplog.text
    never.set()
    await asyncio.sleep(0)


async def test_what_fails_while_it_is_cleared_away_is_logged(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def work() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            raise OSError("the port")

    with anyio.move_on_after(1):
        await run_detached(asyncio.create_task(work(), name="work"))
    assert "work failed while it was cleared away" in caplog.text


async def test_work_that_failed_as_it_was_left_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    failing = asyncio.Event()

    async def work() -> None:
        await failing.wait()
        raise OSError("the port")

    task = asyncio.create_task(work(), name="work")
    leaving = asyncio.create_task(run_detached(task))
    await asyncio.sleep(1)
    failing.set()
    await asyncio.sleep(0)
    leaving.cancel()
    with pytest.raises(asyncio.CancelledError):
        await leaving
    assert "work failed while it was cleared away" in caplog.text
