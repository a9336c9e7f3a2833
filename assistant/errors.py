"""The error tree. Subclasses are named after what the catcher does next.

AssistantError
├── ConfigError          a setting is wrong: show key, value and file, go on with the default
├── HomeBusyError        another engine owns this home: say who, exit
├── UnreachableError     the program that owns this home does not answer: use another surface
├── RequestRefused       the program that owns this home will not do it: the user hears why
├── DeviceError          a microphone or speaker is missing or broke: go on in text
├── ModelFileError       a model file is missing, damaged or cannot be fetched: name the command
├── ModelLoadError       a model file is there but does not load: that part is off
├── ProviderError        the language model's service failed: `category` says whether to retry
├── StoreError           the database cannot be opened, read or written
├── MemoryFileError      a memory file cannot be read or written: say so, go on without
├── ProtocolError        an event that the current state does not accept: log, go on
├── QuestionError        a question that cannot be asked: the model reads why
├── AttachmentRefused    a file that cannot go with a message: the user hears why
└── AnswerRefused        an answer that cannot be taken: the user hears why

Anything that is not an `AssistantError` is a bug. It is caught at a turn's boundary and at each
thread's main function, logged with its traceback, and becomes an event.
"""

from collections.abc import Mapping
from enum import Enum


class AssistantError(Exception):
    """Something a person or the model can be told about.

    Args:
        message: What failed, with which value.
        hint: What to do about it, or an empty string.
    """

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class ConfigError(AssistantError):
    """A setting, or the file that holds it, is wrong."""


class HomeBusyError(AssistantError):
    """Another process owns the home folder, or it cannot be written.

    Args:
        message: Who owns it.
        hint: What to do.
        holder: What kind of surface that process is (a `Channel`), if it says so.
    """

    def __init__(self, message: str, *, hint: str = "", holder: str | None = None) -> None:
        super().__init__(message, hint=hint)
        self.holder = holder


class UnreachableError(AssistantError):
    """The program that runs with this home does not answer, or stopped before it did."""


class RequestRefused(AssistantError):  # noqa: N818  # a refusal, not a failure
    """The program that runs with this home will not do what another surface wants of it."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class DeviceError(AssistantError):
    """An audio device is missing, refused, or stopped working."""


class ModelFileError(AssistantError):
    """A model file is missing, damaged, or cannot be fetched."""


class ModelLoadError(AssistantError):
    """A model file is present but cannot be used."""


class StoreError(AssistantError):
    """The database cannot be opened, read or written."""


class DeletedConversationError(StoreError):
    """The conversation was deleted, on another device if it is open; nothing is stored in it."""


class MemoryFileError(AssistantError):
    """A memory file cannot be read or written; it is as it was."""


class AttachmentRefused(AssistantError):  # noqa: N818  # a refusal, not a failure
    """A file cannot go with a message; the message does without it."""


class ProtocolError(AssistantError):
    """An event arrived that the current state does not accept."""


class ToolError(AssistantError):
    """A tool could not do it; the message is for the model, in English."""


class QuestionError(AssistantError):
    """A question breaks a limit or lacks a field; `problems` names each one.

    `details` says the same for programs: one mapping a problem with `field`, where it is, `code`,
    what kind of problem, and `message`. `localized` is the message in the language of the
    interface.
    """

    def __init__(
        self,
        message: str,
        *,
        problems: tuple[str, ...] = (),
        details: tuple[Mapping[str, str], ...] = (),
        hint: str = "",
        localized: str = "",
    ) -> None:
        super().__init__(message, hint=hint)
        self.localized = localized or message
        self.problems = problems or (message,)
        self.details = details


class RefusalReason(Enum):
    """Why an answer was refused."""

    NOT_FOUND = "not_found"
    INVALID = "invalid_answer"
    ALREADY_ANSWERED = "already_answered"
    CLOSED = "closed"
    WRONG_SESSION = "wrong_session"
    NOT_ALLOWED = "not_allowed"


class AnswerRefused(AssistantError):  # noqa: N818  # a refusal, not a failure
    """An answer that cannot be taken; the question is unchanged."""

    def __init__(self, reason: RefusalReason, message: str, *, hint: str = "") -> None:
        super().__init__(message, hint=hint)
        self.reason = reason


class ErrorCategory(Enum):
    """What kind of failure a model service reported, whoever the provider is."""

    AUTHENTICATION = "authentication"
    NOT_LET_IN = "not_let_in"
    """A server that is sent no key, as a local one is, wants one."""
    INVALID_REQUEST = "invalid_request"
    CONTEXT_TOO_LONG = "context_too_long"
    PICTURE_REFUSED = "picture_refused"
    """The request holds a picture that the service cannot use."""
    ACCOUNT = "account"
    """The account with the service has no credit, or may not use it."""
    MODEL_NOT_RUNNING = "model_not_running"
    """The model does not run where it is served: it lacks memory, or does not load."""
    RATE_LIMIT = "rate_limit"
    OVERLOADED = "overloaded"
    CONNECTIVITY = "connectivity"
    TIMEOUT = "timeout"
    UNKNOWN = "unknown"

    @property
    def is_retryable(self) -> bool:
        """Whether the same request may succeed a moment later."""
        return self in {
            ErrorCategory.RATE_LIMIT,
            ErrorCategory.OVERLOADED,
            ErrorCategory.CONNECTIVITY,
        }


class ProviderError(AssistantError):
    """The language model's service failed.

    Attributes:
        category: What kind of failure it was.
        request_id: The provider's id of the request, for bug reports, or None.
        retry_after_s: Seconds the provider asked to wait, or None.
        detail: What the service said, whole; empty if it said nothing.
    """

    def __init__(
        self,
        message: str,
        *,
        category: ErrorCategory,
        request_id: str | None = None,
        retry_after_s: float | None = None,
        hint: str = "",
        detail: str = "",
    ) -> None:
        super().__init__(message, hint=hint)
        self.category = category
        self.request_id = request_id
        self.retry_after_s = retry_after_s
        self.detail = detail
