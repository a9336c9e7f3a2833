"""What a phrase means beside the phrases around it. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from assistant.languages.lexicon import PhraseMeaning, PhraseTag
from assistant.questions.spoken.phrase_segmenter import PhraseSegment
from assistant.questions.spoken.selection import ITEMS

QUIET: Final = {PhraseTag.FILLER, PhraseTag.SUFFIX}
"""What says nothing."""
_PRONOUN_AFTER: Final = frozenset(
    {
        PhraseTag.ORDINAL,
        PhraseTag.FROM_END,
        PhraseTag.MIDDLE,
        PhraseTag.RECOMMENDED,
        PhraseTag.OPTION,
        PhraseTag.OTHER_ONE,
        PhraseTag.UNKNOWN,
    }
)
_ARTICLE_BEFORE: Final = {
    PhraseTag.OPTION,
    PhraseTag.UNKNOWN,
    PhraseTag.ORDINAL,
    PhraseTag.FROM_END,
}
_BESIDE_LETTERS: Final = {
    PhraseTag.LETTER,
    PhraseTag.AND,
    PhraseTag.TO,
    PhraseTag.NOT,
    PhraseTag.NOT_BEFORE,
    PhraseTag.EXCEPT,
    PhraseTag.EXCEPT_BEFORE,
    PhraseTag.ALL,
    PhraseTag.BUT,
    PhraseTag.CORRECTION,
    PhraseTag.YES,
    PhraseTag.NO,
    PhraseTag.THAT,
}
_MEANINGFUL: Final = ITEMS | {
    PhraseTag.ALL,
    PhraseTag.NONE,
    PhraseTag.EXCEPT,
    PhraseTag.EXCEPT_BEFORE,
    PhraseTag.COMMAND,
    PhraseTag.YES,
}


def unknown_in(segments: Iterable[PhraseSegment]) -> list[PhraseSegment]:
    """Return the stretches without a meaning."""
    return [s for s in segments if s.tag is PhraseTag.UNKNOWN]


def votes(segments: Sequence[PhraseSegment]) -> list[bool]:
    """Return each yes and no that was said since the last correction."""
    said: list[bool] = []
    spoken = [s for s in segments if s.tag not in QUIET]
    for before, s in zip([None, *spoken], spoken, strict=False):
        if s.tag is PhraseTag.CORRECTION:
            said.clear()
        elif s.tag is PhraseTag.YES:
            said.append(before is None or before.tag is not PhraseTag.NOT)
        elif s.tag in {PhraseTag.NO, PhraseTag.NOT, PhraseTag.NOT_BEFORE, PhraseTag.NONE}:
            said.append(False)
    return said


def needs_company(found: PhraseSegment) -> bool:
    """Whether a phrase means nothing beside unknown words: "eight of spades" chooses nothing."""
    return found.tag in {PhraseTag.NUMBER, PhraseTag.ALL, PhraseTag.NONE} or found.meaning.is_weak


def without_pronouns(segments: Sequence[PhraseSegment]) -> tuple[PhraseSegment, ...]:
    """Let "one" be no number beside what it stands for: "the second one", "un café"."""
    result = list(segments)
    for n, found in enumerate(segments):
        is_pronoun = found.tag is PhraseTag.NUMBER and found.meaning.is_weak
        is_after = n > 0 and segments[n - 1].tag in _PRONOUN_AFTER
        following = segments[n + 1].tag if n + 1 < len(segments) else None
        is_article = found.meaning.is_article and following in _ARTICLE_BEFORE
        if (is_pronoun and is_after) or is_article:
            result[n] = replace(found, meaning=PhraseMeaning(tag=PhraseTag.FILLER))
    return tuple(result)


def without_stray_letters(segments: Sequence[PhraseSegment]) -> tuple[PhraseSegment, ...]:
    """Let a bare letter count only among letters, and an article only as a letter alone."""
    letters = [s for s in segments if s.tag is PhraseTag.LETTER]
    others = {s.tag for s in segments} - QUIET - _BESIDE_LETTERS
    result: list[PhraseSegment] = []
    for found in segments:
        meaning = found.meaning
        if found.tag is PhraseTag.LETTER and meaning.is_weak:
            is_article = meaning.is_doubtful and len(letters) == 1 and len(segments) > 1
            if others or is_article:
                meaning = PhraseMeaning(
                    tag=PhraseTag.FILLER if meaning.is_doubtful else PhraseTag.UNKNOWN
                )
            else:
                meaning = PhraseMeaning(tag=PhraseTag.LETTER, value=meaning.value)
        result.append(replace(found, meaning=meaning))
    return tuple(result)


def corrected(segments: tuple[PhraseSegment, ...]) -> tuple[PhraseSegment, ...]:
    """Return what was said after the last correction, if that says something."""
    for n in range(len(segments) - 1, -1, -1):
        if segments[n].tag in {PhraseTag.CORRECTION, PhraseTag.NO}:
            rest = segments[n + 1 :]
            if any(s.tag in _MEANINGFUL for s in rest):
                return rest
            if any(s.tag in _MEANINGFUL for s in segments[:n]):
                taken_back = replace(segments[n], meaning=PhraseMeaning(tag=PhraseTag.CORRECTION))
                return (taken_back, *rest)
            return segments
    return segments


def supported(
    segments: Sequence[PhraseSegment], items: Sequence[PhraseSegment]
) -> list[PhraseSegment]:
    """Let other items take the doubt from a word with two senses."""
    if len(items) < 2:
        return list(segments)
    return [
        replace(s, meaning=replace(s.meaning, is_doubtful=False))
        if s.tag is PhraseTag.MARKED
        else s
        for s in segments
    ]
