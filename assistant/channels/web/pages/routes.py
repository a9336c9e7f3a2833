"""The addresses of questions' pages. Engine loop.

`/choice/<ticket>` is the page; under it `view` gives what it shows (at once, or when it changes),
`act` takes what the user does, and `socket` is both at once. `/open/<link>` leads a browser there, once. `/page/<name>` are its style and its
scripts, which hold nothing secret. Whoever knows a ticket may answer that one question.
"""

import asyncio
import logging
from collections.abc import Mapping
from contextlib import suppress
from html import escape
from pathlib import Path
from string import Template
from typing import Final

from fastapi import APIRouter, Request, Response, WebSocket, WebSocketDisconnect
from fastapi.responses import FileResponse, HTMLResponse, RedirectResponse
from pydantic import ValidationError

from assistant.channels.web.pages.model.actions import PageAction, read_action
from assistant.channels.web.pages.model.phase import PagePhase
from assistant.channels.web.pages.page import QuestionPage
from assistant.channels.web.pages.registry import CHOICE_PATH, OPEN_PATH, PageRegistry
from assistant.channels.web.server.guard import MAX_BODY
from assistant.channels.web.server.model.problems import ApiProblem
from assistant.errors import AnswerRefused, RefusalReason
from assistant.locale import _, current_language

_log = logging.getLogger(__name__)

POLL_S: Final = 20.0
"""How long a request waits for a change."""
_FILES: Final = Path(__file__).parent / "static"
_TYPEFACE: Final = Path(__file__).parents[2] / "typeface"
_TYPES: Final = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
_TOO_BIG: Final = 1009
_BAD_DATA: Final = 1007
"""RFC 6455, 7.4.1."""


def page_routes(pages: PageRegistry) -> APIRouter:
    """Return the routes of the pages."""
    router = APIRouter(include_in_schema=False)
    served = _Served(pages)
    router.add_api_route("/page/{name}", served.file, methods=["GET"])
    router.add_api_route(OPEN_PATH + "{link}", served.open, methods=["GET"])
    router.add_api_route(CHOICE_PATH + "{ticket}", served.page, methods=["GET"])
    router.add_api_route(CHOICE_PATH + "{ticket}/view", served.view, methods=["GET"])
    router.add_api_route(CHOICE_PATH + "{ticket}/act", served.act, methods=["POST"])
    router.add_api_websocket_route(CHOICE_PATH + "{ticket}/socket", served.socket)
    return router


