"""Whether two wordings are of one matter. Pure."""

import re
import unicodedata
from typing import Final

_STOP: Final = frozenset(
    "the a an is are was were be to of in on at for and or that this it i my me mine you your he she"
    " his her they their we our user users person persons s wants want has have had with as by from"
    " remember always".split()
)
_SPACED: Final = re.compile(r"[a-z\d\u00c0-\u024f\u0370-\u052f]+")
_WORD: Final = re.compile(rf"{_SPACED.pattern}|[^\W_a-z\d\u00c0-\u024f\u0370-\u052f]+")
_STEM: Final = 4


def is_same_matter(said: str, put: str) -> bool:
    """Whether the model's wording may be of the fact that the person said in the same turn.

    Two wordings in scripts that share nothing cannot be compared, and count as the same.

    Args:
        said: The person's words.
        put: The model's.
    """
    first, second = _marks(said), _marks(put)
    if first & second:
        return True
    return not ({_is_spaced(mark) for mark in first} & {_is_spaced(mark) for mark in second})


def _marks(text: str) -> set[str]:
    """Return what a text is about: beginnings of its words, pairs of its syllables."""
    marks: set[str] = set()
    for word in _WORD.findall(unicodedata.normalize("NFC", text).casefold()):
        if _SPACED.fullmatch(word):
            if word not in _STOP:
                marks.add(word[:_STEM])
        else:
            marks |= {word[n : n + 2] for n in range(max(1, len(word) - 1))}
    return marks


def _is_spaced(mark: str) -> bool:
    return _SPACED.fullmatch(mark) is not None
