"""How times and large numbers are said in English."""

from collections.abc import Iterator
from typing import Final

from assistant.languages.english.numbers import CARDINALS


def clock(hour: int, minute: int) -> Iterator[str]:
    """Yield how a time is said beside its numbers."""
    hour = hour % 12 or 12
    if minute == 0:
        yield f"{CARDINALS[hour]} o clock"
        yield f"{CARDINALS[hour]} oclock"
        yield f"{hour} oclock"
    elif minute == 30:
        yield f"half past {CARDINALS[hour]}"
        yield f"half past {hour}"
        yield f"half {CARDINALS[hour]}"
    elif minute == 15:
        yield f"quarter past {CARDINALS[hour]}"
        yield f"a quarter past {CARDINALS[hour]}"
    elif 0 < minute <= 20:
        yield f"{CARDINALS[minute]} past {CARDINALS[hour]}"
    elif minute == 45:
        yield f"quarter to {CARDINALS[hour % 12 + 1]}"
        yield f"a quarter to {CARDINALS[hour % 12 + 1]}"
    elif minute >= 40:
        yield f"{CARDINALS[60 - minute]} to {CARDINALS[hour % 12 + 1]}"


_TENS: Final = "twenty thirty forty fifty sixty seventy eighty ninety".split()


def compound_number(n: int) -> Iterator[str]:
    """Yield how a number from 21 to 9999 is said; a year also by its halves."""
    if n < 100:
        tens, ones = divmod(n, 10)
        yield _TENS[tens - 2] + (f" {CARDINALS[ones]}" if ones else "")
    elif n < 1000:
        hundreds, rest = divmod(n, 100)
        head = f"{CARDINALS[hundreds]} hundred"
        if rest >= 10:  # "three fifty"
            yield from (f"{CARDINALS[hundreds]} {said}" for said in _under_hundred(rest))
        heads = (head, "a hundred") if hundreds == 1 else (head,)
        for said in _under_hundred(rest):
            yield from (f"{one} {said}" for one in heads)
            yield from (f"{one} and {said}" for one in heads)
        if not rest:
            yield from heads
    else:
        halves = divmod(n, 100)
        for first in _under_hundred(halves[0]):
            yield from (f"{first} {last}" for last in _under_hundred(halves[1]))
        thousands, rest = divmod(n, 1000)
        head = f"{CARDINALS[thousands]} thousand"
        yield from (f"{head} {last}" for last in _under_hundred(rest)) if rest else (head,)


def _under_hundred(n: int) -> Iterator[str]:
    if 0 < n <= 20:
        yield CARDINALS[n]
    elif 20 < n < 100:
        yield from compound_number(n)
