"""Whether two wordings are of one matter. Pure."""

import re
import unicodedata
from functools import cache
from typing import Final

from assistant.memory.model.memory_words import memory_words

SHARED: Final = 0.75
"""Of what the first wording is about, how much must be in the second. With two words in three,
black tea would be green tea."""

_SPACED: Final = re.compile(r"[a-z\d\u00c0-\u024f\u0370-\u052f]+")
_HANGUL: Final = re.compile(r"[\uac00-\ud7a3]+")
_WORD: Final = re.compile(
    rf"{_SPACED.pattern}|{_HANGUL.pattern}|[^\W_a-z\d\u00c0-\u024f\u0370-\u052f\uac00-\ud7a3]+"
)
_LETTERS: Final = 4
_SYLLABLES: Final = 2


def is_same_fact(said: str, put: str) -> bool:
    """Whether the model's wording says the fact that the user said in the same turn.

    In doubt it does not: a fact that stands twice is a smaller harm than one that is lost.
    """
    first, second = _marks(said), _marks(put)
    if not first or any(mark.isdigit() and mark not in second for mark in first):
        return False
    return len(first & second) >= SHARED * len(first)


def _marks(text: str) -> set[str]:
    """What a text is about: word stems, numbers, Chinese characters."""
    marks: set[str] = set()
    stop_words = _stop_words()
    for word in _WORD.findall(unicodedata.normalize("NFC", text).casefold()):
        if word in stop_words:
            continue
        if word.isdigit():
            marks.add(word)
        elif _SPACED.fullmatch(word):
            marks.add(word[:_LETTERS])
        elif _HANGUL.fullmatch(word):
            marks.add(word[:_SYLLABLES])
        else:
            marks |= set(word) - stop_words
    return marks


@cache
def _stop_words() -> frozenset[str]:
    return frozenset[str]().union(*(words.stop_words for words in memory_words()))
