"""What an answer to a yes-or-no question means. Pure."""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Final

from assistant.languages.lexicon import CommandKind, PhraseMeaning, PhraseTag, WritingScript
from assistant.questions.spoken.clause_grammar import plain_clauses
from assistant.questions.spoken.non_answers import find_command, find_question, nothing_said
from assistant.questions.spoken.nuance.typos import without_typos
from assistant.questions.spoken.phrase_context import HEDGES, NEGATIONS, QUIET, unknown_in, vote
from assistant.questions.spoken.phrase_segmenter import PhraseSegment, segment
from assistant.questions.spoken.proposed_action import (
    explains,
    is_adverse,
    is_to_be_done,
    lets_it_be_done,
    without_actions,
)
from assistant.questions.spoken.question_echo import without_echo
from assistant.questions.spoken.question_polarity import (
    asked_sentence,
    asks_for_objections,
    turns_answers_around,
)
from assistant.questions.spoken.selection import ITEMS
from assistant.questions.spoken.understanding import (
    WITH_UNKNOWN,
    Interpretation,
    SpokenChoice,
    UnclearAnswer,
    UnclearReason,
    Understanding,
)
from assistant.questions.spoken.utterance import AnswerUtterance

_MANY_UNKNOWN: Final = 2
"""Unknown words beside a yes or no from which it is confirmed."""
_STEM: Final = 2
"""Characters by which a word is known again."""
_IN_A_REASON: Final = QUIET | {
    PhraseTag.UNKNOWN,
    PhraseTag.SO,
    PhraseTag.EXCESS,
    PhraseTag.PAST,
    PhraseTag.NUMBER,
    PhraseTag.ALL,
    PhraseTag.AFFIRM,
    PhraseTag.YES,
}
_WISHES: Final = {PhraseTag.AFFIRM, PhraseTag.THAT, PhraseTag.SO}
_AFTER_NO: Final = {
    CommandKind.OTHER,
    CommandKind.REPEAT,
    CommandKind.EXPLAIN,
    CommandKind.CANCEL,
    CommandKind.SKIP,
}
"""Commands that a no may be followed by and stays one."""


def _since_correction(segments: Sequence[PhraseSegment]) -> Sequence[PhraseSegment]:
    """Return what follows the last correction, or what was going to be said, if anything does."""
    tags = [s.tag for s in segments]
    at = len(tags) - tags[::-1].index(PhraseTag.CORRECTION) if PhraseTag.CORRECTION in tags else 0
    if PhraseTag.PAST in tags and PhraseTag.BUT in tags[tags.index(PhraseTag.PAST) :]:
        at = max(at, len(tags) - tags[::-1].index(PhraseTag.BUT))
    return segments[at:] or segments


def read_yes_or_no(utterance: AnswerUtterance) -> Interpretation:
    """Return what an answer to a yes-or-no question means."""
    segments = segment(utterance.units, utterance.phrases, utterance.phrases.yes_or_no)
    segments = _with_final_no(utterance, without_typos(utterance, segments))
    foreign = len(unknown_in(segments))
    segments = plain_clauses(segments, utterance.units, utterance.phrases)
    segments, echoed = without_echo(utterance, _without_reason(utterance, segments))
    return Interpretation(
        meant=_read(utterance, segments, echoed),
        unknown_count=len(unknown_in(segments)),
        foreign_count=foreign,
    )


def _without_reason(
    utterance: AnswerUtterance, segments: Sequence[PhraseSegment]
) -> Sequence[PhraseSegment]:
    """Leave out the reason before a yes or no, where words are not apart: "회의 중이라 안 돼요"."""
    if utterance.phrases.script is WritingScript.WORDS:
        return segments
    for n in range(len(segments) - 1, 0, -1):
        before, rest = segments[:n], segments[n:]
        is_reason = before[-1].tag is PhraseTag.SO or (
            utterance.units[before[-1].end - 1].pauses and _answers_alone(rest)
        )
        is_whole = all(s.tag in _IN_A_REASON or _is_still(s) for s in before)
        if is_reason and is_whole and unknown_in(before):
            said = utterance.text[: utterance.units[rest[0].start].start]
            asked = asked_sentence(utterance)
            return segments if is_to_be_done(asked, said, utterance.language) is not None else rest
    return segments


