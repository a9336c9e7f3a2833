"""The list of answers that were given, as lines of text. Pure, but for the language."""

from collections.abc import Iterator

from assistant.channels.terminal.text.unanswered_questions import question_name
from assistant.locale import _
from assistant.protocol.commands import Command
from assistant.protocol.questions import AmendAnswer, AnswersListed, PastAnswer, ReturnToQuestion
from assistant.questions.form.captions import age_text
from assistant.questions.form.outcome_text import outcome_lines
from assistant.questions.model.answer_revision import can_change


def past_answer_lines(listed: AnswersListed) -> Iterator[str]:
    """Return the lines for each answer: its number and question; what was said; its age."""
    for number, one in enumerate(listed.answers, 1):
        yield f"{number:>3}  {question_name(one.questions)}"
        *before, last = outcome_lines(one.questions, one.response)
        age = age_text((listed.listed_at - one.asked_at).total_seconds())
        yield from (f"     {line}" for line in before)
        facts = (
            [last, age] if can_change(one.questions, one.response) else [last, age, _no_change()]
        )
        yield "     " + " · ".join(facts)


def revision(one: PastAnswer, words: str) -> Command | None:
    """Return what the words behind the number of an answer ask for; None if it cannot be done."""
    match words.casefold():
        case "" if can_change(one.questions, one.response):
            return AmendAnswer(questions_id=one.questions.id)
        case "back":
            return ReturnToQuestion(questions_id=one.questions.id)
        case _:
            return None


def _no_change() -> str:
    return _("only “back”")
