"""The life of one question's page: open, answered, settled, gone. Engine loop.

A page is open from the moment its question is put until it is settled, here or elsewhere; then it
shows for a moment what became of the question, to whoever has it open. Where a question that timed
out can be asked again, its page stays for whoever looks at it.
"""

import asyncio
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import replace
from functools import reduce
from typing import Final

from assistant.channels.web.pages.model import wording
from assistant.channels.web.pages.model.actions import PageAction
from assistant.channels.web.pages.model.page_content import PageContent
from assistant.channels.web.pages.model.page_gestures import gestures_of
from assistant.channels.web.pages.model.phase import (
    ALONE_S,
    OUTCOME_KEPT_S,
    OUTCOME_WAIT_S,
    OVER,
    PAUSE_S,
    REOPEN_S,
    THERE,
    PagePhase,
)
from assistant.channels.web.pages.model.view import PageClock, PageTone, PageView, PageWaiting
from assistant.channels.web.pages.model.view_builder import open_view, settled_view
from assistant.clock import Clock
from assistant.errors import AnswerRefused, RefusalReason
from assistant.locale import _
from assistant.questions.card.question_card import QuestionCard
from assistant.questions.desk.model.answer_timer import AnswerTimer
from assistant.questions.desk.presenter import Presentation
from assistant.questions.model.question import (
    Answered,
    Channel,
    Draft,
    Method,
    Provenance,
    QuestionSet,
    Response,
    TimedOut,
)
from assistant.questions.model.response_text import stored_status

_METHODS: Final = {"click": Method.CLICK, "key": Method.KEY, "typed": Method.TYPED}
_SIGNS: Final = frozenset({"shown", "touched"})
"""What says only that the user is there."""


