"""What stands beside a choice and does not change it, in the languages that write words apart.

Praise, wishes, reasons that give none, endings: "would be nicer", "just to be safe", "and that's it".
Whatever else a phrase means in a language goes before.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Final

from assistant.languages.lexicon import (
    CommandKind,
    PhraseMeaning,
    PhraseTag,
    commands,
    tagged,
)


class Limit(IntEnum):
    """How an amount bounds what is meant; the `value` of such a `CONDITION`."""

    BELOW = 1
    ABOVE = 2
    AT_MOST = 3
    AT_LEAST = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Asides:
    """What stands beside a choice in one language; `|` separates phrases."""

    remarks: tuple[str, ...]
    enough: str
    """What ends everything where it is said alone, and behind a name says that no more is needed."""
    hedges: str
    """What softens a choice: "the tea, maybe"."""
    limits: Mapping[Limit, str]


SOFTENING: Final = 1
"""The `value` of an `UNSURE` that only softens what is named beside it."""


def asides(words: Asides) -> dict[str, PhraseMeaning]:
    """Return the asides of a language; they stand behind whatever else a phrase means."""
    return tagged(PhraseTag.FILLER, *words.remarks)


def hedges(words: Asides) -> dict[str, PhraseMeaning]:
    """Return the words of a language that soften a choice."""
    return tagged(PhraseTag.UNSURE, words.hedges, value=SOFTENING)


def endings(words: Asides) -> dict[str, PhraseMeaning]:
    """Return what ends everything in a language, or says that something is enough."""
    return {
        phrase: replace(meaning, is_doubtful=True)
        for phrase, meaning in commands(CommandKind.CANCEL, words.enough, is_weak=True).items()
    }


def limits(words: Asides) -> dict[str, PhraseMeaning]:
    """Return what bounds an amount in a language."""
    return {
        phrase: meaning
        for limit, texts in words.limits.items()
        for phrase, meaning in tagged(PhraseTag.CONDITION, texts, value=limit).items()
    }
