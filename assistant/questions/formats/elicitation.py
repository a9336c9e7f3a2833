"""Forms by which an MCP server asks the user, and what is sent back.

Read here: the flat schema of `elicitation/create` (protocol 2025-11-25) and of `inputRequests`
(2026-07-28), which is the same in both. The name of a field is the id of its question.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, assert_never

from assistant.locale import _, mark
from assistant.questions.formats.elicitation_field import FieldReader
from assistant.questions.formats.field_schema import PlainField, plain_field, plain_form
from assistant.questions.formats.input_reader import (
    InputProblem,
    InputReader,
    ParsedQuestions,
    as_fields,
    as_list,
    as_record,
    is_object,
    nested_path,
    refuse,
)
from assistant.questions.formats.json_in_text import decoded
from assistant.questions.formats.reader_policy import ELICITATION
from assistant.questions.model.question import (
    Answer,
    Answered,
    AnswerInput,
    Cancelled,
    Later,
    NoneFit,
    Option,
    Question,
    QuestionKind,
    QuestionRoute,
    QuestionSet,
    Response,
    TimedOut,
    YouDecide,
)
from assistant.questions.model.sanitizer import clean_text
from assistant.questions.model.text_rules import NUMERIC, as_number


def parse_elicitation(
    params: Mapping[str, Any], *, set_id: str, source: str = ""
) -> ParsedQuestions:
    """Turn the parameters of an elicitation in form mode, or its bare schema, into a question set.

    A form without fields asks to be accepted or declined. What servers write beyond the protocol is
    read where it is clear (`field_schema`); an optional field that cannot be asked for is left out.

    Args:
        params: `{"message", "requestedSchema"}`, or a JSON Schema of type object.
        set_id: Id of the set.
        source: The server that asks, as shown to the user.

    Returns:
        The set, its questions in the order of the fields. A field that seems to ask for a secret,
        which the protocol forbids in a form, is named in the notes.

    Raises:
        QuestionError: If it is not a form, or a field that has to be there cannot be asked for;
            `problems` names each one.
    """
    reader = InputReader(policy=ELICITATION, stem=set_id)
    if str(params.get("mode") or "form").lower() != "form":
        _refuse_mode()
    form = _form(params)
    for note in form.notes:
        reader.note(form.where, note)
    if len(form.fields) > reader.policy.max_questions:
        most = reader.policy.max_questions
        reader.wrong_count(nested_path(form.where, "properties"), len(form.fields), most)
    read = [
        FieldReader(
            reader,
            name,
            field,
            nested_path(form.where, f"properties.{name}"),
            is_alone=len(form.fields) == 1,
        ).question(required=name in form.required)
        for name, field in form.fields.items()
    ]
    consent = None if form.fields else _consent(params)
    if not form.fields and consent is None:
        reader.problem(nested_path(form.where, "properties"), "missing", mark("has no fields"))
    if consent is not None:
        read = [consent]
    questions = tuple(question for question in read if question is not None)
    if not questions and not reader.problems:
        template = mark("has no field that can be asked for")
        reader.problem(nested_path(form.where, "properties"), "invalid_value", template)
    reader.refuse_if_broken()
    return ParsedQuestions(
        questions=QuestionSet(
            id=set_id,
            questions=questions,
            title=reader.line(form.schema, "title"),
            description="" if consent else reader.text(params, "message"),
            source=source,
            route=QuestionRoute.ELICITATION,
            raw=as_record(params),
        ),
        notes=tuple(reader.notes),
    )


def _refuse_mode() -> None:
    refuse(
        [InputProblem(field="mode", code="invalid_value", template=mark("is not form"))],
        hint="Only a form has questions; an address is opened, not answered.",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Form:
    """What a form asks for."""

    where: str
    """The place of its schema in the parameters."""
    schema: Mapping[str, Any]
    fields: Mapping[str, PlainField]
    required: frozenset[str]
    notes: Sequence[str]


def _form(params: Mapping[str, Any]) -> _Form:
    schema, where = params, ""
    for key in ("requestedSchema", "requested_schema"):
        if key in params:
            schema, where = as_fields(decoded(params[key])), key
    whole, notes = plain_form(schema)
    fields = {
        str(name): plain_field(field, root=schema)
        for name, field in as_fields(whole.get("properties")).items()
    }
    named = {name for name in as_list(whole.get("required")) or () if isinstance(name, str)}
    return _Form(
        where=where,
        schema=whole,
        fields=fields,
        required=frozenset(name for name in fields if name in named or fields[name].is_required),
        notes=notes,
    )


def answer_schema(params: Mapping[str, Any]) -> dict[str, Any]:
    """Return the schema that what is sent has to fit: the server's own, its fields in plain form."""
    form = _form(params)
    return {
        **form.schema,
        "type": "object",
        "properties": {name: _nullable(field) for name, field in form.fields.items()},
        "required": sorted(form.required),
    }


