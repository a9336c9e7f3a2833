"""The steps above the window, in which a question stands from the beginning. Pure."""

from enum import StrEnum


class Step(StrEnum):
    """How a question makes itself known; each is louder than the one before."""

    NOTIFICATION = "notification"
    """One of the desktop's, with a tone."""
    SPOKEN = "spoken"
    PHONE = "phone"
