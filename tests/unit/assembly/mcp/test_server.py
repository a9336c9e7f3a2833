"""The MCP server over HTTP: who comes in, and calls in both eras."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp_types import ElicitResult
from typing_extensions import override

from assistant.assembly.mcp.server import McpServerOptions, serve_http
from assistant.channels.mcp.model import client_forms
from assistant.clock import SystemClock
from assistant.home import Home
from tests.helpers.mcp.clients import CHOICE, Person, accepted, chosen, record, text
from tests.helpers.mcp.stdio_process import MODERN
from tests.helpers.patience import PATIENCE_S
from tests.helpers.questions.presenters import FakePresenter
from tests.helpers.web.api_program import calling, closed
from tests.unit.channels.web.pages.test_presenter import is_closed

TOKEN = "a-token-that-nobody-guesses"
LIST: dict[str, Any] = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
HANDSHAKE: dict[str, Any] = LIST | {
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-11-25",
        "capabilities": {},
        "clientInfo": {"name": "t", "version": "1"},
    },
}
HEADERS = {"Accept": "application/json, text/event-stream", "MCP-Protocol-Version": "2026-07-28"}


class Served:
    """A server that runs."""

    def __init__(self, url: str, said: list[str]) -> None:
        self.url = url
        self.said = said


@asynccontextmanager
async def running(home: Home, *, token: str = TOKEN) -> AsyncGenerator[Served]:
    """Serve over HTTP, with nobody in a window and no browser to open."""
    said: list[str] = []
    plan = McpServerOptions(
        home=home,
        clock=SystemClock(),
        version="1",
        timeout_s=300,
        call_limit_s=60,
        project="",
        is_unattended=False,
        client_forms="auto",
        has_permissions=False,
        arm_delay_s=0,
        say=said.append,
        open_page=None,
    )
    leaving = asyncio.Event()
    address: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    serving = asyncio.create_task(
        serve_http(plan, port=0, token=token, announce=address.set_result, leaving=leaving)
    )
    try:
        await asyncio.wait({serving, address}, return_when=asyncio.FIRST_COMPLETED)
        yield Served(await address, said)
    finally:
        leaving.set()
        async with asyncio.timeout(PATIENCE_S):
            await serving


@asynccontextmanager
async def client_at(
    url: str, mode: str, person: Person | None = None, *, token: str = TOKEN
) -> AsyncGenerator[Client]:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    timeout = httpx2.Timeout(10, read=60)
    async with httpx2.AsyncClient(headers=headers, timeout=timeout, trust_env=False) as http:
        client = Client(
            streamable_http_client(url, http_client=http),
            mode=mode,
            elicitation_callback=None if person is None else person.fill_in,
        )
        async with client:
            yield client


@pytest.mark.parametrize("mode", ["legacy", "2026-07-28"])
async def test_a_form_over_http(home: Home, mode: str) -> None:
    person = Person(accepted(q1="None"))
    async with running(home) as served, client_at(served.url, mode, person) as client:
        assert len((await client.list_tools()).tools) == 2
        told = record(await client.call_tool("provide_choice", CHOICE))
    assert told["selection"]["indices"] == [2]


@pytest.mark.requirement("MCP-04", "MCP-06", "Q-WEB-01", "Q-WEB-04")
@pytest.mark.parametrize("mode", ["legacy", "2026-07-28"])
async def test_a_page_over_http(home: Home, mode: str) -> None:
    heard: list[str] = []

    async def told(progress: float, total: float | None, message: str | None) -> None:
        heard.append(message or "")

    async with running(home) as served, client_at(served.url, mode) as client:
        result = record(
            await client.call_tool(
                "provide_choice", CHOICE | {"timeout_s": 1}, progress_callback=told
            )
        )
    assert result["action_status"] == "timeout"
    assert result["transport"] == "web"
    (said,) = served.said
    assert result["url"] in said
    assert said in heard
    assert await is_closed(result["url"])


@pytest.mark.requirement("MCP-03", "Q-WEB-01")
async def test_the_running_program_is_asked_first_and_a_page_when_it_goes(home: Home) -> None:
    presenter = FakePresenter()
    async with running(home) as served, client_at(served.url, "2026-07-28") as client:
        async with calling(home) as program:
            program.running.core.desk.register(presenter)
            arguments = CHOICE | {"timeout_s": 2}
            asking = asyncio.create_task(client.call_tool("provide_choice", arguments))
            await presenter.presenting()
            assert not served.said
        told = record(await asking)
    assert (told["transport"], told["action_status"]) == ("web", "timeout")
    assert [told["url"]] == [line.rpartition(" ")[2] for line in served.said]


@pytest.mark.requirement("MCP-03")
@pytest.mark.parametrize("mode", ["legacy", "2026-07-28"])
@pytest.mark.parametrize("action", ["cancel", "decline"])
async def test_a_client_with_nobody_at_it_is_answered_by_the_running_program(
    home: Home, mode: str, action: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client_forms, "AT_ONCE_S", PATIENCE_S)  # a busy machine is no person
    presenter, person = FakePresenter(), Person(ElicitResult(action=action))
    async with (
        calling(home) as program,
        running(home) as served,
        client_at(served.url, mode, person) as client,
    ):
        program.running.core.desk.register(presenter)
        asking = asyncio.create_task(client.call_tool("provide_choice", CHOICE))
        await presenter.presenting()
        await person.asked.wait()
        (questions,) = presenter.presented
        presenter.answer(chosen(questions, questions.questions[0].options[2].id))
        told = record(await asking)
    assert (told["action_status"], told["selection"]["indices"]) == ("selected", [2])


@pytest.mark.requirement("MCP-03")
@pytest.mark.parametrize("mode", ["legacy", "2026-07-28"])
async def test_a_form_that_is_filled_in_first_takes_the_question_from_the_running_program(
    home: Home, mode: str
) -> None:
    presenter = FakePresenter()

    class Second(Person):
        @override
        async def fill_in(self, context: Any, params: Any) -> ElicitResult:
            await presenter.presenting()
            return await super().fill_in(context, params)

    person = Second(accepted(q1="None"))
    async with (
        calling(home) as program,
        running(home) as served,
        client_at(served.url, mode, person) as client,
    ):
        program.running.core.desk.register(presenter)
        told = record(await client.call_tool("provide_choice", CHOICE))
        await closed(program)
        assert not program.running.core.desk.pending()
    assert (told["transport"], told["selection"]["indices"]) == ("elicitation", [2])
    assert len(presenter.presented) == presenter.withdrawn == 1


@pytest.mark.requirement("MCP-15")
@pytest.mark.parametrize("mode", ["legacy", "2026-07-28"])
async def test_a_client_whose_connection_is_lost_takes_its_question_with_it(
    home: Home, mode: str
) -> None:
    """The client is killed, as it were: its connections go, and it says nothing more."""
    presenter = FakePresenter()
    async with calling(home) as program, running(home) as served:
        program.running.core.desk.register(presenter)
        asked: dict[str, Any] = {"name": "provide_choice", "arguments": CHOICE}
        headers = {"Accept": HEADERS["Accept"], "Authorization": f"Bearer {TOKEN}"}
        async with httpx2.AsyncClient(headers=headers, trust_env=False, timeout=30) as http:
            if mode == "legacy":
                greeted = await http.post(served.url, json=HANDSHAKE)
                http.headers["Mcp-Session-Id"] = greeted.headers["mcp-session-id"]
                http.headers["MCP-Protocol-Version"] = "2025-11-25"
                ready = {"jsonrpc": "2.0", "method": "notifications/initialized"}
                await http.post(served.url, json=ready)
            else:
                asked["_meta"] = MODERN
                http.headers.update({"MCP-Protocol-Version": mode, "Mcp-Method": "tools/call"})
                http.headers["Mcp-Name"] = "provide_choice"
            call = LIST | {"method": "tools/call", "params": asked}
            calling_it = asyncio.create_task(http.post(served.url, json=call))
            await presenter.presenting()
            calling_it.cancel()
            async with asyncio.timeout(PATIENCE_S):
                await closed(program)
        assert not program.running.core.desk.pending()


@pytest.mark.requirement("MCP-02")
async def test_a_malformed_call_over_http(home: Home) -> None:
    async with running(home) as served, client_at(served.url, "2026-07-28") as client:
        result = await client.call_tool("provide_choice", {"title": "x"})
    assert result.is_error
    assert "prompt is missing" in text(result)
    assert not served.said


@pytest.mark.parametrize("authorization", [None, "Bearer wrong", f"Basic {TOKEN}"])
async def test_nobody_comes_in_without_the_token(home: Home, authorization: str | None) -> None:
    headers = HEADERS | ({} if authorization is None else {"Authorization": authorization})
    async with running(home) as served, httpx2.AsyncClient(trust_env=False) as http:
        answer = await http.post(served.url, json=LIST, headers=headers)
    assert answer.status_code == 401
    assert answer.json()["error"] == "unauthorized"


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Host": "evil.example"}, 403),
        ({"Origin": "http://evil.example"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
    ],
)
async def test_foreign_pages_do_not_come_in(
    home: Home, headers: dict[str, str], status: int
) -> None:
    async with running(home, token="") as served, httpx2.AsyncClient(trust_env=False) as http:
        answer = await http.post(served.url, json=LIST, headers=HEADERS | headers)
    assert answer.status_code == status


async def test_a_body_that_is_too_large_is_refused(home: Home) -> None:
    async with running(home, token="") as served, httpx2.AsyncClient(trust_env=False) as http:
        answer = await http.post(served.url, content=b"x" * 70_000, headers=HEADERS)
    assert answer.status_code == 413


async def test_the_end_of_the_server_closes_its_port(home: Home) -> None:
    async with running(home) as served:
        assert not await is_closed(served.url)
    assert await is_closed(served.url)
