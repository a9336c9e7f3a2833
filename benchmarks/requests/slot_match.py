"""Compares the slots of an action with those that were meant. Pure.

Compared are meanings, not spellings: case, spaces, punctuation and articles do not count, "in 20
minutes" is the same as the time on the clock then, and longer words are right where they hold the
shorter ones that were meant.
"""

import re
import unicodedata
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final, cast

_NAMES: Final = frozenset({"label", "list", "query", "application"})
"""Slots that name something there is: part of a name is enough."""
_SUBJECTS: Final = ("text", "label", "query")
_SHARE: Final = 0.6
"""How much of the longer text the shorter one must be."""
_TOLERANCE_S: Final = 60
_ARTICLES: Final = frozenset(
    "the a an my der die das den ein eine einen mein meine le la les un une mon ma mes"
    " du de des el los las una mi mis".split()
)


def wrong_slots(expected: dict[str, Any], got: dict[str, Any], now: datetime) -> tuple[str, ...]:
    """Return the names of the slots that are not as they were meant.

    Args:
        expected: What the table names; other slots are not compared.
        got: What the action carries, with the same names.
        now: When the request was made.
    """
    return tuple(
        name
        for name, value in expected.items()
        if not any(_is(name, one, got, now) for one in _alternatives(name, value))
    )


def _alternatives(name: str, value: Any) -> Sequence[Any]:
    return cast("list[Any]", value) if isinstance(value, list) and name != "items" else [value]


def _is(name: str, value: Any, got: dict[str, Any], now: datetime) -> bool:
    match name:
        case "duration_s":
            seconds = _seconds(got, now)
            exact = 1 if "duration_s" in got else _TOLERANCE_S
            return seconds is not None and abs(seconds - value) <= exact
        case "time":
            return _rings_at(got, now, "%H:%M") == value
        case "date":
            day = got.get("date")
            if day is None and "duration_s" in got:
                moment = now + timedelta(seconds=float(got["duration_s"]))
                day = (moment.date() - now.date()).days
            return day == value or (day is None and value == _usual_day(got, now))
        case "value":
            number = got.get("value")
            return number is not None and abs(float(number) - value) <= max(1e-3 * abs(value), 1e-6)
        case "level":
            return got.get("level") == value
        case "items":
            return _same_items(value, got.get("items") or ())
        case "address":
            return _address(str(got.get("address", ""))) == _address(value)
        case _:
            return _same_text(name, str(value), _subject(name, got))


def _subject(name: str, got: dict[str, Any]) -> str:
    """Return a text of an action: what it is about may stand in any slot that says so."""
    names = (name, *_SUBJECTS) if name in _SUBJECTS else (name,)
    return next((str(got[one]) for one in names if got.get(one)), "")


def _seconds(got: dict[str, Any], now: datetime) -> float | None:
    if got.get("duration_s") is not None:
        return float(got["duration_s"])
    if not got.get("time"):
        return None
    at = datetime.combine(now.date(), datetime.strptime(got["time"], "%H:%M").time())
    days = got.get("date")
    return (
        at + timedelta(days=_usual_day(got, now) if days is None else days) - now
    ).total_seconds()


def _usual_day(got: dict[str, Any], now: datetime) -> int:
    """Return the day that a time without one means: today, or tomorrow if it has passed."""
    return 1 if got.get("time") and got["time"] <= now.strftime("%H:%M") else 0


def _rings_at(got: dict[str, Any], now: datetime, form: str) -> str | None:
    if got.get("time"):
        return str(got["time"])
    seconds = got.get("duration_s")
    return None if seconds is None else (now + timedelta(seconds=float(seconds))).strftime(form)


def _same_items(expected: Sequence[str], got: Sequence[Any]) -> bool:
    return len(expected) == len(got) and all(
        any(_same_text("item", one, str(other)) for other in got) for one in expected
    )


def _same_text(name: str, expected: str, got: str) -> bool:
    first, second = _folded(expected), _folded(got)
    if not first or not second:
        return False
    shorter, longer = sorted((first, second), key=len)
    enough = 0.0 if name in _NAMES else _SHARE * len(longer)
    return shorter in longer and len(shorter) >= enough


def _folded(text: str) -> str:
    plain = unicodedata.normalize("NFKC", text).casefold().replace("’", "'")
    words = re.sub(r"[^\w\s]|_", " ", plain).split()
    return "".join(word for word in words if word not in _ARTICLES)


def _address(text: str) -> str:
    return re.sub(r"^(https?://)?(www\.)?|/$", "", text.strip().casefold())
