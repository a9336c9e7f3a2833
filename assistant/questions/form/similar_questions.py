"""Open questions that are so alike that one answer can stand for all. Pure."""

from collections.abc import Hashable, Iterable, Sequence

from assistant.questions.model.pending_question import PendingQuestion
from assistant.questions.model.question import (
    Answered,
    AnswerInput,
    Purpose,
    Question,
    QuestionSet,
    Response,
)


def alike(pending: Iterable[PendingQuestion]) -> tuple[tuple[PendingQuestion, ...], ...]:
    """Return the groups of two and more that may be answered together, in the order asked.

    Alike are questions of one conversation with the same kinds and, in the same order, the same
    option ids and labels. Confirmations are decided one by one, and words that answer one question
    need not answer another.
    """
    groups: dict[Hashable, list[PendingQuestion]] = {}
    for one in pending:
        if one.questions.purpose is Purpose.ASK and not one.is_held:
            shape = _shape(one.questions)
            if shape is not None:
                groups.setdefault((one.origin.conversation_id, shape), []).append(one)
    return tuple(tuple(group) for group in groups.values() if len(group) > 1)


def _shape(questions: QuestionSet) -> Hashable | None:
    """Return what two sets have to have in common; None for one that stands alone."""
    if any(question.traits.input is AnswerInput.TEXT for question in questions.walk()):
        return None
    return tuple(_question_shape(question) for question in questions.questions)


def _question_shape(question: Question) -> Hashable:
    return (
        question.kind,
        question.required,
        question.allow_other,
        tuple((option.id, option.label) for option in question.options),
        tuple(
            (option_id, tuple(_question_shape(below) for below in nested))
            for option_id, nested in question.follow_ups.items()
        ),
    )


def carry_over_response(response: Response, source: QuestionSet, target: QuestionSet) -> Response:
    """Return a response to one set as the response to another that is alike.

    Questions correspond by their place. Answers to questions that the source does not have stay as
    they are, to be refused.
    """
    if not isinstance(response, Answered):
        return response
    names = dict(zip(_ids(source), _ids(target), strict=False))
    answers = tuple(
        answer.model_copy(update={"question_id": names.get(answer.question_id, answer.question_id)})
        for answer in response.answers
    )
    return response.model_copy(update={"answers": answers})


def _ids(questions: QuestionSet) -> Sequence[str]:
    return [question.id for question in questions.walk()]
