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

from assistant.channels.mcp.model.elicitation_dialogue import Dialogue
from assistant.channels.mcp.model.tool_calls import Asked, Call, told
from assistant.errors import AssistantError
from assistant.locale import _

INPUT: Final = "answer"
"""What the one form of a round is called."""


def form_wanted(dialogue: Dialogue) -> InputRequiredResult:
    """Return what has the client show the form of this round and call again."""
    form = dialogue.form()
    request = ElicitRequest(
        params=ElicitRequestFormParams(message=form.message, requested_schema=form.schema)
    )
    return InputRequiredResult(
        input_requests={INPUT: request}, request_state=dialogue.state().model_dump_json()
    )


def result_of(call: Call, asked: Asked) -> CallToolResult:
    """Return what came of a call."""
    answer = told(call, asked)
    text = answer.text or json.dumps(answer.record, ensure_ascii=False)
    return CallToolResult(content=[TextContent(text=text)], structured_content=dict(answer.record))


def ended() -> AssistantError:
    """Return what is told where the server ends while a question is open."""
    return AssistantError(
        _("Parley's server has ended before there was an answer."),
        hint=_("The question was not answered; ask again."),
    )


def refused(error: AssistantError) -> CallToolResult:
    """Return a tool error: nobody was asked, or nobody answered."""
    text = f"{error.message} {error.hint}".strip()
    return CallToolResult(content=[TextContent(text=text)], is_error=True)
