"""What is known of a language: its words, by what they are for."""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from pathlib import Path
from typing import Final, TypeVar

from assistant.languages.alarm_words import AlarmCommands
from assistant.languages.dictation_words import DictationWords
from assistant.languages.language_files import (
    ANSWERS_FILE,
    SENTENCES_FILE,
    LanguageFileError,
    read_part,
)
from assistant.languages.lexicon import Lexicon, WritingScript
from assistant.languages.memory_words import MemoryWords
from assistant.languages.notation import FromOne, FromZero, Pattern, Phrases
from assistant.languages.pronunciation import Pronunciation
from assistant.languages.question_request import QuestionRequest
from assistant.languages.request_forms import RequestForms
from assistant.languages.scripts import Script
from assistant.languages.sentence_table import SentenceTable
from assistant.languages.spoken_numbers import NumberSpeaker, PlaceNumerals
from assistant.languages.written_forms import WrittenForms

PartT = TypeVar("PartT")


def either(patterns: Iterable[str]) -> re.Pattern[str]:
    """Return one pattern of several, for any case of the letters."""
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns), re.IGNORECASE)


NUMBER: Final = "<number>"
"""Stands for a number in a pattern; see `numbered`."""


def numbered(pattern: str, numbers: Collection[str]) -> str:
    """Return a pattern whose `NUMBER` is the group `n`: up to three digits, or one of the words."""
    either = "|".join(map(re.escape, sorted(numbers, key=len, reverse=True)))
    return pattern.replace(NUMBER, f"(?P<n>[0-9]{{1,3}}|{either})")


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberWords:
    """How numbers are said, by their value."""

    cardinals: FromZero
    """From 0 or 1 to 20; the first form of a number is its usual one."""
    ordinals: FromOne = field(default_factory=dict[int, tuple[str, ...]])
    """The words, and how they are written with digits; empty where they are made of cardinals."""
    by_place: PlaceNumerals | None = None
    """How they are said by their digits, if they are; read in labels too."""
    foreign: Phrases = frozenset()
    """Number words of other languages that mean something else in this one: "once"."""
    last: Phrases = frozenset()
    """Says that the number is counted from the end: "last"."""

    def by_cardinal(self) -> dict[str, int]:
        """Return the values of the cardinals."""
        return {word: n for n, forms in self.cardinals.items() for word in forms}

    def by_ordinal(self) -> dict[str, int]:
        """Return the values of the ordinals."""
        return {word: n for n, forms in self.ordinals.items() for word in forms}


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnEndings:
    """What cannot be the end of a sentence. Words in lower case, without marks."""

    sounds: Phrases
    """Dangles always, even where it is all that was said: conjunctions, sounds of thinking."""
    always: Phrases = frozenset()
    """Dangles after another word, whatever mark follows: articles, possessives. Alone it may be an
    answer: "un", "A"."""
    statement: Phrases = frozenset()
    """Dangles except in questions that begin with one of `asking`: "what is that for?"."""
    asking: Phrases = frozenset()
    bare: Phrases = frozenset()
    """Dangles after another word where no end mark follows."""
    starters: Phrases = frozenset()
    """Dangles where it is all that was said. "May I have it" is how "may I have a" is often heard."""
    endings: tuple[str, ...] = ()
    """Dangles at the end of the last word: particles. Only if the word is longer."""
    complete: Phrases = frozenset()
    """Words with such an ending that are complete."""
    letter_nouns: Phrases = frozenset()
    """A single letter after one of these is complete."""
    least: int = 5
    """Words, or characters where words are not spaced, from which a sentence is long enough."""
    is_spaced: bool = True
    is_marked: bool = False
    """Whether the recogniser is known to end long sentences with a mark: without one they may go on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Backchannels:
    """What is said over a voice to say that one listens."""

    listening: Phrases
    answering: Phrases
    """What is also an answer, where the voice has just asked something."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StopCommands:
    """What only asks for silence."""

    stop: Phrases
    courtesy: Phrases
    """What may stand around it, beside the language's `courtesy`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FarewellReplies:
    """Goodbyes, and replies to "shall we end the conversation?"."""

    goodbye: Phrases
    """What ends a conversation whenever it is said; nothing that greets or answers too."""
    end: Phrases
    """Yes, beside these and the language's `agreements`."""
    keep: Phrases
    courtesy: Phrases
    """What may stand around it, beside the language's `courtesy`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadOnReplies:
    """Replies to "the rest is on the screen; shall I go on?"."""

    read_on: Phrases
    """Yes, beside the language's `agreements`."""
    end: Phrases
    """No, beside what asks for silence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SentenceBreaks:
    """Where a text may be cut to be said. Words in lower case."""

    clause_chars: int = 20
    """Length from which a clause is worth saying; less where a character is a syllable."""
    breaths: Phrases = frozenset()
    """Words before which people take breath."""
    never_last: Phrases = frozenset()
    """Abbreviations, without the last stop, that something always follows."""
    before_number: Phrases = frozenset()
    """Words that are abbreviations only before a number: "No. 5", but "No. I will not."."""
    may_be_last: Phrases = frozenset()
    """Abbreviations that end a sentence if a capital follows."""
    has_ordinal_stops: bool = False
    """Whether a number with a stop is an ordinal: "am 3. Mai"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LetterVariants:
    """Letters that are written otherwise than in the files of the language."""

    written: Pattern = ""
    meant: Pattern = ""
    """The letter in the files, for each of `written`."""

    def meant_by_written(self) -> dict[str, str]:
        """Return the letter in the files by each that is written for it.

        Raises:
            ValueError: If there are not as many of either.
        """
        return dict(zip(self.written, self.meant, strict=True))


