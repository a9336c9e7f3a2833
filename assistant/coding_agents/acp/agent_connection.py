"""An agent's process, and the protocol spoken with it. Engine loop only.

The package is imported when an agent is started, on a thread: its models take a second or two.
"""

import asyncio
import contextlib
import logging
import shutil
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from assistant import __version__
from assistant.coding_agents.acp.message_stream import ErrorTail, MessageStream
from assistant.coding_agents.hooks.permission_request import PermissionRequest
from assistant.coding_agents.hooks.verdicts import Allowed, Denied, Verdict
from assistant.coding_agents.model.agents import CodingAgent
from assistant.coding_agents.tasks.agent_task import AgentTold, TurnEnding
from assistant.coding_agents.tasks.launch import LAUNCHES, NPM_FOLDERS
from assistant.errors import AssistantError
from assistant.failure_reason import failure_reason
from assistant.foreign_text import to_plain_text
from assistant.locale import _
from assistant.processes.child_process import PIPE, ChildProcess, start
from assistant.questions.formats.input_reader import as_fields

if TYPE_CHECKING:
    from acp.client.connection import ClientSideConnection
    from acp.schema import (
        NewSessionResponse,
        PermissionOption,
        RequestPermissionResponse,
        ToolCallUpdate,
    )

_log = logging.getLogger(__name__)

START_S: Final = 90.0
"""Until an agent must have opened a session; a start takes ten seconds on a busy machine."""
STOP_S: Final = 5.0
"""Until an agent that is told to stop must have done so; then its process is ended."""
GRACE_S: Final = 0.4
"""Seconds that it has to end once its input is closed, and again once it is asked to."""
LAST_WORDS_S: Final = 0.5
"""For reading what an ended agent had written to standard error."""
_MAX_REASON: Final = 300
"""Characters of why something failed."""
_SIGN_IN: Final = -32_000
"""The protocol's error for a user who has not signed in."""


