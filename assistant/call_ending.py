"""How a call ended that gave no result and did not fail: it was not allowed, put off, stopped. Pure."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, Final

from assistant.locale import _, mark

_ENDING: Final = "ending"
_BY_USER: Final = "is_refused_by_user"
"""Stands in results that older versions stored."""


class CallEnding(StrEnum):
    """Why a call came to nothing; the values are stored, and told to programs outside."""

    REFUSED = "refused"
    """The user was asked and did not allow it."""
    PUT_OFF = "put_off"
    """The user was asked and put the decision off."""
    UNANSWERED = "unanswered"
    """The user was asked and did not answer in time."""
    SWITCHED_OFF = "switched_off"
    """The settings keep the tool from running."""
    ELSEWHERE = "elsewhere"
    """It was asked for from where nothing may be confirmed."""
    TOO_LONG = "too_long"
    """It was stopped at its time limit."""
    CANCELLED = "cancelled"
    """The turn, or the program, ended before it did."""
    SKIPPED = "skipped"
    """A question before it in the same message was not answered."""

    @property
    def has_words(self) -> bool:
        """Whether the model's text is worth the user's reading; else the ending says it all."""
        return self is CallEnding.TOO_LONG


_STATES: Final = {
    CallEnding.REFUSED: mark("not allowed by you"),
    CallEnding.PUT_OFF: mark("put off by you"),
    CallEnding.UNANSWERED: mark("not answered in time"),
    CallEnding.SWITCHED_OFF: mark("switched off"),
    CallEnding.ELSEWHERE: mark("only in the app"),
    CallEnding.TOO_LONG: mark("took too long"),
    CallEnding.CANCELLED: mark("stopped"),
    CallEnding.SKIPPED: mark("skipped"),
}
_SENTENCES: Final = {
    CallEnding.REFUSED: mark("You did not allow it."),
    CallEnding.PUT_OFF: mark("You put the decision off; it was not run."),
    CallEnding.UNANSWERED: mark("Nobody answered in time; it was not run."),
    CallEnding.SWITCHED_OFF: mark("It is switched off in the settings."),
    CallEnding.ELSEWHERE: mark("Please run this action directly in the app."),
    CallEnding.TOO_LONG: mark("It took too long and was stopped."),
    CallEnding.CANCELLED: mark("It was stopped before it ended."),
    CallEnding.SKIPPED: mark("A question before it was not answered; it was not run."),
}


def ending_data(ending: CallEnding) -> Mapping[str, Any]:
    """How the data of a result record the ending."""
    return {_ENDING: ending.value}


def ending_of(data: Mapping[str, Any]) -> CallEnding | None:
    """None if the call gave a result or failed."""
    if data.get(_BY_USER) is True:
        return CallEnding.REFUSED
    return read_ending(data.get(_ENDING))


def read_ending(value: object) -> CallEnding | None:
    """None for any other value."""
    return CallEnding(value) if value in CallEnding.__members__.values() else None


def ending_state(ending: CallEnding) -> str:
    """A word or two, in the interface's language."""
    return _(_STATES[ending])


def ending_sentence(ending: CallEnding) -> str:
    """A sentence, in the interface's language."""
    return _(_SENTENCES[ending])
