"""All the words of a language with which answers to questions are read."""

from dataclasses import dataclass, field

from assistant.languages.action_words import ActionWords
from assistant.languages.label_words import LabelWords
from assistant.languages.lexicon import Lexicon


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerWords:
    """The words of one language."""

    lexicon: Lexicon
    """What phrases mean."""
    actions: ActionWords
    """Verbs that are answers: "keep them"."""
    synonyms: tuple[str, ...] = ()
    """Groups of words that mean the same, separated by `|`. A word stands for an option if the options
    have one label with a word of its group."""
    labels: LabelWords = field(default_factory=LabelWords)
    """What labels say, and how else it is said."""
