"""Asking a question set by forms of the client's, round by round. Pure.

A form is flat, follow-up questions are not: each round asks what is open and not asked yet, and what
did not fit is asked again. Between two rounds everything is in the `ElicitationDialogue`, which travels through
the client (sealed) where the protocol holds no call open.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Final

from pydantic import BaseModel, ConfigDict

from assistant.channels.mcp.model.form_answers import FormMisfit, answers_in
from assistant.channels.mcp.model.forms import ElicitationForm, FormStyle, form_for
from assistant.errors import AnswerRefused
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
    TimedOut,
)
from assistant.questions.model.validation import check, check_one, default_draft, visible

MAX_ROUNDS: Final = 8
"""Clients give up after ten."""
DECLINED: Final = "declined"
"""What a client's decline is told as."""
UNUSABLE: Final = "the answers that came back did not fit the questions"


class ElicitationState(BaseModel):
    """What travels through the client between two rounds."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    set_id: str
    deadline: datetime | None
    round: int
    asked: tuple[str, ...]
    settled: tuple[str, ...]
    answers: tuple[Answer, ...]
    trouble: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ElicitationDialogue:
    """Where the asking of a question set stands: what the form of this round asks."""

    questions: QuestionSet
    style: FormStyle
    deadline: datetime | None
    """When it is too late for an answer."""
    round: int
    asked: tuple[Question, ...]
    settled: frozenset[str]
    """The questions that have their answers."""
    draft: Draft
    trouble: str = ""
    """What was wrong with the form before, for the user."""

    @staticmethod
    def begin(questions: QuestionSet, *, style: FormStyle, now: datetime) -> "ElicitationDialogue":
        """Return the first round."""
        wait_s = questions.timeout_s
        draft = default_draft(questions)
        return ElicitationDialogue(
            questions=questions,
            style=style,
            deadline=None if wait_s is None else now + timedelta(seconds=wait_s),
            round=1,
            # What hangs on a default is asked only once the default was confirmed.
            asked=visible(questions, Draft()),
            settled=frozenset(),
            draft=draft,
        )

    @staticmethod
    def resumed(
        questions: QuestionSet, state: ElicitationState, *, style: FormStyle
    ) -> "ElicitationDialogue":
        """Return the round in which a dialogue was left.

        Args:
            questions: The set, read again from the call.
            state: As it was left.
            style: What the client knows.
        """
        by_id = {question.id: question for question in questions.walk()}
        return ElicitationDialogue(
            questions=questions,
            style=style,
            deadline=state.deadline,
            round=state.round,
            asked=tuple(by_id[question_id] for question_id in state.asked),
            settled=frozenset(state.settled),
            draft=Draft(answers={answer.question_id: answer for answer in state.answers}),
            trouble=state.trouble,
        )

    def state(self) -> ElicitationState:
        """Return what is needed to go on later."""
        return ElicitationState(
            set_id=self.questions.id,
            deadline=self.deadline,
            round=self.round,
            asked=tuple(question.id for question in self.asked),
            settled=tuple(sorted(self.settled)),
            answers=tuple(self.draft.answers.values()),
            trouble=self.trouble,
        )

    def form(self) -> ElicitationForm:
        """Return what the client shows in this round."""
        return form_for(
            self.questions,
            self.asked,
            style=self.style,
            trouble=self.trouble,
            given=self.draft.answers,
        )

    def expired(self, now: datetime) -> TimedOut | None:
        """Return the time-out, if it is too late for an answer."""
        if self.deadline is None or now < self.deadline:
            return None
        return TimedOut(after_s=self.questions.timeout_s or 0.0)

    def again(self) -> "ElicitationDialogue | Cancelled":
        """Return the next round, which asks the same: nothing came back that could be read."""
        return self._next(trouble=self.trouble)

    def take(
        self, action: str, content: Mapping[str, Any] | None, *, now: datetime
    ) -> "ElicitationDialogue | Response":
        """Take what came back from the form of this round.

        Args:
            action: `accept`, `decline` or `cancel`.
            content: The fields.
            now: When.

        Returns:
            The response, or the next round.
        """
        provenance = Provenance(channel=Channel.MCP, method=Method.TYPED, at=now)
        if action != "accept":
            text = DECLINED if action == "decline" else ""
            return Cancelled(reason=CancelReason.USER, text=text, provenance=provenance)
        try:
            given = answers_in(self.asked, content or {}, style=self.style)
        except FormMisfit as misfit:
            return self._next(trouble=str(misfit))
        answers = self.draft.answers | {answer.question_id: answer for answer in given}
        settled = self.settled | {question.id for question in self.asked}
        taken = replace(self, draft=Draft(answers=answers), settled=settled)
        open_now = visible(self.questions, Draft(answers=_only(answers, settled)))
        unasked = tuple(question for question in open_now if question.id not in settled)
        trouble = taken.fault()
        if trouble:
            return replace(taken, settled=self.settled)._next(trouble=trouble)
        if unasked:
            return replace(taken, asked=unasked)._next(trouble="")
        kept = check(self.questions, tuple(_only(answers, settled).values()))
        return Answered(answers=kept, provenance=provenance)

    def fault(self) -> str:
        """Return what is wrong with the answers of this round, for the user; usually nothing."""
        try:
            for question in self.asked:
                unanswered = Answer(question_id=question.id)
                check_one(question, self.draft.answers.get(question.id, unanswered))
        except AnswerRefused as refused:
            return refused.message
        return ""

    def _next(self, *, trouble: str) -> "ElicitationDialogue | Cancelled":
        if self.round >= MAX_ROUNDS:
            return Cancelled(reason=CancelReason.CLIENT, text=UNUSABLE)
        return replace(self, round=self.round + 1, trouble=trouble)


def _only(answers: Mapping[str, Answer], settled: frozenset[str]) -> dict[str, Answer]:
    """Return the answers that were given, without what only stands there to begin with."""
    return {key: answer for key, answer in answers.items() if key in settled}
