"""Signing in at MCP servers with the user's browser. Engine loop only."""

import asyncio
import contextlib
import importlib
import logging
from collections.abc import Awaitable, Callable
from typing import Any, Final, Protocol

from assistant.errors import AssistantError, ConfigError
from assistant.llm.api_keys import KeyStore
from assistant.locale import _
from assistant.mcp_server import ServerConfig
from assistant.protocol.events import EngineEvent
from assistant.protocol.notices import Notice
from assistant.tools.mcp.configuration_file import surroundings
from assistant.tools.mcp.model.redirect import entry_of
from assistant.tools.mcp.model.variables import filled_in
from assistant.tools.system.opener import SystemOpener

_log = logging.getLogger(__name__)

_PROBLEM: Final = "mcp_sign_in"

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


class SignIns:
    """Lets the user sign in at servers, at several at once; at each server the latest try counts.

    Args:
        sign_in: How.
        visit: Opens the browser.
        emit: Takes what to tell the user.
        on_change: Called when one begins or ends.
        on_done: Called with the name of the server that the user has signed in to.
    """

    def __init__(
        self,
        *,
        sign_in: SignIn,
        visit: OpenAddress,
        emit: Callable[[EngineEvent], None],
        on_change: Callable[[], None],
        on_done: Callable[[str], None],
    ) -> None:
        self._sign_in = sign_in
        self._visit = visit
        self._emit = emit
        self._on_change = on_change
        self._on_done = on_done
        self._tasks: dict[str, asyncio.Task[None]] = {}

    @property
    def pending(self) -> frozenset[str]:
        return frozenset(self._tasks)

    async def begin(self, config: ServerConfig) -> None:
        """Open the browser at a server's sign-in; ends an earlier one of the same server."""
        await self.cancel(config.name)
        self._tasks[config.name] = asyncio.get_running_loop().create_task(
            self._run(config), name=f"sign-in {config.name}"
        )
        self._on_change()

    async def cancel(self, name: str) -> None:
        """End the sign-in at a server, if any."""
        task = self._tasks.pop(name, None)
        if task is not None:
            task.cancel()
            await asyncio.wait({task})

    async def forget(self, config: ServerConfig) -> None:
        """Remove a server's tokens."""
        try:
            await self._sign_in.forget(config)
        except AssistantError as error:
            self._notify(config, error)

    async def aclose(self) -> None:
        for name in list(self._tasks):
            await self.cancel(name)

    async def _run(self, config: ServerConfig) -> None:
        try:
            await self._sign_in.begin(config, self._visit)
        except AssistantError as error:
            self._notify(config, error)
        else:
            self._on_done(config.name)
        finally:
            if self._tasks.get(config.name) is asyncio.current_task():
                del self._tasks[config.name]
                self._on_change()

    def _notify(self, config: ServerConfig, error: AssistantError) -> None:
        text = _("{server}: {problem}").format(server=config.name, problem=error.message)
        self._emit(Notice(code=_PROBLEM, text=text, hint=error.hint))
