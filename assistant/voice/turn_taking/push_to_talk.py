"""The talk key: down, up, and the moment after it went up. Pure."""

from dataclasses import dataclass
from enum import Enum
from typing import Self


class PushToTalkState(Enum):
    """Where the key is."""

    UP = "up"
    DOWN = "down"
    LETTING_GO = "letting_go"
    """It went up, and the end of what was said is on its way."""


@dataclass(frozen=True, slots=True)
class PushToTalkKey:
    """Push to talk: what is said while the key is down is one turn."""

    state: PushToTalkState = PushToTalkState.UP
    since: float = 0.0
    """When it went down last."""

    @property
    def is_up(self) -> bool:
        """Whether it does not affect what is heard."""
        return self.state is PushToTalkState.UP

    @property
    def is_down(self) -> bool:
        return self.state is PushToTalkState.DOWN

    @property
    def is_letting_go(self) -> bool:
        """Whether it went up and its turn is not over yet."""
        return self.state is PushToTalkState.LETTING_GO

    def pressed(self, at: float) -> Self:
        """The key went down at `at`; one that is down repeats, which changes nothing."""
        return self if self.is_down else type(self)(PushToTalkState.DOWN, at)

    def released(self, *, is_heard: bool) -> Self:
        """The key went up; the turn ends now if one `is_heard`."""
        if not self.is_down:
            return self
        after = PushToTalkState.LETTING_GO if is_heard else PushToTalkState.UP
        return type(self)(after, self.since)

    def settled(self) -> Self:
        """The turn that the key ended is settled; while it is down it stays down."""
        return type(self)(PushToTalkState.UP, self.since) if self.is_letting_go else self
