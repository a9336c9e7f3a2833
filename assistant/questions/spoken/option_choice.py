"""What the phrases of an answer choose and rule out, and what remains. Pure."""

import re
from collections.abc import Sequence
from typing import Final

from assistant.languages.lexicon import (
    SOFTENING,
    CommandKind,
    PhraseMeaning,
    PhraseTag,
    WritingScript,
)
from assistant.questions.spoken.choice_doubt import weigh
from assistant.questions.spoken.clause_grammar import is_broken_off
from assistant.questions.spoken.labels.label_numbers import numbers_in
from assistant.questions.spoken.labels.weekdays import day_in
from assistant.questions.spoken.nuance.amounts import is_own_amount
from assistant.questions.spoken.phrase_context import (
    HEDGES,
    QUIET,
    needs_company,
    supported,
    unknown_in,
    without_thinking_aloud,
)
from assistant.questions.spoken.phrase_segmenter import PhraseSegment
from assistant.questions.spoken.proposed_action import explains
from assistant.questions.spoken.selection import ITEMS, SpokenSelection, select
from assistant.questions.spoken.understanding import (
    BY_ELIMINATION,
    BY_LIKE_WORD,
    BY_REFERENCE,
    SpokenCommand,
    UnclearAnswer,
    UnclearReason,
    Understanding,
)
from assistant.questions.spoken.utterance import AnswerUtterance

_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"
_AFTER_LETTER: Final = frozenset(" 0123456789")
"""What may follow a letter with which a label begins and which may tell it."""
_VERB_CHARACTERS: Final = 3
"""Characters that a verb without a meaning may have."""
_VERBAL: Final = {PhraseTag.UNKNOWN, PhraseTag.NOT_BEFORE}
"""How a sentence ends of which an unknown word is the verb."""
_DENYING: Final = {PhraseTag.NOT, PhraseTag.NOT_BEFORE, PhraseTag.NO, PhraseTag.ALL}


_PASSING: Final = {CommandKind.DECIDE, CommandKind.REPEAT, CommandKind.LATER}


def _is_passing(meaning: PhraseMeaning) -> bool:
    """Whether a command is a word that means little beside others: "any day", "still"."""
    return meaning.is_weak and meaning.command in _PASSING


def choose_nothing(
    utterance: AnswerUtterance, segments: Sequence[PhraseSegment], echoed: int
) -> Understanding | None:
    """Take "no music" for none of the options, where music was asked about.

    Args:
        utterance: The answer.
        segments: Its phrases.
        echoed: How many of them repeat the question.
    """
    tags = {s.tag for s in segments if not _is_passing(s.meaning)} - QUIET
    is_denied = bool(tags) and tags <= _DENYING
    if not (is_denied and echoed):
        if not _does_nothing(utterance, segments):
            return None
        objections = utterance.lexicon.offers.objection
        if objections and re.search(objections, utterance.question.text):
            return None  # not to do it may be either
        denying = utterance.labels.negative | set(utterance.labels.called(PhraseTag.NO))
        if denying:
            is_one = len(denying) == 1
            return utterance.chosen(denying, score=BY_LIKE_WORD) if is_one else None
    return _none(utterance, SpokenSelection(is_none=True))


def _does_nothing(utterance: AnswerUtterance, segments: Sequence[PhraseSegment]) -> bool:
    """Whether nothing is to be done, whatever the verb: "안 마실래", "아무것도 안 넣을래요"."""
    if utterance.phrases.script is WritingScript.WORDS or utterance.current is not None:
        return False
    if any(s.tag is PhraseTag.FILLER and utterance.is_in_label(s) for s in segments):
        return False  # "내 건 버려" may be about one
    spoken = [s for s in segments if s.tag not in QUIET and s.tag is not PhraseTag.AFFIRM]
    said = [s for s in segments if s.tag is not PhraseTag.SUFFIX]
    is_noun = said[-1].tag not in _VERBAL and bool(unknown_in(spoken))
    if is_noun and utterance.phrases.script is WritingScript.SYLLABLES:
        return False  # "하나도 안 매운 거"
    tags = [s.tag for s in spoken if not (s.tag is PhraseTag.AND and s.meaning.is_weak)]
    is_none = bool(tags) and tags[0] is PhraseTag.NONE and not spoken[0].meaning.is_weak
    verb = [tag for tag in tags[is_none:] if tag is not PhraseTag.UNKNOWN]
    denials = {PhraseTag.NOT, PhraseTag.NOT_BEFORE}
    if not set(verb) <= (denials | {PhraseTag.NO} if is_none else denials):
        return False
    is_cut = utterance.phrases.script is WritingScript.CHARACTERS
    most = (_VERB_CHARACTERS if is_cut else 1) if is_none else 0
    return (is_none or bool(verb)) and len(tags) - len(verb) - is_none <= most


