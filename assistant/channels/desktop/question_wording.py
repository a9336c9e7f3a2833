"""Words of a question's dialog, put together from values. Pure, but for the interface's language."""

import math

from assistant.channels.desktop import wording
from assistant.locale import _
from assistant.questions.model import (
    Answered,
    Channel,
    Kind,
    Purpose,
    Question,
    QuestionSet,
    Response,
)


def dialog_title(questions: QuestionSet) -> str:
    """Return the title of a question's window: its round and header.

    A permission belongs to no round.
    """
    header = questions.questions[0].header or questions.title
    if questions.purpose is not Purpose.ASK:
        return f"💬 {header}" if header else _("💬 Your answer is needed")
    if not header:
        return _("💬 Round {n}").format(n=questions.round)
    return _("💬 Round {n}: {header}").format(n=questions.round, header=header)


def card_progress(questions: QuestionSet, *, index: int, total: int) -> str:
    """Return where a question stands: `Round 2/3 – Question 1 of 2`; empty if there is no other.

    Args:
        questions: The set.
        index: The question's place among those that are visible, counted from 0.
        total: How many are visible.
    """
    parts: list[str] = []
    is_chain = questions.round > 1 or questions.total_rounds is not None
    if questions.purpose is Purpose.ASK and is_chain:
        parts.append(wording.round_text(questions))
    if total > 1:
        parts.append(_("Question {i} of {n}").format(i=index + 1, n=total))
    return " – ".join(parts)


def announcement(questions: QuestionSet, question: Question) -> str:
    """Return what a screen reader says when a question appears."""
    parts = [dialog_title(questions), question.text]
    if question.options:
        parts.append(_("{n} options").format(n=len(question.options)))
    return "\n".join(parts)


def elsewhere_lines(
    questions: QuestionSet, response: Response, channel: Channel | None
) -> list[str]:
    """Return how a question was settled in another place, for its dialog."""
    lines = wording.outcome_lines(questions, response)
    if channel is None:
        return lines
    where = wording.channel_name(channel)
    if isinstance(response, Answered):
        return [_("Answered {where}:").format(where=where), *lines]
    return [_("{what} ({where})").format(what=lines[0], where=where), *lines[1:]]


def key_hint(*, kind: Kind | None, can_cancel: bool) -> str:
    """Return the keys that work in a question of this kind; None is the review of a form."""
    parts: list[str] = []
    if kind is Kind.TEXT:
        parts += [_("enter confirm"), _("shift+enter new line")]
    else:
        parts += [_("↑↓ navigate"), _("enter select")]
    if kind is Kind.MULTI:
        parts.append(_("space toggle"))
    if can_cancel:
        parts.append(_("esc cancel"))
    return "  •  ".join(parts)


def time_left(seconds: float) -> str:
    """Return a time as a clock shows it: `4:05`, `1:02:03`."""
    whole = math.ceil(seconds)
    minutes, rest = divmod(whole, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
