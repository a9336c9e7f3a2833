"""Clauses beside a choice that choose nothing: "in the oven, it's less mess". Pure.

Only where marks part the clauses, as a recogniser or a hand writes them.
"""

from collections.abc import Sequence
from typing import Final

from assistant.languages.action_patterns import action_patterns
from assistant.languages.lexicon import PhraseTag, WritingScript
from assistant.questions.spoken.nuance.wishes import (
    is_unordered,
    is_wished_at,
    without_comment,
)
from assistant.questions.spoken.phrase_context import NEGATIONS, QUIET, unknown_in
from assistant.questions.spoken.phrase_segmenter import PhraseSegment
from assistant.questions.spoken.proposed_action import explains, is_adverse
from assistant.questions.spoken.selection import ITEMS
from assistant.questions.spoken.tokenizer import composed
from assistant.questions.spoken.utterance import AnswerUtterance

_NAMING: Final = ITEMS | {PhraseTag.ALL, PhraseTag.EXCEPT, PhraseTag.EXCEPT_BEFORE}
_DECISIVE: Final = ITEMS | {
    PhraseTag.EXCEPT,
    PhraseTag.EXCEPT_BEFORE,
    PhraseTag.NONE,
    PhraseTag.NO,
    PhraseTag.OR,
    PhraseTag.CONDITION,
    PhraseTag.UNSURE,
    PhraseTag.CORRECTION,
    PhraseTag.MODIFIER,
    PhraseTag.EXCESS,
}
"""What in a clause may change what another one chooses."""
_GOING_ON: Final = {PhraseTag.AND, PhraseTag.BUT, PhraseTag.TO}
"""How a clause begins that goes on with the choice."""
_DAYS: Final = {PhraseTag.WORKDAYS, PhraseTag.WEEKEND}
_LEAST_REASON: Final = 2
"""Characters of a reason behind a name."""
_LEAST_SENTENCE: Final = 3
"""Words from which a clause is taken for a sentence, however it begins."""


def without_remarks(
    utterance: AnswerUtterance, segments: Sequence[PhraseSegment]
) -> tuple[PhraseSegment, ...]:
    """Leave out the clauses that only say more, where all others are understood."""
    if not unknown_in(segments) and not any(is_unordered(utterance, s) for s in segments):
        return tuple(segments)
    segments = without_comment(utterance, segments, is_parted=True)
    if not unknown_in(segments):
        return tuple(segments)
    if utterance.phrases.script is not WritingScript.WORDS:
        return _without_reason_behind(utterance, segments)
    clauses = _clauses(utterance, segments)
    named = [n for n, clause in enumerate(clauses) if _names(clause)]
    strange = [n for n, clause in enumerate(clauses) if unknown_in(clause)]
    if not utterance.question.traits.is_multiple and any(_points(clauses[n]) for n in named):
        named = [n for n in named if _points(clauses[n])]  # "so that everyone sees it"
    elif any(_is_only(clauses[n]) for n in named):
        named = [n for n in named if n not in strange or _points(clauses[n])]
    if not named or not set(named).isdisjoint(strange):
        return tuple(segments)
    is_wished = any(_is_wished(utterance, clauses[n]) for n in named)
    is_bare = named[-1] < strange[0] and _is_bare_name(utterance, clauses[named[-1]])
    if any(
        not _is_remark(utterance, clauses[n])
        or not (is_wished or (is_bare and not _dislikes(utterance, clauses[n])))
        and _speaks_against(utterance, clauses[n])
        for n in strange
    ):
        return tuple(segments)
    return tuple(s for n, clause in enumerate(clauses) if n not in strange for s in clause)


def _without_reason_behind(
    utterance: AnswerUtterance, segments: Sequence[PhraseSegment]
) -> tuple[PhraseSegment, ...]:
    """Leave out what follows one whole name behind a mark: "大巴，便宜", "土曜、平日は仕事なので"."""
    clauses = _clauses(utterance, segments)
    rest = [s for clause in clauses[1:] for s in clause]
    if not unknown_in(rest) or not _is_bare_name(utterance, clauses[0]):
        return tuple(segments)
    is_long = rest[-1].end - rest[0].start >= _LEAST_REASON
    is_long |= explains(_text(utterance, rest), utterance.language)
    if not is_long or utterance.text.rstrip().endswith("?"):
        return tuple(segments)
    spoken = [s for s in rest if s.tag not in QUIET]
    is_reason = spoken[-1].tag in {PhraseTag.SO, PhraseTag.BECAUSE}
    is_reason |= spoken[0].tag is PhraseTag.PAST  # "usually I work"
    undoing = (_DECISIVE | _GOING_ON | {PhraseTag.QUESTION}) - _DAYS
    undoing |= set[PhraseTag]() if is_reason else {PhraseTag.AFFIRM, *NEGATIONS, *_DAYS}
    if any(s.tag in undoing for s in spoken) or any(map(_is_command, spoken)):
        return tuple(segments)
    places = range(len(utterance.question.options))
    if any(utterance.is_of_label(s, places) for s in unknown_in(rest)):
        return tuple(segments)
    return tuple(clauses[0])


