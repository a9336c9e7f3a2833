"""Ids that are unique in a conversation, whatever the askers call their questions. Pure.

A model, a server or a program names its questions as it likes, and the next call may use the same
names. Where a name is taken the question gets another, so that an answer to the first can never be
read as one to the second.
"""

from collections.abc import Collection, Iterable, Mapping
from itertools import count

from assistant.questions.model.question import (
    Draft,
    Purpose,
    Question,
    QuestionRoute,
    QuestionSet,
)


def ids_of(questions: QuestionSet) -> frozenset[str]:
    """Return every id by which an answer may name this set: its own and its questions'."""
    return frozenset({questions.id, *(question.id for question in questions.walk())})


def nth_id(wanted: str, n: int) -> str:
    """Return the id of what is the n-th, from 1, that wants one: `id`, `id#2`, `id#3`, …."""
    return wanted if n == 1 else f"{wanted}#{n}"


def is_id_of(given: str, wanted: str) -> bool:
    """Whether an id is one that `nth_id` made of another."""
    return given == wanted or given.rpartition("#")[0] == wanted


def keeps_ids(questions: QuestionSet) -> bool:
    """Whether a set is put under the ids it has, as the next version of what was put before.

    So are copies that change an answer, and questions of the program's own.
    """
    is_own = questions.purpose is not Purpose.ASK or questions.route is QuestionRoute.PROGRAM
    return is_own or questions.amends is not None


def next_version(questions: QuestionSet, asked: Iterable[QuestionSet]) -> int:
    """Return the version under which a set is put now.

    Args:
        questions: What is put.
        asked: What was put in the conversation before.
    """
    own = {question.id for question in questions.walk()}
    before = (one.version for one in asked if not own.isdisjoint(q.id for q in one.walk()))
    return 1 + max(before, default=0)


def new_question_ids(questions: QuestionSet, taken: Collection[str]) -> dict[str, str]:
    """Return the new id of each question whose id is taken.

    Args:
        questions: What is to be put.
        taken: The ids in the conversation.
    """
    used = {*taken, *(question.id for question in questions.walk())}
    names: dict[str, str] = {}
    for question in questions.walk():
        if question.id in taken:
            free = next(name for n in count(2) if (name := nth_id(question.id, n)) not in used)
            names[question.id] = free
            used.add(free)
    return names


def renamed(questions: QuestionSet, names: Mapping[str, str]) -> QuestionSet:
    """Return a set with other ids for its questions, also where one of them names another."""
    return questions.model_copy(
        update={"questions": tuple(_renamed(question, names) for question in questions.questions)}
    )


def _renamed(question: Question, names: Mapping[str, str]) -> Question:
    condition = question.depends_on
    if condition is not None:
        wanted = names.get(condition.question_id, condition.question_id)
        condition = condition.model_copy(update={"question_id": wanted})
    follow_ups = {
        option_id: tuple(_renamed(below, names) for below in nested)
        for option_id, nested in question.follow_ups.items()
    }
    new_id = names.get(question.id, question.id)
    return question.model_copy(
        update={"id": new_id, "depends_on": condition, "follow_ups": follow_ups}
    )


def renamed_draft(draft: Draft, names: Mapping[str, str]) -> Draft:
    """Return selections under the new ids of their questions."""
    answers = (
        answer.model_copy(update={"question_id": names.get(key, key)})
        for key, answer in draft.answers.items()
    )
    return Draft(answers={answer.question_id: answer for answer in answers})
