"""Words of a question's page, put together from values. Pure, but for the interface's language."""

from collections.abc import Mapping
from typing import assert_never

from assistant.channels.web.page_view import Tone
from assistant.locale import _
from assistant.questions.model import (
    Answered,
    Cancelled,
    Channel,
    Kind,
    Later,
    Method,
    NoneFit,
    Purpose,
    Question,
    QuestionSet,
    Response,
    TimedOut,
    YouDecide,
)
from assistant.questions.text_list import in_words


def page_title(questions: QuestionSet) -> str:
    """Return the title of the page: its round and header; a permission belongs to no round."""
    header = questions.questions[0].header or questions.title
    if questions.purpose is not Purpose.ASK:
        return f"💬 {header}" if header else _("💬 Your answer is needed")
    if not header:
        return _("💬 Round {n}").format(n=questions.round)
    return _("💬 Round {n}: {header}").format(n=questions.round, header=header)


def header_of(questions: QuestionSet) -> str:
    """Return the header of a set, or a stand-in for one that has none."""
    return questions.questions[0].header or questions.title or questions.questions[0].text


def ended_heading(questions: QuestionSet) -> str:
    """Return what stands above the outcome: what was asked, in a word or two."""
    if len(questions.questions) == 1:
        return header_of(questions)
    return questions.title or page_title(questions)


def ended_title(questions: QuestionSet, tone: Tone) -> str:
    """Return the title of a page whose question is over: it waits for nobody any more."""
    mark = {"success": "✔ ", "warning": "⚠ ", "plain": ""}[tone]
    return f"{mark}{ended_heading(questions)}"


def round_text(questions: QuestionSet) -> str:
    """Return which round of questions this is: `Round 1/3`, or `Round 1` if nobody knows."""
    if questions.total_rounds is not None:
        return _("Round {n}/{total}").format(n=questions.round, total=questions.total_rounds)
    return _("Round {n}").format(n=questions.round)


def place_text(questions: QuestionSet, *, index: int, total: int) -> str:
    """Return where a question stands: `Round 2/3 – Question 1 of 2`; empty if there is no other."""
    parts: list[str] = []
    is_chain = questions.round > 1 or questions.total_rounds is not None
    if questions.purpose is Purpose.ASK and is_chain:
        parts.append(round_text(questions))
    if total > 1:
        parts.append(_("Question {i} of {n}").format(i=index + 1, n=total))
    return " – ".join(parts)


def announcement(questions: QuestionSet, question: Question) -> str:
    """Return what a screen reader says when a question appears."""
    parts = [page_title(questions), question.text]
    if question.options:
        parts.append(_("{n} options").format(n=len(question.options)))
    return "\n".join(parts)


def key_hint(*, kind: Kind | None, can_cancel: bool) -> str:
    """Return the keys that work in a question of this kind; None is the review of a form."""
    if kind is Kind.TEXT:
        parts = [_("enter confirm"), _("shift+enter new line")]
    else:
        parts = [_("↑↓ navigate"), _("enter select")]
    if kind is Kind.MULTI:
        parts.append(_("space toggle"))
    if can_cancel:
        parts.append(_("esc cancel"))
    return "  •  ".join(parts)


def progress_dots(done: int, total: int) -> str:
    """Return progress as `●●○ 2/3`."""
    return f"{'●' * done}{'○' * (total - done)} {done}/{total}"


def outcome_lines(questions: QuestionSet, response: Response) -> list[str]:
    """Return what became of a question; a default of a time-out bears another mark than a choice."""
    match response:
        case Answered():
            is_default = response.provenance.method is Method.TIMEOUT_DEFAULT
            lines = _answer_lines(questions, response, "⏱" if is_default else "✔")
            remark = _("Nobody answered in time; these defaults were taken.")
            return [*lines, remark] if is_default else lines
        case YouDecide():
            return [_("You left the choice to the assistant.")]
        case NoneFit():
            return [_("None of these: {words}").format(words=response.words)]
        case Later():
            return [_("Put off until later.")]
        case Cancelled():
            return [_("Cancelled.")]
        case TimedOut():
            return ["⚠ " + _("Timed out"), _("Nobody answered in time. Nothing was chosen.")]
        case _:
            assert_never(response)


def _answer_lines(questions: QuestionSet, response: Answered, mark: str) -> list[str]:
    lines: list[str] = []
    for number, answer in enumerate(response.answers, start=1):
        question = questions.find(answer.question_id)
        words = in_words(question, answer) or _("(left out)")
        lines.append(f"{mark} {question.header or f'Q{number}'}: {words}")
    return lines


def elsewhere_lines(
    questions: QuestionSet, response: Response, channel: Channel | None
) -> list[str]:
    """Return how a question was settled in another place."""
    lines = outcome_lines(questions, response)
    if channel is None:
        return lines
    where = channel_name(channel)
    if isinstance(response, Answered):
        return [_("Answered {where}:").format(where=where), *lines]
    return [_("{what} ({where})").format(what=lines[0], where=where), *lines[1:]]


def channel_name(channel: Channel) -> str:
    """Return a channel as a person calls it who looks at a page."""
    match channel:
        case Channel.DESKTOP:
            return _("in the window")
        case Channel.VOICE:
            return _("by voice")
        case Channel.TERMINAL:
            return _("in the terminal")
        case Channel.WEB:
            return _("on the web page")
        case Channel.TELEGRAM:
            return _("on Telegram")
        case Channel.MCP | Channel.API:
            return _("from another program")
        case _:
            assert_never(channel)


def fixed_words() -> Mapping[str, str]:
    """Return the words that a page needs whatever it shows."""
    return {
        "add_note": _("Add a note"),
        "confirmed": _("Done. You can close this page."),
        "left": _("{n} characters left"),
        "lost": _(
            "The connection to Parley is lost. What you wrote stays on this page; it is tried again."
        ),
        "no_preview": _("This choice has no preview."),
        "none_placeholder": _("What would fit?"),
        "note": _("Note"),
        "note_placeholder": _("A remark that goes along with your answer"),
        "ok": _("OK"),
        "other_placeholder": _("Type something else..."),
        "preview": _("Preview"),
        "preview_of": _("Preview: {label}"),
        "resting": _("⏸ {time} left, resting"),
        "sending": _("Sending…"),
        "specify": _("Please specify:"),
        "time_left": _("{time} left"),
        "waiting": _("Also waiting for you"),
    }
