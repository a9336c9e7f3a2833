"""What a failure of the service means, as one table.

Pure: `sdk_connection.py` takes answers apart. Texts are the interface's; what the provider said goes
into them only where the user can act on it, shortened, and never for a refused key, which some
gateways quote.
"""

from collections.abc import Sequence
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
    "prompt too long",
    "input is too long",  # Bedrock
    "context window",
    "context length",  # vLLM, LM Studio, Ollama
    "context size",  # llama.cpp
    "context limit",
    "context_length",
    "maximum model length",  # vLLM
    "max_model_len",
    "maximum sequence length",
    "maximum number of tokens",
    "maximum input length",
    "maximum prompt length",
    "input token count",  # Google
    "too many tokens",
    "allowed token length",
    "reduce the length of the messages",  # OpenAI, vLLM
    "context shift is disabled",  # llama.cpp
    "`inputs` tokens + `max_new_tokens`",  # text-generation-inference
    "`inputs` must have less than",  # the same
    "prompt exceeds max length",  # Zhipu
    "range of input length should be",  # Alibaba
    "max message tokens",  # Volcengine
    "model token limit",  # Moonshot
    "number of input tokens",
    "prompt token count",  # GitHub
    "input length and `max_tokens` exceed",
)
"""How providers say that a conversation does not fit, in lower case."""
_EXCESS_WORDS: Final = (
    "exceed",
    "too long",
    "too large",
    "greater than",
    "longer than",
    "larger than",
    "shift is disabled",
)
"""What such a saying has besides where a fault of the server's own speaks of the context."""
_ACCOUNT_WORDS: Final = (
    "credit balance",  # Anthropic
    "insufficient credit",  # OpenRouter
    "more credits",
    "out of credits",
    "no credits",
    "insufficient balance",  # DeepSeek
    "insufficient funds",
    "balance is insufficient",
    "arrearage",  # Alibaba
    "in good standing",
    "insufficient_quota",
    "exceeded your current quota",  # OpenAI
    "payment required",
    "billing",
    "spending limit",
    "key limit exceeded",  # OpenRouter
    "usage limits",
    "account is suspended",
    "account has been disabled",
    "organization has been disabled",
)
_KEY_WORDS: Final = (
    "api key not valid",  # Google, with status 400
    "invalid api key",
    "incorrect api key",
    "invalid x-api-key",
    "missing api key",
    "api key is missing",
    "api key required",
    "api key is required",
    "no api key",
)
_NOT_THE_KEY_WORDS: Final = (
    "country, region, or territory",  # OpenAI
    "in your country",
    "in your region",
    "location is not supported",  # Google
    "unsupported region",
    "requires moderation",  # OpenRouter
    "flagged",
    "access to the model",  # Bedrock
    "virtual network",  # Azure
    "just a moment",  # Cloudflare
    "attention required!",
)
"""How services refuse, with status 403, what no other key changes: the place, the model, the words."""
_TOO_LARGE_AT_ONCE: Final = "request too large"
"""How OpenAI and Groq say, with status 429, that no waiting helps."""
_NOT_RUNNING_WORDS: Final = (
    "requires more system memory",  # Ollama
    "out of memory",
    "not enough memory",
    "insufficient memory",
    "failed to allocate",
    "unable to allocate",
    "cudamalloc failed",
    "insufficient system resources",  # LM Studio
    "failed to load model",
    "failed to load the model",
    "unable to load model",
    "error loading model",
    "model failed to load",
    "process has terminated",  # Ollama
    "runner has unexpectedly stopped",  # Ollama
    "cuda error",
    "outofdevicememory",  # Vulkan
    "no models loaded",  # LM Studio
    "model unloaded",
    "model is unloaded",
)
"""How servers say that the model does not run, which it does not a moment later either."""

CATEGORY_BY_TYPE: Final = {
    "authentication_error": ErrorCategory.AUTHENTICATION,
    "invalid_api_key": ErrorCategory.AUTHENTICATION,  # OpenAI
    "permission_error": ErrorCategory.AUTHENTICATION,
    "exceed_context_size_error": ErrorCategory.CONTEXT_TOO_LONG,  # llama.cpp
    "context_length_exceeded": ErrorCategory.CONTEXT_TOO_LONG,  # OpenAI
    "model_max_prompt_tokens_exceeded": ErrorCategory.CONTEXT_TOO_LONG,  # GitHub
    "request_too_large": ErrorCategory.CONTEXT_TOO_LONG,
    "invalid_request_error": ErrorCategory.INVALID_REQUEST,
    "BadRequestError": ErrorCategory.INVALID_REQUEST,  # vLLM
    "model_not_found": ErrorCategory.INVALID_REQUEST,
    "billing_error": ErrorCategory.ACCOUNT,
    "insufficient_quota": ErrorCategory.ACCOUNT,  # OpenAI
    "insufficient_credits": ErrorCategory.ACCOUNT,
    "not_found_error": ErrorCategory.INVALID_REQUEST,
    "rate_limit_error": ErrorCategory.RATE_LIMIT,
    "rate_limit_exceeded": ErrorCategory.RATE_LIMIT,
    "overloaded_error": ErrorCategory.OVERLOADED,
    "api_error": ErrorCategory.OVERLOADED,
    "timeout_error": ErrorCategory.OVERLOADED,
    "server_error": ErrorCategory.OVERLOADED,  # llama.cpp
    "InternalServerError": ErrorCategory.OVERLOADED,  # vLLM
}
"""Types and codes of failures, of the Messages API and of the servers that imitate it."""

