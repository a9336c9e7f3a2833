"""Words that compare what labels say: "the longer one" of two, "the hottest". Pure."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

_INTENSIFIERS: Final = frozenset(
    "extra very super ultra really sehr besonders très muy súper extrem".split()
)
_SUPERLATIVE: Final[Mapping[str, re.Pattern[str]]] = {
    "en": re.compile(r"(?P<stem>\w{2,}?)est"),
    "de": re.compile(r"(?P<stem>\w{2,}?)e?ste[nmrs]?"),
}
_COMPARATIVE: Final[Mapping[str, re.Pattern[str]]] = {
    "en": re.compile(r"(?P<stem>\w{2,}?)er"),
    "de": re.compile(r"(?P<stem>\w{2,}?)er(?:e[nmrs]?)?"),
}
_UMLAUTS: Final = str.maketrans("äöü", "aou")
_ENDING: Final = re.compile(r"(?:e[nmrs]?)$")
_LEAST: Final = 3
"""Letters of a word that is compared."""


def compared(heard: str, words: Sequence[Collection[str]], language: str) -> tuple[int, ...]:
    """Return the options of which a word says that they have most, or more, of something.

    More of it is told only of two options, and the most only of the first or the last: what
    "hard" is the most of may be exceeded by another word behind it, "nightmare".

    Args:
        heard: The word.
        words: The words of each label.
        language: ISO 639-1 code.
    """
    patterns = [_SUPERLATIVE.get(language)]
    if len(words) == 2:
        patterns.append(_COMPARATIVE.get(language))
    for pattern in patterns:
        found = pattern.fullmatch(heard) if pattern is not None else None
        if found is None:
            continue
        stems = frozenset(_stems(found["stem"], language))
        having = [i for i, own in enumerate(words) if any(_form(w, language) in stems for w in own)]
        most = [i for i in having if not _INTENSIFIERS.isdisjoint(words[i])] or having
        return tuple(i for i in most if i in {0, len(words) - 1})
    return ()


def _stems(stem: str, language: str) -> Iterator[str]:
    """Yield the words that a comparing word may be made of."""
    if len(stem) < _LEAST:
        return
    yield _form(stem, language)
    if language == "en":
        yield stem + "e"
        if stem[-1] == stem[-2]:
            yield stem[:-1]
        if stem[-1] == "i":
            yield stem[:-1] + "y"


def _form(word: str, language: str) -> str:
    """Return a word of a label without what changes where it is compared."""
    if language != "de":
        return word
    bare = _ENDING.sub("", word) if len(word) > _LEAST + 1 else word
    return bare.translate(_UMLAUTS)
