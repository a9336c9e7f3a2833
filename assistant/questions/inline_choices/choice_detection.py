"""Whether a value is a choice that can be asked. Pure."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, cast

from assistant.questions.formats.inline_choice import (
    GROUP,
    OPTIONS_IGNORED,
    SINGLE,
    choice_type,
    has_choice_shape,
    read_choice,
)
from assistant.questions.formats.lenient_json import loads
from assistant.questions.formats.written_call import as_call, written_input
from assistant.questions.model.question_tool import TOOL_NAME

_NAMED_PROBLEMS: Final = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceCandidate:
    """What a value turned out to be."""

    choice: Mapping[str, Any] | None = None
    """The choice, or None if it is none that can be asked."""
    fault: str = ""
    """Why something that is meant as a choice cannot be asked, for the model."""
    notes: tuple[str, ...] = ()
    """What was odd, for the log; carries no content."""


def is_choice(value: object) -> bool:
    """Whether `value` is a choice with everything that is needed to ask it."""
    return recognise_choice(value).choice is not None


def read_candidate(
    text: str, *, is_declared: bool, may_be_open: bool = False, is_input: bool = False
) -> ChoiceCandidate:
    """Say what the text of a value is.

    Args:
        text: JSON, or something near it.
        is_declared: Whether it says that it is meant as a choice; otherwise it has no fault.
        may_be_open: Whether brackets may lack their ends.
        is_input: Whether it is the input of a call of the question tool.
    """
    try:
        value = loads(text, may_be_open=may_be_open)
    except (ValueError, RecursionError) as error:
        reason = error.msg if isinstance(error, json.JSONDecodeError) else str(error)
        return ChoiceCandidate(fault=f"it is no valid JSON: {reason}" if is_declared else "")
    found = recognise_choice(as_call(value) if is_input else value)
    return found if is_declared else replace(found, fault="")


def recognise_choice(value: object) -> ChoiceCandidate:
    """Say whether `value` is a choice, and if it is only meant as one, what is wrong with it.

    A list of choices is a group of them.
    """
    if isinstance(value, list):
        return _recognise_list(cast("list[object]", value))
    if not isinstance(value, Mapping):
        return ChoiceCandidate()
    fields = cast("Mapping[str, Any]", value)
    if not has_choice_shape(fields) and written_input(fields) is None:
        return ChoiceCandidate()
    read = read_choice(fields, form_id="")
    if not read.problems:
        return ChoiceCandidate(choice=fields)
    notes = [OPTIONS_IGNORED for note in read.notes if note.endswith(OPTIONS_IGNORED)][:1]
    fault = "; ".join(problem.text for problem in read.problems[:_NAMED_PROBLEMS])
    named = choice_type(fields) or (GROUP if has_choice_shape(fields) else TOOL_NAME)
    notes.append(f"a {named} cannot be asked: {fault}")
    return ChoiceCandidate(fault=fault, notes=tuple(notes))


def _recognise_list(members: list[object]) -> ChoiceCandidate:
    if len(members) == 1:
        return recognise_choice(members[0])
    if members and all(
        isinstance(member, Mapping) and choice_type(cast("Mapping[str, Any]", member)) == SINGLE
        for member in members
    ):
        return recognise_choice({"type": GROUP, "choices": members})
    return next(
        (found for found in map(recognise_choice, members) if found.choice), ChoiceCandidate()
    )
