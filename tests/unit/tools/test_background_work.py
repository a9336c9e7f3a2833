import asyncio
import threading

import pytest

from assistant.tools.background_work import run_to_completion


async def test_work_runs_on_a_thread_of_its_own() -> None:
    assert await run_to_completion(threading.get_ident) != threading.get_ident()


async def test_what_goes_wrong_is_raised() -> None:
    def fail() -> None:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        await run_to_completion(fail)


@pytest.mark.parametrize("times", [1, 3])
async def test_work_that_is_cancelled_meanwhile_still_tells_what_it_did(times: int) -> None:
    begun, may_end = threading.Event(), threading.Event()

    def work() -> str:
        begun.set()
        may_end.wait(10)
        return "written"

    task = asyncio.ensure_future(run_to_completion(work))
    await asyncio.to_thread(begun.wait)
    for _n in range(times):
        task.cancel()
        await asyncio.sleep(0)
    assert not task.done()
    may_end.set()

    assert await task == "written"


async def test_work_that_gives_up_because_it_was_cancelled_is_cancelled() -> None:
    begun, abort = threading.Event(), threading.Event()

    def work() -> None:
        begun.set()
        abort.wait(10)
        raise RuntimeError("given up")

    task = asyncio.ensure_future(run_to_completion(work))
    await asyncio.to_thread(begun.wait)
    abort.set()
    task.cancel()

    with pytest.raises(asyncio.CancelledError):
        await task
