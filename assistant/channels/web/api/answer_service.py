"""Takes answers from programs, one by one or several at once. Engine loop only.

Questions that were put together are answered together: what comes for one of them is kept, and shown
on the other surfaces as a selection, until the last one that is open has its answer.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from assistant.channels.web.api.model.bodies import GivenAnswer
from assistant.channels.web.api.model.desk_problems import problem_of
from assistant.channels.web.api.sessions import ApiSession, question_not_found
from assistant.channels.web.server.model.problems import ApiProblem
from assistant.clock import Clock
from assistant.conversation.history.model.stored_question import StoredQuestion
from assistant.errors import AnswerRefused, RefusalReason
from assistant.locale import _
from assistant.protocol.events import EngineEvent
from assistant.protocol.questions import QuestionClosed
from assistant.questions.desk.model.lifecycle import LifecycleEvent, refusal_of
from assistant.questions.formats.answer_json import answer_from_wire
from assistant.questions.model.question import (
    Answer,
    Answered,
    Channel,
    Draft,
    Method,
    Provenance,
    Question,
    QuestionSet,
    Response,
)
from assistant.questions.model.validation import check_one, may_answer, visible


class AnswerDesk(Protocol):
    """What is needed of the question desk."""

    async def respond(
        self,
        questions_id: str,
        response: Response,
        channel: Channel,
        *,
        conversation_id: str | None = None,
    ) -> None:
        """Take a response; raises AnswerRefused."""
        ...

    async def save_draft(self, questions_id: str, draft: Draft) -> None:
        """Keep selections; raises AnswerRefused."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptedAnswer:
    """An answer that was taken."""

    open_questions: tuple[str, ...] = ()
    """Questions of the same form that still need one."""


@dataclass(slots=True, kw_only=True)
class _Form:
    """What a request answers of one question set."""

    stored: StoredQuestion
    given: dict[str, Answer]


class AnswerService:
    """Takes answers.

    Args:
        desk: Settles questions.
        clock: Stamps the answers.
    """

    def __init__(self, *, desk: AnswerDesk, clock: Clock) -> None:
        self._desk = desk
        self._clock = clock
        self._kept: dict[str, dict[str, Answer]] = {}
        """Answers to some questions of a set, by its id."""

    def on_event(self, event: EngineEvent) -> None:
        """Forget what was kept for questions that are settled."""
        if isinstance(event, QuestionClosed):
            self._kept.pop(event.questions.id, None)

    async def accept_one(self, session: ApiSession, given: GivenAnswer) -> AcceptedAnswer:
        """Take one answer; a form is sent when every question open in it has one.

        Raises:
            Problem: If it is refused; nothing is changed.
            StoreError: If it cannot be stored.
        """
        (outcome,) = await self._take(session, [given], is_all=False)
        if isinstance(outcome, ApiProblem):
            raise outcome
        return outcome

    async def accept_all(
        self, session: ApiSession, given: Sequence[GivenAnswer]
    ) -> tuple[AcceptedAnswer | ApiProblem, ...]:
        """Take several answers; a form is sent if no question is open in it that needs one.

        Returns:
            For each what became of it, in order.

        Raises:
            StoreError: If they cannot be stored.
        """
        return await self._take(session, given, is_all=True)

    async def _take(
        self, session: ApiSession, given: Sequence[GivenAnswer], *, is_all: bool
    ) -> tuple[AcceptedAnswer | ApiProblem, ...]:
        forms: dict[str, _Form] = {}
        outcomes: list[AcceptedAnswer | ApiProblem | str] = []
        """The id of the form where that decides it."""
        for one in given:
            try:
                outcomes.append(self._read(session, one, forms))
            except ApiProblem as problem:
                outcomes.append(problem)
        settled = {
            set_id: await self._settle(session, form, is_all=is_all)
            for set_id, form in forms.items()
        }
        return tuple(settled[one] if isinstance(one, str) else one for one in outcomes)

    def _read(self, session: ApiSession, one: GivenAnswer, forms: dict[str, _Form]) -> str:
        """Add an answer to its form; returns the id of that."""
        stored = session.holding(one.question_id)
        if stored is None:
            raise question_not_found(one.question_id)
        question = _question(stored.questions, one.question_id)
        try:
            if refused := refusal_of(stored.status, LifecycleEvent.ANSWER):
                raise refused
            if not may_answer(stored.questions, Channel.API):
                raise AnswerRefused(
                    RefusalReason.NOT_ALLOWED,
                    _("This can only be answered in the window or the terminal."),
                )
            form = forms.get(stored.id) or _Form(stored=stored, given={})
            if question.id in form.given or question.id in self._kept.get(stored.id, {}):
                raise AnswerRefused(
                    RefusalReason.ALREADY_ANSWERED, _("This question is already answered")
                )
            answer = answer_from_wire(question, one.answer)
            form.given[question.id] = check_one(
                question, answer.model_copy(update={"note": one.note})
            )
        except AnswerRefused as refused:
            raise problem_of(refused, one.question_id, question) from refused
        forms[stored.id] = form
        return stored.id

    async def _settle(
        self, session: ApiSession, form: _Form, *, is_all: bool
    ) -> AcceptedAnswer | ApiProblem:
        """Send a form if it is complete, else keep what was given."""
        questions = form.stored.questions
        answers = {**self._kept.get(questions.id, {}), **form.given}
        shown = visible(questions, Draft(answers=answers))
        hidden = sorted(set(form.given) - {question.id for question in shown})
        if hidden:
            refused = AnswerRefused(
                RefusalReason.INVALID,
                _("A question is not open, for another one is not answered so that it would be."),
            )
            return problem_of(refused, hidden[0], None)
        missing = [
            question
            for question in shown
            if question.id not in answers and (question.required or not is_all)
        ]
        try:
            if missing:
                await self._keep(form.stored, answers)
            else:
                await self._send(session, questions, answers, shown)
        except AnswerRefused as refused:
            return problem_of(refused, next(iter(form.given)), None)
        return AcceptedAnswer(open_questions=tuple(question.id for question in missing))

    async def _keep(self, stored: StoredQuestion, answers: dict[str, Answer]) -> None:
        before = self._kept.get(stored.id)
        self._kept[stored.id] = answers  # at once: another request may come meanwhile
        try:
            draft = Draft(answers={**stored.draft.answers, **answers})
            await self._desk.save_draft(stored.id, draft)
        except AnswerRefused:
            self._kept.pop(stored.id)
            if before is not None:
                self._kept[stored.id] = before
            raise

    async def _send(
        self,
        session: ApiSession,
        questions: QuestionSet,
        answers: dict[str, Answer],
        shown: Sequence[Question],
    ) -> None:
        response = Answered(
            answers=tuple(answers[question.id] for question in shown if question.id in answers),
            provenance=Provenance(channel=Channel.API, method=Method.TYPED, at=self._clock.now()),
        )
        await self._desk.respond(
            questions.id, response, Channel.API, conversation_id=session.session_id
        )


def _question(questions: QuestionSet, question_id: str) -> Question:
    """Return what an id names; that of the set its question, if it has but one."""
    if question_id != questions.id or any(q.id == question_id for q in questions.walk()):
        return questions.find(question_id)
    first, *others = questions.questions
    if others:
        raise question_not_found(
            question_id, {"question_ids": ", ".join(q.id for q in questions.walk())}
        )
    return first
