"""Divide an answer into the phrases that name options. Pure."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from assistant.languages.lexicon import CommandKind, PhraseMeaning, PhraseTag, WritingScript
from assistant.questions.spoken.fuzzy_match import FuzzyMatcher
from assistant.questions.spoken.nuance.limits import without_empty_limits
from assistant.questions.spoken.nuance.option_family import with_families
from assistant.questions.spoken.nuance.typos import without_typos
from assistant.questions.spoken.phrase_context import (
    QUIET,
    unknown_in,
    without_pronouns,
    without_stray_letters,
)
from assistant.questions.spoken.phrase_segmenter import PhraseSegment, homophones_of, segment
from assistant.questions.spoken.question_echo import without_echo
from assistant.questions.spoken.selection import ITEMS, is_ordered
from assistant.questions.spoken.utterance import AnswerUtterance

_MAY_BE_LABELS: Final = {PhraseTag.OPTION, PhraseTag.UNKNOWN}
_LONGEST_NOUN: Final = 3
"""Characters of a counting word and its noun."""
_DASHES: Final = {"-", "–", "~"}
_MINUS: Final = re.compile(r"\s[-–\N{MINUS SIGN}]$")
_REASON: Final = PhraseMeaning(tag=PhraseTag.SO, is_weak=True)
_COMPARED: Final = 0.9
"""Score of a label that is told by what it has most of."""
_DOING: Final = {*QUIET, PhraseTag.OPTION, PhraseTag.ALL, PhraseTag.AFFIRM, PhraseTag.YES}
"""What is said where a label tells what to do with everything: "delete them all"."""
_PLACES: Final = {PhraseTag.MIDDLE, PhraseTag.FROM_END, PhraseTag.ALL, PhraseTag.NONE}
_RULING_OUT: Final = {
    PhraseTag.NOT,
    PhraseTag.NOT_BEFORE,
    PhraseTag.EXCEPT,
    PhraseTag.EXCEPT_BEFORE,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class DividedAnswer:
    """The phrases of an answer."""

    segments: tuple[PhraseSegment, ...]
    rivals: tuple[int, ...] = ()
    """Options between which unknown words leave open which is meant."""
    echoed: int = 0
    """Phrases that only repeat the question."""
    foreign_count: int = 0
    """Words that are neither of the language nor of the labels."""


def with_rest(
    utterance: AnswerUtterance, segments: Sequence[PhraseSegment]
) -> tuple[PhraseSegment, ...]:
    """Let "anything" be all beside what is ruled out: "not Friday, any other day is fine"."""
    if not utterance.question.traits.is_multiple:
        return tuple(segments)
    tags = {s.tag for s in segments}
    if not (tags & _RULING_OUT and tags & ITEMS):
        return _without_named(utterance, segments)
    segments = _without_named(utterance, segments)
    result: list[PhraseSegment] = []
    for found in segments:
        kind = found.meaning.command
        if kind is CommandKind.DECIDE:
            found = replace(found, meaning=PhraseMeaning(tag=PhraseTag.ALL))
        elif kind is CommandKind.OTHER and any(
            s.meaning.command is CommandKind.DECIDE or s.tag is PhraseTag.ALL
            for s in segments[segments.index(found) + 1 :]
        ):
            following = [s.tag for s in segments[segments.index(found) + 1 :][:1]]
            is_neither = bool(following) and following[0] in ITEMS  # "neither ham nor onions"
            tag = PhraseTag.NOT if is_neither else PhraseTag.FILLER
            found = replace(found, meaning=PhraseMeaning(tag=tag))
        result.append(found)
    for n, found in enumerate(result):
        after = next((s for s in result[n + 1 :] if s.tag is not PhraseTag.FILLER), None)
        is_before_rest = after is not None and after.tag is PhraseTag.ALL and not after.value
        is_behind_name = n > 0 and result[n - 1].tag in ITEMS
        is_denial = found.tag is PhraseTag.NOT and is_behind_name
        has_verb = after not in segments or _is_wished(utterance, after)
        if is_denial and is_before_rest and has_verb:  # "浴室不用其他都要"
            meaning = PhraseMeaning(tag=PhraseTag.EXCEPT_BEFORE)
            result[n] = replace(found, meaning=meaning)
    return tuple(result)


def _is_wished(utterance: AnswerUtterance, rest: PhraseSegment) -> bool:
    wishing = utterance.lexicon.clauses.all_marker
    return bool(wishing) and wishing in utterance.said(rest)


def _without_named(
    utterance: AnswerUtterance, segments: Sequence[PhraseSegment]
) -> tuple[PhraseSegment, ...]:
    """Let "all the others" rule out what was named before, if that was not wished."""
    kept = segments = tuple(_as_rest(utterance, s) for s in segments)
    is_apart = utterance.phrases.script is WritingScript.WORDS
    for n, found in enumerate(segments):
        said = utterance.said(found)
        is_rest = found.tag is PhraseTag.ALL and said.startswith(utterance.lexicon.clauses.rest)
        is_rest |= found.tag is PhraseTag.EXCEPT_BEFORE and any(
            rest in said for rest in utterance.lexicon.clauses.rest
        )
        before = {s.tag for s in segments[:n]}
        if is_apart and not _tells_rest_apart(segments, n):
            continue  # "the kitchen, then the rest", "the kitchen is dirty, forget the rest"
        if is_rest and before & ITEMS and not before & {PhraseTag.AFFIRM, PhraseTag.AND}:
            at = PhraseSegment(meaning=_REASON, start=found.start, end=found.start)
            left_out = replace(found, meaning=PhraseMeaning(tag=PhraseTag.EXCEPT_BEFORE))
            return (*kept[:n], at, left_out, *kept[n + 1 :])
    return kept


def _tells_rest_apart(segments: Sequence[PhraseSegment], at: int) -> bool:
    """Whether something is said of what was named, and the rest at a place is wished."""
    before, behind = segments[at - 1], segments[at + 1 :]
    is_wished = before.tag in {PhraseTag.FILLER, PhraseTag.AFFIRM} or (
        bool(behind) and behind[0].tag is PhraseTag.AFFIRM
    )
    return is_wished and any(s.tag is PhraseTag.UNKNOWN for s in segments[:at])


def _as_rest(utterance: AnswerUtterance, found: PhraseSegment) -> PhraseSegment:
    """Let "the rest", which alone asks for more options, be all the others: "나머지는 꺼 줘"."""
    is_more = found.meaning.command is CommandKind.MORE
    if is_more and utterance.said(found).startswith(utterance.lexicon.clauses.rest):
        return replace(found, meaning=PhraseMeaning(tag=PhraseTag.ALL))
    return found


def divide(utterance: AnswerUtterance) -> DividedAnswer:
    """Return the phrases of an answer, and which of them name options."""
    found = segment(utterance.units, utterance.phrases, utterance.labels.vocabulary)
    found = without_typos(utterance, found)
    foreign_count = len(unknown_in(found))
    found = [_as_label(utterance, s) for s in _without_nouns(utterance, found)]
    found = [_as_compared(utterance, s) for s in found]
    found = _without_count(utterance, without_pronouns(found))
    found = _without_adverbs(utterance, without_stray_letters(found))
    if utterance.lexicon.clauses.titles:
        found = _without_titles(utterance, found)
    found = _with_ranges(utterance, found)
    resembling = FuzzyMatcher(
        units=utterance.units,
        labels=utterance.labels,
        homophones=homophones_of(utterance.language),
        is_typed=utterance.is_typed,
        text=utterance.text,
    )
    segments = _without_repetitions(resembling.resolve(found))
    segments = _with_joining_names(utterance, _without_own_all(utterance, segments))
    segments = _without_units(utterance, _with_whole_labels(utterance, segments))
    segments = _with_denials(utterance, _with_bare_yes(utterance, segments))
    segments = without_empty_limits(utterance, with_families(utterance, segments))
    kept, echoed = without_echo(utterance, [_as_number(utterance, s) for s in segments])
    return DividedAnswer(
        segments=kept,
        rivals=resembling.rivals,
        echoed=echoed,
        foreign_count=foreign_count,
    )


def _without_titles(
    utterance: AnswerUtterance, segments: Sequence[PhraseSegment]
) -> list[PhraseSegment]:
    """Let a title right behind a name say nothing: "鈴木さん"."""
    filler = PhraseMeaning(tag=PhraseTag.FILLER)
    return [
        replace(s, meaning=filler)
        if before.tag in _MAY_BE_LABELS
        and utterance.said(s) in utterance.lexicon.clauses.titles
        and not utterance.units[before.end - 1].pauses
        else s
        for before, s in zip((segments[0], *segments), segments, strict=False)
    ]


def _without_nouns(
    utterance: AnswerUtterance, segments: Sequence[PhraseSegment]
) -> Sequence[PhraseSegment]:
    """Let the noun that ends a phrase for an option say nothing: "下午那班车", "첫 번째 방".

    Chinese counts with a word of the noun's own, of which there are too many to list.
    """
    if utterance.phrases.script is WritingScript.WORDS:
        return segments
    at = 0
    if utterance.lexicon.clauses.demonstratives:
        places = range(len(segments) - 1, -1, -1)
        at = next((n for n in places if _is_pointing(utterance, segments[n])), 0)
    named = [s for s in segments[: at + 1] if s.tag in ITEMS]
    noun = [s for s in segments[at + 1 :] if s.tag not in QUIET]
    is_noun = all(
        s.tag is PhraseTag.UNKNOWN or (s.tag is PhraseTag.OPTION and s.meaning.is_doubtful)
        for s in noun
    )
    if not (at and noun and is_noun and named) and not (
        not at and segments[0].tag is PhraseTag.ORDINAL and noun and is_noun
    ):
        return segments
    if sum(s.end - s.start for s in noun) > _LONGEST_NOUN:
        return segments
    filler = PhraseMeaning(tag=PhraseTag.FILLER)
    return [replace(s, meaning=filler) if s in noun else s for s in segments]


def _is_pointing(utterance: AnswerUtterance, found: PhraseSegment) -> bool:
    is_word = found.tag in {PhraseTag.FILLER, PhraseTag.THAT}
    return is_word and utterance.said(found) in utterance.lexicon.clauses.demonstratives


def _without_count(
    utterance: AnswerUtterance, segments: Sequence[PhraseSegment]
) -> Sequence[PhraseSegment]:
    """Let "one" only count the one name that is said: "one coffee", "コーヒー一つ"."""
    named = [n for n, s in enumerate(segments) if s.tag in ITEMS]
    is_plain = not (utterance.question.traits.is_multiple or utterance.labels.have_numbers)
    if not is_plain or len(named) != 2:
        return segments
    count = next((n for n in named if segments[n].tag is PhraseTag.NUMBER), None)
    other = next((n for n in named if segments[n].tag is PhraseTag.OPTION), None)
    if count is None or other is None or segments[count].value != 1:
        return segments
    low, high = sorted((count, other))
    if any(s.tag not in QUIET for s in segments[low + 1 : high]):
        return segments
    filler = PhraseMeaning(tag=PhraseTag.FILLER)
    return [replace(s, meaning=filler) if n == count else s for n, s in enumerate(segments)]


def _without_adverbs(
    utterance: AnswerUtterance, segments: Sequence[PhraseSegment]
) -> Sequence[PhraseSegment]:
    """Let "first" beside a name, without an article, say no more: "staging first, please"."""
    named = [s for s in segments if s.tag in ITEMS]
    is_apart = utterance.phrases.script is WritingScript.WORDS
    if not is_apart or utterance.question.traits.is_multiple or len(named) != 2:
        return segments
    adverbs = [s for s in named if _is_adverb(s, segments)]
    if len(adverbs) != 1 or any(s.tag is not PhraseTag.OPTION for s in named if s not in adverbs):
        return segments
    filler = PhraseMeaning(tag=PhraseTag.FILLER)
    return [replace(s, meaning=filler) if s is adverbs[0] else s for s in segments]


def _is_adverb(found: PhraseSegment, segments: Sequence[PhraseSegment]) -> bool:
    if found.tag is not PhraseTag.ORDINAL or found.value != 1 or found.end - found.start > 1:
        return False
    at = segments.index(found)
    before = segments[at - 1] if at else None
    return before is None or before.tag is PhraseTag.OPTION


def _without_units(
    utterance: AnswerUtterance, segments: Sequence[PhraseSegment]
) -> Sequence[PhraseSegment]:
    """Let units and "that's enough" say nothing behind a name: "four gigs", of "4 GB"."""
    result: list[PhraseSegment] = []
    is_behind = False
    for found in segments:
        is_unit = found.tag is PhraseTag.UNKNOWN and is_behind
        if is_unit and utterance.labels.is_unit(utterance.said(found)):
            found = replace(found, meaning=PhraseMeaning(tag=PhraseTag.FILLER))
        elif is_behind and _says_enough(found):
            found = replace(found, meaning=PhraseMeaning(tag=PhraseTag.FILLER))
        else:
            is_behind = found.tag in {PhraseTag.OPTION, PhraseTag.NUMBER}
        result.append(found)
    return result


def _says_enough(found: PhraseSegment) -> bool:
    """Whether a word that ends everything also says that something is enough: "basta"."""
    is_end = found.meaning.command is CommandKind.CANCEL
    return is_end and found.meaning.is_weak and found.meaning.is_doubtful


def _with_whole_labels(
    utterance: AnswerUtterance, segments: Sequence[PhraseSegment]
) -> Sequence[PhraseSegment]:
    """Let one word of another label say nothing right behind a whole one: "business class"."""
    is_apart = utterance.phrases.script is WritingScript.WORDS
    if not is_apart or utterance.question.traits.is_multiple:
        return segments
    result = list(segments)
    for n, (before, found) in enumerate(zip(segments, segments[1:], strict=False), start=1):
        are_names = before.tag is PhraseTag.OPTION and found.tag is PhraseTag.OPTION
        if (
            are_names
            and before.value != found.value
            and not utterance.units[before.end - 1].pauses
            and _is_whole(utterance, before)
            and found.score == 1
            and not _is_whole(utterance, found)
            and found.end - found.start == 1
        ):
            result[n] = replace(found, meaning=PhraseMeaning(tag=PhraseTag.FILLER))
    return result


def _is_whole(utterance: AnswerUtterance, found: PhraseSegment) -> bool:
    said = utterance.said(found)
    return said == utterance.labels.plain[found.value]


def _without_own_all(
    utterance: AnswerUtterance, segments: Sequence[PhraseSegment]
) -> Sequence[PhraseSegment]:
    """Let "all" be part of the one label that is named and has it: "keep all"."""
    named = {s.value for s in segments if s.tag is PhraseTag.OPTION}
    if len(named) != 1 or not any(s.tag is PhraseTag.ALL for s in segments):
        return segments
    filler = PhraseMeaning(tag=PhraseTag.FILLER)
    is_verb = not utterance.question.traits.is_multiple and {s.tag for s in segments} <= _DOING
    return [
        replace(s, meaning=filler)
        if s.tag is PhraseTag.ALL
        and ((is_verb and not s.value) or utterance.is_of_label(s, tuple(named)))
        else s
        for s in segments
    ]


def _without_repetitions(segments: Sequence[PhraseSegment]) -> list[PhraseSegment]:
    """Let parts of one label right behind each other be one: "the shared" and "drive"."""
    result: list[PhraseSegment] = []
    for found in segments:
        before = result[-1] if result else None
        if (
            before is not None
            and before.tag is found.tag is PhraseTag.OPTION
            and before.value == found.value
            and before.end == found.start
        ):
            score = max(before.score, found.score)
            found = replace(before, end=found.end, score=score)
            result.pop()
        result.append(found)
    return result


def _with_joining_names(
    utterance: AnswerUtterance, segments: Sequence[PhraseSegment]
) -> Sequence[PhraseSegment]:
    """Let a word that joins be the one label that has it, if nothing is joined: "the plus one"."""
    spoken = [s for s in segments if s.tag not in QUIET and not s.meaning.is_weak]
    if len(spoken) != 1 or spoken[0].tag is not PhraseTag.AND:
        return segments
    named = [
        i for i in range(len(utterance.question.options)) if utterance.is_of_label(spoken[0], [i])
    ]
    if len(named) != 1:
        return segments
    meaning = PhraseMeaning(tag=PhraseTag.OPTION, value=named[0])
    return [
        replace(s, meaning=meaning)
        if s is spoken[0]
        else replace(s, meaning=PhraseMeaning(tag=PhraseTag.FILLER))
        for s in segments
    ]


def _with_bare_yes(
    utterance: AnswerUtterance, segments: Sequence[PhraseSegment]
) -> list[PhraseSegment]:
    """Let a yes or no that begins a label be no more than that where another is named."""
    named = {s.value for s in segments if s.tag is PhraseTag.OPTION}
    if len(named) < 2:
        return list(segments)
    result: list[PhraseSegment] = []
    for found in segments:
        text = utterance.said(found)
        usual = utterance.phrases.meanings.get(text)
        is_bare = usual is not None and usual.tag in {PhraseTag.YES, PhraseTag.NO}
        after = utterance.units[found.end].text if found.end < len(utterance.units) else ""
        is_bare = is_bare and not (after and after in utterance.lexicon.numbers.counters)  # "네 명"
        if found.tag is PhraseTag.OPTION and usual is not None and is_bare:
            found = replace(found, meaning=usual)
        result.append(found)
    return result


def _with_denials(
    utterance: AnswerUtterance, segments: Sequence[PhraseSegment]
) -> list[PhraseSegment]:
    """Let a denial behind a part of a label that denies be the label's: "삭제하지 마"."""
    result = list(segments)
    for n, (before, found) in enumerate(zip(segments, segments[1:], strict=False), start=1):
        is_its_own = (
            before.tag is PhraseTag.OPTION
            and found.tag is PhraseTag.NOT_BEFORE
            and utterance.labels.is_denial[before.value]
            and utterance.said(before) != utterance.labels.plain[before.value]
        )
        if is_its_own:
            result[n] = replace(found, meaning=PhraseMeaning(tag=PhraseTag.FILLER))
    return result


