"""What a failure of the service means, as one table.

Pure: answers are taken apart in `messages_connection.py`. Texts are the interface's; what the provider said goes into them only where the user can act on
it, shortened, and never for a refused key, which some gateways quote.
"""

from dataclasses import dataclass
from datetime import datetime
from email.utils import parsedate_to_datetime
from typing import Final

from assistant.errors import ErrorCategory, ProviderError
from assistant.llm.messages_api.refused_picture import refused_picture
from assistant.locale import _, mark

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

_CATEGORY_BY_STATUS: Final = {
    401: ErrorCategory.AUTHENTICATION,
    403: ErrorCategory.AUTHENTICATION,
    413: ErrorCategory.CONTEXT_TOO_LONG,
    429: ErrorCategory.RATE_LIMIT,
    501: ErrorCategory.INVALID_REQUEST,  # the server will not know this request later either
}

_TRY_ANOTHER: Final = mark("Try again, or choose another model.")
_TEXTS: Final = {
    ErrorCategory.AUTHENTICATION: (
        mark("Check your API key"),
        mark("Set it in the settings, or in the environment as ANTHROPIC_API_KEY."),
    ),
    ErrorCategory.NOT_LET_IN: (
        mark("The model server wants a key, and Parley sends local servers none"),
        mark(
            "Start it without one. Or enter it as a service with a key: its address as llm.base_url,"
            " its key in the settings."
        ),
    ),
    ErrorCategory.INVALID_REQUEST: (
        mark("The model's service refused the request: {detail}"),
        mark("Check the model's name and the address in the settings."),
    ),
    ErrorCategory.CONTEXT_TOO_LONG: (
        mark("The conversation is too long for this model"),
        mark("Start a new conversation, or choose a model with a larger context."),
    ),
    ErrorCategory.PICTURE_REFUSED: (
        mark("The model's service refused a picture: {detail}"),
        mark("Choose a model that takes pictures, or start a new conversation."),
    ),
    ErrorCategory.RATE_LIMIT: (
        mark("The model's service is receiving too many requests"),
        mark("Wait a moment and try again."),
    ),
    ErrorCategory.OVERLOADED: (
        mark("The model's service is overloaded or has a fault"),
        mark("Wait a moment and try again, or choose another model."),
    ),
    ErrorCategory.CONNECTIVITY: (
        mark("Network error"),
        mark("Check the connection and try again."),
    ),
    ErrorCategory.TIMEOUT: (mark("Response timed out"), _TRY_ANOTHER),
    ErrorCategory.UNKNOWN: (mark("Could not generate a response"), _TRY_ANOTHER),
}
"""What happened and what to do about it."""


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
    if category is ErrorCategory.INVALID_REQUEST and refused_picture(failure.message) is not None:
        return ErrorCategory.PICTURE_REFUSED
    return category


def _category_of_status(status: int) -> ErrorCategory:
    fallback = ErrorCategory.OVERLOADED if status >= 500 else ErrorCategory.INVALID_REQUEST
    return _CATEGORY_BY_STATUS.get(status, fallback)


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


def provider_error(failure: Failure, *, now: datetime, has_key: bool = True) -> ProviderError:
    """Return the error a person or the conversation can act on.

    Args:
        failure: What the service said.
        now: When.
        has_key: Whether it was sent a key.
    """
    category = category_of(failure)
    if category is ErrorCategory.AUTHENTICATION and not has_key:
        category = ErrorCategory.NOT_LET_IN
    error = plain_error(category, failure.request_id, detail=failure.message)
    error.retry_after_s = retry_after_s(failure.retry_after, now)
    return error


def web_page_error(status: int, request_id: str | None = None) -> ProviderError | None:
    """Return the error of an answer that is a web page; None if the page tells of another failure.

    A proxy may write a page about a service that is overloaded or that lets nobody in.
    """
    is_elsewhere = _category_of_status(status) is ErrorCategory.INVALID_REQUEST
    if status >= 300 and not is_elsewhere:
        return None
    return ProviderError(
        _("The address of the model's service is that of a web page, not of an API"),
        category=ErrorCategory.INVALID_REQUEST,
        request_id=request_id,
        hint=_("Check the address in the settings."),
    )


def _shortened(detail: str) -> str:
    detail = " ".join(detail.split())
    return detail if len(detail) <= DETAIL_LIMIT else detail[: DETAIL_LIMIT - 1] + "…"


def plain_error(
    category: ErrorCategory, request_id: str | None = None, *, detail: str = ""
) -> ProviderError:
    """Return the error of a category; `detail` is what the service said about it."""
    message, hint = _TEXTS[category]
    return ProviderError(
        _(message).format(detail=_shortened(detail)),
        category=category,
        request_id=request_id,
        hint=_(hint),
        detail=detail,
    )
