"""What a person meant by an answer that was heard. Pure.

The rules in order: a label said exactly; commands; questions; corrections ("no wait, the third");
what is chosen and ruled out, by place, number, letter or label, where labels may only resemble what
was heard; words that sound like a number, if nothing else was said. What remains is `UnclearAnswer`:
nothing is ever guessed. A choice that was put oddly comes back with `needs_confirming`.

Languages are tables (`assistant.languages`); what a language does not understand is tried as English.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from os.path import commonprefix
from typing import Final

from assistant.languages import LANGUAGES
from assistant.languages.action_words import action_patterns
from assistant.languages.lexicon import CommandKind, PhraseMeaning, PhraseTag, WritingScript
from assistant.languages.synonyms import synonyms_of
from assistant.questions.model.option_markers import has_letters
from assistant.questions.model.question import AnswerInput, Question, QuestionKind
from assistant.questions.spoken.clause_grammar import (
    are_tangled,
    counting_clauses,
    is_broken_off,
    plain_clauses,
)
from assistant.questions.spoken.fuzzy_match import FuzzyMatcher
from assistant.questions.spoken.label_numbers import numbers_in
from assistant.questions.spoken.option_labels import labels_of
from assistant.questions.spoken.phrase_context import (
    QUIET,
    needs_company,
    supported,
    unexplained,
    unknown_in,
    vote,
    without_pronouns,
    without_stray_letters,
    without_thinking_aloud,
)
from assistant.questions.spoken.phrase_segmenter import (
    PhraseSegment,
    PhraseTable,
    homophones_of,
    mishearings_of,
    phrases_of,
    segment,
)
from assistant.questions.spoken.proposed_action import (
    explains,
    is_adverse,
    is_choosing,
    is_to_be_done,
    lets_it_be_done,
    without_actions,
)
from assistant.questions.spoken.selection import ITEMS, SelectionTargets, SpokenSelection, select
from assistant.questions.spoken.tokenizer import TextToken, key, tokenize_text

_FALLBACK: Final = "en"
_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"
_MANY_UNKNOWN: Final = 2
"""Unknown words beside a yes or no from which it is confirmed."""
_AFTER_LETTER: Final = frozenset(" 0123456789")
"""What may follow a letter with which a label begins and which may tell it."""
_SURE_NUMBER: Final = 0.95
_WITH_UNKNOWN: Final = 0.75
_BY_ELIMINATION: Final = 0.8
_BY_REFERENCE: Final = 0.9
_BY_LIKE_WORD: Final = 0.9
_HOMOPHONE: Final = 0.6
_MISHEARD: Final = 0.4
_BARE_LETTER: Final = 0.6
_JAMO: Final = {WritingScript.SYLLABLES}
"""Scripts whose syllables are compared by their letters."""
_LEAST_STEM: Final = {
    WritingScript.WORDS: 4,
    WritingScript.SYLLABLES: 4,
    WritingScript.CHARACTERS: 1,
}
_ENDING: Final = 3
"""Letters by which forms of one word differ at their ends."""
_COST_OF_NOTHING: Final = 100
"""Unknown words that an answer without any meaning is as bad as."""
_EUROPEAN: Final = ("en", "de", "fr", "es")
_HANGUL: Final = re.compile(r"[\u1100-\u11ff\u3130-\u318f\uac00-\ud7af]")
_KANA: Final = re.compile(r"[\u3040-\u30ff]")
_HAN: Final = re.compile(r"[\u3400-\u9fff]")
_AROUND_WORDS: Final = " ,.;:!?-–—，。；：！？、"
_DENYING: Final = {PhraseTag.NOT, PhraseTag.NOT_BEFORE, PhraseTag.NO, PhraseTag.ALL}
_MAY_BE_LABELS: Final = {PhraseTag.OPTION, PhraseTag.UNKNOWN}
_DASHES: Final = {"-", "–", "~"}
_PLACES: Final = {PhraseTag.MIDDLE, PhraseTag.FROM_END, PhraseTag.ALL, PhraseTag.NONE}
_WISHES: Final = {PhraseTag.AFFIRM, PhraseTag.THAT, PhraseTag.SO}
_SENTENCE: Final = re.compile(r"[^.!?。！？]+[.!?。！？]?")
_NEGATIONS: Final = {PhraseTag.NO, PhraseTag.NOT, PhraseTag.NOT_BEFORE}
_HEDGES: Final = {
    PhraseTag.BUT,
    PhraseTag.CONDITION,
    PhraseTag.EXCEPT,
    PhraseTag.EXCEPT_BEFORE,
    PhraseTag.PAST,
    PhraseTag.UNSURE,
    PhraseTag.OR,
    PhraseTag.QUESTION,
}
"""What makes a yes or a no less than one."""
_NAMING: Final = ITEMS | {PhraseTag.ALL, PhraseTag.NONE}
_TURNING: Final = (
    _HEDGES | _NEGATIONS | {PhraseTag.MODIFIER, PhraseTag.CORRECTION, PhraseTag.EXCESS}
) - {PhraseTag.EXCEPT, PhraseTag.EXCEPT_BEFORE}
"""What makes something else of the words beside it."""
_PUTTING_OFF: Final = {CommandKind.CANCEL, CommandKind.SKIP, CommandKind.LATER}
_AFTER_NO: Final = {
    CommandKind.OTHER,
    CommandKind.REPEAT,
    CommandKind.EXPLAIN,
    CommandKind.CANCEL,
    CommandKind.SKIP,
}
"""Commands that a no may be followed by and stays one."""
_RULING_OUT: Final = {
    PhraseTag.NOT,
    PhraseTag.NOT_BEFORE,
    PhraseTag.EXCEPT,
    PhraseTag.EXCEPT_BEFORE,
}
_WITH_OPTIONS: Final = {CommandKind.EXPLAIN, CommandKind.COMPARE, CommandKind.REPEAT}
_LABELLED: Final = {CommandKind.CANCEL, CommandKind.OTHER, CommandKind.SKIP}
"""Commands that an option may stand for."""
_FOR_TEXT: Final = frozenset(CommandKind) - {
    CommandKind.EXPLAIN,
    CommandKind.COMPARE,
    CommandKind.OTHER,
    CommandKind.MORE,
}
"""Commands that a question for free words listens to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SpokenChoice:
    """The user chose; in the author's order."""

    option_ids: tuple[str, ...] = ()
    boolean: bool | None = None
    text: str | None = None
    score: float
    """How sure it is, 0 to 1."""
    needs_confirming: bool = False
    """Read it back and take it only after a yes."""
    unknown: int = 0
    """Words beside it without a meaning."""
    ruled_out: int = 0
    """Options that were said not to be meant."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SpokenCommand:
    """The user wants something other than to choose."""

    kind: CommandKind
    option_ids: tuple[str, ...] = ()
    """What to explain, compare or repeat; empty for all."""
    words: str = ""
    """For `OTHER`: what they said would fit, as heard."""
    score: float = 1.0
    """How sure it is, 0 to 1."""


class UnclearReason(Enum):
    """Why nothing could be taken."""

    EMPTY = "empty"
    NO_MATCH = "no_match"
    AMBIGUOUS = "ambiguous"
    OUT_OF_RANGE = "out_of_range"
    ONE_ONLY = "one_only"
    """Several were chosen where one is wanted."""
    EXCLUDED = "excluded"
    """Something was ruled out and several remain."""
    QUESTION = "question"
    """The user asked something that is not known here."""
    UNSURE = "unsure"
    """The user said that they do not know."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnclearAnswer:
    """Ask again."""

    reason: UnclearReason
    score: float = 0.0
    candidates: tuple[str, ...] = ()
    """Option ids between which it lies, if that is known."""
    unknown: int = 0
    """Words without a meaning."""


