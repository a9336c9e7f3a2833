"""The result of sending a message to a conversation: the closed union `SayResult`. Pure."""

from dataclasses import dataclass

from assistant.protocol.notices import Notice


@dataclass(frozen=True, slots=True, kw_only=True)
class SayAccepted:
    """A turn began with them."""

    turn_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SayQueued:
    """They wait for the turn under way."""

    words_id: str
    """Names them while they wait."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SayRejected:
    """They were not taken."""

    notice: Notice | None
    """What the user was told; None for words that are blank."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SayHandled:
    """They were meant for a question or for what rings, and no turn begins with them."""


SayResult = SayAccepted | SayQueued | SayRejected | SayHandled
