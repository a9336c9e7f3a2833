"""How times and large numbers are said in German."""

from collections.abc import Iterator
from typing import Final

from assistant.languages.german.numbers import NUMBERS


def clock(hour: int, minute: int) -> Iterator[str]:
    """Yield how a time is said beside its numbers."""
    for said in {hour, hour % 12 or 12}:
        following = said % 12 + 1
        if minute == 0:
            yield f"{NUMBERS.cardinals.get(said, (str(said),))[0]} uhr"
            yield f"{_count(said) if said <= 20 else said} uhr"
            yield f"{said} uhr"
            yield str(said)
        elif minute == 30:
            yield f"halb {NUMBERS.cardinals[following][0]}"
            yield f"halb {following}"
        last, coming = (NUMBERS.cardinals.get(n, (str(n),))[0] for n in (said, following))
        if minute == 15:
            yield from (f"viertel nach {last}", f"viertel {coming}")
        elif minute == 45:
            yield from (f"viertel vor {coming}", f"dreiviertel {coming}")
        elif 0 < minute <= 20:
            yield f"{NUMBERS.cardinals[minute][0]} nach {last}"
        elif minute >= 40:
            yield f"{NUMBERS.cardinals[60 - minute][0]} vor {coming}"
        yield f"{said} uhr {minute}"
        if minute <= 20 and said <= 20:
            yield f"{_count(said)} uhr {NUMBERS.cardinals[minute][0]}"
        elif said <= 20:
            yield f"{_count(said)} uhr {next(compound_number(minute))}"


_TENS: Final = "zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig".split()


def compound_number(n: int) -> Iterator[str]:
    """Yield how a number from 21 to 9999 is said."""
    if n < 100:
        tens, ones = divmod(n, 10)
        head = "ein" if ones == 1 else NUMBERS.cardinals[ones][0]
        yield f"{head}und{_TENS[tens - 2]}" if ones else _TENS[tens - 2]
    elif n < 10_000:
        hundreds, rest = divmod(n, 100)
        last = (
            ""
            if not rest
            else next(compound_number(rest))
            if rest > 20
            else NUMBERS.cardinals[rest][0]
        )
        thousands, below = divmod(hundreds, 10)
        head = f"{_count(thousands)}tausend" if thousands else ""
        said = head + (f"{_count(below)}hundert" if below else "") + last
        yield said
        if said.startswith(("einhundert", "eintausend")):
            yield said.removeprefix("ein")


def _count(n: int) -> str:
    return "ein" if n == 1 else NUMBERS.cardinals[n][0]