class QuestionPage:
    """One question on its page.

    Args:
        ticket: The secret of its address.
        content: The question and what stands beside it.
        desk: Whom to tell what the user does.
        clock: Time.
        session: The conversation.
        arm_ms: How long clicks and keys are ignored after the page appeared.
        reopen: Asks the question again that timed out; None if that cannot be.
    """

    def __init__(
        self,
        *,
        ticket: str,
        content: PageContent,
        desk: Presentation,
        clock: Clock,
        session: str,
        arm_ms: int,
        reopen: Callable[[], None] | None,
    ) -> None:
        self.ticket: Final = ticket
        self.content = content
        self.session: Final = session
        self._desk = desk
        self._clock = clock
        self._arm_ms = arm_ms
        self._reopen = reopen
        self._patience = AnswerTimer(timeout_s=content.questions.timeout_s)
        self._phase = PagePhase.OPEN
        self._answer: asyncio.Future[Response] = asyncio.get_running_loop().create_future()
        self._response: Response | None = None
        self._outcome: tuple[str, ...] = ()
        self._tone: PageTone = "plain"
        self._farewell = _("This question is already answered")
        self._version = 1
        self._asked = 1
        """How often the question was put here; an action is for the time that its page showed."""
        self._changed = asyncio.Event()
        self._watchers = 0
        self._unwatched = asyncio.Event()
        self._unwatched.set()
        self._timer: asyncio.TimerHandle | None = None
        """Ends the phase it is in, unless something happens before."""
        self.settled: Final = asyncio.Event()

    @property
    def questions(self) -> QuestionSet:
        """What is asked."""
        return self.content.questions

    @property
    def is_open(self) -> bool:
        """Whether it can be answered here now."""
        return self._phase is PagePhase.OPEN

    @property
    def is_there(self) -> bool:
        """Whether somebody who comes to it finds something to do."""
        return self._phase in THERE

    @property
    def farewell(self) -> str:
        """What is said to whoever comes when it takes no more answers."""
        return self._farewell

    # Whoever looks at it.

    def view(self) -> PageView:
        """Return what it shows now."""
        phase, version = self._phase, self._version
        if phase in OVER:
            view = settled_view(
                self.content, self._outcome, version=version, tone=self._tone, phase=phase
            )
        else:
            view = open_view(self.content, version=version, phase=phase)
            view = view.model_copy(update={"clock": self._time_left()})
        return view.model_copy(update={"arm_ms": self._arm_ms, "asked": self._asked})

    async def newer(self, than: int) -> None:
        """Return once it shows something else than in version `than`."""
        while self._version <= than:
            await self._changed.wait()

    @contextmanager
    def watched(self) -> Generator[None]:
        """Count somebody who looks at it; it stays a moment for them when it is settled."""
        self._watchers += 1
        self._unwatched.clear()
        if self._phase is PagePhase.LATE:
            self._stop_timer()
        try:
            yield
        finally:
            self._watchers -= 1
            if self._watchers == 0:
                self._unwatched.set()
                self._wait_for_somebody()

    def _wait_for_somebody(self) -> None:
        """Give up a question that timed out if nobody comes to look at it."""
        if self._phase is PagePhase.LATE and self._watchers == 0:
            self._set_timer(ALONE_S, self._give_up)

    async def wait_until_seen(self) -> None:
        """Return when it is settled and all who look have seen that, or had the time to."""
        await self.settled.wait()
        await asyncio.sleep(PAUSE_S)
        try:
            async with asyncio.timeout(OUTCOME_KEPT_S - PAUSE_S):
                await self._unwatched.wait()
        except TimeoutError:
            return

    def take(self, action: PageAction) -> Response | None:
        """Do what the user did; return the response if that answers the question.

        Raises:
            AnswerRefused: `ALREADY_ANSWERED` if it was answered meanwhile, `CLOSED` if it is for
                another time that the question was put, or as `QuestionCard.apply`.
        """
        if action.asked != self._asked:
            raise AnswerRefused(
                RefusalReason.CLOSED, _("This question was asked again; answer it as it is now.")
            )
        if self._phase is PagePhase.LATE and action.do in {"reopen", "end", *_SIGNS}:
            self._take_late(action)
            return None
        if self._phase is not PagePhase.OPEN:
            raise AnswerRefused(RefusalReason.ALREADY_ANSWERED, self._farewell)
        before, gestures = self.content.card, gestures_of(action)
        if gestures:
            self.content = self.content.with_card(reduce(QuestionCard.apply, gestures, before))
        self._tell(action, before.draft)
        if self.content.card.ended is not None:
            provenance = Provenance(
                channel=Channel.WEB, method=_METHODS[action.by], at=self._clock.now()
            )
            response = self.content.card.response(provenance)
            self.respond(response)
            return response
        if gestures or self._patience.timeout_s is not None:
            self.change()
        return None

    def _take_late(self, action: PageAction) -> None:
        """Do what can be done when the time is up."""
        if action.do == "reopen" and self._reopen is not None:
            self._phase = PagePhase.REOPENING
            self._set_timer(REOPEN_S, self._not_reopened)
            self.change()
            self._reopen()
        elif action.do == "end":
            self._give_up()

    def _not_reopened(self) -> None:
        self._phase = PagePhase.LATE
        self.refuse(_("This question cannot be asked again."))
        self._wait_for_somebody()
        self.change()

    def _give_up(self) -> None:
        self._end(list(self._outcome), self._tone)

    def _tell(self, action: PageAction, before: Draft) -> None:
        now = self._clock.monotonic()
        if action.do == "shown":
            self._patience = self._patience.shown(now)
            self._desk.shown()
            return
        self._patience = self._patience.touched(now)
        draft = self.content.card.draft
        if draft == before:
            self._desk.touched()
        else:
            self._desk.draft_changed(draft)

    def _time_left(self) -> PageClock | None:
        timeout_s = self._patience.timeout_s
        if timeout_s is None:
            return None
        now, runs_from = self._clock.monotonic(), self._patience.runs_from
        rests_s = 0.0 if runs_from is None else max(0.0, runs_from - now)
        spent_s = self._patience.spent_s
        if runs_from is not None:
            spent_s += max(0.0, now - runs_from)
        return PageClock(
            left_s=max(0.0, timeout_s - spent_s),
            rests_s=rests_s,
            is_running=runs_from is not None,
        )

    # Whoever asks.

    async def answered(self) -> Response:
        """Return the response, once it is given here."""
        return await asyncio.shield(self._answer)

    def respond(self, response: Response) -> None:
        """Take a response; nothing more can be done here until the desk refuses it."""
        if self._phase is not PagePhase.OPEN:
            return
        self._phase = PagePhase.SENT
        self._response = response
        self._answer.set_result(response)
        self.change()

    def resume(self, draft: Draft, desk: Presentation) -> None:
        """Ask again: the desk did not take the answer, or the question is put once more."""
        self._stop_timer()
        is_refused = self._phase is PagePhase.SENT
        if self._phase in {PagePhase.LATE, PagePhase.REOPENING}:
            self._patience = AnswerTimer(timeout_s=self.questions.timeout_s)
            self._asked += 1
            self.refuse("")
        if self._phase is not PagePhase.OPEN:
            self._phase = PagePhase.OPEN
            self._answer = asyncio.get_running_loop().create_future()
        self.content = replace(self.content, card=replace(self.content.card, ended=None))
        if is_refused:
            self.refuse(_("This answer was not accepted. Please check it."))
        self._desk = desk
        self.show_draft(draft)

    def show_draft(self, draft: Draft) -> None:
        """Show selections made in another place."""
        if self._phase is PagePhase.OPEN:
            card = self.content.card.with_draft(draft)
            self.content = replace(self.content, card=card)
            self.change()

    def refuse(self, message: str) -> None:
        """Say what is wrong; nothing is, where the message is empty."""
        self.content = self.content.with_card(self.content.card.refused(message))

    def show_similar(self, others: tuple[QuestionSet, ...]) -> None:
        """Offer to answer these questions with the same answer."""
        if others != self.content.similar and self._phase is PagePhase.OPEN:
            self.content = replace(self.content, similar=others)
            self.change()

    def show_waiting(self, others: tuple[PageWaiting, ...]) -> None:
        """Show which other questions wait on pages of their own."""
        if others != self.content.waiting and self._phase is not PagePhase.SETTLED:
            self.content = replace(self.content, waiting=others)
            self.change()

    def leave(self) -> None:
        """Nobody waits for an answer here any more; soon it is settled, or put here again."""
        if self._phase is PagePhase.OPEN:
            self._phase = PagePhase.AWAY
            self.change()
        if self._phase in {PagePhase.AWAY, PagePhase.SENT} and self._timer is None:
            self._set_timer(OUTCOME_WAIT_S, self._settle_unheard)

    def settle(self, response: Response, channel: Channel | None) -> None:
        """Show how the question was settled, and where, if not here."""
        if self._phase in OVER:
            return
        is_here = self._phase is PagePhase.SENT and channel is Channel.WEB
        lines = (
            wording.outcome_lines(self.questions, response)
            if is_here
            else wording.elsewhere_lines(self.questions, response, channel)
        )
        is_answered = stored_status(response) == "answered"
        self._farewell = (
            _("This question is already answered") if is_answered else _("This question is closed")
        )
        match response:
            case Answered():
                self._end(lines, "success")
            case TimedOut():
                self._end(lines, "warning", can_reopen=self._reopen is not None)
            case _:
                self._end(lines, "plain")

    def _settle_unheard(self) -> None:
        if self._response is not None and self._phase is PagePhase.SENT:
            self.settle(self._response, Channel.WEB)
        else:
            self._farewell = _("This question is closed")
            self._end([_("This question is not asked here any more.")], "plain")

    def _end(self, lines: list[str], tone: PageTone, *, can_reopen: bool = False) -> None:
        self._stop_timer()
        self._outcome = tuple(lines)
        self._tone = tone
        if can_reopen:
            self._phase = PagePhase.LATE
            self.refuse("")
            self._wait_for_somebody()
        else:
            self._phase = PagePhase.SETTLED
            self.settled.set()
        self.change()

    def _set_timer(self, after_s: float, then: Callable[[], None]) -> None:
        self._stop_timer()
        self._timer = asyncio.get_running_loop().call_later(after_s, then)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def change(self) -> None:
        """It shows something else now."""
        self._version += 1
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()
