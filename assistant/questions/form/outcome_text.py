"""How a question ended, in words. Pure, but for the interface's language."""

import unicodedata
from collections.abc import Callable, Sequence
from typing import Final, assert_never

from assistant.locale import _
from assistant.questions.form.icons import ICONS
from assistant.questions.model.question import (
    Answer,
    Answered,
    Cancelled,
    CancelReason,
    Channel,
    Later,
    Method,
    NoneFit,
    Question,
    QuestionSet,
    Response,
    TimedOut,
    YouDecide,
)
from assistant.questions.model.sanitizer import one_line

_WITHOUT_WIDTH: Final = {"Mn", "Me", "Cf"}
"""Categories of characters that stand on or between others."""
_MOST_NAME: Final = 60
"""Characters of a question's words that stand for its header."""
_ASKING: Final = ("?", "？", ":", "：")
"""How the words of a question end that need no colon."""


def answer_in_words(
    question: Question, answer: Answer, *, place: Callable[[int], str] | None = None
) -> str:
    """Return an answer in one line, as it is confirmed; empty if it was left out.

    Args:
        question: What was asked.
        answer: What was given.
        place: Returns what stands before the label of the option at an index; by default nothing.
    """
    if answer.boolean is not None:
        return _("Yes") if answer.boolean else _("No")
    parts = [
        option.label if place is None else place(index) + option.label
        for index, option in enumerate(question.options)
        if option.id in answer.option_ids
    ]
    parts += [one_line(words) for words in (answer.other, answer.text) if words]
    return ", ".join(parts)


def short_name(question: Question) -> str:
    """Return its header, or so much of its words as fits into a line beside an answer."""
    if question.header:
        return question.header
    text = one_line(question.text)
    return text if len(text) <= _MOST_NAME else text[: _MOST_NAME - 1] + "…"


def answer_line(question: Question, answer: Answer) -> str:
    """Return a question and its answer in one line: `header: label, label`."""
    name, words = short_name(question), answer_in_words(question, answer) or _("(left out)")
    asks = not question.header and name.endswith(_ASKING)
    return f"{name} {words}" if asks else f"{name}: {words}"


def is_default_of_timeout(response: Response | None) -> bool:
    """Whether nobody chose: the author's default stands for an answer."""
    return isinstance(response, Answered) and response.provenance.method is Method.TIMEOUT_DEFAULT


def answer_lines(questions: QuestionSet, response: Answered) -> list[str]:
    """Return one line `✔ header: label, label` for each answer.

    A default that a time-out took bears another mark: nobody chose it.
    """
    mark = "⏱" if is_default_of_timeout(response) else "✔"
    return [
        f"{mark} {answer_line(questions.find(answer.question_id), answer)}"
        for answer in response.answers
    ]


def boxed_lines(questions: QuestionSet, response: Answered) -> list[str]:
    """Return the answers, each in a box: `╭─ header ─╮`, `│ ✔ label` for each, `╰────╯`."""
    lines: list[str] = []
    for answer in response.answers:
        question = questions.find(answer.question_id)
        chosen = [option.label for option in question.options if option.id in answer.option_ids]
        own = answer.model_copy(update={"option_ids": ()})
        chosen += [words for words in [answer_in_words(question, own)] if words]
        head = f"{ICONS['chipLeft']} {short_name(question)} {ICONS['chipRight']}"
        lines.append(head)
        lines += [f"{ICONS['boxVertical']} ✔ {label}" for label in chosen or [_("(left out)")]]
        lines.append(f"{ICONS['boxBottom']}{'─' * (_columns(head) - 2)}╯")
    return lines


def _columns(text: str) -> int:
    """Return the columns of a terminal that text takes: letters of East Asia take two, marks none."""
    shown = [letter for letter in text if unicodedata.category(letter) not in _WITHOUT_WIDTH]
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in shown)


def outcome_lines(questions: QuestionSet, response: Response) -> list[str]:
    """Return the lines of the answers, or what else became of the question."""
    match response:
        case Answered():
            lines = answer_lines(questions, response)
            if is_default_of_timeout(response):
                lines.append(_("Nobody answered in time; these defaults were taken."))
            return lines
        case YouDecide():
            return [_("You left the choice to the assistant.")]
        case NoneFit():
            return [_("None of these: {words}").format(words=response.words)]
        case Later():
            return [_("Put off until later.")]
        case Cancelled():
            why = cancel_reason(response)
            return [_("Cancelled: {words}").format(words=why) if why else _("Cancelled.")]
        case TimedOut():
            return [_("Nobody answered in time. Nothing was chosen.")]
        case _:
            assert_never(response)


def cancel_reason(response: Cancelled) -> str:
    """Return why the user cancelled, in their words; empty if they did not say, or a program did."""
    by = response.provenance
    if response.reason is not CancelReason.USER or by is None or by.channel is Channel.MCP:
        return ""
    return one_line(response.text)


def settled_at(
    lines: Sequence[str], response: Response, channel: Channel | None, *, here: Channel
) -> list[str]:
    """Return the lines of an outcome with the place where the question was settled.

    Args:
        lines: What became of it.
        response: The same as a value.
        channel: Where; None if it is not known, or nobody did it.
        here: Where the lines are read.
    """
    if channel is None:
        return list(lines)
    where = channel_name(channel, here=here)
    if isinstance(response, Answered):
        return [_("Answered {where}:").format(where=where), *lines]
    return [_("{what} ({where})").format(what=lines[0], where=where), *lines[1:]]


def channel_name(channel: Channel, *, here: Channel) -> str:
    """Return a channel as a person calls it who reads this there."""
    match channel:
        case Channel.DESKTOP:
            return _("in this window") if here is Channel.DESKTOP else _("in the window")
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
