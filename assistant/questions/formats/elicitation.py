"""Forms by which an MCP server asks the user, and what is sent back.

Read here: the flat schema of `elicitation/create` (protocol 2025-11-25) and of `inputRequests`
(2026-07-28), which is the same in both. The name of a field is the id of its question.
"""

import re
from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Any, Final, assert_never

from assistant.locale import mark
from assistant.questions.formats.input_reader import (
    InputProblem,
    InputReader,
    ParsedQuestions,
    as_fields,
    as_list,
    as_record,
    nested_path,
    refuse,
)
from assistant.questions.formats.option_reader import check_label, check_options
from assistant.questions.formats.reader_policy import ELICITATION
from assistant.questions.formats.rule_reader import RuleKeys, with_rules
from assistant.questions.model.limits import MAX_ID
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
    TextFormat,
    TimedOut,
    YouDecide,
)
from assistant.questions.model.question_words import forbidding_pattern, secret_pattern
from assistant.questions.model.sanitizer import clean_text, one_line
from assistant.questions.model.text_rules import NUMERIC, as_number

_KEYS: Final = RuleKeys(
    min_length="minLength",
    max_length="maxLength",
    min_choices="minItems",
    max_choices="maxItems",
)
_FORMATS: Final = frozenset(
    {TextFormat.EMAIL, TextFormat.URI, TextFormat.DATE, TextFormat.DATE_TIME}
)


def parse_elicitation(
    params: Mapping[str, Any], *, set_id: str, source: str = ""
) -> ParsedQuestions:
    """Turn the parameters of an elicitation in form mode, or its bare schema, into a question set.

    Args:
        params: `{"message", "requestedSchema"}`, or a JSON Schema of type object.
        set_id: Id of the set.
        source: The server that asks, as shown to the user.

    Returns:
        The set, its questions in the order of the fields. A field that seems to ask for a secret,
        which the protocol forbids in a form, is named in the notes.

    Raises:
        QuestionError: If it is not a form, or a field is none that the protocol allows; `problems`
            names each one.
    """
    reader = InputReader(policy=ELICITATION, stem=set_id)
    if params.get("mode", "form") != "form":
        _refuse_mode()
    schema, where = params, ""
    for key in ("requestedSchema", "requested_schema"):
        if key in params:
            schema, where = as_fields(params[key]), key
    properties = as_fields(schema.get("properties"))
    if not properties:
        reader.problem(nested_path(where, "properties"), "missing", mark("has no fields"))
    if len(properties) > reader.policy.max_questions:
        most = reader.policy.max_questions
        reader.wrong_count(nested_path(where, "properties"), len(properties), most)
    required = {name for name in as_list(schema.get("required")) or () if isinstance(name, str)}
    questions = [
        _Field(reader, name, as_fields(field), nested_path(where, f"properties.{name}")).question(
            required=name in required
        )
        for name, field in properties.items()
    ]
    reader.refuse_if_broken()
    return ParsedQuestions(
        questions=QuestionSet(
            id=set_id,
            questions=tuple(questions),
            title=reader.line(schema, "title"),
            description=reader.text(params, "message"),
            source=source,
            door=QuestionRoute.ELICITATION,
            raw=as_record(params),
        ),
        notes=tuple(reader.notes),
    )


def _refuse_mode() -> None:
    refuse(
        [InputProblem(field="mode", code="invalid_value", template=mark("is not form"))],
        hint="Only a form has questions; an address is opened, not answered.",
    )


