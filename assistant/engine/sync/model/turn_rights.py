"""Which device goes on with a turn that waited for an answer. Pure."""

from collections.abc import Collection
from dataclasses import dataclass
from enum import Enum


class TurnRight(Enum):
    """Whether this device may go on with a turn."""

    OURS = "ours"
    """It began here and was answered here, or waits still: nobody else goes on with it."""
    THEIRS = "theirs"
    """It began on another device, and nothing was answered here."""
    CLAIM = "claim"
    """It began here and was answered elsewhere: whoever asks the server first goes on."""
    CLAIM_LATER = "claim_later"
    """It began elsewhere and was answered here: the device that began it goes first, if it is
    there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CallQuestion:
    """A settled question of a turn's calls."""

    questions_id: str
    is_answered_here: bool


def turn_right(*, is_own: bool, settled: Collection[CallQuestion]) -> TurnRight:
    """Decide which device goes on.

    Args:
        is_own: Whether the message at which the turn goes on was made here.
    """
    if is_own:
        is_elsewhere = any(not question.is_answered_here for question in settled)
        return TurnRight.CLAIM if is_elsewhere else TurnRight.OURS
    is_here = any(question.is_answered_here for question in settled)
    return TurnRight.CLAIM_LATER if is_here else TurnRight.THEIRS


def claim_name(conversation_id: str, questions_id: str) -> str:
    """The name for claiming the turn after an answer; the same on each device."""
    return f"answer:{conversation_id}:{questions_id}"
