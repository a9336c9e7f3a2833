"""A page over real HTTP and a real WebSocket."""

import asyncio
import json
from collections.abc import AsyncGenerator
from dataclasses import dataclass
from typing import Any

import httpx2
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from assistant.channels.web.pages.page import QuestionPage
from assistant.channels.web.pages.registry import PageRegistry
from assistant.channels.web.pages.routes import page_routes
from assistant.channels.web.server.http_server import open_server
from assistant.clock import SystemClock
from assistant.locale import use_language
from assistant.questions.form.mark_colours import ON_DARK, ON_LIGHT
from assistant.questions.model.question import Channel, Draft, QuestionSet
from tests.helpers.patience import PATIENCE_S
from tests.helpers.questions.builders import ORIGIN, chose, question_set
from tests.helpers.questions.presentation import FakePresentation

CHOICE = {"do": "choose", "question": "q1", "option": "2"}
ANSWER = CHOICE | {"is_final": True}


@dataclass
class Site:
    """Pages that are served, and a client."""

    pages: PageRegistry
    http: httpx2.AsyncClient
    url: str

    def open(self, questions: QuestionSet | None = None) -> QuestionPage:
        questions = questions or question_set()
        self.pages.expect(questions, ORIGIN)
        return self.pages.open(questions, Draft(), FakePresentation())

    async def view(self, page: QuestionPage, after: int = 0) -> httpx2.Response:
        return await self.http.get(f"/choice/{page.ticket}/view", params={"after": after})

    async def act(self, page: QuestionPage, action: object) -> httpx2.Response:
        return await self.http.post(f"/choice/{page.ticket}/act", json=action)

    def socket(self, page: QuestionPage, **options: Any) -> connect:
        address = self.url.replace("http://", "ws://")
        return connect(f"{address}/choice/{page.ticket}/socket", proxy=None, **options)


@pytest.fixture
async def site() -> AsyncGenerator[Site]:
    pages = PageRegistry(clock=SystemClock())
    async with (
        open_server([page_routes(pages)]) as served,
        httpx2.AsyncClient(base_url=served.url, trust_env=False, timeout=PATIENCE_S) as http,
    ):
        yield Site(pages=pages, http=http, url=served.url)


async def heard(socket: ClientConnection) -> dict[str, Any]:
    return json.loads(await socket.recv())


def problem(answer: httpx2.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]


async def test_the_page_names_its_parts_and_holds_no_script_of_its_own(site: Site) -> None:
    page = site.open()
    answer = await site.http.get(f"/choice/{page.ticket}")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert '<html lang="en">' in answer.text
    assert answer.text.count("<script") == 1
    assert "style=" not in answer.text
    assert "script-src 'self'" in answer.headers["content-security-policy"]
    assert page.ticket not in answer.text
    assert "PostgreSQL" not in answer.text


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("page.css", "text/css"),
        ("tokens.css", "text/css"),
        ("Inter-Regular.ttf", "font/ttf"),
        ("page.js", "text/javascript"),
        ("dom.js", "text/javascript"),
        ("draw.js", "text/javascript"),
        ("keys.js", "text/javascript"),
        ("limits.js", "text/javascript"),
        ("link.js", "text/javascript"),
        ("noscript.css", "text/css"),
        ("icon.svg", "image/svg+xml"),
        ("waiting.svg", "image/svg+xml"),
    ],
)
async def test_its_parts_are_served(site: Site, name: str, kind: str) -> None:
    answer = await site.http.get(f"/page/{name}")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith(kind)
    assert answer.content


async def test_the_marks_of_programs_have_their_colours(site: Site) -> None:
    variables = (await site.http.get("/page/tokens.css")).text
    style = (await site.http.get("/page/page.css")).text
    for colours in (ON_LIGHT, ON_DARK):
        for number, colour in enumerate(colours):
            assert f"--mark-{number}: {colour.lower()};" in variables
            assert f".mark-{number} {{" in style


@pytest.mark.parametrize("name", ["page.html", "..%2fguard.py", "%2e%2e/guard.py", "nothing.js"])
async def test_nothing_else_is_served(site: Site, name: str) -> None:
    assert (await site.http.get(f"/page/{name}")).status_code == 404


async def test_the_language_is_the_persons(site: Site) -> None:
    page = site.open()
    use_language("ko")
    answer = await site.http.get(f"/choice/{page.ticket}")
    assert '<html lang="ko">' in answer.text
    assert (await site.view(page)).json()["lang"] == "ko"


async def test_what_it_shows_comes_at_once_and_then_when_it_changes(site: Site) -> None:
    page = site.open()
    first = (await site.view(page)).json()
    waiting = asyncio.create_task(site.view(page, first["version"]))
    assert (await site.act(page, CHOICE)).status_code == 200
    second = (await waiting).json()
    assert second["version"] > first["version"]
    assert [option["is_chosen"] for option in second["card"]["options"]][1]


@pytest.mark.requirement("Q-WEB-05")
async def test_an_answer_is_taken_without_a_socket(site: Site) -> None:
    page = site.open()
    answer = await site.act(page, ANSWER)
    assert (answer.status_code, answer.json()["phase"]) == (200, "sent")
    await page.answered()


