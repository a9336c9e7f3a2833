"""How a question ended, as lines of plain text."""

from typing import assert_never

from assistant.locale import _
from assistant.questions.model import (
    Answered,
    Cancelled,
    Door,
    Later,
    Method,
    NoneFit,
    Purpose,
    QuestionSet,
    Response,
    TimedOut,
    YouDecide,
)
from assistant.questions.text_list import in_words


def outcome_lines(questions: QuestionSet, response: Response) -> tuple[str, ...]:
    """Return one line `✔ header: label, label` for each answer, or what became of the question.

    A default that a time-out took bears another mark: nobody chose it.
    """
    match response:
        case Answered():
            is_default = response.provenance.method is Method.TIMEOUT_DEFAULT
            lines = _answers(questions, response, "⏱" if is_default else "✔")
            remark = _("Nobody answered in time; these defaults were taken.")
            return (*lines, remark) if is_default else lines
        case YouDecide():
            return (_("You left the choice to the assistant."),)
        case NoneFit():
            return (_("None of these: {words}").format(words=response.words),)
        case Later():
            return (_("Put off until later."),)
        case Cancelled():
            return (_("Cancelled."),)
        case TimedOut():
            return (_("Nobody answered in time. Nothing was chosen."),)
        case _:
            assert_never(response)


def _answers(questions: QuestionSet, response: Answered, mark: str) -> tuple[str, ...]:
    lines: list[str] = []
    for number, answer in enumerate(response.answers, start=1):
        question = questions.find(answer.question_id)
        words = in_words(question, answer) or _("(left out)")
        lines.append(f"{mark} {question.header or f'Q{number}'}: {words}")
    return tuple(lines)


def carrying_out(questions: QuestionSet, response: Response) -> str:
    """Return what happens now because of an answer; empty if nothing does.

    A permission is not repeated: the tool that it lets run has a line of its own.
    """
    if not isinstance(response, Answered) or questions.purpose is not Purpose.ASK:
        return ""
    if questions.door not in {Door.TOOL, Door.TEXT}:
        return ""
    words = [in_words(questions.find(a.question_id), a) for a in response.answers]
    what = ", ".join(word for word in words if word)
    return _("Carrying out: {what}...").format(what=what) if what else ""