def _is_still(found: PhraseSegment) -> bool:
    """Whether a word that puts off where it is alone is only "still": "아직 남았으니까"."""
    return found.tag is PhraseTag.COMMAND and found.meaning.is_weak


def _answers_alone(segments: Sequence[PhraseSegment]) -> bool:
    """Whether nothing is said but yes, or nothing but no."""
    tags = {s.tag for s in segments} - QUIET
    return tags == {PhraseTag.YES} or (bool(tags) and tags <= {PhraseTag.NO, PhraseTag.NOT})


def _with_final_no(
    utterance: AnswerUtterance, segments: Sequence[PhraseSegment]
) -> tuple[PhraseSegment, ...]:
    """Let a correction that ends with "no" be one and a no where nothing follows: "oui, ah non"."""
    spoken = [n for n, s in enumerate(segments) if s.tag not in QUIET]
    if not spoken or segments[spoken[-1]].tag is not PhraseTag.CORRECTION:
        return tuple(segments)
    last = segments[spoken[-1]]
    no = PhraseMeaning(tag=PhraseTag.NO)
    if len(spoken) == 1 and _has_no(utterance, last):  # "oh no", "no, sorry"
        return tuple(replace(s, meaning=no) if s is last else s for s in segments)
    before = {segments[n].tag for n in spoken[:-1]}
    if before == {PhraseTag.NO} and not utterance.text.rstrip().endswith("?"):
        filler = PhraseMeaning(tag=PhraseTag.FILLER)  # "no, actually"
        return tuple(replace(s, meaning=filler) if s is last else s for s in segments)
    usual = utterance.phrases.meanings.get(utterance.units[last.end - 1].text)
    if usual is None or usual.tag is not PhraseTag.NO or usual.is_weak or len(spoken) == 1:
        return tuple(segments)
    answer = replace(last, meaning=no, start=last.end - 1)
    return (*segments[: spoken[-1] + 1], answer, *segments[spoken[-1] + 1 :])


def _has_no(utterance: AnswerUtterance, found: PhraseSegment) -> bool:
    """Whether a phrase begins or ends with a word that is "no" by itself."""
    size = found.end - found.start
    parts = [
        replace(found, start=start, end=end)
        for n in range(1, size)
        for start, end in ((found.start, found.start + n), (found.end - n, found.end))
    ]
    meanings = utterance.phrases.meanings
    known = (meanings.get(utterance.said(part)) for part in parts)
    return any(one is not None and one.tag is PhraseTag.NO and not one.is_weak for one in known)


def _read(
    utterance: AnswerUtterance, segments: Sequence[PhraseSegment], echoed: int
) -> Understanding:
    acting = _by_action(utterance, segments, echoed)
    if acting is not None:
        return acting
    if _declines_politely(utterance):
        return UnclearAnswer(reason=UnclearReason.NO_MATCH)
    if _says_it_is_so(utterance, segments):
        return SpokenChoice(boolean=True, score=WITH_UNKNOWN)
    if _refuses(utterance):
        return SpokenChoice(boolean=False, score=WITH_UNKNOWN)
    other = find_command(utterance, _without_what_a_no_says(utterance, segments))
    if other is not None:
        return other
    said = vote(segments)
    unknown = unknown_in(segments)
    restated = _restated(utterance, segments)
    if restated is not None:
        return SpokenChoice(boolean=restated, score=WITH_UNKNOWN)
    if said is None and _repeats_question(segments, echoed):
        return SpokenChoice(
            boolean=True,
            score=WITH_UNKNOWN,
            needs_confirming=turns_answers_around(utterance, value=False, is_bare=False),
        )
    if said is None or any(
        s.tag is PhraseTag.QUESTION and (s is segments[0] or not s.meaning.is_weak)
        for s in segments
    ):
        return find_question(utterance, segments) or nothing_said(segments)
    is_explained = _is_explained(utterance, segments)
    begins = next(s.tag for s in segments if s.tag not in QUIET)
    objects = any(s.tag is PhraseTag.OBJECTION for s in segments)  # "no objections"
    value = begins is PhraseTag.YES if is_explained and not objects else said.value
    return SpokenChoice(
        boolean=value,
        score=WITH_UNKNOWN if unknown else 1.0,
        needs_confirming=not (said.is_sure or is_explained or _declines(utterance, segments))
        or turns_answers_around(
            utterance,
            value=value,
            is_bare=not unknown
            and not echoed
            and not any(s.tag is PhraseTag.YES and s.meaning.is_doubtful for s in segments),
        )
        or (len(unknown) >= _MANY_UNKNOWN and not is_explained),
    )


