"""Whether two facts that are alike letter by letter say the same in other words. Pure.

Likeness of letters is not likeness of meaning: Tim is not Tom, and ramipril in the morning is not
ramipril in the evening. In doubt they differ: a fact that stands twice is a smaller harm than one
that is gone.
"""

import re
from difflib import SequenceMatcher
from functools import cache
from itertools import zip_longest
from typing import Final

from assistant.languages import LANGUAGES
from assistant.memory.model.memory_words import memory_words

_WORD: Final = re.compile(r"[^\s]+")
_MARKS: Final = ".,;:!?\"'()[]“”‘’。、，！？"
_HANGUL: Final = re.compile(r"[\uac00-\ud7a3]")
_UNSPACED: Final = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
"""Where words are not parted, nothing tells a name or a number from an ending."""
_STEM: Final = 4
"""Letters that two forms of a word begin with alike."""
_SYLLABLES: Final = 2
"""The same in Korean, where a character is a syllable."""
_ENDING: Final = 3
"""Letters in which they may differ behind that."""
_DENIED: Final = re.compile("|".join(known.negations for known in LANGUAGES.values()))


def is_denied(fact: str) -> bool:
    """Whether a fact is negated."""
    return _DENIED.search(fact.casefold()) is not None


def is_rewording(known: str, new: str) -> bool:
    """Whether only articles differ, or other forms of the same words."""
    old, now = _words(known), _words(new)
    matcher = SequenceMatcher(None, [w.casefold() for w in old], [w.casefold() for w in now])
    return all(
        _are_forms(old[a:b], now[c:d], begins=0 in {a, c})
        for kind, a, b, c, d in matcher.get_opcodes()
        if kind != "equal"
    )


def _words(text: str) -> list[str]:
    found = (word.strip(_MARKS) for word in _WORD.findall(text))
    return [word for word in found if word and word.casefold() not in _articles()]


@cache
def _articles() -> frozenset[str]:
    return frozenset[str]().union(*(words.articles for words in memory_words()))


def _are_forms(old: list[str], new: list[str], *, begins: bool) -> bool:
    pairs = zip_longest(old, new, fillvalue="")
    return all(
        _is_form(one, other, is_first=begins and at == 0) for at, (one, other) in enumerate(pairs)
    )


def _is_form(one: str, other: str, *, is_first: bool) -> bool:
    if not is_first and (one[:1].isupper() or other[:1].isupper()):
        return False  # a name
    one, other = one.casefold(), other.casefold()
    if any(character.isdigit() for character in one + other) or _UNSPACED.search(one + other):
        return False
    if _is_opposite(one) != _is_opposite(other):
        return False
    shared = next(
        (n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b),
        min(len(one), len(other)),
    )
    stem = _SYLLABLES if _HANGUL.match(one) else _STEM
    return shared >= stem and max(len(one), len(other)) - shared <= _ENDING


def _is_opposite(word: str) -> bool:
    """Whether a word has an ending that turns it into its opposite: hope and hopeless."""
    return any(
        re.fullmatch(rf".*{known.opposite_endings}", word) is not None
        for known in memory_words()
        if known.opposite_endings is not None
    )
