"""Reaches MCP servers; the `mcp` package is imported with the first of them."""

import asyncio
import contextlib
import importlib
import os
import re
from collections.abc import AsyncGenerator, Callable, Mapping
from pathlib import Path
from typing import Any, Final

from assistant.errors import ConfigError
from assistant.llm.api_keys import KeyStore
from assistant.mcp_server import ServerConfig
from assistant.tools.mcp.configuration_file import surroundings
from assistant.tools.mcp.model.peer import Elicit, ServerError, ServerPeer
from assistant.tools.mcp.model.variables import filled_in
from assistant.tools.mcp.server_log import ServerLog

HANDSHAKE_S: Final = 50.0
"""Less than a connection takes in all: what the server wrote is told then."""


class McpConnector:
    """Implements `ConnectPeer`.

    Args:
        log: Returns the log of a server, by its name.
        keys: Keeps how the user signed in.
        environment: Fills in the variables of a server's entry, as it is when the server is reached.
        handshake_s: Seconds a server has to start and answer.
    """

    def __init__(
        self,
        *,
        log: Callable[[str], ServerLog],
        keys: KeyStore,
        environment: Mapping[str, str] = os.environ,
        handshake_s: float = HANDSHAKE_S,
    ) -> None:
        self._log = log
        self._keys = keys
        self._environment = environment
        self._handshake_s = handshake_s

    @contextlib.asynccontextmanager
    async def __call__(
        self, config: ServerConfig, elicit: Elicit | None
    ) -> AsyncGenerator[ServerPeer]:
        """Connect for as long as the context is open.

        Args:
            config: The server.
            elicit: Puts what it asks; without it the server is told that it cannot ask.

        Raises:
            ServerError: If it cannot be reached.
        """
        try:
            filled = filled_in(config, surroundings(self._environment))
        except ConfigError as error:
            raise ServerError(error.message, hint=error.hint) from error
        # Some seconds of a processor.
        module: Any = await asyncio.to_thread(
            importlib.import_module, "assistant.tools.mcp.sdk_peer"
        )
        reached: contextlib.AbstractAsyncContextManager[ServerPeer] = module.connected(
            filled,
            elicit,
            log=self._log(config.name),
            keys=self._keys,
            handshake_s=self._handshake_s,
        )
        async with reached as peer:
            yield peer


def server_logs(folder: Path) -> Callable[[str], ServerLog]:
    """Give each server a log of its own in a folder, which takes what it writes to standard error."""

    def log(name: str) -> ServerLog:
        plain = re.sub(r"[^A-Za-z0-9_-]+", "_", name)[:40] or "server"
        return ServerLog(folder / f"mcp-{plain}.log")

    return log
