"""The question desk: every question to the user goes through it. Engine loop only.

It stores a question before anybody sees it, gives it to every presenter that fits at once, lets the
first valid answer win and withdraws the others. Each open question is an `QuestionActor`; the desk finds
them, starts them and ends them.
"""

import asyncio
import logging
from collections.abc import Callable, Collection
from dataclasses import replace
from enum import StrEnum
from typing import Final

from assistant.clock import Clock
from assistant.errors import AnswerRefused, RefusalReason
from assistant.locale import _
from assistant.questions.card.chat_answer import NotForQuestion, OfferResult, RejectedText
from assistant.questions.card.text_form import is_command
from assistant.questions.desk.answer_reader import AnswerReader
from assistant.questions.desk.desk_repository import DeskRepository, RestoredQuestion
from assistant.questions.desk.messages import PresenterRegistration
from assistant.questions.desk.model.lifecycle import (
    TIME_TO_LIVE,
    LifecycleEvent,
    put_again,
    refusal_of,
    too_old,
)
from assistant.questions.desk.model.lint import lint
from assistant.questions.desk.open_question import OpenQuestion
from assistant.questions.desk.presenter import Presenter
from assistant.questions.desk.question_actor import DeskCallbacks, QuestionActor
from assistant.questions.model.pending_question import PendingQuestion
from assistant.questions.model.question import (
    CancelReason,
    Channel,
    Draft,
    Method,
    Origin,
    Purpose,
    QuestionSet,
    Response,
)
from assistant.questions.model.set_dependencies import awaited_questions, resolve_dependencies
from assistant.questions.model.validation import may_answer, not_found
from assistant.storage.model.records import QuestionRecord
from assistant.storage.questions import QuestionRepository
from assistant.typed_command import written_command

_log = logging.getLogger(__name__)

_ONLY_IF_IT_FITS: Final = frozenset({Purpose.END_SESSION})
"""Words in the chat that do not answer such a question are an ordinary message."""


class DeskActivity(StrEnum):
    """Whether the user is being waited for."""

    WORKING = "working"
    WAITING = "waiting"