def _declines(utterance: AnswerUtterance, segments: Sequence[PhraseSegment]) -> bool:
    """Whether a no follows a yes that only says that one has heard: "네 아니요", "はい、いりません"."""
    tags = [s.tag for s in segments if s.tag not in QUIET and s.tag is not PhraseTag.CORRECTION]
    count = tags.count(PhraseTag.YES)
    is_apart = utterance.phrases.script is WritingScript.WORDS
    return (
        not is_apart
        and not utterance.text.rstrip().endswith("?")
        and 0 < count < len(tags)
        and set(tags[count:]) == {PhraseTag.NO}
    )


def _by_action(
    utterance: AnswerUtterance, segments: Sequence[PhraseSegment], echoed: int
) -> SpokenChoice | None:
    """Return what is meant where it is told by what shall be done: "keep them", "go ahead"."""
    asked = asked_sentence(utterance)
    segments = _since_correction(segments)
    spoken = [s for s in segments if s.tag not in QUIET]
    if any(
        s.tag in HEDGES
        or (s.tag is PhraseTag.CORRECTION and not asks_for_objections(utterance))
        or (s.tag is PhraseTag.COMMAND and not _tells_an_action(utterance, s, asked))
        for s in spoken
    ):
        return None
    text = utterance.text[utterance.units[segments[0].start].start :]
    is_objection = asks_for_objections(utterance)
    is_done = is_to_be_done(asked, text, utterance.language)
    if is_objection and is_done is None:
        is_done = lets_it_be_done(text, utterance.language)
    particles = [
        s.tag is PhraseTag.YES
        for s in spoken
        if (_is_plain_yes(s) or _is_plain_no(utterance, s))
        and not _tells_an_action(utterance, s, asked)
        and not _denies_an_action(utterance, s, asked)
    ]
    said = vote(segments)
    is_no = said is not None and not said.value and not unknown_in(segments)
    if is_objection and is_done is None and (set(particles) == {False} or is_no):
        return SpokenChoice(boolean=False, score=WITH_UNKNOWN)
    if is_done is None:
        return None
    if is_objection:
        return SpokenChoice(
            boolean=not is_done,
            score=WITH_UNKNOWN,
            needs_confirming=not is_done and particles[-1:] == [False],
        )
    is_opposed = bool(particles) and particles[-1] is not is_done
    return SpokenChoice(
        boolean=is_done,
        score=WITH_UNKNOWN,
        needs_confirming=(
            is_opposed and not turns_answers_around(utterance, value=False, is_bare=False)
        )
        or ((is_done or not particles) and _is_about_more(utterance, segments, asked))
        or _is_tricky_no(utterance, segments[0]),
    )


def _declines_politely(utterance: AnswerUtterance) -> bool:
    """Whether "I'm fine" may as well decline what is offered: "大丈夫です"."""
    lexicon = utterance.lexicon
    return utterance.heard in lexicon.offers.may_refuse and bool(
        re.search(lexicon.offers.offer, utterance.question.text)
    )


