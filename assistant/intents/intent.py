"""What the user asks for, once it is understood whole. Values only."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from assistant.languages.sentence_table import IntentName, OpenRequest


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
