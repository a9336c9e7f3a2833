"""`parley hook` as an agent runs it, beside a running Parley and without one."""

import asyncio
import json
import os
import signal
import socket
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncGenerator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from assistant.assembly.mcp.relay_greeting import MAX_LINE_BYTES
from assistant.channels.web.client.address_file import read_address
from assistant.coding_agents.hook_process import MAX_PAYLOAD
from assistant.coding_agents.hooks.claude_code import QUESTION_TOOL
from assistant.coding_agents.hooks.permission_request import MAX_SHOWN
from assistant.coding_agents.model.agents import CodingAgent
from assistant.coding_agents.model.session_board import AgentActivity
from assistant.entry import is_hook
from assistant.home import Home
from assistant.questions.model.question import (
    Answer,
    Answered,
    Cancelled,
    CancelReason,
    Channel,
    Later,
    Purpose,
    QuestionSet,
)
from tests.helpers.patience import PATIENCE_S
from tests.helpers.questions.builders import by_click
from tests.helpers.questions.presenters import FakePresenter
from tests.helpers.web.api_program import calling, closed
from tests.unit.coding_agents.hooks.test_dialects import payload

pytestmark = pytest.mark.timeout(90)

CLAUDE = CodingAgent.CLAUDE_CODE
ASKS = payload(CLAUDE, "PermissionRequest", "Bash")
QUESTION = payload(CLAUDE, "PermissionRequest", QUESTION_TOOL)
RAN = payload(CLAUDE, "PostToolUse", "Bash") | {"tool_input": ASKS["tool_input"]}


