"""Whether an object is a choice that can be asked. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from assistant.questions.formats.inline_choice import (
    GROUP,
    OPTIONS_IGNORED,
    has_choice_shape,
    read_choice,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceCandidate:
    """What an object turned out to be."""

    choice: Mapping[str, Any] | None
    """The object, or None if it is not a choice."""
    notes: tuple[str, ...] = ()
    """Why something that looks like a choice is none; carries no content."""


def is_choice(value: object) -> bool:
    """Whether `value` is a choice with everything that is needed to ask it."""
    return recognise_choice(value).choice is not None


def recognise_choice(value: object) -> ChoiceCandidate:
    """Say whether `value` is a choice, and if it nearly is, what is wrong with it."""
    if not isinstance(value, Mapping):
        return ChoiceCandidate(choice=None)
    fields = cast("Mapping[str, Any]", value)
    if not has_choice_shape(fields):
        return ChoiceCandidate(choice=None)
    read = read_choice(fields, form_id="")
    if not read.problems:
        return ChoiceCandidate(choice=fields)
    notes = [OPTIONS_IGNORED for note in read.notes if note.endswith(OPTIONS_IGNORED)][:1]
    faults = "; ".join(problem.text for problem in read.problems[:3])
    notes.append(f"a {fields.get('type', GROUP)} that cannot be asked stays text: {faults}")
    return ChoiceCandidate(choice=None, notes=tuple(notes))
