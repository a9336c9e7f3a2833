"""What is said instead of an answer: commands, questions, doubt, nothing. Pure."""

from collections.abc import Collection, Sequence
from typing import Final

from assistant.languages.lexicon import CommandKind, PhraseTag
from assistant.questions.spoken.phrase_context import QUIET, unknown_in
from assistant.questions.spoken.phrase_segmenter import PhraseSegment
from assistant.questions.spoken.selection import ITEMS, select
from assistant.questions.spoken.tokenizer import plain
from assistant.questions.spoken.understanding import (
    BY_LIKE_WORD,
    WITH_UNKNOWN,
    SpokenCommand,
    UnclearAnswer,
    UnclearReason,
    Understanding,
)
from assistant.questions.spoken.utterance import AnswerUtterance

_AROUND_WORDS: Final = " ,.;:!?-–—，。；：！？、"
_WITH_OPTIONS: Final = {CommandKind.EXPLAIN, CommandKind.COMPARE, CommandKind.REPEAT}
_DENYING: Final = {PhraseTag.NOT, PhraseTag.NOT_BEFORE}
_LABELLED: Final = {CommandKind.CANCEL, CommandKind.OTHER, CommandKind.SKIP}
"""Commands that an option may stand for."""


def find_command(
    utterance: AnswerUtterance, segments: Sequence[PhraseSegment]
) -> Understanding | None:
    """Return what the user wants other than to choose, if they want that."""
    items = [s for s in segments if s.tag in ITEMS]
    alone = not items and not unknown_in(segments)
    found = [
        s
        for s in segments
        if s.tag is PhraseTag.COMMAND
        and (alone or not s.meaning.is_weak)
        and not (s.meaning.command is CommandKind.LATER and _is_offered(utterance, s))
    ]
    if not found or _is_denied(found[-1], segments):
        return None
    last = found[-1]
    kind = last.meaning.command
    assert kind is not None, "a command has a kind"
    called = [i for i, kinds in enumerate(utterance.labels.commands) if kind in kinds]
    if kind in _LABELLED and len(called) == 1 and _is_beside(segments, _DENYING):
        rest = [i for i in range(len(utterance.question.options)) if i not in called]
        return utterance.unclear(UnclearReason.EXCLUDED, rest)
    if alone and kind in _LABELLED and len(called) == 1:
        return utterance.chosen(called, score=BY_LIKE_WORD)
    if kind is CommandKind.DECIDE and (left := _left_over(utterance, segments)):
        return utterance.unclear(UnclearReason.EXCLUDED, left)
    options = select([s for s in segments if s.tag is not PhraseTag.NOT], utterance.targets)
    places = sorted({*options.included, *options.excluded})
    score = min(WITH_UNKNOWN if unknown_in(segments) else 1.0, options.score)
    if kind in _WITH_OPTIONS and not (kind is CommandKind.REPEAT and called):
        return SpokenCommand(kind=kind, option_ids=utterance.ids(places), score=score)
    if places and kind in _LABELLED and places == called and not unknown_in(segments):
        return utterance.chosen(called, score=BY_LIKE_WORD)
    if places:
        return utterance.unclear(UnclearReason.AMBIGUOUS, places)
    if kind is CommandKind.REPEAT and called:  # "try again", of "Retry now" and "Retry later"
        return utterance.unclear(UnclearReason.AMBIGUOUS, called)
    words = ""
    if kind is CommandKind.OTHER and any(s.start >= last.end for s in unknown_in(segments)):
        words = utterance.text[utterance.units[last.end - 1].end :].strip(_AROUND_WORDS)
    if kind is CommandKind.CANCEL:
        words = _reason(utterance, segments, last)
    return SpokenCommand(kind=kind, words=words, score=score)


def _reason(
    utterance: AnswerUtterance, segments: Sequence[PhraseSegment], command: PhraseSegment
) -> str:
    """Return why a command is given: what follows "because", or stands before "so"; often nothing."""
    text, units = utterance.text, utterance.units
    because = next(
        (s for s in segments if s.tag is PhraseTag.BECAUSE and s.start >= command.end), None
    )
    if because is not None:
        return text[units[because.end - 1].end :].strip(_AROUND_WORDS)
    so = next((s for s in segments if s.tag is PhraseTag.SO and s.end <= command.start), None)
    if so is None:
        return ""
    start = units[so.start].start
    is_ending = so.meaning.is_weak or text[start - 1 : start].isalnum()  # "비싸니까"
    return text[: units[so.end - 1].end if is_ending else start].strip(_AROUND_WORDS)


