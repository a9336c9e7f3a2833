"""Checks the bearer token of requests to the MCP server over HTTP, after the general guard.

It also notes which callers hang up: in the older era the package goes on with their calls.
"""

import asyncio
from typing import TYPE_CHECKING, Final

from starlette.datastructures import Headers

from assistant.channels.mcp.server import GONE_KEY
from assistant.channels.web.server.model.problems import ApiProblem
from assistant.channels.web.server.model.tokens import bearer, is_token
from assistant.locale import _

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send


class TokenGuard:
    """Lets those in who know the token.

    Args:
        app: What is behind it.
        token: What they must know; empty if they need not know any.
    """

    def __init__(self, app: "ASGIApp", *, token: str) -> None:
        self._app: Final = app
        self._token = token

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        given = bearer(Headers(scope=scope).get("authorization"))
        if self._token and not is_token(given, self._token):
            problem = ApiProblem(
                401,
                "unauthorized",
                _("The token is missing or wrong; whoever started the server knows it."),
            )
            await problem.response({"WWW-Authenticate": "Bearer"})(scope, receive, send)
            return
        gone = asyncio.Event()

        async def received() -> "Message":
            message = await receive()
            if message["type"] == "http.disconnect":
                gone.set()
            return message

        scope[GONE_KEY] = gone
        await self._app(scope, received, send)
