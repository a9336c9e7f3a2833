"""What a benchmark measured: figures by name, and the table that shows them beside targets. Pure."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final, cast

MISSING: Final = "–"
SHARE: Final = "%"
"""Unit of shares, 0 to 1, which are shown as percent."""

Row = tuple[str, str, str]
"""Figure, measured, target; a figure that belongs to the one above is indented."""
Measured = dict[str, Any]
"""Values by name, as `Run.record` takes them."""


@dataclass(frozen=True, slots=True)
class Report:
    """What a benchmark tells."""

    figures: Mapping[str, str]
    """Names with their units."""
    rows: Callable[["Run"], Iterable[Row]]
    """Makes the table; only figures that it names are shown."""


class Run:
    """One run: the value of each figure of a report; None, a dash, where nothing was measured.

    A value is a number, a mapping of numbers (`p50`, `p95`; the first two are shown), another run, or
    whatever else JSON can hold.
    """

    def __init__(self, report: Report, **measured: Any) -> None:
        self._report = report
        self._values: dict[str, Any] = dict.fromkeys(report.figures)
        self.record(**measured)

    def record(self, **measured: Any) -> None:
        """Keep values by name.

        Raises:
            KeyError: If the report has no figure of that name.
        """
        for name, value in measured.items():
            if name not in self._values:
                raise KeyError(name)
            self._values[name] = value

    def __getitem__(self, name: str) -> Any:
        return self._values[name]

    def row(self, title: str, measured: str, target: str = "") -> Row:
        """Return a row; `{name}` in `measured` becomes that figure with its unit."""
        units = self._report.figures
        shown = re.sub(r"{(\w+)}", lambda m: show(self[m[1]], units[m[1]]), measured)
        return title, shown, target

    def rows(self) -> list[Row]:
        return list(self._report.rows(self))

    def markdown(self) -> str:
        """Return the table as the README has it."""
        lines = ["| figure | measured | target |", "|---|---|---|"]
        lines += [
            f"| {title.strip()} | {value} | {target} |" for title, value, target in self.rows()
        ]
        return "\n".join(lines)

    def as_json(self) -> dict[str, Any]:
        """Return every figure, runs within runs as objects."""
        return cast("dict[str, Any]", _plain(self._values))


def show(value: Any, unit: str = "") -> str:
    """Write a value with its unit, as people read it."""
    if isinstance(value, Mapping):
        first = islice(cast("Mapping[str, Any]", value).values(), 2)
        return f"{' / '.join(map(show, first))} {unit}"
    if value is None:
        return MISSING
    if unit == SHARE:
        return f"{value * 100:.1f} %"
    return f"{value:g} {unit}".rstrip() if isinstance(value, float) else f"{value} {unit}".rstrip()


def _plain(value: Any) -> Any:
    match value:
        case Run():
            return value.as_json()
        case Mapping():
            return {name: _plain(each) for name, each in cast("Mapping[str, Any]", value).items()}
        case list() | tuple():
            return [_plain(each) for each in cast("list[Any]", value)]
        case _:
            return value