def choose(
    utterance: AnswerUtterance, segments: Sequence[PhraseSegment], rivals: Sequence[int]
) -> tuple[Understanding | None, int]:
    """Return what is chosen, and how many options were said not to be meant.

    Args:
        utterance: The answer.
        segments: Its phrases.
        rivals: Options between which unknown words leave open which is meant.
    """
    if _is_none_explained(utterance, segments):
        return _none(utterance, SpokenSelection(is_none=True)), 0
    if is_own_amount(utterance, segments):
        return UnclearAnswer(reason=UnclearReason.NO_MATCH), 0
    if unknown_in(segments):
        segments = [s for s in segments if not needs_company(s)]
    segments = without_thinking_aloud(segments)
    items = [s for s in segments if s.tag in ITEMS]
    selection = select(supported(segments, items), utterance.targets)
    is_unsure = any(s.tag is PhraseTag.UNSURE and not s.meaning.is_weak for s in segments)
    if not selection.says_something or (selection.is_none and is_unsure):
        return None, 0
    ruled_out = len(selection.excluded)
    is_one = len(selection.included) == 1 and not utterance.question.traits.is_multiple
    hesitates = any(_hesitates(s, is_one=is_one) for s in segments)
    open_ended = _without_place(utterance, segments, selection, items)
    if open_ended is not None:
        return open_ended, ruled_out
    family = _family(utterance, selection)
    if family:
        return utterance.chosen(family, score=BY_REFERENCE), ruled_out
    if _wants_it_without(utterance, segments, items):
        return UnclearAnswer(reason=UnclearReason.NO_MATCH), ruled_out
    told = segments
    if not (selection.included or selection.has_exception) and set(selection.excluded) < set(
        rivals
    ):
        told = _without_family_name(utterance, segments, rivals)
    weigh(utterance, told, selection, items)
    selection.is_doubtful |= hesitates or is_broken_off(tuple(segments), utterance.units)
    return _resolved(utterance, selection, rivals), ruled_out


def _without_family_name(
    utterance: AnswerUtterance, segments: Sequence[PhraseSegment], rivals: Sequence[int]
) -> Sequence[PhraseSegment]:
    """Leave out the words of a few options, of which others are ruled out: "sound, no vibration"."""
    return [
        s
        for s in segments
        if s.tag is not PhraseTag.UNKNOWN
        or not all(utterance.is_of_label(s, [place]) for place in rivals)
    ]


def _wants_it_without(
    utterance: AnswerUtterance, segments: Sequence[PhraseSegment], items: Sequence[PhraseSegment]
) -> bool:
    """Whether one option is wanted without something that no option has: "tea, no sugar"."""
    if len(items) != 1 or utterance.question.traits.is_multiple or segments[-1] is items[0]:
        return False
    if utterance.units[items[0].end - 1].pauses:
        return False  # "this computer, not the cloud"
    rest = [s for s in segments[segments.index(items[0]) + 1 :] if s.tag not in QUIET]
    while rest and rest[0].tag in {PhraseTag.AND, PhraseTag.BUT}:
        rest = rest[1:]
    before = segments[: segments.index(items[0])]
    is_plain = all(s.tag in QUIET | {PhraseTag.AFFIRM} for s in before)
    tags = [s.tag for s in rest]
    return is_plain and tags == [PhraseTag.NOT, PhraseTag.UNKNOWN]


def _hesitates(found: PhraseSegment, *, is_one: bool) -> bool:
    """Whether a phrase leaves it open whether what is named is meant."""
    match found.tag:
        case PhraseTag.CONDITION | PhraseTag.PAST:
            return True
        case PhraseTag.UNSURE:
            return not (is_one and found.value == SOFTENING)
        case PhraseTag.COMMAND:
            return not _is_passing(found.meaning)
        case PhraseTag.QUESTION:
            return found.meaning.is_doubtful
        case _:
            return False


def _is_none_explained(utterance: AnswerUtterance, segments: Sequence[PhraseSegment]) -> bool:
    """Whether only a reason follows "none": "nothing, I went yesterday"."""
    first = next((s for s in segments if s.tag not in QUIET), None)
    if first is None or first.tag is not PhraseTag.NONE or first.meaning.is_weak:
        return False
    reason = utterance.text[utterance.units[first.end - 1].end :]
    others = {s.tag for s in segments if s.start >= first.end}
    may_be_more = ITEMS | HEDGES - {PhraseTag.PAST} | {PhraseTag.ALL}
    return not others & may_be_more and explains(reason, utterance.language)


