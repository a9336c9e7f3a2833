"""What the buttons of a question carry: which keyboard, and which gesture.

No label is in it and nothing that somebody chose; places in the stored question stand for its ids. A
button names the state that it leads to, not a change: a tap that comes twice does nothing twice.
"""

import re
from dataclasses import dataclass
from enum import Enum
from typing import Final, TypeVar

from assistant.errors import AnswerRefused, RefusalReason
from assistant.locale import _
from assistant.questions.card.gestures import (
    Cancel,
    ChooseOption,
    Confirm,
    Gesture,
    LetAssistantDecide,
    OpenWords,
    PutOff,
    Reset,
    Review,
    Revise,
    SelectOption,
    Skip,
    StopAsking,
    Submit,
    WordsFor,
)
from assistant.questions.model.question import QuestionSet

_DATA: Final = re.compile(r"([A-Za-z0-9_-]{8,32}):([A-Za-z])(\d{0,3})(?:\.(\d{1,3}))?")
T = TypeVar("T")


class TapKind(Enum):
    """What a button wants, in one letter."""

    CHOOSE = "c"
    """An option of a question, or yes or no."""
    TICK = "t"
    UNTICK = "u"
    CONFIRM = "d"
    OWN_WORDS = "o"
    NOTE = "n"
    SKIP = "k"
    REVISE = "e"
    REVIEW = "v"
    SUBMIT = "S"
    RESET = "R"
    DECIDE = "Y"
    NONE_FIT = "N"
    LATER = "L"
    STOP = "E"
    CANCEL = "C"
    CANCEL_WITH_REASON = "W"
    MORE = "M"
    """Show the ways not to answer."""
    LESS = "m"
    AGAIN = "A"
    """Put a question again that was put off."""


_ABOUT_ALL: Final[dict[TapKind, Gesture]] = {
    TapKind.REVIEW: Review(),
    TapKind.SUBMIT: Submit(),
    TapKind.RESET: Reset(),
    TapKind.DECIDE: LetAssistantDecide(),
    TapKind.NONE_FIT: OpenWords(words_for=WordsFor.NONE_FIT),
    TapKind.LATER: PutOff(),
    TapKind.STOP: StopAsking(),
    TapKind.CANCEL: Cancel(),
    TapKind.CANCEL_WITH_REASON: OpenWords(words_for=WordsFor.REASON),
}
"""Gestures that name no question."""
_BY_GESTURE: Final = {gesture: kind for kind, gesture in _ABOUT_ALL.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class Tap:
    """A tap on a button of a question."""

    kind: TapKind
    question: int = 0
    """Place of the question in its set, follow-ups after their parents."""
    option: int = 0
    """Place of the choice in its question."""


def callback_data(token: str, tap: Tap) -> str:
    """Return what a button carries; at most 64 bytes."""
    return f"{token}:{tap.kind.value}{tap.question}.{tap.option}"


def read_callback_data(data: str) -> tuple[str, Tap] | None:
    """Return the token of a keyboard and what is wanted; None if it is none of ours."""
    found = _DATA.fullmatch(data)
    if found is None:
        return None
    token, letter, question, option = found.groups()
    try:
        kind = TapKind(letter)
    except ValueError:
        return None
    return token, Tap(kind=kind, question=int(question or 0), option=int(option or 0))


def tap_of(gesture: Gesture, questions: QuestionSet) -> Tap:
    """Return the tap that a gesture is done with.

    Raises:
        ValueError: If no button does it.
    """
    kind = _BY_GESTURE.get(gesture)
    if kind is not None:
        return Tap(kind=kind)
    match gesture:
        case ChooseOption(option_id=option_id):
            kind = TapKind.CHOOSE
        case SelectOption(option_id=option_id, is_on=is_on):
            kind = TapKind.TICK if is_on else TapKind.UNTICK
        case Confirm():
            kind, option_id = TapKind.CONFIRM, ""
        case OpenWords(words_for=words_for):
            kind, option_id = TapKind[_WORDS[words_for]], ""
        case Skip():
            kind, option_id = TapKind.SKIP, ""
        case Revise():
            kind, option_id = TapKind.REVISE, ""
        case _:
            raise ValueError(f"no button does {gesture}")
    asked = [question.id for question in questions.walk()]
    choices = questions.find(gesture.question_id).choice_ids
    return Tap(
        kind=kind,
        question=asked.index(gesture.question_id),
        option=choices.index(option_id) if option_id else 0,
    )


_WORDS: Final = {WordsFor.OTHER: "OWN_WORDS", WordsFor.NOTE: "NOTE"}


def gesture_of(tap: Tap, questions: QuestionSet) -> Gesture:
    """Return what a tap does to a question card.

    Raises:
        AnswerRefused: `INVALID` if the set has no such button.
    """
    if tap.kind in _ABOUT_ALL:
        return _ABOUT_ALL[tap.kind]
    question = _at(tuple(questions.walk()), tap.question)
    match tap.kind:
        case TapKind.CHOOSE:
            option_id = _at(question.choice_ids, tap.option)
            return ChooseOption(question_id=question.id, option_id=option_id)
        case TapKind.TICK | TapKind.UNTICK:
            option_id, is_on = _at(question.choice_ids, tap.option), tap.kind is TapKind.TICK
            return SelectOption(question_id=question.id, option_id=option_id, is_on=is_on)
        case TapKind.CONFIRM:
            return Confirm(question_id=question.id)
        case TapKind.OWN_WORDS:
            return OpenWords(words_for=WordsFor.OTHER, question_id=question.id)
        case TapKind.NOTE:
            return OpenWords(words_for=WordsFor.NOTE, question_id=question.id)
        case TapKind.SKIP:
            return Skip(question_id=question.id)
        case TapKind.REVISE:
            return Revise(question_id=question.id)
        case _:
            raise _misfit()


def _at(values: tuple[T, ...], place: int) -> T:
    if place >= len(values):
        raise _misfit()
    return values[place]


def _misfit() -> AnswerRefused:
    return AnswerRefused(
        RefusalReason.INVALID, _("This answer does not fit the kind of the question.")
    )
