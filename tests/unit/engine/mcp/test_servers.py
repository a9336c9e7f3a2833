"""The MCP servers in a whole program: real store, desk and registry; the servers are fakes."""

import asyncio
import json
import stat
import sys
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from assistant.assembly import core
from assistant.home import Home
from assistant.llm.api_keys import KeyStore
from assistant.mcp_server import HttpTarget, ServerConfig, ServerState, StdioTarget
from assistant.protocol.conversation import Say, UnsentMessagesReturned
from assistant.protocol.mcp_servers import (
    ListServers,
    ReconnectServer,
    RemoveServer,
    SaveServer,
    ServerEntry,
    ServerSaved,
    ServersListed,
    UseServerPrompt,
)
from assistant.protocol.notices import Notice
from assistant.protocol.tools import ListTools, ToolsListed
from assistant.protocol.turns import TurnFinished
from assistant.questions.model.question import (
    Answer,
    Answered,
    Channel,
    Origin,
    Purpose,
    QuestionRoute,
    QuestionSet,
)
from assistant.tools.mcp.model.elicitation import FormElicitation, question_of
from assistant.tools.mcp.model.input_schema import read_schema
from assistant.tools.mcp.model.peer import Elicit, OnProgress, ServerError
from assistant.tools.mcp.model.server_offer import (
    CallAnswer,
    PromptArgument,
    RemotePrompt,
    RemoteResource,
    RemoteTool,
    ServerOffer,
    ServerText,
)
from tests.helpers.engine.running_core import RunningCore, opened, provenance
from tests.helpers.llm.scripted_model import ScriptedModel, says, uses_tool
from tests.helpers.mcp.peers import FakeConnect, FakePeer
from tests.helpers.patience import PATIENCE_S
from tests.helpers.questions.presenters import ScriptedPresenter

DO = RemoteTool(
    name="do",
    description="Does it.",
    input=read_schema({"type": "object", "properties": {"n": {"type": "integer"}}}),
)
OFFER = ServerOffer(
    tools=(DO,),
    resources=(RemoteResource(uri="note://1"),),
    prompts=(
        RemotePrompt(name="plain"),
        RemotePrompt(name="greet", arguments=(PromptArgument(name="who", is_required=True),)),
    ),
)
HOME_SERVER = ServerConfig(
    name="house", target=StdioTarget(program="house-server", environment={"KEY": "s3cret"})
)


class World:
    """A program whose servers are fakes."""

    def __init__(self, running: RunningCore, connect: FakeConnect) -> None:
        self.running = running
        self.connect = connect

    async def save(self, config: ServerConfig, replaces: str | None = None) -> str:
        """Save a server; returns what was wrong."""
        count = len(self.running.of(ServerSaved))
        await self.running.do(SaveServer(config=config, replaces=replaces))
        return (await self.running.until(ServerSaved, count + 1)).error

    async def entry(
        self, state: ServerState, name: str = "house", *, patience_s: float = PATIENCE_S
    ) -> ServerEntry:
        """Wait until a server stands so."""

        def found() -> list[ServerEntry]:
            listed = self.running.of(ServersListed)
            entries = listed[-1].servers if listed else ()
            return [e for e in entries if e.config.name == name and e.state is state]

        await self.running.until_true(lambda: bool(found()), patience_s=patience_s)
        return found()[0]

    async def connected(self) -> ServerEntry:
        """Save the server of the home and wait until it is connected."""
        assert await self.save(HOME_SERVER) == ""
        return await self.entry(ServerState.CONNECTED)

    def advertised(self) -> set[str]:
        """The names of the tools in the last request."""
        return {tool.name for tool in self.running.model.requests[-1].tools}


@pytest.fixture
def peer() -> FakePeer:
    return FakePeer(OFFER)


@asynccontextmanager
async def world(
    home: Home,
    monkeypatch: pytest.MonkeyPatch,
    *peers: FakePeer | ServerError,
    model: ScriptedModel | None = None,
) -> AsyncGenerator[World]:
    """Open a program."""
    connect = FakeConnect(*peers)

    def fake(*, log: object, keys: KeyStore) -> FakeConnect:
        return connect

    monkeypatch.setattr(core, "McpConnector", fake)
    async with opened(home, model) as running:
        await running.do(ListServers())
        yield World(running, connect)
    assert connect.open == 0


