"""The life of one open question: an actor on the engine loop.

Everything that can happen to the question is a message in one queue and is handled one after the
other, so that of two answers the first wins, a cancel never tears an answer that is being stored,
and no lock is needed. The producers are a person's hands and voice, so the queue needs no bound;
selections that pile up are saved once. `desk.py` stands above, `presentations.py` and the store beside it.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final, assert_never

from assistant.clock import Clock
from assistant.errors import AnswerRefused, RefusalReason
from assistant.locale import _
from assistant.questions.card.chat_answer import (
    AdvancedByText,
    OfferResult,
    RejectedText,
    SettledByText,
    current_text_form,
)
from assistant.questions.card.text_form import TextForm
from assistant.questions.desk.answer_reader import AnswerReader
from assistant.questions.desk.messages import (
    CloseQuestion,
    DirectResponse,
    DraftAdopted,
    DraftChanged,
    ModelReading,
    OfferedText,
    PresenterEnded,
    PresenterRegistration,
    PresenterShowed,
    PresenterTouched,
    QuestionMessage,
    ShowOnPresenters,
    SuspendQuestion,
    WithdrawPresenter,
)
from assistant.questions.desk.model.answer_timer import AnswerTimer
from assistant.questions.desk.model.lifecycle import (
    TIME_TO_LIVE,
    LifecycleEvent,
    closes_at,
    refusal_of,
)
from assistant.questions.desk.presentations import Presentations, PresentedCase
from assistant.questions.desk.presenter import Presenter
from assistant.questions.desk.question_persistence import QuestionPersistence
from assistant.questions.model.question import (
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
from assistant.questions.model.response_text import stored_status
from assistant.questions.model.validation import (
    check_response,
    not_found,
    timeout_answers,
    with_user,
)
from assistant.questions.model_reading.unread_words import UnreadWords
from assistant.storage.model.records import QuestionStatus
from assistant.storage.questions import QuestionRepository

if TYPE_CHECKING:  # loaded with the first answer in words
    from assistant.questions.spoken.understanding import Understanding

_log = logging.getLogger(__name__)

EDITING_S: Final = 5.0
"""For so long after a selection the user is taken to make more; none of another device comes between."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeskCallbacks:
    """Whom the desk tells. Called on the engine loop; must not block and must not raise."""

    on_asked: Callable[[QuestionSet, Origin], None]
    """A question is put to the user; it is stored already."""
    on_closed: Callable[[QuestionSet, Response, Channel | None], None]
    """The asking is over; the channel it ended on, or None if the program ended it."""
    on_late_answer: Callable[[QuestionSet, Origin, Response], None]
    """A response was taken that nobody waits for any more: after *later*, or after a restart."""
    on_notice: Callable[[str, str, str], None]
    """Something broke: code, text and hint for the user. The question is still open."""


