"""Codex: its hooks (0.171). It refuses an answer that changes the input."""

from collections.abc import Mapping
from typing import Any

from assistant.coding_agents.hooks.hook_events import (
    Asked,
    HookEvent,
    HookPayload,
    PermissionAsked,
)
from assistant.coding_agents.hooks.verdicts import Allowed, Denied, Verdict
from assistant.coding_agents.model.agents import CodingAgent
from assistant.coding_agents.model.session_board import (
    SessionBegan,
    SessionEnded,
    WordsTaken,
    WorkDone,
)


def read(payload: HookPayload) -> HookEvent | None:
    """Return what a hook tells; None for what is not known."""
    asker = payload.asker(CodingAgent.CODEX)
    match payload.hook_event_name:
        case "SessionStart":
            return SessionBegan(asker=asker)
        case "UserPromptSubmit":
            return WordsTaken(asker=asker)
        case "Stop":
            return WorkDone(asker=asker, last_sentence=payload.last_assistant_message)
        case "SessionEnd":
            return SessionEnded(asker=asker)
        case "PermissionRequest" if payload.tool_name:
            return PermissionAsked(asker=asker, request=payload.permission())
        case _:
            return None


def written(_asked: Asked, verdict: Verdict) -> Mapping[str, Any]:
    """Return what the hook prints."""
    match verdict:
        case Allowed(rule=rule):
            decision: dict[str, Any] = {"behavior": "allow"}
            if rule is not None:
                decision["updatedPermissions"] = [dict(rule)]
        case Denied(message=message):
            decision = {"behavior": "deny", "message": message}
    return {"hookSpecificOutput": {"hookEventName": "PermissionRequest", "decision": decision}}
