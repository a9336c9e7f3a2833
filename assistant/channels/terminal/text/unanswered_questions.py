"""The list of questions without an answer, as lines of text. Pure, but for the language."""

from collections.abc import Iterator
from typing import Final

from assistant.locale import _, mark
from assistant.protocol.commands import Command
from assistant.protocol.questions import (
    PresentQuestionAgain,
    QuestionsListed,
    QuestionStanding,
    ReopenTimedOutQuestion,
    UnansweredQuestion,
)
from assistant.questions.form.captions import age_text, progress_dots
from assistant.questions.form.outcome_text import channel_name
from assistant.questions.model.answer_revision import is_models_question
from assistant.questions.model.pending_question import progress
from assistant.questions.model.question import Channel, QuestionSet
from assistant.questions.model.sanitizer import one_line

_LONGEST: Final = 200
"""Characters of a question that are shown; it is shown whole when it is asked again."""
_STANDINGS: Final = {
    QuestionStanding.OPEN: mark("open"),
    QuestionStanding.PUT_OFF: mark("put off"),
    QuestionStanding.HELD: mark("waits for another answer"),
    QuestionStanding.TIMED_OUT: mark("time ran out"),
}


def list_lines(listed: QuestionsListed) -> Iterator[tuple[str, int | None]]:
    """Return two lines for each question: its number and text; then where it stands.

    With a line goes the mark of the program that asks, which stands before it.
    """
    for number, one in enumerate(listed.questions, 1):
        yield f"{number:>3}  {question_name(one.questions)}", None
        age_s = (listed.listed_at - one.asked_at).total_seconds()
        facts = [_(_STANDINGS[one.standing]), age_text(age_s), _sender(one)]
        done, total = progress(one.questions, one.draft)
        if total > 1:
            facts.append(progress_dots(done, total))
        asker = one.questions.asker
        yield "     " + " · ".join(facts), None if asker is None else asker.mark


def reopening(one: UnansweredQuestion) -> Command | None:
    """Return the command that asks a question again; None while it waits for another answer."""
    match one.standing:
        case QuestionStanding.TIMED_OUT:
            return ReopenTimedOutQuestion(questions_id=one.questions.id)
        case QuestionStanding.HELD:
            return None
        case _:
            return PresentQuestionAgain(questions_id=one.questions.id)


def question_name(questions: QuestionSet) -> str:
    """Return what a question is called in a list: its title or its text, in one line."""
    text = one_line(questions.title or questions.questions[0].text)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def _sender(one: UnansweredQuestion) -> str:
    if one.questions.asked_by:
        return one.questions.asked_by
    if is_models_question(one.questions):
        return _("the assistant")
    if one.origin.channel in {Channel.API, Channel.MCP}:
        return channel_name(one.origin.channel, here=Channel.TERMINAL)
    return "Parley"
