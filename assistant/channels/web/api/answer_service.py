"""Takes answers from programs, one by one or several at once, and closes questions. Engine loop only.

Questions that were put together are answered together: what comes for one of them is kept, and shown
on the other surfaces as a selection, until the last one that is open has its answer.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from assistant.channels.web.api.model.bodies import GivenAnswer
from assistant.channels.web.api.model.desk_problems import (
    check_settleable,
    problem_of,
    question_not_found,
)
from assistant.channels.web.api.sessions import ApiSession
from assistant.channels.web.server.model.problems import ApiProblem
from assistant.clock import Clock
from assistant.conversation.history.model.stored_question import StoredQuestion
from assistant.errors import AnswerRefused, RefusalReason
from assistant.locale import _
from assistant.protocol.events import EngineEvent
from assistant.protocol.questions import QuestionClosed
from assistant.questions.desk.model.lifecycle import LifecycleEvent, refusal_of
from assistant.questions.desk.question_desk import QuestionDesk
from assistant.questions.formats.answer_json import answer_from_wire
from assistant.questions.model.question import (
    Answer,
    Answered,
    Cancelled,
    CancelReason,
    Channel,
    Draft,
    Method,
    Provenance,
    Question,
    QuestionSet,
    Response,
)
from assistant.questions.model.validation import check_one, visible

_WITHDRAWN: Final = CancelReason.CLIENT.value
"""The reason with which a program takes back what it asked itself."""
_ASKED_OUTSIDE: Final = frozenset({Channel.API, Channel.MCP})


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
    """Takes answers, and closes questions."""

    def __init__(self, *, desk: QuestionDesk, clock: Clock) -> None:
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

    async def cancel(
        self, session: ApiSession, question_id: str, reason: str, *, version: int | None = None
    ) -> None:
        """Close the set with this question, or with this id itself.

        Args:
            session: Where it was asked.
            question_id: Which.
            reason: `client` if a program takes back its own question, which it always may; else
                words about it.
            version: Which time it was put.

        Raises:
            ApiProblem: As `ApiSession.addressed`; 400 `already_answered` or `closed`; 403
                `not_allowed` if it may not be cancelled.
            StoreError: If it cannot be stored.
        """
        stored = session.addressed(question_id, version)
        is_withdrawn = stored.origin.channel in _ASKED_OUTSIDE and reason == _WITHDRAWN
        if not stored.questions.allow_cancel and not is_withdrawn and stored.status == "pending":
            raise ApiProblem(
                403,
                "not_allowed",
                _("This question cannot be cancelled."),
                {"question_id": question_id},
            )
        named = {one.value for one in (CancelReason.USER, CancelReason.EXIT, CancelReason.CLIENT)}
        response = Cancelled(
            reason=CancelReason(reason) if reason in named else CancelReason.CLIENT,
            text="" if reason in named else reason,
            provenance=self._provenance(),
        )
        try:
            if refused := refusal_of(stored.status, LifecycleEvent.CANCEL):
                raise refused
            await self._respond(session, stored.questions, response)
        except AnswerRefused as refused:
            raise problem_of(refused, question_id, None) from refused

    async def _respond(
        self, session: ApiSession, questions: QuestionSet, response: Response
    ) -> None:
        await self._desk.respond(
            questions.id,
            response,
            Channel.API,
            conversation_id=session.session_id,
            version=questions.version,
        )

    def _provenance(self) -> Provenance:
        return Provenance(channel=Channel.API, method=Method.TYPED, at=self._clock.now())

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
        stored = session.addressed(one.question_id, one.version)
        question = _question(stored.questions, one.question_id)
        try:
            check_settleable(stored, LifecycleEvent.ANSWER)
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
                given = (answers[question.id] for question in shown if question.id in answers)
                response = Answered(answers=tuple(given), provenance=self._provenance())
                await self._respond(session, questions, response)
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
            if self._kept.get(stored.id) is answers:  # else it was closed, or more came meanwhile
                del self._kept[stored.id]
                if before is not None:
                    self._kept[stored.id] = before
            raise


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
