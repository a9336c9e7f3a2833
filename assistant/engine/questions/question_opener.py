"""Puts the questions of turns, and those that no turn waits for, and hears what is answered.

A question is put through the desk. A turn waits for its own; of every other the answer goes to
whoever delivers it. Engine loop only.
"""

from collections.abc import Awaitable, Callable
from typing import Protocol

from assistant.background_tasks import Hold
from assistant.conversation.conversation_config import InterruptedCall
from assistant.conversation.history.model.stored_question import (
    STORED_PRECISION,
    QuestionRole,
    StoredQuestion,
    read_record,
)
from assistant.errors import AnswerRefused, StoreError
from assistant.locale import _
from assistant.protocol.events import EngineEvent
from assistant.protocol.notices import Notice, Severity
from assistant.questions.desk.open_question import OpenQuestion
from assistant.questions.desk.question_desk import PendingQuestion, QuestionDesk
from assistant.questions.model.question import Answered, Channel, Draft, Origin, QuestionSet
from assistant.storage.model.records import QuestionRecord
from assistant.tools.tool import AnsweredQuestions as AskedCall


class QuestionHistory(Protocol):
    """Where questions are kept."""

    async def history(self, conversation_id: str) -> tuple[QuestionRecord, ...]:
        """Return every question of a conversation in the order they were asked."""
        ...

    async def get(self, questions_id: str) -> QuestionRecord | None:
        """Return one question, or None."""
        ...


class QuestionOpener:
    """Implements `Questioner`, and puts what no turn waits for.

    Args:
        desk: Puts questions.
        records: Where they are kept.
        hold: Runs work as a task that is held and named.
        emit: Takes events.
        channel: Where the user is.
        answered: Sees to an answer that no turn waits for: the question's id, and where it was asked.
        go_on: Goes on with the conversation of this id, if it is open.
    """

    def __init__(
        self,
        *,
        desk: QuestionDesk,
        records: QuestionHistory,
        hold: Hold,
        emit: Callable[[EngineEvent], None],
        channel: Channel,
        answered: Callable[[str, Origin], Awaitable[None]],
        go_on: Callable[[str], Awaitable[bool]],
    ) -> None:
        self._desk = desk
        self._records = records
        self._hold = hold
        self._emit = emit
        self._channel = channel
        self._answered = answered
        self._go_on = go_on
        self._awaited: dict[str, OpenQuestion] = {}
        """How each question that no turn waits for was put last, by its id."""

    # For a turn.

    async def ask(self, questions: QuestionSet, origin: Origin) -> AskedCall:
        """Put a question of a turn to the user and wait; a turn that is cancelled withdraws it.

        Raises:
            StoreError: If it cannot be stored.
        """
        opened = await self._desk.open(questions, origin)
        return AskedCall(questions=opened.questions, response=await opened.response_or_withdraw())

    async def take_up(self, call: InterruptedCall) -> AskedCall | None:
        """Find the question of an interrupted call, and wait for it if it is open.

        Raises:
            StoreError: If the store cannot be read.
        """
        found = await self._question_of(call)
        if found is None:
            return None
        if found.response is None:
            try:
                opened = await self._desk.resume(found.id, call.origin)
            except AnswerRefused:  # it was settled this very moment
                found = await self._question_of(call)
            else:
                response = await opened.response_or_withdraw()
                return AskedCall(questions=found.questions, response=response)
        if found is None or found.response is None:
            return None
        return AskedCall(questions=found.questions, response=found.response)

    async def _question_of(self, call: InterruptedCall) -> StoredQuestion | None:
        """Return the last question a call put since it may have begun."""
        found = None
        for record in await self._records.history(call.origin.conversation_id):
            if record.tool_use_id != call.tool_use_id:
                continue
            question = read_record(record)
            if question is None or question.role is not QuestionRole.CALL:
                continue
            is_old = call.since is not None and question.asked_at < call.since - STORED_PRECISION
            if question.origin.turn_id == call.origin.turn_id and not is_old:
                found = question
        return found

    def put_choice(self, questions: QuestionSet, origin: Origin) -> None:
        """Put a choice that stood in the words of a turn; its answer begins the next one."""
        self._hold(self.put(questions, origin), f"put-{questions.id}")

    # Outside a turn.

    # Each returns when the question is stored and before the user; its answer is seen to.

    async def put(self, questions: QuestionSet, origin: Origin, draft: Draft | None = None) -> None:
        """Put a question that no turn waits for; where that fails the user is told."""
        try:
            opened = await self._desk.open(questions, origin, draft=draft)
        except StoreError as error:
            self._notify_failed(error)
        else:
            self._await_answer(opened, origin)

    async def put_answered(
        self, questions: QuestionSet, origin: Origin, response: Answered
    ) -> None:
        """Keep questions that the user has answered already, and go on with the answer.

        Where that fails the user is told.
        """
        channel = response.provenance.channel
        try:
            await self._desk.open_answered(questions, origin, response, channel)
        except StoreError as error:
            self._notify_failed(error)
        except AnswerRefused as refused:
            self.refuse(refused.message)
        else:
            await self._go_on(origin.conversation_id)

    async def put_again(self, pending: PendingQuestion) -> None:
        """Put an open question before the presenters again."""
        try:
            opened = await self._desk.resume(pending.id, self.asked_here(pending.origin))
        except AnswerRefused as refused:
            self.refuse(refused.message)
        else:
            self._await_answer(opened, pending.origin)

    async def reopen(self, question: StoredQuestion) -> None:
        """Open a question again that timed out.

        Raises:
            StoreError: If it cannot be stored.
        """
        try:
            opened = await self._desk.reopen(question.id, self.asked_here(question.origin))
        except AnswerRefused as refused:
            self.refuse(refused.message)
        else:
            self._await_answer(opened, question.origin)

    def asked_here(self, origin: Origin) -> Origin:
        """Return where a question of earlier is asked now: on the screen, or where it was remotely."""
        channel = origin.channel if origin.channel.is_remote else self._channel
        return origin.model_copy(update={"voice": False, "channel": channel})

    def _await_answer(self, opened: OpenQuestion, origin: Origin) -> None:
        self._awaited[opened.id] = opened
        self._hold(self._deliver(opened, origin), f"answer-{opened.id}")

    async def _deliver(self, opened: OpenQuestion, origin: Origin) -> None:
        try:
            await opened.response
        except StoreError as error:
            self._notify_failed(error)
        else:
            if self._awaited.get(opened.id) is opened:  # else it was put again meanwhile
                del self._awaited[opened.id]
                await self._answered(opened.id, origin)

    def _notify_failed(self, error: StoreError) -> None:
        self._emit(
            Notice(
                code="question_failed",
                text=_("A question could not be put."),
                hint=f"{error.message} {error.hint}".strip(),
                severity=Severity.ERROR,
            )
        )

    def refuse(self, text: str) -> None:
        """Tell the user kindly why something about a question cannot be done."""
        self._emit(Notice(code="question_refused", text=text, severity=Severity.INFO))