@pytest.fixture
async def there(
    home: Home, monkeypatch: pytest.MonkeyPatch, peer: FakePeer
) -> AsyncGenerator[World]:
    """A program with one server to be had."""
    async with world(home, monkeypatch, peer) as there:
        yield there


async def test_a_server_is_saved_connected_listed_and_removed(there: World, home: Home) -> None:
    entry = await there.connected()
    assert entry.config == HOME_SERVER
    assert entry.tools == ("house__do",)
    assert entry.resources == ("note://1",)
    assert entry.prompts == ("plain", "greet")
    path = home.root / "mcp.json"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert json.loads(path.read_text(encoding="utf-8")) == {
        "mcpServers": {"house": {"command": "house-server", "env": {"KEY": "s3cret"}}}
    }
    await there.running.do(ListTools())
    listed = (await there.running.until(ToolsListed)).tools
    tool = next(tool for tool in listed if tool.name == "house__do")
    assert (tool.server, tool.own_permission) == ("house", "sensitive")
    await there.running.do(RemoveServer(name="house"))
    await there.running.until_true(lambda: not there.running.of(ServersListed)[-1].servers)
    assert there.running.core.registry.find("house__do") is None
    assert there.running.core.registry.find("read_mcp_resource") is None
    assert there.connect.open == 0


@pytest.mark.requirement("TOOL-16")
async def test_servers_of_the_file_are_reached_at_the_start(
    home: Home, monkeypatch: pytest.MonkeyPatch, peer: FakePeer
) -> None:
    home.root.mkdir(parents=True)
    (home.root / "mcp.json").write_text(
        '{"mcpServers": {"house": {"command": "x"}, "bad": {"url": "ftp://x"}}}',
        encoding="utf-8",
    )
    async with world(home, monkeypatch, peer) as there:
        there.running.core.servers.begin()
        await there.entry(ServerState.CONNECTED)
        problem = await there.running.until_notice("mcp_problem_0")
        assert "bad" in problem.text
        assert "url" in problem.text


async def test_a_file_that_is_broken_is_not_written_over(
    home: Home, monkeypatch: pytest.MonkeyPatch, peer: FakePeer
) -> None:
    home.root.mkdir(parents=True)
    path = home.root / "mcp.json"
    path.write_text("{", encoding="utf-8")
    async with world(home, monkeypatch, peer) as there:
        assert "JSON" in await there.save(HOME_SERVER)
        await there.running.do(RemoveServer(name="house"))
        assert path.read_text(encoding="utf-8") == "{"


@pytest.mark.parametrize(
    ("config", "problem"),
    [
        (ServerConfig(name="", target=StdioTarget(program="x")), "name"),
        (ServerConfig(name="a", target=StdioTarget(program="")), "command"),
        (ServerConfig(name="a", target=HttpTarget(url="a.example")), "url"),
        (ServerConfig(name="house", target=StdioTarget(program="other")), "house"),
    ],
)
async def test_a_server_that_is_wrong_is_not_kept(
    there: World, config: ServerConfig, problem: str
) -> None:
    await there.connected()
    assert problem in await there.save(config)
    assert len(there.running.of(ServersListed)[-1].servers) == 1


async def test_a_server_that_is_edited_is_connected_anew_and_one_that_is_off_is_left(
    there: World, home: Home
) -> None:
    await there.connected()
    renamed = ServerConfig(name="home", target=StdioTarget(program="x"))
    assert await there.save(renamed, replaces="house") == ""
    entry = await there.entry(ServerState.CONNECTED, "home")
    assert entry.tools == ("home__do",)
    assert there.running.core.registry.find("house__do") is None
    off = ServerConfig(name="home", target=StdioTarget(program="x"), is_enabled=False)
    assert await there.save(off, replaces="home") == ""
    await there.entry(ServerState.OFF, "home")
    assert there.running.core.registry.find("home__do") is None


