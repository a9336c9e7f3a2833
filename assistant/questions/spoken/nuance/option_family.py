"""Options that have a word in common, and what tells one of them from the rest. Pure.

"The newer release" is read among the releases, "the front door this morning" among the front doors.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from assistant.languages.lexicon import PhraseMeaning, PhraseTag, WritingScript
from assistant.questions.spoken.phrase_context import QUIET, unknown_in
from assistant.questions.spoken.phrase_segmenter import PhraseSegment
from assistant.questions.spoken.selection import ITEMS
from assistant.questions.spoken.tokenizer import key
from assistant.questions.spoken.understanding import (
    BY_REFERENCE,
    Interpretation,
    SpokenChoice,
    Understanding,
)
from assistant.questions.spoken.utterance import AnswerUtterance

_TELLING: Final = QUIET | {
    PhraseTag.UNKNOWN,
    PhraseTag.OPTION,
    PhraseTag.NUMBER,
    PhraseTag.LEAST,
    PhraseTag.GREATEST,
    PhraseTag.AFFIRM,
    PhraseTag.THAT,
    PhraseTag.YES,
}
"""What may tell one of a few: neither what denies, nor a place in the whole list."""


def choose_in_family(
    utterance: AnswerUtterance,
    segments: Sequence[PhraseSegment],
    family: Sequence[int],
    read: Callable[[AnswerUtterance], Interpretation],
) -> Understanding | None:
    """Return what an answer means among the options that have the words which are unknown.

    Args:
        utterance: The answer.
        segments: Its phrases.
        family: The options that have the words.
        read: Reads an answer to a narrower question.
    """
    if utterance.question.traits.is_multiple or len(family) < 2:
        return None
    if utterance.phrases.script is not WritingScript.WORDS:
        return None
    shared = [s for s in unknown_in(segments) if _is_shared(utterance, s, family)]
    if not shared:
        return None
    told = [s for s in segments if s.tag not in QUIET and s not in shared]
    whole = [i for i in utterance.labels.called(PhraseTag.ALL) if i in family]
    if len(whole) == 1 and [s.tag for s in told] == [PhraseTag.ALL]:  # "keep both"
        return utterance.chosen(whole, score=BY_REFERENCE)
    if any(s.tag not in _TELLING for s in told):
        return None
    if told and all(s.tag is PhraseTag.AFFIRM for s in told):  # "just the photos"
        said = utterance.labels.told(word for s in shared for word in utterance.said(s).split())
        alone = [i for i in family if utterance.labels.told_by(i) == said]
        if len(alone) == 1:
            return utterance.chosen(alone, score=BY_REFERENCE)
    narrowed = _without(utterance, shared, family)
    if narrowed is None or len(family) == len(utterance.question.options):
        return None
    meant = read(narrowed).meant
    if not isinstance(meant, SpokenChoice):
        return None
    return replace(meant, score=min(meant.score, BY_REFERENCE))


def _is_shared(utterance: AnswerUtterance, found: PhraseSegment, family: Sequence[int]) -> bool:
    if all(utterance.is_of_label(found, [place]) for place in family):
        return True
    doing = utterance.labels.actions.owners(utterance.said(found))
    return doing is not None and set(doing.places) >= set(family)


def _without(
    utterance: AnswerUtterance, shared: Sequence[PhraseSegment], family: Sequence[int]
) -> AnswerUtterance | None:
    """Return the answer to the narrower question, without the words that narrow it."""
    gone = {at for s in shared for at in range(s.start, s.end)}
    units = tuple(unit for at, unit in enumerate(utterance.units) if at not in gone)
    if not units:
        return None
    options = tuple(utterance.question.options[place] for place in family)
    narrowed = utterance.answering(utterance.question.model_copy(update={"options": options}))
    heard = key([unit.text for unit in units], utterance.phrases.script)
    return replace(narrowed, units=units, heard=heard)


def choose_family(
    utterance: AnswerUtterance, segments: Sequence[PhraseSegment], family: Sequence[int]
) -> Understanding | None:
    """Take all options that have the one word that is said, where several are meant.

    "both speakers", "the speakers", "이모들 다".

    Args:
        utterance: The answer.
        segments: Its phrases.
        family: The options that have the word.
    """
    spoken = [s for s in segments if s.tag not in QUIET | {PhraseTag.AFFIRM}]
    named = [s for s in spoken if s.tag is not PhraseTag.ALL]
    if not utterance.question.traits.is_multiple or len(family) < 2:
        return None
    if not named or any(s.tag is not PhraseTag.UNKNOWN for s in named):
        return None
    said = "".join(map(utterance.said, named))
    counts = {s.value for s in spoken if s.tag is PhraseTag.ALL}
    is_plural = utterance.labels.is_plural_of(said, family)
    is_plural |= utterance.labels.together(said) == tuple(family)
    if not (is_plural or counts) or not counts <= {0, len(family)}:
        return None
    if not is_plural and utterance.labels.sharing(said) != tuple(family):
        return None
    return utterance.chosen(family, score=BY_REFERENCE)


def with_families(
    utterance: AnswerUtterance, segments: Sequence[PhraseSegment]
) -> Sequence[PhraseSegment]:
    """Let the plural of a word that several labels have be all of these: "both wines and water"."""
    if not utterance.question.traits.is_multiple or not any(s.tag in ITEMS for s in segments):
        return segments
    result: list[PhraseSegment] = []
    for found in segments:
        family = _family_of(utterance, found)
        before = result[-1] if result else None
        counts = before is not None and before.tag is PhraseTag.ALL
        is_counted = before is not None and counts and before.value in {0, len(family)}
        said = utterance.said(found)
        if len(family) < 2 or not (is_counted or utterance.labels.is_plural_of(said, family)):
            result.append(found)
            continue
        if counts:
            result.pop()
        for place in family:
            meaning = PhraseMeaning(tag=PhraseTag.OPTION, value=place)
            result.append(replace(found, meaning=meaning, score=BY_REFERENCE))
    return result


def _family_of(utterance: AnswerUtterance, found: PhraseSegment) -> tuple[int, ...]:
    if found.tag is not PhraseTag.UNKNOWN or utterance.phrases.script is not WritingScript.WORDS:
        return ()
    said = utterance.said(found)
    for word in (said, said.removesuffix("s"), said.removesuffix("es"), said.removesuffix("x")):
        sharing = utterance.labels.sharing(word)
        if len(sharing) > 1:
            return sharing
    return ()
