"""Tables of samples that a bench judges by: a sample a line, columns parted by tabs. Pure."""

import csv
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

S = TypeVar("S")


def read_samples(text: str, columns: Sequence[str], make: Callable[..., S]) -> tuple[S, ...]:
    """Return the samples of a table.

    Args:
        columns: What its first line must name.
        make: Makes a sample of the columns of a line.

    Raises:
        ValueError: If the table has other columns, or a line is not of this form; it names the line.
    """
    rows = csv.reader(text.splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE)
    header = next(rows, list[str]())
    if tuple(header) != tuple(columns):
        raise ValueError(f"the columns are {header}, not {list(columns)}")
    return tuple(_samples(rows, len(columns), make))


def _samples(rows: Iterator[list[str]], count: int, make: Callable[..., S]) -> Iterator[S]:
    for line, row in enumerate(rows, start=2):
        if len(row) != count:
            raise ValueError(f"line {line} has {len(row)} columns, not {count}")
        try:
            yield make(*row)
        except ValueError as error:
            raise ValueError(f"line {line}: {error}") from error