def _without_place(
    utterance: AnswerUtterance,
    segments: Sequence[PhraseSegment],
    selection: SpokenSelection,
    items: Sequence[PhraseSegment],
) -> Understanding | None:
    """Return what is meant where the phrases point at no place, or at several."""
    is_beyond = selection.both > len(utterance.question.options) and utterance.labels.have_numbers
    is_other = any(s.score < 1 for s in items) and is_other_amount(utterance)
    is_other |= _is_half_more(utterance, segments)
    if selection.is_unknown or is_beyond or is_other:
        return UnclearAnswer(reason=UnclearReason.NO_MATCH)
    if selection.is_out_of_range:
        is_amount = utterance.labels.have_numbers or bool(unknown_in(segments))
        reason = UnclearReason.NO_MATCH if is_amount else UnclearReason.OUT_OF_RANGE
        return UnclearAnswer(reason=reason)
    if selection.candidates:
        called = utterance.labels.called(PhraseTag.ALL) if selection.both else []
        if len(called) == 1:
            return utterance.chosen(called, score=BY_LIKE_WORD)
        return utterance.unclear(UnclearReason.AMBIGUOUS, selection.candidates)
    rivals = (
        _named_like_places(utterance, segments)
        | _counted_by_name(utterance, items)
        | _beginning_with_letter(utterance, items)
    )
    if rivals:
        return utterance.unclear(UnclearReason.AMBIGUOUS, {*selection.included, *rivals})
    return None


def _is_half_more(utterance: AnswerUtterance, segments: Sequence[PhraseSegment]) -> bool:
    """Whether half an hour is added to the one that is offered: "오후 6시 반"."""
    return any(
        found.tag is PhraseTag.MODIFIER
        and before.tag is PhraseTag.OPTION
        and utterance.said(found) in utterance.lexicon.numbers.fractions
        and bool(utterance.labels.numbers[before.value])
        for before, found in zip(segments, segments[1:], strict=False)
    )


def is_other_amount(utterance: AnswerUtterance) -> bool:
    """Whether a number was said where every label has one, or a day, and none has that."""
    day = day_in(utterance.text, utterance.language)
    days = {day_in(option.label, utterance.language) for option in utterance.question.options}
    if day is not None and len(days) > 1 and day not in days:
        return True
    said = numbers_in(utterance.text, utterance.language)
    offered = frozenset[int]().union(*utterance.labels.numbers)
    return bool(said) and all(utterance.labels.numbers) and said.isdisjoint(offered)


def _named_like_places(utterance: AnswerUtterance, segments: Sequence[PhraseSegment]) -> set[int]:
    """Return the options that a word for a place may name as well: "first", of "First class"."""
    found: set[int] = set()
    for s, after in zip(segments, (*segments[1:], None), strict=True):
        if s.tag is not PhraseTag.ORDINAL:
            continue
        places = range(len(utterance.question.options))
        owners = {i for i in places if s.value in utterance.labels.ordinals[i]}
        is_said_of_place = after is not None and after.tag is PhraseTag.LINK
        if s.end - s.start == 1 and not is_said_of_place:
            word = utterance.units[s.start].text
            owners |= {i for i in places if utterance.labels.has_word(i, word)}
        if s.value - 1 not in owners:
            found |= owners
    return found


def _counted_by_name(utterance: AnswerUtterance, items: Sequence[PhraseSegment]) -> set[int]:
    """Return the options whose labels have the word that was said for a number: "이번 주"."""
    uncounted = utterance.lexicon.numbers.not_counted
    said = next((utterance.said(s) for s in items if s.tag is PhraseTag.MARKED), "")
    if not uncounted or not re.match(uncounted, said):
        return set()
    word = re.compile(rf"(?<!\w)(?:{uncounted})(?!\w)")
    options = enumerate(utterance.question.options)
    return {n for n, option in options if word.search(option.label)}


def _beginning_with_letter(utterance: AnswerUtterance, items: Sequence[PhraseSegment]) -> set[int]:
    """Return the options whose labels begin with the one letter that is said: B1 and B2."""
    if len(items) != 1 or items[0].tag is not PhraseTag.LETTER:
        return set()
    letter = _LETTERS[items[0].value - 1]
    found = {
        i
        for i, label in enumerate(utterance.labels.plain)
        if label[:1] == letter and label[1:2] in _AFTER_LETTER
    }
    return set() if found <= {items[0].value - 1} else found


def _family(utterance: AnswerUtterance, selection: SpokenSelection) -> list[int]:
    """Return so many as were meant, where their labels share a name: "both sales reports"."""
    is_named = len(selection.included) == 1 and not selection.excluded
    if not (selection.both and is_named and utterance.question.traits.is_multiple):
        return []
    name = utterance.labels.plain[selection.included[0]]
    found = [i for i, label in enumerate(utterance.labels.plain) if name in label]
    return found if len(found) == selection.both else []


