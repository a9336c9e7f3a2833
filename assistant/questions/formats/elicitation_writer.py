"""Put questions of ours as the form of an MCP elicitation, and read what was filled in.

The form is flat: question *n*, counted with follow-ups in the order of `QuestionSet.walk`, is the
field `qn`; `qn_other` takes words of the user's own, `qn_note` a remark beside a choice. A form
has no conditions, so a question that is open only after some answer is never required and says
when it counts; an answer to one that is not open is dropped when the answers are checked.
"""

from collections.abc import Mapping
from typing import Any

from assistant.locale import _
from assistant.questions.formats.input_reader import as_finite, as_list
from assistant.questions.model.question import (
    Answer,
    AnswerInput,
    Option,
    Question,
    QuestionRoute,
    QuestionSet,
    TextFormat,
)
from assistant.questions.model.text_rules import NUMERIC, as_number, plain_number


def dump_elicitation(questions: QuestionSet) -> dict[str, Any]:
    """Return the parameters `{"message", "requestedSchema"}` that ask a set in form mode.

    A set that came as an elicitation keeps the names of its fields and gets no further ones.
    """
    properties: dict[str, Any] = {}
    required: list[str] = []
    conditions = _conditions(questions)
    for name, question in _named(questions):
        properties[name] = _field(question, conditions.get(question.id, ""))
        if question.required and not question.allow_other and question.id not in conditions:
            required.append(name)
        if question.allow_other:
            properties[f"{name}_other"] = {
                "type": "string",
                "title": _("Something else: {question}").format(question=question.text),
            }
        if question.options and questions.door is not QuestionRoute.ELICITATION:
            properties[f"{name}_note"] = {
                "type": "string",
                "title": _("Note: {question}").format(question=question.text),
            }
    schema: dict[str, Any] = {"type": "object", "properties": properties, "required": required}
    message = questions.description
    if questions.door is not QuestionRoute.ELICITATION:
        parts = [part for part in (questions.title, questions.description) if part]
        message = "\n\n".join(parts) or questions.questions[0].text
    elif questions.title:
        schema["title"] = questions.title
    return {"mode": "form", "message": message, "requestedSchema": schema}


def read_elicitation_answers(
    questions: QuestionSet, content: Mapping[str, Any]
) -> tuple[Answer, ...]:
    """Return the answers that a filled form of `dump_elicitation` gives; not checked yet.

    A value that does not fit its question is left out, so that checking names the question.

    Args:
        questions: What was asked.
        content: The form, by field.
    """
    answers: list[Answer] = []
    for name, question in _named(questions):
        value: object = content.get(name)
        entries = as_list(value) or ([] if value is None else [value])
        chosen = {entry for entry in entries if isinstance(entry, str)}
        number = as_finite(value)
        text = value if isinstance(value, str) else None if number is None else plain_number(number)
        kind_input = question.traits.input
        answer = Answer(
            question_id=question.id,
            option_ids=tuple(option.id for option in question.options if option.id in chosen),
            other=_words(content, f"{name}_other") if question.allow_other else None,
            text=text or None if kind_input is AnswerInput.TEXT else None,
            boolean=value if isinstance(value, bool) and kind_input is AnswerInput.YES_NO else None,
            note=_words(content, f"{name}_note"),
        )
        if not answer.is_empty or answer.note:
            answers.append(answer)
    return tuple(answers)


def _words(content: Mapping[str, Any], name: str) -> str | None:
    value: object = content.get(name)
    return value if isinstance(value, str) and value.strip() else None


def _named(questions: QuestionSet) -> list[tuple[str, Question]]:
    is_form = questions.door is QuestionRoute.ELICITATION
    return [
        (question.id if is_form else f"q{n}", question)
        for n, question in enumerate(questions.walk(), start=1)
    ]


def _conditions(questions: QuestionSet) -> dict[str, str]:
    """Return for each question that is not always open when it is."""
    result: dict[str, str] = {}
    for question in questions.walk():
        if question.depends_on is not None:
            other = questions.find(question.depends_on.question_id)
            result[question.id] = _condition(other, question.depends_on.option_ids)
        for option_id, below in question.follow_ups.items():
            for follow_up in below:
                result[follow_up.id] = _condition(question, (option_id,))
    return result


def _condition(question: Question, option_ids: tuple[str, ...]) -> str:
    labels = [option.label for option in question.options if option.id in option_ids]
    if question.traits.input is AnswerInput.YES_NO:
        labels = [_("Yes") if option_id == "true" else _("No") for option_id in option_ids]
    return _("Only if “{question}” is answered with: {options}.").format(
        question=question.text, options=", ".join(labels)
    )


def _field(question: Question, condition: str) -> dict[str, Any]:
    description = "\n\n".join(part for part in (question.context, condition) if part)
    field = {"title": question.text} | ({"description": description} if description else {})
    return field | _type(question)


def _type(question: Question) -> dict[str, Any]:
    titled = [{"const": o.id, "title": _title(o)} for o in question.options]
    defaults = [option.id for option in question.options if option.default]
    match question.traits.input:
        case AnswerInput.OPTIONS if question.traits.is_multiple:
            rules = {
                "minItems": None if question.allow_other else question.min_choices,
                "maxItems": question.max_choices,
                "default": defaults or None,
            }
            return {"type": "array", "items": {"anyOf": titled}} | _given(rules)
        case AnswerInput.OPTIONS:
            field: dict[str, Any] = {"type": "string", "oneOf": titled}
            return field | ({"default": defaults[0]} if defaults else {})
        case AnswerInput.YES_NO:
            return {"type": "boolean"} | _given({"default": question.default_boolean})
        case AnswerInput.TEXT if question.text_format in NUMERIC:
            rules = {
                "minimum": question.minimum,
                "maximum": question.maximum,
                "default": as_number(question.default_text, question.text_format),
            }
            return {"type": question.text_format.value} | _given(rules)
        case AnswerInput.TEXT:
            is_plain = question.text_format is TextFormat.PLAIN
            rules = {
                "format": None if is_plain else question.text_format.value,
                "minLength": question.min_length,
                "maxLength": question.max_length,
                "default": question.default_text or None,
            }
            return {"type": "string"} | _given(rules)


def _given(rules: Mapping[str, object]) -> dict[str, Any]:
    return {key: value for key, value in rules.items() if value is not None}


def _title(option: Option) -> str:
    return f"{option.label} - {option.description}" if option.description else option.label
