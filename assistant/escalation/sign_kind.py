"""What shows that the user is not to be disturbed. Pure."""

from enum import Enum


class SignKind(Enum):
    """What a sign tells of."""

    LOCK = "lock"
    CALL = "call"
    DO_NOT_DISTURB = "do not disturb"
    """The desktop shows no notifications."""
