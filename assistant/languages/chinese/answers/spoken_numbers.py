"""How times and large numbers are said in Chinese."""

from collections.abc import Iterator
from typing import Final

_PLACES: Final = ("", "十", "百", "千")


def compound_number(n: int) -> Iterator[str]:
    """Yield how a number from 21 to 9999 is said: by places, and digit by digit."""
    digits = [(place, n // 10**place % 10) for place in (3, 2, 1, 0)]
    yield "".join(
        "零一二三四五六七八九"[digit] + _PLACES[place] for place, digit in digits if digit
    )
    yield "".join("零一二三四五六七八九"[int(digit)] for digit in str(n))
    zeros = len(str(n)) - len(str(n).rstrip("0"))
    if n > 100 and zeros and n // 10 ** (zeros + 1) % 10:  # "三百二"
        yield "".join(
            "零一二三四五六七八九"[digit] + (_PLACES[place] if place > zeros else "")
            for place, digit in digits
            if digit
        )
