"""What the rules of reading aloud are made of. Pure."""

import re
from collections.abc import Callable, Iterable
from typing import Final

CAPITALS: Final = r"A-Z\u00c0-\u00d6\u00d8-\u00de"
"""Inside a class of a pattern: the capitals of Western Europe."""
SMALL_LETTERS: Final = r"a-z\u00df-\u00f6\u00f8-\u00ff"
LATIN_LETTERS: Final = f"{CAPITALS}{SMALL_LETTERS}"

Rule = tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]]
"""A pattern and what is said for what it matches."""
Rules = tuple[Rule, ...]


def counted(template: str, number: str, *, is_one: bool | None = None) -> str:
    """Template, which may be `one|many`, with a number.

    Args:
        template: Holds `{n}`.
        number: The number as it is said.
        is_one: Whether it takes the form of one; None if that shows in the number.
    """
    one, _bar, many = template.partition("|")
    singular = number == "1" if is_one is None else is_one
    return (one if singular or not many else many).format(n=number)


def any_of(texts: Iterable[str]) -> str:
    """Pattern of these texts, the longest first."""
    return "|".join(map(re.escape, sorted(texts, key=len, reverse=True)))
