"""Manages the user's MCP servers, their storage and their tools in the registry.

Engine loop only. The `mcp` package is imported with the first connection.
"""

import asyncio
import contextlib
import logging
import uuid
from collections.abc import Callable, Coroutine, Mapping
from typing import Any, Final

from assistant.background_tasks import Spawn
from assistant.engine.command_dispatcher import CommandDispatcher
from assistant.engine.mcp.sign_ins import SignIn, SignIns, open_in_browser
from assistant.errors import AssistantError, ConfigError
from assistant.home import Home
from assistant.locale import _
from assistant.mcp_server import ServerConfig, ServerState
from assistant.protocol.conversation import UnsentMessagesReturned
from assistant.protocol.events import EngineEvent
from assistant.protocol.mcp_servers import (
    CancelSignIn,
    ListServers,
    ReconnectServer,
    RemoveServer,
    SaveServer,
    ServerEntry,
    ServerSaved,
    ServersListed,
    SignInToServer,
    SignOutOfServer,
    UseServerPrompt,
)
from assistant.protocol.notices import Notice
from assistant.protocol.turns import ToolProgressed
from assistant.questions.model.question import (
    Answered,
    Cancelled,
    CancelReason,
    Origin,
    QuestionSet,
    Response,
)
from assistant.tools.mcp.configuration_file import ConfigurationFile
from assistant.tools.mcp.connection import ServerConnection
from assistant.tools.mcp.model.configuration import (
    Configuration,
    check,
    with_server,
    without_server,
)
from assistant.tools.mcp.model.peer import ConnectPeer, ServerError
from assistant.tools.mcp.model.prompt_arguments import given_arguments, prompt_questions
from assistant.tools.mcp.model.redirect import entry_of
from assistant.tools.mcp.model.safe_names import bounded_text, tool_names
from assistant.tools.mcp.model.server_offer import CallAnswer
from assistant.tools.mcp.resource_tools import ResourceTools
from assistant.tools.mcp.server_tool import ServerTool
from assistant.tools.registry import ToolRegistry
from assistant.tools.tool import ToolContext

_log = logging.getLogger(__name__)

_PROBLEM: Final = "mcp_problem_"
_PROMPT_FAILED: Final = "mcp_prompt"


Put = Callable[[QuestionSet, Origin], Coroutine[Any, Any, Response]]
"""Puts questions and waits; raises StoreError if they cannot be stored."""


