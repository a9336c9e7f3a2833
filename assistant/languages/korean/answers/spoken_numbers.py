"""How times and large numbers are said in Korean."""

from collections.abc import Iterator
from typing import Final

from assistant.languages.korean.numbers import COUNTING, NATIVE

_PLACES: Final = ("", "십", "백", "천")


def compound_number(n: int) -> Iterator[str]:
    """Yield how a number from 21 to 9999 is said: by places, and digit by digit."""
    digits = [(place, n // 10**place % 10) for place in (3, 2, 1, 0)]
    yield "".join(
        ("" if digit == 1 and place else "영일이삼사오육칠팔구"[digit]) + _PLACES[place]
        for place, digit in digits
        if digit
    )
    yield "".join("영일이삼사오육칠팔구"[int(digit)] for digit in str(n))

    if n < 100:
        tens, ones = divmod(n, 10)
        head = "스물 서른 마흔 쉰 예순 일흔 여든 아흔".split()[tens - 2]
        yield head + (NATIVE[ones - 1] if ones else "")
        yield head + (COUNTING[ones - 1] if ones else "")
