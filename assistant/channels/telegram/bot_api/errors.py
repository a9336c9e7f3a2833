"""What can go wrong with a call, by what the caller does next.

TelegramError
├── TelegramUnreachable     nobody answers, or the service is broken: try again later
│   └── TelegramBroken      the service answers with an error of its own, perhaps to this call alone
├── TelegramRateLimited     too much was sent: wait `retry_after_s`
├── TelegramUnauthorized    the token is not valid any more: stop and tell the user
├── TelegramConflict        another program polls with this token: wait and tell the user
└── TelegramRefused         this call will never be taken; `description` says why
    └── TelegramGivenUp     the service works, and had nothing but errors for this call
"""

from typing import Final

from assistant.errors import AssistantError

_NOT_MODIFIED: Final = "message is not modified"
_GONE: Final = ("message to edit not found", "message can't be edited", "MESSAGE_ID_INVALID")


class TelegramError(AssistantError):
    """A call failed."""


class TelegramUnreachable(TelegramError):  # noqa: N818  # a state of the network
    """Nobody answers, or the service is broken."""


class TelegramBroken(TelegramUnreachable):
    """The service answers with an error of its own."""


class TelegramRateLimited(TelegramError):  # noqa: N818  # a refusal, not a failure
    """Too much was sent."""

    def __init__(self, message: str, *, retry_after_s: float) -> None:
        super().__init__(message)
        self.retry_after_s = retry_after_s


class TelegramUnauthorized(TelegramError):  # noqa: N818  # a refusal, not a failure
    """The token is not valid."""


class TelegramConflict(TelegramError):  # noqa: N818  # a refusal, not a failure
    """Another program polls with the same token."""


class TelegramRefused(TelegramError):  # noqa: N818  # a refusal, not a failure
    """The call will not be taken, however often it is made."""

    def __init__(self, message: str, *, code: int, description: str) -> None:
        super().__init__(message)
        self.code = code
        self.description = description

    @property
    def is_not_modified(self) -> bool:
        """Whether an edit was refused because it would change nothing."""
        return _NOT_MODIFIED in self.description

    @property
    def is_message_gone(self) -> bool:
        """Whether the message to edit is not there any more."""
        return any(part in self.description for part in _GONE)

    @property
    def is_blocked(self) -> bool:
        """Whether the user wants nothing of the bot any more."""
        return self.code == 403


class TelegramGivenUp(TelegramRefused):
    """The service had nothing but errors of its own for a call, and none for another."""

    def __init__(self, message: str) -> None:
        super().__init__(message, code=500, description="")
