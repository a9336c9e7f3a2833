"""The numbers that occur in labels, so that "three" can mean "3 players". Pure."""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from assistant.languages import LANGUAGES
from assistant.languages.lexicon import Lexicon, WritingScript
from assistant.questions.spoken.tokenizer import tokenize_text

_ENGLISH: Final = "en"
_ALSO_ENGLISH: Final = {"once", "elf", "dos", "sept", "dix", "zero"}
"""Number words of other languages that mean something else in an English label."""
_MOST_DIGITS: Final = 9
"""Longer ones are no numbers that anybody says."""


def numbers_in(label: str, language: str | None = None) -> frozenset[int]:
    """Return the numbers a label contains, as digits or as a word other than "one".

    Args:
        label: The label.
        language: Whose number words count beside the English ones; None takes those of all
            languages, but for words that English has for something else.
    """
    text, units = tokenize_text(label, LANGUAGES[_ENGLISH].answers())
    found = {
        int(unit.text) for unit in units if unit.text.isdecimal() and len(unit.text) <= _MOST_DIGITS
    }
    for code in LANGUAGES if language is None else {language, _ENGLISH}:
        lexicon = LANGUAGES[code].answers()
        if lexicon.script is not WritingScript.WORDS:
            found |= _counted(text, code)
            continue
        words = number_by_word(lexicon)
        is_foreign = language is None and code != _ENGLISH
        found |= {
            words[unit.text]
            for unit in units
            if unit.text in words and not (is_foreign and unit.text in _ALSO_ENGLISH)
        }
    return frozenset(found)


def _counted(text: str, language: str) -> set[int]:
    """Return the numerals before a counter, where words have no spaces: "三个人"."""
    lexicon = LANGUAGES[language].answers()
    if not lexicon.counters:
        return set()
    text = "".join(lexicon.variants.get(character, character) for character in text)
    pattern, numbers = _counting(language)
    return {numbers[match] for match in pattern.findall(text)}


@lru_cache(maxsize=8)
def _counting(language: str) -> tuple[re.Pattern[str], Mapping[str, int]]:
    lexicon = LANGUAGES[language].answers()
    numbers = {word: n for n, words in lexicon.number_words.items() for word in words if n > 1}
    longest_first = sorted(numbers, key=len, reverse=True)
    pattern = rf"(?<!\w)({'|'.join(longest_first)})\s?(?=[{lexicon.counters}])"
    if lexicon.script is WritingScript.CHARACTERS:
        pattern = pattern.removeprefix(r"(?<!\w)")
    return re.compile(pattern), numbers


def number_by_word(lexicon: Lexicon) -> dict[str, int]:
    """Return the number words of a language that writes words apart, other than "one"."""
    if lexicon.script is not WritingScript.WORDS:
        return {}
    # "one" is more often a pronoun.
    return {word: n for n, words in lexicon.number_words.items() for word in words if n != 1}
