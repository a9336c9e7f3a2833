"""Read a question set in our own form, as `QuestionSet` writes it, from outside the program."""

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from assistant.locale import mark
from assistant.questions.formats.conditions import check_dependencies
from assistant.questions.formats.input_reader import (
    InputProblem,
    InputReader,
    ParsedQuestions,
    nested_path,
    refuse,
)
from assistant.questions.formats.option_reader import check_label, check_options
from assistant.questions.formats.reader_policy import DEFINITION
from assistant.questions.model.limits import MAX_LEVELS, MAX_QUESTIONS_IN_SET
from assistant.questions.model.question import AnswerInput, Purpose, Question, QuestionSet
from assistant.questions.model.sanitizer import clean_text, one_line

_HINT = "Correct the named fields."


def parse_canonical(
    value: Mapping[str, Any], *, set_id: str, earlier: Sequence[QuestionSet] = ()
) -> ParsedQuestions:
    """Read a set in our own form. Strict.

    Texts are cleaned. What only the program may say is not taken from it: the purpose and version of the
    set, and whether a spoken yes may settle it.

    Args:
        value: The set, as JSON.
        set_id: Id of the set if it names none.
        earlier: What the session was asked before; as `parse_definition`.

    Raises:
        QuestionError: If a field is missing, unknown or of the wrong type, or a limit is broken;
            `problems` names each one.
    """
    try:
        read = QuestionSet.model_validate({"id": set_id, **value})
    except ValidationError as error:
        refuse([_problem(dict(found)) for found in error.errors()], hint=_HINT)
    read = read.model_copy(update={"questions": tuple(_cleaned(q) for q in read.questions)})
    reader = InputReader(policy=DEFINITION, stem=read.id, earlier=earlier)
    _check(reader, read.questions, where="questions", level=1)
    count = sum(1 for _ in read.walk())
    if not 1 <= count <= MAX_QUESTIONS_IN_SET:
        told = mark("has {count} entries with follow-ups, 1 to {most} allowed")
        code = "too_many" if count else "too_few"
        reader.problem("questions", code, told, count=count, most=MAX_QUESTIONS_IN_SET)
    check_dependencies(reader, read.questions)
    reader.refuse_if_broken()
    if read.purpose is not Purpose.ASK or read.voice_confirm:
        reader.note("", "purpose and voice_confirm are the program's own to say; left out")
        read = read.model_copy(update={"purpose": Purpose.ASK, "voice_confirm": False})
    return ParsedQuestions(
        questions=read.model_copy(update={"version": 1}), notes=tuple(reader.notes)
    )


def _problem(found: Mapping[str, Any]) -> InputProblem:
    field = ""
    for part in found["loc"]:
        field = f"{field}[{part}]" if isinstance(part, int) else nested_path(field, str(part))
    if found["type"] == "missing":
        return InputProblem(field=field, code="missing", template=mark("is missing"))
    return InputProblem(
        field=field,
        code="invalid_value",
        template=mark("cannot be used: {reason}"),
        values={"reason": found["msg"]},
    )


def _cleaned(question: Question) -> Question:
    """Return a question without what could deceive a reader or break a display."""
    options = [
        option.model_copy(
            update={
                "label": one_line(clean_text(option.label)),
                "description": clean_text(option.description, multiline=True),
                "spoken": one_line(clean_text(option.spoken)),
            }
        )
        for option in question.options
    ]
    header = one_line(clean_text(question.header or ""))
    return question.model_copy(
        update={
            "text": clean_text(question.text, multiline=True),
            "header": header or None,
            "context": clean_text(question.context, multiline=True),
            "options": tuple(options),
            "follow_ups": {
                option_id: tuple(_cleaned(below) for below in nested)
                for option_id, nested in question.follow_ups.items()
            },
        }
    )


def _check(reader: InputReader, questions: Sequence[Question], *, where: str, level: int) -> None:
    for n, question in enumerate(questions):
        here = f"{where}[{n}]"
        if level > MAX_LEVELS:
            reader.too_deep(here, level)
            return
        reader.claim_id(question.id, "", here)
        if not question.text:
            reader.problem(nested_path(here, "text"), "missing", mark("is missing or empty"))
        if question.traits.input is AnswerInput.OPTIONS:
            check_options(reader, question.options, here)
            for position, option in enumerate(question.options):
                check_label(reader, option.label, nested_path(here, f"options[{position}]"))
        for option_id, below in question.follow_ups.items():
            _check(
                reader,
                below,
                where=nested_path(here, f"follow_ups[{option_id!r}]"),
                level=level + 1,
            )
