"""Read a question set in our own form, as `QuestionSet` writes it, from outside the program."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from pydantic import ValidationError

from assistant.questions.formats.definition_writer import dump_question
from assistant.questions.formats.input_reader import (
    InputProblem,
    ParsedQuestions,
    nested_path,
    refuse,
)
from assistant.questions.formats.tool_input import parse_definition
from assistant.questions.model.question import Purpose, QuestionSet
from assistant.value_faults import value_fault

_HINT = "Correct the named fields."


def parse_canonical(
    value: Mapping[str, Any], *, set_id: str, earlier: Sequence[QuestionSet] = ()
) -> ParsedQuestions:
    """Read a set in our own form. Strict: its questions are read as `parse_definition` reads them.

    What only the program may say is not taken from it: the purpose and version of the set, and whether
    a spoken yes may settle it.

    Args:
        value: The set, as JSON.
        set_id: Id of the set if it names none.
        earlier: What the session was asked before; as `parse_definition`.

    Raises:
        QuestionError: If a field is missing, unknown or of the wrong type, or a limit is broken;
            `problems` names each one.
    """
    try:
        written = QuestionSet.model_validate({"id": set_id, **value})
    except ValidationError as error:
        refuse([_problem(dict(found)) for found in error.errors()], hint=_HINT)
    definition = {
        "questions": [dump_question(question) for question in written.questions],
        "title": written.title,
        "description": written.description,
        "timeout_s": written.timeout_s,
    }
    parsed = parse_definition(definition, set_id=written.id, earlier=earlier)
    read = parsed.questions
    update = {
        "questions": read.questions,
        "title": read.title,
        "description": read.description,
        "timeout_s": read.timeout_s,
        "purpose": Purpose.ASK,
        "voice_confirm": False,
        "allowed_channels": (),
        "version": 1,
    }
    notes = parsed.notes
    if written.purpose is not Purpose.ASK or written.voice_confirm or written.allowed_channels:
        own = "purpose, voice_confirm and allowed_channels are the program's own to say; left out"
        notes = (*notes, f"{written.id} input: {own}")
    return replace(parsed, questions=written.model_copy(update=update), notes=notes)


def _problem(found: Mapping[str, Any]) -> InputProblem:
    field = ""
    for part in found["loc"]:
        field = f"{field}[{part}]" if isinstance(part, int) else nested_path(field, str(part))
    fault = value_fault(found)
    return InputProblem(
        field=field,
        code="missing" if found["type"] == "missing" else "invalid_value",
        template=fault.template,
        values=fault.values,
    )
