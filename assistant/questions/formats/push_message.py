"""Read and write the message that pushes one question to a client.

{"type": "ask_user_question", "question": {...}, "tool_use_id": "...", "timestamp": "..."}
"""

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, Final

from assistant.locale import mark
from assistant.questions.formats.conditions import check_dependencies
from assistant.questions.formats.definition_writer import dump_question
from assistant.questions.formats.input_reader import InputReader, ParsedQuestions, as_record
from assistant.questions.formats.question_reader import QuestionReader
from assistant.questions.formats.reader_policy import DEFINITION
from assistant.questions.model.question import Question, QuestionRoute, QuestionSet
from assistant.questions.model.question_tool import TOOL_NAME

_KEYS: Final = (
    "question_id",
    "header",
    "question_text",
    "description",
    "type",
    "options",
    "required",
    "follow_up_questions",
)


def dump_pushed(question: Question, *, tool_use_id: str | None, at: datetime) -> dict[str, Any]:
    """Return the message for one question.

    Args:
        question: What is asked.
        tool_use_id: The call that asks, or None if no call does.
        at: When it was asked, aware.
    """
    stamp = at.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="milliseconds")
    return {
        "type": TOOL_NAME,
        "question": _without_extras(dump_question(question)),
        "tool_use_id": tool_use_id,
        "timestamp": f"{stamp}Z",
    }


def _without_extras(typed: Mapping[str, Any]) -> dict[str, Any]:
    below = {
        option_id: [_without_extras(nested) for nested in questions]
        for option_id, questions in typed["follow_up_questions"].items()
    }
    return {key: typed[key] for key in _KEYS} | {"follow_up_questions": below}


def parse_pushed(
    message: Mapping[str, Any],
    *,
    set_id: str,
) -> ParsedQuestions:
    """Turn a pushed message into a set of one question. Strict.

    Args:
        message: The message; only its `question` is required.
        set_id: Id of the set.

    Raises:
        QuestionError: If a field is missing or a limit is broken; `problems` names each one.
    """
    reader = InputReader(policy=replace(DEFINITION, route=QuestionRoute.API), stem=set_id)
    tool_use_id = reader.text(message, "tool_use_id") or None
    read = QuestionReader(reader)
    question = None
    if "question" in message:
        default_id = f"{tool_use_id or set_id}:1"
        question = read.question(message["question"], default_id=default_id, where="question")
        read.check_count()
    else:
        reader.problem("question", "missing", mark("is missing"))
    kept = () if question is None else (question,)
    check_dependencies(reader, kept)
    reader.refuse_if_broken()
    return ParsedQuestions(
        questions=QuestionSet(
            id=set_id,
            questions=kept,
            tool_use_id=tool_use_id,
            route=QuestionRoute.API,
            raw=as_record(message),
        ),
        notes=tuple(reader.notes),
    )