def _says_it_is_so(utterance: AnswerUtterance, segments: Sequence[PhraseSegment]) -> bool:
    """Whether a word that may decline is the one that was asked with: "괜찮을까요?" - "괜찮아요"."""
    spoken = [s for s in segments if s.tag not in QUIET]
    if utterance.phrases.script is WritingScript.WORDS or len(spoken) != 1:
        return False
    stem = utterance.said(spoken[0])[:_STEM]
    is_asked = stem in asked_sentence(utterance) and len(stem) == _STEM
    return is_asked and spoken[0].tag is PhraseTag.UNSURE and not asks_for_objections(utterance)


def _refuses(utterance: AnswerUtterance) -> bool:
    """Whether "that's done" declines what is offered: "됐어요"."""
    lexicon = utterance.lexicon
    return utterance.heard in lexicon.offers.refuses and bool(
        re.search(lexicon.offers.offer, utterance.question.text)
    )


def _is_tricky_no(utterance: AnswerUtterance, first: PhraseSegment) -> bool:
    """Whether a denial may also be an answer of its own, to a question that denies."""
    is_no = first.tag in NEGATIONS and utterance.phrases.script is WritingScript.CHARACTERS
    return is_no and not first.start and turns_answers_around(utterance, value=False, is_bare=False)


def _is_plain_yes(found: PhraseSegment) -> bool:
    """Whether this is "yes", and not only polite."""
    is_bare = not (found.meaning.is_doubtful or found.meaning.is_weak)
    return found.tag is PhraseTag.YES and is_bare


def _is_plain_no(utterance: AnswerUtterance, found: PhraseSegment) -> bool:
    """Whether this is "no", even where it denies what follows."""
    if found.tag not in {PhraseTag.NO, PhraseTag.NOT} or found.meaning.is_weak:
        return False
    if found.tag is PhraseTag.NO:
        return True
    text = utterance.said(found)
    usual = utterance.phrases.meanings.get(text)
    return usual is not None and usual.tag is PhraseTag.NO and not usual.is_weak


def _is_about_more(
    utterance: AnswerUtterance, segments: Sequence[PhraseSegment], asked: str
) -> bool:
    """Whether words beside what shall be done may change it: "delete ten of them"."""
    rest = without_actions(asked, utterance.text, utterance.language)
    for s in unknown_in(segments):
        start, end = utterance.units[s.start].start, utterance.units[s.end - 1].end
        if explains(rest[start:], utterance.language) and rest[:start].strip():
            return False
        if rest[start:end].strip():
            return True
    return any(s.tag in ITEMS or s.tag is PhraseTag.MODIFIER for s in segments)


def _without_what_a_no_says(
    utterance: AnswerUtterance, segments: Sequence[PhraseSegment]
) -> Sequence[PhraseSegment]:
    """Leave out what only says what else is right: "no, the other one", "no, I've read it"."""
    spoken = [s for s in segments if s.tag is not PhraseTag.FILLER]
    if not spoken or spoken[0].tag is not PhraseTag.NO or spoken[0].meaning.is_weak:
        return segments
    if any(s.tag is PhraseTag.YES for s in spoken):
        return segments
    return [
        s for s in segments if s.meaning.command not in _AFTER_NO or s.tag is not PhraseTag.COMMAND
    ]


def _denies_an_action(utterance: AnswerUtterance, found: PhraseSegment, asked: str) -> bool:
    """Whether a "no" is what denies the verb behind it: "别删"."""
    start, end = utterance.units[found.start].start, utterance.units[found.end - 1].end
    without = is_to_be_done(asked, utterance.text[end:], utterance.language)
    if without is None or found.tag is PhraseTag.YES:
        return False
    return is_to_be_done(asked, utterance.text[start:], utterance.language) is not without


