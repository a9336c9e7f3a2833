"""What beside a choice makes it less sure. Pure."""

from collections.abc import Sequence
from typing import Final

from assistant.languages.lexicon import PhraseTag, WritingScript
from assistant.questions.model.option_markers import has_letters
from assistant.questions.spoken.clause_grammar import are_tangled
from assistant.questions.spoken.degrees import is_of_degree
from assistant.questions.spoken.nuance.wishes import (
    NAMING,
    TURNING,
    is_wished_at,
    points_back,
    without_comment,
)
from assistant.questions.spoken.phrase_context import NEGATIONS, unexplained, unknown_in
from assistant.questions.spoken.phrase_segmenter import PhraseSegment
from assistant.questions.spoken.proposed_action import is_adverse, may_rule_out
from assistant.questions.spoken.selection import ITEMS, SpokenSelection
from assistant.questions.spoken.understanding import WITH_UNKNOWN
from assistant.questions.spoken.utterance import AnswerUtterance

_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"
_SURE_NUMBER: Final = 0.95
_BARE_LETTER: Final = 0.6


def weigh(
    utterance: AnswerUtterance,
    segments: Sequence[PhraseSegment],
    selection: SpokenSelection,
    items: Sequence[PhraseSegment],
) -> None:
    """Let what stands beside the names make the selection less sure."""
    if unknown_in(segments):
        selection.score *= WITH_UNKNOWN
        selection.is_doubtful |= _is_doubtful_beside(utterance, segments, selection)
    elif _is_bare_letter(utterance, items):
        # Not what is written before the options, and what is left of many words.
        selection.score = min(selection.score, _BARE_LETTER)
        selection.is_doubtful = True
    elif any(s.tag is PhraseTag.NUMBER for s in items):
        is_day = utterance.phrases.script is WritingScript.WORDS and bool(utterance.labels.weekdays)
        selection.is_doubtful |= is_day or _is_amount(utterance, segments)
        selection.score = min(selection.score, _SURE_NUMBER)
        selection.is_doubtful |= len(items) > len({s.value for s in items})
    selection.is_doubtful |= _is_stated(segments, items)
    _keep_chosen(utterance, segments, selection)
    selection.is_doubtful |= is_of_degree(utterance, items) or _may_correct(utterance, segments)
    selection.is_doubtful |= {PhraseTag.NUMBER, PhraseTag.OPTION} <= {s.tag for s in items}
    selection.is_doubtful |= bool(selection.included) and _may_be_ruled_out(utterance)


def _may_be_ruled_out(utterance: AnswerUtterance) -> bool:
    """Whether what is to be done with the option is not what the question would do."""
    question = utterance.question
    labels = [option.label for option in question.options]
    return may_rule_out(question.text, labels, utterance.text, utterance.language)


def _is_stated(segments: Sequence[PhraseSegment], items: Sequence[PhraseSegment]) -> bool:
    """Whether a verb behind a name says no more than where it is: "chloé est là"."""
    behind = [s for s in segments if items and s.start >= items[-1].end]
    is_verb = len(behind) > 1 and behind[0].tag is PhraseTag.LINK and behind[0].meaning.is_doubtful
    return is_verb and all(s.tag is PhraseTag.FILLER for s in behind[1:])


def _may_correct(utterance: AnswerUtterance, segments: Sequence[PhraseSegment]) -> bool:
    """Whether a bare denial between two names may be "no" as well as "not": "中辣吧不微辣"."""
    bare = utterance.lexicon.clauses.denial_marker
    return bool(bare) and any(
        found.tag is PhraseTag.NOT
        and utterance.said(found) == bare
        and after.tag is PhraseTag.OPTION
        and any(s.tag in ITEMS for s in segments[:n])
        for n, (found, after) in enumerate(zip(segments, segments[1:], strict=False))
    )


def _is_amount(utterance: AnswerUtterance, segments: Sequence[PhraseSegment]) -> bool:
    """Whether a number that is in no label stands behind what makes an amount of it: "at two"."""
    return any(
        s.tag is PhraseTag.NUMBER
        and before.tag is PhraseTag.FILLER
        and utterance.units[before.end - 1].text in utterance.lexicon.numbers.before_amounts
        and not any(s.value in numbers for numbers in utterance.labels.numbers)
        for before, s in zip(segments, segments[1:], strict=False)
    )


