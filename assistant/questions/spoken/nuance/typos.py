"""Common words of which two letters changed places when they were typed: "teh". Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

from assistant.languages.lexicon import PhraseMeaning, PhraseTag, WritingScript
from assistant.questions.spoken.phrase_segmenter import PhraseSegment, phrases_of
from assistant.questions.spoken.utterance import AnswerUtterance

_COMMON: Final = {PhraseTag.FILLER, PhraseTag.YES, PhraseTag.NO, PhraseTag.AFFIRM, PhraseTag.AND}
"""What words do that are looked for."""
_LEAST: Final = 3
"""Letters of a word that may be mistyped."""


def without_typos(
    utterance: AnswerUtterance, segments: Sequence[PhraseSegment]
) -> tuple[PhraseSegment, ...]:
    """Let an unknown word that was typed be the common word that it is but for the order."""
    if not utterance.is_typed or utterance.phrases.script is not WritingScript.WORDS:
        return tuple(segments)
    return tuple(
        replace(s, meaning=_meant(utterance, s)) if s.tag is PhraseTag.UNKNOWN else s
        for s in segments
    )


def _meant(utterance: AnswerUtterance, found: PhraseSegment) -> PhraseMeaning:
    said = utterance.said(found)
    swapped = (
        said[:at] + said[at + 1] + said[at] + said[at + 2 :] for at in range(1, len(said) - 1)
    )
    known = _common_words(utterance.language)
    meant = {word for word in swapped if word in known}
    return known[meant.pop()] if len(meant) == 1 and len(said) >= _LEAST else found.meaning


@lru_cache(maxsize=16)
def _common_words(language: str) -> Mapping[str, PhraseMeaning]:
    phrases = phrases_of(language)
    both = {**phrases.meanings, **phrases.yes_or_no.meanings}
    return {text: found for text, found in both.items() if found.tag in _COMMON and " " not in text}
