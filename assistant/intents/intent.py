"""What the user asks for, once it is understood whole. Values only."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from assistant.languages.sentence_table import IntentName, OpenRequest

OWN_TIME: Final = frozenset(
    {IntentName.WAKE_UP, IntentName.SET_ALARM, IntentName.SET_REMINDER, IntentName.SET_TIMER}
)
"""What sets something that rings."""
OF_TIME: Final = OWN_TIME | {IntentName.CANCEL_TIMER, IntentName.LIST_TIMERS}
"""Intents with free text beside a time."""
TAKES_DOWN: Final = frozenset({IntentName.ADD_NOTE, IntentName.REMEMBER, IntentName.FORGET})
"""Intents whose text is kept, or what it says no longer kept."""
TAKES_AWAY: Final = frozenset({IntentName.FORGET, IntentName.DELETE_NOTE, IntentName.CANCEL_TIMER})
"""Intents whose text names what is to be gone."""
CONDITIONAL: Final = (OWN_TIME | TAKES_AWAY) | {
    IntentName.ADD_TO_LIST,
    IntentName.REMOVE_FROM_LIST,
}
"""Intents whose free text never says when they count."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Intent:
    """A request that was understood whole."""

    name: IntentName
    language: str
    """Of the words, ISO 639-1."""
    slots: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """JSON values by name:

    - `duration_s`: seconds; `time`: `HH:MM`; `date`: days from today; `days`: weekdays, Monday is 0;
    - `expression`: what the calculator works out; `level`: 0 to 100;
    - `text`, `label`, `query`, `items`, `list`, `application`, `address`, `place`: as they were said;
    - `period`: `today`, `yesterday`, `week` (this one) or `last_week`;
    - `kind`: `timer`, `alarm` or `reminder`; `all`: whether every one is meant.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenIntent:
    """A request that lacks a value."""

    lacks: OpenRequest
    language: str
    """Of the words, ISO 639-1."""
    slots: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """What it says of the time, as in `Intent`."""
