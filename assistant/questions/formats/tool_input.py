"""Read the input of an `ask_user_question` call: liberally from a model, strictly from a program.

Two shapes are accepted: `{"questions": [...]}` as advertised, and one typed question without the
array, `{"question_text", "type", "options"}`. Entries of either may use the other's keys.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from assistant.locale import mark
from assistant.questions.formats.conditions import check_dependencies
from assistant.questions.formats.input_reader import (
    InputReader,
    ParsedQuestions,
    as_fields,
    as_finite,
    as_list,
    as_record,
    is_count,
)
from assistant.questions.formats.preselection import preselect
from assistant.questions.formats.question_keys import question_key
from assistant.questions.formats.question_reader import QuestionReader
from assistant.questions.formats.reader_policy import DEFINITION, TOOL, ReaderPolicy
from assistant.questions.formats.unwrapping import unwrapped_call, unwrapped_questions
from assistant.questions.model.question import OnTimeout, QuestionRoute, QuestionSet


def parse_tool_input(
    input: object,
    *,
    tool_use_id: str,
    set_id: str | None = None,
    source: str = "",
    round: int = 1,
    timeout_s: float | None = None,
    policy: ReaderPolicy = TOOL,
) -> ParsedQuestions:
    """Turn the input of a question tool call into a question set.

    Args:
        input: The arguments of the call, as the model wrote them; text that is JSON, too.
        tool_use_id: Id of the call; the stem of its questions' ids.
        set_id: Id of the set; that of the call if None.
        source: Who asks, as shown to the user.
        round: Which question of the turn this is, from 1.
        timeout_s: Seconds to answer if the call names none; None waits for ever.
        policy: What is accepted.

    Raises:
        QuestionError: If a field is missing or a limit is broken; `problems` names each one.
    """
    reader = InputReader(policy=policy, stem=tool_use_id)
    call, notes = unwrapped_call(input)
    for note in notes:
        reader.note("", note)
    if isinstance(input, str) and not call:
        reader.problem("", "wrong_type", mark("is no JSON object with questions"))
    questions = _read(reader, call, stem=tool_use_id, round=round, timeout_s=timeout_s)
    update = {"id": set_id or tool_use_id, "source": source, "tool_use_id": tool_use_id}
    return ParsedQuestions(questions=questions.model_copy(update=update), notes=tuple(reader.notes))


def parse_definition(
    input: Mapping[str, Any],
    *,
    set_id: str,
    route: QuestionRoute = QuestionRoute.API,
    source: str = "",
    timeout_s: float | None = None,
    earlier: Sequence[QuestionSet] = (),
) -> ParsedQuestions:
    """Turn questions that a program defines into a question set. Strict.

    Args:
        input: The definition: `{"questions": [...]}`, or one typed question.
        set_id: Id of the set, and the stem of the ids of questions that name none.
        route: How it came in.
        source: Who asks, as shown to the user.
        timeout_s: Seconds to answer if the definition names none; None waits for ever.
        earlier: What the session was asked before. An id given there is refused, and a condition
            may name a question of it.

    Raises:
        QuestionError: If a field is missing, a limit is broken or an id is given twice; `problems`
            names each one and `details` does for programs.
    """
    policy = replace(DEFINITION, route=route)
    reader = InputReader(policy=policy, stem=set_id, earlier=earlier)
    questions = _read(reader, input, stem=set_id, round=1, timeout_s=timeout_s)
    update = {"id": set_id, "source": source, "raw": as_record(input)}
    return ParsedQuestions(questions=questions.model_copy(update=update), notes=tuple(reader.notes))


def _read(
    reader: InputReader, input: Mapping[str, Any], *, stem: str, round: int, timeout_s: float | None
) -> QuestionSet:
    read = QuestionReader(reader)
    questions = [
        read.question(entry, default_id=f"{stem}:{n}", where=where)
        for n, (where, entry) in enumerate(_entries(reader, input), start=1)
    ]
    read.check_count()
    kept = tuple(question for question in questions if question is not None)
    check_dependencies(reader, kept)
    asked_timeout, on_timeout = read_timeout(reader, input)
    allow_cancel = (
        reader.flag(input, "allow_cancel", "", default=True) if reader.policy.is_strict else True
    )
    reader.refuse_if_broken()
    supplied = as_fields(input.get("answers"))
    if supplied:
        reader.note("answers", "supplied with the call, used as pre-selection only")
    total = input.get("total_rounds")
    return QuestionSet(
        id=stem,
        questions=preselect(kept, supplied),
        title=reader.prose(input, "title"),
        description=reader.prose(input, "description") if "questions" in input else "",
        metadata_source=reader.text(as_fields(input.get("metadata")), "source"),
        route=reader.policy.route,
        allow_cancel=allow_cancel,
        timeout_s=asked_timeout if asked_timeout is not None else timeout_s,
        on_timeout=on_timeout,
        round=round,
        total_rounds=total if is_count(total) and total >= round else None,
    )


def _entries(reader: InputReader, call: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """Return the questions of the call, each with the place it stands at."""
    if "questions" not in call:
        if question_key(call) in call:
            return [("", call)]
        reader.problem("questions", "missing", mark("is missing"))
        return []
    value: object = call["questions"]
    if not reader.policy.is_strict:
        value, notes = unwrapped_questions(value)
        for note in notes:
            reader.note("questions", note)
    entries = as_list(value)
    if entries is None:
        reader.problem("questions", "wrong_type", mark("must be an array"))
        return []
    most = reader.policy.max_questions
    if not 1 <= len(entries) <= most:
        reader.wrong_count("questions", len(entries), most)
    return [(f"questions[{n}]", entry) for n, entry in enumerate(entries)]


def questions_as_written(call: object) -> list[Any]:
    """Return the questions of a call as an array, each as the model wrote it."""
    fields = unwrapped_call(call)[0]
    if "questions" not in fields:
        return [fields] if question_key(fields) in fields else []
    return as_list(unwrapped_questions(fields["questions"])[0]) or []


def read_timeout(reader: InputReader, call: Mapping[str, Any]) -> tuple[float | None, OnTimeout]:
    """Read how long a call wants to wait, and what an expired wait means."""
    value: object = call.get("timeout_s")
    seconds = as_finite(value)
    most = reader.policy.max_timeout_s
    if value is not None and seconds is None:
        reader.problem("timeout_s", "wrong_type", mark("must be a number of seconds"))
    elif seconds is not None and not 1 <= seconds <= most:
        template = mark("must be between 1 and {most:.0f}")
        reader.problem("timeout_s", "invalid_value", template, most=most)
        seconds = None
    behaviour = call.get("on_timeout", OnTimeout.WAIT.value)
    if not isinstance(behaviour, str) or behaviour not in set(OnTimeout):
        reader.problem("on_timeout", "invalid_value", mark("must be wait or default"))
        return seconds, OnTimeout.WAIT
    return seconds, OnTimeout(behaviour)
