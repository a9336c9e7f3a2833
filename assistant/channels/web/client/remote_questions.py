"""Puts the questions of another process's engine with presenters of this process. Any loop.

What the question desk does beside its presenters, done at the other end of a connection: events say
which questions are open and how they end, commands bring selections and answers.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Set
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from assistant.errors import AnswerRefused, AssistantError, RefusalReason
from assistant.locale import _
from assistant.protocol.commands import Command
from assistant.protocol.events import EngineEvent
from assistant.protocol.notices import Notice
from assistant.protocol.questions import (
    AnswerQuestion,
    QuestionAsked,
    QuestionClosed,
    SaveDraft,
)
from assistant.questions.desk.presenter import Presenter
from assistant.questions.model.question import Channel, Draft, QuestionSet, Response
from assistant.questions.model.validation import may_answer
from assistant.questions.model_reading.unread_words import UnreadWords

if TYPE_CHECKING:  # loaded with the first answer in words
    from assistant.questions.spoken.understanding import Understanding

_log = logging.getLogger(__name__)

_WAITING: Final = "question_waiting"
"""Code of the notice that no presenter shows a question."""

Dispatch = Callable[[Command], Awaitable[None]]
"""Has a command carried out; raises an AssistantError if it is not."""


class RemoteQuestions:
    """The questions that are open in another process, as far as they are put here.

    Args:
        dispatch: Has the other process carry out a command.
        emit: Takes what listeners are to hear.
        unanswerable: Called with a question that only the other process's surfaces may answer.
        trouble: Called with why an answer was refused.
    """

    def __init__(
        self,
        *,
        dispatch: Dispatch,
        emit: Callable[[EngineEvent], None],
        unanswerable: Callable[[QuestionSet], None],
        trouble: Callable[[AssistantError], None],
    ) -> None:
        self._dispatch = dispatch
        self._emit = emit
        self._unanswerable = unanswerable
        self._trouble = trouble
        self._presenters: list[Presenter] = []
        self._fallbacks: list[Presenter] = []
        self._open: dict[str, asyncio.Task[None]] = {}
        """The presenting tasks, by the id of the set."""
        self._answered: set[str] = set()
        """Sets answered here whose closing event has not arrived."""
        self._told: set[str] = set()
        """Sets that `unanswerable` was called with."""

    def register(self, presenter: Presenter, *, fallback: bool = False) -> None:
        """Put questions with this presenter from now on; a fallback puts what no other can."""
        (self._fallbacks if fallback else self._presenters).append(presenter)

    async def take(self, event: EngineEvent) -> EngineEvent | None:
        """Put a question, or take it away; returns what listeners are to hear, if anything."""
        match event:
            case QuestionAsked(is_presented=True):
                self._put(event)
            case QuestionClosed():
                if await self._close(event.questions.id):
                    return replace(event, channel=Channel.TERMINAL)  # it was answered here
            case Notice(code=code) if code == _WAITING and self._open:
                return None  # here it is put
            case _:
                pass
        return event

    async def keep_only(self, questions_ids: Set[str]) -> None:
        """Take every question away but these."""
        for questions_id in self._open.keys() - questions_ids:
            await self._withdraw(questions_id)

    async def aclose(self) -> None:
        """Take every question away; they stay open in the other process."""
        await self.keep_only(frozenset())

    def _put(self, asked: QuestionAsked) -> None:
        """Put a question, unless it stands here already; returns at once."""
        questions = asked.questions
        before = self._open.get(questions.id)
        if not may_answer(questions, Channel.API):
            if questions.id not in self._told:
                self._told.add(questions.id)
                self._unanswerable(questions)
        elif before is None or before.done():
            self._open[questions.id] = asyncio.create_task(
                self._ask(asked), name=f"remote question {questions.id}"
            )

    async def _close(self, questions_id: str) -> bool:
        """Take a question away that is settled; returns whether it was answered here."""
        await self._withdraw(questions_id)
        self._told.discard(questions_id)
        is_answered_here = questions_id in self._answered
        self._answered.discard(questions_id)
        return is_answered_here

    async def _withdraw(self, questions_id: str) -> None:
        task = self._open.pop(questions_id, None)
        if task is None:
            return
        if questions_id not in self._answered:  # else it is on its way out by itself
            task.cancel()
            await asyncio.wait({task})

    async def _ask(self, asked: QuestionAsked) -> None:
        """Ask until an answer is taken, or the user leaves."""
        draft = asked.draft
        is_taken = False
        while not is_taken:
            presentation = _RemotePresentation(asked.questions, draft, self._dispatch)
            try:
                response = await self._present(asked, draft, presentation)
            finally:
                await presentation.aclose()
            if response is None:
                self._emit(
                    Notice(
                        code=_WAITING,
                        text=_("A question is waiting for your answer."),
                        hint=_("Open the list of open questions to answer it."),
                    )
                )
                return
            is_taken = await self._answer(asked.questions, response)
            draft = presentation.draft

    async def _present(
        self, asked: QuestionAsked, draft: Draft, presentation: "_RemotePresentation"
    ) -> Response | None:
        """Return what the first presenter brings that can put it; None if none does."""
        here = asked.origin.model_copy(update={"channel": Channel.TERMINAL})
        for presenter in (*self._presenters, *self._fallbacks):
            if not presenter.fits(asked.questions, here):
                continue
            try:
                response = await presenter.present(asked.questions, draft, presentation)
            except Exception:  # noqa: BLE001  # whatever a presenter raises; another may do better
                _log.exception("A question could not be put.")
                self._trouble(AssistantError(_("The question cannot be shown here.")))
                continue
            if response is not None:
                return response
        return None

    async def _answer(self, questions: QuestionSet, response: Response) -> bool:
        """Send an answer; returns whether that was all."""
        self._answered.add(questions.id)
        try:
            await self._dispatch(
                AnswerQuestion(
                    questions_id=questions.id,
                    response=response,
                    channel=Channel.API,
                    version=questions.version,
                )
            )
        except AnswerRefused as refused:
            self._answered.discard(questions.id)
            if refused.reason is RefusalReason.INVALID:
                self._trouble(refused)
                return False
            if refused.reason is RefusalReason.NOT_ALLOWED:
                self._trouble(refused)
            # Else somebody else was faster: the event says who.
        except AssistantError as error:
            self._answered.discard(questions.id)
            self._trouble(error)
        return True


class _RemotePresentation:
    """Implements `Presentation`: keeps the other process up to date of what is selected here.

    One command is under way at a time; the latest selections follow it.
    """

    def __init__(self, questions: QuestionSet, draft: Draft, dispatch: Dispatch) -> None:
        self._questions = questions
        self._dispatch = dispatch
        self.draft = draft
        """The last selections."""
        self._is_sent = True
        self._task: asyncio.Task[None] | None = None

    def shown(self) -> None:
        """Do nothing: the other process has shown it itself."""

    def touched(self) -> None:
        """Let the clock of a time-out rest, if there is one."""
        if self._questions.timeout_s is not None:
            self._send()

    def draft_changed(self, draft: Draft) -> None:
        """Keep the selections."""
        self.draft = draft
        self._send()

    async def read(self, unread: UnreadWords) -> "Understanding | None":
        """Read nothing: the model is the other process's, which was not asked."""
        return None

    async def aclose(self) -> None:
        """End what is under way."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait({self._task})

    def _send(self) -> None:
        self._is_sent = False
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._sending(), name="remote-draft")

    async def _sending(self) -> None:
        while not self._is_sent:
            self._is_sent = True
            try:
                await self._dispatch(SaveDraft(questions_id=self._questions.id, draft=self.draft))
            except AssistantError as error:  # settled or gone meanwhile: an event says so
                _log.info("Selections were not kept: %s", error.message)
