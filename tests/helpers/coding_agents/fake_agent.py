"""A coding agent that does what it is told, step by step: `python -m tests.helpers.coding_agents.fake_agent`.

It speaks the Agent Client Protocol with the agent's side of the package. A prompt is steps, parted by
semicolons: `plan`, `say WORDS`, `run COMMAND` (asks a permission), `edit FILE LINES`, `garbage`,
`wait` (until it is told to stop), `deaf` (for ever), `crash WORDS` (to standard error). Its first
argument may be how its start goes wrong: `signed-out`, `mute` or `crash`.
"""

import asyncio
import os
import sys
import uuid
from collections.abc import Sequence
from typing import Any, Final

from acp import PROTOCOL_VERSION, RequestError, run_agent
from acp.schema import (
    AgentMessageChunk,
    AgentPlanUpdate,
    AllowedOutcome,
    FileEditToolCallContent,
    InitializeResponse,
    NewSessionResponse,
    PermissionOption,
    PlanEntry,
    PromptResponse,
    SessionMode,
    SessionModeState,
    TextContentBlock,
    ToolCallProgress,
    ToolCallStart,
    ToolCallUpdate,
)

OPTIONS: Final = (
    PermissionOption(option_id="once", name="Yes", kind="allow_once"),
    PermissionOption(option_id="always", name="Yes, always", kind="allow_always"),
    PermissionOption(option_id="no", name="No", kind="reject_once"),
)


class FakeAgent:
    """Implements the package's `Agent`."""

    def __init__(self, fault: str) -> None:
        self._fault = fault
        self._mode = "auto"
        self._stopped = asyncio.Event()
        self._client: Any = None

    def on_connect(self, conn: Any) -> None:
        self._client = conn

    async def initialize(self, protocol_version: int, **_more: Any) -> InitializeResponse:
        if self._fault == "mute":
            await asyncio.Event().wait()
        if self._fault == "crash":
            _crash("no such model")
        return InitializeResponse(protocol_version=PROTOCOL_VERSION)

    async def new_session(self, cwd: str, **_more: Any) -> NewSessionResponse:
        if self._fault == "signed-out":
            raise RequestError.auth_required()
        modes = [SessionMode(id=one, name=one) for one in ("auto", "default")]
        return NewSessionResponse(
            session_id=uuid.uuid4().hex,
            modes=SessionModeState(current_mode_id="auto", available_modes=modes),
        )

    async def set_session_mode(self, session_id: str, mode_id: str, **_more: Any) -> None:
        self._mode = mode_id

    async def cancel(self, session_id: str, **_more: Any) -> None:
        self._stopped.set()

    async def prompt(
        self, session_id: str, prompt: Sequence[TextContentBlock], **_more: Any
    ) -> PromptResponse:
        self._stopped.clear()
        words = "".join(block.text for block in prompt)
        for step in words.split(";"):
            await self._do(session_id, *step.strip().split(" ", 1))
            if self._stopped.is_set():
                return PromptResponse(stop_reason="cancelled")
        return PromptResponse(stop_reason="end_turn")

    async def _do(self, session: str, step: str, words: str = "") -> None:
        match step:
            case "plan":
                done, _slash, count = words.partition("/")
                states: list[Any] = (
                    ["completed"] * int(done) + ["in_progress"] + ["pending"] * int(count)
                )
                entries = [
                    PlanEntry(content=f"Step {n}", priority="high", status=state)
                    for n, state in enumerate(states[: int(count)], start=1)
                ]
                await self._tell(session, AgentPlanUpdate(session_update="plan", entries=entries))
            case "say":
                await self._say(session, words)
            case "mode":
                await self._say(session, f"I am in {self._mode} mode. ")
            case "folder":
                await self._say(session, os.getcwd())
            case "environment":
                await self._say(session, os.environ.get(words, "nothing"))
            case "run":
                await self._run(session, words)
            case "edit":
                path, _space, lines = words.partition(" ")
                changed = FileEditToolCallContent(
                    type="diff",
                    path=path,
                    old_text="",
                    new_text="x = 1\n" * int(lines),
                )
                started = ToolCallStart(
                    session_update="tool_call",
                    tool_call_id=uuid.uuid4().hex,
                    title=f"Edit {path}",
                    kind="edit",
                    status="completed",
                    content=[changed],
                )
                await self._tell(session, started)
            case "garbage":
                sys.stdout.write("not a message\n[1, 2\n" * 20)
                sys.stdout.flush()
            case "wait":
                await self._stopped.wait()
            case "deaf":
                await asyncio.Event().wait()
            case "crash":
                _crash(words)
            case _:
                await self._say(session, f"What is {step}?")

    async def _run(self, session: str, command: str) -> None:
        call_id = uuid.uuid4().hex
        started = ToolCallStart(
            session_update="tool_call", tool_call_id=call_id, title=command, status="in_progress"
        )
        await self._tell(session, started)
        answer = await self._client.request_permission(
            session_id=session,
            tool_call=ToolCallUpdate(
                tool_call_id=call_id, title=command, kind="execute", raw_input={"command": command}
            ),
            options=list(OPTIONS),
        )
        is_chosen = isinstance(answer.outcome, AllowedOutcome)
        chosen = answer.outcome.option_id if is_chosen else "withdrawn"
        status = "completed" if chosen in {"once", "always"} else "failed"
        ended = ToolCallProgress(
            session_update="tool_call_update", tool_call_id=call_id, status=status
        )
        await self._tell(session, ended)
        await self._say(session, f"{command}: {chosen}. ")

    async def _say(self, session: str, words: str) -> None:
        block = TextContentBlock(type="text", text=words)
        chunk = AgentMessageChunk(session_update="agent_message_chunk", content=block)
        await self._tell(session, chunk)

    async def _tell(self, session: str, update: Any) -> None:
        await self._client.session_update(session_id=session, update=update)


def _crash(words: str) -> None:
    sys.stderr.write(f"at work\n{words}\n\n")
    sys.stderr.flush()
    os._exit(3)


if __name__ == "__main__":
    agent: Any = FakeAgent(sys.argv[1] if len(sys.argv) > 1 else "")
    asyncio.run(run_agent(agent))
