"""How values become text in a row and back. Pure."""

from datetime import UTC, datetime


def to_text(moment: datetime) -> str:
    """Return an aware moment as UTC, `2026-02-19T10:00:00.000Z`; microseconds are cut off.

    Raises:
        ValueError: If the moment has no time zone.
    """
    if moment.tzinfo is None:
        raise ValueError(f"The moment {moment} has no time zone.")
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def from_text(text: str) -> datetime:
    """Return the moment that `to_text` wrote, aware, in UTC.

    Raises:
        ValueError: If it is not such a text.
    """
    moment = datetime.fromisoformat(text)
    return moment if moment.tzinfo is UTC else moment.astimezone(UTC)


def optional_text(moment: datetime | None) -> str | None:
    """Return `to_text` of a moment, or None."""
    return None if moment is None else to_text(moment)


def optional_moment(text: str | None) -> datetime | None:
    """Return `from_text` of a text, or None."""
    return None if text is None else from_text(text)


def storable(text: str) -> str:
    """Return text that can be written as UTF-8: half of a surrogate pair becomes U+FFFD.

    A model or a clipboard can hand over such halves; losing one character is better than losing
    the message.
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text
