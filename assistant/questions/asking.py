"""The life of one open question: an actor on the engine loop.

Everything that can happen to the question is a message in one queue and is handled one after the
other, so that of two answers the first wins, a cancel never tears an answer that is being stored,
and no lock is needed. The producers are a person's hands and voice, so the queue needs no bound;
selections that pile up are saved once. `desk.py` stands above, presenters and the store beside it.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final, assert_never

from pydantic import TypeAdapter

from assistant.clock import Clock
from assistant.errors import AnswerRefused, RefusalReason, StoreError
from assistant.locale import _
from assistant.questions.inbox import (
    Cancel,
    DraftChanged,
    Message,
    Mouthpiece,
    PresenterEnded,
    Respond,
    Show,
    Shown,
    Suspend,
    Touched,
    Withdraw,
)
from assistant.questions.model import (
    Answer,
    Answered,
    Cancelled,
    CancelReason,
    Channel,
    Draft,
    Method,
    Origin,
    Provenance,
    QuestionSet,
    Response,
    TimedOut,
)
from assistant.questions.patience import Patience
from assistant.questions.presenting import Presentation, Presenter
from assistant.questions.results import stored_status
from assistant.questions.store import QuestionStore
from assistant.questions.validation import check_response, timeout_answers
from assistant.storage.records import QuestionStatus

_log = logging.getLogger(__name__)

MAX_REFUSALS: Final = 5
"""Answers in a row that one presenter may get wrong before it is taken as broken."""
WITHDRAW_S: Final = 1.0
"""Seconds that withdrawn presenters have to clear the question away."""

responses: Final[TypeAdapter[Response]] = TypeAdapter(Response)
"""Reads and writes a stored response."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Callbacks:
    """Whom the desk tells. Called on the engine loop; must not block and must not raise."""

    on_asked: Callable[[QuestionSet, Origin], None]
    """A question is put to the person; it is stored already."""
    on_closed: Callable[[QuestionSet, Response, Channel | None], None]
    """The asking is over; the channel it ended on, or None if the program ended it."""
    on_late_answer: Callable[[QuestionSet, Origin, Response], None]
    """A response was taken that nobody waits for any more: after *later*, or after a restart."""
    on_notice: Callable[[str, str, str], None]
    """Something broke: code, text and hint for the person. The question is still open."""


