"""The user's own surfaces, as the MCP server asks on them."""

import asyncio
import io
import json
from typing import Any

import httpx2
import pytest

from assistant.assembly.mcp.surfaces import PageSurface, TerminalSurface, WindowSurface
from assistant.channels.mcp.model.tool_calls import AskCall, AskResult, read_call
from assistant.channels.mcp.model.tool_results import outcome_result
from assistant.channels.mcp.question_surfaces import QuestionSurfaces
from assistant.clock import SystemClock
from assistant.coding_agents.model.session_board import WordsTaken
from assistant.errors import AssistantError, UnreachableError
from assistant.home import Home
from assistant.questions.model.asker import Asker
from assistant.questions.model.question import Answered, Cancelled, Channel, QuestionSet, TimedOut
from tests.helpers.mcp.clients import CHOICE, FakeSurface, chosen
from tests.helpers.patience import PATIENCE_S
from tests.helpers.questions.presenters import FakePresenter, ScriptedPresenter
from tests.helpers.web.api_program import calling, closed
from tests.helpers.web.page_links import page_behind
from tests.unit.channels.web.pages.test_presenter import is_closed


def a_call(**more: Any) -> AskCall:
    return read_call(
        "provide_choice", CHOICE | more, set_id="set", asker=Asker(agent="Tester"), timeout_s=300
    )


def asked(**more: Any) -> QuestionSet:
    return a_call(**more).questions


def unwanted(url: str) -> None:
    raise AssertionError(url)


# The window.


def second(questions: QuestionSet) -> Answered:
    return chosen(questions, questions.questions[0].options[1].id)


async def test_the_running_program_asks(home: Home) -> None:
    presenter = ScriptedPresenter(second)
    async with calling(home) as program:
        program.running.core.desk.register(presenter)
        surface = WindowSurface(home.api_file)
        assert surface.is_free
        outcome = await surface.ask(asked(), unwanted)
    (seen,) = presenter.presented
    assert seen.asked_by == "Tester"
    assert seen.title == "Database"
    assert outcome.transport == "desktop"
    assert isinstance(outcome.response, Answered)
    assert outcome.response.answers == second(asked()).answers


async def test_the_running_program_counts_the_sessions_that_ask(home: Home) -> None:
    presenter = ScriptedPresenter(second)
    async with calling(home) as program:
        agents = program.running.core.agents
        for session in "ab":
            agents.hear(WordsTaken(asker=Asker(agent="Codex", project="api", session=session)))
        program.running.core.desk.register(presenter)
        asker = Asker(agent="Codex", project="api", session="b")
        questions = asked().model_copy(update={"asker": asker})
        await WindowSurface(home.api_file).ask(questions, unwanted)
    (seen,) = presenter.presented
    assert seen.asked_by == "Codex · api · 2"
    assert [one.asker.title for one in agents.board.sessions] == ["Codex · api", "Codex · api · 2"]


@pytest.mark.requirement("MCP-15")
async def test_a_question_is_taken_back_from_the_running_program(home: Home) -> None:
    presenter = FakePresenter()
    async with calling(home) as program:
        program.running.core.desk.register(presenter)
        asking = asyncio.create_task(WindowSurface(home.api_file).ask(asked(), unwanted))
        await presenter.presenting()
        asking.cancel()
        await closed(program)
        assert presenter.withdrawn == 1
        assert not program.running.core.desk.pending()


@pytest.mark.requirement("MCP-04", "MCP-06")
async def test_a_question_that_nobody_sees_there_ends(home: Home) -> None:
    presenter = FakePresenter(shows=False)
    async with calling(home) as program:
        program.running.core.desk.register(presenter)
        outcome = await WindowSurface(home.api_file).ask(asked(timeout_s=1), unwanted)
        assert outcome.response == TimedOut(after_s=1)
        await closed(program)
        assert not program.running.core.desk.pending()


async def test_a_program_that_does_not_run_is_not_asked(home: Home) -> None:
    surface = WindowSurface(home.api_file)
    assert not surface.is_free
    with pytest.raises(UnreachableError):
        await surface.ask(asked(), unwanted)
    home.api_file.parent.mkdir(parents=True)
    home.api_file.write_text(
        '{"url": "http://127.0.0.1:1", "token": "0123456789012345678901234", "pid": 1}',
        encoding="utf-8",
    )
    assert surface.is_free
    with pytest.raises(UnreachableError):
        await surface.ask(asked(), unwanted)


