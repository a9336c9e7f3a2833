"""What phrases mean, as data: the form of a language's table.

A table maps phrases to meanings; the rules that combine meanings (`selection.py`) know no language.
A further language is a further table.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum, IntEnum
from typing import Annotated, Any, Final, cast

from pydantic import BeforeValidator, GetCoreSchemaHandler, GetPydanticSchema, ValidationInfo
from pydantic_core import CoreSchema, core_schema

from assistant.languages.action_words import ActionWords
from assistant.languages.label_words import LabelWords
from assistant.languages.notation import (
    FromOne,
    FromZero,
    NumberOfPhrase,
    Numbers,
    Pattern,
    PhraseList,
    Phrases,
    expanded,
    parts_of,
)
from assistant.languages.spoken_numbers import ClockTimes, NumberRule


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


class Limit(IntEnum):
    """How an amount bounds what is meant; the `value` of such a `CONDITION`."""

    BELOW = 1
    ABOVE = 2
    AT_MOST = 3
    AT_LEAST = 4


SOFTENING: Final = 1
"""The `value` of an `UNSURE` that only softens what is named beside it."""


class WritingScript(Enum):
    """How a language's text is cut into units."""

    WORDS = "words"
    """Spaces separate words; a phrase covers whole words."""
    SYLLABLES = "syllables"
    """Spaces separate words that carry particles; spaces inside a phrase are optional."""
    CHARACTERS = "characters"
    """No spaces."""


def _name(kind: type[IntEnum]) -> BeforeValidator:
    return BeforeValidator(lambda name: kind[name.upper()] if isinstance(name, str) else name)


@dataclass(frozen=True, slots=True, kw_only=True)
class PhraseGroup:
    """Phrases of one meaning, as a file lists them; the fields are those of `PhraseMeaning`."""

    phrases: str
    tag: PhraseTag | None = None
    command: CommandKind | None = None
    value: int = 0
    scale: Annotated[Scale, _name(Scale)] | None = None
    """The `value`, where it is a scale."""
    limit: Annotated[Limit, _name(Limit)] | None = None
    """The `value`, where it is a limit."""
    rank: int = 1
    is_weak: bool = False
    is_article: bool = False
    is_doubtful: bool = False
    numbers: Numbers = ()
    """Numbers for which the phrases are made; each is the `value` of its own."""

    def meaning(self, value: int) -> PhraseMeaning:
        """Return what the phrases mean.

        Raises:
            ValueError: If the group has neither a tag nor a command.
        """
        tag = self.tag or (PhraseTag.COMMAND if self.command else None)
        if tag is None:
            raise ValueError("neither tag nor command is given")
        return PhraseMeaning(
            tag=tag,
            value=value,
            command=self.command,
            rank=self.rank,
            is_weak=self.is_weak,
            is_article=self.is_article,
            is_doubtful=self.is_doubtful,
        )


def _meanings(groups: Iterable[PhraseGroup], info: ValidationInfo) -> dict[str, PhraseMeaning]:
    """Return what each phrase means; the last group that has it decides."""
    found: dict[str, PhraseMeaning] = {}
    parts = parts_of(info)
    for group in groups:
        scale = group.limit if group.scale is None else group.scale
        for number in group.numbers:
            forms = parts.at(number)
            found |= dict.fromkeys(expanded(group.phrases, forms), group.meaning(number))
        if not group.numbers:
            meaning = group.meaning(group.value if scale is None else scale)
            found |= dict.fromkeys(expanded(group.phrases, parts.forms), meaning)
    return found


