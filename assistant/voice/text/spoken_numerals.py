"""Reads Roman numerals and ordinals in the way that what stands before them asks for. Pure."""

import re
from collections.abc import Mapping
from typing import Final

from assistant.languages.pronunciation import NumeralPlace, NumeralWords
from assistant.voice.text.reading_rule import Rules, any_of

_ROMAN: Final = r"(?=[IVXL])(?:XL|L?X{0,3})(?:IX|IV|V?I{0,3})"
"""1 to 89: no others are met but as the initials or the size of something."""
_VALUES: Final = {"I": 1, "V": 5, "X": 10, "L": 50}
_WORD: Final = r"[^\W\d_][\w'’-]*"
_AFTER_WORD: Final = re.compile(
    rf"(?<![\w'’-])(?:(?P<title>{_WORD})\s)?(?P<word>{_WORD})(?P<space>\s)"
    rf"(?P<numeral>{_ROMAN})(?P<stop>\.)?(?![A-Za-z\d])"
)
_AFTER_LETTER: Final = re.compile(
    rf"(?<=[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3])(?P<space>\s?)(?P<numeral>{_ROMAN})(?![A-Za-z\d])"
)
_SAFE: Final = re.compile(r"(?!XXX?$|XL)[IVX]{2,}")
"""What names nothing but a number where it is not known what stands before it."""
_FOLLOWING: Final = re.compile(r"\s*(['’]\w+|[^\W\d_]*)")
_IS_INITIAL: Final = re.compile(r"\.\s[A-Z]")


def numeral_rules(words: NumeralWords) -> Rules:
    """Return the rules for one language."""
    reader = _Reader(words)
    rules: Rules = (
        *_suffix_rules(words.suffixes),
        *(rule for place in words.ordinal_stops for rule in _stop_rules(place)),
        (_AFTER_WORD, reader.after_word),
        (_AFTER_LETTER, reader.after_letter),
    )
    return rules


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
        r"(?=\s[A-ZÄÖÜ][a-zäöüß])"
    )
    return ((re.compile(pattern), said),)


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
        value = _value(found["numeral"])
        if place is None:
            return self._otherwise(found, value)
        if not self._is_number(found, place):
            return found[0]
        stop = "" if place.takes_stop else found["stop"] or ""
        return self._before(found) + place.words.get(value, str(value)) + stop

    def after_letter(self, found: re.Match[str]) -> str:
        if not _SAFE.fullmatch(found["numeral"]):
            return found[0]
        value = _value(found["numeral"])
        return found["space"] + self._words.otherwise.get(value, str(value))

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
        is_named = place.takes_stop or bool(place.titles)
        if is_named:
            following = _FOLLOWING.match(found.string, found.end())
            word = "" if following is None else following[1].lower().replace("’", "'")
            return word in {"", *self._words.goes_on}
        return found["word"][0].isupper()

    def _otherwise(self, found: re.Match[str], value: int) -> str:
        word = found["word"]
        if not _SAFE.fullmatch(found["numeral"]) or not word[0].isupper():
            return found[0]
        if word.lower() in self._words.not_after:
            return found[0]
        return (
            self._before(found)
            + self._words.otherwise.get(value, str(value))
            + (found["stop"] or "")
        )

    def _before(self, found: re.Match[str]) -> str:
        return found.string[found.start() : found.start("numeral")]
