"""One question on a page of its own."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import httpx2
import pytest

from assistant.assembly.single_question import page
from assistant.assembly.single_question.page import ask_on_page
from assistant.clock import SystemClock
from assistant.errors import DeviceError
from assistant.questions.model.question import Answered, Channel, Later, Response, TimedOut
from tests.helpers.patience import PATIENCE_S
from tests.helpers.questions.builders import question_set

ANSWER = {"do": "choose", "question": "q1", "option": "2", "is_final": True}


async def put(**changes: object) -> "tuple[asyncio.Task[Response], str]":
    """Ask; return who waits, and the address."""
    address: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    questions = question_set().model_copy(update=changes)
    asking = asyncio.create_task(
        ask_on_page(questions, clock=SystemClock(), opened=address.set_result, arm_delay_s=0.7)
    )
    return asking, await address


async def act(address: str, action: object) -> None:
    async with httpx2.AsyncClient(trust_env=False, timeout=PATIENCE_S) as http:
        answer = await http.post(f"{address}/act", json=action)
        assert answer.status_code == 200, answer.text


async def assert_closed(address: str) -> None:
    with pytest.raises(ConnectionRefusedError):
        await asyncio.open_connection("127.0.0.1", httpx2.URL(address).port)


async def test_presses_count_after_the_time_that_is_set() -> None:
    asking, address = await put()
    async with httpx2.AsyncClient(trust_env=False, timeout=PATIENCE_S) as http:
        view = (await http.get(f"{address}/view")).json()
    assert view["arm_ms"] == 700
    await act(address, {"do": "cancel"})
    await asking


async def test_the_answer_comes_back_and_the_port_is_closed() -> None:
    asking, address = await put()
    await act(address, ANSWER)
    response = await asking
    assert isinstance(response, Answered)
    assert response.provenance.channel is Channel.WEB
    await assert_closed(address)


@pytest.mark.requirement("Q-WEB-06")
async def test_later_and_a_time_out_close_it_as_well() -> None:
    asking, address = await put()
    await act(address, {"do": "later"})
    assert isinstance(await asking, Later)
    await assert_closed(address)
    asking, address = await put(timeout_s=0.1)
    await act(address, {"do": "shown"})
    assert isinstance(await asking, TimedOut)
    await assert_closed(address)


async def test_whoever_asks_no_more_takes_the_page_away() -> None:
    asking, address = await put()
    asking.cancel()
    await asyncio.wait([asking])
    assert asking.cancelled()
    await assert_closed(address)


@pytest.mark.requirement("Q-PRES-40")
async def test_where_no_page_can_be_served_that_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    class NoPort:
        def __init__(self, _routes: object) -> None: ...

        @asynccontextmanager
        async def lease(self) -> AsyncGenerator[str]:
            raise OSError("no port")
            yield ""

    monkeypatch.setattr(page, "OnDemandPageHost", NoPort)
    with pytest.raises(DeviceError):
        await ask_on_page(question_set(), clock=SystemClock(), opened=lambda _address: None)
