"""Conditions between questions: read one, and check that all of a set can be met."""

from collections.abc import Mapping, Sequence
from typing import Any

from assistant.locale import mark
from assistant.questions.formats.input_reader import InputReader, as_fields, as_list, nested_path
from assistant.questions.model.question import AnswerInput, Dependency, Question


def read_dependency(
    reader: InputReader, fields: Mapping[str, Any], where: str
) -> Dependency | None:
    """Read `depends_on: {"question_id": ..., "in": [option ids]}`."""
    value = fields.get("depends_on")
    if value is None:
        return None
    condition = as_fields(value)
    question_id = reader.line(condition, "question_id")
    wanted = condition.get("in")
    ids = [_id(entry) for entry in (as_list(wanted) or ([] if wanted is None else [wanted]))]
    if not question_id or not ids or not all(ids):
        reader.problem(
            nested_path(where, "depends_on"),
            "wrong_type",
            mark("must name a question_id and option ids under in"),
        )
        return None
    return Dependency(question_id=question_id, option_ids=tuple(dict.fromkeys(ids)))


def _id(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return str(value)
    return value.strip() if isinstance(value, str) else ""


def check_dependencies(reader: InputReader, questions: Sequence[Question]) -> None:
    """Refuse conditions on what does not exist, and conditions that lead in a circle.

    What exists is the set and what the session was asked before. A follow-up depends on the
    question it hangs on, too.
    """
    known: dict[str, Question] = {}
    needs: dict[str, set[str]] = {}
    _collect(questions, None, known, needs)
    for question in known.values():
        if question.depends_on is None:
            continue
        field = nested_path(reader.places.get(question.id, question.id), "depends_on")
        trouble = _unknown(question.depends_on, reader.earlier | known)
        if trouble:
            template, name = trouble
            reader.problem(field, "unknown_reference", template, name=repr(name))
        elif _reaches(question.id, question.id, needs):
            reader.problem(field, "cycle", mark("leads back to the question itself"))


def _collect(
    questions: Sequence[Question],
    parent: str | None,
    known: dict[str, Question],
    needs: dict[str, set[str]],
) -> None:
    for question in questions:
        known.setdefault(question.id, question)
        wanted = needs.setdefault(question.id, set())
        if parent is not None:
            wanted.add(parent)
        if question.depends_on is not None:
            wanted.add(question.depends_on.question_id)
        for nested in question.follow_ups.values():
            _collect(nested, question.id, known, needs)


def _unknown(condition: Dependency, known: Mapping[str, Question]) -> tuple[str, str] | None:
    """Return what a condition names that is not there, if anything."""
    other = known.get(condition.question_id)
    if other is None:
        return mark("names the question {name}, which is not in the set"), condition.question_id
    if other.traits.input is AnswerInput.TEXT:
        return mark("names the question {name}, which has no options"), condition.question_id
    for name in condition.option_ids:
        if name not in other.choice_ids:
            return mark("names the option {name}, which that question does not have"), name
    return None


def _reaches(start: str, goal: str, needs: Mapping[str, set[str]]) -> bool:
    """Whether what `start` needs, or what that needs in turn, is `goal`."""
    pending, seen = list(needs.get(start, ())), set[str]()
    while pending:
        question_id = pending.pop()
        if question_id == goal:
            return True
        if question_id not in seen:
            seen.add(question_id)
            pending += needs.get(question_id, ())
    return False
