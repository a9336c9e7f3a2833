"""Which mapper reads which agent's hooks, and the questions that they lead to."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, assert_never

from assistant.coding_agents.hooks import claude_code, codex, gemini, opencode
from assistant.coding_agents.hooks.hook_events import (
    Asked,
    FormAsked,
    HookEvent,
    HookPayload,
    PermissionAsked,
    QuestionsAsked,
)
from assistant.coding_agents.hooks.permission_request import AllowedPlaces, permission_question
from assistant.coding_agents.hooks.verdicts import Verdict
from assistant.coding_agents.model.agents import CodingAgent
from assistant.questions.formats.elicitation import parse_elicitation
from assistant.questions.formats.tool_input import parse_tool_input
from assistant.questions.model.question import QuestionSet


@dataclass(frozen=True, slots=True, kw_only=True)
class HookDialect:
    """How an agent's hooks speak."""

    read: Callable[[HookPayload], HookEvent | None]
    written: Callable[[Asked, Verdict], Mapping[str, Any]]
    ends_hooks: bool = True
    """Whether the agent ends a hook whose question was answered in its own dialog."""


DIALECTS: Final[Mapping[CodingAgent, HookDialect]] = {
    CodingAgent.CLAUDE_CODE: HookDialect(
        read=claude_code.read, written=claude_code.written, ends_hooks=False
    ),
    CodingAgent.CODEX: HookDialect(read=codex.read, written=claude_code.written),
    CodingAgent.OPENCODE: HookDialect(read=opencode.read, written=opencode.written),
    CodingAgent.GEMINI: HookDialect(read=gemini.read, written=gemini.written),
}
"""The agents that have hooks."""


def read_hook(agent: CodingAgent, payload: Mapping[str, Any]) -> HookEvent | None:
    """Return what a hook of an agent tells; None for what is not known."""
    dialect = DIALECTS.get(agent)
    return None if dialect is None else dialect.read(HookPayload.model_validate(payload))


def questions_of(asked: Asked, *, set_id: str, allowed: AllowedPlaces) -> QuestionSet:
    """Return what the user is asked.

    Raises:
        QuestionError: If the agent's questions, or a form, cannot be asked.
    """
    match asked:
        case PermissionAsked(asker=asker, request=request):
            return permission_question(request, asker, set_id=set_id, allowed=allowed)
        case QuestionsAsked(asker=asker, tool_input=tool_input):
            read = parse_tool_input(tool_input, tool_use_id=set_id, set_id=set_id)
            return read.questions.model_copy(update={"asker": asker})
        case FormAsked(asker=asker, server=server, params=params):
            read = parse_elicitation(params, set_id=set_id, source=server)
            return read.questions.model_copy(update={"asker": asker})
        case _:
            assert_never(asked)


def printed(agent: CodingAgent, asked: Asked, verdict: Verdict) -> str:
    """Return what the hook prints for what the user decided."""
    return json.dumps(DIALECTS[agent].written(asked, verdict), ensure_ascii=False)
