"""Amounts that are said where others are offered: "ten minutes", of 5 and 15. Pure."""

from collections.abc import Sequence
from typing import Final

from assistant.languages.lexicon import PhraseTag
from assistant.questions.spoken.phrase_context import QUIET
from assistant.questions.spoken.phrase_segmenter import PhraseSegment
from assistant.questions.spoken.utterance import AnswerUtterance

_BESIDE: Final = QUIET | {PhraseTag.AFFIRM, PhraseTag.YES}
_HALVED: Final = (
    {PhraseTag.OPTION, PhraseTag.MODIFIER},
    {PhraseTag.OPTION, PhraseTag.MODIFIER, PhraseTag.AND},
)


def is_own_amount(utterance: AnswerUtterance, segments: Sequence[PhraseSegment]) -> bool:
    """Whether nothing is said but an amount, in the unit of labels of which none has it."""
    spoken = [s for s in segments if s.tag not in _BESIDE]
    return _is_own_number(utterance, spoken) or _is_part_of_offered(utterance, spoken)


def _is_own_number(utterance: AnswerUtterance, spoken: Sequence[PhraseSegment]) -> bool:
    """Whether a number and its unit are said: "2 hours", beside 1 and 8."""
    if len(spoken) != 2 or spoken[0].tag is not PhraseTag.NUMBER or not spoken[0].value:
        return False
    number, unit = spoken
    if unit.tag not in {PhraseTag.UNKNOWN, PhraseTag.OPTION}:
        return False
    numbers = utterance.labels.numbers
    if any(number.value in offered for offered in numbers):
        return False
    said = utterance.said(unit)
    return any(
        bool(numbers[place]) and _ends_with(label, said)
        for place, label in enumerate(utterance.labels.plain)
    )


def _ends_with(label: str, unit: str) -> bool:
    """Whether a label is an amount of a unit, in one or several: "hour", "hours"."""
    shorter, longer = sorted((unit, label.split(" ")[-1]), key=len)
    is_form = longer.startswith(shorter) and len(longer) - len(shorter) <= 2
    return label.endswith(unit) or (is_form and len(shorter) > 2)


def _is_part_of_offered(utterance: AnswerUtterance, spoken: Sequence[PhraseSegment]) -> bool:
    """Whether a half or a quarter makes another amount of one: "an hour and a half"."""
    if {s.tag for s in spoken} not in _HALVED:
        return False
    named = {s.value for s in spoken if s.tag is PhraseTag.OPTION}
    parts = [s for s in spoken if s.tag is PhraseTag.MODIFIER]
    return (
        len(named) == 1
        and bool(utterance.labels.numbers[named.pop()])
        and all(utterance.said(s) in utterance.lexicon.numbers.fractions for s in parts)
    )
