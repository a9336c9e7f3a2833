"""Words of a question's page, put together from values. Pure, but for the interface's language."""

from collections.abc import Mapping

from assistant.channels.web.pages.model.view import PageTone
from assistant.locale import _
from assistant.questions.form import outcome_text
from assistant.questions.form.captions import entry_hint, set_title
from assistant.questions.model.question import Channel, QuestionSet, Response, TimedOut


def header_of(questions: QuestionSet) -> str:
    """Return the header of a set, or a stand-in for one that has none."""
    return questions.questions[0].header or questions.title or questions.questions[0].text


def ended_heading(questions: QuestionSet) -> str:
    """Return what stands above the outcome: what was asked, in a word or two."""
    if len(questions.questions) == 1:
        return header_of(questions)
    return questions.title or set_title(questions)


def ended_title(questions: QuestionSet, tone: PageTone) -> str:
    """Return the title of a page whose question is over: it waits for nobody any more."""
    mark = {"success": "✔ ", "warning": "⚠ ", "plain": ""}[tone]
    return f"{mark}{ended_heading(questions)}"


def outcome_lines(questions: QuestionSet, response: Response) -> list[str]:
    """Return what became of a question; a time-out has a heading."""
    lines = outcome_text.outcome_lines(questions, response)
    return ["⚠ " + _("Timed out"), *lines] if isinstance(response, TimedOut) else lines


def elsewhere_lines(
    questions: QuestionSet, response: Response, channel: Channel | None
) -> list[str]:
    """Return how a question was settled in another place."""
    lines = outcome_lines(questions, response)
    return outcome_text.settled_at(lines, response, channel, here=Channel.WEB)


def fixed_words() -> Mapping[str, str]:
    """Return the words that a page needs whatever it shows."""
    return {
        "add_note": _("Add a note"),
        "confirmed": _("Done. You can close this page."),
        "left": _("{n} characters left"),
        "left_one": _("One character left"),
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
        "reason_placeholder": _("Why? You may leave it empty."),
        "reason_submit": _("Cancel"),
        "resting": _("⏸ {time} left, resting"),
        "sending": _("Sending…"),
        "specify": _("Please specify:"),
        "time_left": _("{time} left"),
        "typed": entry_hint("{typed}"),
        "waiting": _("Also waiting for you"),
    }
