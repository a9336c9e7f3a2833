"""What beside a name wants it, and what only says more: "take it from savings, I hate debt". Pure."""

from collections.abc import Sequence
from typing import Final

from assistant.languages.lexicon import PhraseTag, WritingScript
from assistant.questions.spoken.phrase_context import HEDGES, NEGATIONS, QUIET
from assistant.questions.spoken.phrase_segmenter import PhraseSegment
from assistant.questions.spoken.proposed_action import explains, is_adverse, is_choosing
from assistant.questions.spoken.selection import ITEMS, is_ordered
from assistant.questions.spoken.utterance import AnswerUtterance

NAMING: Final = ITEMS | {PhraseTag.ALL, PhraseTag.NONE}
TURNING: Final = (
    HEDGES | NEGATIONS | {PhraseTag.MODIFIER, PhraseTag.CORRECTION, PhraseTag.EXCESS}
) - {PhraseTag.EXCEPT, PhraseTag.EXCEPT_BEFORE}
"""What makes something else of the words beside it."""
_UNDOING: Final = HEDGES | {PhraseTag.CORRECTION, PhraseTag.COMMAND, PhraseTag.NO}
"""What in a sentence behind a wish may take it back."""
_BETWEEN: Final = {PhraseTag.FILLER}
_EXTREMES: Final = {PhraseTag.LEAST, PhraseTag.GREATEST}
_LEAST_WORDS: Final = 2


def is_wished_at(
    utterance: AnswerUtterance, found: PhraseSegment, *, is_whole: bool = False
) -> bool:
    """Whether the words right beside a name choose it.

    Args:
        utterance: The answer.
        found: The name.
        is_whole: Whether all that stands behind it has to.
    """
    first = utterance.units[found.start]
    if utterance.labels.script is WritingScript.SYLLABLES and not first.begins:
        return False  # "전화해 줘" is no Tuesday, 화
    before = utterance.text[: first.start]
    after = utterance.text[utterance.units[found.end - 1].end :]
    return is_choosing(before, after, utterance.language, is_whole=is_whole)


def names(utterance: AnswerUtterance, found: PhraseSegment) -> bool:
    """Whether a phrase says which option: not "most", where options are in no order."""
    if is_unordered(utterance, found):
        return False
    return found.tag in NAMING | {PhraseTag.EXCEPT, PhraseTag.EXCEPT_BEFORE}


def is_unordered(utterance: AnswerUtterance, found: PhraseSegment) -> bool:
    """Whether a phrase says the most of something of which the options are in no order."""
    return found.tag in _EXTREMES and not is_ordered(found, utterance.targets)


def points_back(segments: Sequence[PhraseSegment]) -> bool:
    """Whether a conclusion only points at what was named: "it is closer, so that one"."""
    at = max((n for n, s in enumerate(segments) if s.tag is PhraseTag.SO), default=-1)
    behind = {s.tag for s in segments[at + 1 :]}
    return (
        at > 0
        and PhraseTag.THAT in behind
        and behind <= QUIET | {PhraseTag.AFFIRM, PhraseTag.THAT, PhraseTag.YES}
        and not any(s.tag in TURNING for s in segments)
    )


def without_comment(
    utterance: AnswerUtterance, segments: Sequence[PhraseSegment], *, is_parted: bool = False
) -> Sequence[PhraseSegment]:
    """Leave out a sentence at the end that only says more: "all but ham, I'm vegetarian".

    Args:
        utterance: The answer.
        segments: Its phrases.
        is_parted: Whether a mark has to part the sentence from the choice.

    One that speaks against something is left out where what is named is clearly wished.
    """
    last = max((n for n, s in enumerate(segments) if names(utterance, s)), default=-1)
    if last < 0 or points_back(segments) or utterance.text.rstrip().endswith("?"):
        return segments
    head = segments[: last + 1]
    if any(
        s.tag in TURNING and not (s.tag is PhraseTag.BUT and before.tag is PhraseTag.ALL)
        for before, s in zip((head[0], *head), head, strict=False)
    ):
        return segments
    for n in range(last + 1, len(segments)):
        if any(s.tag not in _BETWEEN for s in segments[last + 1 : n]):
            break
        if is_parted and not utterance.units[segments[n - 1].end - 1].pauses:
            continue
        if _is_comment(utterance, segments, n):
            return segments[:n] if _is_harmless(utterance, segments, last, n) else segments
    return segments


def _is_comment(utterance: AnswerUtterance, segments: Sequence[PhraseSegment], n: int) -> bool:
    """Whether a sentence begins at a phrase that gives a reason or says more."""
    before = segments[n - 1]
    is_apart = utterance.units[before.end - 1].pauses or (
        utterance.phrases.script is WritingScript.WORDS
        and before.tag is not PhraseTag.ALL  # "everything that's vegetarian"
    )
    size = segments[-1].end - segments[n].start
    text = utterance.text[utterance.units[segments[n].start].start :]
    return is_apart and size >= _LEAST_WORDS and explains(text, utterance.language)


def _is_harmless(
    utterance: AnswerUtterance, segments: Sequence[PhraseSegment], last: int, n: int
) -> bool:
    """Whether a sentence from `n` takes nothing back of what is named at `last`."""
    behind = segments[n:]
    text = utterance.text[utterance.units[segments[n].start].start :]
    if any(s.tag is PhraseTag.COMMAND and not s.meaning.is_weak for s in behind):
        return False  # "the first, you decide"
    if not is_adverse(text, utterance.language) and not any(s.tag in TURNING for s in behind):
        return True
    if not utterance.units[segments[n - 1].end - 1].pauses:
        return False  # "just the onions I don't like" wants none
    is_wished = is_wished_at(utterance, segments[last]) or any(
        s.tag is PhraseTag.AFFIRM for s in segments[:n]
    )
    return is_wished and not any(s.tag in _UNDOING and not s.meaning.is_weak for s in behind)
