"""The presenters of one open question: who shows it, who failed, who is left. Engine loop.

A fallback presenter is one for when there is no other: it shows the question as plain text once
every presenter that fits has failed or gone.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from assistant.errors import AnswerRefused, RefusalReason
from assistant.locale import _
from assistant.questions.desk.messages import (
    PresenterEnded,
    PresenterMailbox,
    PresenterRegistration,
    QuestionMessage,
    Read,
)
from assistant.questions.desk.presenter import Presentation, Presenter
from assistant.questions.model.question import Draft, Origin, QuestionSet, Response

_log = logging.getLogger(__name__)

MAX_REFUSALS: Final = 5
"""Answers in a row that one presenter may get wrong before it is taken as broken."""
WITHDRAW_S: Final = 0.5
"""Seconds that withdrawn presenters have to clear the question away. The rest of a second is for
what follows: by then every surface shows that it is answered (Q-PRES-03)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PresentedCase:
    """What a presenter is given."""

    questions: QuestionSet
    origin: Origin
    draft: Draft


class Presentations:
    """Starts, hears and withdraws the presenters of one question.

    Args:
        post: Takes what a presenter says, and that it ended.
        read: Has a model read words.
        notice: Tells the user of trouble: code, text, hint.
    """

    def __init__(
        self,
        *,
        post: Callable[[QuestionMessage], None],
        read: Read,
        notice: Callable[[str, str, str], None],
    ) -> None:
        self._post = post
        self._read = read
        self._notice = notice
        self._tasks: dict[Presenter, asyncio.Task[Response | None]] = {}
        self._fallbacks: list[Presenter] = []
        self._refusals: dict[Presenter, int] = {}

    def show(self, presenters: Iterable[PresenterRegistration], case: PresentedCase) -> None:
        """Start those that do not show it yet; fallbacks only if nobody else does."""
        for registered in presenters:
            presenter = registered.presenter
            if not registered.is_fallback:
                self.start(presenter, case)
            elif presenter not in self._fallbacks:
                self._fallbacks.append(presenter)

    def go_on(self, case: PresentedCase) -> bool:
        """Start the fallback presenters if nobody shows the question; each is tried once.

        Returns:
            Whether somebody shows it now. If not, the user is told.
        """
        if not self._tasks:
            fallbacks, self._fallbacks = self._fallbacks, []
            for presenter in fallbacks:
                self.start(presenter, case)
        if self._tasks:
            return True
        self._notice(
            "question_waiting",
            _("A question is waiting for your answer."),
            _("Open the list of open questions to answer it."),
        )
        return False

    def start(self, presenter: Presenter, case: PresentedCase) -> None:
        """Give a presenter the question, unless it shows it already."""
        if presenter in self._tasks:
            return
        voice = PresenterMailbox(
            presenter=presenter,
            post=self._post,
            read=self._read,
            loop=asyncio.get_running_loop(),
        )
        task = asyncio.create_task(
            _ask(presenter, case, voice),
            name=f"question {case.questions.id} on {presenter.channel.value}",
        )
        self._tasks[presenter] = task
        task.add_done_callback(
            lambda ended: self._post(PresenterEnded(presenter=presenter, task=ended))
        )

    def is_withdrawn(self, presenter: Presenter, task: "asyncio.Task[Response | None]") -> bool:
        """Whether the question was taken from the presenter before its task ended."""
        return self._tasks.get(presenter) is not task

    def ended(self, presenter: Presenter, task: "asyncio.Task[Response | None]") -> Response | None:
        """Take note that a presenter's task is over; return its response, if it gave one."""
        del self._tasks[presenter]
        if task.cancelled():
            _log.warning("Presenter on %s was cancelled from outside.", presenter.channel.value)
            return None
        error = task.exception()
        if error is None:
            return task.result()
        self._broke(presenter, error)
        return None

    def refuse(self, presenter: Presenter, refused: AnswerRefused, case: PresentedCase) -> None:
        """Give a presenter the question back, unless it may not answer or never gets it right."""
        _log.warning(
            "Answer from %s to question %s refused: %s",
            presenter.channel.value,
            case.questions.id,
            refused.reason.value,
        )
        self._refusals[presenter] = self._refusals.get(presenter, 0) + 1
        if refused.reason is not RefusalReason.INVALID:
            return
        if self._refusals[presenter] > MAX_REFUSALS:
            self._broke(presenter, refused)
        else:
            self.start(presenter, case)

    def _broke(self, presenter: Presenter, error: BaseException) -> None:
        _log.error("Presenter on %s failed.", presenter.channel.value, exc_info=error)
        self._notice(
            "question_presenter_failed",
            _("A question could not be shown here: {channel}.").format(
                channel=presenter.channel.value
            ),
            _("It is still open; answer it in another place or from the list of open questions."),
        )

    def tell(self, questions_id: str, draft: Draft, *, by: Presenter | None) -> None:
        """Pass selections on to every presenter but the one they come from."""
        for presenter in tuple(self._tasks):
            if presenter is by:
                continue
            try:
                presenter.update_draft(questions_id, draft)
            except Exception:  # noqa: BLE001  # foreign code; its copy is stale, the question is not
                _log.exception("Presenter on %s did not take a draft.", presenter.channel.value)

    async def withdraw(self, presenter: Presenter) -> bool:
        """Take the question from a presenter that goes away; return whether it showed it."""
        self._fallbacks = [other for other in self._fallbacks if other is not presenter]
        task = self._tasks.pop(presenter, None)
        if task is None:
            return False
        await _end((task,))
        return True

    async def withdraw_all(self) -> None:
        """Take the question from everybody."""
        tasks = tuple(self._tasks.values())
        self._tasks.clear()
        self._fallbacks.clear()
        await _end(tasks)


async def _ask(presenter: Presenter, case: PresentedCase, voice: Presentation) -> Response | None:
    if not presenter.fits(case.questions, case.origin):
        return None
    return await presenter.present(case.questions, case.draft, voice)


async def _end(tasks: Iterable["asyncio.Task[Response | None]"]) -> None:
    """Cancel presenters and wait until they have cleared the question away."""
    running = [task for task in tasks if not task.done()]
    for task in running:
        task.cancel()
    if not running:
        return
    done, late = await asyncio.wait(running, timeout=WITHDRAW_S)
    for task in done:
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.error("A presenter failed when it was withdrawn.", exc_info=error)
    for task in late:
        _log.error("%s did not withdraw in %s s.", task.get_name(), WITHDRAW_S)
