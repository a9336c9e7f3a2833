"""Every status, and everything that can be wanted of a question in it."""

from datetime import timedelta
from itertools import product

import pytest

from assistant.errors import RefusalReason
from assistant.questions.desk.model.lifecycle import (
    TIME_TO_LIVE,
    LifecycleEvent,
    closes_at,
    next_status,
    refusal_of,
    too_old,
)
from assistant.storage.model.records import QuestionStatus
from tests.helpers.questions.builders import AT

STATUSES: tuple[QuestionStatus, ...] = ("pending", "answered", "cancelled", "timeout")
ALLOWED: dict[tuple[QuestionStatus, LifecycleEvent], QuestionStatus] = {
    ("pending", LifecycleEvent.ANSWER): "answered",
    ("pending", LifecycleEvent.CANCEL): "cancelled",
    ("pending", LifecycleEvent.EXPIRE): "timeout",
    ("pending", LifecycleEvent.PUT): "pending",
    ("pending", LifecycleEvent.DRAFT): "pending",
    ("timeout", LifecycleEvent.REOPEN): "pending",
}
REASONS = {
    "pending": RefusalReason.NOT_ALLOWED,
    "answered": RefusalReason.ALREADY_ANSWERED,
    "cancelled": RefusalReason.CLOSED,
    "timeout": RefusalReason.CLOSED,
}


@pytest.mark.parametrize(("status", "happening"), list(product(STATUSES, LifecycleEvent)))
def test_every_pair_is_allowed_or_refused_with_its_reason(
    status: QuestionStatus, happening: LifecycleEvent
) -> None:
    allowed = ALLOWED.get((status, happening))
    refused = refusal_of(status, happening)
    if allowed is not None:
        assert next_status(status, happening) == allowed
        assert refused is None
    else:
        assert next_status(status, happening) is REASONS[status]
        assert refused is not None
        assert refused.reason is REASONS[status]
        assert refused.message


def test_only_a_question_that_timed_out_comes_back() -> None:
    changed = {
        (status, follows)
        for status, happening in product(STATUSES, LifecycleEvent)
        if not isinstance(follows := next_status(status, happening), RefusalReason)
        and follows != status
    }
    assert changed == {
        ("pending", "answered"),
        ("pending", "cancelled"),
        ("pending", "timeout"),
        ("timeout", "pending"),
    }


def test_what_is_refused_without_a_status_has_a_reason_too() -> None:
    assert too_old().reason is RefusalReason.CLOSED


def test_a_question_closes_when_its_clock_ends_or_after_a_day() -> None:
    day = timedelta(hours=24)
    assert day == TIME_TO_LIVE
    assert closes_at(AT, None) == AT + day
    assert closes_at(AT, AT + timedelta(seconds=60)) == AT + timedelta(seconds=60)
    assert closes_at(AT, AT + timedelta(days=3)) == AT + day