class _Field:
    """One field of a form."""

    def __init__(
        self, reader: InputReader, name: str, schema: Mapping[str, Any], where: str
    ) -> None:
        self._reader = reader
        self._name = name
        self._schema = schema
        self._where = where

    def question(self, *, required: bool) -> Question:
        """Return the question that asks for this field."""
        reader, name = self._reader, self._name
        if not name or len(name) > MAX_ID or clean_text(name) != name:
            reader.problem(self._where, "invalid_value", mark("has a name that cannot be used"))
        title = reader.line(self._schema, "title")
        context = reader.text(self._schema, "description")
        if secret_pattern().search(f"{name.replace('_', ' ')} {title}") or _asks_for_secret(
            context
        ):
            reader.note(self._where, "seems to ask for a secret, which a form must not")
        kind, options, text_format = self._kind()
        question = Question(
            id=name,
            kind=kind,
            text=title or name,
            context=context,
            options=options,
            required=required,
            text_format=text_format,
        )
        return with_rules(reader, question, self._rules(), self._where, _KEYS)

    def _rules(self) -> Mapping[str, Any]:
        """Return the schema without a format that the protocol does not have."""
        named = self._schema.get("format")
        if named is None or (isinstance(named, str) and named in _FORMATS):
            return self._schema
        self._reader.note(self._where, "format unknown; left out")
        return {key: value for key, value in self._schema.items() if key != "format"}

    def _kind(self) -> tuple[QuestionKind, tuple[Option, ...], TextFormat]:
        schema = self._schema
        match schema.get("type"):
            case "string" if "enum" in schema or "oneOf" in schema:
                return QuestionKind.SINGLE, self._options(schema, self._where), TextFormat.PLAIN
            case "string":
                return QuestionKind.TEXT, (), TextFormat.PLAIN
            case "number":
                return QuestionKind.TEXT, (), TextFormat.NUMBER
            case "integer":
                return QuestionKind.TEXT, (), TextFormat.INTEGER
            case "boolean":
                return QuestionKind.BOOLEAN, (), TextFormat.PLAIN
            case "array":
                where = nested_path(self._where, "items")
                items = as_fields(schema.get("items"))
                return QuestionKind.MULTI, self._options(items, where), TextFormat.PLAIN
            case _:
                self._reader.problem(
                    nested_path(self._where, "type"),
                    "invalid_value",
                    mark("must be string, number, integer, boolean or array"),
                )
                return QuestionKind.BOOLEAN, (), TextFormat.PLAIN

    def _options(self, schema: Mapping[str, Any], where: str) -> tuple[Option, ...]:
        """Read `enum`, with `enumNames` of older servers, or titled `oneOf` or `anyOf`."""
        reader = self._reader
        titled = as_list(schema.get("oneOf", schema.get("anyOf")))
        if titled is not None:
            pairs = [(as_fields(e).get("const"), as_fields(e).get("title")) for e in titled]
        else:
            values = as_list(schema.get("enum"))
            if values is None:
                reader.problem(nested_path(where, "enum"), "missing", mark("is missing"))
                return ()
            names = as_list(self._schema.get("enumNames")) or []
            pairs = list(zip_longest(values, names[: len(values)]))
        defaults = self._defaults()
        options: list[Option] = []
        for n, (value, title) in enumerate(pairs):
            here = f"{where}[{n}]"
            if not isinstance(value, str) or len(value) > MAX_ID or not _is_storable(value):
                told = mark("must be text of at most {most} characters")
                reader.problem(here, "invalid_value", told, most=MAX_ID)
                continue
            label = one_line(clean_text(title)) if isinstance(title, str) else ""
            label = label or one_line(clean_text(value)) or '""'
            check_label(reader, label, here)
            options.append(Option(id=value, label=label, default=value in defaults))
        check_options(reader, options, where)
        return tuple(options)

    def _defaults(self) -> Sequence[object]:
        value: object = self._schema.get("default")
        listed = as_list(value)
        return [] if value is None else [value] if listed is None else listed


def _is_storable(text: str) -> bool:
    """Whether `text` has no half of a surrogate pair, which JSON can carry and UTF-8 cannot."""
    return not any("\ud800" <= character <= "\udfff" for character in text)


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
            content = {
                answer.question_id: value
                for answer in response.answers
                if (value := _value(questions.find(answer.question_id), answer)) is not None
            }
            return {"action": "accept", "content": content}
        case NoneFit() | YouDecide():
            return {"action": "decline"}
        case Cancelled() | Later() | TimedOut():
            return {"action": "cancel"}
        case _:
            assert_never(response)


def _value(question: Question, answer: Answer) -> str | int | float | bool | list[str] | None:
    """Return an answer as the value of its field, or None to leave the field out."""
    match question.traits.input:
        case AnswerInput.YES_NO:
            return answer.boolean
        case AnswerInput.OPTIONS if question.traits.is_multiple:
            return list(answer.option_ids) or None
        case AnswerInput.OPTIONS:
            return answer.option_ids[0] if answer.option_ids else None
        case AnswerInput.TEXT if answer.text and question.text_format in NUMERIC:
            return as_number(answer.text, question.text_format)
        case AnswerInput.TEXT:
            return answer.text


def _asks_for_secret(context: str) -> bool:
    """Whether a description names a secret in a sentence that does not forbid one."""
    return any(
        secret_pattern().search(sentence) and not forbidding_pattern().search(sentence)
        for sentence in re.split(r"[.!?。！？\n]", context)
    )
