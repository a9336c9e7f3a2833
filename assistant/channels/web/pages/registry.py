"""The pages that questions are answered on: which are open, which belong together. Engine loop.

The address of a page is a secret that stands for one question and is never used again. It is told
to whoever asked. A browser is started with another address instead, because all users of a machine
see the arguments of its programs: that one leads to the page once, then nowhere.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from assistant.channels.web.pages.model.actions import PageAction
from assistant.channels.web.pages.model.page_content import PageContent
from assistant.channels.web.pages.model.view import PageWaiting
from assistant.channels.web.pages.model.wording import header_of
from assistant.channels.web.pages.page import QuestionPage
from assistant.channels.web.server.model.tokens import is_token, new_token
from assistant.clock import Clock
from assistant.errors import AnswerRefused, RefusalReason
from assistant.questions.card.question_card import QuestionCard
from assistant.questions.desk.presenter import Presentation
from assistant.questions.form.similar_questions import alike, carry_over_response
from assistant.questions.model.pending_question import PendingQuestion
from assistant.questions.model.question import (
    Answered,
    Channel,
    Draft,
    Origin,
    QuestionSet,
    Response,
)
from assistant.questions.model.round_history import RoundHistory
from assistant.questions.model.round_state import AskedRound
from assistant.questions.model.validation import not_found

CHOICE_PATH: Final = "/choice/"
"""Before the ticket of every page."""
OPEN_PATH: Final = "/open/"
"""Before what leads a browser to a page, once."""
ARM_MS: Final = 300
"""How long presses are ignored, where no setting says."""
_MOST_REMEMBERED: Final = 256
"""Addresses and conversations that are remembered."""


class PageRegistry:
    """All pages of this program.

    Whoever hears what becomes of questions calls `settled` for every one that is closed, so that
    pages say where it was answered and show the rounds before theirs.

    Args:
        clock: Time.
        arm_ms: How long clicks and keys are ignored after a page appeared, in milliseconds.
        reopen: Asks the question with this id again, after it timed out; it is put on its page then.
            None if nobody can.
    """

    def __init__(
        self,
        *,
        clock: Clock,
        arm_ms: Callable[[], int] = lambda: ARM_MS,
        reopen: Callable[[str], None] | None = None,
    ) -> None:
        self._clock = clock
        self._arm_ms = arm_ms
        self._reopen = reopen
        self._pages: dict[str, QuestionPage] = {}
        """By the id of the question set."""
        self._gone: dict[str, str] = {}
        """What is said at an address that was used: ticket → words."""
        self._links: dict[str, str] = {}
        """The ticket of the page that each unused link leads to."""
        self._sessions: dict[str, str] = {}
        """The conversation each question belongs to."""
        self._history: dict[str, RoundHistory] = {}
        """The rounds that are over, by conversation."""

    def expect(self, questions: QuestionSet, where: Origin) -> None:
        """Note which conversation a question belongs to, before it is put."""
        self._sessions[questions.id] = where.conversation_id
        _trim(self._sessions)

    def recall(self, session: str, rounds: Sequence[AskedRound]) -> None:
        """Learn what was asked in a conversation so far, also before this program started."""
        history = RoundHistory()
        for one in rounds:
            if one.response is not None:
                history.remember(one.questions, one.response)
        self._history[session] = history
        _trim(self._history)

    def open(self, questions: QuestionSet, draft: Draft, desk: Presentation) -> QuestionPage:
        """Return the page of a question: a new one, or the one that has it still."""
        page = self._pages.get(questions.id)
        is_same = page is not None and page.questions == questions.model_copy(
            update={"version": page.questions.version}
        )
        if page is not None and is_same and not page.settled.is_set():
            page.resume(draft, desk)
        else:
            session = self._sessions.get(questions.id, "")
            earlier = self._history.get(session, RoundHistory()).before(questions)
            page = QuestionPage(
                ticket=new_token(),
                content=PageContent.of(
                    QuestionCard.begin(questions, draft), earlier=tuple(earlier)
                ),
                desk=desk,
                clock=self._clock,
                session=session,
                arm_ms=self._arm_ms(),
                reopen=None if self._reopen is None else partial(self._reopen, questions.id),
            )
            self._pages[questions.id] = page
        self._relate()
        return page

    def find(self, ticket: str) -> QuestionPage | None:
        """Return the page at this address; None if there is none or it is gone."""
        for page in self._pages.values():
            if is_token(ticket, page.ticket):
                return page
        return None

    def link(self, page: QuestionPage) -> str:
        """Return a path that leads to a page, once."""
        secret = new_token()
        self._links[secret] = page.ticket
        _trim(self._links)
        return OPEN_PATH + secret

    def follow(self, secret: str) -> str | None:
        """Use a link up; return the path of its page, or None if it was used or never was one."""
        known = next((one for one in self._links if is_token(secret, one)), None)
        return None if known is None else CHOICE_PATH + self._links.pop(known)

    def farewell(self, ticket: str) -> str | None:
        """Return what is said at an address that was used; None if it never was one."""
        page = self.find(ticket)
        if page is not None:
            return None if page.is_there else page.farewell
        return self._gone.get(ticket)

    def act(self, ticket: str, action: PageAction) -> None:
        """Do what the user did on a page.

        Raises:
            AnswerRefused: `NOT_FOUND` if there never was such a page, `CLOSED` if it is gone, or as
                `QuestionPage.take`.
        """
        page = self.find(ticket)
        if page is None:
            raise self._gone_or_unknown(ticket)
        others = page.content.similar
        response = page.take(action)
        if response is not None and isinstance(response, Answered) and action.for_all:
            for one in others:
                other = self._pages.get(one.id)
                if other is not None:
                    other.respond(carry_over_response(response, page.questions, one))
        if response is not None:
            self._relate()

    def _gone_or_unknown(self, ticket: str) -> AnswerRefused:
        words = self._gone.get(ticket)
        return not_found() if words is None else AnswerRefused(RefusalReason.CLOSED, words)

    def update_draft(self, questions_id: str, draft: Draft) -> None:
        """Show selections made in another place."""
        page = self._pages.get(questions_id)
        if page is not None:
            page.show_draft(draft)

    def leave(self, page: QuestionPage) -> None:
        """Nobody waits for an answer on this page any more."""
        page.leave()
        self._relate()

    def settled(self, questions: QuestionSet, response: Response, channel: Channel | None) -> None:
        """Hear how a question was settled; safe to call for every one that closes."""
        session = self._sessions.get(questions.id)
        if session is not None:
            self._history.setdefault(session, RoundHistory()).remember(questions, response)
            _trim(self._history)
        page = self._pages.get(questions.id)
        if page is not None:
            page.settle(response, channel)

    def forget(self, page: QuestionPage) -> None:
        """The page is over; its address leads nowhere from now on."""
        if self._pages.get(page.questions.id) is page:
            del self._pages[page.questions.id]
        self._gone[page.ticket] = page.farewell
        _trim(self._gone)
        self._relate()

    def _relate(self) -> None:
        """Tell every page which others are alike, and which wait beside it."""
        now = self._clock.now()
        pages = [page for page in self._pages.values() if page.is_open]
        pending = [
            PendingQuestion(
                id=page.questions.id,
                questions=page.questions,
                origin=Origin(channel=Channel.WEB, conversation_id=page.session),
                asked_at=now,
                draft=page.content.card.draft,
                is_presented=True,
                deadline=now,
            )
            for page in pages
        ]
        groups = alike(pending)
        for page in pages:
            group = next((g for g in groups if any(one.id == page.questions.id for one in g)), ())
            others = (one.questions for one in group if one.id != page.questions.id)
            page.show_similar(tuple(others))
        for page in self._pages.values():
            page.show_waiting(
                tuple(
                    PageWaiting(
                        label=header_of(other.questions), address=CHOICE_PATH + other.ticket
                    )
                    for other in pages
                    if other is not page and other.session and other.session == page.session
                )
            )


def _trim(remembered: dict[str, str] | dict[str, RoundHistory]) -> None:
    """Forget what is oldest."""
    while len(remembered) > _MOST_REMEMBERED:
        del remembered[next(iter(remembered))]
