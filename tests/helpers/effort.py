"""How much a piece of work costs, counted: the same on every machine, however busy it is."""

import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from types import FrameType
from typing import Any


def calls_of(work: Callable[[], object]) -> int:
    """Return how many functions were called, Python's own included, while something was done."""
    called = 0

    def count(_frame: FrameType, event: str, _function: Any) -> None:
        nonlocal called
        called += event in {"call", "c_call"}

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(before)
    return called


class TooMuchEffort(BaseException):  # no handler of errors may stop it
    """Something took more calls than it may."""


@contextmanager
def effort_within(most: int) -> Generator[None]:
    """End what is done inside after so many calls of functions, which it might never do by itself.

    Raises:
        TooMuchEffort: Where it was ended.
    """
    called = 0

    def count(_frame: FrameType, event: str, _function: Any) -> None:
        nonlocal called
        called += event in {"call", "c_call"}
        if called > most:
            sys.setprofile(None)
            raise TooMuchEffort(f"more than {most} calls")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        yield
    finally:
        sys.setprofile(before)
