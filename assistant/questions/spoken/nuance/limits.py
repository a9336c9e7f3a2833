"""Amounts and times that bound what is meant: "before seven", "at least two". Pure."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from assistant.languages.lexicon import Limit, PhraseMeaning, PhraseTag
from assistant.questions.spoken.phrase_context import QUIET
from assistant.questions.spoken.phrase_segmenter import PhraseSegment
from assistant.questions.spoken.understanding import BY_REFERENCE, UnclearReason, Understanding
from assistant.questions.spoken.utterance import AnswerUtterance

_DENIED: Final = {
    Limit.BELOW: Limit.AT_LEAST,
    Limit.ABOVE: Limit.AT_MOST,
    Limit.AT_MOST: Limit.ABOVE,
    Limit.AT_LEAST: Limit.BELOW,
}


def without_empty_limits(
    utterance: AnswerUtterance, segments: Sequence[PhraseSegment]
) -> tuple[PhraseSegment, ...]:
    """Let what bounds an amount say nothing before anything else, or at the end.

    "vor die Tür", "über PayPal", "buch es von der Karte ab".
    """
    result = list(segments)
    for n, found in enumerate(segments):
        if found.tag is not PhraseTag.CONDITION or not found.value:
            continue
        after = next((s for s in segments[n + 1 :] if s.tag is not PhraseTag.FILLER), None)
        is_other = after is not None and after.tag is PhraseTag.OPTION
        is_last = n > 0 and n == len(segments) - 1
        if is_last or (is_other and after is not None and not _is_amount(utterance, after)):
            result[n] = replace(found, meaning=PhraseMeaning(tag=PhraseTag.FILLER))
    return tuple(result)


def choose_within(
    utterance: AnswerUtterance, segments: Sequence[PhraseSegment]
) -> Understanding | None:
    """Return the option within a limit that is all that is said; all of them where several may be."""
    spoken = [s for s in segments if s.tag not in QUIET | {PhraseTag.AFFIRM}]
    is_denied = bool(spoken) and spoken[0].tag is PhraseTag.NOT
    rest = spoken[is_denied:]
    targets = utterance.targets
    ordered = targets.moments or targets.sizes
    if [s.tag for s in rest] != [PhraseTag.CONDITION, PhraseTag.OPTION] or not rest[0].value:
        return None
    if rest[1].value not in ordered:
        return None
    limit = Limit(rest[0].value)
    if is_denied:
        limit = _DENIED[limit]
    at = list(ordered).index(rest[1].value)
    match limit:
        case Limit.BELOW:
            within = ordered[:at]
        case Limit.ABOVE:
            within = ordered[at + 1 :]
        case Limit.AT_MOST:
            within = ordered[: at + 1]
        case Limit.AT_LEAST:
            within = ordered[at:]
    if len(within) == 1 or (within and utterance.question.traits.is_multiple):
        return utterance.chosen(within, score=BY_REFERENCE)
    return utterance.unclear(UnclearReason.AMBIGUOUS, within) if within else None


def _is_amount(utterance: AnswerUtterance, found: PhraseSegment) -> bool:
    """Whether an option is named by a number or by when it is."""
    if utterance.targets.moments or utterance.targets.sizes:
        return True
    return any(
        unit.text.isdecimal() or _is_number(utterance, unit.text)
        for unit in utterance.units[found.start : found.end]
    )


def _is_number(utterance: AnswerUtterance, word: str) -> bool:
    usual = utterance.phrases.meanings.get(word)
    return usual is not None and usual.tag is PhraseTag.NUMBER