class QuestionActor:
    """One open question, its clock and those who wait for the response.

    Args:
        questions: What is asked; stored already.
        origin: Where the request came from.
        asked_at: When it was stored.
        deadline: When it closes by itself as it is stored now. Earlier than a day after it was
            asked, its own clock is running.
        draft: The selections so far.
        store: Where it is settled.
        clock: Time.
        callbacks: Whom to tell.
        reader: Reads words about which the rules would ask back; None asks back at once.
        user: Who answers, where the channel does not say.
        is_adopted: Whether another device asked and runs its clock.
    """

    def __init__(
        self,
        *,
        questions: QuestionSet,
        origin: Origin,
        asked_at: datetime,
        deadline: datetime,
        draft: Draft,
        store: QuestionRepository,
        clock: Clock,
        callbacks: DeskCallbacks,
        reader: AnswerReader | None = None,
        user: str | None = None,
        is_adopted: bool = False,
    ) -> None:
        self.questions = questions
        self.origin = origin
        self.asked_at = asked_at
        self.draft = draft
        self.is_presented = False
        """Whether it is before presenters now; a question put off or restored is not."""
        self.is_shown = False
        """Whether a presenter has really shown it."""
        self.is_held = False
        """Whether it waits for the answer to another question before it can be put."""
        self._expires_at = asked_at + TIME_TO_LIVE
        self._adopted_deadline = deadline if is_adopted else None
        self._timeout_s = None if is_adopted else questions.timeout_s
        self._keeping = QuestionPersistence(
            questions_id=questions.id,
            deadline=deadline,
            store=store,
            clock=clock,
            notice=callbacks.on_notice,
        )
        self._clock = clock
        self._callbacks = callbacks
        self._reader = reader
        self._reading: tuple[OfferedText, asyncio.Task[None]] | None = None
        """The words from the chat that a model reads."""
        self._user = user
        self._patience = self._running(deadline)
        self._selected_at: float | None = None
        """When something was selected here last."""
        self._list: TextForm | None = None
        """Where the user is who answers in the chat; None until they do."""
        self._inbox: asyncio.Queue[QuestionMessage] = asyncio.Queue()
        self._showing = Presentations(
            post=self._inbox.put_nowait, read=self._read, notice=callbacks.on_notice
        )
        self._waiters: list[asyncio.Future[Response]] = []
        self._is_over = False
        self._handling: QuestionMessage | None = None
        self._status: QuestionStatus = "pending"
        self._task = asyncio.create_task(self._run(), name=f"question {questions.id}")
        self._task.add_done_callback(self._ended)

    @property
    def is_over(self) -> bool:
        """Whether it takes no more answers."""
        return self._is_over

    @property
    def deadline(self) -> datetime:
        """When it closes by itself."""
        if self._adopted_deadline is not None:
            return self._adopted_deadline
        left_s = self._patience.left_s(self._clock.monotonic())
        if left_s is None:
            return self._expires_at
        return closes_at(self.asked_at, self._clock.now() + timedelta(seconds=left_s))

    @property
    def ended(self) -> "asyncio.Task[None]":
        """Done when everything is cleared away; not to be cancelled."""
        return self._task

    @property
    def is_awaited(self) -> bool:
        """Whether the turn that asked waits for it: it is neither put off nor of before a start."""
        return self.is_presented or self.is_held

    # What others ask of it. All on the engine loop.

    def show(self, presenters: Iterable[PresenterRegistration]) -> None:
        """Put it before these presenters, those that fit."""
        self.is_presented = True
        self._inbox.put_nowait(ShowOnPresenters(presenters=tuple(presenters)))

    def withdraw(self, presenter: Presenter) -> None:
        """Take it from one presenter that goes away."""
        self._inbox.put_nowait(WithdrawPresenter(presenter=presenter))

    def expect(self) -> "asyncio.Future[Response]":
        """Return what will hold the response; cancelled if the program ends before.

        Raises:
            AnswerRefused: If it is over already.
        """
        self._refuse_if_over(LifecycleEvent.PUT)
        waiter: asyncio.Future[Response] = asyncio.get_running_loop().create_future()
        self._waiters.append(waiter)
        return waiter

    def fail(self, waiter: "asyncio.Future[Response]", error: BaseException) -> None:
        """End one wait with an error that was logged; the question stays as it is."""
        if waiter in self._waiters:
            self._waiters.remove(waiter)
        if not waiter.done():
            waiter.set_exception(error)
            waiter.exception()  # whoever opened it need not wait

    async def respond(self, response: Response, channel: Channel) -> None:
        """Take a response from a surface that is not presenting.

        Raises:
            AnswerRefused: As `check_response`, or because another response came first.
        """
        self._refuse_if_over(LifecycleEvent.ANSWER)
        taken: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._inbox.put_nowait(DirectResponse(response=response, channel=channel, taken=taken))
        await taken

    async def offer(
        self, text: str, channel: Channel, method: Method, *, question_id: str | None = None
    ) -> OfferResult:
        """Take words from the chat as an answer, if they are one.

        Args:
            text: The words.
            channel: Where they were written.
            method: How.
            question_id: The question of the set that they answer; None for the one asked now.

        Raises:
            AnswerRefused: As `respond`; `NOT_FOUND` if that question is not asked now.
        """
        self._refuse_if_over(LifecycleEvent.ANSWER)
        taken: asyncio.Future[OfferResult] = asyncio.get_running_loop().create_future()
        self._inbox.put_nowait(
            OfferedText(
                text=text, channel=channel, method=method, taken=taken, question_id=question_id
            )
        )
        return await taken

    async def cancel(self, reason: CancelReason, text: str = "") -> None:
        """Close it without a choice, unless a response came first; then wait until it is cleared."""
        if self._task.done():
            return
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._inbox.put_nowait(
            CloseQuestion(response=Cancelled(reason=reason, text=text), done=done)
        )
        await done

    def draft_changed(self, draft: Draft) -> None:
        """Keep selections made on a surface that is not presenting."""
        self._inbox.put_nowait(DraftChanged(draft=draft, by=None))

    def adopt_draft(self, draft: Draft) -> None:
        """Show selections made on another device, unless the user is making some here."""
        self._inbox.put_nowait(DraftAdopted(draft=draft))

    async def suspend(self) -> None:
        """Withdraw it and end without settling; it stays stored and open. Idempotent."""
        self._inbox.put_nowait(SuspendQuestion())
        await asyncio.wait([self._task])

    def _refuse_if_over(self, happening: LifecycleEvent) -> None:
        if self._task.done():
            raise self._refusal(happening)

    def _refusal(self, happening: LifecycleEvent) -> AnswerRefused:
        """Return what is told of a question that is over, or that the program put away."""
        return refusal_of(self._status, happening) or not_found()

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
            if self._reading is not None:
                self._reading[1].cancel()  # `_ended` tells who offered the words
            await self._withdraw_all()

    async def _next(self) -> QuestionMessage | None:
        """Return the next message, or None if the time is up."""
        if self._inbox.empty():
            await self._keeping.save(self.deadline)
        left = [(self._expires_at - self._clock.now()).total_seconds()]
        wait = self._patience.left_s(self._clock.monotonic())
        if wait is not None:
            left.append(wait)
        try:
            async with asyncio.timeout(max(0.0, min(left))):
                return await self._inbox.get()
        except TimeoutError:
            return None

    async def _handle(self, message: QuestionMessage) -> None:
        match message:
            case ShowOnPresenters():
                self._show(message.presenters)
            case PresenterShowed():
                self._note_shown()
            case PresenterTouched():
                self._note_touched()
            case DraftChanged():
                self._change_draft(message.draft, by=message.by)
            case DraftAdopted():
                self._adopt_draft(message.draft)
            case PresenterEnded():
                await self._presenter_ended(message.presenter, message.task)
            case WithdrawPresenter():
                await self._withdraw_one(message.presenter)
            case DirectResponse():
                await self._respond(message)
            case OfferedText():
                await self._offered(message)
            case CloseQuestion():
                await self._close(message.response, channel=None)
                _resolve(message.done)
            case SuspendQuestion():
                await self._suspend()
            case _:
                assert_never(message)

    # Time.

    def _running(self, deadline: datetime) -> AnswerTimer:
        """Return the clock as it stood when the question was stored last."""
        timeout_s = self._timeout_s
        if timeout_s is None or deadline >= self._expires_at:
            return AnswerTimer(timeout_s=timeout_s)
        left_s = (deadline - self._clock.now()).total_seconds()
        return AnswerTimer.resumed(timeout_s, left_s, self._clock.monotonic())

    def _note_shown(self) -> None:
        if self.is_presented:
            self.is_shown = True
            self._patience = self._patience.shown(self._clock.monotonic())

    def _note_touched(self) -> None:
        if self.is_presented:
            self._patience = self._patience.touched(self._clock.monotonic())

    # Presenters.

    def _show(self, presenters: Iterable[PresenterRegistration]) -> None:
        if self.is_presented:  # not put off meanwhile
            self._showing.show(presenters, self._case())
            self._see_who_shows()

    def _case(self) -> PresentedCase:
        return PresentedCase(questions=self.questions, origin=self.origin, draft=self.draft)

    def _see_who_shows(self) -> None:
        if self.is_presented and not self._showing.go_on(self._case()):
            self.is_shown = False

    async def _presenter_ended(
        self, presenter: Presenter, task: "asyncio.Task[Response | None]"
    ) -> None:
        if self._showing.is_withdrawn(presenter, task):
            return
        response = self._showing.ended(presenter, task)
        if response is not None:
            await self._presenter_answered(presenter, response)
        if not self._is_over:
            self._see_who_shows()

    async def _presenter_answered(self, presenter: Presenter, response: Response) -> None:
        try:
            await self._take(response, presenter.channel)
        except AnswerRefused as refused:
            if isinstance(response, Answered) and refused.reason is RefusalReason.INVALID:
                self._change_draft(_with_answers(self.draft, response.answers), by=presenter)
            self._showing.refuse(presenter, refused, self._case())

    async def _withdraw_one(self, presenter: Presenter) -> None:
        if await self._showing.withdraw(presenter):
            self._see_who_shows()

    async def _withdraw_all(self) -> None:
        self.is_presented = False
        self.is_shown = False
        await self._showing.withdraw_all()

    # Selections.

    def _change_draft(self, draft: Draft, *, by: Presenter | None) -> None:
        known = {question.id for question in self.questions.walk()}
        self.draft = Draft(answers={k: v for k, v in draft.answers.items() if k in known})
        self._keeping.change_draft(self.draft)
        self._selected_at = self._clock.monotonic()
        self._note_touched()
        self._showing.tell(self.questions.id, self.draft, by=by)

    def _adopt_draft(self, draft: Draft) -> None:
        now = self._clock.monotonic()
        if self._selected_at is not None and now - self._selected_at < EDITING_S:
            return
        self.draft = draft
        self._note_touched()
        self._showing.tell(self.questions.id, draft, by=None)

    # The end.

    async def _suspend(self) -> None:
        await self._keeping.save(self.deadline, exactly=True)
        self._is_over = True

    async def _respond(self, message: DirectResponse) -> None:
        try:
            await self._take(message.response, message.channel)
        except AnswerRefused as refused:
            _reject(message.taken, refused)
        else:
            _resolve(message.taken)

    async def _offered(self, message: OfferedText) -> None:
        listing, read = current_text_form(self.questions, self.draft, self._list), message.reading
        if read is None:
            self._stop_reading(listing)
        elif self._reading is None or self._reading[0].taken is not message.taken:
            return  # later words took its place
        else:
            self._reading = None
            if read.before != self._selected(read.question_id):  # it was answered another way
                overtaken = AdvancedByText(questions_id=self.questions.id, list=listing)
                _resolve_offer(message, overtaken)
                return
        wanted = message.question_id or listing.at
        if wanted != listing.at:
            try:
                listing = listing.opened(wanted)
            except AnswerRefused as refused:
                _reject(message.taken, refused)
                return
        after = listing.take(message.text, read.meant if read is not None else None)
        if read is None and after.unread is not None and self._reader is not None:
            self._begin_reading(message, after.unread)
            return
        card, questions_id = after.card, self.questions.id
        if card.ended is not None:
            response = card.response(message.provenance(self._clock.now()))
            try:
                kept = await self._take(response, message.channel)
            except AnswerRefused as refused:
                _reject(message.taken, refused)
                return
            offer = SettledByText(questions_id=questions_id, response=kept)
        elif card.message:
            self._list = after
            self._note_touched()
            offer = RejectedText(questions_id=questions_id, why=card.message, list=after)
        else:
            self._list = after
            self._change_draft(after.draft, by=None)
            offer = AdvancedByText(questions_id=questions_id, list=after)
        _resolve_offer(message, offer)

    # Words that a model reads. Meanwhile the question goes on: what is answered first counts.

    async def _read(self, unread: UnreadWords) -> "Understanding | None":
        return None if self._reader is None else await self._reader.read(unread, self.origin)

    def _begin_reading(self, message: OfferedText, unread: UnreadWords) -> None:
        at = unread.question.id
        before = self._selected(at)

        async def read() -> None:
            meant: Understanding | None = None
            try:
                meant = await self._read(unread)
            except Exception:  # noqa: BLE001  # a bug in the reader: the rules' reply stands
                _log.exception("Words for question %s were not read.", self.questions.id)
            reading = ModelReading(meant=meant, question_id=at, before=before)
            self._inbox.put_nowait(replace(message, reading=reading, question_id=at))

        self._note_touched()
        task = asyncio.create_task(read(), name=f"read words for {self.questions.id}")
        self._reading = message, task

    def _stop_reading(self, listing: TextForm) -> None:
        """Have later words take the place of those that are being read."""
        message = self._take_reading()
        if message is not None:
            overtaken = AdvancedByText(questions_id=self.questions.id, list=listing)
            _resolve_offer(message, overtaken)

    def _take_reading(self) -> OfferedText | None:
        """End the reading under way; return the words that it was of."""
        if self._reading is None:
            return None
        message, task = self._reading
        self._reading = None
        task.cancel()
        return message

    def _selected(self, question_id: str) -> Answer | None:
        return self.draft.answers.get(question_id)

    async def _take(self, response: Response, channel: Channel) -> Response:
        """Settle with a response from a user, and return it as it is kept.

        Raises:
            AnswerRefused: As `check_response`, or if the store has another response already.
        """
        kept = with_user(check_response(self.questions, response, channel), self._user)
        if not await self._close(kept, channel=channel):
            raise self._refusal(LifecycleEvent.ANSWER)
        return kept

    async def _expire(self) -> None:
        answers = timeout_answers(self.questions)
        timeout_s = self._patience.timeout_s
        if timeout_s is None or self.deadline >= self._expires_at:
            await self._close(TimedOut(after_s=TIME_TO_LIVE.total_seconds()), channel=None)
            return
        if answers is None:
            await self._close(TimedOut(after_s=timeout_s), channel=None)
            return
        provenance = Provenance(
            channel=self.origin.channel, method=Method.TIMEOUT_DEFAULT, at=self._clock.now()
        )
        await self._close(Answered(answers=answers, provenance=provenance), channel=None)

    async def _close(self, response: Response, *, channel: Channel | None) -> bool:
        """Settle, withdraw and tell; False if the store was settled by somebody else.

        After *later* the question stays open, before no presenter.
        """
        kept = await self._keeping.settle(response, channel)
        status = stored_status(kept.response)
        if status == "pending":
            self._patience = AnswerTimer(timeout_s=self._timeout_s)
            late = self._take_reading()
            if late is not None:
                put_off = AnswerRefused(RefusalReason.CLOSED, _("This question was put off."))
                _reject(late.taken, put_off)
        else:
            self._status = status
            self._is_over = True
        # Who comes to wait from here on waits for the next time it is put.
        waiters, self._waiters = self._waiters, []
        await self._withdraw_all()
        for waiter in waiters:
            if not waiter.done():
                waiter.set_result(kept.response)
        self._callbacks.on_closed(self.questions, kept.response, kept.channel)
        if not waiters and kept.won and channel is not None and self._is_over:
            self._callbacks.on_late_answer(self.questions, self.origin, response)
        return kept.won

    def _ended(self, task: "asyncio.Task[None]") -> None:
        """Let nobody wait for a question that is over."""
        error = None if task.cancelled() else task.exception()
        if error is not None:
            _log.error("Question %s broke.", self.questions.id, exc_info=error)
        for waiter in tuple(self._waiters):
            if error is None:
                waiter.cancel()
            else:
                self.fail(waiter, error)
        unanswered = [self._handling] if self._handling is not None else []
        if self._reading is not None:
            unanswered.append(self._reading[0])
        while not self._inbox.empty():
            unanswered.append(self._inbox.get_nowait())
        for message in unanswered:
            match message:
                case DirectResponse() | OfferedText():
                    _reject(message.taken, error or self._refusal(LifecycleEvent.ANSWER))
                case CloseQuestion():
                    if error is None:
                        _resolve(message.done)
                    else:
                        _reject(message.done, error)
                case _:
                    pass


def _resolve(future: "asyncio.Future[None]") -> None:
    """Answer whoever asked, unless they have gone."""
    if not future.done():
        future.set_result(None)


def _resolve_offer(message: OfferedText, offer: OfferResult) -> None:
    if not message.taken.done():
        message.taken.set_result(offer)


def _reject(
    future: "asyncio.Future[None] | asyncio.Future[OfferResult]", error: BaseException
) -> None:
    """Refuse whoever asked, unless they have gone."""
    if not future.done():
        future.set_exception(error)


def _with_answers(draft: Draft, answers: Iterable[Answer]) -> Draft:
    return Draft(answers=draft.answers | {answer.question_id: answer for answer in answers})
