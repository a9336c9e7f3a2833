"""What a phrase means beside the phrases around it. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from assistant.questions.spoken.languages.lexicon import Meaning, Tag
from assistant.questions.spoken.phrase_segmenter import Segment
from assistant.questions.spoken.selection import ITEMS

QUIET: Final = {Tag.FILLER, Tag.SUFFIX}
"""What says nothing."""
_PRONOUN_AFTER: Final = frozenset(
    {
        Tag.ORDINAL,
        Tag.FROM_END,
        Tag.MIDDLE,
        Tag.RECOMMENDED,
        Tag.OPTION,
        Tag.OTHER_ONE,
        Tag.UNKNOWN,
    }
)
_ARTICLE_BEFORE: Final = {Tag.OPTION, Tag.UNKNOWN, Tag.ORDINAL, Tag.FROM_END}
_BESIDE_LETTERS: Final = {
    Tag.LETTER,
    Tag.AND,
    Tag.TO,
    Tag.NOT,
    Tag.NOT_BEFORE,
    Tag.EXCEPT,
    Tag.EXCEPT_BEFORE,
    Tag.ALL,
    Tag.BUT,
    Tag.CORRECTION,
    Tag.YES,
    Tag.NO,
    Tag.THAT,
}
_MEANINGFUL: Final = ITEMS | {
    Tag.ALL,
    Tag.NONE,
    Tag.EXCEPT,
    Tag.EXCEPT_BEFORE,
    Tag.COMMAND,
    Tag.YES,
}


def unknown_in(segments: Iterable[Segment]) -> list[Segment]:
    """Return the stretches without a meaning."""
    return [s for s in segments if s.tag is Tag.UNKNOWN]


def votes(segments: Sequence[Segment]) -> list[bool]:
    """Return each yes and no that was said since the last correction."""
    said: list[bool] = []
    spoken = [s for s in segments if s.tag not in QUIET]
    for before, s in zip([None, *spoken], spoken, strict=False):
        if s.tag is Tag.CORRECTION:
            said.clear()
        elif s.tag is Tag.YES:
            said.append(before is None or before.tag is not Tag.NOT)
        elif s.tag in {Tag.NO, Tag.NOT, Tag.NOT_BEFORE, Tag.NONE}:
            said.append(False)
    return said


def needs_company(found: Segment) -> bool:
    """Whether a phrase means nothing beside unknown words: "eight of spades" chooses nothing."""
    return found.tag in {Tag.NUMBER, Tag.ALL, Tag.NONE} or found.meaning.is_weak


def without_pronouns(segments: Sequence[Segment]) -> tuple[Segment, ...]:
    """Let "one" be no number beside what it stands for: "the second one", "un café"."""
    result = list(segments)
    for n, found in enumerate(segments):
        is_pronoun = found.tag is Tag.NUMBER and found.meaning.is_weak
        is_after = n > 0 and segments[n - 1].tag in _PRONOUN_AFTER
        following = segments[n + 1].tag if n + 1 < len(segments) else None
        is_article = found.meaning.is_article and following in _ARTICLE_BEFORE
        if (is_pronoun and is_after) or is_article:
            result[n] = replace(found, meaning=Meaning(tag=Tag.FILLER))
    return tuple(result)


def without_stray_letters(segments: Sequence[Segment]) -> tuple[Segment, ...]:
    """Let a bare letter count only among letters, and an article only as a letter alone."""
    letters = [s for s in segments if s.tag is Tag.LETTER]
    others = {s.tag for s in segments} - QUIET - _BESIDE_LETTERS
    result: list[Segment] = []
    for found in segments:
        meaning = found.meaning
        if found.tag is Tag.LETTER and meaning.is_weak:
            is_article = meaning.is_doubtful and len(letters) == 1 and len(segments) > 1
            if others or is_article:
                meaning = Meaning(tag=Tag.FILLER if meaning.is_doubtful else Tag.UNKNOWN)
            else:
                meaning = Meaning(tag=Tag.LETTER, value=meaning.value)
        result.append(replace(found, meaning=meaning))
    return tuple(result)


def corrected(segments: tuple[Segment, ...]) -> tuple[Segment, ...]:
    """Return what was said after the last correction, if that says something."""
    for n in range(len(segments) - 1, -1, -1):
        if segments[n].tag in {Tag.CORRECTION, Tag.NO}:
            rest = segments[n + 1 :]
            if any(s.tag in _MEANINGFUL for s in rest):
                return rest
            if any(s.tag in _MEANINGFUL for s in segments[:n]):
                taken_back = replace(segments[n], meaning=Meaning(tag=Tag.CORRECTION))
                return (taken_back, *rest)
            return segments
    return segments


def supported(segments: Sequence[Segment], items: Sequence[Segment]) -> list[Segment]:
    """Let other items take the doubt from a word with two senses."""
    if len(items) < 2:
        return list(segments)
    return [
        replace(s, meaning=replace(s.meaning, is_doubtful=False)) if s.tag is Tag.MARKED else s
        for s in segments
    ]
