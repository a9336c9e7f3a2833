"""A decision in words, as lists of them show it. Pure, but for the interface's language."""

from collections.abc import Iterator
from datetime import datetime
from typing import assert_never

from assistant.decision_log.decision import DecidedPoint, Decision, DecisionKind
from assistant.decision_log.decision_query import DecisionQuery, asker_name
from assistant.locale import _
from assistant.moment_words import moment_words
from assistant.questions.form.outcome_text import channel_name
from assistant.questions.model.question import Channel, Method
from assistant.questions.model.sanitizer import one_line

_ANYWHERE = Channel.API
"""Lists are read elsewhere than where the answer was given."""


def asker_text(decision: Decision) -> str:
    """Return who asked: `Claude Code · webshop · 2`, `Parley`."""
    return asker_name(decision) if decision.asker is None else decision.asker.title


def place_text(decision: Decision) -> str:
    """Return where and how the user decided: `in the window, by a click`."""
    where = channel_name(decision.channel, here=_ANYWHERE)
    how = _method_text(decision.method)
    if not how or decision.channel is Channel.VOICE:
        return where
    return _("{where}, {how}").format(where=where, how=how)


def _method_text(method: Method) -> str:
    match method:
        case Method.CLICK:
            return _("by a click")
        case Method.KEY:
            return _("with a key")
        case Method.TYPED:
            return _("in typed words")
        case Method.VOICE:
            return _("by voice")
        case Method.TIMEOUT_DEFAULT:
            return ""
        case _:
            assert_never(method)


def question_text(decision: Decision) -> str:
    """Return what was decided about, in one line."""
    first = decision.points[0] if decision.points else None
    title = one_line(decision.title)
    if first is None:
        return title
    if len(decision.points) > 1 and title:
        return title
    return one_line(first.question) or first.name


def chosen_text(point: DecidedPoint) -> str:
    """Return what was said to one question, in one line; without the note."""
    parts = [one_line(label) for label in point.chosen]
    if point.is_secret:
        parts.append(_("(your words are not shown: they may be a secret)"))
    elif point.words:
        parts.append(one_line(point.words))
    return ", ".join(parts) or _("(left out)")


def outcome_text(decision: Decision) -> str:
    """Return what was decided, in one line."""
    match decision.kind:
        case DecisionKind.CHOSEN | DecisionKind.ALLOWED | DecisionKind.DENIED:
            if len(decision.points) == 1:
                return chosen_text(decision.points[0])
            return "; ".join(f"{point.name}: {chosen_text(point)}" for point in decision.points)
        case DecisionKind.LEFT:
            return _("Left to {asker}").format(asker=asker_name(decision))
        case DecisionKind.NONE_FIT:
            words = one_line(decision.reason)
            return _("None of these: {words}").format(words=words) if words else _("None of these")
        case DecisionKind.CANCELLED:
            words = one_line(decision.reason)
            return _("Cancelled: {words}").format(words=words) if words else _("Cancelled")
        case _:
            assert_never(decision.kind)


def note_lines(decision: Decision) -> Iterator[str]:
    """Yield what the user noted, a line a note."""
    is_one = len(decision.points) == 1
    for point in decision.points:
        if point.note:
            note = one_line(point.note)
            yield note if is_one else f"{point.name}: {note}"


def point_lines(point: DecidedPoint) -> Iterator[str]:
    """Yield one question whole: what was asked, what was offered, and what was said to it."""
    if point.context:
        yield point.context
    yield point.question or point.name
    for option in point.options:
        mark = "✔" if option.is_chosen else "○"
        label = f"{option.label} – {option.description}" if option.description else option.label
        yield f"{mark} {label}"
    if point.is_secret:
        yield _("(your words are not shown: they may be a secret)")
    elif point.words:
        yield f"✔ {point.words}"


def about_text(decision: Decision, now: datetime) -> str:
    """Return when it was decided, who asked, where it was answered and how, in one line."""
    when = moment_words(decision.decided_at.astimezone(), now)
    parts = [when, asker_text(decision), place_text(decision)]
    if decision.changed_by:
        parts.append(_("changed later"))
    return " · ".join(parts)


def nothing_found(query: DecisionQuery) -> str:
    """Return what is said where there is no such decision."""
    if query == DecisionQuery():
        return _("You have decided nothing yet. What you answer to questions is listed here.")
    return _("Nothing that you decided fits this.")


def decision_lines(decision: Decision, now: datetime) -> Iterator[str]:
    """Yield a decision as a terminal shows it: the question; what was decided; when, who and where."""
    yield question_text(decision)
    mark = "✘" if decision.kind in {DecisionKind.DENIED, DecisionKind.CANCELLED} else "✔"
    yield f"  {mark} {outcome_text(decision)}"
    for note in note_lines(decision):
        yield "  " + _("Note: {words}").format(words=note)
    yield f"  {about_text(decision, now)}"
