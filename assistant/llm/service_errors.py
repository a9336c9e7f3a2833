"""What a failure of the service means, as one table.

Pure: the exceptions of the SDK are taken apart in `anthropic_sdk.py`, so that this module loads without it.
Texts are the interface's; what the provider said goes into them only where the user can act on
it, shortened, and never for a refused key, which some gateways quote.
"""

from dataclasses import dataclass
from datetime import datetime
from email.utils import parsedate_to_datetime
from typing import Final

from assistant.errors import ErrorCategory, ProviderError
from assistant.locale import _

DETAIL_LIMIT: Final = 300
"""Characters of the provider's own words that are shown."""

CONTEXT_WORDS: Final = (
    "prompt is too long",  # Anthropic
    "context window",
    "context length",  # vLLM, LM Studio
    "context size",  # llama.cpp
    "exceed context limit",
    "exceeds the maximum number of tokens",
    "input length and `max_tokens` exceed",
)
"""How providers say that a conversation does not fit, in lower case."""

CATEGORY_BY_TYPE: Final = {
    "authentication_error": ErrorCategory.AUTHENTICATION,
    "permission_error": ErrorCategory.AUTHENTICATION,
    "exceed_context_size_error": ErrorCategory.CONTEXT_TOO_LONG,  # llama.cpp
    "request_too_large": ErrorCategory.CONTEXT_TOO_LONG,
    "invalid_request_error": ErrorCategory.INVALID_REQUEST,
    "billing_error": ErrorCategory.INVALID_REQUEST,
    "not_found_error": ErrorCategory.INVALID_REQUEST,
    "rate_limit_error": ErrorCategory.RATE_LIMIT,
    "overloaded_error": ErrorCategory.OVERLOADED,
    "api_error": ErrorCategory.OVERLOADED,
    "timeout_error": ErrorCategory.OVERLOADED,
    "server_error": ErrorCategory.OVERLOADED,  # llama.cpp
}
"""`error.type` of the Messages API and of the servers that imitate it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """What the service said when it failed."""

    status: int | None = None
    """The HTTP status, or None if the reply had begun and failed in the stream."""
    type: str = ""
    message: str = ""
    request_id: str | None = None
    retry_after: str | None = None
    """The header as it came: seconds or an HTTP date."""


def category_of(failure: Failure) -> ErrorCategory:
    """Return what kind of failure it is; the status counts before the type."""
    wording = failure.message.lower()
    type_category = CATEGORY_BY_TYPE.get(failure.type, ErrorCategory.UNKNOWN)
    if failure.status is None or failure.status < 300:
        category = type_category
    else:
        category = _category_of_status(failure.status)
    if category in {ErrorCategory.INVALID_REQUEST, ErrorCategory.UNKNOWN} and (
        type_category is ErrorCategory.CONTEXT_TOO_LONG
        or any(words in wording for words in CONTEXT_WORDS)
    ):
        return ErrorCategory.CONTEXT_TOO_LONG
    return category


def _category_of_status(status: int) -> ErrorCategory:
    match status:
        case 401 | 403:
            return ErrorCategory.AUTHENTICATION
        case 413:
            return ErrorCategory.CONTEXT_TOO_LONG
        case 429:
            return ErrorCategory.RATE_LIMIT
        case 501:  # the server does not know this request, and will not a moment later
            return ErrorCategory.INVALID_REQUEST
        case _:
            return ErrorCategory.OVERLOADED if status >= 500 else ErrorCategory.INVALID_REQUEST


def retry_after_s(header: str | None, now: datetime) -> float | None:
    """Return the seconds a `retry-after` header asks for, or None if it says nothing usable."""
    if header is None:
        return None
    try:
        return max(0.0, float(header))
    except ValueError:
        pass
    try:
        moment = parsedate_to_datetime(header)
    except ValueError:
        return None
    if moment.tzinfo is None:
        return None
    return max(0.0, (moment - now).total_seconds())


def provider_error(failure: Failure, *, now: datetime) -> ProviderError:
    """Return the error a person or the conversation can act on."""
    category = category_of(failure)
    message, hint = _texts(category, failure.message)
    return ProviderError(
        message,
        category=category,
        request_id=failure.request_id,
        retry_after_s=retry_after_s(failure.retry_after, now),
        hint=hint,
    )


def _texts(category: ErrorCategory, detail: str) -> tuple[str, str]:
    match category:
        case ErrorCategory.AUTHENTICATION:
            return authentication_texts()
        case ErrorCategory.INVALID_REQUEST:
            return (
                _("The model's service refused the request: {detail}").format(
                    detail=_shortened(detail)
                ),
                _("Check the model's name and the address in the settings."),
            )
        case ErrorCategory.CONTEXT_TOO_LONG:
            return (
                _("The conversation is too long for this model"),
                _("Start a new conversation, or choose a model with a larger context."),
            )
        case ErrorCategory.RATE_LIMIT:
            return (
                _("The model's service is receiving too many requests"),
                _("Wait a moment and try again."),
            )
        case ErrorCategory.OVERLOADED:
            return (
                _("The model's service is overloaded or has a fault"),
                _("Wait a moment and try again, or choose another model."),
            )
        case ErrorCategory.CONNECTIVITY:
            return _("Network error"), _("Check the connection and try again.")
        case ErrorCategory.TIMEOUT:
            return _("Response timed out"), _("Try again, or choose another model.")
        case ErrorCategory.UNKNOWN:
            return _("Could not generate a response"), _("Try again, or choose another model.")


def _shortened(detail: str) -> str:
    detail = " ".join(detail.split())
    return detail if len(detail) <= DETAIL_LIMIT else detail[: DETAIL_LIMIT - 1] + "…"


def authentication_texts() -> tuple[str, str]:
    """Return what happened and what to do where a key is missing or refused."""
    return (
        _("Check your API key"),
        _("Set it in the settings, or in the environment as ANTHROPIC_API_KEY."),
    )


def authentication_error(request_id: str | None = None) -> ProviderError:
    """Return the error for a missing or refused key."""
    message, hint = authentication_texts()
    return ProviderError(
        message, category=ErrorCategory.AUTHENTICATION, request_id=request_id, hint=hint
    )


def plain_error(category: ErrorCategory, request_id: str | None = None) -> ProviderError:
    """Return the error of a category about which the service said nothing itself."""
    message, hint = _texts(category, "")
    return ProviderError(message, category=category, request_id=request_id, hint=hint)
