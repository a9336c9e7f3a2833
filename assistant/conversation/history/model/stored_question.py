"""The stored form of a question, and the copies that change its answer. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum
from typing import Final

from pydantic import TypeAdapter, ValidationError

from assistant.questions.model.answer_revision import revised
from assistant.questions.model.question import (
    Answered,
    Channel,
    Draft,
    Origin,
    Purpose,
    QuestionRoute,
    QuestionSet,
    Response,
    TimedOut,
)
from assistant.storage.model.records import QuestionRecord, QuestionStatus

STORED_PRECISION: Final = timedelta(milliseconds=1)
"""What times lose when they are stored."""

_responses: Final[TypeAdapter[Response]] = TypeAdapter(Response)


class QuestionRole(Enum):
    """What a stored question is to its conversation."""

    CALL = "call"
    """A tool call asked it; its result is the answer."""
    CHOICE = "choice"
    """It stood in the model's words; a message of the user's is the answer."""
    AMENDMENT = "amendment"
    RETURN = "return"
    OTHER = "other"
    """A confirmation, or the program's own question: the model does not wait for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredQuestion:
    """A question as it is stored."""

    questions: QuestionSet
    origin: Origin
    draft: Draft
    status: QuestionStatus
    response: Response | None
    asked_at: datetime
    settled_at: datetime | None
    channel: Channel | None

    @property
    def id(self) -> str:
        return self.questions.id

    @property
    def role(self) -> QuestionRole:
        questions = self.questions
        if questions.purpose is not Purpose.ASK or questions.route is QuestionRoute.PROGRAM:
            return QuestionRole.OTHER
        if questions.amends is not None:
            return QuestionRole.AMENDMENT if self.origin.turn_id is None else QuestionRole.RETURN
        if questions.route is QuestionRoute.TEXT:
            return QuestionRole.CHOICE
        return QuestionRole.OTHER if questions.tool_use_id is None else QuestionRole.CALL


def read_record(record: QuestionRecord) -> StoredQuestion | None:
    """None if it is malformed."""
    try:
        questions = QuestionSet.model_validate_json(record.questions_json)
        response = (
            None if record.response_json is None else _responses.validate_json(record.response_json)
        )
        origin = Origin.model_validate_json(record.origin_json)
        draft = Draft.model_validate_json(record.draft_json)
        channel = Channel(record.channel) if record.channel else None
    except (ValidationError, ValueError):
        return None
    if response is None and record.status == "timeout":
        ended = record.settled_at or record.deadline or record.asked_at
        response = TimedOut(after_s=(ended - record.asked_at).total_seconds())
    return StoredQuestion(
        questions=questions,
        origin=origin,
        draft=draft,
        status=record.status,
        response=response,
        asked_at=record.asked_at,
        settled_at=record.settled_at,
        channel=channel,
    )


def merged(questions: QuestionSet, old: Response, amendment: StoredQuestion) -> Response:
    """Apply an amendment, which may ask only some questions again."""
    new = amendment.response
    return old if new is None else revised(questions, old, amendment.questions, new)


def is_same(old: Response, new: Response) -> bool:
    """Whether two responses say the same, however they were given."""
    if isinstance(old, Answered) and isinstance(new, Answered):
        return old.answers == new.answers
    without = {"provenance"}
    return old.model_dump(exclude=without) == new.model_dump(exclude=without)


def draft_of(response: Response | None) -> Draft:
    """Selections of a response, as the start for a change."""
    if not isinstance(response, Answered):
        return Draft()
    return Draft(answers={answer.question_id: answer for answer in response.answers})


def as_amendment(
    question: StoredQuestion, *, questions_id: str, only: Sequence[str] = ()
) -> QuestionSet:
    """The copy for changing an answer.

    Args:
        question: What was asked.
        questions_id: The id of the copy.
        only: Ids of the questions to ask again; all if empty. Those that depend on one of them come
            with it.
    """
    kept = question.questions.questions
    if only:
        wanted = set(only)
        for one in kept:
            if one.depends_on is not None and one.depends_on.question_id in wanted:
                wanted.add(one.id)
        kept = tuple(one for one in kept if one.id in wanted)
        kept = tuple(
            one
            if one.depends_on is None or one.depends_on.question_id in wanted
            else one.model_copy(update={"depends_on": None})
            for one in kept
        )
    return _copy(question, questions_id, questions=kept, tool_use_id=None)


def as_return(question: StoredQuestion, *, questions_id: str) -> QuestionSet:
    """The copy for going back to a question."""
    return _copy(question, questions_id)


def _copy(question: StoredQuestion, questions_id: str, **update: object) -> QuestionSet:
    return question.questions.model_copy(
        update={"id": questions_id, "amends": question.id, "timeout_s": None, **update}
    )


def amendment_origin(origin: Origin) -> Origin:
    """An amendment belongs to no turn."""
    return origin.model_copy(update={"turn_id": None})
