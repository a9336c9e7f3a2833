"""What phrases mean, as data: the form of a language's table.

A table maps phrases to meanings; the rules that combine meanings (`selection.py`) know no language.
A further language is a further table.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum, IntEnum


class CommandKind(Enum):
    """What a person may ask for instead of choosing."""

    REPEAT = "repeat"
    SLOWER = "slower"
    MORE = "more"
    """The next page of a long list."""
    EXPLAIN = "explain"
    COMPARE = "compare"
    BACK = "back"
    SKIP = "skip"
    CANCEL = "cancel"
    DECIDE = "decide"
    """The assistant shall choose."""
    LATER = "later"
    OTHER = "other"
    """None of the options, or words of their own."""


class PhraseTag(Enum):
    """What a phrase does. `value` is described where a tag has one."""

    ORDINAL = "ordinal"
    """A place in the list, from 1: "the second"."""
    MARKED = "marked"
    """A number said to be one of the list: "number two". `value` from 1."""
    NUMBER = "number"
    """A bare number."""
    LETTER = "letter"
    """A letter of the alphabet, `value` from 1."""
    FROM_END = "from_end"
    """Counted from the end, 1 is the last."""
    FIRST_OF = "first_of"
    """The first `value` options."""
    LAST_OF = "last_of"
    """The last `value` options."""
    MIDDLE = "middle"
    """The one in the middle; the two there if `value` is 2, the one of middle size if it is 1."""
    RECOMMENDED = "recommended"
    OPTION = "option"
    """A label; `value` is its zero-based index."""
    THAT = "that"
    """The option being read."""
    OTHER_ONE = "other_one"
    """Of two, the one that is not being read."""
    ALL = "all"
    """Every option; of exactly `value` options if that is not 0."""
    NONE = "none"
    AND = "and"
    TO = "to"
    """Between two places: everything from one to the other."""
    NOT = "not"
    """Not what follows; if nothing follows, not what stands before."""
    NOT_BEFORE = "not_before"
    """Not what stands before."""
    EXCEPT = "except"
    """Everything but what follows."""
    EXCEPT_BEFORE = "except_before"
    """Everything but what stands before; with the `value` 1 it says itself that all else is meant."""
    BUT = "but"
    """After "all" as `EXCEPT`; elsewhere ends a negation."""
    OR = "or"
    """Leaves open which of two is meant."""
    EXCESS = "excess"
    """Rules out what stands before it, with the words beside it: "too"."""
    LINK = "link"
    """Says what stands before it to be what follows: "is"."""
    LEAST = "least"
    """The label that has least of a `Scale`, which is the `value`."""
    GREATEST = "greatest"
    """The label that has most of a `Scale`, which is the `value`."""
    WORKDAYS = "workdays"
    """The days from Monday to Friday."""
    WEEKEND = "weekend"
    """Saturday and Sunday."""
    MODIFIER = "modifier"
    """Makes something else of what it stands beside: "half"; a weak one only of a denial."""
    OBJECTION = "objection"
    """No, unless it is denied: "objections"."""
    AFFIRM = "affirm"
    """Wants what stands beside it; ends a negation: "make it"."""
    SO = "so"
    """What stands before is the reason for what follows; a weak one never means "then"."""
    BECAUSE = "because"
    """What follows is the reason for what stands before."""
    CONDITION = "condition"
    """Whatever is said holds only if something else does."""
    PAST = "past"
    """What its clause names holds no longer: "used to"."""
    CORRECTION = "correction"
    """What was said before does not count."""
    YES = "yes"
    NO = "no"
    UNSURE = "unsure"
    """Not known; one with the `value` 1 only softens what is named: "maybe"."""
    QUESTION = "question"
    """The user asks something."""
    COMMAND = "command"
    FILLER = "filler"
    SUFFIX = "suffix"
    """A filler that only counts glued to the phrase before it."""
    UNKNOWN = "unknown"

    __hash__ = object.__hash__  # by identity, as they compare; Enum hashes the name at each look-up


@dataclass(frozen=True, slots=True, kw_only=True)
class PhraseMeaning:
    """What a phrase means."""

    tag: PhraseTag
    value: int = 0
    command: CommandKind | None = None
    rank: int = 1
    """Of the least or most: 2 is the second cheapest."""
    is_weak: bool = False
    """Counts only where nothing unknown stands beside it (a single common word)."""
    is_article: bool = False
    """Belongs to the word right after it, if one follows: "un café", "no sugar"."""
    is_doubtful: bool = False
    """Has a common other sense; to be confirmed where nothing else supports it."""


class Scale(IntEnum):
    """What is compared where the least or the most is meant; the `value` of such a phrase."""

    SIZE = 0
    AGE = 1
    """Of versions."""
    PRICE = 2
    TIME = 3


class WritingScript(Enum):
    """How a language's text is cut into units."""

    WORDS = "words"
    """Spaces separate words; a phrase covers whole words."""
    SYLLABLES = "syllables"
    """Spaces separate words that carry particles; spaces inside a phrase are optional."""
    CHARACTERS = "characters"
    """No spaces."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lexicon:
    """The table of one language."""

    script: WritingScript
    phrases: Mapping[str, PhraseMeaning]
    """Phrases as written; cut into units when the table is compiled."""
    suffixes: Mapping[str, PhraseMeaning] = field(default_factory=dict[str, PhraseMeaning])
    """Particles and endings; a weak one does not follow a number."""
    for_yes_or_no: Mapping[str, PhraseMeaning] = field(default_factory=dict[str, PhraseMeaning])
    """Phrases that mean something else where only yes or no is asked."""
    homophones: Mapping[str, int] = field(default_factory=dict[str, int])
    """What sounds like a number, if it is all that was said."""
    sounds_like: Mapping[str, int] = field(default_factory=dict[str, int])
    """What a recogniser makes of a number that it did not catch; to be confirmed."""
    number_words: Mapping[int, tuple[str, ...]] = field(default_factory=dict[int, tuple[str, ...]])
    """Other ways to say the numbers in labels."""
    symbol_words: Mapping[str, str] = field(default_factory=dict[str, str])
    """How the symbols in labels are said."""
    variants: Mapping[str, str] = field(default_factory=dict[str, str])
    """Characters that are written in two ways → the one the table uses."""
    rewrites: tuple[tuple[str, str | Callable[[re.Match[str]], str]], ...] = ()
    """Patterns of `re` replaced in what was heard, before it is cut."""
    dropped: frozenset[str] = frozenset()
    """Articles that are written together with what follows, before an apostrophe."""
    pausing: frozenset[str] = frozenset()
    """Words that mean something else before a mark; cut with a comma there, as in the phrases."""
    endings: tuple[tuple[str, PhraseTag], ...] = ()
    """How unknown words end that join clauses, where words carry particles."""
    clitic: str = ""
    """What is written at the end of any word without the apostrophe: "four's"."""
    point_words: tuple[str, ...] = ()
    """What stands between the parts of a number such as a version; often nothing does."""
    label_variants: tuple[tuple[str, str], ...] = ()
    """Patterns of `re` in labels, and what may be said instead: "30분" for "반"."""
    clock: Callable[[int, int], Iterable[str]] | None = None
    """How a time of day is said beside its numbers."""
    letter_names: Mapping[str, str] = field(default_factory=dict[str, str])
    """Letters by how recognisers write their names: "see"."""
    compound_number: Callable[[int], Iterable[str]] | None = None
    """How a number above twenty is said."""
    objections: str = ""
    """Pattern of a question to which yes is an objection: "do you mind"."""
    either_way: str = ""
    """Pattern of what asks for a thing or its denial at once, which denies nothing: "要不要",
    "or not". A group in it is what remains."""
    before_amounts: frozenset[str] = frozenset()
    """Words before a number that is no place in a list: "at two"."""
    offers: str = ""
    """Pattern of a question that offers something."""
    declining: frozenset[str] = frozenset()
    """What may mean no as well as yes to an offer, in comparable form."""
    refusing: frozenset[str] = frozenset()
    """What means no to an offer, and little elsewhere, in comparable form."""
    inflections: frozenset[str] = frozenset()
    """How words of the language end, where that is little: "mainly" is no form of "main"."""
    rest: tuple[str, ...] = ()
    """How words for all begin that mean all the others: "the rest"."""
    afterwards: frozenset[str] = frozenset()
    """What puts off what follows, where it stands between two names, in comparable form."""
    halves: frozenset[str] = frozenset()
    """What makes a part of the amount beside it, or adds it: "半", "and a half"."""
    titles: frozenset[str] = frozenset()
    """What follows the name of a person and may mean something else: "さん", which is three."""
    otherwise: frozenset[str] = frozenset()
    """What behind a name says what would be without it, in comparable form: "or else"."""
    reasons_behind: frozenset[str] = frozenset()
    """Words that right behind a name begin a reason, and ask or join elsewhere: "que"."""
    closings: frozenset[str] = frozenset()
    """What ends a sentence behind a name without a mark: "이요", "吧"; in comparable form."""
    pointing: frozenset[str] = frozenset()
    """What points at a noun that is counted with a word of its own: "那"."""
    wishing_all: str = ""
    """What in a word for all the others says that they are wished: "都"."""
    bare_denial: str = ""
    """What between two names may be "no" as well as "not": "不"."""
    counters: str = ""
    """Characters before which a numeral in a label is a number, where words are not apart."""
    uncounted: str = ""
    """What is no numeral before a counter though it looks like one, as a pattern: "이번", this."""


def same_meaning(meaning: PhraseMeaning, phrases: Iterable[str]) -> dict[str, PhraseMeaning]:
    """Give several phrases one meaning."""
    return dict.fromkeys(phrases, meaning)


def tagged(
    tag: PhraseTag,
    *phrases: str,
    value: int = 0,
    is_weak: bool = False,
    is_article: bool = False,
    is_doubtful: bool = False,
) -> dict[str, PhraseMeaning]:
    """Give several phrases one tag; `|` separates phrases inside a text as well."""
    meaning = PhraseMeaning(
        tag=tag, value=value, is_weak=is_weak, is_article=is_article, is_doubtful=is_doubtful
    )
    return same_meaning(meaning, _split(phrases))


def commands(kind: CommandKind, *phrases: str, is_weak: bool = False) -> dict[str, PhraseMeaning]:
    """Let several phrases be one command."""
    return same_meaning(
        PhraseMeaning(tag=PhraseTag.COMMAND, command=kind, is_weak=is_weak), _split(phrases)
    )


def _split(phrases: Iterable[str]) -> Iterable[str]:
    return (phrase.strip() for text in phrases for phrase in text.split("|"))
