"""All the words of a language with which answers to questions are read."""

from dataclasses import dataclass, field
from typing import Annotated, Any

from pydantic import BeforeValidator

from assistant.languages.action_words import ActionWords
from assistant.languages.label_words import LabelWords
from assistant.languages.lexicon import Lexicon, PhraseMeaning, PhraseMeanings


def _groups(text: Any) -> Any:
    """Return the groups of a text: commas and ends of lines part them, `|` the words of one."""
    if not isinstance(text, str):
        raise ValueError("must be a text")
    groups = (group.strip() for group in text.replace("\n", ",").split(","))
    return [frozenset(map(str.strip, group.split("|"))) for group in groups if group]


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerWords:
    """The words of one language: its `answers.toml`."""

    phrases: PhraseMeanings
    """What phrases mean, as they are written; cut into units when the table is compiled."""
    yes_or_no: PhraseMeanings = field(default_factory=dict[str, PhraseMeaning])
    """Phrases that mean something else where only yes or no is asked."""
    suffixes: PhraseMeanings = field(default_factory=dict[str, PhraseMeaning])
    """Particles and endings; a weak one does not follow a number."""
    lexicon: Lexicon
    actions: ActionWords
    """Verbs that are answers: "keep them"."""
    synonyms: Annotated[tuple[frozenset[str], ...], BeforeValidator(_groups)] = ()
    """Groups of words that mean the same. A word stands for an option if the options have one label
    with a word of its group."""
    labels: LabelWords = field(default_factory=LabelWords)
    """What labels say, and how else it is said."""