Understanding = SpokenChoice | SpokenCommand | UnclearAnswer


def load_language(language: str, question: Question | None = None) -> None:
    """Compile what `understand` will use, so that the first answer is not slow.

    A table takes 50 to 250 ms, the labels of a question a few milliseconds.
    """
    for code in {_known(language), _FALLBACK}:
        phrases_of(code)
        action_patterns(code)
        synonyms_of(code)
        if question is not None:
            labels_of(question, code)


def parse_spoken_answer(
    question: Question, heard: str, language: str, *, current_option: int | None = None
) -> Understanding:
    """Return what an utterance means as an answer to a question.

    Args:
        question: What was asked.
        heard: The transcript.
        language: ISO 639-1 code of the transcript.
        current_option: Zero-based index of the option that was read last, for "that one".
    """
    code = _known(language)
    meant = _Listener(question, code, current_option).understand(heard)
    if code != _FALLBACK and _is_nothing(meant):
        in_fallback = _Listener(question, _FALLBACK, current_option).understand(heard)
        return meant if _is_nothing(in_fallback) else in_fallback
    return meant


def parse_written_answer(question: Question, written: str) -> Understanding:
    """Return what words that were typed mean as an answer.

    Nothing in them is taken for something that only sounds like it. Their language is told from
    their letters; where several may be meant, the one that knows the most words decides.
    """
    best: tuple[int, Understanding] | None = None
    for code in _languages_of(written, question):
        listener = _Listener(question, code, None, is_typed=True)
        meant = listener.understand(written)
        if isinstance(meant, SpokenChoice):
            meant = replace(meant, ruled_out=listener.ruled_out)
        if not isinstance(meant, SpokenCommand):
            meant = replace(meant, unknown=listener.unknown_count)
        cost = listener.foreign_count + (_COST_OF_NOTHING if _is_nothing(meant) else 0)
        if isinstance(meant, SpokenCommand) and best is not None and listener.unknown_count:
            continue  # "redis" is "say it again" in French
        if best is None or cost < best[0]:
            best = (cost, meant)
        if cost == 0:
            break
    assert best is not None, "every text has a language"
    return best[1]


def _languages_of(written: str, question: Question) -> tuple[str, ...]:
    """Return the languages that are written in such letters, the likeliest first."""
    asked = " ".join([question.text, *(option.label for option in question.options)])
    if _HANGUL.search(written):
        return ("ko",)
    if _KANA.search(written):
        return ("ja",)
    if _HAN.search(written):
        return ("ja", "zh") if _KANA.search(asked) else ("zh", "ja")
    words = set(re.findall(r"[^\W\d_]+", asked.casefold()))
    european = sorted(
        _EUROPEAN, key=lambda code: -len(words & LANGUAGES[code].common_words), reverse=False
    )
    if _HANGUL.search(asked):
        return ("ko", *european)
    if _KANA.search(asked):
        return ("ja", *european)
    return ("zh", *european) if _HAN.search(asked) else tuple(european)


@lru_cache(maxsize=64)
def _words_of(text: str, language: str) -> frozenset[str]:
    """Return the words of a question; its characters where words are not apart."""
    lexicon = LANGUAGES[language].answers()
    _text, units = tokenize_text(text, lexicon)
    words: list[str] = []
    for unit in units:
        if unit.begins or lexicon.script is WritingScript.CHARACTERS or not words:
            words.append(unit.text)
        else:
            words[-1] += unit.text
    return frozenset(words)


def _is_passing(meaning: PhraseMeaning) -> bool:
    """Whether a command is a word that means little beside others: "any day"."""
    return meaning.is_weak and meaning.command is CommandKind.DECIDE


def _known(language: str) -> str:
    return language if language in LANGUAGES else _FALLBACK


def _is_nothing(meant: Understanding) -> bool:
    return isinstance(meant, UnclearAnswer) and meant.reason is UnclearReason.NO_MATCH


def _since_correction(segments: Sequence[PhraseSegment]) -> Sequence[PhraseSegment]:
    """Return what follows the last correction, or what was going to be said, if anything does."""
    tags = [s.tag for s in segments]
    at = len(tags) - tags[::-1].index(PhraseTag.CORRECTION) if PhraseTag.CORRECTION in tags else 0
    if PhraseTag.PAST in tags and PhraseTag.BUT in tags[tags.index(PhraseTag.PAST) :]:
        at = max(at, len(tags) - tags[::-1].index(PhraseTag.BUT))
    return segments[at:] or segments