class _Served:
    def __init__(self, pages: PageRegistry) -> None:
        self._pages = pages
        self._files = _read_files()
        self._fonts = frozenset(file.name for file in _TYPEFACE.glob("*.ttf"))
        self._page = Template((_FILES / "page.html").read_text(encoding="utf-8"))
        self._gone = Template((_FILES / "gone.html").read_text(encoding="utf-8"))

    async def file(self, name: str) -> Response:
        """Give a style, a script or a font."""
        if name in self._fonts:
            return FileResponse(_TYPEFACE / name, media_type="font/ttf")
        content = self._files.get(name)
        if content is None:
            raise ApiProblem(404, "not_found", _("There is no such file."))
        return Response(content, media_type=_TYPES[Path(name).suffix])

    async def open(self, link: str) -> Response:
        """Lead a browser to the page, the first that comes."""
        path = self._pages.follow(link)
        if path is not None:
            return RedirectResponse(path, 303)
        return self._said(410, _("This link was used already. Open the page's own address."))

    async def page(self, ticket: str) -> Response:
        """Give the page itself; it fetches what it shows."""
        farewell = self._pages.farewell(ticket)
        if farewell is not None:
            return self._said(410, farewell)
        if self._pages.find(ticket) is None:
            return self._said(404, _unknown())
        return HTMLResponse(
            self._page.substitute(
                lang=current_language(),
                wait=escape(_("One moment…")),
                noscript=escape(
                    _("This page needs JavaScript. You can answer in Parley's window instead.")
                ),
            )
        )

    def _said(self, status: int, words: str) -> Response:
        close = _("You can close this page.")
        text = self._gone.substitute(
            lang=current_language(), words=escape(words), close=escape(close)
        )
        return HTMLResponse(text, status)

    async def view(self, request: Request, ticket: str, after: int = 0) -> Response:
        """Give what the page shows, once it is newer than version `after` or some time is over."""
        page = self._find(ticket)
        with page.watched():
            await _change(page, after, request.app.state.closing)
        return _json(page)

    async def act(self, request: Request, ticket: str) -> Response:
        """Do what the user did."""
        page = self._find(ticket)
        try:
            self._pages.act(ticket, read_action(await request.body()))
        except ValidationError as error:
            raise _unreadable(error) from error
        except AnswerRefused as refused:
            raise _problem(refused) from refused
        return _json(page)

    async def socket(self, socket: WebSocket, ticket: str) -> None:
        """Tell every change and take what the user does, until the question is settled."""
        page = self._pages.find(ticket)
        if page is None:
            await socket.close()  # before it is accepted: a refusal
            return
        await socket.accept()
        hearing = asyncio.create_task(self._hear(socket, ticket), name="page-hears")
        telling = asyncio.create_task(_tell(socket, page), name="page-tells")
        closing = asyncio.create_task(socket.app.state.closing.wait(), name="page-closes")
        tasks = {hearing, telling, closing}
        try:
            with page.watched():
                await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)
        for task in tasks:
            if not task.cancelled() and (error := task.exception()) is not None:
                _log.error("A page's connection broke.", exc_info=error)
        with suppress(RuntimeError, WebSocketDisconnect):  # it is closed already
            await socket.close()

    async def _hear(self, socket: WebSocket, ticket: str) -> None:
        while True:
            message = await socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            text = str(message.get("text") or "")
            if len(text.encode("utf-8", "replace")) > MAX_BODY:
                await socket.close(_TOO_BIG)
                return
            try:
                action = read_action(text)
            except ValidationError:
                await socket.close(_BAD_DATA)
                return
            self._act_quietly(ticket, action)

    def _act_quietly(self, ticket: str, action: PageAction) -> None:
        """Do what the user did; that it came too late, they see in what the page shows now."""
        try:
            self._pages.act(ticket, action)
        except AnswerRefused as refused:
            _log.info("A page's action was refused: %s", refused.reason.value)
            page = self._pages.find(ticket)
            if page is not None and page.is_open:
                page.refuse(refused.message)
                page.change()

    def _find(self, ticket: str) -> QuestionPage:
        page = self._pages.find(ticket)
        if page is not None:
            return page
        words = self._pages.farewell(ticket)
        if words is None:
            raise ApiProblem(404, "question_not_found", _unknown())
        raise ApiProblem(410, "gone", words)


def _unknown() -> str:
    """Return what is said at an address that is none; it may be from before a restart."""
    return _("This page is not known here. If its question still waits, Parley's window has it.")


async def _tell(socket: WebSocket, page: QuestionPage) -> None:
    with suppress(WebSocketDisconnect):
        while True:
            view = page.view()
            await socket.send_text(view.model_dump_json())
            if view.phase is PagePhase.SETTLED:
                return
            await page.newer(view.version)


async def _change(page: QuestionPage, after: int, closing: asyncio.Event) -> None:
    """Return when the page is newer, the server goes, or it has taken long enough."""
    waits = {
        asyncio.create_task(page.newer(after), name="page-newer"),
        asyncio.create_task(closing.wait(), name="page-closing"),
    }
    try:
        await asyncio.wait(waits, timeout=POLL_S, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for wait in waits:
            wait.cancel()
        await asyncio.wait(waits)


def _json(page: QuestionPage) -> Response:
    return Response(page.view().model_dump_json(), media_type="application/json")


def _problem(refused: AnswerRefused) -> ApiProblem:
    match refused.reason:
        case RefusalReason.ALREADY_ANSWERED | RefusalReason.CLOSED:
            return ApiProblem(410, refused.reason.value, refused.message)
        case RefusalReason.NOT_FOUND | RefusalReason.WRONG_SESSION:
            return ApiProblem(404, "question_not_found", refused.message)
        case RefusalReason.NOT_ALLOWED:
            return ApiProblem(403, "not_allowed", refused.message)
        case RefusalReason.INVALID:
            return ApiProblem(400, "invalid_answer", refused.message)


def _unreadable(error: ValidationError) -> ApiProblem:
    found = [".".join(str(part) for part in one["loc"]) or "body" for one in error.errors()]
    text = _("The request cannot be read: {fields}.").format(fields=", ".join(found))
    return ApiProblem(400, "invalid_request", text)


def _read_files() -> Mapping[str, bytes]:
    return {file.name: file.read_bytes() for file in _FILES.iterdir() if file.suffix in _TYPES}
