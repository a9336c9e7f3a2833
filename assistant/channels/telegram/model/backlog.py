"""Which of the messages are answered that came while Parley was away (G-08)."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingMessage:
    """A message that waits."""

    update_id: int
    chat_id: int
    written_at: datetime


def passed_over(
    waiting: Sequence[WaitingMessage], *, back_at: datetime, newest: int, ttl_s: float
) -> Collection[int]:
    """Return the ids of the updates that are not answered any more.

    Args:
        waiting: In the order they came.
        back_at: When Parley was there again. What was written later is answered in any case.
        newest: How many of each chat are answered.
        ttl_s: How old they may be, in seconds.
    """
    late: dict[int, list[WaitingMessage]] = defaultdict(list)
    for message in waiting:
        if message.written_at < back_at:
            late[message.chat_id].append(message)
    dropped: set[int] = set()
    for messages in late.values():
        kept = messages[max(0, len(messages) - newest) :]
        oldest = back_at - timedelta(seconds=ttl_s)
        dropped.update(m.update_id for m in messages if m not in kept or m.written_at < oldest)
    return dropped
