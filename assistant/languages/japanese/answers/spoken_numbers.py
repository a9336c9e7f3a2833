"""How times and large numbers are said in Japanese."""

from collections.abc import Iterator
from typing import Final

_PLACES: Final = ("", "十", "百", "千")


def compound_number(n: int) -> Iterator[str]:
    """Yield how a number from 21 to 9999 is said: by places, and digit by digit."""
    digits = [(place, n // 10**place % 10) for place in (3, 2, 1, 0)]
    yield "".join(
        ("" if digit == 1 and place else "〇一二三四五六七八九"[digit]) + _PLACES[place]
        for place, digit in digits
        if digit
    )
    yield "".join("〇一二三四五六七八九"[int(digit)] for digit in str(n))


def clock(hour: int, minute: int) -> Iterator[str]:
    """Yield how a time is said beside its numbers."""
    yield f"{hour}時"