async def test_a_program_that_goes_while_it_asks_is_unreachable(home: Home) -> None:
    presenter = FakePresenter()
    async with calling(home) as program:
        program.running.core.desk.register(presenter)
        asking = asyncio.create_task(WindowSurface(home.api_file).ask(asked(), unwanted))
        await presenter.presenting()
    async with asyncio.timeout(PATIENCE_S):
        with pytest.raises(UnreachableError, match="does not answer any more"):
            await asking


# The terminal.


def terminal(typed: str) -> tuple[TerminalSurface, io.StringIO, list[str]]:
    screen, left = io.StringIO(), list[str]()
    surface = TerminalSurface(
        keys=io.StringIO(typed),
        screen=screen,
        clock=SystemClock(),
        arm_delay_s=0,
        left=lambda: left.append("left"),
    )
    return surface, screen, left


@pytest.mark.requirement("Q-TERM-01")
async def test_the_terminal_asks() -> None:
    surface, screen, left = terminal("2\n")
    assert surface.is_free
    outcome = await surface.ask(asked(), unwanted)
    assert outcome.transport == "terminal"
    assert isinstance(outcome.response, Answered)
    assert outcome.response.answers == second(asked()).answers
    assert outcome.response.provenance.channel is Channel.TERMINAL
    assert "PostgreSQL" in screen.getvalue()
    assert not left


async def test_whoever_leaves_the_terminal_is_asked_nowhere_else() -> None:
    surface, _screen, left = terminal("")
    page = FakeSurface("web")
    with pytest.raises(AssistantError, match="has ended the server"):
        await QuestionSurfaces([surface, page]).ask(a_call(), unwanted)
    assert left == ["left"]
    assert not surface.is_free
    assert not page.asked


@pytest.mark.requirement("MCP-16", "Q-TERM-01")
async def test_a_terminal_asks_one_question_at_a_time() -> None:
    surface, _screen, _left = terminal("2\n")
    first = asyncio.create_task(surface.ask(asked(), unwanted))
    await asyncio.sleep(0)
    assert not surface.is_free
    await first
    assert surface.is_free


async def test_what_is_said_stands_on_lines_of_its_own() -> None:
    surface, screen, _left = terminal("")
    surface.say("A question can be answered at http://x")
    assert screen.getvalue() == "A question can be answered at http://x\n"


# The page.


class Page:
    """Somebody in a browser."""

    def __init__(self) -> None:
        self.address: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    async def opened(self, address: str) -> None:
        self.address.set_result(await page_behind(address))

    async def act(self, **action: Any) -> None:
        async with httpx2.AsyncClient(trust_env=False) as http:
            answer = await http.post(f"{await self.address}/act", json=action)
            assert answer.status_code == 200, answer.text


@pytest.mark.requirement("Q-WEB-01", "Q-WEB-04", "TEST-21")
async def test_a_page_asks() -> None:
    page, told = Page(), list[str]()
    surface = PageSurface(clock=SystemClock(), open_page=page.opened, arm_delay_s=0.3)
    questions = asked()
    asking = asyncio.create_task(surface.ask(questions, told.append))
    question = questions.questions[0]
    option = question.options[1].id
    await page.act(do="shown")
    await page.act(do="choose", question=question.id, option=option, is_final=True)
    outcome = await asking
    assert outcome.url == await page.address
    assert told == [outcome.url]
    assert outcome.transport == "web"
    assert isinstance(outcome.response, Answered)
    assert outcome.response.answers == second(questions).answers
    assert await is_closed(await page.address)


def written(outcome: AskResult) -> bytes:
    """Return what the client gets, but for where it was answered, as it is sent."""
    result = outcome_result(a_call(), outcome)
    record = dict(result.structured_content or {})
    assert record.pop("transport") == outcome.transport
    assert record.pop("url") == outcome.url
    return json.dumps(record, ensure_ascii=False).encode()


@pytest.mark.requirement("G-12", "MCP-07", "MCP-08", "TEST-19")
async def test_the_same_choice_is_byte_identical_on_every_transport(home: Home) -> None:
    """Each really asked: the window through the API, the terminal by its keys, a page over HTTP."""
    option = asked().questions[0].options[1].id
    async with calling(home) as program:
        program.running.core.desk.register(ScriptedPresenter(second))
        window = await WindowSurface(home.api_file).ask(asked(), unwanted)
    keys, _screen, _left = terminal("2\n")
    typed = await keys.ask(asked(), unwanted)
    page = Page()
    surface = PageSurface(clock=SystemClock(), open_page=page.opened, arm_delay_s=0.3)
    asking = asyncio.create_task(surface.ask(asked(), lambda _url: None))
    await page.act(do="shown")
    question = asked().questions[0].id
    await page.act(do="choose", question=question, option=option, is_final=True)
    clicked = await asking

    outcomes = (window, typed, clicked)
    assert [outcome.transport for outcome in outcomes] == ["desktop", "terminal", "web"]
    (record,) = {written(outcome) for outcome in outcomes}
    assert json.loads(record)["selection"]["indices"] == [1]