def _is_bare_name(utterance: AnswerUtterance, clause: Sequence[PhraseSegment]) -> bool:
    """Whether a clause says one of several options, of which one is asked for, and no more."""
    spoken = [s for s in clause if s.tag not in QUIET | {PhraseTag.AFFIRM, PhraseTag.YES}]
    is_name = [s.tag for s in spoken] == [PhraseTag.OPTION] and spoken[0].score == 1
    is_sure = is_name and not spoken[0].meaning.is_doubtful
    return is_sure and not utterance.question.traits.is_multiple


def _clauses(
    utterance: AnswerUtterance, segments: Sequence[PhraseSegment]
) -> list[list[PhraseSegment]]:
    clauses: list[list[PhraseSegment]] = [[]]
    for n, found in enumerate(segments):
        before = segments[n - 1] if n else None
        if before is not None and utterance.units[before.end - 1].pauses:
            clauses.append([])
        clauses[-1].append(found)
    return clauses


def _names(clause: Sequence[PhraseSegment]) -> bool:
    return any(s.tag in _NAMING for s in clause)


def _points(clause: Sequence[PhraseSegment]) -> bool:
    return any(s.tag in ITEMS for s in clause)


def _is_only(clause: Sequence[PhraseSegment]) -> bool:
    """Whether a clause wants what it names, so that one about the rest only repeats it."""
    return _points(clause) and any(s.tag is PhraseTag.AFFIRM for s in clause)


def _is_remark(utterance: AnswerUtterance, clause: Sequence[PhraseSegment]) -> bool:
    """Whether a clause is a sentence about something else than what is chosen."""
    spoken = [s for s in clause if s.tag not in QUIET]
    text = _text(utterance, clause)
    is_reason = explains(text, utterance.language)
    if utterance.text.rstrip().endswith("?"):
        return False
    if spoken[0].tag in _GOING_ON | {PhraseTag.QUESTION} and not is_reason:
        return False
    decisive = [s for s in spoken if s.tag in _DECISIVE and not is_unordered(utterance, s)]
    if any(not _is_limit(s) for s in decisive) or any(map(_is_command, spoken)):
        return False
    places = range(len(utterance.question.options))
    if any(utterance.is_of_label(s, places) for s in unknown_in(clause)):
        return False
    is_long = clause[-1].end - clause[0].start >= _LEAST_SENTENCE
    return is_reason or (is_long and not utterance.question.traits.is_multiple)


def _is_limit(found: PhraseSegment) -> bool:
    """Whether this bounds an amount: "on Thursday, after work"."""
    return found.tag is PhraseTag.CONDITION and bool(found.value)


def _is_command(found: PhraseSegment) -> bool:
    return found.tag is PhraseTag.COMMAND and not found.meaning.is_weak


def _speaks_against(utterance: AnswerUtterance, clause: Sequence[PhraseSegment]) -> bool:
    is_denial = any(s.tag in NEGATIONS for s in clause)
    return is_denial or is_adverse(_text(utterance, clause), utterance.language)


def _dislikes(utterance: AnswerUtterance, clause: Sequence[PhraseSegment]) -> bool:
    patterns = action_patterns(utterance.language)
    text = composed(_text(utterance, clause)).casefold()
    return patterns is None or patterns.aversion.search(text) is not None


def _is_wished(utterance: AnswerUtterance, clause: Sequence[PhraseSegment]) -> bool:
    """Whether a clause says that what it names is wanted."""
    if any(s.tag in {PhraseTag.AFFIRM, PhraseTag.SO} for s in clause):
        return True
    item = next((s for s in clause if s.tag in ITEMS), None)
    return item is not None and is_wished_at(utterance, item)


def _text(utterance: AnswerUtterance, clause: Sequence[PhraseSegment]) -> str:
    first, last = utterance.units[clause[0].start], utterance.units[clause[-1].end - 1]
    return utterance.text[first.start : last.end]
