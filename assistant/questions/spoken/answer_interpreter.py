"""What a person meant by an answer that was heard. Pure.

The rules in order: a label said exactly; commands; questions; corrections ("no wait, the third");
what is chosen and ruled out, by place, number, letter or label, where labels may only resemble what
was heard; words that sound like a number, if nothing else was said. What remains is `UnclearAnswer`:
nothing is ever guessed. A choice that was put oddly comes back with `needs_confirming`.

Languages are tables (`assistant.languages`); what a language does not understand is tried as English.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from assistant.languages import LANGUAGES
from assistant.languages.lexicon import CommandKind, PhraseTag
from assistant.questions.model.option_markers import has_letters
from assistant.questions.model.question import AnswerInput, Question
from assistant.questions.spoken.fuzzy_match import FuzzyMatcher
from assistant.questions.spoken.option_labels import labels_of
from assistant.questions.spoken.phrase_context import (
    QUIET,
    corrected,
    needs_company,
    supported,
    unknown_in,
    votes,
    without_pronouns,
    without_stray_letters,
)
from assistant.questions.spoken.phrase_segmenter import (
    PhraseSegment,
    PhraseTable,
    homophones_of,
    mishearings_of,
    phrases_of,
    segment,
)
from assistant.questions.spoken.selection import ITEMS, SelectionTargets, SpokenSelection, select
from assistant.questions.spoken.tokenizer import TextToken, key, tokenize_text

_FALLBACK: Final = "en"
_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"
_MANY_UNKNOWN: Final = 4
"""Unknown words beside a label from which a choice is confirmed."""
_SURE_NUMBER: Final = 0.95
_WITH_UNKNOWN: Final = 0.75
_BY_ELIMINATION: Final = 0.8
_BY_REFERENCE: Final = 0.9
_BY_LIKE_WORD: Final = 0.9
_HOMOPHONE: Final = 0.6
_MISHEARD: Final = 0.4
_BARE_LETTER: Final = 0.6
_AROUND_WORDS: Final = " ,.;:!?-–—，。；：！？、"
_WITH_OPTIONS: Final = {CommandKind.EXPLAIN, CommandKind.COMPARE, CommandKind.REPEAT}
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


Understanding = SpokenChoice | SpokenCommand | UnclearAnswer


def load_language(language: str, question: Question | None = None) -> None:
    """Compile what `understand` will use, so that the first answer is not slow.

    A table takes 50 to 250 ms, the labels of a question a few milliseconds.
    """
    for code in {_known(language), _FALLBACK}:
        phrases_of(code)
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


def _known(language: str) -> str:
    return language if language in LANGUAGES else _FALLBACK


def _is_nothing(meant: Understanding) -> bool:
    return isinstance(meant, UnclearAnswer) and meant.reason is UnclearReason.NO_MATCH


class _Listener:
    """One question in one language."""

    def __init__(self, question: Question, language: str, current: int | None) -> None:
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
        segments = corrected(self._segments())
        return (
            self._command(segments)
            or self._asked(segments)
            or self._choice(segments)
            or self._deictic(segments)
            or self._homophone()
            or self._nothing(segments)
        )

    # Dividing.

    def _segments(self) -> tuple[PhraseSegment, ...]:
        found = segment(self._units, self._phrases, self._labels.vocabulary)
        found = without_stray_letters(without_pronouns(found))
        resembling = FuzzyMatcher(
            units=self._units, labels=self._labels, homophones=self._homophones
        )
        segments = resembling.resolve(found)
        self._rivals = resembling.rivals
        return segments

    # The rules, in order. Each returns None if it does not apply.

    def _exact_label(self) -> Understanding | None:
        found = self._labels.exactly(self._heard)
        if not found:
            return None
        if len(found) > 1:
            return self._unclear(UnclearReason.AMBIGUOUS, found)
        usual = segment(self._units, self._phrases)
        is_command = any(s.tag is PhraseTag.COMMAND for s in usual) and not unknown_in(usual)
        return self._chosen(found, score=1.0, needs_confirming=is_command)

    def _command(self, segments: Sequence[PhraseSegment]) -> Understanding | None:
        items = [s for s in segments if s.tag in ITEMS]
        alone = not items and not unknown_in(segments)
        found = [
            s for s in segments if s.tag is PhraseTag.COMMAND and (alone or not s.meaning.is_weak)
        ]
        if not found:
            return None
        last = found[-1]
        kind = last.meaning.command
        assert kind is not None, "a command has a kind"
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

    def _asked(self, segments: Sequence[PhraseSegment]) -> Understanding | None:
        spoken = [s for s in segments if s.tag not in QUIET]
        is_unsure = any(s.tag is PhraseTag.UNSURE for s in spoken)
        is_asked = any(
            s.tag is PhraseTag.QUESTION and (not s.meaning.is_weak or is_unsure) for s in spoken
        ) or (bool(spoken) and spoken[0].tag is PhraseTag.QUESTION)
        if not is_asked:
            return None
        if all(s.tag is PhraseTag.QUESTION for s in spoken):
            return SpokenCommand(kind=CommandKind.REPEAT)
        options = select(segments, self._choices)
        if options.included and not options.is_doubtful and not unknown_in(segments):
            return SpokenCommand(kind=CommandKind.EXPLAIN, option_ids=self._ids(options.included))
        return UnclearAnswer(reason=UnclearReason.UNSURE if is_unsure else UnclearReason.QUESTION)

    def _choice(self, segments: Sequence[PhraseSegment]) -> Understanding | None:
        unknown = unknown_in(segments)
        if unknown:
            segments = [s for s in segments if not needs_company(s)]
        hesitates = any(
            s.tag in {PhraseTag.COMMAND, PhraseTag.UNSURE}
            or (s.tag is PhraseTag.QUESTION and s.meaning.is_doubtful)
            for s in segments
        )
        items = [s for s in segments if s.tag in ITEMS]
        selection = select(supported(segments, items), self._choices)
        if not selection.says_something:
            return None
        if selection.is_out_of_range:
            return UnclearAnswer(reason=UnclearReason.OUT_OF_RANGE)
        if selection.candidates:
            return self._unclear(UnclearReason.AMBIGUOUS, selection.candidates)
        if unknown:
            # They may be about it: "I can't do Thursday", "will it rain on Friday".
            selection.score *= _WITH_UNKNOWN
            selection.is_doubtful = True
        elif self._is_bare_letter(items):
            # Not what is written before the options, and what is left of many words.
            selection.score = min(selection.score, _BARE_LETTER)
            selection.is_doubtful = True
        elif any(s.tag is PhraseTag.NUMBER for s in items):
            selection.score = min(selection.score, _SURE_NUMBER)
            selection.is_doubtful |= len(items) > len({s.value for s in items})
        selection.is_doubtful |= hesitates
        return self._resolved(selection)

    def _is_bare_letter(self, items: Sequence[PhraseSegment]) -> bool:
        """Whether a single letter is all that was said, though the options have numbers."""
        if len(items) != 1 or items[0].tag is not PhraseTag.LETTER or has_letters(self._question):
            return False
        return self._heard == _LETTERS[items[0].value - 1]

    def _resolved(self, selection: SpokenSelection) -> Understanding:
        everything = range(len(self._question.options))
        if selection.is_none:
            return self._none(selection)
        if selection.has_exception and not selection.excluded:
            return UnclearAnswer(reason=UnclearReason.NO_MATCH)
        if selection.excluded and not selection.included:
            left = [i for i in everything if i not in selection.excluded]
            if not self._question.traits.is_multiple and len(left) != 1:
                return self._unclear(UnclearReason.EXCLUDED, left)
            return self._chosen(left, score=_BY_ELIMINATION, needs_confirming=True)
        wanted = list(everything) if selection.is_all else selection.included
        wanted = sorted(i for i in wanted if i not in selection.excluded)
        if not wanted:
            return self._unclear(UnclearReason.AMBIGUOUS, selection.included)
        if not self._question.traits.is_multiple and len(wanted) > 1:
            return self._unclear(UnclearReason.ONE_ONLY, wanted)
        return self._chosen(wanted, score=selection.score, needs_confirming=selection.is_doubtful)

    def _none(self, selection: SpokenSelection) -> Understanding:
        if selection.included:
            return self._unclear(UnclearReason.AMBIGUOUS, selection.included)
        if not self._question.traits.is_multiple:
            return SpokenCommand(kind=CommandKind.OTHER)
        return self._chosen((), score=1.0, needs_confirming=True)

    def _deictic(self, segments: Sequence[PhraseSegment]) -> Understanding | None:
        """Resolve "yes", "that one" and "no" by the option being read, or by such labels."""
        tags = {s.tag for s in segments} - QUIET
        if not tags or not tags <= {PhraseTag.YES, PhraseTag.THAT, PhraseTag.NO, PhraseTag.NOT}:
            return None
        is_no = bool(tags & {PhraseTag.NO, PhraseTag.NOT})
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
        """Return the options whose label begins with a word for yes, or for no."""
        found: list[int] = []
        for i, option in enumerate(self._question.options):
            _text, units = tokenize_text(option.label, self._lexicon)
            first = segment(units, self._phrases)[:1]
            if any(s.tag is tag for s in first):
                found.append(i)
        return found

    def _homophone(self) -> Understanding | None:
        number = self._homophones.get(self._heard)
        is_misheard = number is None
        if number is None:
            number = mishearings_of(self._language).get(self._heard)
        if number is None or number > len(self._question.options) or self._rivals:
            return None
        return self._chosen(
            [number - 1],
            score=_MISHEARD if is_misheard else _HOMOPHONE,
            needs_confirming=is_misheard or self._labels.have_numbers,
        )

    def _nothing(self, segments: Sequence[PhraseSegment]) -> Understanding:
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
        other = self._command(segments)
        if other is not None:
            return other
        said = votes(segments)
        unknown = unknown_in(segments)
        if not said or segments[0].tag is PhraseTag.QUESTION:
            return self._asked(segments) or self._nothing(segments)
        return SpokenChoice(
            boolean=said[-1],
            score=_WITH_UNKNOWN if unknown else 1.0,
            needs_confirming=len(set(said)) > 1 or len(unknown) >= _MANY_UNKNOWN - 1,
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
