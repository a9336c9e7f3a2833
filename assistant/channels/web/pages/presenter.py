"""Puts questions on pages in the browser for the question desk. Engine loop."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING, Final, Protocol

from assistant.channels.web.pages.page import QuestionPage
from assistant.channels.web.pages.registry import CHOICE_PATH, PageRegistry
from assistant.channels.web.server.http_server import open_server
from assistant.errors import AssistantError
from assistant.questions.desk.presenter import Presentation
from assistant.questions.model.question import Channel, Draft, Origin, QuestionSet, Response
from assistant.questions.model.validation import may_answer

if TYPE_CHECKING:
    from fastapi import APIRouter

_log = logging.getLogger(__name__)

NEAR: Final = frozenset({Channel.WEB, Channel.MCP, Channel.API})
"""Where a request comes from whose person a page on this machine reaches, if nothing nearer does."""


class PageHost(Protocol):
    """Where pages are served."""

    def lease(self) -> AbstractAsyncContextManager[str]:
        """Serve until the context is left; gives the address, without a slash at its end.

        Raises:
            OSError: If nothing can be served.
        """
        ...


class OnDemandPageHost:
    """Implements `PageHost` with a server that is opened with the first page and closed with the last."""

    def __init__(self, routes: "Sequence[APIRouter]") -> None:
        self._routes = routes
        self._turn = asyncio.Lock()
        """Held while it opens or closes."""
        self._leases = 0
        self._server = AsyncExitStack()
        self._url = ""

    @asynccontextmanager
    async def lease(self) -> AsyncGenerator[str]:
        """Open the server, unless it stands; close it after the last lease."""
        async with self._turn:
            if self._leases == 0:
                served = await self._server.enter_async_context(open_server(self._routes))
                self._url = served.url
            self._leases += 1
        try:
            yield self._url
        finally:
            async with self._turn:
                self._leases -= 1
                if self._leases == 0:
                    await self._server.aclose()


class WebPresenter:
    """Implements `Presenter` with a page for each question.

    Args:
        pages: What the pages show.
        host: Where they are served.
        open_page: Opens an address in the user's browser, where that is possible; it leads to the
            page once. That it fails is no error: the page's address was told.
        tell_address: Told the id of each question and the address of its page, before it waits.
        tell_gone: Told the id of each question whose page is gone.
        near: Where the requests come from that it puts.
    """

    channel = Channel.WEB

    def __init__(
        self,
        *,
        pages: PageRegistry,
        host: PageHost,
        open_page: Callable[[str], Awaitable[object]] | None = None,
        tell_address: Callable[[str, str], None] = lambda _questions_id, _address: None,
        tell_gone: Callable[[str], None] = lambda _questions_id: None,
        near: frozenset[Channel] = NEAR,
    ) -> None:
        self._pages = pages
        self._host = host
        self._open_page = open_page
        self._tell_address = tell_address
        self._tell_gone = tell_gone
        self._near = near
        self._keepers: dict[QuestionPage, asyncio.Task[None]] = {}
        """What serves each page, until it is over."""

    def fits(self, questions: QuestionSet, where: Origin) -> bool:
        """Whether the request came from somebody that a page reaches, and it may be answered there."""
        self._pages.expect(questions, where)
        return where.channel in self._near and may_answer(questions, Channel.WEB)

    async def present(
        self, questions: QuestionSet, draft: Draft, desk: Presentation
    ) -> Response | None:
        """Serve the page and wait for the response; when cancelled, the page is taken away soon.

        Raises:
            OSError: If nothing can be served.
        """
        page = self._pages.open(questions, draft, desk)
        try:
            if page not in self._keepers:
                await self._serve(page)
            return await page.answered()
        finally:
            self._pages.leave(page)

    def update_draft(self, questions_id: str, draft: Draft) -> None:
        """Show selections made in another place."""
        self._pages.update_draft(questions_id, draft)

    async def wait_until_seen(self) -> None:
        """Return when the pages of all questions that are settled are gone."""
        over = [keeper for page, keeper in self._keepers.items() if not page.is_open]
        if over:
            await asyncio.wait(over)

    async def aclose(self) -> None:
        """Take every page away; what is not settled is left open elsewhere. Idempotent."""
        keepers = dict(self._keepers)
        for page, keeper in keepers.items():
            if not page.settled.is_set():  # else it goes by itself, in a moment
                keeper.cancel()
        if keepers:
            await asyncio.wait(keepers.values())

    async def _serve(self, page: QuestionPage) -> None:
        """Return once the page can be reached; it stays until it is over."""
        ready: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        keeper = asyncio.create_task(self._keep(page, ready), name=f"page of {page.questions.id}")
        self._keepers[page] = keeper
        keeper.add_done_callback(lambda task: self._over(page, task))
        address = await ready
        self._tell_address(page.questions.id, address)

    async def _keep(self, page: QuestionPage, ready: "asyncio.Future[str]") -> None:
        try:
            async with self._host.lease() as url:
                address = f"{url}{CHOICE_PATH}{page.ticket}"
                if not ready.done():
                    ready.set_result(address)
                opening = asyncio.create_task(self._open(url, page), name="opens-browser")
                try:
                    await page.wait_until_seen()
                finally:
                    opening.cancel()
                    await asyncio.wait({opening})
        except OSError as error:
            if ready.done():
                raise
            ready.set_exception(error)
        finally:
            ready.cancel()  # nobody waits for an address that never came
            self._pages.forget(page)
            self._tell_gone(page.questions.id)

    async def _open(self, url: str, page: QuestionPage) -> None:
        if self._open_page is None:
            return
        try:
            await self._open_page(url + self._pages.link(page))
        except (AssistantError, OSError) as error:
            _log.info("The page was not opened in a browser: %s", error)

    def _over(self, page: QuestionPage, task: "asyncio.Task[None]") -> None:
        self._keepers.pop(page, None)
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.error("A page failed.", exc_info=error)
