"""Decides when a request is sent again (TF-08, G-25). Pure.

Retries only errors that may be temporary: a failed or broken connection, an overloaded service. It
retries neither a refusal nor a request that timed out without any reply (C-45).
"""

from typing import Final

from assistant.errors import ProviderError

BACKOFF_S: Final = (0.25, 0.75)
"""Seconds to wait before the first and every later time a request is sent again (TF-08)."""
MOST_RETRIES: Final = 2
"""How often a request is sent again, where the settings say nothing else."""
LONGEST_WAIT_S: Final = 2.0
"""A service that asks for more patience than this is not tried again by itself (G-25)."""


def retry_delay(attempt: int, error: ProviderError, *, most: int = MOST_RETRIES) -> float | None:
    """Seconds to wait before a request is sent again.

    Args:
        attempt: 1 for the first time it is sent again.
        error: How it failed.
        most: How often it may be sent again (APP-05).

    Returns:
        The back-off in seconds, longer where the service asked for that; None if the request is
        not sent again.
    """
    if not error.category.is_retryable or attempt > most:
        return None
    asked_s = error.retry_after_s or 0.0
    return (
        max(BACKOFF_S[min(attempt, len(BACKOFF_S)) - 1], asked_s)
        if asked_s <= LONGEST_WAIT_S
        else None
    )
