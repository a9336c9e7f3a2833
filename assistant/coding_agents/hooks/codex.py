"""Codex: its hooks (0.171), which are those of Claude Code but for what it does not have.

It refuses an answer that changes the input of a tool; nothing here does.
"""

from assistant.coding_agents.hooks.claude_code import SESSION_EVENTS
from assistant.coding_agents.hooks.hook_events import HookEvent, HookPayload, PermissionAsked
from assistant.coding_agents.model.agents import CodingAgent


def read(payload: HookPayload) -> HookEvent | None:
    """Return what a hook tells; None for what is not known."""
    asker = payload.asker(CodingAgent.CODEX)
    if payload.hook_event_name == "PermissionRequest" and payload.tool_name:
        return PermissionAsked(asker=asker, request=payload.permission())
    return payload.session_event(asker, SESSION_EVENTS)
