"""What is asked of the program itself in one language: sentences, and how their values are said.

A sentence is a template in a notation like that of Home Assistant:

- `(a|b)` one of several, `[a]` may be left out, `<name>` another template, from `rules`;
- `{length}` a slot (`assistant.intents.slot_readers` has them all), `{part:pm}` a slot that has this
  value and takes up no words;
- `!word` a word that must not follow here;
- `_` a blank that must be there, where words are not spaced;
- everything else is words. Case, accents, apostrophes and punctuation do not count, nor do blanks in
  a language that is written without them.

A template of several lines is one of them; a line that begins with a blank continues the one before.
`{place=Rome|Paris}` is a slot too: its value is whichever of these words is said. `<name>` among them
is any word of that rule, and `_` a blank of the value as well. What is tried first wins.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from assistant.languages.notation import (
    NumberOfPhrase,
    Numbers,
    Pattern,
    PhraseList,
    Phrases,
    TextOfPhrase,
)


class IntentName(Enum):
    """What is asked for, where no model is needed to do it."""

    GET_TIME = "get_time"
    GET_DATE = "get_date"
    CALCULATE = "calculate"
    SET_TIMER = "set_timer"
    WAKE_UP = "wake_up"
    """An alarm; what is said without "in the evening" is a time of the morning."""
    SET_ALARM = "set_alarm"
    SET_REMINDER = "set_reminder"
    LIST_TIMERS = "list_timers"
    CANCEL_TIMER = "cancel_timer"
    ADD_NOTE = "add_note"
    READ_NOTES = "read_notes"
    DELETE_NOTE = "delete_note"
    ADD_TO_LIST = "add_to_list"
    SHOW_LIST = "show_list"
    REMOVE_FROM_LIST = "remove_from_list"
    REMEMBER = "remember"
    RECALL = "recall"
    FORGET = "forget"
    LAST_REQUEST = "last_request"
    STOP = "stop"
    VOLUME_UP = "volume_up"
    VOLUME_DOWN = "volume_down"
    SET_VOLUME = "set_volume"
    OPEN_APPLICATION = "open_application"
    OPEN_ADDRESS = "open_address"
    WAITING_AGENTS = "waiting_agents"
    """Which sessions of coding agents wait for the user."""
    LIST_AGENTS = "list_agents"
    AGENT_WORK = "agent_work"
    """What the session in one project does or did."""
    AGENT_PROGRESS = "agent_progress"
    """How far the agents are that Parley started; said where there are any, it can mean nothing else."""
    LIST_DECISIONS = "list_decisions"
    """What the user decided when a question was asked."""
    START_AGENT = "start_agent"
    """Understood by `intents.agent_orders`, not by sentences."""
    WHO_ARE_YOU = "who_are_you"
    DECLINE = "decline"
    """What needs the internet or other people."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberCompound:
    """How the words of two numbers become the word of their sum: "twenty" and "one"."""

    forms: PhraseList
    """What is said, with `{head}` and `{tail}`."""
    heads: NumberOfPhrase | Numbers
    """Words, or the numbers whose words are known from the cardinals and the compounds before."""
    tails: NumberOfPhrase | Numbers

    def words(self, known: Mapping[str, int]) -> Iterator[tuple[str, int]]:
        """Yield each word and its number.

        Args:
            known: The words that numbers have so far.
        """
        tails = _words_of(self.tails, known)
        for head, more in _words_of(self.heads, known).items():
            for tail, n in tails.items():
                for form in self.forms:
                    yield form.format(head=head, tail=tail), more + n


def _words_of(part: NumberOfPhrase | Numbers, known: Mapping[str, int]) -> Mapping[str, int]:
    if isinstance(part, tuple):
        return {word: n for word, n in known.items() if n in part}
    return part


