"""Requests as people type and say them, and what is right to do. Pure but for the table.

A table has one request a line: id, language, mode (`typed` or `spoken`), text, expected, intent,
slots, must. Expected is `action`, `answer`, `ask` or `decline`, intent the action's name; where
two are right they are separated by `||`. Slots are a JSON object of what the action must carry: a
list of values means any of these, but `items` all of these. Must is a regular expression that a
right answer contains.
"""

import json
import re
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from typing import Any, Final

from benchmarks.data import read_table
from benchmarks.model.sample_table import read_samples

COLUMNS: Final = ("id", "language", "mode", "text", "expected", "intent", "slots", "must")
NOW: Final = datetime(2026, 3, 4, 10, 15)
"""When every request is made: a Wednesday morning."""

_EITHER: Final = "||"


class RequestKind(Enum):
    """What is right to do with a request, or what was done."""

    ACTION = "action"
    ANSWER = "answer"
    ASK = "ask"
    """Ask back with options."""
    DECLINE = "decline"
    """Say that it is not possible, instead of making something up."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestSample:
    """One line of the table."""

    id: str
    language: str
    """ISO 639-1 code."""
    is_spoken: bool
    text: str
    expected: frozenset[RequestKind]
    """Each is right."""
    intents: frozenset[str]
    """Each is right; empty where it does not matter which."""
    slots: dict[str, Any]
    must: re.Pattern[str] | None


def load_requests(text: str | None = None) -> tuple[RequestSample, ...]:
    """Return the requests of a table: by default those that the rules were made with.

    Raises:
        ValueError: If the table has other columns, or a line is not of this form; it names the line.
    """
    if text is None:
        text = read_table("requests", "requests.tsv")
    return read_samples(text, COLUMNS, _sample)


def _sample(*row: str) -> RequestSample:
    name, language, mode, text, expected, intent, slots, must = row
    try:
        pattern = re.compile(must, re.IGNORECASE) if must else None
    except re.error as error:
        raise ValueError(str(error)) from error
    return RequestSample(
        id=name,
        language=language,
        is_spoken=mode == "spoken",
        text=text,
        expected=frozenset(RequestKind(kind) for kind in expected.split(_EITHER)),
        intents=frozenset(intent.split(_EITHER)) if intent else frozenset(),
        slots=json.loads(slots) if slots else {},
        must=pattern,
    )
