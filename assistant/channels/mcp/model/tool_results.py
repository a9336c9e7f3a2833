"""What a client gets for a call, as the package sends it. Pure."""

import json
from typing import Any, Final, assert_never

from mcp_types import (
    CallToolResult,
    ElicitRequest,
    ElicitRequestFormParams,
    InputRequiredResult,
    TextContent,
)

from assistant.channels.mcp.model.client_forms import PAGE, WINDOW
from assistant.channels.mcp.model.elicitation_dialogue import ElicitationDialogue
from assistant.channels.mcp.model.tool_calls import AskCall, AskResult
from assistant.errors import AnswerRefused, AssistantError, UnreachableError
from assistant.locale import _
from assistant.questions.formats.provide_choice import provide_choice_payload, unselected_payload
from assistant.questions.model.question import Cancelled
from assistant.questions.model.response_text import (
    BY_THE_PERSON,
    render_tool_result,
    structured_result,
)

INPUT: Final = "answer"
"""What the one form of a round is called."""
_STILL_OPEN: Final = (
    "The question is still open: the user has not answered yet. Call again with exactly the same "
    "arguments to go on waiting for the answer; do not choose for the user."
)
NOWHERE: Final = "none"
"""The transport of a call where nobody could be asked."""


def input_required_result(dialogue: ElicitationDialogue) -> InputRequiredResult:
    """Return what has the client show the form of this round and call again."""
    form = dialogue.form()
    request = ElicitRequest(
        params=ElicitRequestFormParams(message=form.message, requested_schema=form.schema)
    )
    return InputRequiredResult(
        input_requests={INPUT: request}, request_state=dialogue.state.model_dump_json()
    )


def outcome_result(call: AskCall, asked: AskResult) -> CallToolResult:
    """Return what came of a call."""
    questions, response = call.questions, asked.response
    match call.tool:
        case "provide_choice":
            record = provide_choice_payload(
                questions, response, transport=asked.transport, url=asked.url
            )
            text = json.dumps(record, ensure_ascii=False)
        case "ask_user_question":
            record = structured_result(questions, response)
            record |= _about(call, transport=asked.transport, url=asked.url)
            if isinstance(response, Cancelled) and response.reason not in BY_THE_PERSON:
                record |= {"status": "timeout", "outcome": "closed"}
            text = render_tool_result(questions, response)
        case _:
            assert_never(call.tool)
    return CallToolResult(content=[TextContent(text=text)], structured_content=record)


def _about(call: AskCall, *, transport: str, url: str | None) -> dict[str, Any]:
    """Return what stands in each record of `ask_user_question`."""
    return {
        "transport": transport,
        "url": url,
        "question_ids": [question.id for question in call.questions.walk()],
        "notes": list(call.notes),
    }


def nobody_result(call: AskCall, error: UnreachableError) -> CallToolResult:
    """Return what is told where nobody could be asked: no answer, and no refusal of anybody's."""
    text = f"{error.message} {error.hint}".strip()
    match call.tool:
        case "provide_choice":
            record = unselected_payload("timeout", text, transport=NOWHERE)
            text = json.dumps(record, ensure_ascii=False)
        case "ask_user_question":
            record = _about(call, transport=NOWHERE, url=None)
            record |= {"status": "timeout", "outcome": "nobody_asked", "answers": []}
        case _:
            assert_never(call.tool)
    return CallToolResult(content=[TextContent(text=text)], structured_content=record)


def still_open_result(call: AskCall, *, url: str | None) -> CallToolResult:
    """Return what is told a client that cannot wait for longer: the question is open still."""
    transport = PAGE if url else WINDOW
    match call.tool:
        case "provide_choice":
            record = unselected_payload("pending", _STILL_OPEN, transport=transport, url=url)
            text = json.dumps(record, ensure_ascii=False)
        case "ask_user_question":
            record = _about(call, transport=transport, url=url)
            record |= {"status": "pending", "outcome": "still_open", "answers": []}
            text = _STILL_OPEN
        case _:
            assert_never(call.tool)
    return CallToolResult(content=[TextContent(text=text)], structured_content=record)


def server_closed_result() -> AssistantError:
    """Return what is told where the server ends while a question is open."""
    return AssistantError(
        _("Parley's server has ended before there was an answer."),
        hint=_("The question was not answered; ask again."),
    )


def error_result(error: AssistantError) -> CallToolResult:
    """Return a tool error: nobody was asked, nobody answered, or an answer was refused."""
    text = f"{error.message} {error.hint}".strip()
    if isinstance(error, AnswerRefused):
        text = f"{error.reason.value}: {text}"
    return CallToolResult(content=[TextContent(text=text)], is_error=True)
