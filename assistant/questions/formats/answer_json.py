"""Answers as programs send and read them: one JSON value for each kind of question.

An option is its id, several are an array of ids, a text is a text, yes or no is `true` or `false`.
Where the user's own words are an answer they are `{"other": "..."}`, alone or inside the array.
An empty optional answer is `null`.
"""

import unicodedata
from collections.abc import Sequence

from assistant.errors import AnswerRefused, RefusalReason
from assistant.locale import _
from assistant.questions.formats.input_reader import as_fields, as_list
from assistant.questions.model.question import Answer, AnswerInput, Question

WireAnswer = str | bool | dict[str, str] | list[str | dict[str, str]] | None


def answer_from_wire(question: Question, value: object) -> Answer:
    """Read an answer; what may be answered at all is checked later, by `validation.check`.

    Args:
        question: What was asked.
        value: Decoded JSON.

    Raises:
        AnswerRefused: With `INVALID`, if the value has not the form that this kind of question
            takes, or words contain control characters; the hint says which form that is.
    """
    answer = _read(question, value)
    if answer is None:
        raise AnswerRefused(
            RefusalReason.INVALID,
            _("This answer does not fit the kind of the question."),
            hint=wire_form(question),
        )
    return answer


def _read(question: Question, value: object) -> Answer | None:
    if value is None:
        return None if question.required else Answer(question_id=question.id)
    match question.traits.input:
        case AnswerInput.OPTIONS:
            entries = as_list(value) if question.traits.is_multiple else [value]
            return None if entries is None else _choice(question, entries)
        case AnswerInput.TEXT:
            if not isinstance(value, str):
                return None
            return Answer(question_id=question.id, text=_plain(value, multiline=True))
        case AnswerInput.YES_NO:
            if not isinstance(value, bool):
                return None
            return Answer(question_id=question.id, boolean=value)


def _choice(question: Question, entries: Sequence[object]) -> Answer | None:
    ids = [entry for entry in entries if isinstance(entry, str)]
    words = [entry for entry in entries if not isinstance(entry, str)]
    if len(words) > 1:
        return None
    other = None
    if words:
        given = _other(words[0])
        if given is None or not question.allow_other:
            return None
        other = _plain(given, multiline=False)
    return Answer(question_id=question.id, option_ids=tuple(ids), other=other)


def _other(entry: object) -> str | None:
    fields = as_fields(entry)
    value: object = fields.get("other")
    return value if isinstance(value, str) and len(fields) == 1 else None


def _plain(text: str, *, multiline: bool) -> str:
    """Return `text`, or refuse it if it contains control characters."""
    allowed = "\n\t" if multiline else ""
    if any(unicodedata.category(c) in {"Cc", "Cs"} and c not in allowed for c in text):
        raise AnswerRefused(
            RefusalReason.INVALID,
            _("The answer contains control characters."),
            hint=_("Send printable text only."),
        )
    return text


def answer_to_wire(question: Question, answer: Answer) -> WireAnswer:
    """Return an answer as programs read it; a remark beside the choice is not part of it."""
    match question.traits.input:
        case AnswerInput.OPTIONS if question.traits.is_multiple:
            own: list[dict[str, str]] = [{"other": answer.other}] if answer.other else []
            return [*answer.option_ids, *own]
        case AnswerInput.OPTIONS if answer.other:
            return {"other": answer.other}
        case AnswerInput.OPTIONS:
            return answer.option_ids[0] if answer.option_ids else None
        case AnswerInput.TEXT:
            return answer.text
        case AnswerInput.YES_NO:
            return answer.boolean


def wire_form(question: Question) -> str:
    """Return which JSON value answers a question; for a program's developer, in English."""
    ids = ", ".join(f'"{option.id}"' for option in question.options)
    match question.traits.input:
        case AnswerInput.OPTIONS if question.traits.is_multiple:
            form = f"Send an array of option ids: {ids}"
        case AnswerInput.OPTIONS:
            form = f"Send the id of one option as a string: {ids}"
        case AnswerInput.TEXT:
            form = "Send a string"
        case AnswerInput.YES_NO:
            form = "Send true or false"
    if question.allow_other:
        form += ', or {"other": "..."} with other words'
    return form + (", or null to leave it out." if not question.required else ".")
