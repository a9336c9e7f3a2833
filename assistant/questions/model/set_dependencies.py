"""Questions that depend on the answer to a question of another set. Pure.

Inside a set `validation.visible` holds such conditions. Between sets the later one is held back
until the earlier one is over; then each condition either holds, and is gone, or does not, and its
question is dropped.
"""

from collections.abc import Mapping, Sequence

from assistant.questions.model.question import Answer, Dependency, Draft, Question, QuestionSet
from assistant.questions.model.validation import visible


def awaited_questions(questions: QuestionSet) -> frozenset[str]:
    """Return the ids of the questions of other sets that this one depends on."""
    own = {question.id for question in questions.walk()}
    conditions = (question.depends_on for question in questions.walk())
    return frozenset(
        condition.question_id
        for condition in conditions
        if condition is not None and condition.question_id not in own
    )


def resolve_dependencies(questions: QuestionSet, given: Mapping[str, Answer]) -> QuestionSet | None:
    """Return the set as it is once the questions it waited for are over.

    Args:
        questions: What is to be asked.
        given: The answers to questions of other sets, by question id; none for one that was
            cancelled, timed out or never asked.

    Returns:
        The set without conditions on others, and without the questions whose condition does not
        hold; None if none is left that could be put.
    """
    outside = awaited_questions(questions)
    kept = questions.model_copy(update={"questions": _settled(questions.questions, outside, given)})
    return kept if visible(kept, Draft()) else None


def _settled(
    questions: Sequence[Question], outside: frozenset[str], given: Mapping[str, Answer]
) -> tuple[Question, ...]:
    result: list[Question] = []
    for question in questions:
        condition = question.depends_on
        if condition is not None and condition.question_id in outside:
            if not _holds(condition, given):
                continue
            condition = None
        follow_ups = {
            option_id: _settled(nested, outside, given)
            for option_id, nested in question.follow_ups.items()
        }
        result.append(
            question.model_copy(update={"depends_on": condition, "follow_ups": follow_ups})
        )
    return tuple(result)


def _holds(condition: Dependency, given: Mapping[str, Answer]) -> bool:
    answer = given.get(condition.question_id)
    return answer is not None and not set(answer.choices).isdisjoint(condition.option_ids)
