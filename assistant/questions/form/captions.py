"""Words that every place says beside a question. Pure, but for the interface's language."""

import math
from typing import Final

from assistant.locale import _
from assistant.questions.model.question import (
    AnswerInput,
    Purpose,
    Question,
    QuestionKind,
    QuestionSet,
)
from assistant.questions.model.sanitizer import label_key

KEY_SEPARATOR: Final = "  •  "
_MINUTE_S: Final = 60
_HOUR_S: Final = 3600
_DAY_S: Final = 86_400


def set_title(questions: QuestionSet) -> str:
    """Return the title of a window or a page: its round and header.

    A permission belongs to no round.
    """
    header = questions.questions[0].header or questions.title
    if questions.purpose is not Purpose.ASK:
        return f"💬 {header}" if header else _("💬 Your answer is needed")
    if not header:
        return _("💬 Round {n}").format(n=questions.round)
    return _("💬 Round {n}: {header}").format(n=questions.round, header=header)


def heading(questions: QuestionSet) -> str:
    """Return the title that stands above the questions; empty where one question says it itself."""
    question, *others = questions.questions
    said = {label_key(question.text), label_key(question.header or "")}
    return "" if not others and label_key(questions.title) in said else questions.title


def round_text(questions: QuestionSet) -> str:
    """Return which round of questions this is: `Round 1/3`, or `Round 1` if nobody knows."""
    if questions.total_rounds is not None:
        return _("Round {n}/{total}").format(n=questions.round, total=questions.total_rounds)
    return _("Round {n}").format(n=questions.round)


def chain_text(questions: QuestionSet) -> str:
    """Return the round of a question that is one of several; empty for one that stands alone."""
    is_chain = questions.round > 1 or questions.total_rounds is not None
    return round_text(questions) if questions.purpose is Purpose.ASK and is_chain else ""


def place_text(questions: QuestionSet, *, index: int, total: int) -> str:
    """Return where a question stands: `Round 2/3 – Question 1 of 2`; empty if there is no other.

    Args:
        questions: The set.
        index: The question's place among those that are visible, counted from 0.
        total: How many are visible.
    """
    chain = chain_text(questions)
    parts = [chain] if chain else []
    if total > 1:
        parts.append(_("Question {i} of {n}").format(i=index + 1, n=total))
    return " – ".join(parts)


def announcement(questions: QuestionSet, question: Question) -> str:
    """Return what a screen reader says when a question appears."""
    parts = [part for part in (set_title(questions), asked_by_text(questions)) if part]
    parts.append(question.text)
    if question.options:
        count = len(question.options)
        parts.append(_("One option.") if count == 1 else _("{n} options").format(n=count))
    return "\n".join(parts)


def key_hint(*, kind: QuestionKind | None, can_cancel: bool) -> str:
    """Return the keys that work in a question of this kind; None is the review of a form."""
    if kind is not None and kind.traits.input is AnswerInput.TEXT:
        parts = [_("enter confirm"), _("shift+enter new line")]
    else:
        parts = [_("↑↓ navigate"), _("enter select")]
    if kind is not None and kind.traits.is_multiple:
        parts.append(_("space toggle"))
    if can_cancel:
        parts.append(_("esc cancel"))
    return KEY_SEPARATOR.join(parts)


def entry_hint(typed: str) -> str:
    """Return the beginning of a number that is typed, and the keys that work on it."""
    return KEY_SEPARATOR.join((f"{typed}…", _("enter select"), _("esc back")))


def progress_dots(done: int, total: int) -> str:
    """Return progress as `●●○ 2/3`."""
    return f"{'●' * done}{'○' * (total - done)} {done}/{total}"


def asked_by_text(questions: QuestionSet) -> str:
    """Return who asks, in words of its own; empty if it is the assistant."""
    return _("Asked by {source}").format(source=questions.asked_by) if questions.asked_by else ""


def asker_text(questions: QuestionSet, *, is_elsewhere: bool) -> str:
    """Return who asks; empty if it is the assistant in the current conversation."""
    parts = [questions.asked_by] if questions.asked_by else []
    if is_elsewhere:
        parts.append(_("another conversation"))
    return " · ".join(parts)


def age_text(seconds: float) -> str:
    """Return how long ago something was, in its largest unit; the future counts as now."""
    if seconds < _MINUTE_S:
        return _("just now")
    if seconds < _HOUR_S:
        return _("{n} min").format(n=int(seconds // _MINUTE_S))
    if seconds < 2 * _DAY_S:
        return _("{n} h").format(n=int(seconds // _HOUR_S))
    return _("{n} days").format(n=int(seconds // _DAY_S))


def clock_text(seconds: float) -> str:
    """Return a time as a clock shows it: `4:05`, `1:02:03`."""
    minutes, rest = divmod(max(0, math.ceil(seconds)), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
