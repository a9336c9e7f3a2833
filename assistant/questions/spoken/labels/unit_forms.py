"""The ways in which the words and numbers of a label are said. Pure."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import islice, product
from typing import Final

from assistant.languages.lexicon import Lexicon
from assistant.languages.spoken_numbers import NumberSpeaker
from assistant.questions.spoken.labels.label_numbers import number_by_word
from assistant.questions.spoken.labels.label_prices import money_words_in
from assistant.questions.spoken.tokenizer import TextToken

_IN_NUMBERS: Final = {".", ":", ","}
"""What stands between the parts of one number."""
_MOST_SIMPLE: Final = 20
_MOST_COMPOUND: Final = 10_000
_SPELLED: Final = range(1, 5)
"""Letters of an abbreviation that is said letter by letter."""
_MOST_SPELLED: Final = 40
_VOWELS: Final = frozenset("aeiou")


class UnitForms:
    """The ways to say units in one language.

    Args:
        lexicon: The table of the language.
        speaker: Says its numbers and times.
        capitals: Abbreviations that may be said letter by letter.
    """

    def __init__(self, lexicon: Lexicon, speaker: NumberSpeaker, capitals: Collection[str]) -> None:
        self._lexicon, self._speaker, self._capitals = lexicon, speaker, capitals
        self._letter_names: dict[str, list[str]] = {}
        for name, letter in lexicon.spelling.letter_names.items():
            self._letter_names.setdefault(letter, []).append(name)
        self._homophones: dict[int, list[str]] = {}
        for word, number in lexicon.numbers.homophones.items():
            self._homophones.setdefault(number, []).append(word)

    def ways_of(self, text: str, units: Sequence[TextToken]) -> Iterator[Iterator[str]]:
        """Yield the ways in which each unit is said; the parts of one number are one unit."""
        by_word = number_by_word(self._lexicon)
        at = 0
        while at < len(units):
            end = at + 1
            while (
                end < len(units)
                and units[at].text.isdecimal()
                and units[end].text.isdecimal()
                and text[units[end - 1].end : units[end].start] in _IN_NUMBERS
            ):
                end += 1
            if end - at == 1:
                yield self._ways(units[at], by_word)
            else:
                is_clock = text[units[at].end] == ":"
                points = () if is_clock else money_words_in(text)
                yield self._parted(
                    [unit.text for unit in units[at:end]], is_clock=is_clock, points=points
                )
            at = end

    def _parted(
        self, parts: Sequence[str], *, is_clock: bool, points: Sequence[str]
    ) -> Iterator[str]:
        """Yield the ways to say a number with several parts: a version, a time, a price."""
        yield " ".join(parts)
        yield "".join(parts)
        if is_clock and len(parts) == 2:
            hour, minute = map(int, parts)
            if not minute:
                yield parts[0]
                yield from self._number(hour)
            if hour <= 24 and minute < 60:
                yield from self._speaker.times(hour, minute)
        if points and len(parts) == 2 and not int(parts[1]):
            yield from (parts[0], *self._number(int(parts[0])))
        ways = [[part, *self._number(int(part)), *self._digits(part)] for part in parts]
        for chosen in product(*ways):
            yield " ".join(chosen)
            for point in (*self._lexicon.numbers.decimal_points, *points):
                yield f" {point} ".join(chosen)

    def _digits(self, part: str) -> Iterator[str]:
        """Yield the digits of a number one by one: "one two", "oh one"."""
        if len(part) == 2:
            yield " ".join(part)
            words = [self._lexicon.numbers.words.get(int(digit), (digit,)) for digit in part]
            if part[0] == "0":
                words[0] = (*words[0], "o", *self._letter_names.get("o", ()))
            yield from map(" ".join, product(*words))

    def _ways(self, unit: TextToken, by_word: Mapping[str, int]) -> Iterator[str]:
        yield unit.text
        if unit.text in by_word:
            yield str(by_word[unit.text])
        elif unit.text.isdecimal():
            yield from self._number(int(unit.text))
            if unit.text[0] == "0":
                yield from self._digits(unit.text)
        elif unit.text in self._lexicon.spelling.symbols:
            yield self._lexicon.spelling.symbols[unit.text]
            if unit.begins:
                yield ""
        elif len(unit.text) in _SPELLED and unit.text.isascii() and unit.text.isalpha():
            is_word = bool(_VOWELS & set(unit.text[1:-1]))  # unlike "a p i", "u t f"
            if not is_word or unit.text in self._capitals:
                names = [(letter, *self._letter_names.get(letter, ())) for letter in unit.text]
                yield from map(" ".join, islice(product(*names), _MOST_SPELLED))

    def _number(self, number: int) -> Iterator[str]:
        """Yield a number as words."""
        yield from (word.replace("-", " ") for word in self._lexicon.numbers.words.get(number, ()))
        yield from self._homophones.get(number, ())
        if _MOST_SIMPLE < number < _MOST_COMPOUND:
            for said in self._speaker.numbers(number):
                yield said.replace("-", " ")