def _nullable(field: PlainField) -> Mapping[str, Any]:
    return {"anyOf": [field.schema, {"type": "null"}]} if field.is_nullable else field.schema


_CONSENT: Final = "accept"
"""Id of the one question of a form without fields, and of the option that accepts."""


def _consent(params: Mapping[str, Any]) -> Question | None:
    """Return the question of a form without fields, if it says what it is about.

    Nothing is chosen to begin with.
    """
    message = params.get("message")
    words = clean_text(message, multiline=True) if isinstance(message, str) else ""
    schema = decoded(params.get("requestedSchema", params.get("requested_schema")))
    fields = schema.get("properties") if is_object(schema) else schema
    if not words or not (fields is None or is_object(fields)):
        return None
    return Question(
        id=_CONSENT,
        kind=QuestionKind.SINGLE,
        text=words,
        options=(
            Option(id=_CONSENT, label=_("Accept")),
            Option(id="decline", label=_("Decline")),
        ),
    )


def elicitation_result(questions: QuestionSet, response: Response) -> dict[str, Any]:
    """Return what a response is in an elicitation: `{"action", "content"}`.

    Whoever says that none of the options fits, or leaves the choice to the other side, declines;
    whoever cancels, puts it off or does not answer, cancels.

    Args:
        questions: The set that was read from the form.
        response: What came back, checked.
    """
    match response:
        case Answered():
            form = _form(as_fields(json.loads(questions.raw or "{}")))
            if not form.fields and questions.questions[0].id == _CONSENT:
                is_accepted = response.answers[0].option_ids == (_CONSENT,)
                return {"action": "accept", "content": {}} if is_accepted else _DECLINED
            content = {
                answer.question_id: value
                for answer in response.answers
                if (value := _value(questions.find(answer.question_id), answer, form)) is not None
            }
            missing = {
                name: None
                for name in form.fields
                if name in form.required and form.fields[name].is_nullable and name not in content
            }
            return {"action": "accept", "content": content | missing}
        case NoneFit() | YouDecide():
            return _DECLINED
        case Cancelled() | Later() | TimedOut():
            return {"action": "cancel"}
        case _:
            assert_never(response)


_DECLINED: Final = {"action": "decline"}


_Scalar = str | int | float | bool


def _value(question: Question, answer: Answer, form: _Form) -> _Scalar | list[_Scalar] | None:
    """Return an answer as the value of its field, or None to leave the field out."""
    match question.traits.input:
        case AnswerInput.YES_NO:
            return answer.boolean
        case AnswerInput.OPTIONS if question.traits.is_multiple:
            return [form.fields[question.id].value_of(one) for one in answer.option_ids] or None
        case AnswerInput.OPTIONS:
            if not answer.option_ids:
                return None
            return form.fields[question.id].value_of(answer.option_ids[0])
        case AnswerInput.TEXT if answer.text and question.text_format in NUMERIC:
            return as_number(answer.text, question.text_format)
        case AnswerInput.TEXT:
            return answer.text
