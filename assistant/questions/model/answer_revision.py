"""Which answers may be changed after they were given. Pure."""

from assistant.questions.model.question import (
    Answered,
    Later,
    NoneFit,
    Purpose,
    QuestionRoute,
    QuestionSet,
    Response,
    YouDecide,
)


def is_models_question(questions: QuestionSet) -> bool:
    """Whether the model of a conversation asked, and its turn goes on with the answer."""
    return questions.purpose is Purpose.ASK and questions.door in {
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