class Asking:
    """One open question, its presenters, its clock and those who wait for the response.

    Args:
        questions: What is asked; stored already.
        origin: Where the request came from.
        asked_at: When it was stored.
        expires_at: When it closes by itself, whatever else.
        draft: The selections so far.
        store: Where it is settled.
        clock: Time.
        callbacks: Whom to tell.
    """

    def __init__(
        self,
        *,
        questions: QuestionSet,
        origin: Origin,
        asked_at: datetime,
        expires_at: datetime,
        draft: Draft,
        store: QuestionStore,
        clock: Clock,
        callbacks: Callbacks,
    ) -> None:
        self.questions = questions
        self.origin = origin
        self.asked_at = asked_at
        self.draft = draft
        self.is_presented = False
        """Whether it is before presenters now; a question put off or restored is not."""
        self.is_shown = False
        """Whether a presenter has really shown it."""
        self._expires_at = expires_at
        self._store = store
        self._clock = clock
        self._callbacks = callbacks
        self._patience = Patience(timeout_s=questions.timeout_s)
        self._inbox: asyncio.Queue[Message] = asyncio.Queue()
        self._tasks: dict[Presenter, asyncio.Task[Response | None]] = {}
        self._refusals: dict[Presenter, int] = {}
        self._waiters: list[asyncio.Future[Response]] = []
        self._draft_unsaved = False
        self._is_over = False
        self._handling: Message | None = None
        self._status: QuestionStatus = "pending"
        self._task = asyncio.create_task(self._run(), name=f"question {questions.id}")
        self._task.add_done_callback(self._ended)

    @property
    def is_over(self) -> bool:
        """Whether it takes no more answers."""
        return self._is_over

    def on_over(self, callback: Callable[[], object]) -> None:
        """Call back when everything is cleared away."""
        self._task.add_done_callback(lambda _task: callback())

    # What others ask of it. All on the engine loop.

    def show(self, presenters: Iterable[Presenter]) -> None:
        """Put it before these presenters, those that fit."""
        self.is_presented = True
        self._inbox.put_nowait(Show(presenters=tuple(presenters)))

    def withdraw(self, presenter: Presenter) -> None:
        """Take it from one presenter that goes away."""
        self._inbox.put_nowait(Withdraw(presenter=presenter))

    async def response(self) -> Response:
        """Wait for the response.

        Raises:
            asyncio.CancelledError: If the program ends; the question stays stored and open.
            AnswerRefused: If it is over already.
        """
        self._refuse_if_over()
        waiter: asyncio.Future[Response] = asyncio.get_running_loop().create_future()
        self._waiters.append(waiter)
        try:
            return await waiter
        finally:
            if waiter in self._waiters:
                self._waiters.remove(waiter)

    async def respond(self, response: Response, channel: Channel) -> None:
        """Take a response from a surface that is not presenting.

        Raises:
            AnswerRefused: As `check_response`, or because another response came first.
        """
        self._refuse_if_over()
        taken: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._inbox.put_nowait(Respond(response=response, channel=channel, taken=taken))
        await taken

    async def cancel(self, reason: CancelReason, text: str = "") -> None:
        """Close it without a choice, unless a response came first; then wait until it is cleared."""
        if self._task.done():
            return
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._inbox.put_nowait(Cancel(response=Cancelled(reason=reason, text=text), done=done))
        await done

    def draft_changed(self, draft: Draft) -> None:
        """Keep selections made on a surface that is not presenting."""
        self._inbox.put_nowait(DraftChanged(draft=draft, by=None))

    async def suspend(self) -> None:
        """Withdraw it and end without settling; it stays stored and open. Idempotent."""
        self._inbox.put_nowait(Suspend())
        await asyncio.wait([self._task])

    def _refuse_if_over(self) -> None:
        if self._task.done():
            raise closed(self._status)

    # The actor.

    async def _run(self) -> None:
        try:
            while not self._is_over:
                message = await self._next()
                if message is None:
                    await self._expire()
                else:
                    self._handling = message
                    await self._handle(message)
                    self._handling = None
        finally:
            self._is_over = True
            await self._withdraw_all()

    async def _next(self) -> Message | None:
        """Return the next message, or None if the time is up."""
        if self._draft_unsaved and self._inbox.empty():
            await self._save_draft()
        left = [(self._expires_at - self._clock.now()).total_seconds()]
        wait = self._patience.left_s(self._clock.monotonic()) if self.is_presented else None
        if wait is not None:
            left.append(wait)
        try:
            async with asyncio.timeout(max(0.0, min(left))):
                return await self._inbox.get()
        except TimeoutError:
            return None

    async def _handle(self, message: Message) -> None:
        match message:
            case Show():
                self._present(message.presenters)
            case Shown():
                self.is_shown = self.is_presented
                self._patience = self._patience.shown(self._clock.monotonic())
            case Touched():
                self._patience = self._patience.touched(self._clock.monotonic())
            case DraftChanged():
                self._change_draft(message.draft, by=message.by)
            case PresenterEnded():
                await self._presenter_ended(message.presenter, message.task)
            case Withdraw():
                await self._withdraw_one(message.presenter)
            case Respond():
                await self._respond(message)
            case Cancel():
                await self._close(message.response, channel=None)
                _resolve(message.done)
            case Suspend():
                await self._suspend()
            case _:
                assert_never(message)

    # Presenters.

    def _present(self, presenters: Iterable[Presenter]) -> None:
        if not self._tasks:
            self._patience = Patience(timeout_s=self.questions.timeout_s)
        for presenter in presenters:
            if presenter not in self._tasks:
                self._start(presenter)
        self._notice_if_unseen()

    def _start(self, presenter: Presenter) -> None:
        voice = Mouthpiece(
            presenter=presenter,
            post=self._inbox.put_nowait,
            loop=asyncio.get_running_loop(),
        )
        task = asyncio.create_task(
            self._ask_presenter(presenter, voice),
            name=f"question {self.questions.id} on {presenter.channel.value}",
        )
        self._tasks[presenter] = task
        task.add_done_callback(
            lambda ended: self._inbox.put_nowait(PresenterEnded(presenter=presenter, task=ended))
        )

    async def _ask_presenter(self, presenter: Presenter, voice: Presentation) -> Response | None:
        if not presenter.fits(self.questions, self.origin):
            return None
        return await presenter.present(self.questions, self.draft, voice)

    async def _presenter_ended(
        self, presenter: Presenter, task: "asyncio.Task[Response | None]"
    ) -> None:
        if self._tasks.get(presenter) is not task:
            return  # withdrawn meanwhile
        del self._tasks[presenter]
        if task.cancelled():
            _log.warning("Presenter on %s was cancelled from outside.", presenter.channel.value)
        elif (error := task.exception()) is not None:
            self._presenter_broke(presenter, error)
        elif (response := task.result()) is not None:
            await self._presenter_answered(presenter, response)
        if not self._is_over:
            self._notice_if_unseen()

    async def _presenter_answered(self, presenter: Presenter, response: Response) -> None:
        try:
            await self._take(response, presenter.channel)
        except AnswerRefused as refused:
            _log.warning(
                "Answer from %s to question %s refused: %s",
                presenter.channel.value,
                self.questions.id,
                refused.reason.value,
            )
            self._refusals[presenter] = self._refusals.get(presenter, 0) + 1
            if refused.reason is not RefusalReason.INVALID:
                return
            if self._refusals[presenter] > MAX_REFUSALS:
                self._presenter_broke(presenter, refused)
                return
            if isinstance(response, Answered):
                self._change_draft(_with_answers(self.draft, response.answers), by=presenter)
            self._start(presenter)

    def _presenter_broke(self, presenter: Presenter, error: BaseException) -> None:
        _log.error(
            "Presenter on %s failed with question %s.",
            presenter.channel.value,
            self.questions.id,
            exc_info=error,
        )
        self._callbacks.on_notice(
            "question_presenter_failed",
            _("A question could not be shown here: {channel}.").format(
                channel=presenter.channel.value
            ),
            _("It is still open; answer it in another place or from the list of open questions."),
        )

    def _notice_if_unseen(self) -> None:
        if self.is_presented and not self._tasks:
            self.is_shown = False
            self._callbacks.on_notice(
                "question_waiting",
                _("A question is waiting for your answer."),
                _("Open the list of open questions to answer it."),
            )

    async def _withdraw_one(self, presenter: Presenter) -> None:
        task = self._tasks.pop(presenter, None)
        if task is not None:
            await self._withdraw_tasks(task)
            self._notice_if_unseen()

    async def _withdraw_all(self) -> None:
        tasks = tuple(self._tasks.values())
        self._tasks.clear()
        self.is_presented = False
        self.is_shown = False
        await self._withdraw_tasks(*tasks)

    async def _withdraw_tasks(self, *tasks: "asyncio.Task[Response | None]") -> None:
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

    # Selections.

    def _change_draft(self, draft: Draft, *, by: Presenter | None) -> None:
        known = {question.id for question in self.questions.walk()}
        self.draft = Draft(answers={k: v for k, v in draft.answers.items() if k in known})
        self._draft_unsaved = True
        self._patience = self._patience.touched(self._clock.monotonic())
        for presenter in tuple(self._tasks):
            if presenter is by:
                continue
            try:
                presenter.update_draft(self.questions.id, self.draft)
            except Exception:  # noqa: BLE001  # foreign code; its copy is stale, the question is not
                _log.exception("Presenter on %s did not take a draft.", presenter.channel.value)

    async def _save_draft(self) -> None:
        self._draft_unsaved = False
        try:
            await self._store.save_draft(self.questions.id, self.draft.model_dump_json())
        except StoreError as error:
            _log.error("Draft of question %s not saved: %s", self.questions.id, error.message)
            self._callbacks.on_notice(
                "question_not_saved",
                _("Your selections could not be saved."),
                _("They are lost if the program ends now; your answer still counts."),
            )

    # The end.

    async def _suspend(self) -> None:
        if self._draft_unsaved:
            await self._save_draft()
        self._is_over = True

    async def _respond(self, message: Respond) -> None:
        try:
            await self._take(message.response, message.channel)
        except AnswerRefused as refused:
            _resolve(message.taken, refused)
        else:
            _resolve(message.taken)

    async def _take(self, response: Response, channel: Channel) -> None:
        """Settle with a response from a person.

        Raises:
            AnswerRefused: As `check_response`, or if the store has another response already.
        """
        if not await self._close(
            check_response(self.questions, response, channel), channel=channel
        ):
            raise closed(self._status)

    async def _expire(self) -> None:
        answers = timeout_answers(self.questions)
        is_too_old = self._clock.now() >= self._expires_at
        if answers is None or is_too_old:
            waited = (self._expires_at - self.asked_at).total_seconds()
            after_s = (
                waited if is_too_old or not self._patience.timeout_s else self._patience.timeout_s
            )
            await self._close(TimedOut(after_s=after_s), channel=None)
            return
        provenance = Provenance(
            channel=self.origin.channel, method=Method.TIMEOUT_DEFAULT, at=self._clock.now()
        )
        await self._close(Answered(answers=answers, provenance=provenance), channel=None)

    async def _close(self, response: Response, *, channel: Channel | None) -> bool:
        """Settle, withdraw and tell; False if the store was settled by somebody else.

        After *later* the question stays open, before no presenter.
        """
        status = stored_status(response)
        won = True
        if status != "pending":
            try:
                won = await self._store.settle(
                    self.questions.id,
                    status=status,
                    response_json=responses.dump_json(response).decode(),
                    channel=channel.value if channel else None,
                    at=self._clock.now(),
                )
            except StoreError as error:
                # The person has answered and must not be asked again because a disk is full.
                _log.error("Answer to %s not saved: %s", self.questions.id, error.message)
                self._callbacks.on_notice(
                    "question_not_saved",
                    _("Your answer counts but could not be saved."),
                    _("The question may appear again after a restart."),
                )
            if not won:
                response, channel = await self._settled_elsewhere()
            self._status = stored_status(response)
            self._is_over = True
        await self._withdraw_all()
        waiters, self._waiters = self._waiters, []
        for waiter in waiters:
            if not waiter.done():
                waiter.set_result(response)
        self._callbacks.on_closed(self.questions, response, channel)
        if not waiters and won and channel is not None and self._is_over:
            self._callbacks.on_late_answer(self.questions, self.origin, response)
        return won

    async def _settled_elsewhere(self) -> tuple[Response, Channel | None]:
        record = await self._store.get(self.questions.id)
        if record is None or record.response_json is None:
            return Cancelled(reason=CancelReason.CLIENT), None
        channel = Channel(record.channel) if record.channel else None
        return responses.validate_json(record.response_json), channel

    def _ended(self, task: "asyncio.Task[None]") -> None:
        """Let nobody wait for a question that is over."""
        error = None if task.cancelled() else task.exception()
        if error is not None:
            _log.error("Question %s broke.", self.questions.id, exc_info=error)
        for waiter in self._waiters:
            if error is None:
                waiter.cancel()
            elif not waiter.done():
                waiter.set_exception(error)
        unanswered = [self._handling] if self._handling is not None else []
        while not self._inbox.empty():
            unanswered.append(self._inbox.get_nowait())
        for message in unanswered:
            if isinstance(message, Respond):
                _resolve(message.taken, error or closed(self._status))
            elif isinstance(message, Cancel):
                _resolve(message.done, error)


def _resolve(future: "asyncio.Future[None]", error: BaseException | None = None) -> None:
    """Answer whoever asked, unless they have gone."""
    if future.done():
        return
    if error is None:
        future.set_result(None)
    else:
        future.set_exception(error)


def closed(status: QuestionStatus) -> AnswerRefused:
    """Return the refusal of an answer to a question that takes none any more."""
    if status == "answered":
        message = _("This question is already answered")
        return AnswerRefused(RefusalReason.ALREADY_ANSWERED, message)
    return AnswerRefused(RefusalReason.CLOSED, _("This question is closed"))


def _with_answers(draft: Draft, answers: Iterable[Answer]) -> Draft:
    return Draft(answers=draft.answers | {answer.question_id: answer for answer in answers})
