"""Ids of tool calls as a service takes them back. Pure, one for each request.

Servers make ids of any form, and some none; another service that the conversation goes on with may refuse
them. Calls and results of a conversation are joined by their place as well as by their id.
"""

import hashlib
import re
from collections import defaultdict, deque
from typing import Final

LONGEST: Final = 64
"""Characters that services take."""
_TAKEN: Final = re.compile(rf"[a-zA-Z0-9_-]{{1,{LONGEST}}}")
"""What Anthropic's service takes."""
_OTHER: Final = re.compile(r"[^a-zA-Z0-9_-]+")


class CallIds:
    """Maps the ids of one request; call it for calls and results in their order.

    Args:
        is_strict: Whether the service takes ids of `_TAKEN`'s form alone; else any but an empty one.
    """

    def __init__(self, *, is_strict: bool) -> None:
        self._is_strict = is_strict
        self._used: set[str] = set()
        self._waiting: dict[str, deque[str]] = defaultdict(deque)
        """The ids that were sent of calls without a result yet, by what they were."""

    def of_call(self, given: str) -> str:
        """Return the id to send for a call; no other call of the request has it."""
        wanted = self._acceptable(given)
        free, n = wanted, 1
        while free in self._used:
            n += 1
            free = f"{wanted[: LONGEST - 8]}_{n}"
        self._used.add(free)
        self._waiting[given].append(free)
        return free

    def of_result(self, given: str) -> str:
        """Return the id to send for the result of the oldest such call that has none yet."""
        waiting = self._waiting[given]
        return waiting.popleft() if waiting else self._acceptable(given)

    def _acceptable(self, given: str) -> str:
        if _TAKEN.fullmatch(given) or (given.strip() and not self._is_strict):
            return given
        digest = hashlib.sha256(given.encode("utf-8", "replace")).hexdigest()[:8]
        return f"{_OTHER.sub('_', given)[:40]}_{digest}".lstrip("_")
