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

from assistant.channels.mcp.model.client_forms import is_from_nobody
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
    """Where the asking of a question set stands; travels through the client between two rounds."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    set_id: str
    deadline: datetime | None
    """When it is too late for an answer."""
    round: int
    asked: tuple[str, ...]
    """The questions of this round."""
    settled: tuple[str, ...]
    """The questions that have their answers."""
    answers: tuple[Answer, ...]
    trouble: str = ""
    """What was wrong with the form before, for the user."""
    is_repeated: bool = False
    """Whether the form was shown once more because nothing came back that could be read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ElicitationDialogue:
    """The asking of a question set: what the form of this round asks, and what follows it."""

    questions: QuestionSet
    style: FormStyle
    state: ElicitationState

    @staticmethod
    def begin(questions: QuestionSet, *, style: FormStyle, now: datetime) -> "ElicitationDialogue":
        """Return the first round."""
        wait_s = questions.timeout_s
        state = ElicitationState(
            set_id=questions.id,
            deadline=None if wait_s is None else now + timedelta(seconds=wait_s),
            round=1,
            # What hangs on a default is asked only once the default was confirmed.
            asked=tuple(question.id for question in visible(questions, Draft())),
            settled=(),
            answers=tuple(default_draft(questions).answers.values()),
        )
        return ElicitationDialogue(questions=questions, style=style, state=state)

    @property
    def asked(self) -> tuple[Question, ...]:
        """The questions of this round."""
        return tuple(self.questions.find(question_id) for question_id in self.state.asked)

    @property
    def _answers(self) -> dict[str, Answer]:
        return {answer.question_id: answer for answer in self.state.answers}

    def form(self) -> ElicitationForm:
        """Return what the client shows in this round."""
        return form_for(
            self.questions,
            self.asked,
            style=self.style,
            trouble=self.state.trouble,
            given=self._answers,
        )

    def expired(self, now: datetime) -> TimedOut | None:
        """Return the time-out, if it is too late for an answer."""
        deadline = self.state.deadline
        if deadline is None or now < deadline:
            return None
        return TimedOut(after_s=self.questions.timeout_s or 0.0)

    def is_from_nobody(
        self, action: str, content: Mapping[str, Any] | None, *, after_s: float
    ) -> bool:
        """Whether what came back from the form of this round, after so long, is nobody's answer."""
        return is_from_nobody(action, content, self.form().schema, after_s=after_s)

    def again(self) -> "ElicitationDialogue | Cancelled":
        """Return the next round, which asks the same: nothing came back that could be read.

        A client that does so again is one that does not know the protocol; no further form will do.
        """
        if self.state.is_repeated:
            return Cancelled(reason=CancelReason.CLIENT, text=UNUSABLE)
        return self._with(is_repeated=True)._next(trouble=self.state.trouble)

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
        answers = self._answers | {answer.question_id: answer for answer in given}
        taken = self._with(answers=tuple(answers.values()))
        trouble = taken.fault()
        if trouble:
            return taken._next(trouble=trouble)
        settled = {*self.state.settled, *self.state.asked}
        # Without what only stands there to begin with.
        told = {key: answer for key, answer in answers.items() if key in settled}
        open_now = visible(self.questions, Draft(answers=told))
        unasked = tuple(question.id for question in open_now if question.id not in settled)
        if unasked:
            return taken._with(asked=unasked, settled=tuple(sorted(settled)))._next(trouble="")
        kept = check(self.questions, tuple(told.values()))
        return Answered(answers=kept, provenance=provenance)

    def fault(self) -> str:
        """Return what is wrong with the answers of this round, for the user; usually nothing."""
        try:
            for question in self.asked:
                unanswered = Answer(question_id=question.id)
                check_one(question, self._answers.get(question.id, unanswered))
        except AnswerRefused as refused:
            return refused.message
        return ""

    def _next(self, *, trouble: str) -> "ElicitationDialogue | Cancelled":
        if self.state.round >= MAX_ROUNDS:
            return Cancelled(reason=CancelReason.CLIENT, text=UNUSABLE)
        return self._with(round=self.state.round + 1, trouble=trouble)

    def _with(self, **changes: object) -> "ElicitationDialogue":
        return replace(self, state=self.state.model_copy(update=changes))
