"""What is said while dictating that is not typed as it is said. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from assistant.languages.notation import Phrases, TextOfPhrase


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class DictationWords:
    """Words for marks, and for taking back. In lower case.

    Whole words, or parts of the text where words are not apart.
    """

    marks: TextOfPhrase
    """Marks that stand close behind a word, by what is said for them; with the blank before them where
    there is one: "comma"."""
    openings: TextOfPhrase = field(default_factory=dict[str, str])
    """Marks that stand close before a word: "open quote"."""
    breaks: TextOfPhrase
    """Ends of lines: "new line"."""
    doubtful: Phrases = frozenset()
    """Of these, what is also said of something else: a mark only after a pause, or at the end."""
    never_after: Phrases = frozenset()
    """Words after which none of them is a mark: "a comma"."""
    scratch: Phrases
    """Takes back what was dictated last: "scratch that"."""
    always_capital: Phrases = frozenset()
    """Common words that begin with a capital within a sentence too: "I"."""
    by_phrase: Mapping[str, str] = field(init=False, default_factory=dict[str, str])
    """The text of each phrase."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "by_phrase", {**self.marks, **self.openings, **self.breaks})
