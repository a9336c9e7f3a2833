"""Which clauses of an utterance count: corrections, reasons, what was before. Pure."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Final

from assistant.languages.lexicon import CommandKind, PhraseMeaning, PhraseTag, WritingScript
from assistant.questions.spoken.phrase_segmenter import PhraseSegment, PhraseTable
from assistant.questions.spoken.selection import ITEMS
from assistant.questions.spoken.tokenizer import TextToken

_MEANINGFUL: Final = ITEMS | {
    PhraseTag.ALL,
    PhraseTag.NONE,
    PhraseTag.EXCEPT,
    PhraseTag.EXCEPT_BEFORE,
    PhraseTag.COMMAND,
    PhraseTag.YES,
}
_NEGATIONS: Final = {
    PhraseTag.NOT,
    PhraseTag.NOT_BEFORE,
    PhraseTag.EXCEPT,
    PhraseTag.EXCEPT_BEFORE,
}
_BOUNDARIES: Final = {PhraseTag.BUT, PhraseTag.SO, PhraseTag.AFFIRM}
_NAMES: Final = ITEMS | {PhraseTag.ALL}
_WIDE: Final = {PhraseTag.ALL, PhraseTag.EXCEPT, PhraseTag.EXCEPT_BEFORE}
"""Phrases that choose what is not named."""
_NAMELESS: Final = {PhraseTag.FILLER, PhraseTag.UNKNOWN, PhraseTag.THAT, PhraseTag.COMMAND}
_NEGATABLE: Final = {PhraseTag.OPTION, PhraseTag.UNKNOWN, PhraseTag.ALL}
_SAYING_NOTHING: Final = {PhraseTag.FILLER, PhraseTag.SUFFIX, PhraseTag.LINK}
_DENYING_BEFORE: Final = {PhraseTag.NOT_BEFORE, PhraseTag.EXCEPT_BEFORE}
_BEHIND_NAME: Final = _SAYING_NOTHING | {PhraseTag.AFFIRM}
_IN_A_REASON: Final = _SAYING_NOTHING | {
    PhraseTag.UNKNOWN,
    PhraseTag.SO,
    PhraseTag.BECAUSE,
    PhraseTag.EXCESS,
    PhraseTag.PAST,
    PhraseTag.AFFIRM,
}
_UNDOING: Final = _NAMES | {
    PhraseTag.NONE,
    PhraseTag.NO,
    PhraseTag.BUT,
    PhraseTag.OR,
    PhraseTag.CORRECTION,
    PhraseTag.COMMAND,
}
"""What in a reason may name something else or take back what is named."""
_AFTER_CLAUSE: Final = {
    PhraseTag.UNKNOWN,
    PhraseTag.EXCESS,
    PhraseTag.NOT_BEFORE,
    PhraseTag.COMMAND,
    PhraseTag.YES,
}
_ENDING_LIKE_VERBS: Final = {PhraseTag.UNKNOWN, PhraseTag.EXCESS}
"""What may join clauses by its ending."""
_AFTER_YES: Final = {PhraseTag.YES, PhraseTag.NO}
_JOINS: Final = {
    PhraseTag.AND,
    PhraseTag.OR,
    PhraseTag.TO,
    PhraseTag.BUT,
}

Segments = tuple[PhraseSegment, ...]


def counting_clauses(
    segments: Segments, units: Sequence[TextToken], phrases: PhraseTable, *, is_multiple: bool
) -> Segments:
    """Return the phrases of an utterance that say what is meant.

    What was corrected, the reasons that are given and what holds no longer are left out. "No" before
    a name, without a pause, negates the name; any other takes back what was said.

    Args:
        segments: The utterance.
        units: What it was cut from.
        phrases: The table of its language.
        is_multiple: Whether several may be chosen, so that a correction may change only a part.
    """
    if not is_multiple:
        segments = _with_bare_correction(segments, units, phrases)
    result = plain_clauses(segments, units, phrases)
    if not is_multiple:
        result = _with_reasons_behind(result, units, phrases)
    if phrases.clauses.closings and any(s.tag is PhraseTag.UNKNOWN for s in result):
        result = _without_preamble(_without_afterthought(result, units, phrases), units)
    if phrases.clauses.closings and not is_multiple:
        result = _without_later(_with_sentences(result, units, phrases), units, phrases)
    result = _without_corrected(_without_indifference(result), is_multiple=is_multiple)
    others = {
        s.end
        for s in result
        if s.tag is PhraseTag.ALL
        and phrases.clauses.rest
        and "".join(u.text for u in units[s.start : s.end]).startswith(phrases.clauses.rest)
    }
    result = _without_reasons(result, others)
    if not any(s.tag is PhraseTag.PAST for s in result):
        return result
    return _without_past(result, {s.end for s in result if s.end and units[s.end - 1].pauses})


def _with_bare_correction(
    segments: Segments, units: Sequence[TextToken], phrases: PhraseTable
) -> Segments:
    """Let "no" between the only two names take the first back: "tea no coffee"."""
    named = [n for n, s in enumerate(segments) if s.tag in _NAMES]
    if phrases.script is not WritingScript.WORDS or len(named) != 2:
        return segments
    first, last = named
    both = (segments[first], segments[last])
    if {s.tag for s in both} != {PhraseTag.OPTION} or both[0].value == both[1].value:
        return segments
    between = [s for s in segments[first + 1 : last] if s.tag not in _SAYING_NOTHING]
    is_whole = all(s.score == 1 and not s.meaning.is_doubtful for s in both)
    is_open = any(units[s.end - 1].pauses for s in segments[first:last])
    words = [[u.text for u in units[s.start : s.end]] for s in both]
    is_open |= not set(words[0]).isdisjoint(words[1])  # "pro no pro plus"
    if len(between) != 1 or not is_whole or is_open or _has_denial(segments[last + 1 :]):
        return segments
    (found,) = between
    is_no = found.tag is PhraseTag.NO and found.end - found.start == 1 and not found.meaning.is_weak
    correction = replace(found, meaning=PhraseMeaning(tag=PhraseTag.CORRECTION))
    return tuple(correction if s is found and is_no else s for s in segments)


def _has_denial(segments: Segments) -> bool:
    return any(s.tag in _NEGATIONS | {PhraseTag.NO} for s in segments)


def _with_reasons_behind(
    segments: Segments, units: Sequence[TextToken], phrases: PhraseTable
) -> Segments:
    """Let what asks, joins or bounds elsewhere be "because" behind the one name that is said.

    "The decaf, otherwise I can't sleep", "el autobús, que es más barato".
    """
    named = [n for n, s in enumerate(segments) if s.tag in _NAMES]
    if not named or segments[named[0]].tag is not PhraseTag.OPTION:
        return segments
    because = PhraseMeaning(tag=PhraseTag.BECAUSE)
    for n in range(named[0] + 1, len(segments)):
        found = segments[n]
        text = "".join(u.text for u in units[found.start : found.end])
        is_otherwise = text in phrases.clauses.otherwise
        is_right_behind = all(s.tag in _BEHIND_NAME for s in segments[named[0] + 1 : n])
        is_reason = is_right_behind and units[found.start].text in phrases.clauses.reason_openers
        rest = {s.tag for s in segments[n + 1 :]}
        is_otherwise &= len([s for s in segments[n + 1 :] if s.tag not in _SAYING_NOTHING]) > 1
        if is_otherwise and not rest & _UNDOING or is_reason and not rest & (_UNDOING - ITEMS):
            return (*segments[:n], replace(found, meaning=because), *segments[n + 1 :])
    return segments


def plain_clauses(segments: Segments, units: Sequence[TextToken], phrases: PhraseTable) -> Segments:
    """Return the phrases of an utterance with what their neighbours make of them."""
    tags = {s.tag for s in segments}
    if {PhraseTag.YES, PhraseTag.NO} <= tags:
        segments = _with_ticks(segments)
    if tags & _ENDING_LIKE_VERBS:
        segments = _with_joining_ends(segments, units, phrases)
    if PhraseTag.AFFIRM in tags:
        segments = _with_denied_wishes(segments)
    if PhraseTag.CONDITION in tags:
        segments = _with_conditions(segments, units)
    if PhraseTag.NOT in tags:
        segments = _without_empty_denials(segments, units, phrases)
        segments = _with_degrees(_with_denials_behind(_with_denials_at_ends(segments, units)))
    if PhraseTag.EXCESS in tags:
        segments = _with_excess(segments)
    if PhraseTag.NONE in tags:
        segments = _with_denying_none(segments, units, phrases)
    if PhraseTag.TO in tags:
        segments = _without_lone_to(segments)
    if tags & {PhraseTag.NO, PhraseTag.NOT}:
        segments = _with_negating_no(segments, units, phrases)
    if PhraseTag.NO in tags:
        segments = _without_empty_denials(segments, units, phrases)
    if PhraseTag.BUT in tags:
        segments = _without_subject_marks(segments, units, phrases)
    return segments


def _without_subject_marks(
    segments: Segments, units: Sequence[TextToken], phrases: PhraseTable
) -> Segments:
    """Let a particle that is also "but" say nothing right behind a name: "寿司屋が無難"."""
    if phrases.script is not WritingScript.CHARACTERS:
        return segments
    filler = PhraseMeaning(tag=PhraseTag.FILLER)
    return tuple(
        replace(s, meaning=filler)
        if s.tag is PhraseTag.BUT
        and before.tag is PhraseTag.OPTION
        and s.end - s.start == 1
        and units[s.start].text in phrases.clauses.subject_particles
        and not units[s.end - 1].pauses
        else s
        for before, s in zip((segments[0], *segments), segments, strict=False)
    )


def _with_ticks(segments: Segments) -> Segments:
    """Let "yes" and "no" behind names choose and rule out: "ham yes, cheese no"."""
    quiet = {PhraseTag.FILLER, PhraseTag.SUFFIX, PhraseTag.LINK}
    spoken = [n for n, s in enumerate(segments) if s.tag not in quiet]
    ticks = {
        after: segments[after].tag
        for before, after in zip(spoken, spoken[1:], strict=False)
        if segments[before].tag in _NAMES and segments[after].tag in {PhraseTag.YES, PhraseTag.NO}
    }
    if set(ticks.values()) != {PhraseTag.YES, PhraseTag.NO}:
        return segments
    meaning = {
        PhraseTag.YES: PhraseMeaning(tag=PhraseTag.AFFIRM),
        PhraseTag.NO: PhraseMeaning(tag=PhraseTag.NOT_BEFORE),
    }
    return tuple(
        replace(s, meaning=meaning[ticks[n]]) if n in ticks else s for n, s in enumerate(segments)
    )


def _with_joining_ends(
    segments: Segments, units: Sequence[TextToken], phrases: PhraseTable
) -> Segments:
    """Let words join clauses by their endings, and "from" behind a clause be "because"."""
    result: list[PhraseSegment] = []
    for n, found in enumerate(segments):
        result.append(found)
        if found.tag in _ENDING_LIKE_VERBS:
            text = "".join(unit.text for unit in units[found.start : found.end])
            tag = next((tag for end, tag in phrases.clauses.endings if text.endswith(end)), None)
            if tag is PhraseTag.SO or (tag is not None and found.tag is PhraseTag.UNKNOWN):
                is_reason = tag is PhraseTag.SO
                result.append(replace(found, meaning=PhraseMeaning(tag=tag, is_weak=is_reason)))
        elif (
            found.tag is PhraseTag.TO
            and phrases.script is WritingScript.CHARACTERS
            and n
            and segments[n - 1].tag in _AFTER_CLAUSE
        ):
            result[-1] = replace(found, meaning=PhraseMeaning(tag=PhraseTag.SO, is_weak=True))
    return tuple(result)


def _with_denied_wishes(segments: Segments) -> Segments:
    """Let a wish that is denied be none: "don't use", "넣지 말고"."""
    result = list(segments)
    for n, found in enumerate(segments):
        before = segments[n - 1] if n else None
        after = segments[n + 1] if n + 1 < len(segments) else None
        if (
            found.tag is PhraseTag.AFFIRM
            and before is not None
            and before.tag is PhraseTag.NOT
            and n > 1
            and segments[n - 2].tag in ITEMS
            and after is not None
            and after.tag in ITEMS
        ):  # "走廊不要，要客厅"
            result[n - 1] = replace(before, meaning=PhraseMeaning(tag=PhraseTag.NOT_BEFORE))
            continue
        is_denied = (
            before is not None
            and (
                before.tag is PhraseTag.NOT
                or (before.tag is PhraseTag.NO and before.meaning.is_weak)
            )
        ) or (after is not None and after.tag in {PhraseTag.NOT_BEFORE, PhraseTag.EXCEPT_BEFORE})
        if found.tag is PhraseTag.AFFIRM and is_denied:
            result[n] = replace(found, meaning=PhraseMeaning(tag=PhraseTag.FILLER))
    return tuple(result)


def _with_negating_no(
    segments: Segments, units: Sequence[TextToken], phrases: PhraseTable
) -> Segments:
    """Let "no" before a name, and "don't" before anything, negate it."""
    result = list(segments)
    for n, found in enumerate(segments):
        denial = _as_denial(result[:n], found, segments[n + 1 :], units, phrases)
        if denial is not None:
            result[n] = replace(found, meaning=denial)
    return tuple(result)


def _as_denial(
    before: Segments | list[PhraseSegment],
    found: PhraseSegment,
    rest: Segments,
    units: Sequence[TextToken],
    phrases: PhraseTable,
) -> PhraseMeaning | None:
    """Return the denial that a phrase is where it stands; None if it stays what it is."""
    if found.tag is PhraseTag.NOT and _may_correct(found, units, phrases):
        is_preferred = [s.tag for s in rest] == [PhraseTag.OPTION, PhraseTag.AFFIRM]
        if is_preferred and _is_named_before(before, units):
            return PhraseMeaning(tag=PhraseTag.CORRECTION)  # "en metro no en taxi mejor"
        # "la cocina no el pasillo"
        is_open = found.meaning.is_doubtful or _is_named_before(before, units)
        return replace(found.meaning, is_doubtful=is_open)
    if found.tag is not PhraseTag.NO or not rest or units[found.end - 1].pauses:
        return None
    words = {unit.text for unit in units[found.start : found.end]}
    is_apart = phrases.script is WritingScript.WORDS
    if len(words) > 1 and is_apart and rest[0].tag is PhraseTag.OPTION:
        return PhraseMeaning(tag=PhraseTag.NOT)  # "no hace falta archivarla"
    if not found.meaning.is_article or _corrects(before, found, rest):
        return None
    return _as_verb(rest) if found.meaning.is_weak else _as_article(before, rest, units, phrases)


def _corrects(before: Segments | list[PhraseSegment], found: PhraseSegment, rest: Segments) -> bool:
    """Whether "no" takes back what was said: "tea, no no coffee", "down, wait no up"."""
    if not before or before[-1].tag is PhraseTag.NO:
        return bool(before)
    is_behind = before[-1].tag is PhraseTag.CORRECTION and not found.meaning.is_weak
    return is_behind and _named_in(tuple(before[:-1])).isdisjoint(_named_in(rest[:1]))


def _as_verb(rest: Segments) -> PhraseMeaning | None:
    """Return the denial of a verb, with words in between."""
    between = {PhraseTag.FILLER, PhraseTag.THAT}  # "don't take it from my savings"
    after = next((s for s in rest if s.tag not in between), None)
    negatable = _NEGATABLE | ITEMS | {PhraseTag.COMMAND}
    if after is None or after.tag not in negatable:
        return None
    return PhraseMeaning(tag=PhraseTag.NOT)


def _as_article(
    before: Segments | list[PhraseSegment],
    rest: Segments,
    units: Sequence[TextToken],
    phrases: PhraseTable,
) -> PhraseMeaning | None:
    """Return the denial of what follows, unless that is a number: "two, no three"."""
    if rest[0].tag not in _NEGATABLE:
        return None
    word = units[rest[0].start].text
    usual = phrases.meanings.get(word)
    if word.isdecimal() or (usual is not None and usual.tag is PhraseTag.NUMBER):
        return None
    return PhraseMeaning(tag=PhraseTag.NOT, is_doubtful=_is_named_before(before, units))


def _may_correct(found: PhraseSegment, units: Sequence[TextToken], phrases: PhraseTable) -> bool:
    """Whether a negation begins with a word that is also "no", which would take back."""
    if phrases.script is not WritingScript.WORDS:
        return False
    word = units[found.start].text
    usual = phrases.meanings.get(word + ",") or phrases.meanings.get(word)
    return usual is not None and usual.tag is PhraseTag.NO and not usual.is_weak


def _is_named_before(segments: Sequence[PhraseSegment], units: Sequence[TextToken]) -> bool:
    """Whether a name is right before: the "no" of "ham no onions" may also correct it."""
    return bool(segments) and segments[-1].tag in ITEMS and not units[segments[-1].end - 1].pauses


def _with_conditions(segments: Segments, units: Sequence[TextToken]) -> Segments:
    """Let a word that is "if" before a clause be "yes" where none follows: "si"."""
    result = list(segments)
    for n, found in enumerate(segments):
        if found.tag is PhraseTag.CONDITION and found.meaning.is_doubtful:
            is_last = n == len(segments) - 1
            if is_last or units[found.end - 1].pauses or segments[n + 1].tag in _AFTER_YES:
                meaning = PhraseMeaning(tag=PhraseTag.YES, is_doubtful=True)
                result[n] = replace(found, meaning=meaning)
    return tuple(result)


def _with_denials_behind(segments: Segments) -> Segments:
    """Let denials belong to what stands before them where the last one must: "A不要B也不要"."""
    heard = [
        n
        for n, s in enumerate(segments)
        if s.tag is not PhraseTag.FILLER and not (s.tag is PhraseTag.AND and s.meaning.is_weak)
    ]
    if not heard or segments[heard[-1]].tag is not PhraseTag.NOT:
        return segments
    behind = [
        after
        for before, after in zip(heard, heard[1:], strict=False)
        if segments[after].tag is PhraseTag.NOT and segments[before].tag in ITEMS
    ]
    if len(behind) < len([n for n in heard if segments[n].tag is PhraseTag.NOT]):
        return segments
    denial = PhraseMeaning(tag=PhraseTag.NOT_BEFORE)
    return tuple(replace(s, meaning=denial) if n in behind else s for n, s in enumerate(segments))


def _without_empty_denials(
    segments: Segments, units: Sequence[TextToken], phrases: PhraseTable
) -> Segments:
    """Let a clause that denies nothing that is offered say nothing: "not so long, eight"."""
    if phrases.script is not WritingScript.WORDS:
        return segments
    silent = PhraseMeaning(tag=PhraseTag.FILLER)
    result = list(segments)
    for n, found in enumerate(segments):
        if found.tag is not PhraseTag.NOT or units[found.end - 1].pauses:
            continue
        rest = segments[n + 1 :]
        denied = list(takewhile(lambda s: s.tag in _NAMELESS, rest))
        end = next((i for i, s in enumerate(denied) if units[s.end - 1].pauses), None)
        if end is not None and any(s.tag in _NAMES for s in rest[end + 1 :]):
            for at in range(n, n + end + 2):
                result[at] = replace(segments[at], meaning=silent)
    return tuple(result)


def _with_denials_at_ends(segments: Segments, units: Sequence[TextToken]) -> Segments:
    """Let a denial before a pause belong to the name before it: "Tuesday probably not, Friday"."""
    result = list(segments)
    for n, found in enumerate(segments):
        before = next((s for s in reversed(segments[:n]) if s.tag is not PhraseTag.FILLER), None)
        is_behind = before is not None and before.tag in ITEMS and found.end > found.start
        if found.tag is PhraseTag.NOT and is_behind and units[found.end - 1].pauses:
            result[n] = replace(found, meaning=PhraseMeaning(tag=PhraseTag.NOT_BEFORE))
            result = [_as_tick(s, result[at - 1] if at else None) for at, s in enumerate(result)]
    return tuple(result)


def _as_tick(found: PhraseSegment, before: PhraseSegment | None) -> PhraseSegment:
    """Return a "yes" right behind a name as what wishes it."""
    is_tick = found.tag is PhraseTag.YES and before is not None and before.tag in ITEMS
    return replace(found, meaning=PhraseMeaning(tag=PhraseTag.AFFIRM)) if is_tick else found


def _with_degrees(segments: Segments) -> Segments:
    """Let "not too hot" rule out no more than may be: it is in doubt."""
    result = list(segments)
    for n in range(len(result) - 2):
        denial, degree, named = result[n : n + 3]
        is_degree = degree.tag is PhraseTag.EXCESS or (
            degree.tag is PhraseTag.AND and degree.meaning.is_weak
        )
        if denial.tag is PhraseTag.NOT and is_degree and named.tag in ITEMS:
            doubt = replace(degree, meaning=PhraseMeaning(tag=PhraseTag.MODIFIER, is_weak=True))
            result[n : n + 2] = [doubt, denial]
    return tuple(result)


def _with_denying_none(
    segments: Segments, units: Sequence[TextToken], phrases: PhraseTable
) -> Segments:
    """Let "none" right before a name deny it: "keine Nüsse"."""
    if phrases.script is not WritingScript.WORDS:
        return segments
    result = list(segments)
    for n, (found, after) in enumerate(zip(segments, segments[1:], strict=False)):
        is_right_before = not units[found.end - 1].pauses and after.tag is PhraseTag.OPTION
        if found.tag is PhraseTag.NONE and is_right_before:
            result[n] = replace(found, meaning=PhraseMeaning(tag=PhraseTag.NOT))
    return tuple(result)


def _without_lone_to(segments: Segments) -> Segments:
    """Let "to" say nothing where it stands behind no name: "pas à la gare"."""
    result: list[PhraseSegment] = []
    for found in segments:
        before = next((s for s in reversed(result) if s.tag is not PhraseTag.FILLER), None)
        is_lone = before is not None and before.tag not in ITEMS | {PhraseTag.UNKNOWN}
        if found.tag is PhraseTag.TO and is_lone and not found.meaning.is_weak:
            found = replace(found, meaning=PhraseMeaning(tag=PhraseTag.FILLER))
        result.append(found)
    return tuple(result)


def _with_excess(segments: Segments) -> Segments:
    """Let "too" take the unknown words beside it: "is too new"."""
    result: list[PhraseSegment] = []
    for n, found in enumerate(segments):
        before = segments[n - 1] if n else None
        after = segments[n + 1] if n + 1 < len(segments) else None
        if found.tag is PhraseTag.UNKNOWN:
            is_after = before is not None and before.tag is PhraseTag.EXCESS
            is_before = after is not None and after.tag is PhraseTag.EXCESS
            if (is_after and before is not None and not before.meaning.is_weak) or (
                is_before and after is not None and after.meaning.is_weak
            ):
                found = replace(found, meaning=PhraseMeaning(tag=PhraseTag.FILLER))
        result.append(found)
    return tuple(result)


def _without_corrected(segments: Segments, *, is_multiple: bool) -> Segments:
    """Return what was said after the last correction, if that says what is meant.

    Of several that were chosen a correction may change only some: "ham and cheese, no, not cheese
    but olives" keeps the ham. Where it may change some or replace them all, it is in doubt.
    """
    for n in range(len(segments) - 1, -1, -1):
        if segments[n].tag not in {PhraseTag.CORRECTION, PhraseTag.NO}:
            continue
        before, rest = segments[:n], segments[n + 1 :]
        boundary = replace(segments[n], meaning=PhraseMeaning(tag=PhraseTag.AFFIRM))
        if _only_rules_out(rest) and any(s.tag in _NAMES for s in before):
            return (*before, boundary, *rest)  # "both, actually no ham"
        if any(s.tag in _MEANINGFUL for s in rest):
            named = _named_in(before)
            is_whole = len(named) < 2 and not any(s.tag in _WIDE for s in before)
            if is_whole or not _named_in(rest):
                return rest
            if is_multiple and any(s.tag in _NEGATIONS for s in rest):
                before = _without_corrected(before, is_multiple=True)
                return (*before, boundary, *rest)
            again = _named_in(rest)
            is_said_anew = len(again) >= len(named) or bool(named & again)
            if is_said_anew and not any(s.tag in _WIDE for s in before):
                return rest
            doubt = replace(segments[n], meaning=PhraseMeaning(tag=PhraseTag.MODIFIER))
            return (doubt, *rest)
        if any(s.tag in _MEANINGFUL for s in before):
            taken_back = replace(segments[n], meaning=PhraseMeaning(tag=PhraseTag.CORRECTION))
            return (taken_back, *rest)
        return segments
    return segments


def _without_indifference(segments: Segments) -> Segments:
    """Leave out that any will do, where one is named after all: "any, but if I must, tea"."""
    for n, found in enumerate(segments):
        rest = segments[n + 1 :]
        is_any = any(s.meaning.command is CommandKind.DECIDE for s in segments[:n])
        if found.tag is not PhraseTag.BUT or not is_any:
            continue
        if any(s.tag in ITEMS for s in rest) and not any(s.tag in ITEMS for s in segments[:n]):
            return rest
    return segments


def _without_later(
    segments: Segments, units: Sequence[TextToken], phrases: PhraseTable
) -> Segments:
    """Leave out what is to follow later: "일단 A로 하고 나중에 B로 바꾸자"."""
    for n, found in enumerate(segments):
        is_later = (
            found.meaning.command is CommandKind.LATER
            and "".join(u.text for u in units[found.start : found.end]) in phrases.clauses.later
        )
        before, rest = segments[:n], segments[n + 1 :]
        if is_later and all(any(s.tag in ITEMS for s in part) for part in (before, rest)):
            while before and before[-1].tag in {PhraseTag.AND, PhraseTag.FILLER, PhraseTag.SUFFIX}:
                before = before[:-1]
            return before
    return segments


def _with_sentences(
    segments: Segments, units: Sequence[TextToken], phrases: PhraseTable
) -> Segments:
    """Let a denial at the end be of its own sentence only: "그냥 차요, 녹차 아니고"."""
    items = [n for n, s in enumerate(segments) if s.tag in ITEMS]
    denials = [n for n, s in enumerate(segments) if s.tag is PhraseTag.NOT_BEFORE]
    if len(items) != 2 or len(denials) != 1 or denials[0] < items[1]:
        return segments
    between = segments[items[0] : items[1]]
    if any(s.tag not in _BEHIND_NAME | ITEMS for s in between):
        return segments
    is_parted = any(
        units[s.end - 1].pauses
        or "".join(u.text for u in units[s.start : s.end]) in phrases.clauses.closings
        for s in between
    )
    at = segments[items[1]].start
    boundary = PhraseSegment(meaning=PhraseMeaning(tag=PhraseTag.AFFIRM), start=at, end=at)
    return (*segments[: items[1]], boundary, *segments[items[1] :]) if is_parted else segments


def _without_preamble(segments: Segments, units: Sequence[TextToken]) -> Segments:
    """Leave out clauses before the choice that name no option: "天冷，来顿火锅", "배고픈데 라면으로"."""
    for n in range(len(segments) - 1, 0, -1):
        before, rest = segments[:n], segments[n:]
        is_joined = before[-1].tag is PhraseTag.BUT
        if not is_joined and not (before[-1].end and units[before[-1].end - 1].pauses):
            continue
        is_whole = any(s.tag in _NAMES for s in rest) and rest[0].tag not in _DENYING_BEFORE
        if not is_joined and any(s.tag is PhraseTag.UNKNOWN for s in rest):
            return segments
        clause = before[:-1] if is_joined else before
        is_about = all(s.tag in _IN_A_REASON | _NEGATIONS - _WIDE for s in clause)
        is_said = any(s.tag is PhraseTag.UNKNOWN for s in clause)
        if is_whole and is_about and is_said:
            return rest
    return segments


def _without_afterthought(
    segments: Segments, units: Sequence[TextToken], phrases: PhraseTable
) -> Segments:
    """Leave out a sentence behind the choice that only says why: "워드로요 나중에 고쳐야 해서"."""
    named = [n for n, s in enumerate(segments) if s.tag in _NAMES]
    if not named:
        return segments
    is_closed = False
    for n in range(named[-1], len(segments)):
        found = segments[n]
        if n > named[-1] and found.tag not in _BEHIND_NAME:
            return segments
        text = "".join(u.text for u in units[found.start : found.end])
        is_cut = phrases.script is WritingScript.CHARACTERS
        is_closed |= text in phrases.clauses.closings or (
            is_cut and text[-1:] in phrases.clauses.closings
        )
        pauses = units[found.end - 1].pauses if found.end > found.start else False
        rest = segments[n + 1 :]
        if not (is_closed or pauses) or not any(s.tag is PhraseTag.UNKNOWN for s in rest):
            continue
        is_reason = any(s.tag in {PhraseTag.SO, PhraseTag.BECAUSE} for s in rest)
        is_about = all(
            s.tag in _IN_A_REASON or s.meaning.command is CommandKind.LATER for s in rest
        )
        if is_about and (is_reason or (is_closed and (pauses or is_cut))):
            return segments[: n + 1]
    return segments


def _named_in(segments: Segments) -> set[tuple[PhraseTag, int]]:
    """Return what is named, each once."""
    return {(s.tag, s.value) for s in segments if s.tag in ITEMS}


def _only_rules_out(segments: Segments) -> bool:
    """Whether all that is named is negated."""
    tags = [s.tag for s in segments if s.tag in _NAMES or s.tag in _NEGATIONS]
    if not any(tag in ITEMS for tag in tags):
        return False
    is_before = tags[0] in {PhraseTag.NOT, PhraseTag.EXCEPT}
    is_after = tags[-1] in {PhraseTag.NOT_BEFORE, PhraseTag.EXCEPT_BEFORE}
    return is_before != is_after and sum(tag in _NEGATIONS for tag in tags) == 1


def _without_reasons(segments: Segments, others: Collection[int]) -> Segments:
    """Leave out the reasons beside a choice; words for all the others end at one of `others`."""
    if not any(s.tag in {PhraseTag.SO, PhraseTag.BECAUSE} for s in segments):
        return segments
    segments = _without_opening_reason(segments)
    for n in range(len(segments) - 1, -1, -1):
        after = next((s for s in segments[n + 1 :] if s.tag not in _SAYING_NOTHING), None)
        if (
            segments[n].tag is PhraseTag.SO
            and after is not None  # "it is wet, so not the bath, the other three"
            and not (after.tag in _DENYING_BEFORE or after.end in others)
            and _is_conclusion(segments[:n], segments[n + 1 :])
        ):
            held = [s for s in segments[:n] if s.tag is PhraseTag.CONDITION]
            if segments[n].meaning.is_weak:  # "if I drink coffee I cannot sleep, so tea"
                held = []
            segments = (*held, *segments[n + 1 :])
            break
    for n, found in enumerate(segments):
        if found.tag is PhraseTag.BECAUSE and any(s.tag in _NAMES for s in segments[:n]):
            held = [s for s in segments[n:] if s.tag is PhraseTag.CONDITION]
            return (*segments[:n], *held)
    return segments


def _without_opening_reason(segments: Segments) -> Segments:
    """Leave out a reason that comes first: "since Anna eats no meat we take the sushi bar"."""
    first = next((s for s in segments if s.tag not in _SAYING_NOTHING), None)
    if first is None or first.tag is not PhraseTag.BECAUSE:
        return segments
    named = next((n for n, s in enumerate(segments) if s.tag in _NAMES), 0)
    wish = next((n for n in range(named) if segments[n].tag is PhraseTag.AFFIRM), 0)
    is_reason = all(s.tag in _IN_A_REASON | _NEGATIONS for s in segments[:wish])
    return segments[wish:] if wish and is_reason else segments


def _is_conclusion(before: Segments, after: Segments) -> bool:
    """Whether what follows "so" names what is meant: not in "this one, so everyone can see it"."""
    if any(s.tag in ITEMS for s in after):
        return True
    return any(s.tag is PhraseTag.ALL for s in after) and not any(s.tag in ITEMS for s in before)


def _without_past(segments: Segments, ends: Collection[int]) -> Segments:
    """Leave out clauses about what was before; they end at a "but", or where one of `ends` is."""
    bounds = [
        n
        for n, s in enumerate(segments)
        if s.tag in _BOUNDARIES or (s.end > s.start and s.end in ends)
    ]
    for n, found in enumerate(segments):
        if found.tag is not PhraseTag.PAST:
            continue
        end = next((i for i in bounds if i > n or (i == n and found.end in ends)), None)
        if end is not None and any(s.tag in _NAMES for s in segments[end + 1 :]):
            begin = max((i + 1 for i in bounds if i < n), default=0)
            return _without_past((*segments[:begin], *segments[end + 1 :]), ends)
    return segments


def are_tangled(segments: Segments, units: Sequence[TextToken]) -> bool:
    """Whether unknown words belong to what is named: "green tea", "ham and pineapple".

    Words apart from it, by a mark or by words that say nothing, are about something else.
    """
    spoken = [
        s
        for s in segments
        if s.tag is not PhraseTag.LINK
        and not (s.tag is PhraseTag.SUFFIX and s.meaning.is_weak)  # topic and subject
        and not (s.tag is PhraseTag.QUESTION and s.meaning.is_weak)
    ]
    for before, after in zip(spoken, spoken[1:], strict=False):
        tags = {before.tag, after.tag}
        if PhraseTag.UNKNOWN not in tags or units[before.end - 1].pauses:
            continue
        if tags & (_NAMES | _JOINS):
            return True
        if before.tag is PhraseTag.AFFIRM and _is_last_wish(spoken, after):
            return True
    return False


def _is_last_wish(spoken: Sequence[PhraseSegment], wished: PhraseSegment) -> bool:
    """Whether what is wished is unknown, after something was named: "tea is fine, just hot"."""
    at = spoken.index(wished)
    return any(s.tag in _NAMES for s in spoken[:at]) and not any(
        s.tag in _NAMES for s in spoken[at:]
    )


def is_broken_off(segments: Segments, units: Sequence[TextToken]) -> bool:
    """Whether something should follow: "two and for", "twenty to"."""
    spoken = [s for s in segments if s.tag not in {PhraseTag.FILLER, PhraseTag.SUFFIX}]
    if not spoken:
        return False
    if spoken[-1].tag is PhraseTag.SO and spoken[-1].meaning.is_weak:
        return True  # "홍대점이 멀어서"
    return (
        spoken[-1].tag in {PhraseTag.AND, PhraseTag.OR, PhraseTag.TO}
        and not spoken[-1].meaning.is_weak
        and units[spoken[-1].start].text != "~"
    )