class QuestionDesk:
    """Puts questions to the user and takes the answers.

    Args:
        store: Where questions are kept.
        clock: Time.
        callbacks: Whom to tell what happens.
        reader: Reads words about which the rules would ask back; None asks back at once.
        user: Who answers at this machine; noted with an answer whose channel names nobody.
    """

    def __init__(
        self,
        *,
        store: QuestionRepository,
        clock: Clock,
        callbacks: DeskCallbacks,
        reader: AnswerReader | None = None,
        user: str | None = None,
    ) -> None:
        self._reader = reader
        self._store = store
        self._user = user
        self._shelf = DeskRepository(store=store, clock=clock)
        self._clock = clock
        self._callbacks = callbacks
        self._presenters: list[PresenterRegistration] = []
        self._askings: dict[str, QuestionActor] = {}
        self._held: set[asyncio.Task[None]] = set()
        """What holds questions back until others are over."""

    @property
    def activity(self) -> DeskActivity:
        """`waiting` while a presenter shows a question."""
        is_shown = any(asking.is_shown for asking in self._askings.values())
        return DeskActivity.WAITING if is_shown else DeskActivity.WORKING

    def register(self, presenter: Presenter, *, fallback: bool = False) -> Callable[[], None]:
        """Give questions to this presenter too, those now open included.

        Args:
            presenter: Shows questions.
            fallback: Only when no other presenter shows the question: none fits, or all have
                failed or gone.

        Returns:
            A function that takes the presenter away and withdraws what it shows.
        """
        registered = PresenterRegistration(presenter=presenter, is_fallback=fallback)
        self._presenters.append(registered)
        for asking in self._askings.values():
            if asking.is_presented:
                asking.show([registered])

        def remove() -> None:
            if registered in self._presenters:
                self._presenters.remove(registered)
                for asking in self._askings.values():
                    asking.withdraw(presenter)

        return remove

    async def open(
        self, questions: QuestionSet, origin: Origin, *, draft: Draft | None = None
    ) -> OpenQuestion:
        """Put questions to the user; returns when they are stored and before the presenters.

        If nobody can show it, or every presenter gives up, it stays open and can be answered with
        `respond`. If the caller is cancelled before this returns, the question is closed as
        `turn_cancelled`; from then on it closes by a response, its time, `cancel`, or `withdraw` of
        what is returned. After `aclose` it is stored only.

        Where it depends on a question of another open set of the conversation it is held back until
        that is over, and cancelled with the reason `dependency` if nothing of it is left to ask.

        Args:
            questions: What is asked, mended as `lint` does. Ids that are taken become others, of
                the set and of its questions; what is returned has the ids it is asked under.
            origin: Where the user is.
            draft: The selections it starts from; what its author pre-selected if not given.

        Raises:
            StoreError: If it cannot be stored; nothing was shown.
        """
        stored = await self._shelf.add(_linted(questions), origin, draft)
        if self._shelf.is_closed:
            return OpenQuestion.suspended(stored.questions)
        return await self._put(self._start(stored))

    async def ask(
        self, questions: QuestionSet, origin: Origin, *, draft: Draft | None = None
    ) -> Response:
        """Put questions as `open` does and wait for the response.

        If the caller is cancelled, the question is closed as `turn_cancelled`, or as `client` where
        it is bound to a connection; after `aclose` it stays open instead.

        Raises:
            StoreError: As `open`.
        """
        opened = await self.open(questions, origin, draft=draft)
        return await opened.response_or_withdraw()

    async def open_answered(
        self, questions: QuestionSet, origin: Origin, response: Response, channel: Channel
    ) -> None:
        """Store questions that the user has answered already; no presenter shows them.

        Nobody is asked and nobody waits: `on_closed` and `on_late_answer` hear of it. After `aclose` the questions
        are stored open, without it.

        Args:
            questions: As for `open`.
            origin: Where the user is.
            response: What they chose.
            channel: Where they chose it.

        Raises:
            AnswerRefused: `INVALID` or `NOT_ALLOWED`, as `respond`; the questions are closed.
            StoreError: If they cannot be stored.
        """
        stored = await self._shelf.add(_linted(questions), origin, None)
        if self._shelf.is_closed:
            return
        asking = self._start(stored)
        try:
            await asking.respond(response, channel)
        except AnswerRefused:
            await asking.cancel(CancelReason.TURN_CANCELLED)
            raise

    async def follow(self, questions_id: str) -> OpenQuestion:
        """Wait for the next response to an open question, such as one that was put off.

        Raises:
            AnswerRefused: `NOT_FOUND`, `ALREADY_ANSWERED` or `CLOSED`.
        """
        asking = await self._find(questions_id, LifecycleEvent.PUT)
        return self._expected(asking, asking.expect())

    def _expected(self, asking: QuestionActor, waiter: "asyncio.Future[Response]") -> OpenQuestion:
        async def withdraw() -> None:
            if not self._shelf.is_closed:
                is_bound = asking.origin.is_bound
                await asking.cancel(
                    CancelReason.CLIENT if is_bound else CancelReason.TURN_CANCELLED
                )

        return OpenQuestion(questions=asking.questions, response=waiter, withdraw=withdraw)

    async def _put(self, asking: QuestionActor) -> OpenQuestion:
        waiter = asking.expect()
        opened = self._expected(asking, waiter)
        wanted = awaited_questions(asking.questions)
        if not wanted:
            self._show(asking)
            return opened
        held = self._hold(asking, waiter, wanted)
        if self._asked_before(asking, wanted) is None:
            try:
                await asyncio.wait([held])
            except asyncio.CancelledError:
                await opened.withdraw()
                raise
        return opened

    def _show(self, asking: QuestionActor) -> None:
        self._callbacks.on_asked(asking.questions, asking.origin)
        asking.show(self._presenters)

    def _hold(
        self, asking: QuestionActor, waiter: "asyncio.Future[Response]", wanted: Collection[str]
    ) -> "asyncio.Task[None]":
        """Hold a question back until those that it depends on are over."""
        asking.is_held = True
        held = asyncio.create_task(
            self._hold_back(asking, waiter, wanted), name=f"hold {asking.questions.id}"
        )
        self._held.add(held)

        def ended(task: "asyncio.Task[None]") -> None:
            self._held.discard(task)
            if not task.cancelled() and (error := task.exception()) is not None:
                _log.error("Question %s was not put.", asking.questions.id, exc_info=error)
                asking.fail(waiter, error)

        held.add_done_callback(ended)
        return held

    async def _hold_back(
        self, asking: QuestionActor, waiter: "asyncio.Future[Response]", wanted: Collection[str]
    ) -> None:
        """Put a question once the questions of other sets that it depends on are over."""
        try:
            while not waiter.done() and (other := self._asked_before(asking, wanted)) is not None:
                await asyncio.wait([other.ended, waiter], return_when=asyncio.FIRST_COMPLETED)
            if waiter.done():
                return
            given = await self._shelf.given(asking.origin.conversation_id, wanted)
        finally:
            asking.is_held = False
        if waiter.done() or self._shelf.is_closed:
            return
        questions = resolve_dependencies(asking.questions, given)
        if questions is None:
            await asking.cancel(CancelReason.DEPENDENCY)
        else:
            asking.questions = questions
            self._show(asking)

    def _asked_before(self, asking: QuestionActor, wanted: Collection[str]) -> QuestionActor | None:
        """Return an open question of the same conversation, asked earlier, that is waited for."""
        for other in self._in_order():
            if other is asking:
                return None
            is_here = other.origin.conversation_id == asking.origin.conversation_id
            if is_here and any(question.id in wanted for question in other.questions.walk()):
                return other
        return None

    async def resume(self, questions_id: str, origin: Origin | None = None) -> OpenQuestion:
        """Put an open question before the presenters again.

        Args:
            questions_id: Which one.
            origin: Where the user is now; where it was first asked if not given.

        Raises:
            AnswerRefused: `NOT_FOUND`, `ALREADY_ANSWERED` or `CLOSED`.
        """
        asking = await self._find(questions_id, LifecycleEvent.PUT)
        if origin is not None:
            asking.origin = origin
        return await self._put(asking)

    async def reopen(self, questions_id: str, origin: Origin | None = None) -> OpenQuestion:
        """Open a question again that timed out, as another version, and put it.

        Its clock starts afresh when it is shown; the day it has in all does not.

        Args:
            questions_id: Which one.
            origin: Where the user is now; where it was first asked if not given.

        Raises:
            AnswerRefused: `NOT_FOUND`; `ALREADY_ANSWERED` or `CLOSED` if it did not time out, or
                was asked a day ago; `NOT_ALLOWED` if it is open.
            StoreError: If it cannot be stored.
        """
        record = await self._stored(questions_id)
        if refused := refusal_of(record.status, LifecycleEvent.REOPEN):
            raise refused
        if not await self._shelf.reopen(record):  # it is too old, or somebody was faster
            record = await self._stored(questions_id)
            raise refusal_of(record.status, LifecycleEvent.REOPEN) or too_old()
        return await self.resume(questions_id, origin)

    async def respond(
        self,
        questions_id: str,
        response: Response,
        channel: Channel,
        *,
        conversation_id: str | None = None,
        version: int | None = None,
    ) -> None:
        """Take a response from a surface that is not presenting the question.

        Args:
            questions_id: Which question.
            response: What the user chose.
            channel: Where.
            conversation_id: The conversation the answer was sent to, if the surface names one.
            version: The version of the question that is answered, if the surface names one.

        Raises:
            AnswerRefused: `NOT_FOUND`; `WRONG_SESSION` if the conversation is another;
                `ALREADY_ANSWERED`; `CLOSED`, also if the version that is answered timed out; `NOT_ALLOWED` if this channel may not settle it,
                or it waits for another; `INVALID` if the answer does not fit. The question is
                unchanged.
        """
        asking = await self._find(questions_id, LifecycleEvent.ANSWER, conversation_id)
        if version not in {None, asking.questions.version}:
            raise put_again()
        await asking.respond(response, channel)

    async def offer(
        self, conversation_id: str, text: str, channel: Channel, *, method: Method = Method.TYPED
    ) -> OfferResult:
        """Offer what was written into the chat to the question that is open there (Q-LIFE-38).

        The first question of the conversation that is before presenters takes it: as a number, an
        id, a label, words of the user's own, or a command of the text list. A confirmation
        never takes it, and no other line that begins with a slash is an answer.

        Args:
            conversation_id: Whose chat.
            text: What was written.
            channel: Where.
            method: How.

        Raises:
            AnswerRefused: As `respond`, if the question is settled while the words arrive. They
                were meant for it; offer them to nobody else.
        """
        if written_command(text.lstrip()).startswith("/") and not is_command(text):
            return NotForQuestion()
        for asking in self._in_order():
            if asking.origin.conversation_id != conversation_id or not asking.is_presented:
                continue
            purpose = asking.questions.purpose
            if purpose.is_approval or not may_answer(asking.questions, channel):
                continue
            offer = await asking.offer(text, channel, method)
            if isinstance(offer, RejectedText) and purpose in _ONLY_IF_IT_FITS:
                return NotForQuestion()
            return offer
        return NotForQuestion()

    async def offer_to(
        self,
        questions_id: str,
        text: str,
        channel: Channel,
        *,
        question_id: str | None = None,
        version: int | None = None,
    ) -> OfferResult:
        """Offer what was written to one set alone.

        Args:
            questions_id: The set.
            text: What was written.
            channel: Where.
            question_id: The question of the set; None for the one that is asked now.
            version: The version of the set that is answered, if the surface names one.

        Raises:
            AnswerRefused: As `respond`; `NOT_FOUND` if that question of it is not asked now.
        """
        asking = await self._find(questions_id, LifecycleEvent.ANSWER)
        if version not in {None, asking.questions.version}:
            raise put_again()
        return await asking.offer(text, channel, Method.TYPED, question_id=question_id)

    async def save_draft(self, questions_id: str, draft: Draft) -> None:
        """Keep selections made on a surface that is not presenting.

        Raises:
            AnswerRefused: `NOT_FOUND`, `ALREADY_ANSWERED` or `CLOSED`.
        """
        (await self._find(questions_id, LifecycleEvent.DRAFT)).draft_changed(draft)

    # Questions of the user's other devices. What is told here of them is in the store already.

    async def adopt(self, questions_id: str, origin: Origin) -> None:
        """Show an open question that another device asked; nobody here waits for its response.

        The other device runs its clock. Nothing happens if it is open here already, was settled,
        or waits for the answer to another one.

        Args:
            questions_id: Which one.
            origin: Where the user may see it here.

        Raises:
            StoreError: If the store cannot be read.
        """
        record = await self._store.get(questions_id)
        if record is None or record.status != "pending" or self._shelf.is_closed:
            return
        stored = await self._shelf.read(record)
        is_over = record.deadline is not None and record.deadline <= self._clock.now()
        if stored is None or is_over or self._live(questions_id) is not None:
            return
        asking = self._start(replace(stored, origin=origin), is_adopted=True)
        if not awaited_questions(asking.questions):
            self._show(asking)

    def adopt_draft(self, questions_id: str, draft: Draft) -> None:
        """Show selections made on another device, unless the user is making some here."""
        asking = self._live(questions_id)
        if asking is not None:
            asking.adopt_draft(draft)

    async def settle_elsewhere(self, questions_id: str) -> None:
        """Take over how a question ended that another device settled, and tell who waits for it."""
        asking = self._live(questions_id)
        if asking is not None:  # the store lets nothing else end it now
            await asking.cancel(CancelReason.CLIENT)

    async def cancel(
        self,
        *,
        questions_id: str | None = None,
        conversation_id: str | None = None,
        turn_id: str | None = None,
        reason: CancelReason = CancelReason.TURN_CANCELLED,
        text: str = "",
    ) -> None:
        """Close open questions without a choice.

        Args:
            questions_id: This one.
            conversation_id: All of this conversation, those put off too.
            turn_id: Those this turn waits for.
            reason: Why.
            text: Words about it, for the model.
        """
        chosen = [
            asking
            for asking in self._askings.values()
            if asking.questions.id == questions_id
            or asking.origin.conversation_id == conversation_id
            or (turn_id is not None and asking.is_awaited and asking.origin.turn_id == turn_id)
        ]
        await asyncio.gather(*(asking.cancel(reason, text) for asking in chosen))

    def pending(self) -> tuple[PendingQuestion, ...]:
        """Return the open questions in the order they were asked."""
        return tuple(
            PendingQuestion(
                id=asking.questions.id,
                questions=asking.questions,
                origin=asking.origin,
                asked_at=asking.asked_at,
                draft=asking.draft,
                is_presented=asking.is_presented,
                deadline=asking.deadline,
                is_held=asking.is_held,
            )
            for asking in self._in_order()
        )

    def _in_order(self) -> list[QuestionActor]:
        """Return the open questions in the order they were asked."""
        is_open = [asking for asking in self._askings.values() if not asking.is_over]
        return sorted(is_open, key=lambda asking: asking.asked_at)

    async def restore(self) -> tuple[PendingQuestion, ...]:
        """Take up the questions that were open when the program ended.

        They come back with their selections and wait in `pending()` until `resume` or `respond`.
        One whose time is up is closed as timed out, one that a program waited for on a connection
        is withdrawn; one that cannot be read is left in the store.

        Raises:
            StoreError: If the store cannot be read.
        """
        for record in await self._store.pending():
            await self._take_up(record)
            asking = self._live(record.questions_id)
            if asking is not None and asking.origin.is_bound:
                await asking.cancel(CancelReason.CLIENT)
        return self.pending()

    async def _take_up(self, record: QuestionRecord) -> None:
        """Open a question from the store; one whose time is up is closed before this returns."""
        stored = await self._shelf.read(record)
        if stored is None or self._live(record.questions_id) is not None:
            return
        asking = self._start(stored)
        if asking.deadline <= self._clock.now():
            await asyncio.wait([asking.ended])

    async def aclose(self) -> None:
        """Withdraw every question and leave it open in the store; idempotent.

        Those that a program waits for on a connection are closed: nobody waits after the start.

        Those who wait for a response get `asyncio.CancelledError`. Call it before turns are
        cancelled: a turn that is cancelled earlier closes its question.
        """
        self._shelf.is_closed = True
        await asyncio.gather(*(_put_away(asking) for asking in tuple(self._askings.values())))
        if self._held:
            await asyncio.wait(self._held)

    def _start(self, stored: RestoredQuestion, *, is_adopted: bool = False) -> QuestionActor:
        record = stored.record
        asking = QuestionActor(
            questions=stored.questions,
            origin=stored.origin,
            asked_at=record.asked_at,
            deadline=record.deadline or record.asked_at + TIME_TO_LIVE,
            draft=stored.draft,
            store=self._store,
            clock=self._clock,
            callbacks=self._callbacks,
            reader=self._reader,
            user=self._user,
            is_adopted=is_adopted,
        )
        self._askings[record.questions_id] = asking
        asking.ended.add_done_callback(lambda _task: self._forget(asking))
        return asking

    def _forget(self, asking: QuestionActor) -> None:
        # It may have been opened again while the old one was being cleared away.
        if self._askings.get(asking.questions.id) is asking:
            del self._askings[asking.questions.id]

    async def _find(
        self, questions_id: str, happening: LifecycleEvent, conversation_id: str | None = None
    ) -> QuestionActor:
        """Return an open question, taken up from the store if need be.

        Raises:
            AnswerRefused: As `respond`.
        """
        asking = self._live(questions_id)
        if asking is None:
            record = await self._stored(questions_id)
            _check_session(record.conversation_id, conversation_id)
            if refused := refusal_of(record.status, happening):
                raise refused
            await self._take_up(record)
            asking = self._live(questions_id)
        if asking is None:
            record = await self._stored(questions_id)
            raise refusal_of(record.status, happening) or not_found()
        _check_session(asking.origin.conversation_id, conversation_id)
        if asking.is_held and happening is not LifecycleEvent.PUT:
            raise AnswerRefused(
                RefusalReason.NOT_ALLOWED,
                _("This question waits for the answer to another one."),
            )
        return asking

    def _live(self, questions_id: str) -> QuestionActor | None:
        asking = self._askings.get(questions_id)
        return None if asking is None or asking.is_over else asking

    async def _stored(self, questions_id: str) -> QuestionRecord:
        if self._shelf.is_closed:
            raise not_found()
        return await self._shelf.get(questions_id)


def _linted(questions: QuestionSet) -> QuestionSet:
    if questions.purpose is not Purpose.ASK:
        return questions
    linted = lint(questions)
    for note in linted.notes:
        _log.info("Question %s: %s.", questions.id, note)
    return linted.questions


async def _put_away(asking: QuestionActor) -> None:
    if asking.origin.is_bound:
        await asking.cancel(CancelReason.SHUTDOWN)
    else:
        await asking.suspend()


def _check_session(actual: str, named: str | None) -> None:
    """Let nobody answer another session's question, nor learn what became of it (SEC-07)."""
    if named not in {None, actual}:
        raise AnswerRefused(
            RefusalReason.WRONG_SESSION, _("This question belongs to another conversation.")
        )
