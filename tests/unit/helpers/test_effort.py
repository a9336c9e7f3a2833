import sys

from tests.helpers.effort import calls_of


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
