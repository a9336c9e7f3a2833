"""Calls of the tool for permissions, which an agent makes in place of its own dialog."""

import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

from mcp_types import CallToolResult, TextContent

from assistant.coding_agents.hooks.hook_events import HookPayload, PermissionAsked
from assistant.coding_agents.hooks.verdicts import Allowed, Denied, Verdict
from assistant.questions.model.asker import Asker

Approve = Callable[[PermissionAsked], Awaitable[Verdict | None]]
"""Asks the user; None where they decided nothing. Cancelling withdraws the question."""

_UNDECIDED: Final = (
    "The user has decided nothing about this; it was not done. Go on without it, or ask again."
)
NOBODY: Final = "Nobody could be asked, for Parley does not run; it was not done."


def asked_by_call(arguments: Mapping[str, Any], asker: Asker) -> PermissionAsked:
    """Return what a call asks for."""
    fields = {"tool_name": arguments.get("tool_name"), "tool_input": arguments.get("input")}
    payload = HookPayload.model_validate(fields)
    return PermissionAsked(asker=asker, request=payload.permission())


def permission_result(asked: PermissionAsked, verdict: Verdict | None) -> CallToolResult:
    """Return what the agent reads: that it is allowed, or that it is not and why."""
    match verdict:
        case Allowed():
            decision = {"behavior": "allow", "updatedInput": dict(asked.request.input)}
        case Denied(message=message):
            decision = denied(message)
        case None:
            decision = denied(_UNDECIDED)
    return decision_result(decision)


def denied(message: str) -> dict[str, Any]:
    """Return a decision that refuses."""
    return {"behavior": "deny", "message": message}


def decision_result(decision: Mapping[str, Any]) -> CallToolResult:
    """Return a decision as the package sends it."""
    return CallToolResult(content=[TextContent(text=json.dumps(decision, ensure_ascii=False))])
