"""What the words of a text question must be, and what is wrong with them. Pure."""

import math
import re
import unicodedata
from datetime import date, datetime
from typing import Final

from assistant.locale import _
from assistant.questions.model.question import Question, TextFormat
from assistant.questions.model.text_pattern import lacks_form

NUMERIC: Final = frozenset({TextFormat.NUMBER, TextFormat.INTEGER})
"""Formats whose text is a number, and that may have a smallest and a largest."""

_NUMBER: Final = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?", re.ASCII)
_WHOLE: Final = re.compile(r"[+-]?\d+", re.ASCII)
_EMAIL: Final = re.compile(r"[^@\s<>,;]+@[^@\s<>,;.]+(\.[^@\s<>,;.]+)+")
_URI: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:[^\s<>\"{}|\\^`]+")
_DATE: Final = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
_DATE_TIME: Final = re.compile(
    r"(\d{4}-\d{2}-\d{2})[Tt ](\d{2}:\d{2}:\d{2})(\.\d+)?([Zz]|[+-]\d{2}:\d{2})", re.ASCII
)
_SHOWN: Final = 40
"""Characters of what was written that a message repeats."""


def as_number(text: str, text_format: TextFormat) -> int | float | None:
    """Return the number that `text` is, or None if it is none of this format.

    Full-width digits count as digits. A whole number comes back as int, also where it is written
    as "5.0".

    Args:
        text: What was written.
        text_format: `NUMBER` or `INTEGER`.
    """
    written = unicodedata.normalize("NFKC", text).strip()
    if _WHOLE.fullmatch(written):
        return int(written)
    if not _NUMBER.fullmatch(written):
        return None
    value = float(written)
    if not math.isfinite(value):
        return None
    if value.is_integer():
        return int(value)
    return None if text_format is TextFormat.INTEGER else value


def broken_rule(question: Question, text: str) -> str | None:
    """Return what is wrong with `text` as an answer to a text question, or None if nothing is.

    Args:
        question: The question, with its rules.
        text: The answer, cleaned and not empty.

    Returns:
        A sentence in the user's language that names the text and says what to do.
    """
    value = text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
    if question.text_format in NUMERIC:
        return _broken_number(question, text, value)
    trouble = _broken_form(question.text_format, text)
    if trouble:
        return trouble.format(value=value)
    if trouble := _broken_length(question, text):
        return trouble
    if question.pattern and lacks_form(question.pattern, text):
        told = _("“{value}” does not have the form that is asked for: {pattern}")
        return told.format(value=value, pattern=question.pattern)
    return None


def _broken_form(text_format: TextFormat, text: str) -> str | None:
    match text_format:
        case TextFormat.EMAIL if not _EMAIL.fullmatch(text):
            return _("“{value}” is not an e-mail address. Write it like name@example.com.")
        case TextFormat.URI if not _URI.fullmatch(text):
            return _("“{value}” is not a web address. Write it like https://example.com.")
        case TextFormat.DATE if not _is_date(text):
            return _("“{value}” is not a date. Write year, month and day, like 2026-03-31.")
        case TextFormat.DATE_TIME if not _is_date_time(text):
            return _(
                "“{value}” is not a date with a time. Write it like 2026-03-31T15:00:00+02:00."
            )
        case _:
            return None


def _broken_number(question: Question, text: str, shown: str) -> str | None:
    number = as_number(text, question.text_format)
    if number is None:
        if question.text_format is TextFormat.INTEGER:
            return _("“{value}” is not a whole number. Write digits only, such as 3.").format(
                value=shown
            )
        return _("“{value}” is not a number. Write it like 3 or 2.5.").format(value=shown)
    if question.minimum is not None and number < question.minimum:
        return _("{value} is too small; the smallest allowed is {limit}.").format(
            value=shown, limit=plain_number(question.minimum)
        )
    if question.maximum is not None and number > question.maximum:
        return _("{value} is too large; the largest allowed is {limit}.").format(
            value=shown, limit=plain_number(question.maximum)
        )
    return None


def _broken_length(question: Question, text: str) -> str | None:
    count = len(text)
    if question.min_length is not None and count < question.min_length:
        return _("The answer is {count} characters long; at least {limit} are needed.").format(
            count=count, limit=question.min_length
        )
    if question.max_length is not None and count > question.max_length:
        return _("The answer is {count} characters long; {limit} are allowed.").format(
            count=count, limit=question.max_length
        )
    return None


def plain_number(value: float) -> str:
    """Return a number as a person writes it: without ".0"."""
    return str(int(value)) if value.is_integer() else repr(value)


def _is_date(text: str) -> bool:
    """Whether `text` is a full-date of RFC 3339 that exists."""
    if not _DATE.fullmatch(text):
        return False
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def _is_date_time(text: str) -> bool:
    """Whether `text` is a date-time of RFC 3339; a leap second counts as the second before it."""
    found = _DATE_TIME.fullmatch(text)
    if found is None:
        return False
    day, clock, _fraction, offset = found.groups()
    if clock.endswith(":60"):
        clock = clock[:-2] + "59"
    try:
        datetime.fromisoformat(f"{day}T{clock}{offset.upper()}")
    except ValueError:
        return False
    return True
