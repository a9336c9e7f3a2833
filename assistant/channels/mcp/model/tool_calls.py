"""What a client calls for, and what it is told in the end. Pure.

Both tools are read before anybody is asked: a call that cannot be asked is refused with every field
that is wrong.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, assert_never

from assistant.locale import mark
from assistant.questions.formats.input_reader import InputProblem, refuse
from assistant.questions.formats.provide_choice import (
    PROVIDE_CHOICE_NAME,
    Transport,
    parse_provide_choice,
    provide_choice_payload,
)
from assistant.questions.formats.tool_input import parse_definition
from assistant.questions.formats.tool_schema import TOOL_NAME
from assistant.questions.model.question import QuestionSet, Response
from assistant.questions.model.response_text import render_tool_result, structured_result

ToolName = Literal["provide_choice", "ask_user_question"]

_TRANSPORTS: Final[Mapping[object, Transport]] = {
    "auto": "auto",
    "terminal": "terminal",
    "web": "web",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class AskCall:
    """A call that can be asked."""

    tool: ToolName
    questions: QuestionSet
    transport: Transport
    """Where the client wants the user to be asked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AskResult:
    """What came of asking."""

    response: Response
    transport: str
    """Where the user was asked."""
    url: str | None = None
    """Address of the page, if it was one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolReply:
    """What a client gets."""

    text: str
    """For the model; empty if that is the record itself."""
    record: Mapping[str, Any]
    """For programs."""


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
    source: str,
    timeout_s: float,
) -> AskCall:
    """Read the arguments of a call. Strict.

    Args:
        tool: Which tool.
        arguments: As they came.
        set_id: Id of the question set.
        source: Who asks, as shown to the user.
        timeout_s: How long is waited if the call does not say.

    Raises:
        QuestionError: If the call is malformed; `problems` names each field.
    """
    given = {key: value for key, value in arguments.items() if value is not None}
    match tool:
        case "provide_choice":
            parsed = parse_provide_choice(
                {"timeout_s": timeout_s, **given}, set_id=set_id, source=source
            )
            return AskCall(tool=tool, questions=parsed.questions, transport=parsed.transport)
        case "ask_user_question":
            transport = _TRANSPORTS.get(_hashable(given.get("transport", "auto")))
            if transport is None:
                problem = InputProblem(
                    field="transport",
                    code="invalid_value",
                    template=mark("must be auto, terminal or web"),
                )
                refuse([problem], hint="Correct the named fields and send the questions again.")
            definition = {key: value for key, value in given.items() if key != "transport"}
            questions = parse_definition(
                definition, set_id=set_id, source=source, timeout_s=timeout_s
            ).questions
            return AskCall(tool=tool, questions=questions, transport=transport)
        case _:
            assert_never(tool)


def _hashable(value: object) -> object:
    return value if isinstance(value, str) else ""


def tool_reply(call: AskCall, asked: AskResult) -> ToolReply:
    """Return what the client is told of the outcome."""
    match call.tool:
        case "provide_choice":
            payload = provide_choice_payload(
                call.questions, asked.response, transport=asked.transport, url=asked.url
            )
            return ToolReply(text="", record=payload)
        case "ask_user_question":
            record = structured_result(call.questions, asked.response)
            return ToolReply(
                text=render_tool_result(call.questions, asked.response),
                record=record | {"transport": asked.transport, "url": asked.url},
            )
        case _:
            assert_never(call.tool)
