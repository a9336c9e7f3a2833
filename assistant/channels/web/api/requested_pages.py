"""Pages for questions of the running program, for whoever asks for one. Engine loop only.

A question that is before the user is put on a page besides, at an address that is told to the
program that wanted it. The first answer counts, wherever it is given.
"""

import asyncio
from collections.abc import Callable
from typing import Final

from assistant.channels.web.api.model.desk_problems import check_settleable, problem_of
from assistant.channels.web.api.sessions import ApiSession
from assistant.channels.web.pages.presenter import PageHost, WebPresenter
from assistant.channels.web.pages.registry import PageRegistry
from assistant.channels.web.server.model.problems import ApiProblem
from assistant.errors import AnswerRefused
from assistant.locale import _
from assistant.protocol.events import EngineEvent
from assistant.protocol.questions import QuestionAsked, QuestionClosed
from assistant.questions.desk.model.lifecycle import LifecycleEvent
from assistant.questions.desk.presenter import Presentation
from assistant.questions.desk.question_desk import QuestionDesk
from assistant.questions.model.question import (
    Channel,
    Draft,
    Origin,
    QuestionSet,
    Response,
    TimedOut,
)

_LIMIT_S: Final = 2.0
"""How long a page may take to be there."""


class RequestedPages:
    """Puts questions on pages when somebody asks for one.

    Args:
        desk: Has the questions.
        pages: What the pages show; whoever serves them has their routes.
        host: Where they are served.
    """

    def __init__(self, *, desk: QuestionDesk, pages: PageRegistry, host: PageHost) -> None:
        self._desk = desk
        self._pages = pages
        self._presenter = WebPresenter(
            pages=pages,
            host=host,
            tell_address=self._told,
            tell_gone=self._leave,
            near=frozenset(Channel),
        )
        self._addresses: dict[str, asyncio.Future[str]] = {}
        """The address of each question's page, or who waits for it."""
        self._removes: dict[str, Callable[[], None]] = {}

    def on_event(self, event: EngineEvent) -> None:
        """Hear what becomes of questions, so that pages say it."""
        match event:
            case QuestionAsked():
                self._pages.expect(event.questions, event.origin)
            case QuestionClosed():
                self._pages.settled(event.questions, event.response, event.channel)
                if not isinstance(event.response, TimedOut):  # it may be put on its page again
                    self._leave(event.questions.id)
            case _:
                pass

    async def open(self, session: ApiSession, question_id: str) -> str:
        """Return the address of the page of an open question.

        Raises:
            Problem: 404 `question_not_found`; 400 `already_answered` or `closed`; 403
                `not_allowed` if it may not be answered on a page; 409 `not_shown` if it is not
                before the user.
        """
        stored = session.held(question_id)
        try:
            check_settleable(stored, LifecycleEvent.PUT, Channel.WEB)
        except AnswerRefused as refused:
            raise problem_of(refused, question_id, None) from refused
        if not any(p.id == stored.id and p.is_presented for p in self._desk.pending()):
            raise _not_shown(question_id)
        address = self._addresses.get(stored.id)
        if address is None:
            self._pages.recall(stored.origin.conversation_id, session.rounds())
            address = asyncio.get_running_loop().create_future()
            self._addresses[stored.id] = address
            one = _OnePage(questions_id=stored.id, presenter=self._presenter)
            self._removes[stored.id] = self._desk.register(one)
        try:
            async with asyncio.timeout(_LIMIT_S):
                return await asyncio.shield(address)
        except TimeoutError as error:
            self._leave(stored.id)
            raise _not_shown(question_id) from error
        except asyncio.CancelledError as error:
            if not address.cancelled():  # it is this call that is cancelled
                raise
            raise _not_shown(question_id) from error

    async def aclose(self) -> None:
        """Take every page away."""
        for questions_id in tuple(self._addresses):
            self._leave(questions_id)
        await self._presenter.aclose()

    def _told(self, questions_id: str, address: str) -> None:
        waiting = self._addresses.get(questions_id)
        if waiting is not None and not waiting.done():
            waiting.set_result(address)

    def _leave(self, questions_id: str) -> None:
        """Forget a page; nothing more is put on it."""
        address = self._addresses.pop(questions_id, None)
        if address is not None:
            address.cancel()
        remove = self._removes.pop(questions_id, None)
        if remove is not None:
            remove()


class _OnePage:
    """Puts one question, and no other, on a page."""

    channel = Channel.WEB

    def __init__(self, *, questions_id: str, presenter: WebPresenter) -> None:
        self._questions_id = questions_id
        self._presenter = presenter

    def fits(self, questions: QuestionSet, where: Origin) -> bool:
        """Whether it is this question."""
        return questions.id == self._questions_id and self._presenter.fits(questions, where)

    async def present(
        self, questions: QuestionSet, draft: Draft, desk: Presentation
    ) -> Response | None:
        """Put it on its page and wait for the response."""
        return await self._presenter.present(questions, draft, desk)

    def update_draft(self, questions_id: str, draft: Draft) -> None:
        """Show selections made in another place."""
        if questions_id == self._questions_id:
            self._presenter.update_draft(questions_id, draft)


def _not_shown(question_id: str) -> ApiProblem:
    return ApiProblem(
        409,
        "not_shown",
        _("This question is not before the person now."),
        {"question_id": question_id},
    )
