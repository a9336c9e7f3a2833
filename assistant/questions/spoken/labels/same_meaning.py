"""Other words for what labels say, where words are not apart. Pure.

There they have to be known before a text is cut into words.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final

from assistant.languages import LANGUAGES
from assistant.languages.lexicon import WritingScript
from assistant.languages.synonyms import COLLECTIVES, synonyms_of
from assistant.questions.spoken.tokenizer import plain

_LONG_PART: Final = 3
"""Syllables from which a part of a longer word is that word."""


def same_words(
    labels: Sequence[str], words: Sequence[Collection[str]], language: str
) -> list[frozenset[str]]:
    """Return the other words for what each label says.

    Args:
        labels: The labels in comparable form.
        words: The words of each.
        language: A language in `LANGUAGES`; there are none where its words are apart.
    """
    known = _known_words(language)
    script = LANGUAGES[language].answers().script
    result: list[frozenset[str]] = []
    for index, label in enumerate(labels):
        others = "|".join(other for i, other in enumerate(labels) if i != index)
        said = {word for word in (label, *words[index]) if word in known}
        said |= {
            word
            for word in _pieces(label, _longest(language))
            if word in known and not _is_apart(word, script)
        }
        result.append(
            frozenset(same for word in said for same in known[word] if same not in others)
        )
    return result


def _pieces(label: str, longest: int) -> Iterator[str]:
    """Yield the parts of a label of two characters and more that a known word may be."""
    for start in range(len(label) - 1):
        for end in range(start + 2, min(len(label), start + longest) + 1):
            yield label[start:end]


@lru_cache(maxsize=16)
def _longest(language: str) -> int:
    return max(map(len, _known_words(language)), default=0)


def _is_apart(word: str, script: WritingScript) -> bool:
    """Whether a word is one of its own, and no part of another: 자동 in 자동차, "light"."""
    return word.isascii() or (script is WritingScript.SYLLABLES and len(word) < _LONG_PART)


def together(heard: str, labels: Sequence[str], same: Sequence[Collection[str]]) -> tuple[int, ...]:
    """Return the places of the labels that one word is for, if all of them are offered.

    Args:
        heard: The word.
        labels: The labels in comparable form.
        same: The other words for each.
    """
    found: set[int] = set()
    for one in COLLECTIVES.get(heard, ()):
        places = [i for i, words in enumerate(same) if one == labels[i] or one in words]
        if len(places) != 1:
            return ()
        found.update(places)
    return tuple(sorted(found))


@lru_cache(maxsize=16)
def _known_words(language: str) -> Mapping[str, frozenset[str]]:
    lexicon = LANGUAGES[language].answers()
    if lexicon.script is WritingScript.WORDS:
        return {}
    return {
        plain(word, lexicon): frozenset(plain(same, lexicon) for same in words)
        for word, words in synonyms_of(language).items()
    }
