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
        (400, "context_length_exceeded", "", C.CONTEXT_TOO_LONG),
        (400, "", "This model's maximum Context Length is 4096", C.CONTEXT_TOO_LONG),
        (422, "", "body.messages: Input is too long for requested model", C.CONTEXT_TOO_LONG),
        (400, "", "The number of tokens to keep from the initial prompt is greater than the"
         " context length", C.CONTEXT_TOO_LONG),
        (500, "", "the input length exceeds the context length", C.CONTEXT_TOO_LONG),
        (429, "tokens", "Request too large for gpt on tokens per min", C.CONTEXT_TOO_LONG),
        (403, "", "a requires moderation. Your input was flagged", C.INVALID_REQUEST),
        (403, "", "You don't have access to the model with this ID.", C.INVALID_REQUEST),
        (403, "", "Just a moment...", C.INVALID_REQUEST),
        (400, "", "Model unloaded.", C.MODEL_NOT_RUNNING),
        (424, "", "The model is not ready for inference", C.OVERLOADED),
        (498, "capacity_exceeded", "", C.OVERLOADED),
        (400, "", "Input length 9 exceeds the maximum allowed token length of 8",
         C.CONTEXT_TOO_LONG),
        (400, "", "Please reduce the length of the messages or completion.", C.CONTEXT_TOO_LONG),
        (500, "server_error", "context shift is disabled", C.CONTEXT_TOO_LONG),
        (403, "", "Key limit exceeded (total limit).", C.ACCOUNT),
        (400, "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key.",
         C.AUTHENTICATION),
        (401, "authentication_error", "", C.AUTHENTICATION),
        (401, "", "the context window of this key is over", C.AUTHENTICATION),
        (401, "", "No billing is set up for this key", C.AUTHENTICATION),
        (402, "", "", C.ACCOUNT),
        (402, "billing_error", "", C.ACCOUNT),
        (400, "invalid_request_error", "Your credit balance is too low to access the Anthropic"
         " API. Please go to Plans & Billing to upgrade or purchase credits.", C.ACCOUNT),
        (403, "", "This organization has been disabled.", C.ACCOUNT),
        (429, "insufficient_quota", "", C.ACCOUNT),
        (429, "", "You exceeded your current quota, please check your plan", C.ACCOUNT),
        (403, "permission_error", "", C.AUTHENTICATION),
        (404, "not_found_error", "", C.INVALID_REQUEST),
        (408, "", "", C.OVERLOADED),
        (409, "", "", C.OVERLOADED),
        (413, "request_too_large", "", C.CONTEXT_TOO_LONG),
        (422, "", "", C.INVALID_REQUEST),
        (425, "", "", C.OVERLOADED),
        (429, "rate_limit_error", "", C.RATE_LIMIT),
        (307, "", "", C.INVALID_REQUEST),
        (500, "api_error", "", C.OVERLOADED),
        (500, "overloaded_error", "context size of the cache", C.OVERLOADED),
        (500, "api_error", "the billing service does not answer", C.OVERLOADED),
        (500, "", "model requires more system memory (8.4 GiB) than is available (4.1 GiB)",
         C.MODEL_NOT_RUNNING),
        (500, "", "CUDA error: out of memory", C.MODEL_NOT_RUNNING),
        (400, "", "Failed to load model \"x\"", C.MODEL_NOT_RUNNING),
        (503, "unavailable_error", "Loading model", C.OVERLOADED),
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
        (None, "", "llama runner process has terminated: exit status 2", C.MODEL_NOT_RUNNING),
        (200, "overloaded_error", "", C.OVERLOADED),
        (422, "validation", "Input validation error: `inputs` must have less than 4095 tokens."
         " Given: 5000", C.CONTEXT_TOO_LONG),
        (400, "1261", "Prompt exceeds max length", C.CONTEXT_TOO_LONG),
        (400, "", "Range of input length should be [1, 30720]", C.CONTEXT_TOO_LONG),
        (400, "", "Total tokens of image and text exceed max message tokens", C.CONTEXT_TOO_LONG),
        (400, "", "Your request exceeded model token limit: 8192", C.CONTEXT_TOO_LONG),
        (400, "", "The number of input tokens (5000) exceeds model limit", C.CONTEXT_TOO_LONG),
        (400, "model_max_prompt_tokens_exceeded", "", C.CONTEXT_TOO_LONG),
        (400, "", "max_tokens: 100000 > 8192, which is the maximum allowed number of output tokens",
         C.INVALID_REQUEST),
        (403, "", "Country, region, or territory not supported", C.INVALID_REQUEST),
        (400, "authentication_error", "", C.AUTHENTICATION),
        (400, "", "invalid x-api-key", C.AUTHENTICATION),
        (400, "", "Missing API key", C.AUTHENTICATION),
        (400, "Arrearage", "Arrearage: Access denied", C.ACCOUNT),
        (403, "", "Your account balance is insufficient", C.ACCOUNT),
        (500, "", "model runner has unexpectedly stopped, this may be due to resource limitations",
         C.MODEL_NOT_RUNNING),
        (500, "", "llama-server process has terminated: signal: killed", C.MODEL_NOT_RUNNING),
        (500, "", "CUDA error: no kernel image is available for execution on the device",
         C.MODEL_NOT_RUNNING),
        (500, "", "vk::Device::allocateMemory: ErrorOutOfDeviceMemory", C.MODEL_NOT_RUNNING),
        (400, "", "llama is not a multimodal model", C.PICTURE_REFUSED),
    ],
)  # fmt: skip
def test_a_failure_has_its_category(
    status: int | None, type: str, message: str, category: ErrorCategory
) -> None:
    assert category_of(Failure(status=status, types=(type,), message=message)) is category


def test_the_first_type_that_is_known_counts() -> None:
    failure = Failure(types=("BadError", "context_length_exceeded", "overloaded_error"))
    assert category_of(failure) is C.CONTEXT_TOO_LONG


@pytest.mark.parametrize(
    ("failure", "has_key", "said"),
    [
        (Failure(status=400, message="no such model"), True, "refused the request: no such model"),
        (Failure(status=404, types=("not_found",)), True, "refused the request: not_found"),
        (Failure(status=404), True, "refused the request: HTTP 404"),
        (Failure(status=400, message="credit balance is too low"), True, "needs attention: credit"),
        (Failure(status=500, message="cannot open file"), False, "has a fault: cannot open file"),
        (Failure(status=500, message="out of memory"), True, "does not run on its server: out of"),
        (Failure(message="unexpected EOF"), True, "gave up: unexpected EOF"),
    ],
)
def test_what_the_service_said_is_told_where_it_helps(
    failure: Failure, has_key: bool, said: str
) -> None:
    assert said in provider_error(failure, now=NOW, has_key=has_key).message


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
