"""When a request is sent again."""

import pytest

from assistant.conversation.turn.model.retry_policy import BACKOFF_S, LONGEST_WAIT_S, retry_delay
from assistant.errors import ErrorCategory, ProviderError

RETRIED = {ErrorCategory.CONNECTIVITY, ErrorCategory.OVERLOADED, ErrorCategory.RATE_LIMIT}


def error(category: ErrorCategory, *, retry_after_s: float | None = None) -> ProviderError:
    return ProviderError("no", category=category, retry_after_s=retry_after_s)


@pytest.mark.requirement("TF-08")
@pytest.mark.parametrize("category", ErrorCategory)
def test_only_what_may_succeed_a_moment_later_is_sent_again(category: ErrorCategory) -> None:
    waits = [retry_delay(attempt, error(category)) for attempt in (1, 2, 3)]
    assert waits == ([0.25, 0.75, None] if category in RETRIED else [None, None, None])


@pytest.mark.requirement("APP-05")
@pytest.mark.parametrize(
    ("most", "waits"),
    [(0, [None] * 5), (1, [0.25, *[None] * 4]), (4, [0.25, 0.75, 0.75, 0.75, None])],
)
def test_it_is_sent_again_as_often_as_the_settings_say(
    most: int, waits: list[float | None]
) -> None:
    broken = error(ErrorCategory.CONNECTIVITY)
    assert [retry_delay(attempt, broken, most=most) for attempt in range(1, 6)] == waits


@pytest.mark.requirement("TF-08")
@pytest.mark.parametrize(
    ("asked_s", "waits"),
    [
        (None, (0.25, 0.75)),
        (0.0, (0.25, 0.75)),
        (0.5, (0.5, 0.75)),
        (LONGEST_WAIT_S, (2.0, 2.0)),
        (LONGEST_WAIT_S + 0.01, (None, None)),
        (3600.0, (None, None)),
    ],
)
def test_a_service_that_asks_for_patience_gets_up_to_two_seconds(
    asked_s: float | None, waits: tuple[float | None, ...]
) -> None:
    busy = error(ErrorCategory.RATE_LIMIT, retry_after_s=asked_s)
    assert tuple(retry_delay(n + 1, busy) for n in range(len(BACKOFF_S))) == waits