def _left_over(utterance: AnswerUtterance, segments: Sequence[PhraseSegment]) -> list[int]:
    """Return what remains where something is only ruled out: "anything but coffee is fine"."""
    chosen = select(segments, utterance.targets)
    if chosen.included or not chosen.excluded:
        return []
    return [i for i in range(len(utterance.question.options)) if i not in chosen.excluded]


def _is_offered(utterance: AnswerUtterance, found: PhraseSegment) -> bool:
    """Whether labels begin so, or it is asked about: "tomorrow", beside "Tomorrow morning"."""
    said = utterance.said(found)
    if any(label.startswith(said) for label in utterance.labels.plain):
        return True
    return said in plain(utterance.question.text, utterance.lexicon)


def _is_beside(segments: Sequence[PhraseSegment], tags: Collection[PhraseTag]) -> bool:
    return any(s.tag in tags for s in segments)


def _is_denied(command: PhraseSegment, segments: Sequence[PhraseSegment]) -> bool:
    """Whether a command is what is not to be done: "don't cancel"."""
    at = segments.index(command)
    return at > 0 and segments[at - 1].tag is PhraseTag.NOT


def find_question(
    utterance: AnswerUtterance, segments: Sequence[PhraseSegment]
) -> Understanding | None:
    """Return what the user asks back, or that they do not know."""
    spoken = [s for s in segments if s.tag not in QUIET]
    is_unsure = any(s.tag is PhraseTag.UNSURE for s in spoken)
    is_asked = (
        utterance.text.rstrip().endswith("?")
        and bool(unknown_in(segments))
        and any(s.tag is PhraseTag.QUESTION for s in spoken)
    )
    is_asked = (
        is_asked
        or any(s.tag is PhraseTag.QUESTION and (not s.meaning.is_weak or is_unsure) for s in spoken)
        or (bool(spoken) and spoken[0].tag is PhraseTag.QUESTION)
    )
    said = [s for s in segments if s.tag is not PhraseTag.FILLER]
    is_asked = is_asked or (
        bool(said)
        and said[0].tag is PhraseTag.LINK
        and said[0].end < len(utterance.units)
        and (bool(unknown_in(said)) or _opens_question(utterance, said))
    )
    if not is_asked:
        return None
    if all(s.tag is PhraseTag.QUESTION for s in spoken):
        return SpokenCommand(kind=CommandKind.REPEAT)
    options = select(segments, utterance.targets)
    if options.included and not options.is_doubtful and not unknown_in(segments):
        return SpokenCommand(kind=CommandKind.EXPLAIN, option_ids=utterance.ids(options.included))
    return UnclearAnswer(reason=UnclearReason.UNSURE if is_unsure else UnclearReason.QUESTION)


def _opens_question(utterance: AnswerUtterance, said: Sequence[PhraseSegment]) -> bool:
    """Whether a verb that asks before a name is followed by a name and more: "ist Jana da"."""
    is_named = said[0].meaning.is_doubtful and len(said) > 1 and said[1].tag in ITEMS
    return is_named and said[1].end < len(utterance.units)


def nothing_said(segments: Sequence[PhraseSegment]) -> UnclearAnswer:
    """Return why phrases that choose nothing are no answer."""
    tags = {s.tag for s in segments}
    if tags & {PhraseTag.UNSURE, PhraseTag.CORRECTION}:
        return UnclearAnswer(reason=UnclearReason.UNSURE)
    if any(s.tag is PhraseTag.QUESTION and s.meaning.is_doubtful for s in segments):
        return UnclearAnswer(reason=UnclearReason.QUESTION)
    if tags <= QUIET:
        return UnclearAnswer(reason=UnclearReason.EMPTY)
    return UnclearAnswer(reason=UnclearReason.NO_MATCH)
