"""Connects to MCP servers and opens the addresses they send.

Engine loop only. The `mcp` package is imported with the first connection.
"""

import asyncio
import contextlib
import importlib
import logging
import re
from collections.abc import AsyncGenerator, Awaitable, Callable
from typing import Any, Protocol, cast

from assistant import __version__
from assistant.errors import AssistantError, ConfigError
from assistant.home import Home
from assistant.llm.api_keys import KeyStore
from assistant.mcp_server import ServerConfig
from assistant.tools.mcp.configuration_file import surroundings
from assistant.tools.mcp.model.peer import ConnectPeer, Elicit, ServerPeer
from assistant.tools.mcp.model.redirect import entry_of
from assistant.tools.mcp.model.variables import filled_in
from assistant.tools.mcp.server_log import ServerLog
from assistant.tools.system.opener import SystemOpener

_log = logging.getLogger(__name__)

OpenAddress = Callable[[str], Awaitable[bool]]
"""Opens an address in the user's browser; returns whether that worked."""


async def open_in_browser(url: str) -> bool:
    """Returns whether a browser opened; the user has agreed to the address."""
    try:
        await SystemOpener().open(url)
    except AssistantError as error:
        _log.warning("An address cannot be opened: %s", error.message)
        return False
    return True


class SignIn(Protocol):
    """How the user signs in at servers."""

    async def begin(self, config: ServerConfig, open_address: OpenAddress) -> None:
        """Sign in through the browser, and store the tokens.

        Raises:
            AssistantError: If it comes to nothing.
        """
        ...

    async def forget(self, config: ServerConfig) -> None:
        """Remove a server's tokens, and revoke them there.

        Raises:
            AssistantError: If it cannot be removed, or the server cannot be told.
        """
        ...


class BrowserSignIn:
    """Implements `SignIn` by OAuth."""

    def __init__(self, keys: KeyStore) -> None:
        self._keys = keys

    async def begin(self, config: ServerConfig, open_address: OpenAddress) -> None:
        module: Any = await asyncio.to_thread(
            importlib.import_module, "assistant.tools.mcp.sign_in"
        )
        await module.sign_in(filled_in(config, surroundings()), self._keys, open_address)

    async def forget(self, config: ServerConfig) -> None:
        with contextlib.suppress(ConfigError):  # what is not filled in has no sign-in
            config = filled_in(config, surroundings())
        if await self._keys.get(entry_of(config)) is None:
            return
        module: Any = await asyncio.to_thread(
            importlib.import_module, "assistant.tools.mcp.sign_in"
        )
        await module.sign_out(config, self._keys)


def connector(home: Home, keys: KeyStore) -> ConnectPeer:
    """Make the function that connects to servers.

    Args:
        home: Its logs take what servers write to standard error.
        keys: Keeps the tokens of sign-ins.
    """

    @contextlib.asynccontextmanager
    async def connect(config: ServerConfig, elicit: Elicit) -> AsyncGenerator[ServerPeer]:
        # Some seconds of a processor, paid when the first server is reached.
        module: Any = await asyncio.to_thread(
            importlib.import_module, "assistant.tools.mcp.sdk_peer"
        )

        def log(name: str) -> ServerLog:
            return ServerLog(home.logs / f"mcp-{_file_name(name)}.log")

        reach = cast(
            "ConnectPeer",
            module.McpConnector(
                version=__version__,
                log=log,
                keys=keys,
                surroundings=surroundings(),
            ),
        )
        async with reach(config, elicit) as peer:
            yield peer

    return connect


def _file_name(name: str) -> str:
    """Safe as part of a file name."""
    return re.sub(r"[^A-Za-z0-9_-]+", "_", name)[:40] or "server"
