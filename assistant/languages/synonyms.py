"""Words that mean the same in what is offered and chosen every day, in one language.

Whoever is offered "Pictures" may say "photos". A word stands for an option if the options have one
label with a word of the same group.
"""

from collections.abc import Mapping
from functools import cache
from typing import Final

from assistant.languages import LANGUAGES

COLLECTIVES: Final[Mapping[str, tuple[str, ...]]] = {
    word: several
    for known in reversed(tuple(LANGUAGES.values()))
    for word, several in known.collectives.items()
}
"""Words that stand for several, in any language: an answer is tried in more than its own."""


@cache
def synonyms_of(language: str) -> Mapping[str, frozenset[str]]:
    """Return each word with all that mean the same."""
    found: dict[str, frozenset[str]] = {}
    for group in LANGUAGES[language].answers().synonyms if language in LANGUAGES else ():
        words = frozenset(map(str.casefold, group))
        for word in words:
            found[word] = found.get(word, frozenset()) | words
    return found