@dataclass(frozen=True, slots=True, kw_only=True)
class SpokenNumbers:
    """How numbers are said."""

    cardinals: NumberOfPhrase
    """Whole words and phrases; characters where words are not spaced."""
    compounds: tuple[NumberCompound, ...] = ()
    """With them, the cardinals reach from 0 to 99 at least. In order: one may build on another."""
    alone: NumberOfPhrase = field(default_factory=dict[str, int])
    """Cardinals that are in no compound: "a couple of"."""
    hundreds: Phrases = frozenset()
    thousands: Phrases = frozenset()
    millions: Phrases = frozenset()
    joins: Phrases = frozenset()
    """What may stand between hundreds and the rest."""
    points: Phrases = frozenset()
    """What is said for the sign before the decimals."""
    ones: Phrases = frozenset()
    """What is one before a unit or a hundred: "a"."""
    ordinals: NumberOfPhrase = field(default_factory=dict[str, int])
    """Days of a month, where they are said otherwise than cardinals."""
    day_endings: Phrases = frozenset()
    """What follows the digits of a day of the month, beside a stop: "st"."""
    decimal_sign: str = "."
    digits: NumberOfPhrase = field(default_factory=dict[str, int])
    """Digits, where numbers are written with a character for each digit and each place."""
    places: NumberOfPhrase = field(default_factory=dict[str, int])
    """Characters of ten, a hundred and a thousand."""
    myriads: NumberOfPhrase = field(default_factory=dict[str, int])
    """Characters that multiply everything before them: ten thousand and its powers."""
    has_short_tens: bool = False
    """Whether the last place may be left out: "three hundred five" is 350."""

    def by_word(self) -> dict[str, int]:
        """Return the cardinals, the compounds among them."""
        found = dict(self.cardinals)
        for compound in self.compounds:
            found |= dict(compound.words(found))
        return {**found, **self.alone}


@dataclass(frozen=True, slots=True, kw_only=True)
class SpokenLengths:
    """How lengths of time are said."""

    units: NumberOfPhrase
    """Seconds by unit."""
    whole: NumberOfPhrase
    """Seconds of phrases that hold no number: "half an hour"."""
    halves: NumberOfPhrase = field(default_factory=dict[str, int])
    """Words of so many units and a half, before any unit but seconds."""
    half_after: Phrases = frozenset()
    """What adds half a unit after it: "an hour and a half"."""
    half_before: Phrases = frozenset()
    """What adds half a unit before it: "two and a half hours"."""
    joins: Phrases = frozenset()

    def in_one_word(self) -> Iterator[tuple[str, float]]:
        """Yield the phrases that `halves` make with the units, and their seconds."""
        for word, n in self.halves.items():
            for unit, seconds in self.units.items():
                if seconds > 1:
                    yield f"{word} {unit}", (n + 0.5) * seconds


