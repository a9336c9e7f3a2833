"""What may happen to a question in each status. Pure.

`pending → answered | cancelled | timeout` and `timeout → pending` are all the ways there are
(Q-LIFE-07); everything else is refused with the reason that whoever tried it is told.
"""

from collections.abc import Mapping
from datetime import datetime
from enum import Enum
from typing import Final

from assistant.errors import AnswerRefused, RefusalReason
from assistant.locale import _
from assistant.storage.model.records import QuestionStatus
from assistant.storage.questions import QUESTION_TTL

TIME_TO_LIVE: Final = QUESTION_TTL
"""After this an open question closes by itself, and one that timed out cannot be opened again
(Q-LIFE-14, Q-LIFE-22)."""


class LifecycleEvent(Enum):
    """What somebody wants of a question."""

    ANSWER = "answer"
    CANCEL = "cancel"
    EXPIRE = "expire"
    REOPEN = "reopen"
    PUT = "put"
    """Before the presenters once more."""
    DRAFT = "draft"


_DONE: Final = RefusalReason.ALREADY_ANSWERED
_CLOSED: Final = RefusalReason.CLOSED
_TABLE: Final[Mapping[QuestionStatus, Mapping[LifecycleEvent, QuestionStatus | RefusalReason]]] = {
    "pending": {
        LifecycleEvent.ANSWER: "answered",
        LifecycleEvent.CANCEL: "cancelled",
        LifecycleEvent.EXPIRE: "timeout",
        LifecycleEvent.REOPEN: RefusalReason.NOT_ALLOWED,
        LifecycleEvent.PUT: "pending",
        LifecycleEvent.DRAFT: "pending",
    },
    "answered": dict.fromkeys(LifecycleEvent, _DONE),
    "cancelled": dict.fromkeys(LifecycleEvent, _CLOSED),
    "timeout": {**dict.fromkeys(LifecycleEvent, _CLOSED), LifecycleEvent.REOPEN: "pending"},
}


def next_status(
    status: QuestionStatus, happening: LifecycleEvent
) -> QuestionStatus | RefusalReason:
    """Return the status that follows, or why it cannot happen."""
    return _TABLE[status][happening]


def refusal_of(status: QuestionStatus, happening: LifecycleEvent) -> AnswerRefused | None:
    """Return what whoever tries it is told, or None if it can happen.

    `ALREADY_ANSWERED` or `CLOSED` if the question takes this no more; `NOT_ALLOWED` if it is to be
    reopened and is open.
    """
    follows = next_status(status, happening)
    return AnswerRefused(follows, _message(follows)) if isinstance(follows, RefusalReason) else None


def too_old() -> AnswerRefused:
    """Return the refusal to reopen a question whose time to live is over."""
    return AnswerRefused(_CLOSED, _message(_CLOSED))


def put_again() -> AnswerRefused:
    """Return the refusal of an answer to a version of a question that is over."""
    return AnswerRefused(_CLOSED, _("This question was asked again; answer it as it is now."))


def _message(reason: RefusalReason) -> str:
    if reason is RefusalReason.ALREADY_ANSWERED:
        return _("This question is already answered")
    if reason is RefusalReason.NOT_ALLOWED:
        return _("This question is open already")
    return _("This question is closed")


def closes_at(asked_at: datetime, clock_ends_at: datetime | None) -> datetime:
    """Return when a question closes by itself: when its own clock ends, at the latest after a day.

    Args:
        asked_at: When it was asked.
        clock_ends_at: When its time-out ends; None if it has none or was not shown yet.
    """
    latest = asked_at + TIME_TO_LIVE
    return latest if clock_ends_at is None else min(latest, clock_ends_at)
