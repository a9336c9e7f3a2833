"""Connects to MCP servers and opens the addresses they send.

Engine loop only. The `mcp` package is imported with the first connection.
"""

import asyncio
import contextlib
import importlib
import logging
import re
from collections.abc import AsyncGenerator
from typing import Any, cast

from assistant import __version__
from assistant.errors import AssistantError
from assistant.home import Home
from assistant.tools.mcp.model.configuration import ServerConfig
from assistant.tools.mcp.model.peer import ConnectPeer, Elicit, ServerPeer
from assistant.tools.mcp.server_log import ServerLog
from assistant.tools.system.opener import SystemOpener

_log = logging.getLogger(__name__)


async def open_in_browser(url: str) -> bool:
    """Open an address the user has agreed to; returns whether that worked."""
    try:
        await SystemOpener().open(url)
    except AssistantError as error:
        _log.warning("An address cannot be opened: %s", error.message)
        return False
    return True


def connector(home: Home) -> ConnectPeer:
    """Return what reaches servers.

    Args:
        home: Its logs take what servers write to standard error.
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
            ),
        )
        async with reach(config, elicit) as peer:
            yield peer

    return connect


def _file_name(name: str) -> str:
    """Return a server's name as part of the name of a file."""
    return re.sub(r"[^A-Za-z0-9_-]+", "_", name)[:40] or "server"
