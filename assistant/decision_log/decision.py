"""A decision of the user's, as it follows from a question and how it ended. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from assistant.questions.form.choices import choices_of
from assistant.questions.form.outcome_text import cancel_reason, short_name
from assistant.questions.model.asker import Asker
from assistant.questions.model.question import (
    Answer,
    Answered,
    AnswerInput,
    Cancelled,
    CancelReason,
    Channel,
    Draft,
    Later,
    Method,
    NoneFit,
    Provenance,
    Purpose,
    Question,
    QuestionSet,
    Response,
    TimedOut,
    YouDecide,
)
from assistant.questions.model.question_words import asks_for_secret
from assistant.questions.model.validation import visible

DecisionPlace = tuple[str, int]
"""Where a decision stands among all, as the store says."""


class DecisionKind(StrEnum):
    """What the user decided."""

    CHOSEN = "chosen"
    ALLOWED = "allowed"
    """A tool call, or what a coding agent was about to do."""
    DENIED = "denied"
    LEFT = "left"
    """Whoever asked is to choose."""
    NONE_FIT = "none_fit"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferedOption:
    """What could be chosen."""

    label: str
    description: str = ""
    is_recommended: bool = False
    is_chosen: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class DecidedPoint:
    """One question of those that were asked together, and what was said to it."""

    name: str
    """Its header, or the beginning of its words."""
    question: str
    context: str = ""
    options: tuple[OfferedOption, ...] = ()
    words: str = ""
    """Of the user's own."""
    note: str = ""
    is_secret: bool = False
    """Whether the user's words are left out, since the question seems to ask for a secret."""

    @property
    def chosen(self) -> tuple[str, ...]:
        """Labels of the chosen options, in the author's order."""
        return tuple(option.label for option in self.options if option.is_chosen)


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionConversation:
    """The conversation in which a question was asked; that of a coding agent is kept nowhere."""

    id: str
    title: str = ""
    workspace: str = ""
    is_kept: bool = False
    """Whether it is stored, so that it can be opened."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What the user decided, and where."""

    id: str
    """Of the questions that were asked together."""
    kind: DecisionKind
    is_permission: bool = False
    """Whether it was about letting something be done."""
    conversation: DecisionConversation
    title: str = ""
    """Above the questions; often empty."""
    background: str = ""
    asker: Asker | None = None
    """The program that asked, and where it works."""
    source: str = ""
    """Who asked where it was neither the assistant nor a program of the user's: an MCP server."""
    points: tuple[DecidedPoint, ...]
    reason: str = ""
    """Why the user cancelled, or what would have fit."""
    channel: Channel
    method: Method
    decided_at: datetime
    asked_at: datetime
    changes: str = ""
    """Id of the decision that this one changes."""
    changed_by: str = ""
    """Id of the last one that changed it."""

    @property
    def project(self) -> str:
        """Where the asker works: a folder's name, or the workspace of the conversation."""
        return self.conversation.workspace if self.asker is None else self.asker.project


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionPage:
    """Some decisions, the last first."""

    decisions: tuple[Decision, ...] = ()
    next: DecisionPlace | None = None
    """Where the next page begins; None if there is none."""


def decision_of(
    questions: QuestionSet,
    response: Response | None,
    *,
    conversation: DecisionConversation,
    asked_at: datetime,
) -> Decision | None:
    """Return what the user decided; None if they decided nothing.

    A time-out decides nothing, and neither does a default that it took, a question that a program
    withdrew, or the end of a conversation.
    """
    by = _given_by(response)
    if by is None or questions.purpose is Purpose.END_SESSION:
        return None
    match response:
        case Answered():
            kind = _kind_of_answer(questions, response.answers)
            by_id = {answer.question_id: answer for answer in response.answers}
            asked = [question for question in questions.walk() if question.id in by_id]
            points = tuple(_point(questions, one, by_id[one.id]) for one in asked)
            reason = ""
        case YouDecide() | NoneFit() | Cancelled():
            kind = _KINDS[type(response)]
            open_first = visible(questions, Draft())
            points = tuple(_point(questions, one, None) for one in open_first)
            is_secret = any(_is_secret(questions, one) for one in open_first)
            reason = "" if is_secret else _reason(response)
        case _:
            return None
    return Decision(
        id=questions.id,
        kind=kind,
        is_permission=questions.purpose.is_approval,
        conversation=conversation,
        title=questions.title,
        background=questions.description,
        asker=questions.asker,
        source=_source(questions),
        points=points,
        reason=reason,
        channel=by.channel,
        method=by.method,
        decided_at=by.at,
        asked_at=asked_at,
        changes=questions.amends or "",
    )


_KINDS = {
    YouDecide: DecisionKind.LEFT,
    NoneFit: DecisionKind.NONE_FIT,
    Cancelled: DecisionKind.CANCELLED,
}
_CLOSED_BY_USER = frozenset({CancelReason.USER, CancelReason.EXIT})


def _given_by(response: Response | None) -> Provenance | None:
    """Return how the user gave a response; None if they did not."""
    match response:
        case Answered(provenance=by) | YouDecide(provenance=by) | NoneFit(provenance=by):
            return None if by.method is Method.TIMEOUT_DEFAULT else by
        case Cancelled(reason=reason, provenance=by) if reason in _CLOSED_BY_USER:
            return by
        case Cancelled() | Later() | TimedOut() | None:
            return None


def _reason(response: YouDecide | NoneFit | Cancelled) -> str:
    match response:
        case NoneFit():
            return response.words
        case Cancelled():
            return cancel_reason(response)
        case YouDecide():
            return ""


def _kind_of_answer(questions: QuestionSet, answers: Sequence[Answer]) -> DecisionKind:
    if not questions.purpose.is_approval:
        return DecisionKind.CHOSEN
    if answers and all(_allows(questions.find(one.question_id), one) for one in answers):
        return DecisionKind.ALLOWED
    return DecisionKind.DENIED


def _allows(question: Question, answer: Answer) -> bool:
    """Whether an answer to an approval lets it be done: the option that refuses is preselected."""
    if question.traits.input is AnswerInput.YES_NO:
        return answer.boolean is True
    return bool(answer.option_ids) and not any(
        question.option(option_id).default for option_id in answer.option_ids
    )


def _source(questions: QuestionSet) -> str:
    """Return who asked; the tool that an approval is about asks nothing, the assistant does."""
    if questions.asker is not None or questions.purpose is Purpose.CONFIRM:
        return ""
    return questions.source


def _point(questions: QuestionSet, question: Question, answer: Answer | None) -> DecidedPoint:
    chosen = () if answer is None else answer.choices
    is_secret = _is_secret(questions, question)
    words = "" if answer is None else (answer.text or answer.other or "")
    note = "" if answer is None else (answer.note or "")
    return DecidedPoint(
        name=short_name(question),
        question=question.text,
        context=question.context,
        options=tuple(
            OfferedOption(
                label=option.label,
                description=option.description,
                is_recommended=option.recommended,
                is_chosen=option.id in chosen,
            )
            for option in choices_of(question, questions.purpose)
        ),
        words="" if is_secret else words,
        note="" if is_secret else note,
        is_secret=is_secret and bool(words or note),
    )


def _is_secret(questions: QuestionSet, question: Question) -> bool:
    """Whether what the user writes may be a secret; nobody writes one to allow or deny something."""
    if questions.purpose.is_approval:
        return False
    name = f"{question.id.replace('_', ' ')} {question.header or ''} {question.text}"
    return asks_for_secret(name, question.context)
