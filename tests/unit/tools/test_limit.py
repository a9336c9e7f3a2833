import asyncio

import pytest

from assistant.tools.limit import TimeLimit

pytestmark = [pytest.mark.asyncio, pytest.mark.looptime]


def now() -> float:
    return asyncio.get_running_loop().time()


async def test_a_limit_rings_when_its_time_is_used_up() -> None:
    start = now()
    limit = TimeLimit(10)
    limit.start()

    await limit.ring()

    assert now() - start == 10
    assert limit.has_rung


async def test_a_limit_rests_while_the_person_is_asked() -> None:
    start = now()
    limit = TimeLimit(10)
    limit.start()
    await asyncio.sleep(4)
    with limit.rest():
        await asyncio.sleep(3600)

    await limit.ring()

    assert now() - start == 3610


async def test_rests_may_overlap() -> None:
    start = now()
    limit = TimeLimit(10)
    limit.start()

    async def rest(seconds: float) -> None:
        with limit.rest(), limit.rest():
            await asyncio.sleep(seconds)

    await asyncio.gather(rest(30), rest(60))
    await limit.ring()

    assert now() - start == 70


@pytest.mark.parametrize("seconds", [None, 10.0])
async def test_a_limit_that_is_stopped_or_has_no_seconds_never_rings(
    seconds: float | None,
) -> None:
    limit = TimeLimit(seconds)
    limit.start()
    if seconds is not None:
        limit.stop()
        limit.stop()
    with limit.rest():
        pass

    await asyncio.sleep(100)

    assert not limit.has_rung
