"""Questions of the program that an MCP server of the user's shows, where they named one."""

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel.server import Server
from mcp_types import (
    CallToolRequestParams,
    CallToolResult,
    ListToolsResult,
    PaginatedRequestParams,
    TextContent,
    Tool,
)

from assistant.assembly.mcp.server import over_http
from assistant.home import Home
from assistant.mcp_server import ServerState
from assistant.protocol.mcp_servers import ListServers, ServersListed
from assistant.questions.formats.provide_choice import PROVIDE_CHOICE_SCHEMA
from assistant.questions.model.question import Answered, Channel, Origin
from tests.helpers.engine.running_core import RunningCore, opened
from tests.helpers.patience import PATIENCE_S
from tests.helpers.questions.builders import question_set

Context = ServerRequestContext[Any, Any]


class Phone:
    """A server that has somebody choose the second option."""

    def __init__(self) -> None:
        self.shown: list[dict[str, Any]] = []

    def build(self) -> Server[Any]:
        """Return it, as the package runs it."""
        return Server("phone", on_list_tools=self._list, on_call_tool=self._call)

    async def _list(
        self, _context: Context, _params: PaginatedRequestParams | None
    ) -> ListToolsResult:
        tool = Tool(name="provide_choice", input_schema=PROVIDE_CHOICE_SCHEMA)
        return ListToolsResult(tools=[tool])

    async def _call(self, _context: Context, params: CallToolRequestParams) -> CallToolResult:
        self.shown.append(params.arguments or {})
        record = {"action_status": "selected", "selection": {"indices": [1]}}
        return CallToolResult(content=[TextContent(text=json.dumps(record))])


@asynccontextmanager
async def with_phone(home: Home, phone: Phone, *, presenter: str) -> AsyncGenerator[RunningCore]:
    """Open a program that is connected with the server."""
    home.root.mkdir(parents=True, exist_ok=True)
    home.settings_file.parent.mkdir(parents=True, exist_ok=True)
    home.settings_file.write_text(f'[questions]\npresenter = "{presenter}"\n', encoding="utf-8")
    async with over_http(phone.build(), port=0, token="") as url:
        file = {"mcpServers": {"phone": {"url": url}}}
        (home.servers_file).write_text(json.dumps(file), encoding="utf-8")
        async with opened(home) as running:
            await running.do(ListServers())
            await running.until_true(lambda: _is_connected(running))
            yield running


def _is_connected(running: RunningCore) -> bool:
    return any(
        server.state is ServerState.CONNECTED
        for event in running.of(ServersListed)
        for server in event.servers
    )


@pytest.mark.requirement("MCP-17")
@pytest.mark.parametrize("presenter", ["phone", ""])
async def test_the_server_that_was_named_shows_what_the_program_asks(
    home: Home, presenter: str
) -> None:
    phone = Phone()
    async with with_phone(home, phone, presenter=presenter) as running:
        core = running.core
        here = core.conversations.current.conversation_id
        origin = Origin(channel=Channel.DESKTOP, conversation_id=here)
        questions = question_set()
        asking = asyncio.create_task(core.desk.ask(questions, origin))
        if not presenter:
            await running.settle()
            assert not phone.shown
            assert not asking.done()
            asking.cancel()
            return
        async with asyncio.timeout(PATIENCE_S):
            response = await asking
    assert isinstance(response, Answered)
    assert response.provenance.channel is Channel.MCP
    assert response.answers[0].option_ids == (questions.questions[0].options[1].id,)
    (arguments,) = phone.shown
    assert arguments["prompt"] == questions.questions[0].text