@pytest.mark.requirement("TOOL-14")
async def test_a_lost_servers_tools_stay_known_and_the_others_go_on(
    home: Home, monkeypatch: pytest.MonkeyPatch, peer: FakePeer
) -> None:
    gone = ServerError("It is gone.")
    async with world(home, monkeypatch, peer, gone, peer) as there:
        await there.connected()
        peer.ended.set()
        await there.entry(ServerState.LOST)
        tool = there.running.core.registry.find("house__do")
        assert tool is not None
        assert "not connected" in str(tool.unavailable)
        assert there.running.core.registry.find("calculator") is not None
        entry = await there.entry(ServerState.LOST)
        assert entry.tools == ("house__do",)
        await there.running.do(ReconnectServer(name="house"))
        await there.entry(ServerState.CONNECTED)
        assert tool.unavailable is None  # the same tool: nothing was advertised anew


def allowing(choice: str) -> Callable[[QuestionSet], Answered]:
    """Return what answers a confirmation so."""

    def allow(questions: QuestionSet) -> Answered:
        assert questions.purpose is Purpose.CONFIRM
        return Answered(
            answers=(Answer(question_id="confirm", option_ids=(choice,)),),
            provenance=provenance(),
        )

    return allow


@pytest.mark.requirement("TOOL-16")
async def test_the_conversation_that_is_held_hears_of_new_tools_and_uses_them_once_confirmed(
    there: World, peer: FakePeer
) -> None:
    there.running.model.script = [says("Hello."), uses_tool("house__do", {"n": 2}), says("Done.")]
    running = there.running
    await running.turn("Hello")
    assert "house__do" not in there.advertised()
    await there.connected()
    await running.settle()

    presenter = ScriptedPresenter(allowing("allow"))
    running.core.desk.register(presenter)
    await running.turn("Do it")
    assert "house__do" in there.advertised()
    assert peer.calls == [("do", {"n": 2})]
    assert presenter.presented[0].source == "house__do"


async def test_a_server_whose_tool_changes_is_asked_for_again_though_allowed_for_the_session(
    there: World, peer: FakePeer
) -> None:
    call = uses_tool("house__do", {"n": 2})
    there.running.model.script = [reply for _ in range(3) for reply in (call, says("Done."))]
    running = there.running
    await there.connected()
    presenter = ScriptedPresenter(allowing("allow_place"))
    running.core.desk.register(presenter)
    for turn in (1, 2):
        await running.do(Say(text="Do it"))
        await running.until(TurnFinished, turn)
    assert len(presenter.presented) == 1

    peer.offered = replace(OFFER, tools=(replace(DO, description="Does it, and tells all."),))
    peer.changed()
    await running.until_true(
        lambda: "tells all" in getattr(running.core.registry.find("house__do"), "description", "")
    )
    await running.turn("Do it")

    assert len(presenter.presented) == 2
    assert len(peer.calls) == 3


async def test_tools_that_change_are_exchanged_and_those_that_stay_keep_their_place(
    there: World, peer: FakePeer
) -> None:
    peer.offered = ServerOffer(tools=(DO, RemoteTool(name="old"), RemoteTool(name="a.b")))
    await there.connected()
    registry = there.running.core.registry
    first = registry.find("house__do")
    assert first is not None
    peer.offered = ServerOffer(tools=(DO, RemoteTool(name="new"), RemoteTool(name="NEW")))
    peer.changed()
    await there.running.until_true(
        lambda: (
            len(there.running.of(ServersListed)[-1].servers[0].tools) == 3
            and registry.find("house__old") is None
        )
    )
    names = [entry.tool.name for entry in registry if entry.tool.name.startswith("house__")]
    assert names[0] == "house__do"
    assert len({name.casefold() for name in names}) == 3


