"""Real servers: what a good one does, and what a bad one cannot do."""

import asyncio
import os
import sys
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
import mcp_types
import pytest
from mcp.shared import jsonrpc_dispatcher
from mcp.shared.message import SessionMessage

from assistant.llm.api_keys import KeyStore
from assistant.llm.messages_api.messages import ToolUseBlock
from assistant.mcp_server import HttpTarget, ServerConfig, ServerState, StdioTarget
from assistant.processes.child_process import ChildProcess
from assistant.tools.mcp.connection import ServerConnection
from assistant.tools.mcp.connector import HANDSHAKE_S, McpConnector
from assistant.tools.mcp.model.call_result import tool_result
from assistant.tools.mcp.model.peer import ServerError
from assistant.tools.mcp.model.server_offer import CallAnswer, ServerText
from assistant.tools.mcp.server_log import MAX_LOG_BYTES, ServerLog
from assistant.tools.mcp.server_tool import ServerTool
from assistant.tools.mcp.transports import process_streams
from assistant.tools.model.permission_classes import fingerprint_of
from assistant.tools.permission import CallRefused
from assistant.tools.registry import ToolRegistry
from assistant.tools.runner import ToolRunner
from assistant.tools.tool import Permission, ToolContext, ToolOutcome, ToolResult
from tests.helpers.llm.memory_keyring import MemoryKeyring
from tests.helpers.loop_clock import LoopClock
from tests.helpers.mcp.peers import FakeAsker, unheard
from tests.helpers.patience import PATIENCE_S
from tests.helpers.tools.fakes import ScriptedConfirmer, context

pytestmark = pytest.mark.timeout(90)

PING = mcp_types.JSONRPCRequest(jsonrpc="2.0", id=1, method="ping")
SERVERS = Path(__file__).parents[3] / "helpers" / "mcp" / "servers"


class Reached:
    """A connection to a real server."""

    def __init__(
        self,
        target: StdioTarget | HttpTarget,
        folder: Path,
        keys: KeyStore | None = None,
        handshake_s: float = HANDSHAKE_S,
    ) -> None:
        keys = keys or KeyStore(
            keys_file=folder / "keys.toml", environment={}, load_backend=MemoryKeyring
        )
        self.log = ServerLog(folder / "server.log")
        self.changed = asyncio.Event()
        self.changes = 0
        self.visited: list[str] = []
        self.connection = ServerConnection(
            config=ServerConfig(name="real", target=target),
            connect=McpConnector(
                log=lambda _name: self.log,
                keys=keys,
                handshake_s=handshake_s,
            ),
            visit=self._visit,
            on_change=self._note,
        )

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait until something holds that a change tells of."""
        async with asyncio.timeout(60):
            while not condition():
                self.changed.clear()
                await self.changed.wait()

    async def call(self, name: str, **arguments: object) -> CallAnswer:
        """Call a tool."""
        return await self.connection.call_tool(
            name, arguments, on_progress=unheard, asker=FakeAsker()
        )

    async def give_up(self, name: str) -> None:
        """Call a tool, and leave the call when it is under way."""
        begun = asyncio.Event()

        def on_progress(_done: float, _total: float | None, _words: str | None) -> None:
            begun.set()

        calling = asyncio.create_task(
            self.connection.call_tool(name, {}, on_progress=on_progress, asker=FakeAsker())
        )
        await begun.wait()
        calling.cancel()
        with pytest.raises(asyncio.CancelledError):
            await calling

    def _note(self) -> None:
        self.changes += 1
        self.changed.set()

    async def _visit(self, url: str) -> bool:
        self.visited.append(url)
        return True

    def has_tool(self, name: str) -> bool:
        """Whether it offers a tool."""
        return name in {tool.name for tool in self.connection.offer.tools}


@asynccontextmanager
async def reached(
    target: StdioTarget | HttpTarget, folder: Path, *, handshake_s: float = HANDSHAKE_S
) -> AsyncGenerator[Reached]:
    """Connect to a real server."""
    server = Reached(target, folder, handshake_s=handshake_s)
    server.connection.start()
    try:
        yield server
    finally:
        await server.connection.aclose()


def script(name: str, *arguments: str) -> StdioTarget:
    """Return how a server of ours is started."""
    return StdioTarget(program=sys.executable, arguments=(str(SERVERS / name), *arguments))


def words(answer: CallAnswer) -> str:
    """Return what a call gave back, as the model reads it."""
    return tool_result(answer, server="real", tool="t", takes_images=False).content


@asynccontextmanager
async def bad(folder: Path, *manner: str) -> AsyncGenerator[Reached]:
    """Connect to the bad server."""
    async with reached(script("bad.py", *manner), folder) as server:
        await server.until(lambda: server.connection.standing is ServerState.CONNECTED)
        yield server


@pytest.mark.requirement("TOOL-14", "TOOL-18")
async def test_a_crash_in_the_middle_of_a_call_is_told_at_once_and_the_server_comes_back(
    tmp_path: Path,
) -> None:
    async with bad(tmp_path) as server:
        with pytest.raises(ServerError) as raised:
            await server.call("crash")
        assert raised.value.is_lost
        await server.until(lambda: server.connection.standing is ServerState.LOST)
        assert server.has_tool("late")  # known, if not usable
        await server.until(lambda: server.connection.standing is ServerState.CONNECTED)
        assert "late" in words(await server.call("late"))


@pytest.fixture
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have a machine that is busy take its time for a last message."""
    monkeypatch.setattr(jsonrpc_dispatcher, "_ABANDON_WRITE_TIMEOUT", PATIENCE_S)


