"""Reads Roman numerals and ordinals in the way that what stands before them asks for. Pure."""

import re
from collections.abc import Collection, Mapping
from typing import Final

from assistant.languages.pronunciation import NumeralPlace, NumeralWords, OrdinalNoun
from assistant.voice.text.reading_rule import CAPITALS, SMALL_LETTERS, Rule, Rules, any_of

_ROMAN: Final = r"(?=[IVXL])(?:XL|L?X{0,3})(?:IX|IV|V?I{0,3})"
"""1 to 89: no others are met but as the initials or the size of something."""
_VALUES: Final = {"I": 1, "V": 5, "X": 10, "L": 50}
_WORD: Final = r"[^\W\d_][\w'’-]*"
_AFTER_LETTER: Final = re.compile(
    rf"(?<=[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3])(?P<space>\s?)(?P<numeral>{_ROMAN})(?![A-Za-z\d])"
)
_AT_START: Final = re.compile(rf"^(?P<numeral>{_ROMAN})(?=\.\s[{CAPITALS}])")
"""The number of a section."""
_SAFE: Final = re.compile(r"(?!XXX?$|XL)[IVX]{2,}")
"""What names nothing but a number where it is not known what stands before it."""
_FOLLOWING: Final = re.compile(r"\s*(['’]\w+|[^\W\d_]*)")
_NUMERAL: Final = re.compile(rf"(?<![A-Za-z]){_ROMAN}(?![A-Za-z])")
_IS_INITIAL: Final = re.compile(r"\.\s[A-Z]")


def numeral_rules(words: NumeralWords) -> Rules:
    reader = _Reader(words)
    rules: Rules = (
        *_suffix_rules(words.suffixes),
        *(rule for place in words.ordinal_stops for rule in _stop_rules(place)),
        *map(_noun_rule, words.nouns),
        (_after_word(words.joints), reader.after_word),
        (_AFTER_LETTER, reader.after_letter),
        (_AT_START, reader.at_start),
    )
    return rules


def _after_word(joints: Collection[str]) -> re.Pattern[str]:
    joint = rf"(?:\s(?:{any_of(joints)})\s|,\s|\s?[-–/]\s?)" if joints else r"\s?[-–/]\s?"
    return re.compile(
        rf"(?<![\w'’-])(?:(?P<title>{_WORD})\s)?(?P<word>{_WORD})\s"
        rf"(?P<numeral>{_ROMAN})(?P<more>(?:{joint}{_ROMAN}(?![A-Za-z\d]))*)"
        r"(?P<stop>\.)?(?![A-Za-z\d])"
    )


def _suffix_rules(suffixes: Mapping[str, Mapping[int, str]]) -> Rules:
    def said(found: re.Match[str]) -> str:
        number = _value(found["numeral"])
        return suffixes[found["suffix"]].get(number, found[0])

    if not suffixes:
        return ()
    pattern = rf"(?<![\w.,])(?P<numeral>{_ROMAN}|\d{{1,2}})(?P<suffix>{any_of(suffixes)})(?!\w)"
    return ((re.compile(pattern), said),)


def _stop_rules(place: NumeralPlace) -> Rules:
    def said(found: re.Match[str]) -> str:
        spoken = place.words.get(_value(found["numeral"]))
        return found[0] if spoken is None else f"{found['word']} {spoken}"

    pattern = (
        rf"(?<!\w)(?P<word>(?i:{any_of(place.after)}))\s(?P<numeral>\d{{1,2}}|{_ROMAN})\."
        rf"(?=\s(?:\w{{2,4}}\s\d{{1,2}}\.\s)?[{CAPITALS}][{SMALL_LETTERS}])"
    )
    return ((re.compile(pattern), said),)


def _noun_rule(noun: OrdinalNoun) -> Rule:
    def said(found: re.Match[str]) -> str:
        return noun.words.get(_value(found["numeral"]), found[0])

    numeral = rf"(?P<numeral>{_ROMAN}|\d{{1,2}})\." if noun.has_stop else f"(?P<numeral>{_ROMAN})"
    return re.compile(rf"(?<![\w.,]){numeral}(?=\s(?:{any_of(noun.nouns)})(?!\w))"), said


def _value(numeral: str) -> int:
    if numeral.isdigit():
        return int(numeral)
    values = [_VALUES[letter] for letter in numeral]
    return sum(
        -value if value < following else value
        for value, following in zip(values, [*values[1:], 0], strict=True)
    )


class _Reader:
    def __init__(self, words: NumeralWords) -> None:
        self._words = words

    def after_word(self, found: re.Match[str]) -> str:
        place = self._place(found)
        if place is None:
            return self._otherwise(found)
        if not self._is_number(found, place):
            return found[0]
        return self._said(found, place.words, "" if place.takes_stop else found["stop"] or "")

    def after_letter(self, found: re.Match[str]) -> str:
        is_number = _SAFE.fullmatch(found["numeral"])
        return found["space"] + self._spoken(found["numeral"]) if is_number else found[0]

    def at_start(self, found: re.Match[str]) -> str:
        return self._spoken(found["numeral"]) if _SAFE.fullmatch(found["numeral"]) else found[0]

    def _spoken(self, numeral: str) -> str:
        value = _value(numeral)
        return self._words.otherwise.get(value, str(value))

    def _place(self, found: re.Match[str]) -> NumeralPlace | None:
        word, title = found["word"].lower(), (found["title"] or "").lower()
        fits = (
            place for place in self._words.places if word in place.after or title in place.titles
        )
        return next(fits, None)

    def _is_number(self, found: re.Match[str], place: NumeralPlace) -> bool:
        if _IS_INITIAL.match(found.string, found.end("numeral")) and not place.takes_stop:
            return len(found["numeral"]) > 1
        if found["numeral"] not in self._words.words_too:
            return True
        if place.titles or place.takes_stop:
            following = _FOLLOWING.match(found.string, found.end())
            word = "" if following is None else following[1].lower().replace("’", "'")
            return word in {"", *self._words.goes_on}
        return found["word"][0].isupper()

    def _otherwise(self, found: re.Match[str]) -> str:
        word = found["word"]
        is_named = word[0].isupper() and word.lower() not in self._words.not_after
        if not is_named or not _SAFE.fullmatch(found["numeral"]):
            return found[0]
        return self._said(found, self._words.otherwise, found["stop"] or "")

    def _said(self, found: re.Match[str], words: Mapping[int, str], stop: str) -> str:
        last = 0

        def number(numeral: re.Match[str]) -> str:
            nonlocal last
            value = _value(numeral[0])
            if numeral[0] in self._words.words_too and value <= last:
                return numeral[0]  # Henry V and I
            last = value
            return words.get(value, str(value))

        start = found.start("numeral")
        numerals = found[0][start - found.start() : len(found[0]) - len(found["stop"] or "")]
        before = found.string[found.start() : start]
        return before + _NUMERAL.sub(number, numerals) + stop
