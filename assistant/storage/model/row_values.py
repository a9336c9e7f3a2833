"""How values become text in a row and back. Pure."""

import logging
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, time, timedelta
from enum import Enum, EnumType
from typing import (
    Any,
    Final,
    Generic,
    Literal,
    TypeVar,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

from assistant.foreign_text import storable

R = TypeVar("R")
T = TypeVar("T")

_log = logging.getLogger(__name__)

UNREADABLE: Final = (ValueError, TypeError, OverflowError)
"""What reading a value raises that is not what was stored: a date that is none, text in place of JSON."""

_FIRST_YEAR: Final = 1900
_LAST_YEAR: Final = 9998
"""Beyond them a sum of a moment and a time can be none."""
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


def to_text(moment: datetime) -> str:
    """UTC as `2026-02-19T10:00:00.000Z`; microseconds are cut off.

    Raises:
        ValueError: If the moment has no time zone.
    """
    if moment.tzinfo is None:
        raise ValueError(f"The moment {moment} has no time zone.")
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def to_milliseconds(moment: datetime) -> int:
    """Whole milliseconds since 1970; the same moment as `to_text` writes."""
    return (moment - _EPOCH) // timedelta(milliseconds=1)


def from_text(text: str) -> datetime:
    """Inverse of `to_text`; aware, in UTC.

    Raises:
        ValueError: If it is not such a text, or of a year from which nothing can be reckoned.
    """
    moment = datetime.fromisoformat(text)
    if not _FIRST_YEAR <= moment.year <= _LAST_YEAR:
        raise ValueError(f"No clock showed the year {moment.year}.")
    return moment if moment.tzinfo is UTC else moment.astimezone(UTC)


def optional_text(moment: datetime | None) -> str | None:
    return None if moment is None else to_text(moment)


def optional_moment(text: str | None) -> datetime | None:
    return None if text is None else from_text(text)


def optional_time(text: str | None) -> time | None:
    return None if text is None else time.fromisoformat(text)


def readable(rows: Iterable[Any], read: Callable[[Any], T]) -> Iterator[T]:
    """Convert rows; a damaged row costs that row alone.

    The text of such a row is the user's, so the log says no more than that there is one.
    """
    for row in rows:
        try:
            record = read(row)
        except UNREADABLE as error:
            _log.warning("A stored row is damaged and left out (%s)", type(error).__name__)
        else:
            yield record


class RecordRows(Generic[R]):
    """How the records of one dataclass stand in a table: a column for each field, of its name.

    Args:
        unstored: Fields that have no column; read, they have their default.
    """

    def __init__(self, kind: type[R], *, table: str, unstored: Container[str] = ()) -> None:
        hints = {name: hint for name, hint in get_type_hints(kind).items() if name not in unstored}
        self._kind = kind
        self._readers = {name: _reader(hint) for name, hint in hints.items()}
        self.names = tuple(hints)
        self.columns = ", ".join(hints)
        self.insert = (
            f"INSERT INTO {table} ({self.columns}) VALUES ({', '.join('?' for _name in hints)})"
        )
        """A statement that takes `values`."""

    def values(self, record: R) -> tuple[object, ...]:
        return tuple(_value(getattr(record, name)) for name in self.names)

    def record(self, row: Sequence[Any]) -> R:
        """Read the record in the first columns of a row."""
        readers = self._readers.items()
        values = {name: read(value) for (name, read), value in zip(readers, row, strict=False)}
        return self._kind(**values)


def _value(value: object) -> object:
    match value:
        case str():
            return storable(value)
        case datetime():
            return to_text(value)
        case time():
            return value.isoformat()
        case Enum():
            return value.value
        case tuple():
            return ",".join(map(str, cast("tuple[int, ...]", value)))
        case _:
            return value


def _reader(hint: object) -> Callable[[Any], object]:
    """Return what reads a value of a type; of one that is kept as it is, what refuses others.

    SQLite keeps any value in any column, and a damaged row may have none at all.
    """
    if known := _READERS.get(hint):
        return known
    if isinstance(hint, EnumType):
        return hint
    listed: tuple[object, ...] = get_args(hint) or (hint,)
    is_literal = get_origin(hint) is Literal
    kinds = {type(one) if is_literal else cast("type", one) for one in listed}
    allowed = tuple(kinds | {int}) if float in kinds else tuple(kinds)

    def read(value: object) -> object:
        if not isinstance(value, allowed):
            raise TypeError("a value of another type")
        return value

    return read


def _integers(text: object) -> tuple[int, ...]:
    if not isinstance(text, str):
        raise TypeError("a value of another type")
    return tuple(int(number) for number in text.split(",") if number)


_READERS: Final[Mapping[object, Callable[[Any], object]]] = {
    datetime: from_text,
    datetime | None: optional_moment,
    time | None: optional_time,
    bool: bool,
    tuple[int, ...]: _integers,
}
"""By the type of a field; every other is stored as it is."""
