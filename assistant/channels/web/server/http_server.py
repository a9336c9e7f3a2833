"""A small HTTP server on this machine: opened and closed by whoever needs one. Runs on its loop.

It listens on the loopback interface alone, at a port that the system chooses, and on a socket in a
private folder if it is given one. `RequestGuard` stands before every route. What a route holds open (a stream, a socket that waits) has to end when `closing` of
the application's state is set: the port is closed within two seconds.
"""

import asyncio
import contextlib
import logging
import socket
from collections.abc import AsyncGenerator, Generator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final, cast

import uvicorn
from fastapi import APIRouter, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response
from typing_extensions import override

from assistant.channels.web.server.connections import HttpConnection
from assistant.channels.web.server.guard import MAX_BODY, LargeBody, RequestGuard
from assistant.channels.web.server.model.origins import LOOPBACK, AllowedHosts
from assistant.channels.web.server.model.problems import ApiProblem
from assistant.channels.web.server.model.unreadable_request import (
    body_text,
    field_problems,
    fields_text,
)
from assistant.locale import _

logger = logging.getLogger(__name__)

CLOSE_LIMIT_S: Final = 1.8
"""Seconds until connections that are still open are dropped."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunningServer:
    """A server that listens."""

    doors: AllowedHosts
    closing: asyncio.Event
    """Set when the server goes; what a route holds open ends then."""

    @property
    def url(self) -> str:
        """Where it is reached, without a slash at the end."""
        return self.doors.address


@asynccontextmanager
async def open_server(
    routes: Sequence[APIRouter],
    *,
    title: str = "Parley",
    port: int = 0,
    path: Path | None = None,
    large: LargeBody | None = None,
) -> AsyncGenerator[RunningServer]:
    """Serve these routes until the context is left; the port is closed then.

    Args:
        routes: What is served. A route finds the event that ends it as
            `request.app.state.closing`.
        title: Of the application, for its description.
        port: Where to listen; 0 for any that is free.
        path: Where to listen too; what is there is replaced, and the caller removes it.
        large: The call that takes more than others; a message of a socket may be as long.

    Raises:
        OSError: If the port or the path cannot be had.
    """
    listening = socket.socket()
    local = None if path is None else _listen_at(path)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((LOOPBACK, port))
        doors = AllowedHosts(port=listening.getsockname()[1])
        closing = asyncio.Event()
        app = build_app(routes, title=title, closing=closing)
        server = _Server(
            RequestGuard(app, doors=doors, large=large),
            max_frame=4 * MAX_BODY if large is None else large.max_bytes,
        )
        task = asyncio.create_task(
            server.serve(sockets=[one for one in (listening, local) if one]), name="web-server"
        )
        try:
            await server.until_ready(task)
            yield RunningServer(doors=doors, closing=closing)
        finally:
            closing.set()
            await server.close(task)
    finally:
        listening.close()
        if local is not None:
            local.close()


def _listen_at(path: Path) -> socket.socket:
    """Bind a socket in a folder that nobody else may enter."""
    path.unlink(missing_ok=True)
    local = socket.socket(socket.AF_UNIX)
    try:
        local.bind(str(path))
        path.chmod(0o600)
    except BaseException:
        local.close()
        raise
    return local


def build_app(routes: Sequence[APIRouter], *, title: str, closing: asyncio.Event) -> FastAPI:
    """Return the application with these routes, its errors told as `ProblemBody`."""
    app = FastAPI(title=title, docs_url=None, redoc_url=None, openapi_url=None)
    app.state.closing = closing
    for router in routes:
        app.include_router(router)
    app.add_exception_handler(ApiProblem, _tell_problem)
    app.add_exception_handler(RequestValidationError, _tell_invalid)
    app.add_exception_handler(HTTPException, _tell_http)
    app.add_exception_handler(Exception, _tell_bug)
    return app


class _Server(uvicorn.Server):
    """A server that leaves signals to the program and sleeps until it is closed."""

    def __init__(self, app: RequestGuard, *, max_frame: int) -> None:
        super().__init__(
            uvicorn.Config(
                cast("Any", app),
                http=HttpConnection,
                ws="websockets-sansio",
                ws_max_size=max_frame,  # a page refuses sooner, and says why
                lifespan="off",
                log_config=None,
                access_log=False,  # addresses may hold one-time secrets
                server_header=False,
                date_header=False,
                timeout_graceful_shutdown=1,
            )
        )
        self._ready = asyncio.Event()
        self._leaving = asyncio.Event()

    @override
    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        yield

    @override
    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._ready.set()

    @override
    async def main_loop(self) -> None:
        await self.on_tick(0)  # the headers of every answer
        await self._leaving.wait()

    async def until_ready(self, task: "asyncio.Task[None]") -> None:
        """Return when it listens; raises what prevented that."""
        ready = asyncio.create_task(self._ready.wait(), name="web-server-ready")
        try:
            await asyncio.wait({task, ready}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            ready.cancel()
        if task.done():
            task.result()

    async def close(self, task: "asyncio.Task[None]") -> None:
        """Close the port and end what is still open."""
        self._leaving.set()
        try:
            await asyncio.wait({task}, timeout=CLOSE_LIMIT_S)
        finally:  # also where closing is cancelled itself
            if not task.done():
                logger.warning("The server did not close in time; it is cut off")
                task.cancel()
                await asyncio.wait({task})
        if not task.cancelled() and (error := task.exception()) is not None:
            logger.error("The server failed", exc_info=error)


async def _tell_problem(_request: Request, problem: Exception) -> Response:
    assert isinstance(problem, ApiProblem)
    return problem.response()


async def _tell_invalid(_request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    fields = field_problems(cast("Sequence[dict[str, Any]]", error.errors()))
    return ApiProblem(400, "invalid_request", fields_text(fields), {"fields": fields}).response()


async def _tell_http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    status = HTTPStatus(error.status_code)
    headers = error.headers or {}
    asked = {"method": request.method, "path": request.url.path}
    match status:
        case HTTPStatus.BAD_REQUEST:  # so far only for a body
            text = body_text(error.__cause__)
            return ApiProblem(400, "invalid_request", text).response(headers)
        case HTTPStatus.NOT_FOUND if asked["path"].startswith("/api/"):
            text = _("There is no call {path}; /api/openapi.json lists those there are.").format(
                path=asked["path"]
            )
        case HTTPStatus.NOT_FOUND:
            text = _("There is no {path} here.").format(path=asked["path"])
        case HTTPStatus.METHOD_NOT_ALLOWED:
            text = _("{path} takes {methods} and not {method}.").format(
                methods=headers.get("Allow", ""), **asked
            )
        case _:
            text = f"{status.phrase}."
    return ApiProblem(error.status_code, status.name.lower(), text, asked).response(headers)


async def _tell_bug(_request: Request, _error: Exception) -> Response:
    """Answer where the program itself failed; the server logs the error."""
    text = _("Something went wrong inside Parley; its log says more.")
    return ApiProblem(500, "internal_error", text).response()