@pytest.mark.requirement("MCP-05", "TEST-22")
async def test_a_page_is_cancelled() -> None:
    page = Page()
    surface = PageSurface(clock=SystemClock(), open_page=page.opened, arm_delay_s=0.3)
    asking = asyncio.create_task(surface.ask(asked(), lambda _url: None))
    await page.act(do="shown")
    await page.act(do="cancel")
    assert isinstance((await asking).response, Cancelled)


@pytest.mark.requirement("MCP-04", "MCP-06", "TEST-23")
@pytest.mark.parametrize("is_seen", [False, True])
async def test_a_page_times_out(is_seen: bool) -> None:
    page = Page()
    surface = PageSurface(clock=SystemClock(), open_page=page.opened, arm_delay_s=0.3)
    timeout_s = 3 if is_seen else 1  # it is to be seen in less, however busy the machine is
    asking = asyncio.create_task(surface.ask(asked(timeout_s=timeout_s), lambda _url: None))
    if is_seen:
        await page.act(do="shown")
    outcome = await asking
    assert outcome.response == TimedOut(after_s=timeout_s)
    assert await is_closed(await page.address)


@pytest.mark.requirement("MCP-15")
async def test_a_page_is_taken_away_with_its_call() -> None:
    page = Page()
    surface = PageSurface(clock=SystemClock(), open_page=page.opened, arm_delay_s=0.3)
    asking = asyncio.create_task(surface.ask(asked(), lambda _url: None))
    await page.act(do="shown")
    asking.cancel()
    await asyncio.wait({asking})
    assert asking.cancelled()
    assert await is_closed(await page.address)


# The page.


async def on_page(surface: PageSurface, set_id: str) -> "tuple[asyncio.Task[AskResult], str]":
    """Ask on a page; return who waits, and the address."""
    address: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    questions = asked().model_copy(update={"id": set_id})
    asking = asyncio.create_task(surface.ask(questions, address.set_result))
    return asking, await address


async def on(address: str, action: dict[str, Any] | None = None) -> dict[str, Any]:
    """Do something on a page; return how it looks."""
    async with httpx2.AsyncClient(trust_env=False, timeout=PATIENCE_S) as http:
        if action is not None:
            answer = await http.post(f"{address}/act", json=action)
            assert answer.status_code == 200, answer.text
        return (await http.get(f"{address}/view")).json()


def choosing() -> dict[str, Any]:
    question = asked().questions[0]
    option = question.options[1].id
    return {"do": "choose", "question": question.id, "option": option, "is_final": True}


def a_page() -> PageSurface:
    return PageSurface(clock=SystemClock(), open_page=None, arm_delay_s=0)


@pytest.mark.requirement("Q-WEB-08", "Q-WEB-10")
async def test_a_page_shows_the_rounds_before_it_with_their_options() -> None:
    surface = a_page()
    first, address = await on_page(surface, "one")
    assert (await on(address))["rounds"] is None
    await on(address, choosing())
    await first
    asking, address = await on_page(surface, "two")
    view = await on(address)
    (past,) = view["rounds"]["rounds"]
    assert past["is_answered"]
    assert any(option.label in past["texts"] for option in asked().questions[0].options)
    assert "●" in past["texts"]
    assert "✔" in past["outcome"][0]
    await on(address, {"do": "cancel"})
    await asking


@pytest.mark.requirement("Q-WEB-11")
async def test_questions_that_are_alike_are_answered_on_one_page() -> None:
    second_option = second(asked())
    surface = a_page()
    first, address = await on_page(surface, "one")
    other, _address = await on_page(surface, "two")
    view = await on(address)
    assert view["similar"]
    await on(address, choosing() | {"for_all": True})
    async with asyncio.timeout(PATIENCE_S):
        results = [await first, await other]
    for result in results:
        assert isinstance(result.response, Answered)
        assert result.response.answers == second_option.answers
