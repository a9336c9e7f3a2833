"""opencode: what its plugin passes on (1.18), and what that answers it.

The plugin is `opencode_plugin.js`. It gives the type of opencode's event and its properties.
"""

from collections.abc import Mapping
from typing import Any, Final

from assistant.coding_agents.hooks.hook_events import (
    Asked,
    HookEvent,
    HookPayload,
    PermissionAsked,
    QuestionsAsked,
)
from assistant.coding_agents.hooks.permission_request import PermissionRequest
from assistant.coding_agents.hooks.verdicts import Allowed, Denied, Verdict
from assistant.coding_agents.model.agents import CodingAgent
from assistant.coding_agents.model.session_board import (
    AgentEvent,
    SessionBegan,
    SessionEnded,
    WordsTaken,
    WorkDone,
    WorkGoesOn,
)
from assistant.questions.formats.input_reader import as_fields, as_list

_SESSION_EVENTS: Final[Mapping[str, type[AgentEvent]]] = {
    "session.created": SessionBegan,
    "session.status": WordsTaken,
    "permission.replied": WorkGoesOn,
    "session.idle": WorkDone,
    "session.deleted": SessionEnded,
}


def read(payload: HookPayload) -> HookEvent | None:
    """Return what the plugin tells; None for what is not known."""
    asker = payload.asker(CodingAgent.OPENCODE)
    match payload.hook_event_name:
        case "permission.asked" if payload.properties:
            return PermissionAsked(asker=asker, request=_permission(payload.properties))
        case "question.asked" if payload.properties:
            return QuestionsAsked(asker=asker, tool_input=payload.properties)
        case _:
            return payload.session_event(asker, _SESSION_EVENTS)


def _permission(properties: Mapping[str, Any]) -> PermissionRequest:
    tool = str(properties.get("permission", ""))
    shown = dict(as_fields(properties.get("metadata")))
    if isinstance(path := shown.pop("filepath", None), str):
        shown["file_path"] = path
    if not shown:
        shown = {"patterns": properties.get("patterns")}
    patterns = [one for one in as_list(properties.get("always")) or [] if isinstance(one, str)]
    rules = [{"toolName": tool, "ruleContent": one} for one in patterns]
    always = {"type": "addRules", "behavior": "allow", "destination": "session", "rules": rules}
    return PermissionRequest(tool=tool, input=shown, suggestions=(always,) if rules else ())


def written(asked: Asked, verdict: Verdict) -> Mapping[str, Any]:
    """Return what the plugin sends to opencode: a `reply` or the `answers` of each question."""
    match verdict:
        case Denied(message=message):
            return {"reply": "reject", "message": message}
        case Allowed(answers=answers) if isinstance(asked, QuestionsAsked):
            questions = as_list(asked.tool_input.get("questions")) or []
            texts = [str(as_fields(one).get("question", "")) for one in questions]
            given = [answers[text] if text in answers else None for text in texts]
            return {"answers": [[] if one is None else [*one.labels, *one.notes] for one in given]}
        case Allowed(rule=rule):
            return {"reply": "once" if rule is None else "always"}