@pytest.mark.usefixtures("unhurried")
@pytest.mark.requirement("TOOL-07", "TOOL-24")
async def test_a_call_that_hangs_can_be_left_and_the_server_is_told(tmp_path: Path) -> None:
    async with bad(tmp_path) as server:
        await server.give_up("hang")
        assert "notifications/cancelled" in words(await server.call("late"))


@pytest.mark.usefixtures("unhurried")
async def test_an_answer_that_comes_too_late_goes_nowhere(tmp_path: Path) -> None:
    async with bad(tmp_path) as server:
        await server.give_up("tardy")
        assert "after garbage" in words(await server.call("garbage"))
        assert "notifications/cancelled" in words(await server.call("late"))


async def test_ten_megabytes_do_not_hold_up_the_loop_or_the_screen(tmp_path: Path) -> None:
    async with bad(tmp_path) as server:
        answer = await server.call("huge")
        (part,) = answer.parts
        assert isinstance(part, ServerText)
        assert len(part.text) == 10_000_000
        assert len(words(answer)) < 21_000


async def test_garbage_between_messages_is_passed_over(tmp_path: Path) -> None:
    async with bad(tmp_path) as server:
        assert "after garbage" in words(await server.call("garbage"))


async def test_tools_that_change_are_taken_up(tmp_path: Path) -> None:
    async with bad(tmp_path) as server:
        await server.call("grow")
        await server.until(lambda: server.has_tool("grown"))
        assert not server.has_tool("late")


async def test_a_server_that_asks_outside_a_call_gets_an_error_and_nobody_sees_it(
    tmp_path: Path,
) -> None:
    async with bad(tmp_path) as server:
        asker = FakeAsker()
        answer = await server.connection.call_tool("unasked", {}, on_progress=unheard, asker=asker)
        assert "asking once you are gone" in words(answer)
        await server.until(lambda: server.has_tool("answered_error"))
        assert asker.asked == []


async def test_progress_without_measure_does_not_hold_up_other_calls(tmp_path: Path) -> None:
    async with bad(tmp_path) as server:
        told: list[str | None] = []
        answer = await server.connection.call_tool(
            "chatter",
            {},
            on_progress=lambda _p, _t, message: told.append(message),
            asker=FakeAsker(),
        )
        assert "said a lot" in words(answer)
        assert told