def _keep_chosen(
    utterance: AnswerUtterance, segments: Sequence[PhraseSegment], selection: SpokenSelection
) -> None:
    """Of two options keep the last, if only that is wished: "I had coffee, so I'll take tea"."""
    named = [n for n, s in enumerate(segments) if s.tag in NAMING]
    if utterance.question.traits.is_multiple or len(named) != 2 or len(selection.included) != 2:
        return
    if selection.is_open or any(s.tag in TURNING - {PhraseTag.BUT} for s in segments):
        return
    first, last = named
    is_stated = bool(unknown_in(segments[first:last]))
    is_last = not unknown_in(segments[last:])
    is_wished = is_wished_at(utterance, segments[last]) and not is_wished_at(
        utterance, segments[first]
    )
    if is_stated and is_last and is_wished:
        selection.included = selection.included[-1:]
        selection.is_doubtful = False


def _is_doubtful_beside(
    utterance: AnswerUtterance, segments: Sequence[PhraseSegment], selection: SpokenSelection
) -> bool:
    """Whether unknown words beside what is chosen may change what is meant."""
    is_left = bool(selection.excluded) and not selection.included
    segments = without_comment(utterance, segments)
    if _is_wished(utterance, segments, selection) or not unknown_in(segments):
        return is_left and not selection.has_exception
    is_unspaced = utterance.phrases.script is not WritingScript.WORDS
    open_words = unexplained(segments, utterance.units, is_unspaced=is_unspaced)
    if not open_words:
        return is_left and not selection.has_exception
    are_of_label = all(utterance.is_of_label(s, selection.included) for s in open_words)
    return is_left or not are_of_label or are_tangled(tuple(segments), utterance.units)


def _is_wished(
    utterance: AnswerUtterance, segments: Sequence[PhraseSegment], selection: SpokenSelection
) -> bool:
    """Whether a verb that chooses belongs to the one option that is named, or named last.

    "Not on the porch, it gets stolen, leave it with a neighbour".
    """
    named = [n for n, s in enumerate(segments) if s.tag in NAMING]
    last = segments[named[-1]] if named else None
    if last is not None and len(named) == 2 and selection.included == [last.value]:
        denied = (n for n in range(named[-1]) if segments[n].tag in NEGATIONS)
        segments = segments[max((named[0], *denied)) + 1 :]
        named = [segments.index(last)]
    if any(s.tag in TURNING for s in segments) or not named:
        return False
    if len(named) == 1 and points_back(segments):
        return not is_adverse(utterance.text, utterance.language)
    if len(named) > 1 and not _are_listed(utterance, segments[named[0] : named[-1]]):
        return False
    at = named[-1]
    if not unknown_in(segments[at + 1 :]):
        return is_wished_at(utterance, segments[at])
    if segments[at].tag is not PhraseTag.OPTION:
        return False  # "처음 들어봐요" chooses no first one
    if unknown_in(segments[:at]) and (
        segments[at].score < 1 or utterance.phrases.script is WritingScript.WORDS
    ):
        return False
    return is_wished_at(utterance, segments[at], is_whole=True)


def _are_listed(utterance: AnswerUtterance, named: Sequence[PhraseSegment]) -> bool:
    """Whether several names are one list, where several may be chosen: "ham and cheese"."""
    is_one = utterance.phrases.script is not WritingScript.WORDS and not unknown_in(named)
    return utterance.question.traits.is_multiple and is_one


def _is_bare_letter(utterance: AnswerUtterance, items: Sequence[PhraseSegment]) -> bool:
    """Whether a single letter is all that was said, though the options have numbers."""
    if len(items) != 1 or items[0].tag is not PhraseTag.LETTER:
        return False
    said = "".join(unit.text for unit in utterance.units[items[0].start : items[0].end])
    if len(said) == 1 and not said.isascii() and not has_letters(utterance.question):
        return True
    is_named = not any(map(str.isascii, utterance.heard))
    if utterance.is_typed and is_named and not has_letters(utterance.question):
        return True  # "비번" is more than the name of a letter
    if utterance.is_typed or has_letters(utterance.question):
        return False
    return utterance.heard == _LETTERS[items[0].value - 1]