@pytest.mark.requirement("Q-WEB-05")
async def test_an_answer_is_taken_by_a_socket_and_the_end_is_told(site: Site) -> None:
    page = site.open()
    async with site.socket(page) as socket:
        assert (await heard(socket))["phase"] == "open"
        await socket.send(json.dumps(ANSWER))
        assert (await heard(socket))["phase"] == "sent"
        site.pages.settled(page.questions, await page.answered(), Channel.WEB)
        last = await heard(socket)
        assert (last["phase"], last["outcome"]) == ("settled", ["✔ Database: SQLite"])
        with pytest.raises(ConnectionClosed):
            await socket.recv()


@pytest.mark.requirement("Q-FORM-09")
async def test_two_tabs_show_the_same(site: Site) -> None:
    page = site.open()
    async with site.socket(page) as one, site.socket(page) as two:
        await heard(one)
        await heard(two)
        await one.send(json.dumps(CHOICE))
        seen = await heard(two)
        assert [option["is_chosen"] for option in seen["card"]["options"]][1]
        site.pages.leave(page)
        site.pages.settled(page.questions, chose("1"), Channel.DESKTOP)
        while seen["phase"] != "settled":
            seen = await heard(two)
        assert seen["outcome"] == ["Answered in the window:", "✔ Database: PostgreSQL"]


@pytest.mark.requirement("Q-WEB-12")
async def test_a_page_that_was_answered_is_gone(site: Site) -> None:
    page = site.open()
    await site.act(page, ANSWER)
    site.pages.settled(page.questions, await page.answered(), Channel.WEB)
    reloaded = await site.http.get(f"/choice/{page.ticket}")
    assert reloaded.status_code == 410
    assert "This question is already answered" in reloaded.text
    assert problem(await site.act(page, ANSWER)) == (410, "already_answered")
    site.pages.forget(page)
    assert (await site.http.get(f"/choice/{page.ticket}")).status_code == 410
    assert problem(await site.act(page, ANSWER)) == (410, "gone")
    assert problem(await site.view(page)) == (410, "gone")
    with pytest.raises(InvalidStatus):
        await site.socket(page).__aenter__()


async def test_an_address_that_never_was_one_is_not_found(site: Site) -> None:
    assert (await site.http.get("/choice/nothing")).status_code == 404
    assert problem(await site.http.get("/choice/nothing/view")) == (404, "question_not_found")
    answer = await site.http.post("/choice/nothing/act", json=ANSWER)
    assert problem(answer) == (404, "question_not_found")


@pytest.mark.parametrize(
    ("action", "expected"),
    [
        ({"do": "dance"}, (400, "invalid_request")),
        ([], (400, "invalid_request")),
        (CHOICE | {"option": "9"}, (400, "invalid_answer")),
        (CHOICE | {"question": "q9"}, (404, "question_not_found")),
        ({"do": "stop_asking"}, (403, "not_allowed")),
    ],
)
async def test_what_does_not_fit_is_refused_and_changes_nothing(
    site: Site, action: object, expected: tuple[int, str]
) -> None:
    page = site.open()
    assert problem(await site.act(page, action)) == expected
    assert page.is_open
    assert page.content.card.draft == Draft()


@pytest.mark.requirement("Q-WEB-14")
async def test_a_cancel_where_none_is_allowed_is_refused(site: Site) -> None:
    page = site.open(question_set().model_copy(update={"allow_cancel": False}))
    assert problem(await site.act(page, {"do": "cancel"})) == (403, "not_allowed")
    assert page.is_open


@pytest.mark.requirement("SEC-14")
async def test_what_is_no_message_ends_the_socket_and_nothing_else(site: Site) -> None:
    page = site.open()
    for sent in ("dance", b"\x00\x01", json.dumps({"do": "x" * 70_000})):
        async with site.socket(page) as socket:
            await heard(socket)
            await socket.send(sent)
            with pytest.raises(ConnectionClosed):
                await socket.recv()
    assert page.is_open
    assert (await site.view(page)).json()["phase"] == "open"


async def test_what_a_socket_may_not_do_is_said_on_the_page(site: Site) -> None:
    page = site.open(question_set().model_copy(update={"allow_cancel": False}))
    async with site.socket(page) as socket:
        await heard(socket)
        await socket.send(json.dumps({"do": "cancel"}))
        assert (await heard(socket))["message"]["text"] == "This question cannot be cancelled."
    assert page.is_open


@pytest.mark.requirement("SEC-09")
@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://example.org"},
        {"Origin": "null"},
        {"Host": "example.org"},
        {"Sec-Fetch-Site": "cross-site"},
    ],
)
async def test_foreign_pages_cannot_answer(site: Site, headers: dict[str, str]) -> None:
    page = site.open()
    answer = await site.http.post(f"/choice/{page.ticket}/act", json=ANSWER, headers=headers)
    assert problem(answer) == (403, "forbidden")
    assert page.is_open


@pytest.mark.requirement("SEC-09")
async def test_a_foreign_page_gets_no_socket(site: Site) -> None:
    page = site.open()
    with pytest.raises(InvalidStatus):
        await site.socket(page, origin="https://example.org").__aenter__()


@pytest.mark.requirement("Q-PRES-41")
async def test_words_are_never_markup(site: Site) -> None:
    text = "<img src=x onerror=alert(1)>"
    questions = question_set().model_copy(update={"title": text, "description": text})
    page = site.open(questions)
    answer = await site.http.get(f"/choice/{page.ticket}")
    assert "onerror" not in answer.text
    view = await site.view(page)
    assert view.headers["content-type"] == "application/json"
    assert view.json()["description"] == text
    assert view.headers["x-content-type-options"] == "nosniff"
