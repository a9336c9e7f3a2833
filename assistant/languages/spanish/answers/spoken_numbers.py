"""How times and large numbers are said in Spanish."""

from collections.abc import Iterator
from typing import Final

from assistant.languages.spanish.numbers import NUMBERS


def clock(hour: int, minute: int) -> Iterator[str]:
    """Yield how a time is said beside its numbers."""
    for said in {hour, hour % 12 or 12}:
        for word in (str(said), _word(said) if said > 1 else "una"):
            if minute == 0:
                yield word
                yield f"{word} en punto"
            elif minute == 30:
                yield f"{word} y media"
            elif minute == 15:
                yield f"{word} y cuarto"
            elif minute > 30:
                following = said % 12 + 1
                coming = _word(following) if following > 1 else "una"
                less = "cuarto" if minute == 45 else _word(60 - minute)
                yield f"{coming} menos {less}"
            if minute:
                yield f"{word} y {_word(minute)}"


_TENS: Final = "veinti treinta cuarenta cincuenta sesenta setenta ochenta noventa".split()
_HUNDREDS: Final = (
    "cien doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos"
    " novecientos"
).split()


def compound_number(n: int) -> Iterator[str]:
    """Yield how a number from 21 to 9999 is said."""
    if n < 100:
        tens, ones = divmod(n, 10)
        word = NUMBERS.cardinals[ones][0] if ones else ""
        if tens == 2:
            yield "veinti" + {2: "dós", 3: "trés", 6: "séis"}.get(ones, word)
            yield f"veinti{word}"
        else:
            yield f"{_TENS[tens - 2]} y {word}" if word else _TENS[tens - 2]
    elif n < 10_000:
        thousands, below = divmod(n, 1000)
        hundreds, rest = divmod(below, 100)
        parts = [] if thousands == 0 else ["mil"] if thousands == 1 else [_word(thousands), "mil"]
        parts += (
            [_HUNDREDS[hundreds - 1] if rest == 0 or hundreds > 1 else "ciento"] if hundreds else []
        )
        yield " ".join([*parts, *([_word(rest)] if rest else [])])


def _word(n: int) -> str:
    return NUMBERS.cardinals[n][0] if n <= 20 else next(compound_number(n))
