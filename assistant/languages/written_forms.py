"""How labels write times, prices and sizes in one language: the form of its words.

Labels are often in another language than the conversation, so what one language writes is
understood in all.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from assistant.languages.notation import Pattern, PhraseList, Phrases

NOTHING: Final = r"(?!)"
"""A pattern that is in no text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenForms:
    """The words of one language. Patterns are searched for in any case of the letters."""

    hour: PhraseList = ()
    """What follows the number of an hour: "o'clock", "時"; the usual one first."""
    minute: PhraseList = ()
    """What follows the number of a minute, where it is written: "分"."""
    half: PhraseList = ()
    """What follows an hour for half an hour more, without a blank: "半"."""
    quarters: tuple[PhraseList, ...] = ()
    """The same for one, two and three quarters."""
    zero: str = ""
    """What is written before the minutes up to nine: "零"."""
    before_noon: Pattern = NOTHING
    """What says that an hour is before noon: "in the morning"."""
    after_noon: Pattern = NOTHING
    """What says that an hour is after noon: "in the evening"."""
    noon: Pattern = NOTHING
    """A time that is noon: "midday"."""
    about: Pattern = NOTHING
    """What stands around an amount that is no exact one: "約"."""
    currencies: Pattern = NOTHING
    """Names of money behind an amount: "dollars"."""
    money_words: tuple[tuple[Pattern, PhraseList], ...] = ()
    """Signs of money, and what is said between its whole amount and the cents: "five euros twenty"."""
    counted_money: str = ""
    """What follows an amount with words for thousands, without a blank: "円" in "1万5千円"."""
    thousand: str = ""
    """A thousand in such an amount; any of these characters."""
    ten_thousand: str = ""
    """Ten thousand in such an amount; any of these characters."""
    free: Pattern = NOTHING
    """What costs nothing: "free"."""
    garments: tuple[Phrases, ...] = ()
    """Names of sizes from XS to XL: "extra small", "small"."""
    units: Mapping[str, Phrases] = field(default_factory=dict[str, Phrases])
    """How a unit is written in labels, by how it is said: "kilos" is "kg"."""
    intensifiers: Phrases = frozenset()
    """Words that strengthen another: "very"."""
    joints: Phrases = frozenset()
    """What stands between two names or the parts of a list: "and"."""
    spelled_out: Mapping[str, str] = field(default_factory=dict[str, str])
    """Letters by how they are written without them: "ae" for "ä"."""
