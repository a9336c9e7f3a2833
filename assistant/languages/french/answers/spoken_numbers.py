"""How times and large numbers are said in French."""

from collections.abc import Iterator
from typing import Final

from assistant.languages.french.numbers import NUMBERS


def clock(hour: int, minute: int) -> Iterator[str]:
    """Yield how a time is said beside its numbers."""
    for said in {hour, hour % 12 or 12}:
        for word in (str(said), _word(said) if said > 1 else "une"):
            if minute == 0:
                yield f"{word} heures"
                yield f"{word} heure"
                yield str(word)
            elif minute == 30:
                yield f"{word} heures et demie"
                yield f"{word} heure et demie"
            elif minute == 15:
                yield f"{word} heures et quart"
                yield f"{word} heure et quart"
            elif minute == 45:
                following = said % 12 + 1
                coming = _word(following) if following > 1 else "une"
                yield f"{coming} heures moins le quart"
                yield f"{coming} heure moins le quart"
            yield f"{word} heures {minute}"
            if minute:
                yield f"{word} heures {_word(minute)}"


_TENS: Final = "vingt trente quarante cinquante soixante soixante quatre-vingt quatre-vingt".split()


def compound_number(n: int) -> Iterator[str]:
    """Yield how a number from 21 to 9999 is said."""
    if n < 100:
        tens, ones = divmod(n, 10)
        ones += 10 if tens in {7, 9} else 0
        head = _TENS[tens - 2]
        if not ones:
            yield head + ("s" if tens == 8 else "")
        else:
            word = NUMBERS.cardinals[ones][0]
            yield f"{head} et {word}" if ones in {1, 11} and tens < 8 else f"{head}-{word}"
            yield f"{head} {word}"
    elif n < 10_000:
        thousands, below = divmod(n, 1000)
        hundreds, rest = divmod(below, 100)
        parts = (
            [] if thousands == 0 else ["mille"] if thousands == 1 else [_word(thousands), "mille"]
        )
        parts += [] if hundreds == 0 else ["cent"] if hundreds == 1 else [_word(hundreds), "cent"]
        yield " ".join([*parts, *([_word(rest)] if rest else [])])


def _word(n: int) -> str:
    return NUMBERS.cardinals[n][0] if n <= 20 else next(compound_number(n))