def _from_groups(_kind: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
    groups = handler.generate_schema(tuple[PhraseGroup, ...])
    return core_schema.with_info_after_validator_function(_meanings, groups)


def _flattened(rows: Any) -> Any:
    """Turn rows of a value and several texts into pairs."""
    if not isinstance(rows, list):
        raise ValueError("must be an array")
    return [(row[0], text) for row in cast("list[Any]", rows) for text in row[1:]]


def _endings(rows: Any, info: ValidationInfo) -> Any:
    forms = parts_of(info).forms
    return [(ending, tag) for texts, tag in rows for ending in expanded(texts, forms)]


def _letters(names: Mapping[int, Iterable[str]]) -> Mapping[str, str]:
    return {name: chr(ord("a") + n - 1) for n, forms in names.items() for name in forms}


def _from_letters(_kind: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
    return core_schema.no_info_after_validator_function(_letters, handler.generate_schema(FromOne))


def _characters(rows: Any) -> Any:
    return {one: other for row in rows for one, other in zip(*row, strict=True)}


def _groups(text: Any) -> Any:
    if not isinstance(text, str):
        raise ValueError("must be a text")
    groups = (group.strip() for group in text.replace("\n", ",").split(","))
    return [frozenset(map(str.strip, group.split("|"))) for group in groups if group]


PhraseMeanings = Annotated[Mapping[str, PhraseMeaning], GetPydanticSchema(_from_groups)]
"""An array of `PhraseGroup`s; of a phrase that is in several the last one counts."""
LetterNames = Annotated[Mapping[str, str], GetPydanticSchema(_from_letters)]
"""An array with the names of each letter from A on."""
LabelVariants = Annotated[tuple[tuple[Pattern, str], ...], BeforeValidator(_flattened)]
"""Rows of a pattern and one or several texts."""
Endings = Annotated[tuple[tuple[str, PhraseTag], ...], BeforeValidator(_endings)]
"""Rows of endings, as a text of phrases, and their tag."""
CharacterMap = Annotated[Mapping[str, str], BeforeValidator(_characters)]
"""Rows of two texts, of which each character of the first is written as that of the second."""
Synonyms = Annotated[tuple[frozenset[str], ...], BeforeValidator(_groups)]
"""A text of groups: commas and ends of lines part them, `|` the words of one."""
EACH: Final = "{each}"
"""In what replaces a pattern: the rest is put once for each character of the first group."""


def replacement(text: str) -> str | Callable[[re.Match[str]], str]:
    """Return what `re` replaces a match of a rewrite with."""
    if EACH not in text:
        return text
    return lambda found: "".join(text.replace(EACH, character) for character in found[1])


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberReading:
    """How numbers are said in answers and labels, beside the cardinals of the language."""

    words: FromZero = field(default_factory=dict[int, tuple[str, ...]])
    """Further words of a number: "oh" for 0. When it is read, the cardinals stand before them."""
    large: tuple[NumberRule, ...] = ()
    """How numbers above twenty are said: "a hundred and five"."""
    clock: ClockTimes | None = None
    """How times of day are said beside their numbers: "half past six"."""
    homophones: NumberOfPhrase = field(default_factory=dict[str, int])
    """What sounds like a number, if it is all that was said: "for", which is 4."""
    misheard: NumberOfPhrase = field(default_factory=dict[str, int])
    """What a recogniser makes of a number that it did not catch: "tree"; to be confirmed."""
    decimal_points: PhraseList = ()
    """What is said between the parts of a number such as a version: "three point two"."""
    before_amounts: Phrases = frozenset()
    """Words before a number that is no place in a list: "at two"."""
    fractions: Phrases = frozenset()
    """What makes a part of the amount beside it, or adds one: "half", "and a half"."""
    counters: str = ""
    """Characters before which a numeral in a label is a number, where words are not apart: "名"."""
    not_counted: Pattern = ""
    """What is no numeral before a counter though it looks like one: "이번", which is "this time"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spelling:
    """How words and signs are written, and how else they are said."""

    symbols: Mapping[str, str] = field(default_factory=dict[str, str])
    """How signs in labels are said: "plus" for "+"."""
    letter_names: LetterNames = field(default_factory=dict[str, str])
    """Letters by how recognisers write their names: "see" is C."""
    same_characters: CharacterMap = field(default_factory=dict[str, str])
    """Characters by the one that the phrases have for them, beside the language's letter variants:
    幺, which is 1."""
    rewrites: tuple[tuple[Pattern, str], ...] = ()
    """Patterns that are replaced in what was heard before it is cut: "rather A than B" is "A not B"."""
    label_variants: LabelVariants = ()
    """Patterns in labels, and what may be said instead: "half an hour" for "30 min"."""
    elided: Phrases = frozenset()
    """Articles that are written together with what follows: "l" in "l'addition"."""
    before_commas: Phrases = frozenset()
    """Words that mean something else before a comma, and have it in the phrases then: "no,"."""
    sounds: tuple[tuple[Pattern, str], ...] = ()
    """Patterns in a word, which is in lower case without accents, and what is put for them, one after
    the other, until words that sound alike are equal: "kn" at the beginning is "n"."""
    clitic: str = ""
    """What is written at the end of any word without its apostrophe: "s" in "fours"."""
    inflections: frozenset[str] = frozenset()
    """How forms of a word end, where that is little: "ing". "Mainly" is no form of "main"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Offers:
    """How questions of yes or no are meant. Patterns are searched for in the question."""

    offer: Pattern = ""
    """A question that offers something: "would you like"."""
    objection: Pattern = ""
    """A question to which yes is an objection: "do you mind"."""
    either_way: Pattern = ""
    """Asks for a thing or its denial at once, and denies nothing: "or not". A group is what remains."""
    may_refuse: Phrases = frozenset()
    """What may mean no as well as yes to an offer: "I'm good"; in comparable form."""
    refuses: Phrases = frozenset()
    """What means no to an offer, and little elsewhere: "I'm fine"; in comparable form."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClauseWords:
    """How sentences are joined and end, beside the phrases. In comparable form."""

    endings: Endings = ()
    """Endings of unknown words that join clauses, where words carry them: "니까", so."""
    verb_endings: str = ""
    """Characters with which endings begin that make a verb of a noun: "해" of "삭제해", delete it."""
    subject_particles: Phrases = frozenset()
    """What follows the subject of a sentence and may mean "but" elsewhere: "が"."""
    closings: Phrases = frozenset()
    """What ends a sentence behind a name without a mark: "吧", please."""
    rest: PhraseList = ()
    """How words for all begin that mean all the others: "the rest"."""
    later: Phrases = frozenset()
    """What puts off what follows where it stands between two names: "afterwards"."""
    otherwise: Phrases = frozenset()
    """What behind a name says what would be without it: "or else"."""
    reason_openers: Phrases = frozenset()
    """Words that begin a reason right behind a name, and ask or join elsewhere: "mainly"."""
    titles: Phrases = frozenset()
    """What follows the name of a person and may mean something else: "さん", Mr, which is three."""
    demonstratives: Phrases = frozenset()
    """What points at a noun that is counted with a word of its own: "那", that."""
    all_marker: str = ""
    """What says in a word for all the others that they are wished: "都", all of them."""
    denial_marker: str = ""
    """What may be "no" as well as "not" between two names: "不"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lexicon:
    """The words with which answers in one language are read: its `answers.toml`."""

    script: WritingScript = WritingScript.WORDS
    """Set from the language."""
    phrases: PhraseMeanings
    """What phrases mean, as they are written; cut into units when the table is compiled."""
    yes_or_no: PhraseMeanings = field(default_factory=dict[str, PhraseMeaning])
    """Phrases that mean something else where only yes or no is asked: "sure"."""
    suffixes: PhraseMeanings = field(default_factory=dict[str, PhraseMeaning])
    """Particles and endings; a weak one does not follow a number."""
    numbers: NumberReading = NumberReading()
    spelling: Spelling = Spelling()
    offers: Offers = Offers()
    clauses: ClauseWords = ClauseWords()
    actions: ActionWords
    """Verbs that are answers: "keep them"."""
    synonyms: Synonyms = ()
    """Groups of words that mean the same. A word stands for an option if the options have one label
    with a word of its group."""
    labels: LabelWords = LabelWords()
    """What labels say, and how else it is said: days, degrees, comparison."""
