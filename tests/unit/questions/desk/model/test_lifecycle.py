"""Every status, and everything that can be wanted of a question in it."""

from datetime import timedelta
from itertools import product

import pytest

from assistant.errors import RefusalReason
from assistant.questions.desk.model.lifecycle import (
    TIME_TO_LIVE,
    Happening,
    after,
    closes_at,
    not_found,
    refusal,
    too_old,
)
from assistant.storage.model.records import QuestionStatus
from tests.helpers.questions.builders import AT

STATUSES: tuple[QuestionStatus, ...] = ("pending", "answered", "cancelled", "timeout")
ALLOWED: dict[tuple[QuestionStatus, Happening], QuestionStatus] = {
    ("pending", Happening.ANSWER): "answered",
    ("pending", Happening.CANCEL): "cancelled",
    ("pending", Happening.EXPIRE): "timeout",
    ("pending", Happening.PUT): "pending",
    ("pending", Happening.DRAFT): "pending",
    ("timeout", Happening.REOPEN): "pending",
}
REASONS = {
    "pending": RefusalReason.NOT_ALLOWED,
    "answered": RefusalReason.ALREADY_ANSWERED,
    "cancelled": RefusalReason.CLOSED,
    "timeout": RefusalReason.CLOSED,
}


@pytest.mark.parametrize(("status", "happening"), list(product(STATUSES, Happening)))
def test_every_pair_is_allowed_or_refused_with_its_reason(
    status: QuestionStatus, happening: Happening
) -> None:
    allowed = ALLOWED.get((status, happening))
    refused = refusal(status, happening)
    if allowed is not None:
        assert after(status, happening) == allowed
        assert refused is None
    else:
        assert after(status, happening) is REASONS[status]
        assert refused is not None
        assert refused.reason is REASONS[status]
        assert refused.message


def test_only_a_question_that_timed_out_comes_back() -> None:
    changed = {
        (status, follows)
        for status, happening in product(STATUSES, Happening)
        if not isinstance(follows := after(status, happening), RefusalReason) and follows != status
    }
    assert changed == {
        ("pending", "answered"),
        ("pending", "cancelled"),
        ("pending", "timeout"),
        ("timeout", "pending"),
    }


def test_what_is_refused_without_a_status_has_a_reason_too() -> None:
    assert not_found().reason is RefusalReason.NOT_FOUND
    assert too_old().reason is RefusalReason.CLOSED


def test_a_question_closes_when_its_clock_ends_or_after_a_day() -> None:
    day = timedelta(hours=24)
    assert day == TIME_TO_LIVE
    assert closes_at(AT, None) == AT + day
    assert closes_at(AT, AT + timedelta(seconds=60)) == AT + timedelta(seconds=60)
    assert closes_at(AT, AT + timedelta(days=3)) == AT + day