def _tells_an_action(utterance: AnswerUtterance, found: PhraseSegment, asked: str) -> bool:
    """Whether a phrase is a yes or no because of what it says to do: "leave it"."""
    text = utterance.text[utterance.units[found.start].start : utterance.units[found.end - 1].end]
    if asks_for_objections(utterance) and lets_it_be_done(text, utterance.language) is not None:
        return True
    return is_to_be_done(asked, text, utterance.language) is not None


def _is_explained(utterance: AnswerUtterance, segments: Sequence[PhraseSegment]) -> bool:
    """Whether a yes or no comes first, and what follows gives a reason and does not take it back.

    After a no a pause is enough: whatever follows, nothing is done.
    """
    spoken = [s for s in segments if s.tag is not PhraseTag.FILLER]
    begun = list(takewhile(lambda s: s.tag is spoken[0].tag, spoken))  # "ja klar"
    first, others = begun[-1], spoken[len(begun) :]
    is_doubtful = first.meaning.is_weak or first.meaning.is_doubtful
    if first.tag is PhraseTag.NOT and _is_plain_no(utterance, first):  # "no que ana compró"
        first = replace(first, meaning=PhraseMeaning(tag=PhraseTag.NO))
        is_doubtful = False
    if first.tag not in {PhraseTag.YES, PhraseTag.NO} or any(
        s.tag in HEDGES - {PhraseTag.PAST} and not _only_joins(s) for s in others
    ):
        return False
    opposite = {PhraseTag.YES, PhraseTag.NO} - {first.tag}
    is_no = first.tag is PhraseTag.NO
    if any(s.tag in opposite and not (is_no and _is_sentence_of(s, others)) for s in others):
        return False
    if any(s.tag is PhraseTag.CORRECTION for s in others):
        return False
    if lets_it_be_done(utterance.text, utterance.language) is is_no:
        return False
    end = utterance.units[first.end - 1]
    is_apart = utterance.phrases.script is WritingScript.WORDS
    is_word = not is_apart and first.end - first.start > 1  # 不 is part of many others
    if is_no and (end.pauses or (is_word and not first.meaning.is_weak)):
        return True
    if is_doubtful:
        return False
    reason = utterance.text[end.end :]
    is_reason = explains(reason, utterance.language)
    is_lack = is_apart and any(s.tag in NEGATIONS for s in others)  # "yes, there is none left"
    return is_reason and (is_no or is_lack or not is_adverse(reason, utterance.language))


def _only_joins(found: PhraseSegment) -> bool:
    """Whether a verb that may ask is part of a sentence: "nein, die hat Tom gekauft"."""
    return found.tag is PhraseTag.QUESTION and found.meaning.is_weak


def _is_sentence_of(found: PhraseSegment, others: Sequence[PhraseSegment]) -> bool:
    """Whether a yes of several words only says how sure a sentence is: "ich komme auf jeden Fall"."""
    before = others[: others.index(found)]
    return found.end - found.start > 1 and any(s.tag is PhraseTag.UNKNOWN for s in before)


def _restated(utterance: AnswerUtterance, segments: Sequence[PhraseSegment]) -> bool | None:
    """Return the answer to what is asked with a negation, where it says again what to do.

    "So we won't delete them?" - "Yes, don't delete them".
    """
    spoken = [s for s in segments if s.tag not in QUIET and s.tag is not PhraseTag.AFFIRM]
    asked = utterance.lexicon.offers.objection
    if not spoken or (asked and re.search(asked, utterance.question.text, re.IGNORECASE)):
        return None
    if not turns_answers_around(utterance, value=False, is_bare=False):
        return None
    first, rest = spoken[0], {s.tag for s in spoken[1:]}
    is_yes = first.tag is PhraseTag.YES and not first.meaning.is_doubtful  # "si" contradicts
    return True if is_yes and rest and rest <= NEGATIONS else None


def _repeats_question(segments: Sequence[PhraseSegment], echoed: int) -> bool:
    """Whether nothing is said but what was asked: "delete", to "shall I delete it?"."""
    return echoed > 0 and all(s.tag in QUIET or s.tag in _WISHES for s in segments)
