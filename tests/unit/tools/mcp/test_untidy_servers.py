"""Servers that are not quite servers, as real processes: what they write, and what comes of it."""

import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from assistant.mcp_server import ServerState
from assistant.tools.mcp.server_tool import ServerTool
from assistant.tools.registry import ToolRegistry
from assistant.tools.tool import ToolOutcome, ToolResult
from tests.helpers.tools.fakes import ScriptedConfirmer
from tests.unit.tools.mcp.test_processes import Reached, reached, run_tool, script, words

pytestmark = pytest.mark.timeout(90)

GREETING: dict[str, Any] = {
    "protocolVersion": "2025-11-25",
    "capabilities": {"tools": {}, "resources": {}, "prompts": {}},
    "serverInfo": {"name": "untidy", "version": "0"},
}


def answer(result: object, **more: object) -> str:
    """Return an answer as a server should write it, on one line."""
    return json.dumps({"jsonrpc": "2.0", "id": "$ID", "result": result, **more}).replace(
        '"$ID"', "$ID"
    )


def said(text: str) -> dict[str, Any]:
    return {"content": [{"type": "text", "text": text}]}


def pretty(result: object) -> str:
    message = {"jsonrpc": "2.0", "id": "$ID", "result": result}
    return json.dumps(message, indent=2).replace('"$ID"', "$ID")


@asynccontextmanager
async def untidy(folder: Path, written: dict[str, str], **more: Any) -> AsyncGenerator[Reached]:
    """Connect to a server that writes this."""
    file = folder / "written.json"
    file.write_text(json.dumps(written), "utf-8")
    async with reached(script("untidy.py", str(file)), folder, **more) as server:
        yield server


async def connected(server: Reached) -> None:
    await server.until(lambda: server.connection.standing is ServerState.CONNECTED)


FRAMES = {
    "print": f"Looking it up...{answer(said('print'))}\n",
    "progress": f"10%\r60%\r100%\r{answer(said('progress'))}\n",
    "pretty": f"{pretty(said('pretty'))}\n",
    "pretty_unended": pretty(said("pretty_unended")),
    "mark": f"\ufeff{answer(said('mark'))}\r\n",
    "unended": answer(said("unended")),
    "log": f'{{"level": "info"}}\n[INFO] {{ready}}\n{answer(said("log"))}\n',
    "batch": f"[{answer(said('batch'))}]\n",
    "headers": f"Content-Length: {len(answer(said('headers'))) - 2}\r\n\r\n{answer(said('headers'))}",
    "no_version": f'{{"id": $ID, "result": {json.dumps(said("no_version"))}}}\n',
    "error_null": answer(said("error_null"), error=None) + "\n",
}


async def test_a_message_is_found_in_whatever_is_written_around_it(tmp_path: Path) -> None:
    greeted = f"untidy 1.0 starting\n{pretty(GREETING)}\n"
    written = {f"tools/call {name}": text for name, text in FRAMES.items()}
    async with untidy(tmp_path, {"initialize": greeted, **written}) as server:
        await connected(server)
        for name in FRAMES:
            assert words(await server.call(name)).endswith(f"\n{name}"), name
        log = (tmp_path / "server.log").read_text()
        assert "on its output: untidy 1.0 starting" in log
        assert "on its output: Looking it up..." in log
        assert "on its output: 10%\n60%\n100%" in log


async def test_one_bad_entry_costs_itself_and_one_bad_list_costs_itself(tmp_path: Path) -> None:
    listed: list[Any] = [
        {"name": "no_schema"},
        {"name": "empty", "inputSchema": {}},
        {"name": "null", "inputSchema": None},
        {"name": "words", "inputSchema": "none"},
        {"description": "who am I?"},
        {"name": "bad_words", "title": 1, "description": [], "annotations": "x"},
    ]
    async with untidy(
        tmp_path,
        {
            "initialize": answer(GREETING) + "\n",
            "tools/list": answer({"tools": listed}) + "\n",
            "resources/list": answer({"resources": [{"uri": "note://1"}, {"name": "x"}]}) + "\n",
            "prompts/list": '{"jsonrpc": "2.0", "id": $ID, "error": "not today"}\n',
        },
    ) as server:
        await connected(server)
        offer = server.connection.offer
        assert [tool.name for tool in offer.tools] == [
            "no_schema",
            "empty",
            "null",
            "words",
            "bad_words",
        ]
        assert [resource.uri for resource in offer.resources] == ["note://1"]
        assert offer.prompts == ()
        assert server.connection.detail == (
            "Parley cannot read all that it lists. Left out: #5, x, prompts"
        )
        assert words(await server.call("no_schema")).endswith("\ndone")


RESULTS: dict[str, tuple[object, str]] = {
    "structured": ({"structuredContent": {"t": 21}}, '{"t": 21}'),
    "null_text": ({"content": [{"type": "text", "text": None}]}, "(nothing)"),
    "one_bad": (
        {"content": [{"type": "chart", "points": [1]}, *said("and words")["content"]]},
        "and words",
    ),
    "all_bad": ({"content": [{"type": "chart", "points": [1]}]}, "was done all the same"),
    "list": ([{"type": "text", "text": "bare"}], "bare"),
    "null": (None, "(nothing)"),
    "other": ({"output": "mine"}, '"output": "mine"'),
}


async def test_a_call_that_was_done_is_no_failure_whatever_it_gave_back(tmp_path: Path) -> None:
    written = {f"tools/call {name}": answer(result) + "\n" for name, (result, _) in RESULTS.items()}
    async with untidy(tmp_path, written) as server:
        await connected(server)
        for name, (_result, told) in RESULTS.items():
            answered = await server.call(name)
            assert not answered.is_error, name
            assert told in words(answered), name


async def run(server: Reached, name: str, *, timeout_s: float) -> ToolResult:
    """Have a turn call a tool of the server."""
    (remote,) = server.connection.offer.tools
    tool = ServerTool(
        name=name,
        remote=remote,
        connection=server.connection,
        on_progress=lambda _context, _text, _share: None,
    )
    registry = ToolRegistry(confirmer=ScriptedConfirmer())
    registry.add(tool)
    return await run_tool(registry, name, timeout_s=timeout_s)


async def test_what_is_no_message_is_told_when_the_time_is_up(tmp_path: Path) -> None:
    broken = '{"jsonrpc": "2.0", "id": $ID, "result": {"content": [\n'
    async with untidy(tmp_path, {"tools/call do": broken}) as server:
        await connected(server)
        result = await run(server, "do", timeout_s=1.0)
        assert result.outcome is ToolOutcome.TIMEOUT
        assert "It may have been done all the same" in result.content
        assert 'The server wrote text that is no message: \'{"jsonrpc": "2.0"' in result.content
        assert words(await server.call("other")).endswith("\ndone")


async def test_a_server_that_never_greets_is_told_with_what_it_wrote(tmp_path: Path) -> None:
    written = {"initialize": "Usage: untidy [--stdio]\n"}
    async with untidy(tmp_path, written, handshake_s=5.0) as server:
        await server.until(lambda: server.connection.standing is ServerState.LOST)
        assert server.connection.detail == (
            "It did not answer in time. It wrote: Usage: untidy [--stdio]"
        )


async def test_a_server_whose_list_is_no_message_is_told_with_what_it_wrote(tmp_path: Path) -> None:
    async with untidy(tmp_path, {"tools/list": "tools: do\n"}, handshake_s=5.0) as server:
        await connected(server)
        assert server.connection.detail == (
            "Parley cannot read all that it lists. Left out: tools\nIt wrote: tools: do"
        )
