"""Recognise in which form questions came, and read them."""

import json
import reprlib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from assistant.errors import QuestionError
from assistant.foreign_text import storable
from assistant.locale import _, mark
from assistant.questions.formats.canonical import parse_canonical
from assistant.questions.formats.elicitation import parse_elicitation
from assistant.questions.formats.inline_choice import has_choice_shape, parse_text_choice
from assistant.questions.formats.input_reader import (
    ParsedQuestions,
    as_fields,
    as_list,
    as_record,
    is_object,
)
from assistant.questions.formats.provide_choice import PROVIDE_CHOICE_NAME, parse_provide_choice
from assistant.questions.formats.push_message import parse_pushed
from assistant.questions.formats.reader_policy import BY_HAND
from assistant.questions.formats.tool_input import parse_tool_input
from assistant.questions.model.question_tool import TOOL_NAME, is_question_tool

ACCEPTED_FORMS: Final = (
    '{"questions": [...]}: the question tool\'s input, or one question of it alone',
    '{"type": "tool_use", "id", "name", "input"}: a call of the question tool, or the message '
    "that holds it",
    '{"question_id", "question_text", "type", "options"}: one typed question',
    '{"type": "ask_user_question", "question": {...}}: a pushed message',
    '{"title", "prompt", "type", "options"}: a call of provide_choice',
    '{"message", "requestedSchema"}: an MCP elicitation, or its schema alone',
    '{"type": "user_choice" or "user_choice_group" or "user_choices", ...}: a choice as a model '
    "writes it into its words",
    '{"questions": [{"id", "kind", "text", ...}]}: a question set as this program writes it',
)
"""What `parse_any` reads, one line a form."""
_ENVELOPES: Final = 3
"""How deep a tool call is looked for: record, message, content block."""
_CHOICE_TYPES: Final = {"single_select", "multi_select"}


def parse_any(value: object, *, set_id: str) -> ParsedQuestions:
    """Turn questions in whatever accepted form into a question set.

    Args:
        value: Decoded JSON, or JSON as text.
        set_id: Id of the set, where the form names none of its own.

    Raises:
        QuestionError: If no form is recognised; the message says what was seen and the hint lists
            the forms. Or if the form that was recognised is broken; `problems` names each one.
    """
    if isinstance(value, str):
        value = _decoded(value)
    entries = as_list(value)
    if entries is None:
        fields = as_fields(value)
    elif any("name" in as_fields(entry) for entry in entries):
        fields = {"content": entries}
    else:
        fields = {"questions": entries}
    for read in (_called, _enveloped, _worded, _asked):
        parsed = read(fields, set_id)
        if parsed is not None:
            return parsed
    template = mark("This is no form of a question: {seen}.")
    raise QuestionError(
        template.format(seen=_seen(value)),
        hint="Accepted are:\n" + "\n".join(f"  {form}" for form in ACCEPTED_FORMS),
        localized=_(template).format(seen=reprlib.repr(value)),
    )


def _decoded(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        localized = _("This is not JSON that can be read.")
        if isinstance(error, json.JSONDecodeError):
            localized = _(
                "This is not JSON: there is a mistake in line {line}, column {column}."
            ).format(line=error.lineno, column=error.colno)
        raise QuestionError(
            f"This is not JSON: {error}.",
            hint="Send the questions as one JSON object.",
            localized=localized,
        ) from error


def _called(fields: Mapping[str, Any], set_id: str) -> ParsedQuestions | None:
    """Read a tool call, alone or in the message that holds it."""
    for block in _calls(fields):
        name = block["name"]
        arguments = as_fields(block.get("input", block.get("arguments")))
        if is_question_tool(name):
            call_id = block.get("id")
            return parse_tool_input(
                arguments,
                tool_use_id=call_id if isinstance(call_id, str) and call_id else set_id,
                set_id=set_id,
            )
        if name == PROVIDE_CHOICE_NAME:
            return parse_provide_choice(arguments, set_id=set_id)
    return None


def _calls(fields: Mapping[str, Any], depth: int = 0) -> Iterator[Mapping[str, Any]]:
    """Yield the tool calls of a message, of a message inside an envelope, or the call itself."""
    if depth > _ENVELOPES:
        return
    if isinstance(fields.get("name"), str) and ("input" in fields or "arguments" in fields):
        yield fields
    for entry in as_list(fields.get("content")) or ():
        yield from _calls(as_fields(entry), depth + 1)
    for key in ("message", "params"):
        if key in fields:
            yield from _calls(as_fields(fields[key]), depth + 1)


def _enveloped(fields: Mapping[str, Any], set_id: str) -> ParsedQuestions | None:
    """Read what says itself what it is."""
    if fields.get("method") == "elicitation/create":
        return parse_elicitation(as_fields(fields.get("params")), set_id=set_id)
    if {"requestedSchema", "requested_schema"} & set(fields):
        return parse_elicitation(fields, set_id=set_id)
    named = fields.get("type")
    if named == "object" and "properties" in fields:
        return parse_elicitation(fields, set_id=set_id)
    if named == TOOL_NAME and "question" in fields:
        return parse_pushed(fields, set_id=set_id)
    if "prompt" in fields or (
        isinstance(named, str) and named in _CHOICE_TYPES and "title" in fields
    ):
        return parse_provide_choice(fields, set_id=set_id)
    return None


def _worded(fields: Mapping[str, Any], set_id: str) -> ParsedQuestions | None:
    """Read a choice as a model writes it into its words."""
    return parse_text_choice(fields, form_id=set_id) if has_choice_shape(fields) else None


def _asked(fields: Mapping[str, Any], set_id: str) -> ParsedQuestions | None:
    """Read bare questions."""
    if "questions" in fields:
        entries = as_list(fields["questions"]) or ()
        if any("kind" in as_fields(entry) for entry in entries):
            return parse_canonical(fields, set_id=set_id)
        return _bare(fields, set_id)
    if "question_text" in fields or ("question" in fields and {"options", "type"} & set(fields)):
        return _bare(fields, set_id)
    return None


def _bare(fields: Mapping[str, Any], set_id: str) -> ParsedQuestions:
    """Read the input of a call that nobody made."""
    parsed = parse_tool_input(fields, tool_use_id=set_id, policy=BY_HAND)
    update = {"tool_use_id": None, "raw": as_record(fields)}
    return replace(parsed, questions=parsed.questions.model_copy(update=update))


def _seen(value: object) -> str:
    if not is_object(value):
        return f"a JSON {_JSON_NAMES.get(type(value), 'value')}"
    keys = ", ".join(str(key) for key in list(value)[:8]) or "no keys"
    named = value.get("type")
    kind = f", of type {named!r}" if isinstance(named, str) else ""
    return storable(f"an object with {keys}{kind}")


_JSON_NAMES: Final[Mapping[type, str]] = {
    type(None): "null",
    bool: "boolean",
    int: "number",
    float: "number",
    str: "text",
}
