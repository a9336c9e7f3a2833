"""What follows from an answer, as a line of plain text."""

from assistant.locale import _
from assistant.questions.form.outcome_text import answer_in_words
from assistant.questions.model.answer_revision import is_models_question
from assistant.questions.model.question import (
    Answered,
    QuestionSet,
    Response,
)


def outcome_line(questions: QuestionSet, response: Response) -> str:
    """Return what happens now because of an answer; empty if nothing does.

    A permission is not repeated: the tool that it lets run has a line of its own.
    """
    if not isinstance(response, Answered) or not is_models_question(questions):
        return ""
    words = [answer_in_words(questions.find(a.question_id), a) for a in response.answers]
    what = ", ".join(word for word in words if word)
    return _("Carrying out: {what}...").format(what=what) if what else ""
