"""Words that compare what labels say: "the longer one" of two, "the hottest". Pure."""

import re
from collections.abc import Collection, Iterator, Sequence
from typing import Final

from assistant.languages import LANGUAGES
from assistant.languages.label_words import Comparison

_INTENSIFIERS: Final = frozenset[str]().union(
    *(known.written.intensifiers for known in LANGUAGES.values())
)
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
    how = LANGUAGES[language].answers().labels.comparison
    if how is None:
        return ()
    for pattern in (how.superlative, how.comparative)[: 2 if len(words) == 2 else 1]:
        found = re.fullmatch(pattern, heard)
        if found is None:
            continue
        stems = frozenset(_stems(found["stem"], how))
        having = [i for i, own in enumerate(words) if any(_form(w, how) in stems for w in own)]
        most = [i for i in having if not _INTENSIFIERS.isdisjoint(words[i])] or having
        return tuple(i for i in most if i in {0, len(words) - 1})
    return ()


def _stems(stem: str, how: Comparison) -> Iterator[str]:
    """Yield the words that a comparing word may be made of."""
    if len(stem) < _LEAST:
        return
    yield _form(stem, how)
    for ending, alone in how.stems:
        if re.search(ending, stem):
            yield re.sub(ending, alone, stem)


def _form(word: str, how: Comparison) -> str:
    """Return a word of a label without what changes where it is compared."""
    bare = re.sub(how.ending, "", word) if how.ending and len(word) > _LEAST + 1 else word
    return bare.translate(str.maketrans(dict(how.vowels)))
