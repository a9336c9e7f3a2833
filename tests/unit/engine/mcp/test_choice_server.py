"""An MCP server of the user's that shows questions its own way."""

import asyncio
import json
from collections.abc import AsyncGenerator, Callable, Coroutine, Mapping
from contextlib import asynccontextmanager
from typing import Any

import pytest
from typing_extensions import override

from assistant.engine.mcp.choice_server import ChoiceServer
from assistant.engine.mcp.servers import McpServers
from assistant.errors import AssistantError
from assistant.home import Home
from assistant.questions.model.question import Cancelled, Channel, Origin, QuestionSet, Response
from assistant.tools.mcp.model.peer import Elicit, OnProgress
from assistant.tools.mcp.model.server_offer import CallAnswer, RemoteTool, ServerOffer, ServerText
from assistant.tools.registry import ToolRegistry
from tests.helpers.mcp.fake_sign_in import FakeSignIn
from tests.helpers.mcp.peers import FakeConnect, FakePeer
from tests.helpers.patience import PATIENCE_S
from tests.helpers.tools.fakes import ScriptedConfirmer

RESULT = {"action_status": "selected", "selection": {"indices": [0]}}
ARGUMENTS = {"title": "Which?"}


HERE = Origin(channel=Channel.DESKTOP, conversation_id="c")


async def nobody(questions: QuestionSet, origin: Origin) -> Response:
    return Cancelled()


@asynccontextmanager
async def choosing(home: Home, peer: "WatchedPeer") -> AsyncGenerator[ChoiceServer]:
    """Keep one server, called phone, and wait until it is connected."""
    home.root.mkdir(parents=True, exist_ok=True)
    file = {"mcpServers": {"phone": {"command": "phone"}}}
    (home.servers_file).write_text(json.dumps(file), encoding="utf-8")
    tasks: list[asyncio.Task[None]] = []

    def hold(work: Coroutine[Any, Any, None], name: str) -> None:
        tasks.append(asyncio.create_task(work, name=name))

    servers = McpServers(
        home=home,
        registry=ToolRegistry(confirmer=ScriptedConfirmer()),
        sign_in=FakeSignIn(),
        connect=FakeConnect(peer),
        ask=nobody,
        here=lambda: HERE,
        emit=lambda _event: None,
        spawn=hold,
    )
    name = "phone"
    choice = ChoiceServer(servers=servers, server=lambda: name)
    assert not choice.is_there
    servers.begin()
    async with asyncio.timeout(PATIENCE_S):
        await peer.is_connected.wait()
    assert servers.offers("phone", peer.offered.tools[0].name)
    try:
        yield choice
        name = ""
        assert not choice.is_there
    finally:
        await servers.aclose()
        await asyncio.wait(tasks)


class WatchedPeer(FakePeer):
    """A peer that says when it is connected."""

    def __init__(self, offer: ServerOffer) -> None:
        super().__init__(offer)
        self.is_connected = asyncio.Event()

    @override
    async def watch(self, changed: Callable[[], None]) -> None:
        self.is_connected.set()
        await super().watch(changed)


def phone(tool: str = "provide_choice") -> WatchedPeer:
    return WatchedPeer(ServerOffer(tools=(RemoteTool(name=tool),)))


async def test_its_tool_is_called(home: Home) -> None:
    peer = phone()
    peer.work = _gives(CallAnswer(structured=RESULT))
    async with choosing(home, peer) as choice:
        assert choice.is_there
        assert await choice.choose(ARGUMENTS) == RESULT
    assert peer.calls == [("provide_choice", ARGUMENTS)]


async def test_a_result_in_words_is_read(home: Home) -> None:
    peer = phone()
    words = (ServerText(text="Here it is:"), ServerText(text=json.dumps(RESULT)))
    peer.work = _gives(CallAnswer(parts=words))
    async with choosing(home, peer) as choice:
        assert await choice.choose(ARGUMENTS) == RESULT


@pytest.mark.requirement("MCP-17")
async def test_a_server_without_the_tool_is_not_there(home: Home) -> None:
    async with choosing(home, phone("other")) as choice:
        assert not choice.is_there


async def test_a_tool_that_failed_is_told(home: Home) -> None:
    peer = phone()
    peer.work = _gives(CallAnswer(is_error=True))
    async with choosing(home, peer) as choice:
        with pytest.raises(AssistantError, match="phone"):
            await choice.choose(ARGUMENTS)


async def test_a_tool_that_asks_back_did_not_show_the_choice(home: Home) -> None:
    peer = phone()

    async def work(
        _arguments: Mapping[str, Any], _progress: OnProgress, elicit: Elicit
    ) -> CallAnswer:
        schema = {"type": "object", "properties": {"q": {"type": "string"}}}
        await elicit({"message": "Which?", "requestedSchema": schema})
        return CallAnswer(structured={"action_status": "cancelled"})

    peer.work = work
    async with choosing(home, peer) as choice:
        with pytest.raises(AssistantError, match="asks back"):
            await choice.choose(ARGUMENTS)


def _gives(answer: CallAnswer) -> Any:
    async def work(
        _arguments: Mapping[str, Any], _progress: OnProgress, _elicit: Elicit
    ) -> CallAnswer:
        return answer

    return work
