import asyncio

import pytest

from assistant.tools.time_limit import TimeLimit

pytestmark = [pytest.mark.asyncio, pytest.mark.looptime]


def now() -> float:
    return asyncio.get_running_loop().time()


async def test_a_limit_rings_when_its_time_is_used_up() -> None:
    start = now()
    limit = TimeLimit(10)
    limit.start()

    await limit.ring()

    assert now() - start == 10
    assert limit.has_expired


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

    assert not limit.has_expired


async def test_a_call_may_be_given_time_anew() -> None:
    start = now()
    limit = TimeLimit(10)
    limit.start()
    await asyncio.sleep(4)

    limit.restart(30)
    with limit.rest():
        await asyncio.sleep(100)
    await limit.ring()

    assert now() - start == 134
    assert limit.seconds == 30


async def test_time_that_is_given_while_the_person_is_asked_begins_afterwards() -> None:
    start = now()
    limit = TimeLimit(10)
    limit.start()
    with limit.rest():
        limit.restart(3)
        await asyncio.sleep(100)

    await limit.ring()

    assert now() - start == 103


@pytest.mark.parametrize("limit", [TimeLimit(None), TimeLimit(5)], ids=["none", "ended"])
async def test_no_time_is_given_where_there_is_no_limit_or_it_has_ended(limit: TimeLimit) -> None:
    limit.start()
    limit.stop()

    limit.restart(1)
    await asyncio.sleep(60)

    assert not limit.has_expired


async def test_a_limit_that_has_rung_has_rung() -> None:
    limit = TimeLimit(1)
    limit.start()
    await limit.ring()

    limit.restart(5)

    assert limit.has_expired
    assert limit.seconds == 1
