"""What a `provide_choice` of another program gave back, as an answer of ours. Pure.

Nothing of it is to be trusted: what does not fit the question is no answer to it.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from assistant.errors import AssistantError
from assistant.locale import _
from assistant.questions.formats.input_reader import as_fields, as_list
from assistant.questions.model.question import (
    Answer,
    Answered,
    Cancelled,
    CancelReason,
    Channel,
    Method,
    Provenance,
    Question,
    QuestionSet,
)


def answer_in(
    questions: QuestionSet, result: Mapping[str, Any], *, at: datetime
) -> Answered | Cancelled | None:
    """Return the answer in a result, or None if nobody answered in its time.

    Args:
        questions: What was asked; one choice.
        result: What the tool gave.
        at: When.

    Raises:
        AssistantError: If it is no answer.
    """
    provenance = Provenance(channel=Channel.MCP, method=Method.CLICK, at=at)
    match result.get("action_status"):
        case "selected":
            answer = _answer(questions.questions[0], as_fields(result.get("selection")))
            return Answered(answers=(answer,), provenance=provenance)
        case "cancelled" if questions.allow_cancel:
            return Cancelled(reason=CancelReason.USER, provenance=provenance)
        case "timeout" | "pending":
            return None
        case _:
            raise unfit()


def _answer(question: Question, selection: Mapping[str, Any]) -> Answer:
    indices = as_list(selection.get("indices")) or []
    places = range(len(question.options))
    if any(isinstance(each, bool) or each not in places for each in indices):
        raise unfit()
    chosen = tuple(option.id for n, option in enumerate(question.options) if n in indices)
    other, notes = _written(selection)
    if chosen or not question.allow_other:  # else they are what the user wants instead
        notes, other = [*other, *notes], []
    if not (chosen or other) or (not question.traits.is_multiple and len(chosen) > 1):
        raise unfit()
    return Answer(
        question_id=question.id,
        option_ids=chosen,
        other=" ".join(other) or None,
        note="\n".join(notes) or None,
    )


def _written(selection: Mapping[str, Any]) -> tuple[list[str], list[str]]:
    """Return the words that belong to no option, and those that do."""
    other: list[str] = []
    notes: list[str] = []
    for entry in as_list(selection.get("annotations")) or []:
        fields = as_fields(entry)
        text: object = fields.get("text")
        if isinstance(text, str) and text.strip():
            (other if fields.get("index") is None else notes).append(text.strip())
    return other, notes


def unfit() -> AssistantError:
    """Return what is told where a result is no answer."""
    return AssistantError(
        _("What the other program gave back is no answer to the question."),
        hint=_("Answer it here."),
    )
