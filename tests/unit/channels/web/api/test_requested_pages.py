"""A question of the running program on a page besides, and answered in one of several places."""

import asyncio
from collections.abc import AsyncGenerator

import httpx2
import pytest

from assistant.home import Home
from assistant.protocol.questions import QuestionClosed
from assistant.questions.model.question import (
    Answered,
    Channel,
    Later,
    Origin,
    Purpose,
    Question,
    QuestionKind,
    QuestionSet,
)
from tests.helpers.engine.running_core import provenance
from tests.helpers.patience import PATIENCE_S
from tests.helpers.questions.presenters import FakePresenter
from tests.helpers.web.api_program import DATABASES, TLS, ApiProgram, calling


@pytest.fixture
async def browser() -> AsyncGenerator[httpx2.AsyncClient]:
    """A client that knows no token."""
    async with httpx2.AsyncClient(trust_env=False, timeout=PATIENCE_S) as browser:
        yield browser


def named(created: dict[str, str]) -> dict[str, str]:
    return {"session_id": created["session_id"], "question_id": created["question_id"]}


async def until_gone(browser: httpx2.AsyncClient, url: str) -> None:
    """Wait until a page says that its question is over."""
    async with asyncio.timeout(PATIENCE_S):
        while (await browser.get(url)).status_code != 410:
            pass


@pytest.mark.requirement("Q-WEB-02")
async def test_an_open_question_is_answered_on_a_page_that_was_asked_for(
    program: ApiProgram, browser: httpx2.AsyncClient
) -> None:
    created = await program.put(DATABASES)
    opened = await program.post("page", named(created))
    assert opened.status_code == 200, opened.text
    url = opened.json()["url"]
    assert url.startswith(f"{program.address.url}/choice/")
    assert (await browser.get(url)).status_code == 200
    choice = {"do": "choose", "question": "database", "option": "lite", "is_final": True}
    done = await browser.post(f"{url}/act", json=choice)
    assert done.status_code == 200, done.text
    event = await program.running.until(QuestionClosed)
    assert isinstance(event.response, Answered)
    assert (event.channel, event.response.answers[0].option_ids) == (Channel.WEB, ("lite",))
    await until_gone(browser, url)


async def test_there_is_one_page_for_a_question(program: ApiProgram) -> None:
    created = await program.put(DATABASES)
    both = [await program.post("page", named(created)) for _time in range(2)]
    assert both[0].json()["url"] == both[1].json()["url"]


@pytest.mark.requirement("Q-PRES-03")
async def test_a_question_in_three_places_changes_in_all_by_itself(
    program: ApiProgram, browser: httpx2.AsyncClient
) -> None:
    window = FakePresenter(Channel.DESKTOP)
    terminal = FakePresenter(Channel.TERMINAL)
    for presenter in (window, terminal):
        program.running.core.desk.register(presenter)
    created = await program.put(DATABASES)
    url = (await program.post("page", named(created))).json()["url"]
    assert (await program.answer(created, "pg")).status_code == 200
    await program.running.until(QuestionClosed)
    await until_gone(browser, url)
    assert (window.withdrawn, terminal.withdrawn) == (1, 1)


@pytest.mark.requirement("Q-PRES-22")
async def test_what_timed_out_is_asked_again_from_its_page(
    program: ApiProgram, browser: httpx2.AsyncClient
) -> None:
    created = await program.put({**DATABASES, "timeout_s": 1})
    url = (await program.post("page", named(created))).json()["url"]
    view = (await browser.post(f"{url}/act", json={"do": "shown"})).json()
    assert (
        view["arm_ms"] == program.running.core.conversation_factory.settings.questions.arm_delay_ms
    )
    while view["phase"] != "late":
        view = (await browser.get(f"{url}/view", params={"after": view["version"]})).json()
    view = (await browser.post(f"{url}/act", json={"do": "reopen"})).json()
    while view["phase"] != "open":
        view = (await browser.get(f"{url}/view", params={"after": view["version"]})).json()
    choice = {"do": "choose", "question": "database", "option": "lite", "is_final": True}
    assert (await browser.post(f"{url}/act", json=choice)).status_code == 410  # of the first time
    choice["asked"] = view["asked"]
    assert (await browser.post(f"{url}/act", json=choice)).status_code == 200
    await until_gone(browser, url)
    path = f"question/{created['question_id']}"
    state = await program.get(path, session_id=created["session_id"])
    assert (state.json()["status"], state.json()["answers"]) == ("answered", {"database": "lite"})


async def test_a_page_of_what_is_over_is_refused(program: ApiProgram) -> None:
    created = await program.put(TLS)
    await program.answer(created, True)
    refused = await program.post("page", named(created))
    assert (refused.status_code, refused.json()["error"]) == (400, "already_answered")


async def test_a_page_of_what_is_not_there_is_refused(program: ApiProgram) -> None:
    created = await program.put(TLS)
    refused = await program.post("page", named(created) | {"question_id": "nothing"})
    assert (refused.status_code, refused.json()["error"]) == (404, "question_not_found")


async def test_a_question_that_was_put_off_has_no_page(program: ApiProgram) -> None:
    created = await program.put(TLS)
    asked = await program.running.until_asked()
    await program.running.respond(asked.questions, Later(provenance=provenance()))
    refused = await program.post("page", named(created))
    assert (refused.status_code, refused.json()["error"]) == (409, "not_shown")


@pytest.mark.requirement("Q-PRES-02")
async def test_a_confirmation_has_no_page(program: ApiProgram) -> None:
    core = program.running.core
    question = Question(id="sure", kind=QuestionKind.BOOLEAN, text="Delete everything?")
    questions = QuestionSet(id="confirm", questions=(question,), purpose=Purpose.CONFIRM)
    session_id = core.conversations.current.conversation_id
    origin = Origin(channel=Channel.DESKTOP, conversation_id=session_id)
    asking = asyncio.create_task(core.desk.ask(questions, origin))
    await program.running.until_asked()
    refused = await program.post("page", {"session_id": session_id, "question_id": "sure"})
    assert (refused.status_code, refused.json()["error"]) == (403, "not_allowed")
    asking.cancel()
    await asyncio.wait([asking])


async def test_a_page_goes_with_the_program(home: Home, browser: httpx2.AsyncClient) -> None:
    async with calling(home) as program:
        created = await program.put(DATABASES)
        url = (await program.post("page", named(created))).json()["url"]
    with pytest.raises(httpx2.ConnectError):
        await browser.get(url)


@pytest.mark.requirement("Q-WEB-08")
async def test_rounds_from_before_a_restart_can_be_looked_at(
    home: Home, browser: httpx2.AsyncClient
) -> None:
    async with calling(home) as program:
        created = await program.put(DATABASES)
        await program.answer(created, "lite")
    async with calling(home) as program:
        second = await program.put(TLS, session_id=created["session_id"])
        url = (await program.post("page", named(second))).json()["url"]
        view = (await browser.get(f"{url}/view")).json()
        (past,) = view["rounds"]["rounds"]
        assert past["outcome"] == ["✔ Database: SQLite"]
        assert "● 2. SQLite" in past["texts"]
