"""What an agent's settings start, started as the agent would: it must be Parley, and answer."""

import asyncio
import shutil
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from assistant.coding_agents.model.agents import CodingAgent
from assistant.coding_agents.setup.model.entries import Launch
from assistant.errors import ConfigError
from assistant.home import Home
from assistant.llm.api_keys import KeyStore
from assistant.locale import _
from assistant.mcp_server import ServerConfig, StdioTarget
from assistant.tools.mcp.connector import McpConnector
from assistant.tools.mcp.model.peer import ServerError, ServerPeer
from assistant.tools.mcp.server_log import ServerLog

if TYPE_CHECKING:
    from assistant.tools.mcp.model.server_offer import CallAnswer

ANSWER_S: Final = 40.0
"""Until it must have listed its tools; a start takes some seconds on a busy machine."""


class AgentEntry:
    """Starts the entry of one agent.

    Args:
        agent: Whose entry.
        launch: What it says.
        home: Of this Parley; keeps the log.
        environment: What the agent would hand on.
    """

    def __init__(
        self, agent: CodingAgent, launch: Launch, *, home: Home, environment: Mapping[str, str]
    ) -> None:
        self._agent = agent
        self._launch = launch
        self._home = home
        self._environment = environment

    async def tool_count(self) -> int:
        """Return how many tools the agent is offered.

        Raises:
            AssistantError: If it would be offered none.
        """
        try:
            async with asyncio.timeout(ANSWER_S), self._connected() as peer:
                return len((await peer.offer()).tools)
        except TimeoutError as error:
            raise ConfigError(_("It did not answer in time.")) from error

    async def call(self, tool: str, arguments: Mapping[str, Any]) -> "CallAnswer":
        """Call a tool, as the agent's model would; cancelling withdraws what it asks.

        Raises:
            AssistantError: If that cannot be done.
        """
        async with self._connected() as peer:
            try:
                return await peer.call_tool(tool, arguments, lambda _done, _total, _text: None)
            except ServerError as error:
                failure = error  # the connection would put it into a group of errors
        raise failure

    @asynccontextmanager
    async def _connected(self) -> AsyncGenerator[ServerPeer]:
        program = self._launch.program
        if shutil.which(program, path=self._environment.get("PATH")) is None:
            raise ConfigError(
                _("{agent} would start {program}, which is not there.").format(
                    agent=self._agent.traits.title, program=program
                ),
                hint=_("If Parley was moved, run: parley setup {agent}").format(agent=self._agent),
            )
        connect = McpConnector(
            log=lambda _name: ServerLog(self._home.logs / f"mcp-{self._agent}.log"),
            keys=KeyStore(keys_file=self._home.keys_file, environment=self._environment),
            environment=self._environment,
        )
        target = StdioTarget(
            program=program,
            arguments=self._launch.arguments,
            environment=self._launch.environment,
            folder=str(Path.home()),
        )
        # It is Parley that asks, so no forms are offered.
        async with connect(ServerConfig(name=self._agent, target=target), None) as peer:
            yield peer