def _as_label(utterance: AnswerUtterance, found: PhraseSegment) -> PhraseSegment:
    """Let a place be the label with a word of it: "in the middle", "del centro"."""
    is_phrase = found.tag in _PLACES and found.end - found.start > 1
    if not is_phrase or utterance.phrases.script is not WritingScript.WORDS:
        return found
    for unit in utterance.units[found.start : found.end]:
        if (
            unit.text in utterance.labels.plain
            and unit.text in utterance.labels.vocabulary.meanings
        ):
            return replace(found, meaning=utterance.labels.vocabulary.meanings[unit.text])
        owners = [i for i in _places(utterance) if utterance.labels.has_word(i, unit.text)]
        usual = utterance.phrases.meanings.get(unit.text)
        says_little = usual is not None and usual.tag is not found.tag
        if found.tag is PhraseTag.MIDDLE and len(owners) == 1 and not says_little:
            meaning = PhraseMeaning(tag=PhraseTag.OPTION, value=owners[0])
            return replace(found, meaning=meaning)
    return found


def _as_compared(utterance: AnswerUtterance, found: PhraseSegment) -> PhraseSegment:
    """Let the most of something be the label that says it, where labels are in no order."""
    is_extreme = found.tag in {PhraseTag.LEAST, PhraseTag.GREATEST}
    is_apart = utterance.phrases.script is WritingScript.WORDS
    if not is_extreme or not is_apart or is_ordered(found, utterance.targets):
        return found
    named: set[int] = set()
    for unit in utterance.units[found.start : found.end]:
        usual = utterance.phrases.meanings.get(unit.text)
        if usual is None or usual.tag is not PhraseTag.FILLER:
            named |= set(utterance.labels.comparing(unit.text))
            named |= {i for i in _places(utterance) if utterance.labels.has_word(i, unit.text)}
    if len(named) != 1:
        return found
    meaning = PhraseMeaning(tag=PhraseTag.OPTION, value=named.pop())
    return replace(found, meaning=meaning, score=_COMPARED)


