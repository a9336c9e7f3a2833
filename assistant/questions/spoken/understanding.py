"""What an answer may mean: a choice, a command, or that it has to be asked again. Pure."""

from dataclasses import dataclass
from enum import Enum
from typing import Final

from assistant.languages.lexicon import CommandKind

WITH_UNKNOWN: Final = 0.75
"""How sure a choice is beside words without a meaning."""
BY_ELIMINATION: Final = 0.8
"""How sure is what remains where the rest was ruled out."""
BY_TWO_SENSES: Final = 0.85
"""How sure is a word for a place that means something else where more is said."""
BY_REFERENCE: Final = 0.9
"""How sure is what was only pointed at."""
BY_LIKE_WORD: Final = 0.9
"""How sure is a label that says what was said in another word."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SpokenChoice:
    """The user chose; in the author's order."""

    option_ids: tuple[str, ...] = ()
    boolean: bool | None = None
    text: str | None = None
    """Words of the user's own: the answer to a text question, or one beside the options."""
    score: float
    """How sure it is, 0 to 1."""
    needs_confirming: bool = False
    """Read it back and take it only after a yes."""
    unknown: int = 0
    """Words beside it without a meaning."""
    ruled_out: int = 0
    """Options that were said not to be meant."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SpokenCommand:
    """The user wants something other than to choose."""

    kind: CommandKind
    option_ids: tuple[str, ...] = ()
    """What to explain, compare or repeat; empty for all."""
    words: str = ""
    """For `OTHER`: what they said would fit, as heard; for `CANCEL`: the reason, if they gave one."""
    score: float = 1.0
    """How sure it is, 0 to 1."""
    needs_confirming: bool = False
    """Ask whether it is meant, and obey only after a yes."""


class UnclearReason(Enum):
    """Why nothing could be taken."""

    EMPTY = "empty"
    NO_MATCH = "no_match"
    AMBIGUOUS = "ambiguous"
    OUT_OF_RANGE = "out_of_range"
    ONE_ONLY = "one_only"
    """Several were chosen where one is wanted."""
    EXCLUDED = "excluded"
    """Something was ruled out and several remain."""
    QUESTION = "question"
    """The user asked something that is not known here."""
    UNSURE = "unsure"
    """The user said that they do not know."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnclearAnswer:
    """Ask again."""

    reason: UnclearReason
    score: float = 0.0
    candidates: tuple[str, ...] = ()
    """Option ids between which it lies, if that is known."""
    unknown: int = 0
    """Words without a meaning."""


Understanding = SpokenChoice | SpokenCommand | UnclearAnswer


@dataclass(frozen=True, slots=True, kw_only=True)
class Interpretation:
    """What an answer means in one language, and what in it has no meaning."""

    meant: Understanding
    unknown_count: int = 0
    """Words without a meaning."""
    foreign_count: int = 0
    """Words that are neither of the language nor of the labels."""
    ruled_out: int = 0
    """Options that were said not to be meant."""
    is_own: bool = False
    """Whether it is understood, and none of the options."""


def is_nothing(meant: Understanding) -> bool:
    """Whether no meaning was found."""
    return isinstance(meant, UnclearAnswer) and meant.reason is UnclearReason.NO_MATCH
