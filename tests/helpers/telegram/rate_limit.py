"""How much a bot may send: about one message a second to a chat, thirty in all, with bursts."""

import math
from dataclasses import dataclass, field
from datetime import datetime

from tests.helpers.telegram.message_rules import RefusedCallError


@dataclass(slots=True)
class _Bucket:
    left: float
    at: datetime


@dataclass(slots=True, kw_only=True)
class RateLimit:
    """Buckets of permits that fill up with time.

    Attributes:
        chat_burst: How many messages and edits may go to a chat at once; one a second comes back.
        total_burst: How many in all; thirty a second come back.
        n_refused: How many were refused.
    """

    chat_burst: float = 30
    total_burst: float = 300
    n_refused: int = 0
    _buckets: dict[int, _Bucket] = field(default_factory=dict[int, _Bucket])

    def take(self, chat_id: int, now: datetime) -> None:
        """Let one message through.

        Raises:
            RefusedCallError: 429 with `retry_after` if there are too many.
        """
        for key, burst, a_second in ((chat_id, self.chat_burst, 1.0), (0, self.total_burst, 30.0)):
            bucket = self._buckets.setdefault(key, _Bucket(burst, now))
            passed = (now - bucket.at).total_seconds()
            bucket.left, bucket.at = min(burst, bucket.left + passed * a_second), now
            if bucket.left < 1:
                self.n_refused += 1
                wait = math.ceil((1 - bucket.left) / a_second)
                raise RefusedCallError(
                    f"Too Many Requests: retry after {wait}",
                    code=429,
                    parameters={"retry_after": wait},
                )
            bucket.left -= 1
