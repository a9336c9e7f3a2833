"""A real MCP server over HTTP that wants a sign-in, and the authorisation server beside it."""

import asyncio
import base64
import hashlib
import secrets
import socket
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import httpx2
import uvicorn
from mcp.server.mcpserver import MCPServer
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.types import Receive, Scope, Send


@dataclass
class AuthorizationServer:
    """Guards an MCP server; an ASGI application."""

    url: str
    app: Any
    methods: tuple[str, ...] = ("S256",)
    has_metadata: bool = True
    refuses_refresh: bool = False
    expires_in: int | None = 3600
    registered: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    codes: dict[str, dict[str, str]] = field(default_factory=dict[str, dict[str, str]])
    access: set[str] = field(default_factory=set[str])
    refresh: set[str] = field(default_factory=set[str])
    given: list[str] = field(default_factory=list[str])
    """Every token that was ever given out."""
    renewals: int = 0
    known_client: str = ""
    """The client id that the operator gave out; there is no registration then."""
    revokes: bool = False
    """Whether tokens can be taken back by RFC 7009."""
    revocation_status: int = 200
    revoked: list[dict[str, str]] = field(default_factory=list[dict[str, str]])

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request = Request(scope, receive)
        path = request.url.path
        if path.startswith("/mcp"):
            token = request.headers.get("authorization", "").removeprefix("Bearer ")
            if token in self.access:
                await self.app(scope, receive, send)
                return
            response: Response = Response(status_code=401)
        elif path.startswith("/.well-known/") and self.has_metadata:
            response = JSONResponse(self._metadata(path))
        elif path == "/revoke" and self.revokes:
            body = {k: v[0] for k, v in parse_qs((await request.body()).decode()).items()}
            self.revoked.append(body)
            self.access.discard(body["token"])
            self.refresh.discard(body["token"])
            response = Response(status_code=self.revocation_status)
        elif path == "/register" and not self.known_client:
            self.registered.append(await request.json())
            client = {**self.registered[-1], "client_id": secrets.token_hex(8)}
            client["token_endpoint_auth_method"] = "none"
            response = JSONResponse(client, status_code=201)
        elif path == "/authorize":
            query = dict(request.query_params)
            if self.known_client and query["client_id"] != self.known_client:
                raise ValueError("an unknown client")
            code = secrets.token_hex(8)
            self.codes[code] = query
            back = urlencode({"code": code, "state": query["state"]})
            response = RedirectResponse(f"{query['redirect_uri']}?{back}")
        elif path == "/token":
            body = {k: v[0] for k, v in parse_qs((await request.body()).decode()).items()}
            response = self._token(body)
        else:
            response = Response(status_code=404)
        await response(scope, receive, send)

    def revoke(self) -> None:
        """Take back the access tokens."""
        self.access.clear()

    def _metadata(self, path: str) -> dict[str, Any]:
        if "oauth-protected-resource" in path:
            return {"resource": f"{self.url}/mcp", "authorization_servers": [self.url]}
        ways = {"revocation_endpoint": f"{self.url}/revoke"} if self.revokes else {}
        if not self.known_client:
            ways["registration_endpoint"] = f"{self.url}/register"
        return ways | {
            "issuer": self.url,
            "authorization_endpoint": f"{self.url}/authorize",
            "token_endpoint": f"{self.url}/token",
            "response_types_supported": ["code"],
            "code_challenge_methods_supported": list(self.methods),
        }

    def _token(self, body: dict[str, str]) -> Response:
        refusal = JSONResponse({"error": "invalid_grant"}, status_code=400)
        if body.get("grant_type") == "refresh_token":
            if self.refuses_refresh or body["refresh_token"] not in self.refresh:
                return refusal
            self.refresh.discard(body["refresh_token"])
            self.renewals += 1
        else:
            asked = self.codes.pop(body.get("code", ""), None)
            digest = hashlib.sha256(body.get("code_verifier", "").encode()).digest()
            challenge = base64.urlsafe_b64encode(digest).decode().rstrip("=")
            if asked is None or asked["code_challenge"] != challenge:
                return refusal
        access, refresh = secrets.token_hex(16), secrets.token_hex(16)
        self.access.add(access)
        self.refresh.add(refresh)
        self.given += [access, refresh]
        content: dict[str, Any] = {"access_token": access, "token_type": "Bearer"}
        content |= {"refresh_token": refresh, "scope": "read write"}
        if self.expires_in is not None:
            content["expires_in"] = self.expires_in
        return JSONResponse(content)


class UserBrowser:
    """Opens addresses as a user who agrees to everything would."""

    def __init__(self) -> None:
        self.opened: list[str] = []
        self.answers: list[httpx2.Response] = []
        self.is_closed = False
        """Whether the user closes the page instead of signing in."""

    async def open(self, url: str) -> bool:
        """Open an address; it is followed to its end in the background."""
        self.opened.append(url)
        if not self.is_closed:
            self._task = asyncio.create_task(self._follow(url))
        return True

    async def followed(self) -> None:
        """Wait until the last address is followed to its end."""
        await self._task

    async def _follow(self, url: str) -> None:
        async with httpx2.AsyncClient() as client:
            back = (await client.get(url)).headers["location"]
            state = parse_qs(urlsplit(back).query)["state"][0]
            self.answers.append(await client.get(back.replace(state, "another")))
            self.answers.append(await client.get(back))


@asynccontextmanager
async def authorization_server() -> AsyncGenerator[AuthorizationServer]:
    """Run both, on a port of this machine."""
    server = MCPServer("guarded", version="1.0")

    def add(a: int, b: int) -> str:
        """Add two numbers."""
        return str(a + b)

    server.add_tool(add)
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{listener.getsockname()[1]}"
        guarded = AuthorizationServer(url=url, app=server.streamable_http_app())
        runner = uvicorn.Server(
            uvicorn.Config(guarded, log_config=None, timeout_graceful_shutdown=1)
        )
        task = asyncio.create_task(runner.serve(sockets=[listener]))
        try:
            yield guarded
        finally:
            runner.should_exit = True
            await task
