"""A sign-in at MCP servers that ends when the test says so."""

import asyncio
from collections.abc import Awaitable, Callable

from assistant.mcp_server import ServerConfig


class FakeSignIn:
    """Implements `SignIn`: waits for what the test says."""

    def __init__(self) -> None:
        self.results: dict[str, asyncio.Future[None]] = {}
        self.forgotten: list[str] = []

    async def begin(
        self, config: ServerConfig, open_address: Callable[[str], Awaitable[bool]]
    ) -> None:
        """Wait."""
        self.results[config.name] = asyncio.get_running_loop().create_future()
        await open_address(config.name)
        await self.results[config.name]

    async def forget(self, config: ServerConfig) -> None:
        """Note it."""
        self.forgotten.append(config.name)