@dataclass(frozen=True, slots=True, kw_only=True)
class Voices:
    """What a language's voices are called in collections."""

    espeak: str = ""
    """eSpeak NG's; empty where it has none, or none that is understood."""
    piper: str = ""
    """One of Piper's, to be named as an example."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SpokenPhrases:
    """What is most often said, for a voice whose language the interface's catalogues do not know."""

    code_on_screen: str
    table_on_screen: str
    formula_on_screen: str
    a_formula: str
    a_link: str
    link_to: str
    """Holds `{domain}`."""
    not_understood: str
    shall_we_end: str
    goodbye: str
    left_on_screen: str
    """Said of a question that nobody answers."""
    no_answer: str
    broken_off: str
    rest_on_screen: str
    fillers: tuple[str, str, str, str]
    """Said where a reply takes its time, one after the other."""
    still_working: str
    """Said where a tool takes very long."""
    still_waiting: str
    """Said where the model takes very long to begin."""
    program_asks: str
    """Said before the question of a program; holds `{agent}`."""
    program_asks_in: str
    """The same where its project is known; holds `{agent}` and `{project}`."""
    program_in: str
    """What a program is called whose project is known; holds `{agent}` and `{project}`."""
    program_waits: str
    """Said when a program waits for the user; holds `{name}`."""
    program_permission: str
    """Said when a program wants to be allowed something; holds `{name}`."""
    program_done: str
    """Said when a program has done what it was asked; holds `{name}`."""
    program_failed: str
    """Said when a program could not do it; holds `{name}`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionWords:
    """What models and servers write in questions. Patterns are searched for in any case."""

    recommended: tuple[str, ...]
    """What follows the label of an option that is recommended. In lower case, as `other`."""
    other: Phrases
    """Labels of an option that only says: something else."""
    another: Pattern
    """Pattern of a label that names something else of a kind; with `specify` behind it, it says no
    more than `other` does."""
    specify: Pattern
    """Pattern of a request for words, as it stands behind `other`: "please specify"."""
    own_words: Pattern
    """Pattern of a label that only announces the user's own words: "type my own answer"."""
    secret: Pattern
    """Pattern of what nobody should be asked for."""
    forbidding: Pattern
    """Pattern of a sentence that says not to give it."""
    either_or: Pattern
    """Pattern of a question that names its options."""

    def only_says_other(self, label: str) -> bool:
        """Whether a label only says that the answer is something else, or in the user's words.

        Args:
            label: In lower case, composed.
        """
        parts = [part for found in _LABEL_PARTS.split(label) if (part := _EDGES.sub("", found))]
        return (
            bool(parts)
            and self._opens_other(parts[0], is_alone=len(parts) == 1)
            and all(part in self.other or self._asks_for_words(part) for part in parts[1:])
        )

    def _opens_other(self, part: str, *, is_alone: bool) -> bool:
        if part in self.other or _is(self.own_words, part):
            return True
        if not is_alone and _is(self.another, part):
            return True
        return any(
            part.startswith(word) and _is(self.specify, part[len(word) :].lstrip())
            for word in self.other
        )

    def _asks_for_words(self, part: str) -> bool:
        return _is(self.specify, part) or _is(self.own_words, part)


