"""How numbers above twenty and times of day are said: the form of the words of a language. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Final

from pydantic import PlainValidator, ValidationInfo

from assistant.languages.notation import Forms, Numbers, Parts, expanded, parts_of

MOST: Final = 9999
"""The largest number that is said in words."""
HALF_DAY: Final = 12


@dataclass(frozen=True, slots=True)
class Template:
    """A text of phrases that refers to words by number."""

    text: str
    parts: Parts


def _template(value: Any, info: ValidationInfo) -> Template:
    return Template(value, parts_of(info))


Forming = Annotated[Template, PlainValidator(_template)]


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberRule:
    """How some numbers are said, by how often a unit is in them and what remains.

    In `forms`, `<name>` is a part for how often, `<rest_name>` the same for what remains. `<count>` and
    `<rest>` are their usual words; of a rest of 0 there are none, and nothing stands for it.
    """

    numbers: Numbers
    unit: int = 10
    rests: Numbers = ()
    """What remains where the rule holds; empty where anything may."""
    forms: Forming


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceNumerals:
    """Numbers that are said digit by digit with the place of each: "三百二十"."""

    digits: str
    """From 0 to 9."""
    places: tuple[str, ...]
    """From the ones on: "", "十", "百"."""
    drops_one: bool = False
    """Whether a one is not said before a place: "백", not "일백"."""
    drops_last_place: bool = False
    """Whether the last place may be left out: "三百二" is 320."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockRule:
    """How some times of day are said beside their numbers.

    In `forms`, `<h>` and `<m>` are the digits of hour and minute, `<hour>` and `<minute>` their words,
    `<next>` and `<next_h>` the hour to come, `<to>` the minutes that are missing to it.
    """

    minutes: Numbers = tuple(range(60))
    hours: Numbers = tuple(range(25))
    forms: Forming


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockTimes:
    """How times of day are said."""

    rules: tuple[ClockRule, ...]
    hour_words: Mapping[int, str] = field(default_factory=dict[int, str])
    """Hours that have a word of their own: "une", "una"."""
    counts_to: tuple[int, ...] = (24, 12)
    """How many hours a day has, or half of it, as they are said."""


@dataclass(frozen=True, slots=True)
class NumberSpeaker:
    """Says numbers and times in one language."""

    cardinals: Mapping[int, Sequence[str]]
    by_place: PlaceNumerals | None
    rules: Sequence[NumberRule]
    clock: ClockTimes | None

    def numbers(self, n: int) -> Iterator[str]:
        """Yield how a number from 21 to 9999 is said."""
        if self.by_place is not None:
            yield from _by_places(self.by_place, n)
        yield from self._by_rules(n)

    def usual(self, n: int) -> str:
        """Return the usual words of a number, or its digits where it has none."""
        return next(self._by_rules(n), None) or (self.cardinals.get(n) or (str(n),))[0]

    def times(self, hour: int, minute: int) -> Iterator[str]:
        """Yield how a time is said beside its numbers."""
        if self.clock is None:
            return
        for said in dict.fromkeys(
            hour if most > HALF_DAY else hour % most or most for most in self.clock.counts_to
        ):
            coming = said % HALF_DAY + 1
            beside = {
                "h": (str(said),),
                "m": (str(minute),),
                "next_h": (str(coming),),
                "hour": (self._hour(self.clock, said),),
                "next": (self._hour(self.clock, coming),),
                "minute": (self.usual(minute),),
                "to": (self.usual(60 - minute),),
            }
            for rule in self.clock.rules:
                if minute in rule.minutes and said in rule.hours:
                    yield from expanded(rule.forms.text, rule.forms.parts.at(said, beside))

    def _hour(self, clock: ClockTimes, hour: int) -> str:
        return clock.hour_words.get(hour) or self.usual(hour)

    def _by_rules(self, n: int) -> Iterator[str]:
        for rule in self.rules:
            count, rest = divmod(n, rule.unit)
            if n in rule.numbers and (not rule.rests or rest in rule.rests):
                yield from expanded(rule.forms.text, self._forms(rule.forms.parts, count, rest))

    def _forms(self, parts: Parts, count: int, rest: int) -> Forms:
        of_rest = parts.at(rest)

        def forms(name: str) -> Sequence[str]:
            if name == "count":
                return (self.usual(count),)
            if name == "rest":
                return (self.usual(rest) if rest else "",)
            return tuple(
                of_rest(name.removeprefix("rest_")) if name.startswith("rest_") else of_count(name)
            )

        of_count = parts.at(count)
        return forms


def _by_places(words: PlaceNumerals, n: int) -> Iterator[str]:
    digits = [(place, int(digit)) for place, digit in enumerate(reversed(str(n)))][::-1]
    said = [
        (
            "" if words.drops_one and digit == 1 and place else words.digits[digit],
            words.places[place],
        )
        for place, digit in digits
        if digit
    ]
    yield "".join(digit + place for digit, place in said)
    yield "".join(words.digits[digit] for _place, digit in digits)
    last = min(place for place, digit in digits if digit)
    if words.drops_last_place and n > 100 and last and n // 10 ** (last + 1) % 10:
        yield "".join(digit + place for digit, place in said[:-1]) + said[-1][0]
