"""When something may be sent to a chat: about once a second, and not while Telegram says to wait."""

from dataclasses import dataclass
from typing import Final

EDIT_EVERY_S: Final = 1.0
"""Seconds between two edits of a chat (TG-13)."""


@dataclass(slots=True)
class ChatPace:
    """What was sent to one chat; times are seconds on the monotonic clock."""

    last_edit: float = float("-inf")
    not_before: float = float("-inf")
    """Telegram wants nothing before."""

    def until_send(self, now: float) -> float:
        """Return how many seconds to wait before a message is sent."""
        return max(0.0, self.not_before - now)

    def until_edit(self, now: float) -> float:
        """Return how many seconds to wait before a message is edited."""
        return max(0.0, self.last_edit + EDIT_EVERY_S - now, self.not_before - now)

    def edited(self, now: float) -> None:
        """Note that a message was edited."""
        self.last_edit = now

    def limited(self, now: float, retry_after_s: float) -> None:
        """Note that Telegram wants nothing for so long."""
        self.not_before = max(self.not_before, now + retry_after_s)
