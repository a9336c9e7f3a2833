"""Questions as the forms that clients show. Pure; `form_answers` reads what comes back.

A form of the protocol is flat: a field for each question, one for words of the user's own where
they are an answer, and one for a note. Options carry no description there, so it follows the label.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final

from assistant.locale import _
from assistant.questions.model.limits import MAX_TEXT
from assistant.questions.model.question import (
    Answer,
    AnswerInput,
    Option,
    Question,
    QuestionSet,
    TextFormat,
)
from assistant.questions.model.sanitizer import label_key, one_line
from assistant.questions.model.text_rules import NUMERIC

_TITLES_SINCE: Final = "2025-11-25"
_FORMATS: Final = frozenset(
    {TextFormat.EMAIL, TextFormat.URI, TextFormat.DATE, TextFormat.DATE_TIME}
)


class FormStyle(Enum):
    """What fields the client's version of the protocol knows."""

    TITLED = "titled"
    """Options with titles, and several of them at once."""
    PLAIN = "plain"
    """Names of options alone; several of them are a yes or no each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ElicitationForm:
    """What the client shows."""

    message: str
    schema: dict[str, Any]


def style_of(protocol_version: str) -> FormStyle:
    """Return what fields a version of the protocol knows."""
    return FormStyle.TITLED if protocol_version >= _TITLES_SINCE else FormStyle.PLAIN


def form_for(
    questions: QuestionSet,
    asked: Sequence[Question],
    *,
    style: FormStyle,
    trouble: str = "",
    given: Mapping[str, Answer] | None = None,
) -> ElicitationForm:
    """Return the form that asks some questions of a set.

    Args:
        questions: The set.
        asked: Which of them.
        style: What the client knows.
        trouble: What was wrong with the form that came before.
        given: What is filled in already, by question id.
    """
    properties: dict[str, Any] = {}
    required: list[str] = []
    is_alone = len(asked) == 1
    for n, question in enumerate(asked, start=1):
        start = (given or {}).get(question.id, Answer(question_id=question.id))
        name = f"q{n}"
        fields = _fields(name, question, start, style, is_alone=is_alone)
        properties |= fields
        if question.required and not question.allow_other and name in fields:
            required.append(name)
    schema: dict[str, Any] = {"type": "object", "properties": properties}
    if required:
        schema["required"] = required
    return ElicitationForm(message=_message(questions, asked, trouble), schema=schema)


def _message(questions: QuestionSet, asked: Sequence[Question], trouble: str) -> str:
    parts = [trouble, questions.title, questions.description]
    if len(asked) == 1:
        parts += [asked[0].text, asked[0].context]
    told = [part for part in parts if part]
    return "\n\n".join(dict.fromkeys(told)) or _("Please answer these questions.")


def _fields(
    name: str, question: Question, start: Answer, style: FormStyle, *, is_alone: bool
) -> dict[str, Any]:
    """Return the fields of one question, under the names that begin with `name`."""
    title = (question.header or _("Your answer")) if is_alone else question.text
    about = {"title": one_line(title)}
    if question.context and not is_alone:
        about["description"] = question.context
    match question.traits.input:
        case AnswerInput.YES_NO:
            field = about | {"type": "boolean"} | _default(start.boolean)
            fields: dict[str, Any] = {name: field}
        case AnswerInput.TEXT:
            fields = {name: about | _text_field(question) | _text_default(question, start.text)}
        case AnswerInput.OPTIONS if not question.traits.is_multiple:
            fields = {name: about | _single_field(question, start, style)}
        case AnswerInput.OPTIONS if style is FormStyle.PLAIN:
            fields = _switches(name, question, start, about["title"])
        case AnswerInput.OPTIONS:
            fields = {name: about | _multi_field(question, start)}
    if question.allow_other:
        limit = question.traits.max_words
        fields[f"{name}_other"] = _words(_("Something else"), limit, start.other)
    if question.traits.input is not AnswerInput.TEXT:
        fields[f"{name}_note"] = _words(_("Note (optional)"), MAX_TEXT, start.note)
    return fields


def _words(title: str, limit: int, start: str | None) -> dict[str, Any]:
    return {"type": "string", "title": title, "maxLength": limit} | _default(start)


def _default(value: object) -> dict[str, Any]:
    return {} if value is None else {"default": value}


def _text_field(question: Question) -> dict[str, Any]:
    if question.text_format in NUMERIC:
        kind = "integer" if question.text_format is TextFormat.INTEGER else "number"
        rules: dict[str, Any] = {"minimum": question.minimum, "maximum": question.maximum}
    else:
        kind = "string"
        shortest = question.min_length
        if question.required and not shortest:
            shortest = 1
        rules = {"minLength": shortest, "maxLength": question.max_length or MAX_TEXT}
        if question.text_format in _FORMATS:
            rules["format"] = question.text_format.value
    return {"type": kind} | {key: value for key, value in rules.items() if value is not None}


def _text_default(question: Question, text: str | None) -> dict[str, Any]:
    """Return what a field starts from; a number as a number, if it is one."""
    if not text or question.text_format not in NUMERIC:
        return _default(text or None)
    try:
        number = float(text)
    except ValueError:
        return {}
    if not math.isfinite(number):  # what JSON has no number for
        return {}
    return {"default": int(number) if number.is_integer() else number}


def _single_field(question: Question, start: Answer, style: FormStyle) -> dict[str, Any]:
    names = names_of(question)
    default = next((names[id] for id in start.option_ids if id in names), None)
    if style is FormStyle.PLAIN:
        field: dict[str, Any] = {
            "type": "string",
            "enum": list(names.values()),
            "enumNames": [titled(option) for option in question.options],
        }
    else:
        field = {"type": "string", "oneOf": _choices(question)}
    return field | _default(default)


def _multi_field(question: Question, start: Answer) -> dict[str, Any]:
    names = names_of(question)
    field: dict[str, Any] = {"type": "array", "items": {"anyOf": _choices(question)}}
    if question.required and not question.allow_other:
        field["minItems"] = max(1, question.min_choices or 1)
    if question.max_choices is not None:
        field["maxItems"] = question.max_choices
    chosen = [names[id] for id in start.option_ids if id in names]
    return field | _default(chosen or None)


def _switches(name: str, question: Question, start: Answer, title: str) -> dict[str, Any]:
    """Return a field for each option, to be answered with yes or no."""
    return {
        f"{name}_{n}": {
            "type": "boolean",
            "title": option.label,
            "description": " – ".join(part for part in (title, option.description) if part),
            "default": option.id in start.option_ids,
        }
        for n, option in enumerate(question.options, start=1)
    }


def _choices(question: Question) -> list[dict[str, str]]:
    names = names_of(question)
    return [{"const": names[option.id], "title": titled(option)} for option in question.options]


def titled(option: Option) -> str:
    """Return what is shown for an option."""
    label = option.label
    if option.recommended:
        label += " " + _("(Recommended)")
    return f"{label} - {one_line(option.description)}" if option.description else label


def names_of(question: Question) -> dict[str, str]:
    """Return what stands for each option in the answer: its label, unless two have the same one.

    Clients that show no titles show these.
    """
    labels = [option.label for option in question.options]
    is_unique = len({label_key(label) for label in labels}) == len(labels)
    return {
        option.id: option.label if is_unique else f"{n}. {option.label}"
        for n, option in enumerate(question.options, start=1)
    }
