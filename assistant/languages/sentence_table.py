"""What is asked of the program itself in one language: sentences, and how their values are said.

A sentence is a template in a notation like that of Home Assistant:

- `(a|b)` one of several, `[a]` may be left out, `<name>` another template, from `rules`;
- `{length}` a slot (`_readers` in `assistant.intents.recogniser` has them all), `{part:pm}` a slot that has this
  value and takes up no words;
- `!word` a word that must not follow here;
- `_` a blank that must be there, where words are not spaced;
- everything else is words. Case, accents, apostrophes and punctuation do not count, nor do blanks in
  a language that is written without them.

A template of several lines is one of them. What is tried first wins.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Final


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
    WHO_ARE_YOU = "who_are_you"
    DECLINE = "decline"
    """What needs the internet or other people."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SpokenNumbers:
    """How numbers are said."""

    cardinals: Mapping[str, int]
    """Whole words and phrases, at least from 0 to 99; characters where words are not spaced."""
    hundreds: frozenset[str] = frozenset()
    thousands: frozenset[str] = frozenset()
    millions: frozenset[str] = frozenset()
    joins: frozenset[str] = frozenset()
    """What may stand between hundreds and the rest."""
    points: frozenset[str] = frozenset()
    """What is said for the sign before the decimals."""
    ones: frozenset[str] = frozenset()
    """What is one before a unit or a hundred: "a"."""
    ordinals: Mapping[str, int] = field(default_factory=dict[str, int])
    """Days of a month, where they are said otherwise than cardinals."""
    decimal_sign: str = "."
    digits: Mapping[str, int] = field(default_factory=dict[str, int])
    """Digits, where numbers are written with a character for each digit and each place."""
    has_short_tens: bool = False
    """Whether the last place may be left out: 三百五 is 350."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SpokenLengths:
    """How lengths of time are said."""

    units: Mapping[str, int]
    """Seconds by unit."""
    whole: Mapping[str, float]
    """Seconds of phrases that hold no number: "half an hour"."""
    half_after: frozenset[str] = frozenset()
    """What adds half a unit after it: "an hour and a half"."""
    half_before: frozenset[str] = frozenset()
    """What adds half a unit before it: "two and a half hours"."""
    joins: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class SpokenSums:
    """How sums are said."""

    operators: Mapping[str, str]
    """What is said between two numbers, and what the calculator reads for it."""
    after: Mapping[str, str] = field(default_factory=dict[str, str])
    """What is said after a number: "squared"."""
    before: Mapping[str, str] = field(default_factory=dict[str, str])
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
    excluded: frozenset[str]
    """Words that are in no reason: what is said, asked or denied there is no reason."""
    never_last: frozenset[str]
    """Words that do not end a reason, since what follows belongs to them: "to", "already"."""
    orders: str
    """A template of how a request begins that follows a reason."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SpokenNames:
    """What a name of a timer or the task of a reminder does not hold, beside numbers and times.

    Parts of words where words are not spaced.
    """

    measures: frozenset[str] = frozenset()
    """What says how much or when, and no slot reads it: "half", "ago", "Christmas", "UTC"."""
    never_first: frozenset[str] = frozenset()
    """What else does not begin a task: "at", "and"."""
    never_last: frozenset[str] = frozenset()
    """What else does not end a task: "at", "or"."""
    particles: frozenset[str] = frozenset()
    """What belongs to a time in front of it, where words are not spaced: に."""
    manners: frozenset[str] = frozenset()
    """What is no name alone, since it says how it rings or which one it is: "silent", "repeating"."""
    nothing: frozenset[str] = frozenset()
    """What is no task where it is all that is said: "nothing", "I don't know", "it"."""
    limits: frozenset[str] = frozenset()
    """What is nowhere in a task, since it limits when it counts: "except", "until", "yesterday"."""


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
    excluded: frozenset[str] = frozenset()
    """Words that are not in the text of such a request."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SentenceTable:
    """The sentences of one language."""

    code: str
    """ISO 639-1."""
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
    fillers: frozenset[str]
    """What may stand anywhere and means nothing: "uh". Left out of what is taken down."""
    polite: frozenset[str] = frozenset()
    """What may stand anywhere as well, but is part of what is taken down: "please"."""
    corrections: frozenset[str]
    """What takes back a value before another one: "ten no fifteen"."""
    after_correction: frozenset[str] = frozenset()
    """What may stand between that and a length: "for"."""
    takes_back: frozenset[str]
    """What may take back what was said before it: never in a text that is taken down."""
    numbers: SpokenNumbers
    lengths: SpokenLengths
    sums: SpokenSums
    and_words: frozenset[str]
    """Patterns of `re` for what parts the things of a list, beside commas."""
    dots: frozenset[str] = frozenset()
    """How the dot of an address is said."""
    applications: Mapping[str, str]
    """What programs are called in this language beside their names, and what to look for."""
    articles: frozenset[str]
    """What may stand before a name and is no part of it."""
    excluded: frozenset[str]
    """Words that are in no name: of a timer, a list, a place."""
    never_items: frozenset[str]
    """Words that are in nothing that is put on a list: pronouns, verbs that ask."""
    fact_starts: frozenset[str]
    """Words that begin what is to be remembered: "I"."""
    fact_verbs: frozenset[str]
    """Words of which one is in what begins otherwise: "my birthday *is* in May"."""
    names: SpokenNames = SpokenNames()
    open_requests: tuple[OpenRequest, ...] = ()
    """Where a value is asked for, with no model to do it."""
    reasons: SpokenReasons | None = None
    """None where a request with a reason is for the model."""
    spellings: frozenset[str] = frozenset()
    """Words that are known with one letter wrong, missing, too many, or out of place."""
    spelled_right: frozenset[str] = frozenset()
    """Every other word that is so near to one of `spellings`: it is meant as it stands."""
    default_list: str
    """The list that is meant where none is named."""
    replies: Mapping[str, str]
    """The words of a reply by what it says; `REPLIES` has the names."""


REPLIES: Final = frozenset(
    "time time_in date date_of result about timer_set timer_set_named alarm_set alarm_repeats "
    "reminder_at reminder_in task_at task_on task_in no_timers timer alarm reminder left rings_at ringing cancelled which_one "
    "noted no_notes notes note_deleted added known_items list list_empty lists no_lists ticked remembered "
    "recalled nothing_recalled forgotten last_request no_last_request stopped volume loudest opened who "
    "decline failed refused not_found unknown_place unknown_application every_day "
    "weekdays today tomorrow".split()
)
"""Every reply that a table must have."""
