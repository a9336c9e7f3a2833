"""Whether a transcript is the assistant's own voice, heard again. Pure.

Echo cancellation takes the voice out of what is heard, but not in its first moments, nor in every
room. What is left of it reads like a piece of what is being said: in the same order, with some words
missing or misheard.
"""

import re
import unicodedata
from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import Final

from rapidfuzz import fuzz

_SAME_AT: Final = 80.0
"""Least similarity, 0 to 100, of a heard and a said word that count as the same."""
_PHRASE_AT: Final = 85.0
"""The same for a wake phrase that is being said."""
_SHARE: Final = 0.75
"""Least share of the heard words that stand in what is said, in order."""
_LEAST_LETTERS: Final = 6
"""A single word that is no longer than this is believed to be the user's."""
_WIDE: Final = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]")


def is_self_echo(text: str, said: Sequence[str], *, least: int = 1) -> bool:
    """Whether `text` is a piece of what was `said`, as far as words can show.

    Args:
        text: What was heard.
        said: The lines being said at the time, in order.
        least: Words, or characters where blanks do not part words, below which it is believed to be
            the user's: one who answers with what is being read to them.
    """
    heard = _units(text)
    spoken = _units(" ".join(said))
    letters = sum(2 if _WIDE.match(unit) else len(unit) for unit in heard)
    if len(heard) < least or not spoken or letters <= _LEAST_LETTERS:
        return False
    run = _common_in_order(heard, spoken)
    return run >= _SHARE * len(heard)


def contains_phrase(said: Sequence[str], phrase: str) -> bool:
    """Whether the lines say `phrase` or something that sounds nearly like it.

    Args:
        said: Lines being said.
        phrase: As it is spoken.
    """
    wanted, spoken = _units(phrase), _units(" ".join(said))
    for size in range(1, len(wanted) + 2):
        for start in range(len(spoken) - size + 1):
            heard = "".join(spoken[start : start + size])
            # The models know a phrase of two words by its second one.
            aims = ("".join(wanted), wanted[-1]) if size == 1 else ("".join(wanted),)
            if max(fuzz.ratio(heard, aim) for aim in aims) >= _PHRASE_AT:
                return True
    return False


def _units(text: str) -> list[str]:
    """Words, or characters where blanks do not separate words."""
    plain = unicodedata.normalize("NFKC", text).casefold()
    words = re.sub(r"[^\w\s]|_", " ", plain).split()
    if _WIDE.search(plain):
        return list("".join(words))
    return words


def _common_in_order(heard: Sequence[str], spoken: Sequence[str]) -> int:
    """How many of `heard` stand in `spoken` within a stretch of about their length."""
    best = 0
    for start in range(max(1, len(spoken) - len(heard) + 1)):
        window = spoken[start : start + len(heard) + 2]
        best = max(best, _aligned(heard, window))
        if best == len(heard):
            break
    return best


def _aligned(heard: Sequence[str], window: Sequence[str]) -> int:
    exact = SequenceMatcher(None, list(heard), list(window), autojunk=False)
    count = sum(block.size for block in exact.get_matching_blocks())
    for tag, first, last, begin, end in exact.get_opcodes():
        if tag == "replace":
            pairs = zip(heard[first:last], window[begin:end], strict=False)
            count += sum(fuzz.ratio(one, other) >= _SAME_AT for one, other in pairs)
    return count