_CATEGORY_BY_STATUS: Final = {
    401: ErrorCategory.AUTHENTICATION,
    402: ErrorCategory.ACCOUNT,
    403: ErrorCategory.AUTHENTICATION,
    408: ErrorCategory.OVERLOADED,
    409: ErrorCategory.OVERLOADED,
    413: ErrorCategory.CONTEXT_TOO_LONG,
    424: ErrorCategory.OVERLOADED,  # Bedrock, whose model is not ready
    425: ErrorCategory.OVERLOADED,
    429: ErrorCategory.RATE_LIMIT,
    498: ErrorCategory.OVERLOADED,  # Groq
    499: ErrorCategory.OVERLOADED,
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
    ErrorCategory.ACCOUNT: (
        mark("The account with the model's service needs attention: {detail}"),
        mark("See to its credit and limits with the service, or choose another model."),
    ),
    ErrorCategory.MODEL_NOT_RUNNING: (
        mark("The model does not run on its server: {detail}"),
        mark("Choose a smaller model, or close other programs where it runs."),
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
_SERVER_FAULT: Final = (
    mark("The model server has a fault: {detail}"),
    mark("Look into the server's log, or choose another model."),
)
"""Of a server that is sent no key, and so can quote none."""
_GAVE_UP: Final = (mark("The model's service gave up: {detail}"), _TRY_ANOTHER)


_OF_THE_REQUEST: Final = frozenset({ErrorCategory.INVALID_REQUEST, ErrorCategory.UNKNOWN})


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """What the service said when it failed."""

    status: int | None = None
    """The HTTP status, or None if the reply had begun and failed in the stream."""
    types: tuple[str, ...] = ()
    """As in `Reason`."""
    message: str = ""
    request_id: str | None = None
    retry_after: str | None = None
    """The header as it came: seconds or an HTTP date."""


def category_of(failure: Failure) -> ErrorCategory:
    """Return what kind of failure it is; the status counts before the type."""
    wording = failure.message.lower()
    by_type = next(
        (CATEGORY_BY_TYPE[name] for name in failure.types if name in CATEGORY_BY_TYPE),
        ErrorCategory.UNKNOWN,
    )
    is_in_stream = failure.status is None or failure.status < 300
    category = (
        by_type if failure.status is None or is_in_stream else _category_of_status(failure.status)
    )
    if category is not ErrorCategory.AUTHENTICATION or failure.status == 403:
        is_said = category is not ErrorCategory.OVERLOADED and _has(wording, _ACCOUNT_WORDS)
        if is_said or by_type is ErrorCategory.ACCOUNT:
            return ErrorCategory.ACCOUNT
    if category is ErrorCategory.RATE_LIMIT and _TOO_LARGE_AT_ONCE in wording:
        return ErrorCategory.CONTEXT_TOO_LONG
    if category in _OF_THE_REQUEST | {ErrorCategory.OVERLOADED}:
        if _has(wording, _NOT_RUNNING_WORDS):
            return ErrorCategory.MODEL_NOT_RUNNING
        if by_type is ErrorCategory.CONTEXT_TOO_LONG or (
            _has(wording, CONTEXT_WORDS)
            and (category in _OF_THE_REQUEST or _has(wording, _EXCESS_WORDS))
        ):
            return ErrorCategory.CONTEXT_TOO_LONG
    if category is ErrorCategory.INVALID_REQUEST and (
        by_type is ErrorCategory.AUTHENTICATION or _has(wording, _KEY_WORDS)
    ):
        return ErrorCategory.AUTHENTICATION
    if failure.status == 403 and _has(wording, _NOT_THE_KEY_WORDS):
        return ErrorCategory.INVALID_REQUEST
    may_be_picture = category in _OF_THE_REQUEST or failure.status == 500  # as local servers say it
    if may_be_picture and refused_picture(failure.message) is not None:
        return ErrorCategory.PICTURE_REFUSED
    return category


def _has(wording: str, sayings: Sequence[str]) -> bool:
    return any(words in wording for words in sayings)


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
    texts = _TEXTS[category]
    if failure.message and category is ErrorCategory.OVERLOADED and not has_key:
        texts = _SERVER_FAULT
    elif failure.message and category is ErrorCategory.UNKNOWN:
        texts = _GAVE_UP
    detail = failure.message or next(iter(failure.types), "") or _status_text(failure.status)
    error = _error(category, texts, failure.request_id, detail=detail)
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


def other_api_error(request_id: str | None = None) -> ProviderError:
    """Return the error of an answer in the form of another API."""
    return ProviderError(
        _("The model's service answers as another API does, not as the Messages API"),
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
    return _error(category, _TEXTS[category], request_id, detail=detail)


def _status_text(status: int | None) -> str:
    return "" if status is None else f"HTTP {status}"


def _error(
    category: ErrorCategory, texts: tuple[str, str], request_id: str | None, *, detail: str
) -> ProviderError:
    message, hint = texts
    return ProviderError(
        _(message).format(detail=_shortened(detail)),
        category=category,
        request_id=request_id,
        hint=_(hint),
        detail=detail,
    )
