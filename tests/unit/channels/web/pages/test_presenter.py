"""Questions of a real desk on real pages: served, answered, withdrawn, and the port closed again."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import Any

import httpx2
import pytest

from assistant.channels.web.pages.presenter import OnDemandPageHost, WebPresenter
from assistant.channels.web.pages.registry import PageRegistry
from assistant.channels.web.pages.routes import page_routes
from assistant.clock import SystemClock
from assistant.errors import AssistantError
from assistant.questions.desk.question_desk import QuestionDesk
from assistant.questions.model.question import (
    Answer,
    Answered,
    Channel,
    Draft,
    Purpose,
    QuestionSet,
    Response,
    TimedOut,
)
from tests.helpers.patience import PATIENCE_S
from tests.helpers.questions.builders import ORIGIN, choice, chose, named, question_set
from tests.helpers.questions.desk_world import DeskEvents, settle_down
from tests.helpers.questions.memory_store import MemoryQuestionStore
from tests.helpers.questions.presenters import FakePresenter
from tests.helpers.web.page_links import page_behind

FROM_MCP = ORIGIN.model_copy(update={"channel": Channel.MCP})
ANSWER = {"do": "choose", "question": "q1", "option": "2", "is_final": True}


@dataclass
class Site:
    """A desk with a presenter for the web, and a client."""

    desk: QuestionDesk
    told: DeskEvents
    presenter: WebPresenter
    addresses: "asyncio.Queue[tuple[str, str]]"
    browser: asyncio.Queue[str]
    """What it was started with."""
    http: httpx2.AsyncClient

    def ask(self, questions: QuestionSet | None = None) -> "asyncio.Task[Response]":
        return asyncio.create_task(self.desk.ask(questions or question_set(), FROM_MCP))

    async def address(self) -> str:
        async with asyncio.timeout(PATIENCE_S):
            return (await self.addresses.get())[1]

    async def view(self, address: str, after: int = 0) -> dict[str, Any]:
        answer = await self.http.get(f"{address}/view", params={"after": after})
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def act(self, address: str, action: object) -> httpx2.Response:
        return await self.http.post(f"{address}/act", json=action)


async def is_closed(address: str) -> bool:
    try:
        _reader, writer = await asyncio.open_connection("127.0.0.1", httpx2.URL(address).port)
    except (ConnectionRefusedError, ConnectionResetError):  # it may close at this moment
        return True
    writer.close()
    await writer.wait_closed()
    return False


class NoPort:
    """Implements `PageHost` where no port can be had."""

    @asynccontextmanager
    async def lease(self) -> AsyncGenerator[str]:
        raise OSError("no port")
        yield ""


@pytest.fixture
async def site() -> AsyncGenerator[Site]:
    clock, told = SystemClock(), DeskEvents()
    pages = PageRegistry(clock=clock)
    addresses: asyncio.Queue[tuple[str, str]] = asyncio.Queue()
    browser: asyncio.Queue[str] = asyncio.Queue()

    async def open_page(address: str) -> None:
        browser.put_nowait(address)

    def closed(questions: QuestionSet, response: Response, channel: Channel | None) -> None:
        told.closed.append((questions.id, response, channel))
        pages.settled(questions, response, channel)

    presenter = WebPresenter(
        pages=pages,
        host=OnDemandPageHost([page_routes(pages)]),
        open_page=open_page,
        tell_address=lambda questions_id, address: addresses.put_nowait((questions_id, address)),
    )
    callbacks = replace(told.callbacks(), on_closed=closed)
    desk = QuestionDesk(store=MemoryQuestionStore(), clock=clock, callbacks=callbacks)
    desk.register(presenter)
    async with httpx2.AsyncClient(trust_env=False, timeout=PATIENCE_S) as http:
        yield Site(
            desk=desk,
            told=told,
            presenter=presenter,
            addresses=addresses,
            browser=browser,
            http=http,
        )
        await desk.aclose()
        await presenter.aclose()


async def test_a_question_is_answered_on_its_page_and_the_port_closes(site: Site) -> None:
    asking = site.ask()
    address = await site.address()
    assert address.startswith("http://127.0.0.1:")
    assert (await site.view(address))["phase"] == "open"
    await site.act(address, ANSWER)
    response = await asking
    assert isinstance(response, Answered)
    assert response.answers == (Answer(question_id="q1", option_ids=("2",)),)
    assert response.provenance.channel is Channel.WEB
    await site.presenter.wait_until_seen()
    assert await is_closed(address)
    assert site.browser.qsize() == 1


@pytest.mark.requirement("Q-WEB-06")
async def test_the_port_closes_after_a_cancel_by_whoever_asked(site: Site) -> None:
    asking = site.ask()
    address = await site.address()
    waiting = asyncio.create_task(site.view(address, (await site.view(address))["version"]))
    asking.cancel()
    await asyncio.wait([asking])
    view = await waiting
    while view["phase"] != "settled":
        view = await site.view(address, view["version"])
    assert view["outcome"] == ["Cancelled."]
    await site.presenter.wait_until_seen()
    assert await is_closed(address)


@pytest.mark.requirement("Q-WEB-06")
async def test_the_port_closes_after_a_time_out_and_the_page_says_so(site: Site) -> None:
    asking = site.ask(question_set().model_copy(update={"timeout_s": 0.2}))
    address = await site.address()
    await site.act(address, {"do": "shown"})
    view = await site.view(address)
    while view["phase"] != "settled":
        view = await site.view(address, view["version"])
    assert (view["tone"], view["outcome"][0]) == ("warning", "⚠ Timed out")
    assert isinstance(await asking, TimedOut)
    await site.presenter.wait_until_seen()
    assert await is_closed(address)


async def test_an_answer_elsewhere_shows_by_itself(site: Site) -> None:
    terminal = FakePresenter(Channel.TERMINAL)
    window = FakePresenter(Channel.DESKTOP)
    site.desk.register(terminal)
    site.desk.register(window)
    asking = site.ask()
    address = await site.address()
    version = (await site.view(address))["version"]
    await terminal.presenting()
    terminal.answer(chose("3", channel=Channel.TERMINAL))
    view = await site.view(address, version)
    while view["phase"] != "settled":
        view = await site.view(address, view["version"])
    assert view["outcome"] == ["Answered in the terminal:", "✔ Database: MySQL"]
    await asking
    assert window.withdrawn == 1


@pytest.mark.requirement("Q-PRES-03")
async def test_an_answer_on_the_page_withdraws_the_others(site: Site) -> None:
    terminal, window = FakePresenter(Channel.TERMINAL), FakePresenter(Channel.DESKTOP)
    site.desk.register(terminal)
    site.desk.register(window)
    asking = site.ask()
    address = await site.address()
    await terminal.presenting()
    await site.act(address, ANSWER)
    await asking
    assert (terminal.withdrawn, window.withdrawn) == (1, 1)


@pytest.mark.requirement("Q-FORM-09", "Q-PRES-01")
async def test_selections_are_kept_and_show_on_the_other_surfaces(site: Site) -> None:
    window = FakePresenter(Channel.DESKTOP)
    site.desk.register(window)
    asking = site.ask()
    address = await site.address()
    await site.act(address, {"do": "choose", "question": "q1", "option": "4"})
    await site.act(address, {"do": "write_note", "question": "q1", "words": "for now"})
    await settle_down()
    expected = Answer(question_id="q1", option_ids=("4",), note="for now")
    assert site.desk.pending()[0].draft == Draft(answers={"q1": expected})
    assert window.updates[-1].answers["q1"] == expected
    reloaded = await site.view(address)
    assert [option["is_chosen"] for option in reloaded["card"]["options"]][3]
    assert reloaded["card"]["note"]["words"] == "for now"
    asking.cancel()
    await asyncio.wait([asking])


@pytest.mark.requirement("Q-WEB-12")
async def test_a_second_answer_changes_nothing(site: Site) -> None:
    asking = site.ask()
    address = await site.address()
    first, second = await asyncio.gather(
        site.act(address, ANSWER), site.act(address, ANSWER | {"option": "1"})
    )
    assert sorted([first.status_code, second.status_code]) == [200, 410]
    await asking
    assert len(site.told.closed) == 1


@pytest.mark.requirement("Q-WEB-02")
async def test_several_questions_share_a_server_that_closes_with_the_last(site: Site) -> None:
    first, second = site.ask(), site.ask(named("q2"))
    one, two = await site.address(), await site.address()
    assert httpx2.URL(one).port == httpx2.URL(two).port
    await site.act(one, ANSWER)
    await first
    await site.presenter.wait_until_seen()
    assert (await site.http.get(one)).status_code == 410
    await site.act(two, ANSWER | {"question": "q2"})
    await second
    await site.presenter.wait_until_seen()
    assert await is_closed(two)


@pytest.mark.requirement("Q-WEB-11")
async def test_several_alike_are_answered_at_once(site: Site) -> None:
    first = site.ask(question_set(choice(id="a"), id="set1"))
    one = await site.address()
    second = site.ask(question_set(choice(id="b"), id="set2"))
    await site.address()
    await site.act(one, ANSWER | {"question": "a", "for_all": True})
    both = [await first, await second]
    assert [r.answers[0].question_id for r in both if isinstance(r, Answered)] == ["a", "b"]


@pytest.mark.requirement("Q-WEB-03", "SEC-09")
async def test_what_a_browser_is_started_with_gives_nothing_away(site: Site) -> None:
    """All users of a machine see the arguments of its programs."""
    asking = site.ask()
    address = await site.address()
    link = await site.browser.get()
    ticket = address.rpartition("/")[2]
    assert ticket not in link
    secret = link.rpartition("/")[2]
    assert (await site.http.get(address.replace(ticket, secret))).status_code == 404
    await page_behind(link)
    assert (await site.http.get(link)).status_code == 410
    await site.act(address, ANSWER)
    await asking


@pytest.mark.requirement("Q-WEB-03")
async def test_a_browser_is_led_to_the_page(site: Site) -> None:
    asking = site.ask()
    address = await site.address()
    assert await page_behind(await site.browser.get()) == address
    await site.act(address, ANSWER)
    await asking


@pytest.mark.requirement("Q-WEB-03")
@pytest.mark.parametrize("error", [AssistantError("There is no browser."), OSError("broken")])
async def test_a_browser_that_does_not_open_is_no_error(error: Exception) -> None:
    clock, told, pages = SystemClock(), DeskEvents(), PageRegistry(clock=SystemClock())
    addresses: asyncio.Queue[str] = asyncio.Queue()

    async def open_page(_address: str) -> None:
        raise error

    presenter = WebPresenter(
        pages=pages,
        host=OnDemandPageHost([page_routes(pages)]),
        open_page=open_page,
        tell_address=lambda _questions_id, address: addresses.put_nowait(address),
    )
    desk = QuestionDesk(store=MemoryQuestionStore(), clock=clock, callbacks=told.callbacks())
    desk.register(presenter)
    asking = asyncio.create_task(desk.ask(question_set(), FROM_MCP))
    address = await addresses.get()
    async with httpx2.AsyncClient(trust_env=False, timeout=PATIENCE_S) as http:
        assert (await http.post(f"{address}/act", json=ANSWER)).status_code == 200
    assert isinstance(await asking, Answered)
    assert told.notices == []
    await presenter.wait_until_seen()


@pytest.mark.requirement("Q-PRES-40")
async def test_a_server_that_cannot_be_had_leaves_the_question_to_others() -> None:
    clock, told, pages = SystemClock(), DeskEvents(), PageRegistry(clock=SystemClock())
    desk = QuestionDesk(store=MemoryQuestionStore(), clock=clock, callbacks=told.callbacks())
    desk.register(WebPresenter(pages=pages, host=NoPort()))
    window = FakePresenter(Channel.DESKTOP)
    desk.register(window)
    asking = asyncio.create_task(desk.ask(question_set(), FROM_MCP))
    await window.presenting()
    window.answer(chose("1"))
    await asking
    assert told.notices == ["question_presenter_failed"]


@pytest.mark.requirement("Q-PRES-02")
def test_it_fits_what_a_page_may_answer_and_reaches() -> None:
    pages = PageRegistry(clock=SystemClock())
    presenter = WebPresenter(pages=pages, host=NoPort())
    confirm = question_set().model_copy(update={"purpose": Purpose.CONFIRM})
    assert presenter.fits(question_set(), FROM_MCP)
    assert not presenter.fits(confirm, FROM_MCP)
    assert not presenter.fits(question_set(), ORIGIN)
    near = WebPresenter(pages=pages, host=NoPort(), near=frozenset({Channel.DESKTOP}))
    assert near.fits(question_set(), ORIGIN)
