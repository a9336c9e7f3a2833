"""Files of the user's that do not travel though others of their kind do, and why. Pure."""

from dataclasses import dataclass
from enum import StrEnum


class LeftOutReason(StrEnum):
    """Why a file stays on its device."""

    LINK = "link"
    """It is a link that leads out of its folder."""
    NOT_TEXT = "not_text"
    """It is no UTF-8."""
    TOO_LONG = "too_long"
    UNREADABLE = "unreadable"
    """The system does not let it be read."""
    NAME = "name"
    """It cannot be called so on every system."""
    NAMESAKE = "namesake"
    """Another one is called the same but for capital letters."""
    TOO_MANY = "too_many"
    """There are more files than are looked at."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftOutFile:
    """A file that does not travel."""

    path: str
    """Below the home, with slashes."""
    reason: LeftOutReason
