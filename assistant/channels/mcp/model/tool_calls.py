"""What a client calls for, and what came of it. Pure.

Both tools are read before anybody is asked: a call that cannot be asked is refused with every field
that is wrong.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, assert_never, get_args

from assistant.locale import mark
from assistant.questions.formats.input_reader import InputProblem, refuse
from assistant.questions.formats.provide_choice import (
    PROVIDE_CHOICE_NAME,
    Transport,
    parse_provide_choice,
)
from assistant.questions.formats.tool_input import parse_definition
from assistant.questions.model.asker import Asker
from assistant.questions.model.question import QuestionSet, Response
from assistant.questions.model.question_tool import TOOL_NAME

ToolName = Literal["provide_choice", "ask_user_question"]

_TRANSPORTS: Final[tuple[Transport, ...]] = get_args(Transport)


@dataclass(frozen=True, slots=True, kw_only=True)
class AskCall:
    """A call that can be asked."""

    tool: ToolName
    questions: QuestionSet
    transport: Transport
    """Where the client wants the user to be asked."""
    notes: tuple[str, ...] = ()
    """What was put right in the call, or has no effect."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AskResult:
    """What came of asking."""

    response: Response
    transport: str
    """Where the user was asked."""
    url: str | None = None
    """Address of the page, if it was one."""


def tool_named(name: str) -> ToolName | None:
    """Return the tool that a name means, or None."""
    if name == PROVIDE_CHOICE_NAME:
        return "provide_choice"
    return "ask_user_question" if name == TOOL_NAME else None


def read_call(
    tool: ToolName,
    arguments: Mapping[str, Any],
    *,
    set_id: str,
    asker: Asker,
    timeout_s: float,
) -> AskCall:
    """Read the arguments of a call. Strict.

    Args:
        tool: Which tool.
        arguments: As they came.
        set_id: Id of the question set.
        asker: Who asks.
        timeout_s: How long is waited if the call does not say.

    Raises:
        QuestionError: If the call is malformed; `problems` names each field.
    """
    given = {key: value for key, value in arguments.items() if value is not None}
    match tool:
        case "provide_choice":
            parsed = parse_provide_choice({"timeout_s": timeout_s, **given}, set_id=set_id)
            return AskCall(
                tool=tool,
                questions=_asked_by(parsed.questions, asker),
                transport=parsed.transport,
                notes=parsed.notes,
            )
        case "ask_user_question":
            transport = given.get("transport", "auto")
            if transport not in _TRANSPORTS:
                problem = InputProblem(
                    field="transport",
                    code="invalid_value",
                    template=mark("must be auto, terminal or web"),
                )
                refuse([problem], hint="Correct the named fields and send the questions again.")
            definition = {key: value for key, value in given.items() if key != "transport"}
            parsed = parse_definition(definition, set_id=set_id, timeout_s=timeout_s)
            return AskCall(
                tool=tool,
                questions=_asked_by(parsed.questions, asker),
                transport=transport,
                notes=parsed.notes,
            )
        case _:
            assert_never(tool)


def _asked_by(questions: QuestionSet, asker: Asker) -> QuestionSet:
    return questions.model_copy(update={"asker": asker})
