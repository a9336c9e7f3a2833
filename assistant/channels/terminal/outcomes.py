"""How a question ended, as lines of plain text."""

from typing import assert_never

from assistant.locale import _
from assistant.questions.model import (
    Answered,
    Cancelled,
    Later,
    Method,
    NoneFit,
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