class _Listener:
    """One question in one language."""

    def __init__(
        self, question: Question, language: str, current: int | None, *, is_typed: bool = False
    ) -> None:
        self._is_typed = is_typed
        self._echoed = 0
        """Words that only repeat the question."""
        self.ruled_out = 0
        """Options that were said not to be meant, after `understand`."""
        self.foreign_count = 0
        """Words that are neither of the language nor of the labels, after `understand`."""
        self.unknown_count = 0
        """Words without a meaning, after `understand`."""
        self._question = question
        self._lexicon = LANGUAGES[language].answers()
        self._phrases: PhraseTable = phrases_of(language)
        self._labels = labels_of(question, language)
        self._current = current
        self._choices = SelectionTargets(
            count=len(question.options),
            recommended=tuple(i for i, o in enumerate(question.options) if o.recommended),
            current=current,
            numbers=self._labels.numbers,
            sizes=self._labels.by_size,
            versions=self._labels.by_version,
            weekdays=self._labels.weekdays,
            are_lettered=has_letters(question),
        )
        self._language = language
        self._homophones = homophones_of(language)
        self._heard = ""
        """The whole of it in comparable form."""
        self._text = ""
        self._units: Sequence[TextToken] = ()
        self._rivals: tuple[int, ...] = ()

    def understand(self, heard: str) -> Understanding:
        self._text, self._units = tokenize_text(heard, self._lexicon)
        self._heard = key([unit.text for unit in self._units], self._phrases.script)
        if self._question.traits.input is AnswerInput.TEXT:
            return self._as_text(heard)
        if not self._units:
            return UnclearAnswer(reason=UnclearReason.EMPTY)
        if self._question.traits.input is AnswerInput.YES_NO:
            return self._as_yes_or_no()
        exact = self._exact_label()
        if exact is not None:
            return exact
        if self._is_typed and not any(map(str.isalpha, heard)):
            return self._figures()
        meant = self._as_options()
        sides = self._sides()
        return meant if sides is None else self._by_side(heard, meant, sides)

    def _as_options(self) -> Understanding:
        segments = counting_clauses(
            self._segments(),
            self._units,
            self._phrases,
            is_multiple=self._question.traits.is_multiple,
        )
        segments = self._with_rest(segments)
        self.unknown_count = len(unknown_in(segments))
        return (
            self._command(segments)
            or self._asked(segments)
            or self._choice(segments)
            or self._nothing_of_it(segments)
            or self._deictic(segments)
            or self._homophone()
            or self._nothing(segments)
        )

    # Two options that are a yes and a no: "Delete it", "Keep it".

    def _by_side(self, heard: str, meant: Understanding, sides: tuple[bool, bool]) -> Understanding:
        """Return what is meant by an answer that may be a yes or a no as well as a label."""
        question = Question(
            id=self._question.id, kind=QuestionKind.BOOLEAN, text=self._question.text
        )
        listener = _Listener(question, self._language, None, is_typed=self._is_typed)
        answered = listener.understand(heard)
        if not isinstance(answered, SpokenChoice) or answered.boolean is None:
            return meant
        if isinstance(meant, SpokenCommand) and meant.kind not in _AFTER_NO:
            return meant
        place = sides.index(answered.boolean)
        is_sure = not answered.needs_confirming
        if isinstance(meant, SpokenChoice) and not meant.needs_confirming:
            if not is_sure or meant.option_ids == self._ids([place]):
                return meant
            if meant.score > _BY_ELIMINATION:
                return self._unclear(UnclearReason.AMBIGUOUS, (0, 1))
        if not is_sure and not _is_nothing(meant):
            return meant
        self.foreign_count = min(self.foreign_count, listener.foreign_count)
        self.unknown_count = min(self.unknown_count, listener.unknown_count)
        return self._chosen([place], score=answered.score, needs_confirming=not is_sure)

    def _sides(self) -> tuple[bool, bool] | None:
        """Return which of two options is the yes and which the no; None if they are neither."""
        options = self._question.options
        if len(options) != 2 or self._question.traits.is_multiple:
            return None
        first, second = (self._side(place) for place in range(2))
        if first is None and second is False and self._is_proposed(0):
            first = True
        elif second is None and first is False and self._is_proposed(1):
            second = True
        if first is None or second is None or first is second:
            return None
        return first, second

    def _side(self, place: int) -> bool | None:
        """Return whether an option is a yes or a no to what is asked."""
        label = self._question.options[place].label
        if [place] == [i for i in self._called(PhraseTag.YES) if i == place]:
            return True
        if place in self._called(PhraseTag.NO):
            return False
        is_done = is_to_be_done(self._question.text, label, self._language)
        if is_done is not None:
            return is_done is not self._asks_for_objections()
        if self._labels.is_denial[place] or self._labels.commands[place] & _PUTTING_OFF:
            return False
        return None

    def _is_proposed(self, place: int) -> bool:
        """Whether an option is what is asked about, told by what it shares with the question."""
        if place in self._labels.opposites(1 - place):
            return True
        if 1 - place in self._labels.opposites(place):
            return True
        _text, units = tokenize_text(self._question.options[place].label, self._lexicon)
        words = {unit.text for unit in units}
        return bool(words & _words_of(self._question.text, self._language))

    # Dividing.

    def _with_rest(self, segments: Sequence[PhraseSegment]) -> tuple[PhraseSegment, ...]:
        """Let "anything" be all beside what is ruled out: "not Friday, any other day is fine"."""
        if not self._question.traits.is_multiple:
            return tuple(segments)
        tags = {s.tag for s in segments}
        if not (tags & _RULING_OUT and tags & ITEMS):
            return tuple(segments)
        result: list[PhraseSegment] = []
        for found in segments:
            kind = found.meaning.command
            if kind is CommandKind.DECIDE:
                found = replace(found, meaning=PhraseMeaning(tag=PhraseTag.ALL))
            elif kind is CommandKind.OTHER and any(
                s.meaning.command is CommandKind.DECIDE or s.tag is PhraseTag.ALL
                for s in segments[segments.index(found) + 1 :]
            ):
                found = replace(found, meaning=PhraseMeaning(tag=PhraseTag.FILLER))
            result.append(found)
        for n, found in enumerate(result):
            after = next((s for s in result[n + 1 :] if s.tag is not PhraseTag.FILLER), None)
            is_before_rest = after is not None and after.tag is PhraseTag.ALL and not after.value
            is_behind_name = n > 0 and result[n - 1].tag in ITEMS
            is_denial = found.tag is PhraseTag.NOT and is_behind_name
            if is_denial and is_before_rest and after not in segments:  # it was a command
                meaning = PhraseMeaning(tag=PhraseTag.EXCEPT_BEFORE)
                result[n] = replace(found, meaning=meaning)
        return tuple(result)

    def _segments(self) -> tuple[PhraseSegment, ...]:
        found = segment(self._units, self._phrases, self._labels.vocabulary)
        self.foreign_count = len(unknown_in(found))
        found = [self._as_label(s) for s in found]
        found = self._with_ranges(without_stray_letters(without_pronouns(found)))
        resembling = FuzzyMatcher(
            units=self._units,
            labels=self._labels,
            homophones=self._homophones,
            is_typed=self._is_typed,
        )
        segments = resembling.resolve(found)
        self._rivals = resembling.rivals
        segments = self._with_joining_names(self._without_own_all(segments))
        segments = self._with_whole_labels(segments)
        segments = self._with_denials(self._with_bare_yes(segments))
        return self._without_echo([self._as_number(s) for s in segments])

    def _with_whole_labels(self, segments: Sequence[PhraseSegment]) -> Sequence[PhraseSegment]:
        """Let one word of another label say nothing right behind a whole one: "business class"."""
        is_apart = self._phrases.script is WritingScript.WORDS
        if not is_apart or self._question.traits.is_multiple:
            return segments
        result = list(segments)
        for n, (before, found) in enumerate(zip(segments, segments[1:], strict=False), start=1):
            are_names = before.tag is PhraseTag.OPTION and found.tag is PhraseTag.OPTION
            if (
                are_names
                and before.value != found.value
                and not self._units[before.end - 1].pauses
                and self._is_whole(before)
                and found.score == 1
                and not self._is_whole(found)
                and found.end - found.start == 1
            ):
                result[n] = replace(found, meaning=PhraseMeaning(tag=PhraseTag.FILLER))
        return result

    def _is_whole(self, found: PhraseSegment) -> bool:
        said = key(
            [unit.text for unit in self._units[found.start : found.end]], self._phrases.script
        )
        return said == self._labels.plain[found.value]

    def _without_own_all(self, segments: Sequence[PhraseSegment]) -> Sequence[PhraseSegment]:
        """Let "all" be part of the one label that is named and has it: "keep all"."""
        named = {s.value for s in segments if s.tag is PhraseTag.OPTION}
        if len(named) != 1 or not any(s.tag is PhraseTag.ALL for s in segments):
            return segments
        filler = PhraseMeaning(tag=PhraseTag.FILLER)
        return [
            replace(s, meaning=filler)
            if s.tag is PhraseTag.ALL and self._is_of_label(s, tuple(named))
            else s
            for s in segments
        ]

    def _with_joining_names(self, segments: Sequence[PhraseSegment]) -> Sequence[PhraseSegment]:
        """Let a word that joins be the one label that has it, if nothing is joined: "the plus one"."""
        spoken = [s for s in segments if s.tag not in QUIET and not s.meaning.is_weak]
        if len(spoken) != 1 or spoken[0].tag is not PhraseTag.AND:
            return segments
        named = [i for i in range(len(self._question.options)) if self._is_of_label(spoken[0], [i])]
        if len(named) != 1:
            return segments
        meaning = PhraseMeaning(tag=PhraseTag.OPTION, value=named[0])
        return [
            replace(s, meaning=meaning)
            if s is spoken[0]
            else replace(s, meaning=PhraseMeaning(tag=PhraseTag.FILLER))
            for s in segments
        ]

    def _with_bare_yes(self, segments: Sequence[PhraseSegment]) -> list[PhraseSegment]:
        """Let a yes or no that begins a label be no more than that where another is named."""
        named = {s.value for s in segments if s.tag is PhraseTag.OPTION}
        if len(named) < 2:
            return list(segments)
        result: list[PhraseSegment] = []
        for found in segments:
            text = key(
                [unit.text for unit in self._units[found.start : found.end]], self._phrases.script
            )
            usual = self._phrases.meanings.get(text)
            is_bare = usual is not None and usual.tag in {PhraseTag.YES, PhraseTag.NO}
            if found.tag is PhraseTag.OPTION and usual is not None and is_bare:
                found = replace(found, meaning=usual)
            result.append(found)
        return result

    def _with_denials(self, segments: Sequence[PhraseSegment]) -> list[PhraseSegment]:
        """Let a denial behind a part of a label that denies be the label's: "삭제하지 마"."""
        result = list(segments)
        for n, (before, found) in enumerate(zip(segments, segments[1:], strict=False), start=1):
            is_its_own = (
                before.tag is PhraseTag.OPTION
                and found.tag is PhraseTag.NOT_BEFORE
                and self._labels.is_denial[before.value]
                and key(
                    [unit.text for unit in self._units[before.start : before.end]],
                    self._phrases.script,
                )
                != self._labels.plain[before.value]
            )
            if is_its_own:
                result[n] = replace(found, meaning=PhraseMeaning(tag=PhraseTag.FILLER))
        return result

    def _as_label(self, found: PhraseSegment) -> PhraseSegment:
        """Let a place be the label that it contains: "in the middle", of "Middle"."""
        is_phrase = found.tag in _PLACES and found.end - found.start > 1
        if not is_phrase or self._phrases.script is not WritingScript.WORDS:
            return found
        for unit in self._units[found.start : found.end]:
            if unit.text in self._labels.plain and unit.text in self._labels.vocabulary.meanings:
                return replace(found, meaning=self._labels.vocabulary.meanings[unit.text])
        return found

    def _as_number(self, found: PhraseSegment) -> PhraseSegment:
        """Let so many of more than there are be a number: "a las diez"."""
        named = self._labels.vocabulary.meanings.get(str(found.value))
        is_amount = found.value > len(self._question.options) or (
            not self._question.traits.is_multiple
            and bool(found.value)
            and all(self._labels.numbers)
            and found.value != len(self._question.options)
        )
        if found.tag is PhraseTag.ALL and named and is_amount:
            return replace(found, meaning=named)
        return found

    def _with_ranges(self, segments: Sequence[PhraseSegment]) -> tuple[PhraseSegment, ...]:
        """Let a dash between two labels mean everything from one to the other: "Mon-Fri"."""
        result: list[PhraseSegment] = []
        for found in segments:
            before = result[-1] if result else None
            if before is not None and {before.tag, found.tag} <= _MAY_BE_LABELS:
                gap = self._text[self._units[before.end - 1].end : self._units[found.start].start]
                if gap.strip() in _DASHES and self._question.traits.is_multiple:
                    between = PhraseMeaning(tag=PhraseTag.TO)
                    result.append(
                        PhraseSegment(meaning=between, start=found.start, end=found.start)
                    )
            result.append(found)
        return tuple(result)

    def _without_echo(self, segments: Sequence[PhraseSegment]) -> tuple[PhraseSegment, ...]:
        """Let words of the question say nothing: "4 threads", "send the email"."""
        if not unknown_in(segments):
            return tuple(segments)
        echo = _words_of(self._question.text, self._language)
        segments = self._without_abbreviations(segments)
        return tuple(
            replace(s, meaning=PhraseMeaning(tag=PhraseTag.FILLER))
            if s.tag is PhraseTag.UNKNOWN and self._echoes(s, echo)
            else s
            for s in segments
        )

    def _without_abbreviations(self, segments: Sequence[PhraseSegment]) -> list[PhraseSegment]:
        """Let what is short for a word of the labels say nothing beside a number: "win10"."""
        result = list(segments)
        for n, (before, found) in enumerate(zip(segments, segments[1:], strict=False), start=1):
            said = "".join(unit.text for unit in self._units[found.start : found.end])
            if (
                found.tag is PhraseTag.UNKNOWN
                and before.tag in ITEMS
                and self._units[before.end - 1].text.isdecimal()
                and self._labels.abbreviates(said)
            ):
                result[n] = replace(found, meaning=PhraseMeaning(tag=PhraseTag.FILLER))
        for n, (found, after) in enumerate(zip(segments, segments[1:], strict=False)):
            said = "".join(unit.text for unit in self._units[found.start : found.end])
            if (
                found.tag is PhraseTag.UNKNOWN
                and after.tag in ITEMS
                and self._units[after.start].text[0].isdecimal()
                and (len(said) > 1 or not self._units[after.start].begins)
                and self._labels.abbreviates(said)
            ) or (
                found.tag is PhraseTag.UNKNOWN
                and after.tag in ITEMS
                and self._labels.sounds_like_a_word(said)
            ):
                result[n] = replace(found, meaning=PhraseMeaning(tag=PhraseTag.FILLER))
        return result

    def _echoes(self, found: PhraseSegment, echo: frozenset[str]) -> bool:
        said = "".join(unit.text for unit in self._units[found.start : found.end])
        least = _LEAST_STEM[self._phrases.script]
        if self._phrases.script is WritingScript.CHARACTERS and _KANA.search(said):
            return False  # a syllable is in many words
        if self._phrases.script in _JAMO:
            said = unicodedata.normalize("NFD", said)
            echoes = any(
                len(commonprefix((said, unicodedata.normalize("NFD", word)))) >= least
                for word in echo
            )
        else:
            stem = said[: max(least, len(said) - _ENDING)]
            echoes = len(stem) >= least and any(
                word.startswith(stem)
                and len(word) - len(said) <= _ENDING
                and self._is_inflected(said, word)
                for word in echo
            )
        self._echoed += echoes
        return echoes

    def _is_inflected(self, said: str, word: str) -> bool:
        """Whether two words that begin alike may be forms of one."""
        endings = self._lexicon.inflections
        same = commonprefix((said, word))
        return not endings or {said.removeprefix(same), word.removeprefix(same)} <= endings

    # The rules, in order. Each returns None if it does not apply.

    def _exact_label(self) -> Understanding | None:
        found = self._labels.exactly(self._heard)
        if not found:
            return None
        if len(found) > 1:
            return self._unclear(UnclearReason.AMBIGUOUS, found)
        return self._chosen(found, score=1.0)

    def _figures(self) -> Understanding:
        """Take figures that name a label, and are no list of places."""
        named = self._labels.vocabulary.meanings.get(self._heard)
        if named is None:
            return UnclearAnswer(reason=UnclearReason.NO_MATCH)
        return self._chosen([named.value], score=1.0)

    def _command(self, segments: Sequence[PhraseSegment]) -> Understanding | None:
        items = [s for s in segments if s.tag in ITEMS]
        alone = not items and not unknown_in(segments)
        found = [
            s for s in segments if s.tag is PhraseTag.COMMAND and (alone or not s.meaning.is_weak)
        ]
        if not found or self._is_denied(found[-1], segments):
            return None
        last = found[-1]
        kind = last.meaning.command
        assert kind is not None, "a command has a kind"
        called = [i for i, kinds in enumerate(self._labels.commands) if kind in kinds]
        if alone and kind in _LABELLED and len(called) == 1:
            return self._chosen(called, score=_BY_LIKE_WORD)
        options = select([s for s in segments if s.tag is not PhraseTag.NOT], self._choices)
        places = sorted({*options.included, *options.excluded})
        score = min(_WITH_UNKNOWN if unknown_in(segments) else 1.0, options.score)
        if kind in _WITH_OPTIONS:
            return SpokenCommand(kind=kind, option_ids=self._ids(places), score=score)
        if places:
            return self._unclear(UnclearReason.AMBIGUOUS, places)
        words = ""
        if kind is CommandKind.OTHER and any(s.start >= last.end for s in unknown_in(segments)):
            words = self._text[self._units[last.end - 1].end :].strip(_AROUND_WORDS)
        return SpokenCommand(kind=kind, words=words, score=score)

    @staticmethod
    def _is_denied(command: PhraseSegment, segments: Sequence[PhraseSegment]) -> bool:
        """Whether a command is what is not to be done: "don't cancel"."""
        at = segments.index(command)
        return at > 0 and segments[at - 1].tag is PhraseTag.NOT

    def _asked(self, segments: Sequence[PhraseSegment]) -> Understanding | None:
        spoken = [s for s in segments if s.tag not in QUIET]
        is_unsure = any(s.tag is PhraseTag.UNSURE for s in spoken)
        is_asked = (
            self._text.rstrip().endswith("?")
            and bool(unknown_in(segments))
            and any(s.tag is PhraseTag.QUESTION for s in spoken)
        )
        is_asked = (
            is_asked
            or any(
                s.tag is PhraseTag.QUESTION and (not s.meaning.is_weak or is_unsure) for s in spoken
            )
            or (bool(spoken) and spoken[0].tag is PhraseTag.QUESTION)
        )
        said = [s for s in segments if s.tag is not PhraseTag.FILLER]
        is_asked = is_asked or (
            bool(said)
            and said[0].tag is PhraseTag.LINK
            and said[0].end < len(self._units)
            and (bool(unknown_in(said)) or self._opens_question(said))
        )
        if not is_asked:
            return None
        if all(s.tag is PhraseTag.QUESTION for s in spoken):
            return SpokenCommand(kind=CommandKind.REPEAT)
        options = select(segments, self._choices)
        if options.included and not options.is_doubtful and not unknown_in(segments):
            return SpokenCommand(kind=CommandKind.EXPLAIN, option_ids=self._ids(options.included))
        return UnclearAnswer(reason=UnclearReason.UNSURE if is_unsure else UnclearReason.QUESTION)

    def _opens_question(self, said: Sequence[PhraseSegment]) -> bool:
        """Whether a verb that asks before a name is followed by a name and more: "ist Jana da"."""
        is_named = said[0].meaning.is_doubtful and len(said) > 1 and said[1].tag in ITEMS
        return is_named and said[1].end < len(self._units)

    def _nothing_of_it(self, segments: Sequence[PhraseSegment]) -> Understanding | None:
        """Take "no music" for none of the options, where music was asked about."""
        tags = {s.tag for s in segments if not _is_passing(s.meaning)} - QUIET
        if not self._echoed or not tags or not tags <= _DENYING:
            return None
        return self._none(SpokenSelection(is_none=True))

    def _choice(self, segments: Sequence[PhraseSegment]) -> Understanding | None:
        if unknown_in(segments):
            segments = [s for s in segments if not needs_company(s)]
        segments = without_thinking_aloud(segments)
        hesitates = any(
            s.tag in {PhraseTag.UNSURE, PhraseTag.CONDITION, PhraseTag.PAST}
            or (s.tag is PhraseTag.COMMAND and not _is_passing(s.meaning))
            or (s.tag is PhraseTag.QUESTION and s.meaning.is_doubtful)
            for s in segments
        )
        items = [s for s in segments if s.tag in ITEMS]
        selection = select(supported(segments, items), self._choices)
        if not selection.says_something:
            return None
        self.ruled_out = len(selection.excluded)
        open_ended = self._without_place(segments, selection, items)
        if open_ended is not None:
            return open_ended
        family = self._family(selection)
        if family:
            return self._chosen(family, score=_BY_REFERENCE)
        self._weigh(segments, selection, items)
        selection.is_doubtful |= hesitates or is_broken_off(tuple(segments), self._units)
        return self._resolved(selection)

    def _without_place(
        self,
        segments: Sequence[PhraseSegment],
        selection: SpokenSelection,
        items: Sequence[PhraseSegment],
    ) -> Understanding | None:
        """Return what is meant where the phrases point at no place, or at several."""
        is_beyond = selection.both > len(self._question.options) and self._labels.have_numbers
        is_other = any(s.score < 1 for s in items) and self._is_other_amount()
        if selection.is_unknown or is_beyond or is_other:
            return UnclearAnswer(reason=UnclearReason.NO_MATCH)
        if selection.is_out_of_range:
            is_amount = self._labels.have_numbers or bool(unknown_in(segments))
            reason = UnclearReason.NO_MATCH if is_amount else UnclearReason.OUT_OF_RANGE
            return UnclearAnswer(reason=reason)
        if selection.candidates:
            called = self._called(PhraseTag.ALL) if selection.both else []
            if len(called) == 1:
                return self._chosen(called, score=_BY_LIKE_WORD)
            return self._unclear(UnclearReason.AMBIGUOUS, selection.candidates)
        rivals = self._named_like_places(segments) | self._beginning_with_letter(items)
        if rivals:
            return self._unclear(UnclearReason.AMBIGUOUS, {*selection.included, *rivals})
        return None

    def _weigh(
        self,
        segments: Sequence[PhraseSegment],
        selection: SpokenSelection,
        items: Sequence[PhraseSegment],
    ) -> None:
        """Let what stands beside the names make the selection less sure."""
        if unknown_in(segments):
            selection.score *= _WITH_UNKNOWN
            selection.is_doubtful |= self._is_doubtful_beside(segments, selection)
        elif self._is_bare_letter(items):
            # Not what is written before the options, and what is left of many words.
            selection.score = min(selection.score, _BARE_LETTER)
            selection.is_doubtful = True
        elif any(s.tag is PhraseTag.NUMBER for s in items):
            is_day = self._phrases.script is WritingScript.WORDS and bool(self._labels.weekdays)
            selection.is_doubtful |= is_day or self._is_amount(segments)
            selection.score = min(selection.score, _SURE_NUMBER)
            selection.is_doubtful |= len(items) > len({s.value for s in items})
        self._keep_chosen(segments, selection)
        selection.is_doubtful |= {PhraseTag.NUMBER, PhraseTag.OPTION} <= {s.tag for s in items}

    def _is_amount(self, segments: Sequence[PhraseSegment]) -> bool:
        """Whether a number that is in no label stands behind what makes an amount of it: "at two"."""
        return any(
            s.tag is PhraseTag.NUMBER
            and before.tag is PhraseTag.FILLER
            and self._units[before.end - 1].text in self._lexicon.before_amounts
            and not any(s.value in numbers for numbers in self._labels.numbers)
            for before, s in zip(segments, segments[1:], strict=False)
        )

    def _is_other_amount(self) -> bool:
        """Whether a number was said where every label has one, and none has that."""
        said = numbers_in(self._text, self._language)
        offered = frozenset[int]().union(*self._labels.numbers)
        return bool(said) and all(self._labels.numbers) and said.isdisjoint(offered)

    def _keep_chosen(self, segments: Sequence[PhraseSegment], selection: SpokenSelection) -> None:
        """Of two options keep the last, if only that is wished: "I had coffee, so I'll take tea"."""
        named = [n for n, s in enumerate(segments) if s.tag in _NAMING]
        if self._question.traits.is_multiple or len(named) != 2 or len(selection.included) != 2:
            return
        if selection.is_open or any(s.tag in _TURNING - {PhraseTag.BUT} for s in segments):
            return
        first, last = named
        is_stated = bool(unknown_in(segments[first:last]))
        is_last = not unknown_in(segments[last:])
        is_wished = self._is_wished_at(segments[last]) and not self._is_wished_at(segments[first])
        if is_stated and is_last and is_wished:
            selection.included = selection.included[-1:]
            selection.is_doubtful = False

    def _is_wished_at(self, found: PhraseSegment) -> bool:
        before = self._text[: self._units[found.start].start]
        after = self._text[self._units[found.end - 1].end :]
        return is_choosing(before, after, self._language)

    def _named_like_places(self, segments: Sequence[PhraseSegment]) -> set[int]:
        """Return the options that a word for a place may name as well: "first", of "First class"."""
        found: set[int] = set()
        for s, after in zip(segments, (*segments[1:], None), strict=True):
            is_said_of_place = after is not None and after.tag is PhraseTag.LINK
            if s.tag is not PhraseTag.ORDINAL or s.end - s.start > 1 or is_said_of_place:
                continue
            owners = {
                i
                for i in range(len(self._question.options))
                if self._labels.has_word(i, self._units[s.start].text)
            }
            if s.value - 1 not in owners:
                found |= owners
        return found

    def _beginning_with_letter(self, items: Sequence[PhraseSegment]) -> set[int]:
        """Return the options whose labels begin with the one letter that is said: B1 and B2."""
        if len(items) != 1 or items[0].tag is not PhraseTag.LETTER:
            return set()
        letter = _LETTERS[items[0].value - 1]
        found = {
            i
            for i, label in enumerate(self._labels.plain)
            if label[:1] == letter and label[1:2] in _AFTER_LETTER
        }
        return set() if found <= {items[0].value - 1} else found

    def _family(self, selection: SpokenSelection) -> list[int]:
        """Return so many as were meant, where their labels share a name: "both sales reports"."""
        is_named = len(selection.included) == 1 and not selection.excluded
        if not (selection.both and is_named and self._question.traits.is_multiple):
            return []
        name = self._labels.plain[selection.included[0]]
        found = [i for i, label in enumerate(self._labels.plain) if name in label]
        return found if len(found) == selection.both else []

    def _is_doubtful_beside(
        self, segments: Sequence[PhraseSegment], selection: SpokenSelection
    ) -> bool:
        """Whether unknown words beside what is chosen may change what is meant."""
        is_left = bool(selection.excluded) and not selection.included
        segments = self._without_comments(segments)
        if self._is_wished(segments) or not unknown_in(segments):
            return is_left and not selection.has_exception
        open_words = unexplained(segments, self._units)
        if not open_words:
            return is_left
        are_of_label = all(self._is_of_label(s, selection.included) for s in open_words)
        return is_left or not are_of_label or are_tangled(tuple(segments), self._units)

    def _without_comments(self, segments: Sequence[PhraseSegment]) -> Sequence[PhraseSegment]:
        """Leave out a sentence at the end that only says more: "all but ham, I'm vegetarian"."""
        last = max((n for n, s in enumerate(segments) if s.tag in _NAMING), default=-1)
        if any(
            s.tag in _TURNING and not (s.tag is PhraseTag.BUT and before.tag is PhraseTag.ALL)
            for before, s in zip((segments[0], *segments), segments, strict=False)
        ):
            return segments
        for n in range(last + 1, len(segments)):
            if any(s.tag is not PhraseTag.FILLER for s in segments[last + 1 : n]):
                break
            rest = segments[n:]
            text = self._text[self._units[segments[n].start].start :]
            is_apart = (
                self._phrases.script is WritingScript.WORDS
                or self._units[segments[n - 1].end - 1].pauses
            )
            if n and is_apart and rest[-1].end - rest[0].start > 1:
                if explains(text, self._language):
                    is_plain = not is_adverse(text, self._language)
                    return segments[:n] if is_plain else segments
        return segments

    def _is_wished(self, segments: Sequence[PhraseSegment]) -> bool:
        """Whether a verb that chooses belongs to the one option that is named."""
        if any(s.tag in _TURNING for s in segments):
            return False
        named = [n for n, s in enumerate(segments) if s.tag in _NAMING]
        if len(named) != 1:
            return False
        is_last = not unknown_in(segments[named[0] + 1 :])
        return is_last and self._is_wished_at(segments[named[0]])

    def _is_of_label(self, found: PhraseSegment, included: Sequence[int]) -> bool:
        """Whether unknown words are in the label of what is chosen: "blue, the light one"."""
        said = key(
            [unit.text for unit in self._units[found.start : found.end]], self._phrases.script
        )
        return any(self._labels.has_word(index, said) for index in included)

    def _is_bare_letter(self, items: Sequence[PhraseSegment]) -> bool:
        """Whether a single letter is all that was said, though the options have numbers."""
        if len(items) != 1 or items[0].tag is not PhraseTag.LETTER:
            return False
        said = "".join(unit.text for unit in self._units[items[0].start : items[0].end])
        if len(said) == 1 and not said.isascii() and not has_letters(self._question):
            return True
        is_named = not any(map(str.isascii, self._heard))
        if self._is_typed and is_named and not has_letters(self._question):
            return True  # "비번" is more than the name of a letter
        if self._is_typed or has_letters(self._question):
            return False
        return self._heard == _LETTERS[items[0].value - 1]

    def _resolved(self, selection: SpokenSelection) -> Understanding:
        if selection.is_none:
            return self._none(selection)
        if selection.is_all and not (selection.included or selection.excluded):
            special = self._everything()
            if special is not None:
                return special
        if selection.has_exception and not selection.excluded:
            return UnclearAnswer(reason=UnclearReason.NO_MATCH)
        if selection.excluded and not selection.included:
            return self._left_over(selection)
        return self._named(selection)

    def _named(self, selection: SpokenSelection) -> Understanding:
        """Return what is chosen by name, or everything but what is ruled out."""
        everything = range(len(self._question.options))
        wanted = list(everything) if selection.is_all else selection.included
        wanted = sorted(i for i in wanted if i not in selection.excluded)
        if selection.is_open and len(wanted) > 1:
            return self._unclear(UnclearReason.ONE_ONLY, wanted)
        if not wanted:
            return self._unclear(UnclearReason.AMBIGUOUS, selection.included)
        if selection.is_all and not self._question.traits.is_multiple:
            return self._unclear(UnclearReason.ONE_ONLY, wanted)
        if not self._question.traits.is_multiple and len(wanted) > 1:
            if selection.has_contrast and not selection.is_all:
                last = selection.included[-1]
                return self._chosen(
                    [last],
                    score=selection.score,
                    needs_confirming=not (selection.is_opposed and len(wanted) == 2),
                )
            return self._unclear(UnclearReason.ONE_ONLY, wanted)
        exclusive = self._labels.negative if len(self._labels.negative) == 1 else frozenset[int]()
        is_contrary = len(wanted) > 1 and not exclusive.isdisjoint(wanted)  # "tests and no checks"
        return self._chosen(
            wanted,
            score=selection.score,
            needs_confirming=selection.is_doubtful or is_contrary,
        )

    def _left_over(self, selection: SpokenSelection) -> Understanding:
        """Return what remains where something is only ruled out."""
        everything = range(len(self._question.options))
        among = self._rivals or everything
        left = [i for i in among if i not in selection.excluded]
        denied = {i for one in selection.excluded for i in self._labels.opposites(one)}
        if len(denied) == 1 and not (selection.has_exception and self._question.traits.is_multiple):
            return self._chosen(denied, score=_BY_ELIMINATION)
        if not self._question.traits.is_multiple and len(left) != 1:
            return self._unclear(UnclearReason.EXCLUDED, left)
        is_clear = selection.has_exception or selection.is_all or len(everything) == 2
        return self._chosen(
            left,
            score=_BY_ELIMINATION,
            needs_confirming=selection.is_doubtful or not is_clear,
        )

    def _everything(self) -> Understanding | None:
        """Return what "all" means where a label says so itself, or one denies all the others."""
        called = self._called(PhraseTag.ALL)
        if len(called) == 1:
            return self._chosen(called, score=_BY_LIKE_WORD)
        rest = [i for i in range(len(self._question.options)) if i not in self._labels.negative]
        if self._question.traits.is_multiple and len(self._labels.negative) == 1:
            return self._chosen(rest, score=1.0, needs_confirming=True)
        return None

    def _none(self, selection: SpokenSelection) -> Understanding:
        if selection.included:
            return self._unclear(UnclearReason.AMBIGUOUS, selection.included)
        called = self._called(PhraseTag.NONE)
        if not called and self._question.traits.is_multiple:
            called = sorted(self._labels.negative)
        if len(called) == 1:
            return self._chosen(called, score=_BY_LIKE_WORD)
        if not self._question.traits.is_multiple:
            return SpokenCommand(kind=CommandKind.OTHER)
        return self._chosen((), score=1.0, needs_confirming=selection.is_doubtful)

    def _deictic(self, segments: Sequence[PhraseSegment]) -> Understanding | None:
        """Resolve "yes", "that one" and "no" by the option being read, or by such labels."""
        tags = {s.tag for s in segments} - QUIET - {PhraseTag.AFFIRM, PhraseTag.SO}
        if self._lexicon.objections and re.search(
            self._lexicon.objections, self._question.text, re.IGNORECASE
        ):
            return None  # a yes may mean either
        if not tags or not tags <= {PhraseTag.YES, PhraseTag.THAT, PhraseTag.NO, PhraseTag.NOT}:
            return None
        is_no = bool(tags & {PhraseTag.NO, PhraseTag.NOT})
        if lets_it_be_done(self._text, self._language) is is_no:
            return None  # "no problem" lets it be done
        if not is_no or PhraseTag.YES not in tags:
            called = self._called(PhraseTag.NO if is_no else PhraseTag.YES)
            if len(called) == 1 and PhraseTag.THAT not in tags:
                return self._chosen(called, score=_BY_LIKE_WORD)
        if self._current is None or not 0 <= self._current < len(self._question.options):
            return None
        if is_no:
            left = [i for i in range(len(self._question.options)) if i != self._current]
            if len(left) == 1:
                return self._chosen(left, score=_BY_ELIMINATION, needs_confirming=True)
            return self._unclear(UnclearReason.EXCLUDED, left)
        return self._chosen([self._current], score=_BY_REFERENCE)

    def _called(self, tag: PhraseTag) -> list[int]:
        """Return the options whose label has words for all or none, or begins with yes or no."""
        if tag in {PhraseTag.ALL, PhraseTag.NONE}:
            return [i for i, tags in enumerate(self._labels.tags) if tag in tags]
        found: list[int] = []
        for i, option in enumerate(self._question.options):
            _text, units = tokenize_text(option.label, self._lexicon)
            first = segment(units, self._phrases)[:1]
            if any(s.tag is tag for s in first):
                found.append(i)
        return found

    def _homophone(self) -> Understanding | None:
        if self._is_typed:
            return None
        number = self._homophones.get(self._heard)
        is_misheard = number is None
        if number is None:
            number = mishearings_of(self._language).get(self._heard)
        named = [i for i, numbers in enumerate(self._labels.numbers) if number in numbers]
        if number is not None and len(named) == 1 and self._choices.sizes:
            return self._chosen(named, score=_HOMOPHONE, needs_confirming=is_misheard)
        if number is None or number > len(self._question.options) or self._rivals:
            return None
        return self._chosen(
            [number - 1],
            score=_MISHEARD if is_misheard else _HOMOPHONE,
            needs_confirming=is_misheard or (self._labels.have_numbers and named != [number - 1]),
        )

    def _nothing(self, segments: Sequence[PhraseSegment]) -> Understanding:
        if self._rivals and self._is_other_amount():
            return UnclearAnswer(reason=UnclearReason.NO_MATCH)
        if self._rivals:
            return self._unclear(UnclearReason.AMBIGUOUS, self._rivals)
        tags = {s.tag for s in segments}
        if tags & {PhraseTag.UNSURE, PhraseTag.CORRECTION}:
            return UnclearAnswer(reason=UnclearReason.UNSURE)
        if any(s.tag is PhraseTag.QUESTION and s.meaning.is_doubtful for s in segments):
            return UnclearAnswer(reason=UnclearReason.QUESTION)
        if tags <= QUIET:
            return UnclearAnswer(reason=UnclearReason.EMPTY)
        return UnclearAnswer(reason=UnclearReason.NO_MATCH)

    # The other kinds of question.

    def _as_text(self, heard: str) -> Understanding:
        if not heard.strip():
            return UnclearAnswer(reason=UnclearReason.EMPTY)
        segments = segment(self._units, self._phrases)
        kinds = {s.meaning.command for s in segments if s.tag is PhraseTag.COMMAND}
        if len(kinds) == 1 and all(s.tag is PhraseTag.COMMAND or s.tag in QUIET for s in segments):
            (kind,) = kinds
            if kind in _FOR_TEXT:
                return SpokenCommand(kind=kind)
        return SpokenChoice(text=heard.strip(), score=1.0, needs_confirming=True)

    def _as_yes_or_no(self) -> Understanding:
        segments = segment(self._units, self._phrases, self._phrases.yes_or_no)
        self.foreign_count = len(unknown_in(segments))
        segments = self._without_echo(plain_clauses(segments, self._units, self._phrases))
        self.unknown_count = len(unknown_in(segments))
        acting = self._by_action(segments)
        if acting is not None:
            return acting
        if self._declines_politely():
            return UnclearAnswer(reason=UnclearReason.NO_MATCH)
        other = self._command(self._without_what_a_no_says(segments))
        if other is not None:
            return other
        said = vote(segments)
        unknown = unknown_in(segments)
        restated = self._restated(segments)
        if restated is not None:
            return SpokenChoice(boolean=restated, score=_WITH_UNKNOWN)
        if said is None and self._repeats_question(segments):
            return SpokenChoice(
                boolean=True,
                score=_WITH_UNKNOWN,
                needs_confirming=self._is_tricky(False, is_bare=False),
            )
        if said is None or any(
            s.tag is PhraseTag.QUESTION and (s is segments[0] or not s.meaning.is_weak)
            for s in segments
        ):
            return self._asked(segments) or self._nothing(segments)
        return SpokenChoice(
            boolean=said.value,
            score=_WITH_UNKNOWN if unknown else 1.0,
            needs_confirming=not (said.is_sure or self._is_explained(segments))
            or self._is_tricky(
                said.value,
                is_bare=not unknown
                and not self._echoed
                and not any(s.tag is PhraseTag.YES and s.meaning.is_doubtful for s in segments),
            )
            or (len(unknown) >= _MANY_UNKNOWN and not self._is_explained(segments)),
        )

    def _by_action(self, segments: Sequence[PhraseSegment]) -> SpokenChoice | None:
        """Return what is meant where it is told by what shall be done: "keep them", "go ahead"."""
        segments = _since_correction(segments)
        spoken = [s for s in segments if s.tag not in QUIET]
        asked = self._asked_sentence()
        if not (spoken or self._echoed) or any(
            s.tag in _HEDGES or (s.tag is PhraseTag.COMMAND and not self._tells_an_action(s, asked))
            for s in spoken
        ):
            return None
        text = self._text[self._units[segments[0].start].start :]
        is_objection = self._asks_for_objections()
        is_done = is_to_be_done(asked, text, self._language)
        if is_objection and is_done is None:
            is_done = lets_it_be_done(text, self._language)
        particles = [
            s.tag is PhraseTag.YES
            for s in spoken
            if ((s.tag is PhraseTag.YES and not s.meaning.is_doubtful) or self._is_plain_no(s))
            and not self._tells_an_action(s, asked)
            and not self._denies_an_action(s, asked)
        ]
        said = vote(segments)
        is_no = said is not None and not said.value and not unknown_in(segments)
        if is_objection and is_done is None and (set(particles) == {False} or is_no):
            return SpokenChoice(boolean=False, score=_WITH_UNKNOWN)
        if is_done is None:
            return None
        if is_objection:
            return SpokenChoice(
                boolean=not is_done,
                score=_WITH_UNKNOWN,
                needs_confirming=not is_done and particles[-1:] == [False],
            )
        is_opposed = bool(particles) and particles[-1] is not is_done
        return SpokenChoice(
            boolean=is_done,
            score=_WITH_UNKNOWN,
            needs_confirming=(is_opposed and not self._is_tricky(value=False, is_bare=False))
            or ((is_done or not particles) and self._is_about_more(segments, asked))
            or self._is_tricky_no(segments[0]),
        )

    def _declines_politely(self) -> bool:
        """Whether "I'm fine" may as well decline what is offered: "大丈夫です"."""
        lexicon = self._lexicon
        return self._heard in lexicon.declining and bool(
            re.search(lexicon.offers, self._question.text)
        )

    def _is_tricky_no(self, first: PhraseSegment) -> bool:
        """Whether a denial may also be an answer of its own, to a question that denies."""
        is_no = first.tag in _NEGATIONS and self._phrases.script is WritingScript.CHARACTERS
        return is_no and not first.start and self._is_tricky(value=False, is_bare=False)

    def _is_plain_no(self, found: PhraseSegment) -> bool:
        """Whether this is "no", even where it denies what follows."""
        if found.tag not in {PhraseTag.NO, PhraseTag.NOT} or found.meaning.is_weak:
            return False
        if found.tag is PhraseTag.NO:
            return True
        text = key(
            [unit.text for unit in self._units[found.start : found.end]], self._phrases.script
        )
        usual = self._phrases.meanings.get(text)
        return usual is not None and usual.tag is PhraseTag.NO and not usual.is_weak

    def _is_about_more(self, segments: Sequence[PhraseSegment], asked: str) -> bool:
        """Whether words beside what shall be done may change it: "delete ten of them"."""
        rest = without_actions(asked, self._text, self._language)
        for s in unknown_in(segments):
            start, end = self._units[s.start].start, self._units[s.end - 1].end
            if explains(rest[start:], self._language) and rest[:start].strip():
                return False
            if rest[start:end].strip():
                return True
        return any(s.tag in ITEMS or s.tag is PhraseTag.MODIFIER for s in segments)

    def _without_what_a_no_says(self, segments: Sequence[PhraseSegment]) -> Sequence[PhraseSegment]:
        """Leave out what only says what else is right: "no, the other one", "no, I've read it"."""
        spoken = [s for s in segments if s.tag is not PhraseTag.FILLER]
        if not spoken or spoken[0].tag is not PhraseTag.NO or spoken[0].meaning.is_weak:
            return segments
        if any(s.tag is PhraseTag.YES for s in spoken):
            return segments
        return [
            s
            for s in segments
            if s.meaning.command not in _AFTER_NO or s.tag is not PhraseTag.COMMAND
        ]

    def _denies_an_action(self, found: PhraseSegment, asked: str) -> bool:
        """Whether a "no" is what denies the verb behind it: "别删"."""
        start, end = self._units[found.start].start, self._units[found.end - 1].end
        without = is_to_be_done(asked, self._text[end:], self._language)
        if without is None or found.tag is PhraseTag.YES:
            return False
        return is_to_be_done(asked, self._text[start:], self._language) is not without

    def _tells_an_action(self, found: PhraseSegment, asked: str) -> bool:
        """Whether a phrase is a yes or no because of what it says to do: "leave it"."""
        text = self._text[self._units[found.start].start : self._units[found.end - 1].end]
        if self._asks_for_objections() and lets_it_be_done(text, self._language) is not None:
            return True
        return is_to_be_done(asked, text, self._language) is not None

    def _is_explained(self, segments: Sequence[PhraseSegment]) -> bool:
        """Whether a no stands before a pause, and what follows does not take it back."""
        spoken = [s for s in segments if s.tag is not PhraseTag.FILLER]
        first, others = spoken[0], spoken[1:]
        is_apart = first.tag is PhraseTag.NO and self._units[first.end - 1].pauses
        if not is_apart or any(s.tag in _HEDGES or s.tag is PhraseTag.YES for s in others):
            return False
        return lets_it_be_done(self._text, self._language) is not True

    def _asks_for_objections(self) -> bool:
        asked = self._lexicon.objections
        return bool(asked) and re.search(asked, self._question.text, re.IGNORECASE) is not None

    def _asked_sentence(self) -> str:
        """Return the sentence that asks."""
        text = self._question.text
        asked = [one for one in _SENTENCE.findall(text) if one.endswith(("?", "？"))]
        return asked[-1] if asked else text

    def _restated(self, segments: Sequence[PhraseSegment]) -> bool | None:
        """Return the answer to what is asked with a negation, where it says again what to do.

        "So we won't delete them?" - "Yes, don't delete them".
        """
        spoken = [s for s in segments if s.tag not in QUIET and s.tag is not PhraseTag.AFFIRM]
        asked = self._lexicon.objections
        if not spoken or (asked and re.search(asked, self._question.text, re.IGNORECASE)):
            return None
        if not self._is_tricky(value=False, is_bare=False):
            return None
        first, rest = spoken[0], {s.tag for s in spoken[1:]}
        is_yes = first.tag is PhraseTag.YES and not first.meaning.is_doubtful  # "si" contradicts
        return True if is_yes and rest and rest <= _NEGATIONS else None

    def _repeats_question(self, segments: Sequence[PhraseSegment]) -> bool:
        """Whether nothing is said but what was asked: "delete", to "shall I delete it?"."""
        return self._echoed > 0 and all(s.tag in QUIET or s.tag in _WISHES for s in segments)

    def _is_tricky(self, value: bool, *, is_bare: bool) -> bool:
        """Whether the question turns a yes or a no around: "do you mind", "we won't, right?"."""
        text = self._question.text
        if self._asks_for_objections():
            return True
        if (value and is_bare) or not text:
            return False
        _text, units = tokenize_text(self._asked_sentence(), self._lexicon)
        return any(
            s.tag in _NEGATIONS and not (is_bare and s.meaning.is_weak)
            for s in segment(units, self._phrases, self._phrases.yes_or_no)
        )

    # Answers.

    def _ids(self, places: Iterable[int]) -> tuple[str, ...]:
        return tuple(self._question.options[i].id for i in sorted(set(places)))

    def _chosen(
        self, places: Iterable[int], *, score: float, needs_confirming: bool = False
    ) -> SpokenChoice:
        return SpokenChoice(
            option_ids=self._ids(places), score=score, needs_confirming=needs_confirming
        )

    def _unclear(self, reason: UnclearReason, places: Iterable[int]) -> UnclearAnswer:
        return UnclearAnswer(reason=reason, candidates=self._ids(places))