def _resolved(
    utterance: AnswerUtterance, selection: SpokenSelection, rivals: Sequence[int]
) -> Understanding:
    if selection.is_none:
        return _none(utterance, selection)
    if selection.is_all and not (selection.included or selection.excluded):
        special = _everything(utterance)
        if special is not None:
            return special
    if selection.has_exception and not selection.excluded:
        return UnclearAnswer(reason=UnclearReason.NO_MATCH)
    if selection.excluded and not selection.included:
        return _left_over(utterance, selection, rivals)
    return _named(utterance, selection)


def _named(utterance: AnswerUtterance, selection: SpokenSelection) -> Understanding:
    """Return what is chosen by name, or everything but what is ruled out."""
    everything = range(len(utterance.question.options))
    wanted = list(everything) if selection.is_all else selection.included
    wanted = sorted(i for i in wanted if i not in selection.excluded)
    if selection.is_open and len(wanted) > 1:
        return utterance.unclear(UnclearReason.ONE_ONLY, wanted)
    if not wanted:
        return utterance.unclear(UnclearReason.AMBIGUOUS, selection.included)
    if selection.is_all and not utterance.question.traits.is_multiple:
        return utterance.unclear(UnclearReason.ONE_ONLY, wanted)
    if not utterance.question.traits.is_multiple and len(wanted) > 1:
        if selection.has_contrast and not selection.is_all:
            last = selection.included[-1]
            return utterance.chosen(
                [last],
                score=selection.score,
                needs_confirming=not (selection.is_opposed and len(wanted) == 2),
            )
        return utterance.unclear(UnclearReason.ONE_ONLY, wanted)
    is_contrary = len(wanted) > 1 and not _exclusive(utterance).isdisjoint(wanted)
    return utterance.chosen(
        wanted,
        score=selection.score,
        needs_confirming=selection.is_doubtful or is_contrary,
    )


def _exclusive(utterance: AnswerUtterance) -> frozenset[int]:
    """Return the one option that denies the others: not "tests and no checks"."""
    denying = utterance.labels.negative
    return denying if len(denying) == 1 and utterance.question.traits.is_multiple else frozenset()


def _left_over(
    utterance: AnswerUtterance, selection: SpokenSelection, rivals: Sequence[int]
) -> Understanding:
    """Return what remains where something is only ruled out."""
    everything = range(len(utterance.question.options))
    among = rivals or everything
    left = [i for i in among if i not in selection.excluded]
    denied = {i for one in selection.excluded for i in utterance.labels.opposites(one)}
    if len(denied) == 1 and not (selection.has_exception and utterance.question.traits.is_multiple):
        return utterance.chosen(denied, score=BY_ELIMINATION)
    if not utterance.question.traits.is_multiple and len(left) != 1:
        return utterance.unclear(UnclearReason.EXCLUDED, left)
    is_clear = selection.has_exception or selection.is_all or len(among) == 2
    is_clear |= len(left) == 1 < len(selection.excluded)  # "neither the scarf nor the watch"
    exclusive = _exclusive(utterance)
    is_contrary = len(left) > 1 and not exclusive.isdisjoint(left)
    return utterance.chosen(
        [i for i in left if not is_contrary or i not in exclusive],
        score=BY_ELIMINATION,
        needs_confirming=selection.is_doubtful or is_contrary or not is_clear,
    )


def _everything(utterance: AnswerUtterance) -> Understanding | None:
    """Return what "all" means where a label says so itself, or one denies all the others."""
    called = utterance.labels.called(PhraseTag.ALL)
    if len(called) == 1:
        return utterance.chosen(called, score=BY_LIKE_WORD)
    rest = [i for i in range(len(utterance.question.options)) if i not in utterance.labels.negative]
    if utterance.question.traits.is_multiple and len(utterance.labels.negative) == 1:
        return utterance.chosen(rest, score=1.0, needs_confirming=True)
    return None


def _none(utterance: AnswerUtterance, selection: SpokenSelection) -> Understanding:
    if selection.included:
        return utterance.unclear(UnclearReason.AMBIGUOUS, selection.included)
    called = utterance.labels.called(PhraseTag.NONE)
    if not called:
        kinds = enumerate(utterance.labels.commands)
        called = [place for place, found in kinds if CommandKind.OTHER in found]
    is_apart = utterance.phrases.script is WritingScript.WORDS
    if not called and (utterance.question.traits.is_multiple or not is_apart):
        called = sorted(utterance.labels.negative)
    if len(called) == 1:
        return utterance.chosen(called, score=BY_LIKE_WORD)
    if called and not is_apart and not utterance.question.traits.is_multiple:
        return utterance.unclear(UnclearReason.AMBIGUOUS, called)
    if not utterance.question.traits.is_multiple:
        return SpokenCommand(kind=CommandKind.OTHER)
    return utterance.chosen((), score=1.0, needs_confirming=selection.is_doubtful)
