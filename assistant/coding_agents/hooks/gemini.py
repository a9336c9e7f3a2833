"""Gemini CLI: its hooks (0.61) tell how a session stands; they cannot answer its dialogs."""

from collections.abc import Mapping
from typing import Any, Final

from assistant.coding_agents.hooks.hook_events import Asked, HookEvent, HookPayload
from assistant.coding_agents.hooks.verdicts import Verdict
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

_SESSION_EVENTS: Final[Mapping[str, type[AgentEvent]]] = {
    "SessionStart": SessionBegan,
    "BeforeAgent": WordsTaken,
    "Notification": UserNeeded,
    "AfterTool": WorkGoesOn,
    "AfterAgent": WorkDone,
    "SessionEnd": SessionEnded,
}


def read(payload: HookPayload) -> HookEvent | None:
    """Return what a hook tells; None for what is not known."""
    return payload.session_event(payload.asker(CodingAgent.GEMINI), _SESSION_EVENTS)


def written(_asked: Asked, _verdict: Verdict) -> Mapping[str, Any]:
    """Return what a hook prints: an empty object, which decides nothing."""
    return {}
