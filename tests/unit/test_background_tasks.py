"""Tasks that are held, named, and whose failures are told."""

import asyncio
import logging

import pytest

from assistant.background_tasks import BackgroundTasks, raise_if_cancelled
from assistant.errors import ProtocolError

pytestmark = [pytest.mark.asyncio, pytest.mark.looptime]


async def _fail(error: Exception) -> None:
    raise error


@pytest.mark.parametrize(
    ("error", "level"),
    [
        pytest.param(ProtocolError("wake is not accepted"), logging.WARNING, id="refused signal"),
        pytest.param(ZeroDivisionError(), logging.ERROR, id="bug"),
    ],
)
async def test_a_failure_is_logged_and_told(
    error: Exception, level: int, caplog: pytest.LogCaptureFixture
) -> None:
    failures: list[str] = []
    tasks = BackgroundTasks(owner="voice", failed=lambda: failures.append("failed"))
    tasks.spawn(_fail(error), "try")
    await asyncio.sleep(1)
    assert failures == ["failed"]
    (record,) = caplog.records
    assert record.levelno == level
    assert "voice: try" in record.getMessage()


async def test_a_task_that_ends_well_tells_nothing() -> None:
    failures: list[str] = []
    tasks = BackgroundTasks(owner="voice", failed=lambda: failures.append("failed"))
    task = tasks.spawn(asyncio.sleep(0.1), "rest")
    await asyncio.sleep(1)
    assert task.done()
    assert failures == []


async def test_cancelling_waits_for_every_task_but_not_for_ever(
    caplog: pytest.LogCaptureFixture,
) -> None:
    release = asyncio.Event()

    async def stubborn() -> None:
        try:
            await release.wait()
        except asyncio.CancelledError:
            await release.wait()
            raise

    tasks = BackgroundTasks(owner="voice")
    obedient = tasks.spawn(asyncio.sleep(100), "obey")
    late = tasks.spawn(stubborn(), "linger")
    await asyncio.sleep(0)
    begin = asyncio.get_running_loop().time()
    await tasks.cancel_all(0.5)
    assert asyncio.get_running_loop().time() - begin == pytest.approx(0.5)
    assert obedient.cancelled()
    assert not late.done()
    assert "voice: linger did not end" in caplog.text
    release.set()
    await asyncio.wait([late])


async def test_cancelling_nothing_is_fine() -> None:
    await BackgroundTasks().cancel_all(1.0)


async def test_a_loop_ends_though_what_it_awaits_swallows_the_cancellation() -> None:
    rounds = 0

    async def loop() -> None:
        nonlocal rounds
        while True:
            raise_if_cancelled()
            rounds += 1
            try:
                await asyncio.sleep(10)
            except asyncio.CancelledError:
                pass  # as a library may

    task = asyncio.create_task(loop())
    await asyncio.sleep(25)
    task.cancel()
    await asyncio.wait({task}, timeout=60)
    assert task.cancelled()
    assert rounds == 3


async def test_a_time_limit_that_passed_is_no_cancellation() -> None:
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(1):
            await asyncio.sleep(2)
    raise_if_cancelled()
