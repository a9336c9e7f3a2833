"""What a phrase means beside the phrases around it. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from assistant.languages.lexicon import PhraseMeaning, PhraseTag
from assistant.questions.spoken.phrase_segmenter import PhraseSegment
from assistant.questions.spoken.selection import ITEMS
from assistant.questions.spoken.tokenizer import TextToken
from assistant.questions.spoken.understanding import BY_TWO_SENSES

QUIET: Final = {PhraseTag.FILLER, PhraseTag.SUFFIX, PhraseTag.LINK}
"""What says nothing."""
NEGATIONS: Final = {PhraseTag.NO, PhraseTag.NOT, PhraseTag.NOT_BEFORE}
HEDGES: Final = {
    PhraseTag.BUT,
    PhraseTag.CONDITION,
    PhraseTag.EXCEPT,
    PhraseTag.EXCEPT_BEFORE,
    PhraseTag.PAST,
    PhraseTag.UNSURE,
    PhraseTag.OR,
    PhraseTag.QUESTION,
}
"""What makes a yes or a no less than one."""
_PRONOUN_AFTER: Final = frozenset(
    {
        PhraseTag.ORDINAL,
        PhraseTag.FROM_END,
        PhraseTag.MIDDLE,
        PhraseTag.RECOMMENDED,
        PhraseTag.OPTION,
        PhraseTag.OTHER_ONE,
        PhraseTag.LEAST,
        PhraseTag.GREATEST,
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
    PhraseTag.OR,
    PhraseTag.TO,
    PhraseTag.NOT,
    PhraseTag.NOT_BEFORE,
    PhraseTag.EXCEPT,
    PhraseTag.EXCEPT_BEFORE,
    PhraseTag.ALL,
    PhraseTag.BUT,
    PhraseTag.AFFIRM,
    PhraseTag.SO,
    PhraseTag.CORRECTION,
    PhraseTag.YES,
    PhraseTag.NO,
    PhraseTag.THAT,
}


def unknown_in(segments: Iterable[PhraseSegment]) -> list[PhraseSegment]:
    """Return the stretches without a meaning."""
    return [s for s in segments if s.tag is PhraseTag.UNKNOWN]


_CLAUSE_ENDS: Final = {
    PhraseTag.BUT,
    PhraseTag.AFFIRM,
    PhraseTag.SO,
    PhraseTag.CORRECTION,
    PhraseTag.NOT_BEFORE,
    PhraseTag.EXCEPT_BEFORE,
}
"""What parts "not that" from "but this"."""
_DENIED_BEFORE: Final = {PhraseTag.NOT_BEFORE, PhraseTag.EXCEPT_BEFORE}


_SENTENCE: Final = 2
"""Characters from which unknown words behind a name may be what is said of it."""


def unexplained(
    segments: Sequence[PhraseSegment], units: Sequence[TextToken], *, is_unspaced: bool
) -> list[PhraseSegment]:
    """Return the unknown words that may change what is meant.

    Those that a clause of their own rules out do not: "not the cloud, but this computer".
    """
    clauses: list[list[PhraseSegment]] = [[]]
    for found in segments:
        if found.tag in QUIET and not units[found.end - 1].pauses:
            continue
        is_reason = found.tag is PhraseTag.SO and found.meaning.is_weak
        if is_reason and any(s.tag in _DENIED_BEFORE and s.start >= found.end for s in segments):
            # "할머니는 멀리 계시니까 빼고"
            clauses[-1] = [s for s in clauses[-1] if s.tag is not PhraseTag.UNKNOWN]
            continue
        if found.tag in _CLAUSE_ENDS and found.tag not in _DENIED_BEFORE:
            clauses.append([])
            continue
        clauses[-1].append(found)
        if found.tag is PhraseTag.EXCEPT_BEFORE and is_unspaced:  # "she cannot walk, all others"
            clauses = [_without_comment(clause) for clause in clauses]
        if found.tag in _DENIED_BEFORE or units[found.end - 1].pauses:
            clauses.append([])
    return [s for clause in clauses if not _is_denied(clause) for s in unknown_in(clause)]


def _without_comment(clause: Sequence[PhraseSegment]) -> list[PhraseSegment]:
    """Return a clause without the words behind a name, if they are a sentence and no part of it."""
    named = max((n for n, s in enumerate(clause) if s.tag in ITEMS), default=len(clause))
    said = unknown_in(clause[named:])
    is_sentence = sum(s.end - s.start for s in said) >= _SENTENCE
    return [s for s in clause if not (is_sentence and s in said)]


def _is_denied(clause: Sequence[PhraseSegment]) -> bool:
    """Whether a clause does nothing but rule out what is no option."""
    tags = [s.tag for s in clause if s.tag not in QUIET]
    if not tags or any(tag in ITEMS for tag in tags):
        return False
    return tags[0] is PhraseTag.NOT or tags[-1] in _DENIED_BEFORE


_NEGATIVE: Final = {PhraseTag.NO, PhraseTag.NOT, PhraseTag.NOT_BEFORE, PhraseTag.NONE}


@dataclass(frozen=True, slots=True, kw_only=True)
class YesNoVote:
    """What an utterance says to a yes-or-no question."""

    value: bool
    is_sure: bool


def vote(segments: Sequence[PhraseSegment]) -> YesNoVote | None:
    """Return the yes or no that was said since the last correction; None if none was.

    "No objections" is a yes; "wouldn't say no" and "yes, but" are no sure answers.
    """
    spoken = [s for s in segments if s.tag not in QUIET]
    corrections = [n for n, s in enumerate(spoken) if s.tag is PhraseTag.CORRECTION]
    if corrections and any(
        s.tag in _NEGATIVE | {PhraseTag.YES} for s in spoken[corrections[-1] + 1 :]
    ):
        spoken = spoken[corrections[-1] + 1 :]
    spoken = _since_past(spoken)
    if any(s.tag is PhraseTag.OBJECTION for s in spoken):
        is_denied = any(s.tag in _NEGATIVE for s in spoken)
        return YesNoVote(value=is_denied, is_sure=is_denied and not _unknown_count(spoken))
    said = [s for s in spoken if s.tag in _NEGATIVE or s.tag is PhraseTag.YES]
    if any(not _is_weak_yes(s) for s in said):  # "no, please"
        spoken = [s for s in spoken if not _is_weak_yes(s)]
        said = [s for s in said if not _is_weak_yes(s)]
    if not said:
        return None
    values = [_is_yes(spoken, n) for n, s in enumerate(spoken) if s in said]
    is_sure = len(set(values)) == 1 and not _is_qualified(spoken, said[0])
    is_sure = is_sure and spoken[-1].tag is not PhraseTag.CORRECTION
    return YesNoVote(value=values[-1], is_sure=is_sure)


def _is_weak_yes(found: PhraseSegment) -> bool:
    return found.tag is PhraseTag.YES and found.meaning.is_weak


def _since_past(spoken: Sequence[PhraseSegment]) -> Sequence[PhraseSegment]:
    """Return what follows "I was going to say yes, but", if that is a yes or no."""
    tags = [s.tag for s in spoken]
    if not tags or tags[0] is not PhraseTag.PAST:
        return spoken
    votes = [n for n, tag in enumerate(tags) if tag in _NEGATIVE or tag is PhraseTag.YES]
    if PhraseTag.BUT in tags:
        contrast = len(tags) - tags[::-1].index(PhraseTag.BUT)
        return spoken[contrast:] if any(n >= contrast for n in votes) else spoken
    return spoken[votes[1] :] if len(votes) > 1 else spoken


def _is_yes(spoken: Sequence[PhraseSegment], n: int) -> bool:
    before = spoken[n - 1].tag if n else None
    return spoken[n].tag is PhraseTag.YES and before is not PhraseTag.NOT


def _unknown_count(segments: Iterable[PhraseSegment]) -> int:
    return len(unknown_in(segments))


_QUALIFYING: Final = {
    PhraseTag.BUT,
    PhraseTag.CONDITION,
    PhraseTag.EXCEPT,
    PhraseTag.EXCEPT_BEFORE,
    PhraseTag.PAST,
    PhraseTag.UNSURE,
    PhraseTag.COMMAND,
    PhraseTag.OR,
}


def _is_qualified(spoken: Sequence[PhraseSegment], first: PhraseSegment) -> bool:
    """Whether more is said than a yes or a no."""
    if any(s.tag in _QUALIFYING for s in spoken):
        return True
    rest = spoken[spoken.index(first) + 1 :]
    if first.tag in {PhraseTag.NOT, PhraseTag.NOT_BEFORE}:
        if any(s.tag in _NEGATIVE for s in rest):
            return True
        return bool(_unknown_count(spoken))
    if first.tag is PhraseTag.YES:
        if _is_sentence(first) and _unknown_count(spoken):  # "you can see"
            return True
        return any(s.tag in ITEMS for s in spoken) or any(s.tag in _NEGATIVE for s in rest)
    return bool(rest) and rest[0].tag is PhraseTag.UNKNOWN and rest[0].start == first.end


def _is_sentence(found: PhraseSegment) -> bool:
    """Whether a yes is of several words, which others may make something else of."""
    return found.end - found.start > 1 and not found.meaning.is_doubtful


def needs_company(found: PhraseSegment) -> bool:
    """Whether a phrase means nothing beside unknown words: "eight of spades" chooses nothing."""
    is_weak = found.meaning.is_weak and found.tag not in {PhraseTag.BUT, PhraseTag.SO}
    return found.tag in {PhraseTag.NUMBER, PhraseTag.ALL, PhraseTag.NONE} or is_weak


def without_pronouns(segments: Sequence[PhraseSegment]) -> tuple[PhraseSegment, ...]:
    """Let "one" be no number beside what it stands for: "the second one", "un café"."""
    result = list(segments)
    for n, found in enumerate(segments):
        is_pronoun = found.tag is PhraseTag.NUMBER and found.meaning.is_weak
        is_after = n > 0 and segments[n - 1].tag in _PRONOUN_AFTER
        following = segments[n + 1].tag if n + 1 < len(segments) else None
        is_article = (
            found.tag is PhraseTag.NUMBER
            and found.meaning.is_article
            and following in _ARTICLE_BEFORE
        )
        if is_article:
            result[n] = replace(found, meaning=PhraseMeaning(tag=PhraseTag.FILLER))
        elif is_pronoun and is_after:
            result[n] = replace(found, meaning=PhraseMeaning(tag=PhraseTag.LINK))
    return tuple(result)


def without_stray_letters(segments: Sequence[PhraseSegment]) -> tuple[PhraseSegment, ...]:
    """Let a bare letter count only among letters, and an article only as a letter alone."""
    letters = [s for s in segments if s.tag is PhraseTag.LETTER]
    others = {s.tag for s in segments} - QUIET - _BESIDE_LETTERS
    is_beside = sum(s.tag is not PhraseTag.SUFFIX for s in segments) > 1
    result: list[PhraseSegment] = []
    for found in segments:
        meaning = found.meaning
        if found.tag is PhraseTag.LETTER and meaning.is_weak:
            is_article = meaning.is_doubtful and len(letters) == 1 and is_beside
            if others or is_article:
                meaning = PhraseMeaning(
                    tag=PhraseTag.FILLER if meaning.is_doubtful else PhraseTag.UNKNOWN
                )
            else:
                meaning = PhraseMeaning(tag=PhraseTag.LETTER, value=meaning.value)
        result.append(replace(found, meaning=meaning))
    return tuple(result)


def without_thinking_aloud(segments: Sequence[PhraseSegment]) -> Sequence[PhraseSegment]:
    """Leave out what is said while one decides, where a choice follows: "let me think, tea"."""
    first = next((n for n, s in enumerate(segments) if s.tag in ITEMS), 0)
    thinks = [s for s in segments[:first] if s.tag is PhraseTag.UNSURE]
    if not all(s.meaning.is_weak for s in thinks):
        return segments
    return [s for s in segments if s not in thinks]


def _as_place(found: PhraseSegment) -> PhraseSegment:
    """Take a word that has another sense too for the place it names."""
    if found.tag is not PhraseTag.MARKED or not found.meaning.is_doubtful:
        return found
    meaning = replace(found.meaning, is_doubtful=False)
    return replace(found, meaning=meaning, score=min(found.score, BY_TWO_SENSES))


def supported(
    segments: Sequence[PhraseSegment], items: Sequence[PhraseSegment]
) -> list[PhraseSegment]:
    """Let other items take the doubt from a word with two senses, or that nothing else is said.

    Alone it is an answer to be waited for: more words may still give it its other sense.
    """
    if len(items) < 2:
        is_alone = all(
            s.tag in QUIET or (s.tag is PhraseTag.MARKED and s in items) for s in segments
        )
        return [_as_place(s) if is_alone else s for s in segments]
    supported = {PhraseTag.MARKED}
    are_several = len({(s.tag, s.value) for s in items}) == len(items)
    if are_several and not unknown_in(segments) and all(s.score == 1 for s in items):
        supported.add(PhraseTag.OPTION)
    return [
        replace(s, meaning=replace(s.meaning, is_doubtful=False))
        if s.tag in supported and s.meaning.is_doubtful
        else s
        for s in segments
    ]
