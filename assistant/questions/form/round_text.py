"""An earlier round of questions, as lines of text. Pure, but for the interface's language."""

from assistant.locale import _
from assistant.questions.model.option_markers import marker
from assistant.questions.model.question import Answered, AnswerInput
from assistant.questions.model.round_history import EarlierRound


def round_lines(past: EarlierRound) -> list[str]:
    """Return the questions of a round with their options, marked where they were chosen."""
    response = past.response
    given = response.answers if isinstance(response, Answered) else ()
    chosen = {answer.question_id: answer.option_ids for answer in given}
    lines = [part for part in (past.questions.title, past.questions.description) if part]
    for question in past.questions.walk():
        lines.append(question.text)
        for index, option in enumerate(question.options):
            mark = "●" if option.id in chosen.get(question.id, ()) else "○"
            description = f" - {option.description}" if option.description else ""
            lines.append(f"   {mark} {marker(question, index)}. {option.label}{description}")
        if question.traits.input is AnswerInput.YES_NO:
            lines.append(f"   {_('Yes')} / {_('No')}")
    return lines