def _places(utterance: AnswerUtterance) -> range:
    return range(len(utterance.question.options))


def _as_number(utterance: AnswerUtterance, found: PhraseSegment) -> PhraseSegment:
    """Let so many of more than there are be a number: "a las diez"."""
    named = utterance.labels.vocabulary.meanings.get(str(found.value))
    is_amount = found.value > len(utterance.question.options) or (
        not utterance.question.traits.is_multiple
        and bool(found.value)
        and all(utterance.labels.numbers)
        and found.value != len(utterance.question.options)
    )
    if found.tag is PhraseTag.ALL and named and is_amount:
        return replace(found, meaning=named)
    return found


def _with_ranges(
    utterance: AnswerUtterance, segments: Sequence[PhraseSegment]
) -> tuple[PhraseSegment, ...]:
    """Let a dash between two labels mean everything from one to the other: "Mon-Fri".

    One that stands right before a word, and apart from the one before, takes it away: "tea -sugar".
    """
    result: list[PhraseSegment] = []
    for found in segments:
        before = result[-1] if result else None
        if before is not None and {before.tag, found.tag} <= _MAY_BE_LABELS:
            gap = utterance.text[
                utterance.units[before.end - 1].end : utterance.units[found.start].start
            ]
            is_minus = _MINUS.search(gap) is not None
            if utterance.question.traits.is_multiple and (is_minus or gap.strip() in _DASHES):
                between = PhraseMeaning(tag=PhraseTag.NOT if is_minus else PhraseTag.TO)
                result.append(PhraseSegment(meaning=between, start=found.start, end=found.start))
        result.append(found)
    return tuple(result)