@dataclass(frozen=True, slots=True, kw_only=True)
class SpokenSums:
    """How sums are said."""

    operators: TextOfPhrase
    """What is said between two numbers, and what the calculator reads for it."""
    after: TextOfPhrase = field(default_factory=dict[str, str])
    """What is said after a number: "squared"."""
    before: TextOfPhrase = field(default_factory=dict[str, str])
    """What is said before a number, and the calculator's function: "the square root of"."""
    forms: Mapping[str, str] = field(default_factory=dict[str, str])
    """Templates with the slots `a`, `b` and `c`, and the expression they are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SpokenReasons:
    """How a user says why, beside what they ask for: "I'm boiling eggs, set a timer"."""

    before: str
    """A template of a reason that a request follows; `{anything}` is what may be anything."""
    after: str
    """The same where the reason follows the request."""
    excluded: Phrases
    """Words that are in no reason: what is said, asked or denied there is no reason."""
    never_last: Phrases
    """Words that do not end a reason, since what follows belongs to them: "to", "already"."""
    never_ends: Phrases = frozenset()
    """Endings of words that do not end a reason: "ly"."""
    orders: str
    """A template of how a request begins that follows a reason."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SpokenNames:
    """What a name of a timer or the task of a reminder does not hold, beside numbers and times.

    Parts of words where words are not spaced.
    """

    measures: Phrases = frozenset()
    """What says how much or when, and no slot reads it: "half", "ago", "Christmas", "UTC"."""
    never_first: Phrases = frozenset()
    """What else does not begin a task: "at", "and"."""
    never_last: Phrases = frozenset()
    """What else does not end a task: "at", "or"."""
    particles: Phrases = frozenset()
    """What belongs to a time in front of it, where words are not spaced, as "at" does."""
    manners: Phrases = frozenset()
    """What is no name alone, since it says how it rings or which one it is: "silent", "repeating"."""
    nothing: Phrases = frozenset()
    """What is no task where it is all that is said: "nothing", "I don't know", "it"."""
    limits: Phrases = frozenset()
    """What is nowhere in a task, since it limits when it counts: "except", "until", "yesterday"."""
    conditions: Phrases = frozenset()
    """What is in no task or name of what is asked for, since it says when that counts: "if"."""
    indirect: Pattern = ""
    """Pattern of what holds such a word, folded, and is no condition: "check if"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenRequest:
    """A request that lacks a value, and the question about it.

    With each of the options, behind the request, before it or between two words of it, it must be
    a sentence of the table.
    """

    sentences: str
    """A template a line."""
    question: str
    """Empty where a reminder has a time and no task: the replies that say the time ask for that."""
    options: tuple[str, ...]
    answers: tuple[str, ...] = ("{}",)
    """What becomes of an answer before it is put to the request: "to {}"."""
    excluded: Phrases = frozenset()
    """Words that are not in the text of such a request."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SentenceTable:
    """The sentences of one language."""

    is_spaced: bool = True
    """Whether blanks part words wherever there are two."""
    sentences: Mapping[IntentName, str]
    """A template a line; the first that fits decides."""
    rules: Mapping[str, str]
    """Templates by name, for `<name>`."""
    before: str
    """A template of what may stand before a sentence, any number of times: "could you"."""
    after: str
    """The same after it: "for me"."""
    courtesy: str
    """What of `after` is no part of a text that ends the sentence: "please"."""
    fillers: Phrases
    """What may stand anywhere and means nothing: "uh". Left out of what is taken down."""
    polite: Phrases = frozenset()
    """What may stand anywhere as well, but is part of what is taken down: "please"."""
    corrections: Phrases
    """What takes back a value before another one: "ten no fifteen"."""
    after_correction: Phrases = frozenset()
    """What may stand between that and a length: "for"."""
    takes_back: Phrases
    """What may take back, or question, what was said before it: never in a text that is taken down."""
    numbers: SpokenNumbers
    lengths: SpokenLengths
    sums: SpokenSums
    and_words: tuple[Pattern, ...]
    """Patterns of `re` for what parts the things of a list, beside commas."""
    single_things: Phrases = frozenset()
    """Names of one thing that hold such a word: "mac and cheese"."""
    dots: Phrases = frozenset()
    """How the dot of an address is said."""
    applications: TextOfPhrase
    """What programs are called in this language beside their names, and what to look for."""
    articles: Phrases
    """What may stand before a name and is no part of it; with an apostrophe, written together with it."""
    excluded: Phrases
    """Words that are in no name: of a timer, a list, a place."""
    never_items: Phrases
    """Phrases that are in nothing that is put on a list: pronouns, verbs that ask, what only points
    at a thing that stands there or leaves a choice."""
    pointing: Phrases
    """Words of which none names a thing: nothing but these is no item ("the other two")."""
    alternatives: Pattern = ""
    """Pattern of what no item holds and no word alone shows: an "or" that is written in one with the
    word before it, a verb behind its subject."""
    asks: Pattern = ""
    """Pattern of an end, folded, that only asks whether something was done: nothing is done then."""
    fact_starts: Phrases
    """Words that begin what is to be remembered: "I"."""
    fact_verbs: Phrases
    """Words of which one is in what begins otherwise: "my birthday *is* in May"."""
    names: SpokenNames = SpokenNames()
    open_requests: tuple[OpenRequest, ...] = ()
    """Where a value is asked for, with no model to do it."""
    reasons: SpokenReasons | None = None
    """None where a request with a reason is for the model."""
    spellings: Phrases = frozenset()
    """Words that are known with one letter wrong, missing, too many, or out of place."""
    spelled_right: Phrases = frozenset()
    """Every other word that is so near to one of `spellings`: it is meant as it stands."""
    default_list: str
    """The list that is meant where none is named."""
    places: TextOfPhrase = field(default_factory=dict[str, str])
    """Time zones of cities that have no zone of their own name."""
    list_kinds: Phrases = frozenset()
    """What ends the name of a list and says no more than that it is one: "list"."""
    list_articles: Phrases = frozenset()
    """What may begin it and is no part of it: "my"."""
    replies: Mapping[str, str]
    """The words of a reply by what it says; `REPLIES` has the names."""


WITHOUT_SENTENCES: Final = frozenset({IntentName.START_AGENT})
"""What is understood otherwise."""
REPLIES: Final = frozenset(
    "time time_in date date_of result about timer_set timer_set_named alarm_set alarm_repeats "
    "reminder_at reminder_in task_at task_on task_in no_timers timer alarm reminder left rings_at ringing cancelled which_one "
    "noted no_notes notes note_deleted added known_items list list_empty lists no_lists ticked remembered "
    "recalled nothing_recalled forgotten last_request no_last_request stopped volume loudest opened who "
    "decline failed refused not_found unknown_place unknown_application every_day "
    "weekdays today tomorrow agents_none agents_none_waiting agent_unknown agent_in agent_started "
    "agent_working agent_waiting agent_done agent_said agent_begun agent_steps agent_doing "
    "agent_failed agent_stopped decision decision_asked decision_left decision_none_fit "
    "decision_cancelled no_decisions".split()
)
"""Every reply that a table must have."""
