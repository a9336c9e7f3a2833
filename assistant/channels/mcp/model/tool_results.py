"""What a client gets for a call, as the package sends it. Pure."""

import json
from typing import Final

from mcp_types import (
    CallToolResult,
    ElicitRequest,
    ElicitRequestFormParams,
    InputRequiredResult,
    TextContent,
)

from assistant.channels.mcp.model.elicitation_dialogue import ElicitationDialogue
from assistant.channels.mcp.model.tool_calls import AskCall, AskResult, tool_reply
from assistant.errors import AssistantError
from assistant.locale import _

INPUT: Final = "answer"
"""What the one form of a round is called."""


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
    answer = tool_reply(call, asked)
    text = answer.text or json.dumps(answer.record, ensure_ascii=False)
    return CallToolResult(content=[TextContent(text=text)], structured_content=dict(answer.record))


def server_closed_result() -> AssistantError:
    """Return what is told where the server ends while a question is open."""
    return AssistantError(
        _("Parley's server has ended before there was an answer."),
        hint=_("The question was not answered; ask again."),
    )


def error_result(error: AssistantError) -> CallToolResult:
    """Return a tool error: nobody was asked, or nobody answered."""
    text = f"{error.message} {error.hint}".strip()
    return CallToolResult(content=[TextContent(text=text)], is_error=True)
