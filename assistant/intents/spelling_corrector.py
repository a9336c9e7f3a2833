"""Corrects a word that was misspelled by one letter. Pure."""

import re
from collections.abc import Collection, Iterator
from typing import Final

from assistant.intents.folding import fold

_FEWEST_LETTERS: Final = 4
_WORD: Final = re.compile(r"[^\W\d_]+")


class SpellingCorrector:
    """Finds what a word was perhaps meant to be.

    Args:
        meant: What it may be, in small letters.
        known: Words that are never misspelled.
    """

    def __init__(self, meant: Collection[str], *, known: Collection[str]) -> None:
        self._meant = tuple(sorted(meant))
        self._known = frozenset(known).union(meant)

    def corrections(self, text: str) -> Iterator[str]:
        """Yield the text with one word corrected, for each word it may be."""
        for word in _WORD.finditer(text):
            for meant in self._near(fold(word[0])):
                yield text[: word.start()] + meant + text[word.end() :]

    def _near(self, word: str) -> Iterator[str]:
        if len(word) < _FEWEST_LETTERS or word in self._known:
            return
        from rapidfuzz.distance import OSA  # late: most requests are spelled right

        for meant in self._meant:
            if OSA.distance(word, meant, score_cutoff=1) == 1:
                yield meant


def words_in(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text))
