import sys

import pytest

from tests.helpers.effort import TooMuchEffort, calls_of, effort_within


def twice(text: str) -> str:
    return text.upper() + text.lower()


def test_functions_are_counted_those_of_python_too() -> None:
    nothing = calls_of(lambda: None)
    assert calls_of(lambda: twice("a")) == nothing + 3
    assert calls_of(lambda: [twice(letter) for letter in "abcd"]) >= nothing + 12


def test_who_counted_before_goes_on() -> None:
    before = sys.getprofile()
    calls_of(lambda: twice("a"))
    assert sys.getprofile() is before


def test_what_takes_too_much_is_ended_whatever_it_catches() -> None:
    def never_ending() -> None:
        while True:
            try:
                twice("a")
            except Exception:  # noqa: BLE001
                continue

    before = sys.getprofile()
    with pytest.raises(TooMuchEffort), effort_within(1000):
        never_ending()
    with effort_within(1000):
        twice("a")
    assert sys.getprofile() is before