@asynccontextmanager
async def hooked(
    home: Path, told: Mapping[str, Any] | bytes, agent: str = CLAUDE.value
) -> AsyncGenerator[Process]:
    """Run a hook, and give it what the agent tells."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "assistant.entry", "hook", agent, "--home", str(home),
        stdin=PIPE, stdout=PIPE, stderr=PIPE,
    )  # fmt: skip
    assert process.stdin is not None
    process.stdin.write(told if isinstance(told, bytes) else json.dumps(told).encode())
    process.stdin.close()
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


async def ended(process: Process) -> tuple[int | None, str, str]:
    """Wait for a hook; return its status and what it printed."""
    async with asyncio.timeout(PATIENCE_S):
        out, err = await process.communicate()
    return process.returncode, out.decode(), err.decode()


def first_options(questions: QuestionSet) -> Answered:
    answers = (
        Answer(question_id=one.id, option_ids=(one.options[0].id,)) for one in questions.questions
    )
    return Answered(answers=tuple(answers), provenance=by_click())


def chose(option_id: str) -> Answered:
    answer = Answer(question_id="permission", option_ids=(option_id,))
    return Answered(answers=(answer,), provenance=by_click())


async def test_a_permission_is_given_here_and_reaches_the_agent(home: Home) -> None:
    presenter = FakePresenter()
    async with calling(home) as program:
        program.running.core.desk.register(presenter)
        async with hooked(home.root, ASKS) as process:
            await presenter.presenting()
            (pending,) = program.running.core.desk.pending()
            assert pending.questions.purpose is Purpose.PERMISSION
            assert pending.questions.asked_by == "Claude Code · proj"
            (session,) = program.running.core.agents.board.sessions
            assert session.activity is AgentActivity.WAITING
            presenter.answer(chose("allow"))
            status, printed, errors = await ended(process)
    assert (status, errors) == (0, "")
    assert json.loads(printed)["hookSpecificOutput"]["decision"] == {"behavior": "allow"}


@pytest.mark.parametrize("reason", [CancelReason.USER, CancelReason.EXIT])
async def test_what_decides_nothing_prints_nothing(home: Home, reason: CancelReason) -> None:
    presenter = FakePresenter()
    async with calling(home) as program:
        program.running.core.desk.register(presenter)
        async with hooked(home.root, ASKS) as process:
            await presenter.presenting()
            presenter.answer(Cancelled(reason=reason))
            assert await ended(process) == (0, "", "")
        (session,) = program.running.core.agents.board.sessions
        assert session.activity is AgentActivity.WAITING  # at its own dialog
        assert session.open_questions == ()


async def test_what_cannot_be_asked_here_waits_at_the_own_dialog(home: Home) -> None:
    huge = ASKS | {"tool_input": {"command": "x" * (MAX_SHOWN + 1)}}
    async with calling(home) as program, hooked(home.root, huge) as process:
        assert await ended(process) == (0, "", "")
        (session,) = program.running.core.agents.board.sessions
        assert session.activity is AgentActivity.WAITING


@pytest.mark.parametrize(
    ("asks", "told", "is_over"),
    [
        pytest.param(ASKS, RAN, True, id="the command has run"),
        pytest.param(ASKS, RAN | {"tool_input": {"command": "ls"}}, False, id="another has run"),
        pytest.param(ASKS, RAN | {"session_id": "another"}, False, id="another session's"),
        pytest.param(ASKS, payload(CLAUDE, "Stop"), True, id="it is done"),
        pytest.param(ASKS, payload(CLAUDE, "UserPromptSubmit"), True, id="it got words"),
        pytest.param(ASKS, payload(CLAUDE, "Notification"), False, id="it waits there as well"),
        pytest.param(QUESTION, RAN | {"tool_name": QUESTION_TOOL}, True, id="the question tool"),
    ],
)
async def test_what_was_answered_at_the_own_dialog_is_withdrawn(
    home: Home, asks: Mapping[str, Any], told: Mapping[str, Any], is_over: bool
) -> None:
    """Claude Code leaves its hook alone then."""
    presenter = FakePresenter()
    async with calling(home) as program:
        program.running.core.desk.register(presenter)
        async with hooked(home.root, asks) as process:
            await presenter.presenting()
            async with hooked(home.root, told) as telling:
                assert await ended(telling) == (0, "", "")
            if not is_over:
                assert program.running.core.desk.pending()
                return
            assert await ended(process) == (0, "", "")
            assert not program.running.core.desk.pending()
            assert not program.running.core.agents.board.waiting


async def test_a_question_that_is_put_off_can_still_be_answered(home: Home) -> None:
    presenter = FakePresenter()
    async with calling(home) as program:
        desk = program.running.core.desk
        desk.register(presenter)
        async with hooked(
            home.root, payload(CLAUDE, "PermissionRequest", QUESTION_TOOL)
        ) as process:
            await presenter.presenting()
            presenter.answer(Later(provenance=by_click()))
            async with asyncio.timeout(PATIENCE_S):
                await closed(program)
            (pending,) = desk.pending()
            assert not pending.is_presented
            await desk.respond(pending.id, first_options(pending.questions), Channel.DESKTOP)
            status, printed, _errors = await ended(process)
    assert status == 0
    assert json.loads(printed)["hookSpecificOutput"]["decision"]["behavior"] == "allow"


@pytest.mark.parametrize("by", [signal.SIGTERM, signal.SIGKILL])
async def test_a_hook_that_is_killed_takes_its_question_along(home: Home, by: int) -> None:
    presenter = FakePresenter()
    async with calling(home) as program:
        program.running.core.desk.register(presenter)
        async with hooked(home.root, ASKS) as process:
            await presenter.presenting()
            process.send_signal(by)
            board = program.running.core.agents
            async with asyncio.timeout(PATIENCE_S):
                await program.running.until_true(lambda: not board.board.waiting)
        assert presenter.withdrawn == 1
        (session,) = program.running.core.agents.board.sessions
        assert session.activity is AgentActivity.WORKING  # it was answered there


async def test_a_program_that_ends_leaves_the_agent_its_own_dialog(home: Home) -> None:
    presenter = FakePresenter()
    async with AsyncExitStack() as stack:
        async with calling(home) as program:
            program.running.core.desk.register(presenter)
            process = await stack.enter_async_context(hooked(home.root, ASKS))
            await presenter.presenting()
        assert await ended(process) == (0, "", "")


async def test_hooks_tell_how_a_session_stands(home: Home) -> None:
    async with calling(home) as program:
        board = program.running.core.agents
        for event, expected in (
            ("SessionStart", AgentActivity.IDLE),
            ("UserPromptSubmit", AgentActivity.WORKING),
            ("Notification", AgentActivity.WAITING),
            ("Stop", AgentActivity.DONE),
            ("SessionEnd", None),
        ):
            async with hooked(home.root, payload(CLAUDE, event)) as process:
                assert await ended(process) == (0, "", "")
            assert [one.activity for one in board.board.sessions] == [expected] * bool(expected)


async def test_what_is_not_understood_prints_nothing(home: Home) -> None:
    async with calling(home) as program:
        for told in (
            b"",
            b"{",
            b"null",
            b"[]",
            b"{}",
            b'{"hook_event_name": 5}',
            b'{"hook_event_name": "Unknown"}',
            b'{"hook_event_name": "PermissionRequest"}',
            b"\xff\xfe",
            b"[" * 100_000,
            b'{"hook_event_name": "' + b"x" * MAX_PAYLOAD + b'"}',
        ):
            async with hooked(home.root, told) as process:
                assert await ended(process) == (0, "", ""), told[:50]
            assert not program.running.core.desk.pending(), told[:50]


async def test_an_agent_without_hooks_is_answered_with_nothing(home: Home) -> None:
    async with calling(home):
        for agent in ("cline", "nobody", "claude-code;ls"):
            async with hooked(home.root, ASKS, agent) as process:
                assert await ended(process) == (0, "", ""), agent


@pytest.mark.parametrize("left", ["nothing", "no file", "a dead socket", "a broken file", "a file"])
async def test_without_a_running_parley_nothing_is_printed(home: Home, left: str) -> None:
    if left != "nothing":
        home.api_file.parent.mkdir(parents=True, exist_ok=True)
        path = home.api_file.with_name("mcp-1.sock")
        address = {"url": "http://127.0.0.1:1", "token": "t" * 22, "pid": os.getpid()}
        if left == "a dead socket":
            with socket.socket(socket.AF_UNIX) as listening:
                listening.bind(str(path))
        elif left == "a file":
            path.write_text("")
        home.api_file.write_text(
            "{" if left == "a broken file" else json.dumps(address | {"mcp_socket": str(path)})
        )
    async with hooked(home.root, ASKS) as process:
        assert await ended(process) == (0, "", "")


async def test_a_wrong_token_is_not_heard(home: Home) -> None:
    async with calling(home) as program:
        address = read_address(home.api_file)
        assert address is not None
        assert address.mcp_socket is not None
        reader, writer = await asyncio.open_unix_connection(
            address.mcp_socket, limit=MAX_LINE_BYTES
        )
        greeting = {"token": "x" * 22, "agent": CLAUDE.value, "payload": ASKS}
        writer.write(json.dumps(greeting).encode() + b"\n")
        assert await reader.read() == b""
        writer.close()
        assert not program.running.core.desk.pending()
        assert program.running.core.agents.board.sessions == ()


async def test_a_command_of_two_hundred_kilobytes_is_asked_whole(home: Home) -> None:
    presenter = FakePresenter()
    command = "echo " + "가" * 70_000 + "; rm -rf ~"
    asks = ASKS | {"tool_input": {"command": command}}
    async with calling(home) as program:
        program.running.core.desk.register(presenter)
        async with hooked(home.root, asks) as process:
            await presenter.presenting()
            (pending,) = program.running.core.desk.pending()
            assert pending.questions.questions[0].context == command
            presenter.answer(chose("deny"))
            _status, printed, _errors = await ended(process)
    assert json.loads(printed)["hookSpecificOutput"]["decision"]["behavior"] == "deny"


def test_only_what_surely_is_a_hook_runs_without_the_command_line() -> None:
    assert is_hook(["hook", "codex"])
    assert is_hook(["hook", "codex", "--home", "/x"])
    for other in (["hook"], ["hook", "--help"], ["hook", "codex", "--help"], ["run", "codex"], []):
        assert not is_hook(other)
