"""Gemini CLI: its hooks (0.61) tell how a session stands; they cannot answer its dialogs."""

from collections.abc import Mapping
from typing import Any

from assistant.coding_agents.hooks.hook_events import Asked, HookEvent, HookPayload
from assistant.coding_agents.hooks.verdicts import Verdict
from assistant.coding_agents.model.agents import CodingAgent
from assistant.coding_agents.model.session_board import (
    SessionBegan,
    SessionEnded,
    UserNeeded,
    WordsTaken,
    WorkDone,
)


def read(payload: HookPayload) -> HookEvent | None:
    """Return what a hook tells; None for what is not known."""
    asker = payload.asker(CodingAgent.GEMINI)
    match payload.hook_event_name:
        case "SessionStart":
            return SessionBegan(asker=asker)
        case "BeforeAgent":
            return WordsTaken(asker=asker)
        case "Notification":
            return UserNeeded(asker=asker)
        case "AfterAgent":
            return WorkDone(asker=asker, last_sentence=payload.prompt_response)
        case "SessionEnd":
            return SessionEnded(asker=asker)
        case _:
            return None


def written(_asked: Asked, _verdict: Verdict) -> Mapping[str, Any]:
    """Return what a hook prints: an empty object, which decides nothing."""
    return {}