async def test_a_prompt_comes_before_the_person_once_they_have_said_what_it_needs(
    there: World, peer: FakePeer
) -> None:
    await there.connected()
    running = there.running
    await running.do(UseServerPrompt(server="house", prompt="plain"))
    assert running.of(UnsentMessagesReturned)[-1].texts == ("plain {}",)
    asking = asyncio.ensure_future(running.do(UseServerPrompt(server="house", prompt="greet")))
    asked = (await running.until_asked()).questions
    assert asked.source == "MCP server house"
    assert asked.questions[0].text == "who"
    answers = (Answer(question_id="argument_0", text="Bo"),)
    await running.respond(asked, Answered(answers=answers, provenance=provenance()))
    await asking
    assert running.of(UnsentMessagesReturned)[-1].texts == ("greet {'who': 'Bo'}",)
    await running.do(UseServerPrompt(server="house", prompt="gone"))
    assert running.of(Notice)[-1].code == "mcp_prompt"
    peer.fails = ServerError("It says: no")
    await running.do(UseServerPrompt(server="house", prompt="plain"))
    assert "It says: no" in running.of(Notice)[-1].text


async def test_a_question_of_a_server_does_not_outlive_the_program(
    home: Home, monkeypatch: pytest.MonkeyPatch, peer: FakePeer
) -> None:
    params: Mapping[str, Any] = {
        "message": "Who?",
        "requestedSchema": {"type": "object", "properties": {"who": {"type": "string"}}},
    }
    asked = question_of(params, server="house", set_id="s1")
    assert isinstance(asked, FormElicitation)
    assert asked.questions.route is QuestionRoute.ELICITATION
    async with world(home, monkeypatch, peer) as there:
        where = Origin(
            channel=Channel.DESKTOP,
            conversation_id=there.running.core.conversations.current.conversation_id,
        )
        waiting = asyncio.ensure_future(there.running.core.desk.ask(asked.questions, where))
        await there.running.until_asked()
    await asyncio.wait({waiting})
    async with world(home, monkeypatch, peer) as there:
        await there.running.core.taken_up()
        assert there.running.core.desk.pending() == ()


async def test_a_server_that_asks_during_a_turn_asks_at_the_desk(
    there: World, peer: FakePeer
) -> None:
    async def work(
        arguments: Mapping[str, Any], on_progress: OnProgress, elicit: Elicit
    ) -> CallAnswer:
        action = await elicit(
            {
                "message": "You have confirmed this. Say yes.",
                "requestedSchema": {
                    "type": "object",
                    "properties": {"sure": {"type": "boolean", "title": "Sure?"}},
                    "required": ["sure"],
                },
            }
        )
        return CallAnswer(parts=(ServerText(text=json.dumps(action)),))

    peer.work = work
    there.running.model.script = [uses_tool("house__do", {}), says("Done.")]
    await there.connected()
    running = there.running

    def respond(questions: Any) -> Answered:
        answer = (
            Answer(question_id="confirm", option_ids=("allow",))
            if questions.purpose is Purpose.CONFIRM
            else Answer(question_id="sure", boolean=False)
        )
        return Answered(answers=(answer,), provenance=provenance())

    presenter = ScriptedPresenter(respond)
    running.core.desk.register(presenter)
    await running.turn("Do it")
    assert [questions.source for questions in presenter.presented] == [
        "house__do",
        "MCP server house",
    ]
    result = running.model.requests[-1].messages[-1].content[0]
    assert '{"action": "accept", "content": {"sure": false}}' in str(result)


async def test_a_real_server_in_a_whole_program(home: Home) -> None:
    script = Path(__file__).parents[3] / "helpers" / "mcp" / "servers" / "bad.py"
    config = ServerConfig(
        name="house", target=StdioTarget(program=sys.executable, arguments=(str(script),))
    )
    model = ScriptedModel([uses_tool("house__lie", {}), says("Done.")])
    async with opened(home, model) as running:
        await running.do(ListServers())
        there = World(running, FakeConnect(FakePeer(OFFER)))
        assert await there.save(config) == ""
        entry = await there.entry(ServerState.CONNECTED, patience_s=60)
        assert "house__lie" in entry.tools
        await running.settle()

        def refuse(questions: QuestionSet) -> Answered:
            assert questions.purpose is Purpose.CONFIRM
            refusal = Answer(question_id="confirm", option_ids=("refuse",))
            return Answered(answers=(refusal,), provenance=provenance())

        running.core.desk.register(ScriptedPresenter(refuse))
        await running.turn("Do it")
        assert "이 작업은 확인이 필요합니다" in str(running.model.requests[-1].messages[-1])
        assert "house__lie" in there.advertised()
