"""Which answers may be changed after they were given, and what stands then. Pure."""

from assistant.questions.model.question import (
    Answer,
    Answered,
    Draft,
    Later,
    NoneFit,
    Purpose,
    QuestionRoute,
    QuestionSet,
    Response,
    YouDecide,
)
from assistant.questions.model.validation import visible


def is_models_question(questions: QuestionSet) -> bool:
    """Whether the model of a conversation asked, and its turn goes on with the answer."""
    return questions.purpose is Purpose.ASK and questions.route in {
        QuestionRoute.TOOL,
        QuestionRoute.TEXT,
    }


def can_change(questions: QuestionSet, response: Response | None) -> bool:
    """Whether an answer that was given may be changed afterwards.

    Only what the model of this conversation asked: a permission has been used, and another program
    has gone on with its answer.
    """
    return isinstance(response, Answered | YouDecide | NoneFit) and is_models_question(questions)


def can_go_back(questions: QuestionSet, response: Response | None) -> bool:
    """Whether the conversation may go on anew from this question."""
    return (
        response is not None and not isinstance(response, Later) and is_models_question(questions)
    )


def revised(questions: QuestionSet, old: Response, again: QuestionSet, new: Response) -> Response:
    """Return what stands once some or all questions of a set were asked again.

    Args:
        questions: What was asked.
        old: What was answered.
        again: The copy that was put, which may have only some of the questions.
        new: What was answered to it.
    """
    if not isinstance(new, Answered) or not isinstance(old, Answered):
        return new
    asked = {question.id for question in again.walk()}
    answers = {a.question_id: a for a in old.answers if a.question_id not in asked}
    answers |= {answer.question_id: answer for answer in new.answers}
    open_now = visible(questions, Draft(answers=answers))
    return Answered(
        answers=tuple(answers.get(q.id, Answer(question_id=q.id)) for q in open_now),
        provenance=new.provenance,
    )