class AgentError(AssistantError):
    """An agent cannot be started, or cannot go on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentProgram:
    """What is started for an agent."""

    agent: CodingAgent
    command: tuple[str, ...]
    environment: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentEars:
    """Who hears what an agent says, and answers what it asks."""

    told: Callable[[AgentTold], None]
    """In the order in which it is said; before the prompt that it belongs to ends."""
    decide: Callable[[PermissionRequest], Awaitable[Verdict | None]]
    """Asks the user; None if they decided nothing. Cancelled if the agent is told to stop."""


def find_program(
    agent: CodingAgent, environment: Mapping[str, str], *, home: Path | None = None
) -> AgentProgram:
    """Return what is started for an agent. Blocks on the disk.

    Args:
        agent: Which one.
        environment: What it is to see.
        home: The user's.

    Raises:
        AgentError: If it is not installed; the hint says what to do.
    """
    launch = LAUNCHES[agent]
    user = home or Path.home()
    # A desktop starts programs without what a shell adds to PATH; they need their neighbours, too.
    node = sorted(user.glob(".nvm/versions/node/*/bin"), reverse=True)[:1]
    places = (environment.get("PATH", ""), *map(str, (user / one for one in NPM_FOLDERS)), *node)
    path = ":".join(str(place) for place in places if str(place))
    for program, *arguments in launch.commands:
        found = shutil.which(program, path=path)
        if found is not None:
            return AgentProgram(
                agent=agent,
                command=(found, *arguments),
                environment={**environment, "PATH": path},
            )
    raise AgentError(
        _("{agent} is started by the program {program}, which is not installed.").format(
            agent=agent.traits.title, program=launch.commands[0][0]
        ),
        hint=_("Install it in a terminal: {command}").format(command=launch.install),
    )


class AgentConnection:
    """A session of an agent's. Made by `open_agent`.

    Attributes:
        session_id: What the agent calls the session.
    """

    def __init__(
        self,
        agent: CodingAgent,
        process: ChildProcess,
        client: "ClientSideConnection",
        *,
        session_id: str,
        conduct: "_Conduct",
    ) -> None:
        self.session_id: Final = session_id
        self._agent = agent
        self._process = process
        self._client = client
        self._conduct = conduct
        self._is_idle = asyncio.Event()
        self._is_idle.set()

    async def prompt(self, words: str) -> TurnEnding:
        """Give it something to do; returns once it is done with it.

        Raises:
            AgentError: If it breaks off.
        """
        from acp import schema

        self._conduct.is_stopping = False
        self._is_idle.clear()
        try:
            done = await self._client.prompt(
                session_id=self.session_id,
                prompt=[schema.TextContentBlock(type="text", text=words)],
            )
        except Exception as error:
            raise await _failure(self._agent, error, self._process, self._conduct.errors) from error
        finally:
            self._is_idle.set()
        await self._conduct.drained()
        return TurnEnding(done.stop_reason)

    async def stop(self) -> None:
        """Have it stop what it does; withdraws what it asks. Its process ends if it does not."""
        self._conduct.stop()
        with contextlib.suppress(ConnectionError):
            await self._client.cancel(session_id=self.session_id)
        try:
            async with asyncio.timeout(STOP_S):
                await self._is_idle.wait()
        except TimeoutError:
            await self._process.kill()


@asynccontextmanager
async def open_agent(
    program: AgentProgram, folder: Path, ears: AgentEars
) -> AsyncGenerator[AgentConnection]:
    """Start an agent in a folder and open a session; its process ends with the context.

    It sees no files and no terminals by us: it uses its own.

    Raises:
        AgentError: If it cannot be started, does not answer, or wants the user to sign in.
    """
    connect = await asyncio.to_thread(_import_package)
    process = await _started(program, folder)
    errors = ErrorTail()
    keeping = asyncio.create_task(errors.keep(process), name="what an agent complains of")
    conduct = _Conduct(ears, errors)
    client = connect(conduct, MessageStream(process))
    try:
        try:
            async with asyncio.timeout(START_S):
                session_id = await _open_session(program.agent, client, folder)
        except TimeoutError as error:
            raise AgentError(
                _("{agent} did not answer in time.").format(agent=program.agent.traits.title)
            ) from error
        except AgentError:
            raise
        except Exception as error:
            raise await _failure(program.agent, error, process, errors) from error
        yield AgentConnection(
            program.agent, process, client, session_id=session_id, conduct=conduct
        )
    finally:
        closing = asyncio.create_task(_close(client, conduct, process), name="end an agent")
        try:
            await asyncio.shield(closing)
        finally:
            keeping.cancel()
            await asyncio.wait([keeping])


async def _open_session(agent: CodingAgent, client: "ClientSideConnection", folder: Path) -> str:
    import acp
    from acp import schema

    await client.initialize(
        protocol_version=acp.PROTOCOL_VERSION,
        client_capabilities=schema.ClientCapabilities(),
        client_info=schema.Implementation(name="parley", title="Parley", version=__version__),
    )
    opened = await client.new_session(cwd=str(folder), mcp_servers=[])
    mode = LAUNCHES[agent].asking_mode
    if mode and _current_mode(opened) != mode:
        await client.set_session_mode(session_id=opened.session_id, mode_id=mode)
    return opened.session_id


def _current_mode(opened: "NewSessionResponse") -> str:
    return "" if opened.modes is None else opened.modes.current_mode_id


class _Conduct:
    """Implements the package's `Client`: hears what the agent says, and answers what it asks."""

    def __init__(self, ears: AgentEars, errors: ErrorTail) -> None:
        self.errors: Final = errors
        self.is_stopping = False
        self._ears = ears
        self._updates: asyncio.Queue[Any] = asyncio.Queue()
        self._reader = asyncio.create_task(self._read(), name="what an agent tells")
        self._asked: set[asyncio.Task[Verdict | None]] = set()

    async def session_update(self, session_id: str, update: Any, **_more: Any) -> None:
        self._updates.put_nowait(update)

    async def request_permission(
        self,
        session_id: str,
        tool_call: "ToolCallUpdate",
        options: "list[PermissionOption]",
        **_more: Any,
    ) -> "RequestPermissionResponse":
        from acp import schema

        from assistant.coding_agents.acp.update_reader import option_for, read_permission

        await self.drained()
        request = await asyncio.to_thread(read_permission, tool_call, options)
        chosen = None
        if not self.is_stopping:
            match await self._decided(request):
                case Allowed(rule=None):
                    chosen = option_for(options, "allow_once")
                case Allowed(rule=rule) if rule is not None:
                    chosen = str(rule["optionId"])
                case Denied() | None if not self.is_stopping:
                    chosen = option_for(options, "reject_once")
                case _:
                    pass
        if chosen is None:
            cancelled = schema.DeniedOutcome(outcome="cancelled")
            return schema.RequestPermissionResponse(outcome=cancelled)
        selected = schema.AllowedOutcome(outcome="selected", option_id=chosen)
        return schema.RequestPermissionResponse(outcome=selected)

    async def ext_method(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        from acp import RequestError

        raise RequestError.method_not_found(method)

    async def ext_notification(self, method: str, params: dict[str, Any]) -> None:
        """Nothing beyond the protocol is shown."""

    def stop(self) -> None:
        """Withdraw what the agent asks, and answer nothing that it asks from now on."""
        self.is_stopping = True
        for task in self._asked:
            task.cancel()

    async def drained(self) -> None:
        """Wait until all that the agent has said so far was heard."""
        await self._updates.join()

    async def aclose(self) -> None:
        self.stop()
        self._reader.cancel()
        await asyncio.wait([self._reader, *self._asked])

    async def _decided(self, request: PermissionRequest) -> Verdict | None:
        """Ask the user; None if that was withdrawn."""
        asking = asyncio.ensure_future(self._ears.decide(request))
        self._asked.add(asking)
        try:
            await asyncio.wait([asking])
        finally:
            self._asked.discard(asking)
            if not asking.done():  # the connection is closed
                asking.cancel()
                await asyncio.wait([asking])
        return None if asking.cancelled() else asking.result()

    async def _read(self) -> None:
        from assistant.coding_agents.acp.update_reader import is_long, read_update

        while True:
            update = await self._updates.get()
            try:
                told = (
                    await asyncio.to_thread(read_update, update)
                    if is_long(update)
                    else read_update(update)
                )
                if told is not None:
                    self._ears.told(told)
            except Exception:  # noqa: BLE001  # the next must be heard all the same
                _log.exception("What an agent told was not taken")
            finally:
                self._updates.task_done()


def _import_package() -> "Callable[[_Conduct, MessageStream], ClientSideConnection]":
    import acp

    def connect(conduct: _Conduct, stream: MessageStream) -> "ClientSideConnection":
        client: Any = conduct  # it does not offer what is not announced
        return acp.connect_to_agent(client, stream)

    return connect


async def _started(program: AgentProgram, folder: Path) -> ChildProcess:
    try:
        return await start(
            program.command,
            environment=program.environment,
            folder=folder,
            stdin=PIPE,
            stdout=PIPE,
            stderr=PIPE,
            supervised=True,
        )
    except (OSError, ValueError) as error:
        raise AgentError(
            _("The command {command} cannot be started: {problem}").format(
                command=program.command[0], problem=failure_reason(error)
            )
        ) from error


async def _failure(
    agent: CodingAgent, error: Exception, process: ChildProcess, errors: ErrorTail
) -> AgentError:
    """Return what the user is told of an error of the package's, or of an agent that is gone."""
    from acp import RequestError

    title = agent.traits.title
    if isinstance(error, RequestError):
        if error.code == _SIGN_IN:
            return AgentError(
                _("{agent} wants you to sign in.").format(agent=title),
                hint=_("Run this in a terminal: {command}").format(command=LAUNCHES[agent].sign_in),
            )
        data: object = error.data
        reason = str(as_fields(data).get("details") or error)
    else:
        await process.wait(LAST_WORDS_S)
        reason = errors.last_line or str(error)
    said = " ".join(to_plain_text(reason).split())[:_MAX_REASON]
    return AgentError(_("{agent} broke off: {reason}").format(agent=title, reason=said))


async def _close(client: "ClientSideConnection", conduct: _Conduct, process: ChildProcess) -> None:
    """Close the input, then ask it to end, then end it with all that it started."""
    await conduct.aclose()
    await client.close()
    try:
        if not await process.wait(GRACE_S):
            process.terminate()
            await process.wait(GRACE_S)
    finally:
        await process.end()
