"""How alike a text and a label are. Pure."""

import re
import unicodedata
from dataclasses import dataclass
from os.path import commonprefix
from typing import Final

from rapidfuzz import fuzz

ACCEPT_SCORE: Final = 70
"""Likeness from which it is taken. Right hits measured 71 to 87."""
FEWEST_FOR_PART: Final = 4
"""Characters from which a part of a label can stand for it."""
PART: Final = 0.4
"""Share of a label that a part has to cover to stand for it."""
_LIKE_A_PART: Final = 88
"""Likeness from which something is a part of a label; "store" and part of PostgreSQL are at 80."""
_OF_A_PART: Final = 0.9
_OTHER_ORDER: Final = 0.95
_LONGEST: Final = 3.0
"""How many times as long as a label something like it may be; a ratio of 50 needs that."""
_SHORT: Final = 5
"""Characters up to which a label in letters is short."""
_FIRST_WIDE: Final = "\u1100"
"""From here on a character is a syllable, or a part of one that others follow."""
_SHORT_SCORE: Final = 85
_FEWEST_FOR_ENDING: Final = 3
"""Characters that have to be the same before an ending that is not."""
_DIGITS: Final = re.compile(r"\d+")
_IDEOGRAM: Final = re.compile(r"[\u3400-\u9fff]")
_IDEOGRAMS: Final = 4
"""Characters up to which another one in a label of ideograms makes another word."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparableText:
    """A text as it is compared with others."""

    parted: str
    """With blanks between words; Korean syllables as letters, so that like sounds are alike."""
    joined: str

    @classmethod
    def of(cls, text: str) -> "ComparableText":
        """Return the form of a text in comparable form."""
        parted = unicodedata.normalize("NFD", text)
        return cls(parted=parted, joined=parted.replace(" ", ""))


def may_be_alike(heard: ComparableText, label: ComparableText) -> bool:
    """Whether their lengths allow a likeness at all."""
    return PART * len(label.joined) <= len(heard.joined) <= _LONGEST * len(label.joined)


def likeness(heard: ComparableText, label: ComparableText) -> float:
    """Return how alike two texts are, 0 to 100.

    A part of a label stands for it if it is nearly exact and long enough; a label inside something
    longer is chance ("bleu" in "table").
    """
    said, called = heard.joined, label.joined
    if not called or not may_be_alike(heard, label):
        return 0.0
    if not set(_DIGITS.findall(said)) <= set(_DIGITS.findall(called)):
        return 0.0  # 32 GB is no 2 GB
    if len(said) == len(called) <= _IDEOGRAMS and said != called and _IDEOGRAM.search(called):
        return 0.0  # 日曜日 is no 土曜日
    whole = fuzz.ratio(said, called)
    if " " in heard.parted and " " in label.parted:
        whole = max(whole, _OTHER_ORDER * fuzz.token_sort_ratio(heard.parted, label.parted))
    is_part = max(FEWEST_FOR_PART, PART * len(called)) <= len(said) < len(called)
    part = fuzz.partial_ratio(said, called) if is_part else 0.0
    score = max(whole, _OF_A_PART * part if part >= _LIKE_A_PART else 0.0)
    is_short = len(called) <= _SHORT and max(called) < _FIRST_WIDE
    if is_short and ACCEPT_SCORE <= score < _SHORT_SCORE:
        # One letter makes another word of a short one ("red", "bread"), unless it is an ending.
        if len(commonprefix((said, called))) < _FEWEST_FOR_ENDING:
            return ACCEPT_SCORE - 1.0
    return score
