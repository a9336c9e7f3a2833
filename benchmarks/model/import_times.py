"""What imports cost, read from what `python -X importtime` writes. Pure."""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

_LINE: Final = re.compile(r"import time:\s+(\d+) \|\s+(\d+) \|( *)(\S+)")
"""Own microseconds, those of everything it imported too, and the name, indented by depth:
https://docs.python.org/3/using/cmdline.html#cmdoption-X."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportTime:
    """One module that was imported."""

    module: str
    own_us: int
    """Without what it imported."""
    whole_us: int
    """With what it was the first to import."""


def read_import_times(lines: Iterable[str]) -> list[ImportTime]:
    """Return the modules in the order in which their imports ended; other lines are left out."""
    found = (_LINE.fullmatch(line.rstrip()) for line in lines)
    return [
        ImportTime(module=match[4], own_us=int(match[1]), whole_us=int(match[2]))
        for match in found
        if match is not None
    ]


def dearest_modules(times: Iterable[ImportTime], count: int) -> list[ImportTime]:
    """Return those whose own code took longest, the dearest first."""
    return sorted(times, key=lambda time: time.own_us, reverse=True)[:count]


def dearest_packages(times: Iterable[ImportTime], count: int) -> list[tuple[str, int]]:
    """Return the top-level packages and their modules' own microseconds, the dearest first."""
    own: Counter[str] = Counter()
    for time in times:
        own[time.module.partition(".")[0]] += time.own_us
    return own.most_common(count)
