"""In which order the calls of one message run. Pure."""

from collections.abc import Sequence


def stages(are_questions: Sequence[bool]) -> tuple[tuple[int, ...], ...]:
    """Group the calls of a message: a question stands alone, its neighbours run together.

    Args:
        are_questions: For each call, whether it is a question.

    Returns:
        Indices of the calls that run at the same time, one group after the other.
    """
    groups: list[list[int]] = []
    for index, is_question in enumerate(are_questions):
        if groups and not is_question and not are_questions[groups[-1][-1]]:
            groups[-1].append(index)
        else:
            groups.append([index])
    return tuple(tuple(group) for group in groups)