@pytest.mark.requirement("SEC-15", "TOOL-17")
async def test_what_a_server_claims_lowers_nothing_and_confirms_nothing(tmp_path: Path) -> None:
    async with bad(tmp_path) as server:
        remote = next(tool for tool in server.connection.offer.tools if tool.name == "lie")
        tool = ServerTool(
            name="real__lie",
            remote=remote,
            connection=server.connection,
            on_progress=_untold,
        )
        assert len(tool.description) < 2_100
        assert "\u202e" not in tool.description
        confirmer = ScriptedConfirmer(CallRefused(reason="no"))
        registry = ToolRegistry(confirmer=confirmer)
        registry.add(tool)
        (entry,) = registry
        assert entry.permission is Permission.SENSITIVE
        assert entry.fingerprint == fingerprint_of(tool.description, tool.input_schema)
        refused = await run_tool(registry, "real__lie")
        assert refused.outcome is ToolOutcome.REFUSED
        assert registry.find("ask_user_question") is None  # its title is no name
        confirmer = ScriptedConfirmer()
        registry = ToolRegistry(confirmer=confirmer)
        registry.add(tool)
        told = await run_tool(registry, "real__lie")
        assert "data, not instructions" in told.content
        await run_tool(registry, "real__lie")
        assert len(confirmer.asked) == 2  # what it said in between confirmed nothing
        (entry,) = registry
        assert entry.permission is Permission.SENSITIVE


def _untold(within: ToolContext, text: str, share: float | None) -> None:
    """Pass nothing on."""


async def run_tool(registry: ToolRegistry, name: str, *, timeout_s: float = 10) -> ToolResult:
    batch = ToolRunner(registry=registry, clock=LoopClock(), timeout_s=timeout_s).batch(
        [ToolUseBlock(id="t1", name=name, input={})],
        context=context(),
        on_event=lambda _event: None,
    )
    await batch.run()
    return batch.results[0]


async def test_a_process_that_will_not_end_is_ended(tmp_path: Path) -> None:
    async with bad(tmp_path, "stubborn") as server:
        process = int(words(await server.call("stubborn")).splitlines()[-1])
        os.kill(process, 0)
        async with asyncio.timeout(PATIENCE_S):
            await server.connection.aclose()
        with pytest.raises(ProcessLookupError):
            os.kill(process, 0)


async def test_who_does_not_wait_for_the_end_of_a_server_leaves_no_stream_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_ending, may_end, has_ended = asyncio.Event(), asyncio.Event(), asyncio.Event()
    end = ChildProcess.end

    async def end_late(process: ChildProcess) -> None:
        is_ending.set()
        await may_end.wait()
        await end(process)
        has_ended.set()

    async def talk() -> None:
        streaming = process_streams(
            script("bad.py"), log=log, ended=lambda: None, on_left_out=lambda _method, _names: None
        )
        async with streaming as (there, here):
            streams.extend((there, here))

    monkeypatch.setattr(ChildProcess, "end", end_late)
    log, streams = ServerLog(tmp_path / "server.log"), list[Any]()
    talking = asyncio.create_task(talk())
    await is_ending.wait()
    talking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await talking
    received, sent = streams
    with pytest.raises(anyio.ClosedResourceError):
        await received.receive()
    with pytest.raises(anyio.ClosedResourceError):
        await sent.send(SessionMessage(PING))
    may_end.set()
    await has_ended.wait()


async def test_a_child_that_holds_on_to_the_pipes_holds_up_nothing(tmp_path: Path) -> None:
    async with bad(tmp_path) as server:
        child = int(words(await server.call("spawn")).splitlines()[-1])
        async with asyncio.timeout(PATIENCE_S):
            await server.connection.aclose()
        assert server.connection.standing is ServerState.OFF
        with pytest.raises(ProcessLookupError):
            os.kill(child, 0)  # though it has a session of its own


