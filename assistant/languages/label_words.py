"""What labels say in one language beside names: days, degrees, comparison. The form of its words."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from assistant.languages.notation import Numbers, Pattern, PhraseList, Phrases

PartsOfDay = tuple[tuple[Numbers, str], ...]
"""What parts of a day are called, separated by `|`, by their hours."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """How a language compares with an ending; patterns of `re`."""

    superlative: Pattern
    """A whole word that means the most: "longest"; its group `stem` is what is compared, "long"."""
    comparative: Pattern
    """A whole word that means more: "longer", with the same group."""
    stems: tuple[tuple[str, str], ...] = ()
    """Patterns in a stem, and what replaces them where the word stands alone: "happi" is "happy"."""
    ending: Pattern = ""
    """How a word ends beside a noun, as German "e" in "lange": it is not compared."""
    vowels: Mapping[str, str] = field(default_factory=dict[str, str])
    """Vowels by those of the word itself, as in "old" and "elder"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Compounds:
    """How a language glues nouns together."""

    general_nouns: PhraseList
    """Nouns that say no more behind a name: "seat" in "window seat"."""
    no_heads: Phrases
    """Ends of words that are no noun of their own: "ing"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelWords:
    """The words of one language; `|` separates those that mean the same."""

    degrees: Pattern = ""
    """Words of degree right before what they are said of: "very"."""
    compared: Pattern = ""
    """How words end that compare: "er", "est"."""
    comparison: Comparison | None = None
    """How words are compared; None where no ending does it."""
    weekdays: tuple[str, ...] = ()
    """What days are called beside their names in calendars, Monday first: "tues"."""
    pronouns: Phrases = frozenset()
    """Short names of days that are common words too, as "sun" would be."""
    parts_of_day: PartsOfDay = ()
    """Parts of the day by their hours, which overlap as they do in speech: 5 to 11 "morning"."""
    part_joint: str = ""
    """What may stand between a part of the day and the hour, where words are not apart: "の"."""
    days: tuple[str, ...] = ()
    """What days are called by how far off they are, from today on: "tomorrow"."""
    short_parts: PartsOfDay = ()
    """Parts of the day behind such a day, by their hours: "night" of "tomorrow night"."""
    colour: str = ""
    """What may follow the name of a colour: "色", colour."""
    plurals: tuple[str, ...] = ()
    """How words end that mean several: "s" in "pens"."""
    adjective_endings: tuple[str, ...] = ()
    """How adjectives end beside a noun, as German "en" in "den direkten", the direct one."""
    compounds: Compounds | None = None
    """How nouns are glued together; None where they stand apart."""
