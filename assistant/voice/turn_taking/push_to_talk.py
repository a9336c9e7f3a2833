"""The talk key: down, up, and the moment after it went up. Pure."""

from enum import Enum


class PushToTalkState(Enum):
    """Where the key is."""

    UP = "up"
    DOWN = "down"
    LETTING_GO = "letting_go"
    """It went up, and the end of what was said is on its way."""


class PushToTalkKey:
    """Push to talk: what is said while the key is down is one turn."""

    def __init__(self) -> None:
        self._state = PushToTalkState.UP
        self._since = 0.0

    @property
    def is_up(self) -> bool:
        """Whether it plays no part in what is heard."""
        return self._state is PushToTalkState.UP

    @property
    def is_down(self) -> bool:
        """Whether it is held."""
        return self._state is PushToTalkState.DOWN

    @property
    def is_letting_go(self) -> bool:
        """Whether it went up and its turn is not over yet."""
        return self._state is PushToTalkState.LETTING_GO

    @property
    def since(self) -> float:
        """When it went down last."""
        return self._since

    def press(self, at: float) -> bool:
        """It went down at `at`; return whether that is news."""
        if self.is_down:
            return False
        self._state, self._since = PushToTalkState.DOWN, at
        return True

    def release(self, *, is_heard: bool) -> bool:
        """It went up; return whether the turn ends now, which it does if one `is_heard`."""
        if not self.is_down:
            return False
        self._state = PushToTalkState.LETTING_GO if is_heard else PushToTalkState.UP
        return is_heard

    def settle(self) -> None:
        """The turn that it ended is over, or none will be; while it is down it stays down."""
        if self.is_letting_go:
            self._state = PushToTalkState.UP

    def forget(self) -> None:
        """It counts as up, wherever it is."""
        self._state = PushToTalkState.UP