_LABEL_PARTS: Final = re.compile(r"[()\[\]（）【】:：,，、;；…–—/]+|\s-\s|\.{2,}")
_EDGES: Final = re.compile(r"^\W+|\W+$")


def _is(pattern: str, text: str) -> bool:
    return re.fullmatch(pattern, text, re.IGNORECASE) is not None


@dataclass(frozen=True, kw_only=True)  # without slots, for what is read later
class Language:
    """The words of one language."""

    code: str
    """ISO 639-1."""
    precedence: int = 100
    """Where words fit several languages, the one with the least goes first; then it goes by the code."""
    scripts: tuple[Script, ...] = (Script.LATIN,)
    """What it is written in."""
    writing: WritingScript = WritingScript.WORDS
    """How its text is cut into units."""
    turn_endings: TurnEndings
    agreements: Phrases
    """Yes to any question, as it is said in passing."""
    courtesy: Phrases
    """What may stand around any short reply and means nothing."""
    backchannels: Backchannels
    stop_commands: StopCommands
    farewell_replies: FarewellReplies
    read_on_replies: ReadOnReplies
    sample: str
    """A sentence that a voice says and a recogniser must understand, to try both."""
    sentence_breaks: SentenceBreaks
    voices: Voices = field(default_factory=Voices)
    """Which voices of others speak it."""
    characters_a_second: float = 17.0
    """How fast it is read aloud; a voice in a language of Latin letters takes 17 to 19."""
    hallucinations: Phrases
    """What Whisper has learnt to put under silence, in lower case, without marks."""
    negations: Pattern
    """Pattern of what makes a sentence say the opposite, searched for in lower case."""
    spoken_phrases: SpokenPhrases | None = None
    """None where the interface's catalogues know the language."""
    common_words: Phrases = frozenset()
    """The commonest words, which tell languages in Latin letters apart."""
    empty_words: Phrases = frozenset()
    """Words of three letters and more, without accents, that tell nothing of anybody."""
    telling_marks: str = ""
    """Characters that no other language has."""
    letter_variants: LetterVariants = LetterVariants()
    wake_spellings: Mapping[str, tuple[str, ...]] = field(
        default_factory=dict[str, tuple[str, ...]]
    )
    """How recognisers write a wake phrase in other letters."""
    numbers: NumberWords
    written: WrittenForms
    """How labels write times, prices and sizes."""
    answer_changes: tuple[Pattern, ...] = ()
    """Patterns of what asks to change an answer that was given, spaced as those of `AlarmCommands`."""
    told_agents: tuple[Pattern, ...] = ()
    """Patterns of what asks to tell a coding agent something, with the groups `words` and
    `project`; where one names the agent, `<agent>` is its group."""
    agent_names: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    """What coding agents are called in other letters, by the names that commands take."""
    started_agents: tuple[Pattern, ...] = ()
    """Patterns of what asks to start a coding agent, with the groups `agent`, `project` and `words`;
    `<agent>` is the group of an agent's name."""
    stopped_agents: tuple[Pattern, ...] = ()
    """Patterns of what asks to stop one, with the groups `agent` and `project`, or `it` where which one
    is not said."""
    answer_corrections: Phrases
    """What opens a correction of an answer: "actually", without punctuation and apostrophes."""
    denials: Phrases
    """What opens one if punctuation follows: "no, Rome" is one, "no Rome" is none."""
    memory_mention: Pattern | None = None
    """What is in every request to remember something, so that most words need no further look."""
    place_counters: Phrases = frozenset()
    """What may follow the number of an option: "2번"."""
    collectives: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    """Words that stand for several others, where words are not apart: "爸妈"."""
    time_units: Mapping[int, Phrases]
    """Words for so many seconds, in which a timer's length may be written."""
    question_words: QuestionWords | None = None
    """None where questions are not looked at for them."""
    folder: Path = Path()
    """Where its files are; set by `discovery`."""

    def answers(self) -> Lexicon:
        """Return what answers mean; read with the first question, in some milliseconds."""
        return self._answers

    @cached_property
    def _answers(self) -> Lexicon:
        cardinals = self.numbers.cardinals
        found = read_part(self.folder / ANSWERS_FILE, "", Lexicon, words=self._numbered_words())
        if found is None:
            raise LanguageFileError(f"{self.folder}: its {ANSWERS_FILE} is missing")
        more = found.numbers.words
        said = {
            n: (*cardinals.get(n, ()), *more.get(n, ())) for n in cardinals.keys() | more.keys()
        }
        same = {**self.letter_variants.meant_by_written(), **found.spelling.same_characters}
        return replace(
            found,
            script=self.writing,
            numbers=replace(found.numbers, words=said),
            spelling=replace(found.spelling, same_characters=same),
        )

    @cached_property
    def number_speaker(self) -> NumberSpeaker:
        """Says numbers above twenty and times of day."""
        said, numbers = self._answers.numbers, self.numbers
        return NumberSpeaker(numbers.cardinals, numbers.by_place, said.large, said.clock)

    def sentences(self) -> SentenceTable | None:
        """Return what is asked of the program itself; read with the first request.

        None where that is left to the model.
        """
        return _requests_part(self.folder, "requests", SentenceTable)

    def request_forms(self) -> RequestForms | None:
        """Return what the form of a request tells; read with the first request to a guided model.

        None where nothing is known of it.
        """
        return _requests_part(self.folder, "request_forms", RequestForms)

    def question_requests(self) -> Mapping[QuestionRequest, tuple[str, ...]]:
        """Return patterns of whole sentences that ask something of a question.

        They are in the form in which `questions.spoken` compares what was heard: no case, no marks, no
        apostrophes, and no blanks where the language is written in syllables or characters.
        """
        return _requests_part(self.folder, "question_requests", _QuestionRequests) or {}

    def alarm_commands(self) -> AlarmCommands | None:
        """Return what is said to an alarm; None where only `stop_commands` are understood."""
        return _requests_part(self.folder, "alarms", AlarmCommands)

    def memory(self) -> MemoryWords | None:
        """Return what is said of what to remember.

        None where no request to remember something is understood from the words alone.
        """
        return _requests_part(self.folder, "memory", MemoryWords)

    def dictation(self) -> DictationWords | None:
        """Return what is said for marks; read with the first dictation. None where nothing is known."""
        return _requests_part(self.folder, "dictation", DictationWords)

    def pronunciation(self) -> Pronunciation:
        """Return how it is read aloud; read with the first sentence that is."""
        return self._pronunciation

    @cached_property
    def _pronunciation(self) -> Pronunciation:
        words = self._numbered_words()
        found = read_part(self.folder / SENTENCES_FILE, "pronunciation", Pronunciation, words=words)
        if found is None:
            raise LanguageFileError(
                f"{self.folder}: the pronunciation in {SENTENCES_FILE} is missing"
            )
        return found

    def _numbered_words(self) -> Mapping[str, Mapping[int, tuple[str, ...]]]:
        """Return the words by number that files may refer to."""
        return {"cardinal": self.numbers.cardinals, "ordinal": self.numbers.ordinals}


_QuestionRequests = dict[QuestionRequest, tuple[Pattern, ...]]


@cache
def _requests_part(folder: Path, key: str, kind: type[PartT]) -> PartT | None:
    return read_part(folder / SENTENCES_FILE, key, kind)
