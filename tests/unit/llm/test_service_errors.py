"""What each failure of the service means."""

from datetime import UTC, datetime

import pytest

from assistant.errors import ErrorCategory
from assistant.llm.service_errors import (
    DETAIL_LIMIT,
    Failure,
    category_of,
    plain_error,
    provider_error,
    retry_after_s,
)

NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
C = ErrorCategory


@pytest.mark.parametrize(
    ("status", "type", "message", "category"),
    [
        (400, "invalid_request_error", "messages: empty", C.INVALID_REQUEST),
        (400, "invalid_request_error", "prompt is too long: 9 > 8", C.CONTEXT_TOO_LONG),
        (400, "exceed_context_size_error", "", C.CONTEXT_TOO_LONG),
        (400, "", "This model's maximum Context Length is 4096", C.CONTEXT_TOO_LONG),
        (401, "authentication_error", "", C.AUTHENTICATION),
        (401, "", "the context window of this key is over", C.AUTHENTICATION),
        (402, "billing_error", "", C.INVALID_REQUEST),
        (403, "permission_error", "", C.AUTHENTICATION),
        (404, "not_found_error", "", C.INVALID_REQUEST),
        (413, "request_too_large", "", C.CONTEXT_TOO_LONG),
        (422, "", "", C.INVALID_REQUEST),
        (429, "rate_limit_error", "", C.RATE_LIMIT),
        (307, "", "", C.INVALID_REQUEST),
        (500, "api_error", "", C.OVERLOADED),
        (500, "overloaded_error", "context size of the cache", C.OVERLOADED),
        (501, "not_supported_error", "", C.INVALID_REQUEST),
        (502, "", "", C.OVERLOADED),
        (503, "", "", C.OVERLOADED),
        (529, "overloaded_error", "", C.OVERLOADED),
        (None, "overloaded_error", "", C.OVERLOADED),
        (None, "api_error", "", C.OVERLOADED),
        (None, "rate_limit_error", "", C.RATE_LIMIT),
        (None, "invalid_request_error", "", C.INVALID_REQUEST),
        (None, "something new", "", C.UNKNOWN),
        (None, "something new", "exceeds the context window", C.CONTEXT_TOO_LONG),
        (200, "overloaded_error", "", C.OVERLOADED),
    ],
)
def test_a_failure_has_its_category(
    status: int | None, type: str, message: str, category: ErrorCategory
) -> None:
    assert category_of(Failure(status=status, type=type, message=message)) is category


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        (None, None),
        ("1.5", 1.5),
        ("-3", 0.0),
        ("Fri, 02 Jan 2026 03:04:35 GMT", 30.0),
        ("Fri, 02 Jan 2026 03:00:00 GMT", 0.0),
        ("Fri, 02 Jan 2026 03:04:35 -0000", None),
        ("soon", None),
    ],
)
def test_retry_after_is_seconds_or_a_date(header: str | None, seconds: float | None) -> None:
    assert retry_after_s(header, NOW) == seconds


def test_a_refused_request_quotes_the_service_shortly() -> None:
    error = provider_error(Failure(status=400, message="model:\n  no such " + "x" * 500), now=NOW)

    assert "model: no such xxx" in error.message
    assert len(error.message) < DETAIL_LIMIT + 60


@pytest.mark.parametrize("status", [401, 403, 429, 500, 529])
def test_other_failures_never_quote_the_service(status: int) -> None:
    error = provider_error(Failure(status=status, message="key sk-ant-secret"), now=NOW)

    assert "secret" not in error.message + error.hint


@pytest.mark.parametrize("category", list(ErrorCategory))
def test_every_category_says_what_happened_and_what_to_do(category: ErrorCategory) -> None:
    error = plain_error(category, "req_1")

    assert error.category is category
    assert error.request_id == "req_1"
    assert error.message
    assert error.hint
