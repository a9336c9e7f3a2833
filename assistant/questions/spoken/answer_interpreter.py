"""What a person meant by an answer that was heard. Pure.

The rules in order: a label said exactly; commands; questions; corrections ("no wait, the third");
what is chosen and ruled out, by place, number, letter or label, where labels may only resemble what
was heard; words that sound like a number, if nothing else was said. What remains is `UnclearAnswer`:
nothing is ever guessed. A choice that was put oddly comes back with `needs_confirming`.

Languages are tables (`assistant.languages`); what a language does not understand is tried as English.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from assistant.languages import LANGUAGES
from assistant.languages.action_patterns import action_patterns
from assistant.languages.lexicon import CommandKind, PhraseTag
from assistant.languages.scripts import SCRIPT_LETTERS, Script
from assistant.languages.synonyms import synonyms_of
from assistant.languages.text_language import codes_written_in, script_in
from assistant.questions.model.option_markers import has_letters
from assistant.questions.model.question import AnswerInput, Question
from assistant.questions.spoken.clause_grammar import counting_clauses
from assistant.questions.spoken.labels.option_labels import labels_of
from assistant.questions.spoken.non_answers import find_command, find_question, nothing_said
from assistant.questions.spoken.nuance.amounts import is_own_amount
from assistant.questions.spoken.nuance.limits import choose_within
from assistant.questions.spoken.nuance.option_family import choose_family, choose_in_family
from assistant.questions.spoken.nuance.remarks import without_remarks
from assistant.questions.spoken.opposite_options import choose_side, find_sides
from assistant.questions.spoken.option_choice import (
    choose,
    choose_nothing,
    is_other_amount,
)
from assistant.questions.spoken.option_phrases import divide, with_rest
from assistant.questions.spoken.phrase_context import QUIET, unknown_in
from assistant.questions.spoken.phrase_segmenter import (
    PhraseSegment,
    homophones_of,
    mishearings_of,
    phrases_of,
    segment,
)
from assistant.questions.spoken.proposed_action import lets_it_be_done
from assistant.questions.spoken.understanding import (
    BY_ELIMINATION,
    BY_LIKE_WORD,
    BY_REFERENCE,
    WITH_UNKNOWN,
    Interpretation,
    SpokenChoice,
    SpokenCommand,
    UnclearAnswer,
    UnclearReason,
    Understanding,
    is_nothing,
)
from assistant.questions.spoken.utterance import AnswerUtterance, hear
from assistant.questions.spoken.yes_no_grammar import read_yes_or_no

_FALLBACK: Final = "en"
_HOMOPHONE: Final = 0.6
_MISHEARD: Final = 0.4
_COST_OF_NOTHING: Final = 100
"""Unknown words that an answer without any meaning is as bad as."""
_FOR_TEXT: Final = frozenset(CommandKind) - {
    CommandKind.EXPLAIN,
    CommandKind.COMPARE,
    CommandKind.OTHER,
    CommandKind.MORE,
}
"""Commands that a question for free words listens to."""


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
    first = _interpret(question, heard, code, current_option, is_typed=False)
    meant = first.meant
    if code != _FALLBACK and is_nothing(meant) and not first.is_own:
        read = _interpret(question, heard, _FALLBACK, current_option, is_typed=False)
        return meant if isinstance(read.meant, UnclearAnswer) else read.meant
    return meant


def parse_written_answer(question: Question, written: str) -> Understanding:
    """Return what words that were typed mean as an answer.

    Nothing in them is taken for something that only sounds like it. Their language is told from
    their letters; where several may be meant, the one that knows the most words decides.
    """
    best: tuple[int, Understanding] | None = None
    for code in _languages_of(written, question):
        read = _interpret(question, written, code, None, is_typed=True)
        meant = read.meant
        if isinstance(meant, SpokenChoice):
            meant = replace(meant, ruled_out=read.ruled_out)
        if not isinstance(meant, SpokenCommand):
            meant = replace(meant, unknown=read.unknown_count)
        cost = read.foreign_count + (_COST_OF_NOTHING if is_nothing(meant) else 0)
        if isinstance(meant, SpokenCommand) and best is not None and read.unknown_count:
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
    written_in, asked_in = script_in(written), script_in(asked)
    if written_in is not Script.LATIN:
        codes = codes_written_in(written_in)
        return tuple(sorted(codes, key=lambda code: not _has_letters_of(code, asked, written_in)))
    words = set(re.findall(r"[^\W\d_]+", asked.casefold()))
    latin = codes_written_in(Script.LATIN)
    latin = sorted(latin, key=lambda code: -len(words & LANGUAGES[code].common_words))
    if asked_in is Script.LATIN:
        return tuple(latin)
    return (*codes_written_in(asked_in)[:1], *latin)


def _has_letters_of(language: str, text: str, beside: Script) -> bool:
    """Whether a text has letters of a language beside those of one script: kana, of Japanese."""
    others = (
        SCRIPT_LETTERS[script] for script in LANGUAGES[language].scripts if script is not beside
    )
    return any(letter.search(text) for letter in others)


def _known(language: str) -> str:
    return language if language in LANGUAGES else _FALLBACK


def _interpret(
    question: Question, heard: str, language: str, current: int | None, *, is_typed: bool
) -> Interpretation:
    """Return what an answer means in one language."""
    utterance = hear(question, heard, language, current, is_typed=is_typed)
    if question.traits.input is AnswerInput.TEXT:
        return Interpretation(meant=_as_text(utterance, heard))
    if not utterance.units:
        return Interpretation(meant=UnclearAnswer(reason=UnclearReason.EMPTY))
    if question.traits.input is AnswerInput.YES_NO:
        return read_yes_or_no(utterance)
    exact = _exact_label(utterance)
    if exact is not None:
        return Interpretation(meant=exact)
    if is_typed and not any(map(str.isalpha, heard)):
        return Interpretation(meant=_figures(utterance))
    read = _read_options(utterance)
    sides = find_sides(utterance)
    return read if sides is None else choose_side(utterance, read, sides)


def _read_options(utterance: AnswerUtterance) -> Interpretation:
    divided = divide(utterance)
    segments = counting_clauses(
        divided.segments,
        utterance.units,
        utterance.phrases,
        is_multiple=utterance.question.traits.is_multiple,
    )
    segments = with_rest(utterance, segments)
    told = without_remarks(utterance, segments)
    has_remarks = len(told) < len(segments)
    segments, ruled_out = told, 0
    meant = (
        find_command(utterance, segments)
        or find_question(utterance, segments)
        or choose_within(utterance, segments)
        or (_of_family(utterance, segments, divided.rivals) if divided.rivals else None)
    )
    if meant is None:
        meant, ruled_out = choose(utterance, segments, divided.rivals)
    meant = (
        meant
        or choose_nothing(utterance, segments, divided.echoed)
        or _deictic(utterance, segments)
        or _word_of_label(utterance, segments)
        or _homophone(utterance, divided.rivals)
        or _between(utterance, divided.rivals)
        or nothing_said(segments)
    )
    if has_remarks and isinstance(meant, SpokenChoice):
        meant = replace(meant, score=min(meant.score, WITH_UNKNOWN))
    return Interpretation(
        meant=meant,
        unknown_count=_unknown_count(utterance, segments),
        foreign_count=divided.foreign_count,
        ruled_out=ruled_out,
        is_own=is_nothing(meant) and is_own_amount(utterance, segments),
    )


def _unknown_count(utterance: AnswerUtterance, segments: Sequence[PhraseSegment]) -> int:
    """Return how many words say nothing here: not those that are in a label as they are said."""
    unknown = unknown_in(segments)
    text = " ".join(map(utterance.said, unknown))
    is_of_label = any(f" {text} " in f" {label} " for label in utterance.labels.plain)
    return 0 if is_of_label else len(unknown)


def _of_family(
    utterance: AnswerUtterance, segments: Sequence[PhraseSegment], rivals: Sequence[int]
) -> Understanding | None:
    return choose_family(utterance, segments, rivals) or choose_in_family(
        utterance, segments, rivals, _read_options
    )


def _between(utterance: AnswerUtterance, rivals: Sequence[int]) -> Understanding | None:
    """Name the options between which unknown words leave open which is meant."""
    if not rivals:
        return None
    if is_other_amount(utterance):
        return UnclearAnswer(reason=UnclearReason.NO_MATCH)
    return utterance.unclear(UnclearReason.AMBIGUOUS, rivals)


def _exact_label(utterance: AnswerUtterance) -> Understanding | None:
    found = utterance.labels.exactly(utterance.heard)
    if not found:
        return None
    if len(found) > 1:
        return utterance.unclear(UnclearReason.AMBIGUOUS, found)
    return utterance.chosen(found, score=1.0)


def _figures(utterance: AnswerUtterance) -> Understanding:
    """Take figures that name a label, and are no list of places."""
    named = utterance.labels.vocabulary.meanings.get(utterance.heard)
    if named is not None:
        return utterance.chosen([named.value], score=1.0)
    place = int(utterance.heard) - 1 if utterance.heard.isdecimal() else -1
    if has_letters(utterance.question) and 0 <= place < len(utterance.question.options):
        return utterance.unclear(UnclearReason.AMBIGUOUS, [place])  # a place, or an amount
    return UnclearAnswer(reason=UnclearReason.NO_MATCH)


def _word_of_label(
    utterance: AnswerUtterance, segments: Sequence[PhraseSegment]
) -> Understanding | None:
    """Take the one label with a word that usually says nothing, said alone: "now", of "Retry now"."""
    if any(s.tag not in QUIET for s in segments):
        return None
    named = {
        place
        for s in segments
        if len(utterance.said(s)) > 1
        for place in range(len(utterance.question.options))
        if utterance.labels.has_word(place, utterance.said(s))
        or place in utterance.labels.meaning_same(utterance.said(s))
    }
    return utterance.chosen(named, score=BY_REFERENCE) if len(named) == 1 else None


def _deictic(utterance: AnswerUtterance, segments: Sequence[PhraseSegment]) -> Understanding | None:
    """Resolve "yes", "that one" and "no" by the option being read, or by such labels."""
    tags = {s.tag for s in segments} - QUIET - {PhraseTag.AFFIRM, PhraseTag.SO}
    if utterance.lexicon.offers.objection and re.search(
        utterance.lexicon.offers.objection, utterance.question.text, re.IGNORECASE
    ):
        return None  # a yes may mean either
    if not tags or not tags <= {PhraseTag.YES, PhraseTag.THAT, PhraseTag.NO, PhraseTag.NOT}:
        return None
    is_no = bool(tags & {PhraseTag.NO, PhraseTag.NOT})
    if lets_it_be_done(utterance.text, utterance.language) is is_no:
        return None  # "no problem" lets it be done
    if not is_no or PhraseTag.YES not in tags:
        called = utterance.labels.called(PhraseTag.NO if is_no else PhraseTag.YES)
        if len(called) == 1 and PhraseTag.THAT not in tags:
            # "no" may be no more than that beside "No sugar"
            says_no = any(s.tag is PhraseTag.NO and not s.meaning.is_weak for s in segments)
            is_bare = says_no and len(utterance.question.options) > 2
            return utterance.chosen(called, score=BY_LIKE_WORD, needs_confirming=is_bare)
    if utterance.current is None or not 0 <= utterance.current < len(utterance.question.options):
        return None
    if is_no:
        left = [i for i in range(len(utterance.question.options)) if i != utterance.current]
        if len(left) == 1:
            return utterance.chosen(left, score=BY_ELIMINATION, needs_confirming=True)
        return utterance.unclear(UnclearReason.EXCLUDED, left)
    return utterance.chosen([utterance.current], score=BY_REFERENCE)


def _homophone(utterance: AnswerUtterance, rivals: Sequence[int]) -> Understanding | None:
    if utterance.is_typed:
        return None
    number = homophones_of(utterance.language).get(utterance.heard)
    is_misheard = number is None
    if number is None:
        number = mishearings_of(utterance.language).get(utterance.heard)
    named = [i for i, numbers in enumerate(utterance.labels.numbers) if number in numbers]
    if number is not None and len(named) == 1 and utterance.targets.sizes:
        return utterance.chosen(named, score=_HOMOPHONE, needs_confirming=is_misheard)
    if number is None or number > len(utterance.question.options) or rivals:
        return None
    return utterance.chosen(
        [number - 1],
        score=_MISHEARD if is_misheard else _HOMOPHONE,
        needs_confirming=is_misheard or (utterance.labels.have_numbers and named != [number - 1]),
    )


def _as_text(utterance: AnswerUtterance, heard: str) -> Understanding:
    if not heard.strip():
        return UnclearAnswer(reason=UnclearReason.EMPTY)
    segments = segment(utterance.units, utterance.phrases)
    kinds = {s.meaning.command for s in segments if s.tag is PhraseTag.COMMAND}
    if len(kinds) == 1 and all(s.tag is PhraseTag.COMMAND or s.tag in QUIET for s in segments):
        (kind,) = kinds
        if kind in _FOR_TEXT:
            return SpokenCommand(kind=kind)
    return SpokenChoice(text=heard.strip(), score=1.0, needs_confirming=True)
