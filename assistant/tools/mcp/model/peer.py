"""What a connection knows of a server it has reached. Protocols; `client` implements them."""

from collections.abc import Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager
from typing import Any, Protocol, cast

from assistant.errors import AssistantError
from assistant.locale import _
from assistant.mcp_server import ServerConfig
from assistant.tools.mcp.model.server_offer import CallAnswer, ServerContent, ServerOffer


class ServerError(AssistantError):
    """A server said no, or does not answer; the connection may be fine all the same."""

    def __init__(
        self,
        message: str,
        *,
        hint: str = "",
        plain: str = "",
        is_lost: bool = False,
        may_be_done: bool = False,
    ) -> None:
        super().__init__(message, hint=hint)
        self.plain = plain or message
        """The same for the model, in English."""
        self.is_lost = is_lost
        """Whether the connection is gone, as far as the failure tells."""
        self.may_be_done = may_be_done
        """Whether the server may have done what it was called for."""


class SignInRequiredError(ServerError):
    """A server wants the user to sign in, with their browser, and nothing else helps.

    Args:
        server: Its name.
        has_expired: Whether the user was signed in.
    """

    def __init__(self, server: str, *, has_expired: bool = False) -> None:
        super().__init__(
            _("Your sign-in has ended and could not be renewed. Sign in again.")
            if has_expired
            else _("It needs you to sign in."),
            plain=f"It needs the user to sign in. Tell them: Settings, MCP servers, {server!r},"
            ' "Sign in…". Call again once they have done that.',
            is_lost=True,
        )


OnProgress = Callable[[float, float | None, str | None], None]
"""Progress, total and message, as the server gives them."""
Elicit = Callable[[Mapping[str, Any]], Awaitable[Mapping[str, Any] | None]]
"""Puts a server's question; returns what it is told, or None to refuse it as an error."""


class ServerPeer(Protocol):
    """A server that is connected. Every method raises ServerError if it fails."""

    @property
    def title(self) -> str:
        """Name and version; empty if the server does not say."""
        ...

    @property
    def is_signed_in(self) -> bool: ...

    @property
    def unread(self) -> str:
        """Foreign output since the last message; empty if there was none."""
        ...

    async def offer(self) -> ServerOffer: ...

    async def call_tool(
        self, name: str, arguments: Mapping[str, Any], on_progress: OnProgress
    ) -> CallAnswer:
        """Cancelling tells the server."""
        ...

    async def read_resource(self, uri: str) -> tuple[ServerContent, ...]: ...

    async def get_prompt(self, name: str, arguments: Mapping[str, str]) -> str: ...

    async def check(self) -> None:
        """Raises if the server no longer answers."""
        ...

    async def watch(self, changed: Callable[[], None]) -> None:
        """Report changes of the offer until the connection is lost; then raise or return."""
        ...


class ConnectPeer(Protocol):
    """Reaches servers."""

    def __call__(
        self, config: ServerConfig, elicit: Elicit
    ) -> AbstractAsyncContextManager[ServerPeer]:
        """Connect for as long as the context is open.

        Raises:
            ServerError: On entering, if it cannot be reached.
        """
        ...


def innermost(error: BaseException) -> BaseException:
    """The first error inside a group, or the error itself."""
    while isinstance(error, BaseExceptionGroup):
        error = cast("BaseExceptionGroup[BaseException]", error).exceptions[0]
    return error
