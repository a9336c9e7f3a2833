"""Judges what was done with a request. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from benchmarks.requests.request_set import NOW, RequestKind, RequestSample
from benchmarks.requests.slot_match import wrong_slots


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What was done with a request."""

    kind: RequestKind | None
    """None if nothing was done: no rule understood it, and there is no model."""
    intent: str = ""
    """Of an action."""
    slots: dict[str, Any] = field(default_factory=dict[str, Any])
    text: str = ""
    """The words of an answer, a question or a refusal."""
    options: tuple[str, ...] = ()
    """Of a question."""
    by_rule: bool = False
    """Whether no model was asked."""
    first_word_s: float | None = None
    """From the request until the first words, or the question; None if nothing came."""
    total_s: float = 0.0
    tokens: int = 0
    """What the model wrote."""


class Verdict(Enum):
    """How right it was."""

    RIGHT = "right"
    WRONG_FACT = "wrong fact"
    """An answer was right to give, and does not hold what it must."""
    WRONG_SLOTS = "wrong slots"
    """The action that was asked for, with something else than what was said."""
    UNASKED = "unasked"
    """An action that nobody asked for."""
    WRONG = "wrong"
    """Another kind than each that is right, and no action."""


def judge(sample: RequestSample, outcome: Outcome) -> Verdict:
    if outcome.kind is RequestKind.ACTION:
        if RequestKind.ACTION not in sample.expected:
            return Verdict.UNASKED
        if sample.intents and outcome.intent not in sample.intents:
            return Verdict.UNASKED
        wrong = wrong_slots(sample.slots, outcome.slots, NOW) if sample.intents else ()
        return Verdict.WRONG_SLOTS if wrong else Verdict.RIGHT
    if outcome.kind not in sample.expected:
        return Verdict.WRONG
    if outcome.kind is RequestKind.ANSWER and sample.must is not None:
        return Verdict.RIGHT if sample.must.search(outcome.text) else Verdict.WRONG_FACT
    return Verdict.RIGHT


def question_problem(language: str, options: Sequence[str], text: str) -> str | None:
    """Return what is wrong with a question that was asked back; None if it is valid.

    Valid are two or more different options, which with the question are in the user's language;
    names may be as they are.
    """
    folded = [" ".join(option.casefold().split()) for option in options]
    if len(folded) < 2:
        return "fewer than two options"
    if not all(folded):
        return "an empty option"
    if len(set(folded)) < len(folded):
        return "an option twice"
    if not all(is_in_language(one, language) for one in (text, _without_names(options))):
        return "another language"
    return None


def _without_names(options: Sequence[str]) -> str:
    """Return the words of options without those that are written alike in every language."""
    words = " ".join(options).split()
    return " ".join(word for word in words if not word[0].isupper())


def is_in_language(text: str, language: str) -> bool:
    """Whether the script of most letters is that of a language; names may be in another."""
    letters = [letter for letter in text if letter.isalpha()]
    hangul = sum("가" <= letter <= "힣" for letter in letters)
    han = sum("一" <= letter <= "鿿" for letter in letters)
    kana = sum("぀" <= letter <= "ヿ" for letter in letters)
    half = len(letters) / 2
    match language:
        case "ko":
            return hangul >= half
        case "zh":
            return han >= half and not kana
        case "ja":
            return han + kana >= half
        case _:
            return hangul + han + kana <= half
