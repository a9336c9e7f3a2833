"""What labels say in a language beside names, and how else that is said: the form of its table."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from assistant.languages.notation import Numbers, Pattern, PhraseList, Phrases

PartsOfDay = tuple[tuple[Numbers, str], ...]
"""What parts of a day are called, separated by `|`, by their hours."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """How a language compares with an ending; patterns of `re`."""

    superlative: Pattern
    """A whole word; its group `stem` is what is compared."""
    comparative: Pattern
    stems: tuple[tuple[str, str], ...] = ()
    """What in the stem is written otherwise where the word stands alone: "happi", "bigg"."""
    ending: Pattern = ""
    """How words end where they stand beside a noun."""
    vowels: Mapping[str, str] = field(default_factory=dict[str, str])
    """Vowels of words that are compared, and those of the words themselves."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Compounds:
    """How a language glues nouns together."""

    general_nouns: PhraseList
    """What is glued to a name without saying more."""
    no_heads: Phrases
    """Ends of words that name nothing of their own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelWords:
    """The words of one language; `|` separates those that mean the same."""

    degrees: Pattern = ""
    """Pattern of words of degree right before what they are said of."""
    compared: Pattern = ""
    """Pattern of how words end that compare."""
    comparison: Comparison | None = None
    weekdays: tuple[str, ...] = ()
    """What the days are called beside their names in calendars, Monday first."""
    pronouns: Phrases = frozenset()
    """Short names of days that mean something else in every other sentence."""
    parts_of_day: PartsOfDay = ()
    """They overlap as they do in speech."""
    part_joint: str = ""
    """What may stand between a part of the day and the hour, where words are not apart."""
    days: tuple[str, ...] = ()
    """How days are called by how far off they are, from today."""
    short_parts: PartsOfDay = ()
    """What parts of a day are called behind such a day."""
    colour: str = ""
    """What may follow the name of a colour."""
    plurals: tuple[str, ...] = ()
    """How words end that mean several, where one ends otherwise."""
    adjective_endings: tuple[str, ...] = ()
    """How adjectives end that say which one is meant: "den direkten", of "direkt"."""
    compounds: Compounds | None = None
