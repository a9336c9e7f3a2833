"""Recognises a short command to be silent. Pure.

Matches all languages at once: for a single word a recogniser gets the language wrong more often
than the word, and typed text has no language.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Final, Self

from assistant.languages import LANGUAGES
from assistant.languages.language import Language

_HUM: Final = re.compile(
    r"(?:m+h+m*|m+|h+m+|u+h+|a+h+|o+h+|e+h+|u+m+|e+r+m*|a+w+|h+u+h+|h+a+|a+h*a+|n+|p+f+|"
    r"m+h+m+h+m+|u+h+u+h+|m+m+h+m+|h+e+h+|ts+k*|psh+)"
)
"""Hums however they are written: "Mm-hmm", "Uh-huh", "Ahh"."""
_SYLLABIC: Final = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]")


def fold(text: str) -> str:
    """Strip case, accents and punctuation; single blanks."""
    plain = unicodedata.normalize("NFKC", text).casefold()
    decomposed = unicodedata.normalize("NFD", plain)
    plain = unicodedata.normalize("NFC", re.sub(r"[\u0300-\u036f]", "", decomposed))
    plain = re.sub(r"['’]s\b", "s", plain)
    return " ".join(re.sub(r"[^\w\s]|_", " ", plain).split())


def is_syllabic(text: str) -> bool:
    """Whether it holds kana, Han or Hangul, which are heard with blanks in any place."""
    return _SYLLABIC.search(text) is not None


class PhraseSet:
    """Phrases, and whether a text is made of them alone."""

    def __init__(self, phrases: Iterable[str]) -> None:
        phrases = frozenset(map(fold, phrases))
        self._phrases = phrases
        self._wide = frozenset(phrase.replace(" ", "") for phrase in phrases)
        self._longest = max(phrase.count(" ") + 1 for phrase in phrases)
        self._longest_wide = max(map(len, self._wide))

    @classmethod
    def of_all(cls, choose: Callable[[Language], Iterable[str]]) -> Self:
        """Collect the phrases that `choose` takes of every language."""
        return cls(phrase for known in LANGUAGES.values() for phrase in choose(known))

    def holds(self, folded: str, *, hums: bool = False) -> bool:
        """Whether `folded` can be cut into known phrases."""
        words = folded.split()
        if not words:
            return False
        if is_syllabic(folded):
            return _is_made_of(tuple("".join(words)), "", self._longest_wide, self._wide)
        known = self._phrases
        if hums:
            known |= {word for word in words if _HUM.fullmatch(word)}
        return _is_made_of(tuple(words), " ", self._longest, known)


def _is_made_of(parts: tuple[str, ...], glue: str, longest: int, known: frozenset[str]) -> bool:
    reached = {0}
    for end in range(1, len(parts) + 1):
        starts = range(max(0, end - longest), end)
        if any(start in reached and glue.join(parts[start:end]) in known for start in starts):
            reached.add(end)
    return len(parts) in reached


def _backchannels(known: Language) -> frozenset[str]:
    return known.backchannels.listening | known.backchannels.answering | known.agreements


def _courtesy(known: Language) -> frozenset[str]:
    return known.courtesy | known.stop_commands.courtesy


BACKCHANNELS: Final = PhraseSet.of_all(_backchannels)
"""What is said to say that one listens."""
_STOPS: Final = PhraseSet.of_all(lambda known: known.stop_commands.stop)
_OTHERS: Final = PhraseSet.of_all(lambda known: _courtesy(known) | _backchannels(known))
_STOPS_AMONG: Final = PhraseSet.of_all(
    lambda known: known.stop_commands.stop | _courtesy(known) | _backchannels(known)
)


@lru_cache(maxsize=64)
def is_stop(text: str) -> bool:
    """Whether `text` only asks for silence, in any language: "okay, stop, please"."""
    folded = fold(text)
    if _STOPS.holds(folded):
        return True
    return _STOPS_AMONG.holds(folded, hums=True) and not _OTHERS.holds(folded, hums=True)
