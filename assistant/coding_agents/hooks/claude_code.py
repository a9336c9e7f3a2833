"""Claude Code: its hooks (2.1.197), and what its permission tool is answered."""

from collections.abc import Mapping
from typing import Any, Final

from assistant.coding_agents.hooks.hook_events import (
    QUESTIONS,
    Asked,
    FormAsked,
    HookEvent,
    HookPayload,
    PermissionAsked,
    QuestionsAsked,
)
from assistant.coding_agents.hooks.verdicts import Allowed, Denied, GivenAnswer, Verdict
from assistant.coding_agents.model.agents import CodingAgent
from assistant.coding_agents.model.session_board import (
    AgentEvent,
    SessionBegan,
    SessionEnded,
    UserNeeded,
    WordsTaken,
    WorkDone,
    WorkGoesOn,
)

QUESTION_TOOL: Final = "AskUserQuestion"
SESSION_EVENTS: Final[Mapping[str, type[AgentEvent]]] = {
    "SessionStart": SessionBegan,
    "UserPromptSubmit": WordsTaken,
    "PostToolUse": WorkGoesOn,
    "Stop": WorkDone,
    "SessionEnd": SessionEnded,
}
_NEEDS_USER: Final = frozenset({"permission_prompt", "idle_prompt", "elicitation_dialog", ""})
"""Notifications that the user is waited for; earlier versions gave them no type."""
_OWN_SERVER: Final = "parley"
"""Its forms are put at the desk by the server itself."""


def read(payload: HookPayload) -> HookEvent | None:
    """Return what a hook tells; None for what is not known."""
    asker = payload.asker(CodingAgent.CLAUDE_CODE)
    match payload.hook_event_name:
        case "Notification" if payload.notification_type in _NEEDS_USER:
            return UserNeeded(asker=asker)
        case "PermissionRequest" if payload.tool_name == QUESTION_TOOL:
            return QuestionsAsked(asker=asker, tool_input=payload.tool_input)
        case "PermissionRequest" if payload.tool_name:
            return PermissionAsked(asker=asker, request=payload.permission())
        case "Elicitation" if payload.mcp_server_name != _OWN_SERVER and payload.requested_schema:
            params = {"message": payload.message, "requestedSchema": payload.requested_schema}
            return FormAsked(asker=asker, server=payload.mcp_server_name, params=params)
        case "PostToolUse" if payload.tool_name == QUESTION_TOOL:
            return WorkGoesOn(asker=asker, call=QUESTIONS)
        case _:
            return payload.session_event(asker, SESSION_EVENTS)


def written(asked: Asked, verdict: Verdict) -> Mapping[str, Any]:
    """Return what the hook prints."""
    if isinstance(asked, FormAsked):
        return _specific("Elicitation", **_form_answer(verdict))
    match verdict:
        case Allowed(answers=answers, rule=rule):
            decision: dict[str, Any] = {"behavior": "allow"}
            if isinstance(asked, QuestionsAsked):
                words = {text: _words(given) for text, given in answers.items()}
                decision["updatedInput"] = {**asked.tool_input, "answers": words}
            if rule is not None:
                decision["updatedPermissions"] = [dict(rule)]
        case Denied(message=message):
            decision = {"behavior": "deny", "message": message}
    return _specific("PermissionRequest", decision=decision)


def _words(given: GivenAnswer) -> str:
    words = ", ".join(given.labels)
    return f"{words} ({given.notes[0]})" if given.notes else words


def _form_answer(verdict: Verdict) -> Mapping[str, Any]:
    match verdict:
        case Allowed(fields=fields):
            return {"action": "accept", "content": dict(fields)}
        case Denied():
            return {"action": "decline"}


def _specific(event: str, **fields: Any) -> Mapping[str, Any]:
    return {"hookSpecificOutput": {"hookEventName": event, **fields}}
