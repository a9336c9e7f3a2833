"""Lists the questions that have no answer and can still have one. Engine loop only."""

from collections.abc import Callable, Sequence

from assistant.clock import Clock
from assistant.conversation.history.model.stored_question import StoredQuestion, read_record
from assistant.engine.command_dispatcher import CommandDispatcher
from assistant.protocol.events import EngineEvent
from assistant.protocol.questions import (
    ListQuestions,
    QuestionsListed,
    QuestionStanding,
    UnansweredQuestion,
)
from assistant.questions.model.pending_question import PendingQuestion
from assistant.questions.model.question import Purpose, QuestionRoute
from assistant.storage.questions import QuestionRepository


class QuestionList:
    """Lists unanswered questions of every conversation.

    Args:
        pending: Returns the open questions.
        records: Where those are kept that timed out.
        clock: Tells the time of the list.
        emit: Takes the list when `ListQuestions` asks for it.
    """

    def __init__(
        self,
        *,
        pending: Callable[[], Sequence[PendingQuestion]],
        records: QuestionRepository,
        clock: Clock,
        emit: Callable[[EngineEvent], None],
    ) -> None:
        self._pending = pending
        self._records = records
        self._clock = clock
        self._emit = emit

    def register_commands(self, commands: CommandDispatcher) -> None:
        commands.register(ListQuestions, self._list)

    async def _list(self, _command: ListQuestions) -> None:
        self._emit(await self.read())

    async def read(self) -> QuestionsListed:
        """Raises StoreError if the store cannot be read."""
        now = self._clock.now()
        stored = [read_record(record) for record in await self._records.timed_out(now=now)]
        listed = [_timed_out(one) for one in stored if one is not None and _can_reopen(one)]
        listed += [_open(pending) for pending in self._pending()]
        return QuestionsListed(
            questions=tuple(sorted(listed, key=lambda one: one.asked_at)), listed_at=now
        )


def _can_reopen(question: StoredQuestion) -> bool:
    """Whether an answer would still matter: not to a permission or a call that is gone."""
    questions = question.questions
    return questions.purpose is Purpose.ASK and questions.route is not QuestionRoute.ELICITATION


def _timed_out(question: StoredQuestion) -> UnansweredQuestion:
    return UnansweredQuestion(
        questions=question.questions,
        origin=question.origin,
        asked_at=question.asked_at,
        standing=QuestionStanding.TIMED_OUT,
        draft=question.draft,
    )


def _open(pending: PendingQuestion) -> UnansweredQuestion:
    standing = QuestionStanding.OPEN if pending.is_presented else QuestionStanding.PUT_OFF
    return UnansweredQuestion(
        questions=pending.questions,
        origin=pending.origin,
        asked_at=pending.asked_at,
        standing=QuestionStanding.HELD if pending.is_held else standing,
        draft=pending.draft,
    )
