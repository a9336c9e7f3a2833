"""One fact: a line `- …` of a memory file, and when two of them say the same. Pure."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import Enum
from typing import Final

from assistant.memory.model.rewordings import is_denied, is_rewording
from assistant.questions.model.sanitizer import clean_text, one_line

MAX_FACT: Final = 300
"""Characters of a fact at most, its mark not counted (G-09)."""
FACT_MARK: Final = "- "
"""What the line of a fact begins with."""
CLOSE: Final = 0.90
"""Ratio of `difflib` from which a fact may be a newer wording of another (G-09)."""

_LEADING_MARK: Final = re.compile(
    r"(?:[-*+•·‣▪◦–—][ \t]+|\d{1,3}[.)][ \t]+|#{1,6}[ \t]+|>[ \t]*|\[[ xX]?\][ \t]+)"
)
_BARE_MARK: Final = re.compile(r"[-*+•·‣▪◦–—>#\s]*")
_HYPHENS: Final = frozenset("-‐‑")
_MEANT: Final = frozenset("#%&@")
"""Punctuation that makes another word of one: C and C#, 5 and 5 %."""


def as_fact(text: str) -> str:
    """Normalise text to one fact: one line without list marks and control characters.

    Args:
        text: Written or spoken; of any length.

    Returns:
        The fact without its mark; empty if there is nothing to remember in it. It may be longer
        than `MAX_FACT`: what becomes of it then is up to the caller.
    """
    lines = (_without_marks(line) for line in clean_text(text, multiline=True).split("\n"))
    fact = _without_marks(one_line(clean_text(" ".join(line for line in lines if line))))
    return fact if key_of(fact).text else ""


def _without_marks(line: str) -> str:
    line = line.strip()
    while (found := _LEADING_MARK.match(line)) is not None:
        line = line[found.end() :].lstrip()
    return "" if _BARE_MARK.fullmatch(line) else line


@dataclass(frozen=True, slots=True)
class FactKey:
    """A fact without what does not matter to its meaning."""

    text: str
    """Composed (NFC), without case, punctuation and space."""
    edges: frozenset[int]
    """Offsets in `text` at which a word begins or ends."""


def key_of(fact: str) -> FactKey:
    """The form in which facts are compared.

    Punctuation stays where it makes another value: between digits (3.5 is not 35), and in C#.
    """
    folded = unicodedata.normalize("NFC", unicodedata.normalize("NFC", fact).casefold())
    kept: list[str] = []
    edges = {0}
    for at, character in enumerate(folded):
        if _is_kept(folded, at):
            kept.append(character)
        elif not _is_hyphen(folded, at):
            edges.add(len(kept))
    edges.add(len(kept))
    return FactKey("".join(kept), frozenset(edges))


def _is_kept(text: str, at: int) -> bool:
    character = text[at]
    kind = unicodedata.category(character)[0]
    if kind not in "PZC" or character in _MEANT:
        return True
    return kind == "P" and text[at - 1 : at].isdigit() and text[at + 1 : at + 2].isdigit()


def _is_hyphen(text: str, at: int) -> bool:
    """Whether a mark joins two parts of one word: a sister-in-law is no sister."""
    return text[at] in _HYPHENS and text[at - 1 : at].isalpha() and text[at + 1 : at + 2].isalpha()


class FactSimilarity(Enum):
    """How a new fact stands to one that is known; the first counts if it is like several."""

    SAME = "same"
    WITHIN = "within"
    """The known one says the same and more."""
    BEYOND = "beyond"
    """The new one says the same and more."""
    CLOSE = "close"
    """The new one is another wording of the same."""
    ALIKE = "alike"
    """Nearly the same words, but another name, number, time or the opposite."""
    OTHER = "other"


def compare(known: str, new: str) -> FactSimilarity:
    """Compare a new fact with a known one (G-09)."""
    old_key, new_key = key_of(known), key_of(new)
    if old_key.text == new_key.text:
        return FactSimilarity.SAME
    if not old_key.text or not new_key.text:
        return FactSimilarity.OTHER
    is_within, is_beyond = holds(old_key, new_key), holds(new_key, old_key)
    if (is_within or is_beyond) and is_denied(known) != is_denied(new):
        return FactSimilarity.ALIKE  # "I like tea" stands in its denial where words are not spaced
    if is_within:
        return FactSimilarity.WITHIN
    if is_beyond:
        return FactSimilarity.BEYOND
    if not _is_close(old_key.text, new_key.text):
        return FactSimilarity.OTHER
    return FactSimilarity.CLOSE if is_rewording(known, new) else FactSimilarity.ALIKE


def holds(outer: FactKey, inner: FactKey) -> bool:
    """Whether `outer` contains `inner` as whole words: tea is not in teak."""
    return any(
        _is_edge(outer, at) and _is_edge(outer, at + len(inner.text))
        for at in _found(outer.text, inner.text)
    )


def _found(text: str, part: str) -> Iterator[int]:
    at = text.find(part)
    while at >= 0:
        yield at
        at = text.find(part, at + 1)


def _is_edge(key: FactKey, at: int) -> bool:
    """Whether words may be cut here; scripts without case set no spaces or add particles."""
    if at in key.edges:
        return True
    return not (_is_of_word(key.text[at - 1]) and _is_of_word(key.text[at]))


def _is_of_word(character: str) -> bool:
    return character.isdigit() or character.lower() != character.upper()


def _is_close(old: str, new: str) -> bool:
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    return (
        matcher.real_quick_ratio() >= CLOSE
        and matcher.quick_ratio() >= CLOSE
        and matcher.ratio() >= CLOSE
    )
