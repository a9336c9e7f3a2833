"""Goodbyes, and what a reply to "shall we end the conversation?" means. Pure.

A reply made only of known phrases is a yes or a no. Anything else of at most two words is not
recognised, and is never taken for a no; anything longer is a new request.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from enum import Enum
from functools import lru_cache
from itertools import product
from typing import Final

from assistant.languages import LANGUAGES


class FarewellReply(Enum):
    """How the user replied."""

    END = "end"
    KEEP = "keep"
    UNRECOGNISED = "unrecognised"
    REQUEST = "request"


def _normalise(text: str) -> str:
    folded = unicodedata.normalize("NFKC", text).casefold()
    return re.sub(r"[^\w\s]|_", " ", re.sub(r"['’]", "", folded))


class _Phrases:
    """What known phrases mean; None for those that only stand around others."""

    def __init__(self, meanings: Iterable[tuple[str, FarewellReply | None]]) -> None:
        self._spaced = {" ".join(_normalise(said).split()): means for said, means in meanings}
        self._wide = {phrase.replace(" ", ""): means for phrase, means in self._spaced.items()}
        """The same without blanks, for scripts that are written or heard with blanks in any place."""
        self._most_words = max(phrase.count(" ") + 1 for phrase in self._spaced)
        self._most_characters = max(map(len, self._wide))

    def meanings(self, words: list[str]) -> frozenset[FarewellReply | None] | None:
        """Meanings of the known phrases that the words are made of; None if they are not."""
        joined = "".join(words)
        if any(script.search(joined) for script in (_HAN, _KANA, _HANGUL)):
            return _split(tuple(joined), "", self._wide, self._most_characters)
        return _split(tuple(words), " ", self._spaced, self._most_words)


def _courtesy() -> Iterator[tuple[str, None]]:
    for one in LANGUAGES.values():
        yield from product(one.courtesy | one.farewell_replies.courtesy, (None,))


def _replies() -> Iterator[tuple[str, FarewellReply | None]]:
    """Phrases of all languages; later ones win."""
    known = LANGUAGES.values()
    yield from _courtesy()
    for one in known:
        yes = one.agreements | one.farewell_replies.end | one.farewell_replies.goodbye
        yield from product(yes, (FarewellReply.END,))
    for one in known:
        yield from product(one.farewell_replies.keep, (FarewellReply.KEEP,))


def _goodbyes() -> Iterator[tuple[str, FarewellReply | None]]:
    yield from _courtesy()
    for one in LANGUAGES.values():
        # "That's it" may be said of much, but not beside a goodbye.
        yield from product(one.agreements | one.farewell_replies.end, (None,))
    for one in LANGUAGES.values():
        yield from product(one.farewell_replies.goodbye, (FarewellReply.END,))


_HAN: Final = re.compile(r"[\u4e00-\u9fff]")
_KANA: Final = re.compile(r"[\u3040-\u30ff]")
_HANGUL: Final = re.compile(r"[\uac00-\ud7a3]")
_REPLIES: Final = _Phrases(_replies())
_GOODBYES: Final = _Phrases(_goodbyes())
_SHORT_WORDS: Final = 2
"""C-36: up to two words without a meaning here are not a request."""
_HAN_PER_WORD: Final = 2
"""Most Chinese words have two characters."""
_KANA_PER_WORD: Final = 3
"""Most Japanese words written in kana have three or four."""


def classify_farewell(text: str) -> FarewellReply:
    """Classify a reply to the question whether to end.

    Args:
        text: What was heard, in any of `LANGUAGES`; empty if there were no words.
    """
    words = _normalise(text).split()
    if not words:
        return FarewellReply.UNRECOGNISED
    meanings = _REPLIES.meanings(words)
    if meanings is None:
        return FarewellReply.UNRECOGNISED if _is_short(words) else FarewellReply.REQUEST
    decided = meanings - {None}
    if len(decided) == 1:
        return next(meaning for meaning in decided if meaning is not None)
    return FarewellReply.UNRECOGNISED


@lru_cache(maxsize=64)
def is_goodbye(text: str) -> bool:
    """Whether words end the conversation unasked: a goodbye and nothing else.

    Args:
        text: What was heard, in any of `LANGUAGES`.
    """
    words = _normalise(text).split()
    return bool(words) and FarewellReply.END in (_GOODBYES.meanings(words) or ())


def _is_short(words: list[str]) -> bool:
    if len(words) > _SHORT_WORDS:
        return False
    return all(
        len(_HAN.findall(word)) / _HAN_PER_WORD + len(_KANA.findall(word)) / _KANA_PER_WORD
        <= _SHORT_WORDS
        for word in words
    )


def _split(
    parts: tuple[str, ...], glue: str, known: dict[str, FarewellReply | None], longest: int
) -> frozenset[FarewellReply | None] | None:
    """Meanings of the known phrases that `parts` is made of, the longest first."""
    meanings: list[frozenset[FarewellReply | None] | None] = [None] * len(parts)
    meanings.append(frozenset())
    for start in reversed(range(len(parts))):
        for size in range(min(longest, len(parts) - start), 0, -1):
            phrase = glue.join(parts[start : start + size])
            rest = meanings[start + size]
            if phrase in known and rest is not None:
                meanings[start] = rest | {known[phrase]}
                break
    return meanings[0]