class McpServers:
    """Keeps the servers connected and handles the commands about them.

    Args:
        sign_in: How the user signs in at servers.
        here: Returns where the program asks: in the conversation that is held.
    """

    def __init__(
        self,
        *,
        home: Home,
        registry: ToolRegistry,
        connect: ConnectPeer,
        sign_in: SignIn,
        ask: Put,
        here: Callable[[], Origin],
        emit: Callable[[EngineEvent], None],
        spawn: Spawn,
    ) -> None:
        self._file = ConfigurationFile(home.servers_file)
        self._registry = registry
        self._connect = connect
        self._asker = _HereAsker(ask, here)
        self._emit = emit
        self._spawn = spawn
        self._sign_ins = SignIns(
            sign_in=sign_in,
            visit=open_in_browser,
            emit=emit,
            on_change=self._changed,
            on_done=self._retry,
        )
        self._connections: dict[str, ServerConnection] = {}
        self._names: dict[str, dict[str, ServerTool]] = {}
        """The tools of each server in the registry, by the name they have there."""
        self._resources = ResourceTools(lambda: self._connections).read_mcp_resource
        self._changing = asyncio.Lock()
        self._is_loaded = False
        self._is_closed = False
        self._has_listed = False
        self._is_notified = True

    def register_commands(self, commands: CommandDispatcher) -> None:
        commands.register(ListServers, self._list)
        commands.register(SaveServer, self._save)
        commands.register(RemoveServer, self._remove)
        commands.register(ReconnectServer, self._reconnect)
        commands.register(SignInToServer, self._begin_sign_in)
        commands.register(CancelSignIn, self._cancel_sign_in)
        commands.register(SignOutOfServer, self._sign_out)
        commands.register(UseServerPrompt, self._use_prompt)

    def offers(self, server: str, tool: str) -> bool:
        """Whether a server is connected and offers this tool."""
        connection = self._connections.get(server)
        if connection is None or connection.standing is not ServerState.CONNECTED:
            return False
        return any(each.name == tool for each in connection.offer.tools)

    async def call(self, server: str, tool: str, arguments: Mapping[str, Any]) -> CallAnswer:
        """Call a tool for the program itself; declines elicitations.

        Raises:
            ServerError: If the server is not there, says no, or asks back.
        """
        connection = self._connections.get(server)
        if connection is None:
            raise ServerError(f"There is no MCP server {server!r}.", is_lost=True)
        asker = _NobodyAsker()
        answer = await connection.call_tool(tool, arguments, on_progress=_unheard, asker=asker)
        if asker.was_asked:
            raise ServerError(f"The MCP server {server!r} asks back instead of doing it itself.")
        return answer

    def begin(self) -> None:
        """Connect in the background; call it once the user can begin to work."""
        self._spawn(self._load(), "MCP servers")

    async def aclose(self) -> None:
        """Disconnect from all servers at once."""
        self._is_closed = True
        await self._sign_ins.aclose()
        closing = [connection.aclose() for connection in self._connections.values()]
        await asyncio.gather(*closing)

    async def _load(self) -> None:
        async with self._changing:
            if self._is_loaded or self._is_closed:
                return
            self._is_loaded = True
            configuration = await asyncio.to_thread(self._file.read)
            for number, problem in enumerate(configuration.problems):
                self._emit(
                    Notice(
                        code=f"{_PROBLEM}{number}",
                        text=problem,
                        hint=_("Mend the file, or set the server up anew in the settings."),
                    )
                )
            for config in configuration.servers:
                self._add(config)
        self._changed()

    def _add(self, config: ServerConfig) -> None:
        connection = ServerConnection(
            config=config,
            connect=self._connect,
            visit=open_in_browser,
            on_change=lambda: self._take(connection),
        )
        self._connections[config.name] = connection
        connection.start()

    async def _drop(self, name: str) -> None:
        connection = self._connections.pop(name, None)
        if connection is None:
            return
        await self._sign_ins.cancel(name)
        await connection.aclose()
        for known in self._names.pop(name, {}):
            self._registry.remove(known)
        self._offer_reading()

    def _take(self, connection: ServerConnection) -> None:
        """Register what a server offers now. A lost server's tools stay known."""
        name = connection.config.name
        if self._connections.get(name) is not connection or self._is_closed:
            return
        if connection.standing is ServerState.CONNECTED:
            known = self._names.setdefault(name, {})
            remotes = {tool.name: tool for tool in connection.offer.tools}
            wanted = {
                advertised: remotes[original]
                for original, advertised in tool_names(name, list(remotes)).items()
            }
            for advertised in [each for each in known if each not in wanted]:
                self._registry.remove(advertised)
                del known[advertised]
            for advertised, remote in wanted.items():
                old = known.get(advertised)
                if old is not None and old.remote == remote:
                    continue
                if old is not None:
                    self._registry.remove(advertised)
                tool = ServerTool(
                    name=advertised,
                    remote=remote,
                    connection=connection,
                    on_progress=self._progressed,
                )
                try:
                    self._registry.add(tool)
                except ValueError:
                    _log.warning("The MCP tool %s is left out: its name is taken", advertised)
                    known.pop(advertised, None)
                    continue
                known[advertised] = tool
            self._offer_reading()
        self._changed()

    def _offer_reading(self) -> None:
        """Offer the resource tool while any server has resources."""
        has_any = any(connection.offer.resources for connection in self._connections.values())
        is_offered = self._registry.find(self._resources.name) is not None
        if has_any and not is_offered:
            self._registry.add(self._resources)
        elif is_offered and not has_any:
            self._registry.remove(self._resources.name)

    def _progressed(self, context: ToolContext, text: str, share: float | None) -> None:
        self._emit(
            ToolProgressed(
                turn_id=context.turn_id or "",
                tool_use_id=context.tool_use_id,
                text=text,
                share=share,
            )
        )

    async def _list(self, command: ListServers) -> None:
        self._has_listed = True
        await self._load()
        self._notify()

    def _changed(self) -> None:
        """Emit one event for several changes that come together."""
        if self._has_listed and self._is_notified:
            self._is_notified = False
            asyncio.get_running_loop().call_soon(self._notify)

    def _notify(self) -> None:
        self._is_notified = True
        connections = sorted(self._connections.items())
        self._emit(ServersListed(servers=tuple(self._entry(each) for _name, each in connections)))

    def _entry(self, connection: ServerConnection) -> ServerEntry:
        offer = connection.offer
        is_signing_in = connection.config.name in self._sign_ins.pending
        return ServerEntry(
            config=connection.config,
            state=ServerState.SIGNING_IN if is_signing_in else connection.standing,
            detail="" if is_signing_in else connection.detail,
            title=connection.title,
            is_signed_in=connection.is_signed_in,
            tools=tuple(self._names.get(connection.config.name, {})),
            resources=tuple(bounded_text(resource.uri, 500) for resource in offer.resources),
            prompts=tuple(prompt.name for prompt in offer.prompts),
        )

    async def _save(self, command: SaveServer) -> None:
        await self._load()
        error = ""
        async with self._changing:
            try:
                config = check(command.config)
                configuration = await self._read()
                document = with_server(configuration.document, config, replaces=command.replaces)
                await asyncio.to_thread(self._file.write, document)
            except ConfigError as problem:
                error = f"{problem.message} {problem.hint}".strip()
            else:
                old = self._connections.get(command.replaces or config.name)
                await self._drop(command.replaces or config.name)
                if old is not None and entry_of(old.config) != entry_of(config):
                    await self._sign_ins.forget(old.config)
                self._add(config)
        self._emit(ServerSaved(name=command.config.name, error=error))
        self._changed()

    async def _remove(self, command: RemoveServer) -> None:
        await self._load()
        async with self._changing:
            try:
                configuration = await self._read()
                document = without_server(configuration.document, command.name)
                await asyncio.to_thread(self._file.write, document)
            except ConfigError as problem:
                self._emit(Notice(code=f"{_PROBLEM}0", text=problem.message, hint=problem.hint))
                return
            old = self._connections.get(command.name)
            await self._drop(command.name)
            if old is not None:
                await self._sign_ins.forget(old.config)
        self._changed()

    async def _read(self) -> Configuration:
        """Read the file, with the user's edits since.

        Raises:
            ConfigError: If it cannot be read; it is not written over.
        """
        configuration = await asyncio.to_thread(self._file.read)
        if configuration.is_broken:
            raise ConfigError(
                configuration.problems[0], hint=_("Mend or remove that file, and try again.")
            )
        return configuration

    async def _reconnect(self, command: ReconnectServer) -> None:
        self._retry(command.name)

    def _retry(self, name: str) -> None:
        connection = self._connections.get(name)
        if connection is not None:
            connection.retry()

    async def _begin_sign_in(self, command: SignInToServer) -> None:
        connection = self._connections.get(command.name)
        if connection is not None:
            await self._sign_ins.begin(connection.config)

    async def _cancel_sign_in(self, command: CancelSignIn) -> None:
        await self._sign_ins.cancel(command.name)
        self._changed()

    async def _sign_out(self, command: SignOutOfServer) -> None:
        """Disconnect, delete the tokens, and reconnect without them: nothing renews them meanwhile."""
        async with self._changing:
            connection = self._connections.get(command.name)
            if connection is None:
                return
            await self._drop(command.name)
            await self._sign_ins.forget(connection.config)
            self._add(connection.config)
        self._changed()

    async def _use_prompt(self, command: UseServerPrompt) -> None:
        """Put a server's prompt into the input line, for the user to look at and send."""
        connection = self._connections.get(command.server)
        prompts = () if connection is None else connection.offer.prompts
        prompt = next((each for each in prompts if each.name == command.prompt), None)
        if connection is None or prompt is None:
            self._emit(Notice(code=_PROMPT_FAILED, text=_("This prompt is not there any more.")))
            return
        arguments: Mapping[str, str] = {}
        try:
            questions = prompt_questions(prompt, server=command.server, set_id=uuid.uuid4().hex)
            if questions is not None:
                response = await self._asker.ask(questions)
                if not isinstance(response, Answered):
                    return
                arguments = given_arguments(prompt, response)
            text = await connection.get_prompt(prompt.name, arguments, asker=self._asker)
        except AssistantError as error:
            self._emit(Notice(code=_PROMPT_FAILED, text=error.message, hint=error.hint))
            return
        here = self._asker.here().conversation_id
        self._emit(UnsentMessagesReturned(conversation_id=here, texts=(text,)))


class _HereAsker:
    """Puts what is asked about a prompt in the conversation that is held; implements `ElicitationAsker`."""

    def __init__(self, put: Put, here: Callable[[], Origin]) -> None:
        self._put = put
        self.here = here

    async def ask(self, questions: QuestionSet) -> Response:
        return await self._put(questions, self.here())

    def waiting(self) -> contextlib.AbstractContextManager[None]:
        return contextlib.nullcontext()


def _unheard(_progress: float, _total: float | None, _message: str | None) -> None:
    """Progress is shown nowhere."""


class _NobodyAsker:
    """Answers no question; implements `ElicitationAsker`."""

    def __init__(self) -> None:
        self.was_asked = False

    async def ask(self, questions: QuestionSet) -> Response:
        self.was_asked = True
        return Cancelled(reason=CancelReason.CLIENT)

    def waiting(self) -> contextlib.AbstractContextManager[None]:
        return contextlib.nullcontext()
