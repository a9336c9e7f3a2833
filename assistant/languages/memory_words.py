"""What a language says of what to remember: the form of its words."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from assistant.languages.notation import Pattern, Phrases


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestPattern:
    """A sentence that asks to remember something, without the marks around it.

    The group `fact` is what to remember; without one the sentence points at another. Where a group
    `other` is found it asks for something else: "remember when".
    """

    pattern: Pattern
    favour: Pattern | None = None
    """A pattern that is in a question which asks the favour; None if no question does."""
    pointing: Pattern | None = None
    """A fact that only points at another sentence: "this"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryWords:
    """What is said of what to remember. Patterns are searched for in any case of the letters."""

    requests: tuple[RequestPattern, ...]
    """The first that fits a sentence decides."""
    quotes: Mapping[str, str] = field(default_factory=dict[str, str])
    """How a group `quote`, by its beginning, ends the fact before it."""
    for_now: Pattern | None = None
    """A request that among other sentences is about the task at hand: "remember to add tests"."""
    weak: Pattern
    """In a request that is about the task at hand, unless the fact begins with `own`."""
    own: Pattern
    lasting: Pattern
    """In a request that is not."""
    agent: Pattern
    """In a fact about how the assistant is to behave."""
    work: Pattern
    """In a fact about the work."""
    personal: Pattern
    """In a fact about the user."""
    named_work: Pattern
    """In a fact about the work although it is `personal`."""
    opposite_endings: Pattern | None = None
    """What turns a word into its opposite at its end: "hopeless", "without"."""
    stop_words: Phrases
    """Words, or characters, that do not say what a fact is about."""
    articles: Phrases = frozenset()
    """Words that may come or go without changing what is said."""