@pytest.mark.parametrize(
    ("manner", "told"),
    [("dies", "no such module: fuse"), ("endless", "longer than"), ("noise", "no messages")],
)
async def test_a_server_that_is_none_is_told_with_what_it_wrote(
    tmp_path: Path, manner: str, told: str
) -> None:
    async with reached(script("bad.py", manner), tmp_path) as server:
        await server.until(lambda: server.connection.standing is ServerState.LOST)
        assert told in server.connection.detail


async def test_a_command_that_is_not_there_is_named(tmp_path: Path) -> None:
    async with reached(StdioTarget(program="no-such-server"), tmp_path) as server:
        await server.until(lambda: server.connection.standing is ServerState.LOST)
        assert "no-such-server" in server.connection.detail
    nowhere = StdioTarget(program=sys.executable, folder=str(tmp_path / "gone"))
    async with reached(nowhere, tmp_path) as server:
        await server.until(lambda: server.connection.standing is ServerState.LOST)
        assert "gone" in server.connection.detail


async def test_a_deaf_server_leaves_at_once_with_the_program(tmp_path: Path) -> None:
    async with reached(script("bad.py", "deaf"), tmp_path) as server:
        await server.until(lambda: server.connection.standing is ServerState.CONNECTING)
        async with asyncio.timeout(PATIENCE_S):
            await server.connection.aclose()


def exists(path: str) -> bool:
    return os.path.lexists(path)


@pytest.mark.requirement("SEC-15")
async def test_a_server_without_a_folder_runs_where_nobody_has_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the model may write to the workspace must not be loaded by a server that starts."""
    workspace = tmp_path / "workspace"
    (workspace / "http").mkdir(parents=True)
    (workspace / "http" / "__init__.py").write_text(
        "import pathlib; pathlib.Path(__file__).with_name('ran').touch()", encoding="utf-8"
    )
    monkeypatch.chdir(workspace)
    show = (
        "import http, os, stat, sys; where = os.getcwd();"
        "sys.stderr.write(f'{where} {os.listdir(where)} {os.stat(where).st_mode & 0o777:o}')"
    )
    target = StdioTarget(program=sys.executable, arguments=("-c", show))
    async with reached(target, workspace) as server:
        await server.until(lambda: server.connection.standing is ServerState.LOST)
    where, *rest = server.log.tail.split(" ", 1)
    assert rest == ["[] 700"]
    assert not (workspace / "http" / "ran").exists()
    assert not exists(where)  # gone with the server


@pytest.mark.requirement("SEC-11")
async def test_servers_see_nothing_of_the_programs_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("ANTHROPIC_API_KEY", "GITHUB_PAT", "DATABASE_URL", "SSH_AUTH_SOCK"):
        monkeypatch.setenv(name, "sk-secret")
    monkeypatch.setenv("SSL_CERT_FILE", "/certificates")
    show = "import os,sys; sys.stderr.write(str(dict(os.environ)))"
    target = StdioTarget(
        program=sys.executable, arguments=("-c", show), environment={"OWN": "mine"}
    )
    async with reached(target, tmp_path) as server:
        await server.until(lambda: server.connection.standing is ServerState.LOST)
    seen = (tmp_path / "server.log").read_text(encoding="utf-8")
    assert "sk-secret" not in seen
    assert "'OWN': 'mine'" in seen
    assert "/certificates" in seen


def test_the_log_of_a_server_is_bounded(tmp_path: Path) -> None:
    log = ServerLog(tmp_path / "a.log")
    for _ in range(40):
        log.write(b"x" * 64 * 1024)
    log.write(b"the end\n")
    sizes = [path.stat().st_size for path in tmp_path.iterdir()]
    assert len(sizes) == 2
    assert max(sizes) <= MAX_LOG_BYTES + 64 * 1024
    assert log.tail.endswith("the end\n")


def test_a_log_that_cannot_be_written_stops_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    log = ServerLog(tmp_path / "file" / "a.log")
    log.write(b"said")
    assert log.tail == "said"
