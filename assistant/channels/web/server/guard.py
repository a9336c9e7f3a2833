"""What stands in front of every page and every call: who may come in, and with how much.

Foreign pages and rebound names are turned away, bodies are read before anybody looks at them and
only so far, and every answer carries the headers that keep a browser from doing anything with it but
show it.
"""

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from starlette.datastructures import Headers, MutableHeaders

from assistant.channels.web.server.model.answer_language import answering_in
from assistant.channels.web.server.model.origins import AllowedHosts
from assistant.channels.web.server.model.problems import ApiProblem
from assistant.channels.web.server.model.tokens import bearer, is_token
from assistant.locale import _

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

MAX_BODY: Final = 64 * 1024
"""Bytes of a request's body."""
_BODY_LIMIT_S: Final = 10.0
"""How long a body may take to arrive."""
_POLICY_VIOLATION: Final = 1008
"""RFC 6455, 7.4.1."""
_HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
        " font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self';"
        " frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "Cache-Control": "no-store",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class LargeBody:
    """A call that carries files, for whoever knows the token."""

    path: str
    max_bytes: int
    token: str


class RequestGuard:
    """Middleware around the whole of a server.

    Args:
        app: What is guarded.
        doors: Under which names it is reached.
        body_limit_s: Seconds it may take to arrive.
        large: The call whose body may be larger.
    """

    def __init__(
        self,
        app: "ASGIApp",
        *,
        doors: AllowedHosts,
        body_limit_s: float = _BODY_LIMIT_S,
        large: LargeBody | None = None,
    ) -> None:
        self._large = large
        self._app = app
        self._doors = doors
        self._body_limit_s = body_limit_s

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        """Serve one request or connection."""
        match scope["type"]:
            case "http":
                accepted = ",".join(Headers(scope=scope).getlist("accept-language"))
                with answering_in(accepted):
                    await self._serve(scope, receive, _with_headers(send))
            case "websocket":
                if self._doors.refusal(_values(scope)) is None:
                    await self._app(scope, receive, send)
                else:
                    await send({"type": "websocket.close", "code": _POLICY_VIOLATION})
            case _:
                await self._app(scope, receive, send)

    async def _serve(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        try:
            header = self._doors.refusal(_values(scope))
            if header is not None:
                raise ApiProblem(
                    403,
                    "forbidden",
                    _("This address serves only programs and pages on this machine."),
                    {"header": header},
                )
            body = await self._body(scope, receive)
        except ApiProblem as problem:
            # What has not been read of the body is in the way of another request.
            await problem.response({"Connection": "close"})(scope, receive, send)
            return
        if body is not None:
            await self._app(scope, _replay(body, receive), send)

    async def _body(self, scope: "Scope", receive: "Receive") -> bytes | None:
        """Return the body, or None if whoever sent it has gone."""
        most = self._most(scope)
        declared = Headers(scope=scope).get("content-length", "0")
        # h11 lets only digits through.
        if int(declared) > most:
            raise _too_large(most)
        body = bytearray()
        try:
            async with asyncio.timeout(self._body_limit_s):
                while True:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        return None
                    body += message.get("body", b"")
                    if len(body) > most:
                        raise _too_large(most)
                    if not message.get("more_body", False):
                        return bytes(body)
        except TimeoutError:
            message_text = _("The request did not arrive in time.")
            raise ApiProblem(408, "request_timeout", message_text) from None

    def _most(self, scope: "Scope") -> int:
        """Return how large a body may be; strangers are not listened to for long."""
        large = self._large
        if large is None or scope["path"] != large.path:
            return MAX_BODY
        given = bearer(Headers(scope=scope).get("authorization"))
        return large.max_bytes if is_token(given, large.token) else MAX_BODY


def _too_large(most: int) -> ApiProblem:
    return ApiProblem(
        413,
        "payload_too_large",
        _("A request may have at most {count} bytes.").format(count=most),
        {"max_bytes": most},
    )


def _values(scope: "Scope") -> dict[str, list[str]]:
    headers = Headers(scope=scope)
    return {name: headers.getlist(name) for name in headers}


def _replay(body: bytes, receive: "Receive") -> "Receive":
    """Return a `receive` that gives the body that was read, then what comes after it."""
    is_given = False

    async def again() -> "Message":
        nonlocal is_given
        if is_given:
            return await receive()
        is_given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again


def _with_headers(send: "Send") -> "Send":
    async def sending(message: "Message") -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in _HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return sending
