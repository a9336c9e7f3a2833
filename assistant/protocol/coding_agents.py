"""The sessions of coding agents: the command that asks for them, and the event that tells."""

from dataclasses import dataclass

from assistant.coding_agents.model.session_board import SessionBoard


@dataclass(frozen=True, slots=True, kw_only=True)
class ListAgentSessions:
    """Ask for `AgentSessionsListed`, now and whenever it changes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentSessionsListed:
    """How the sessions of coding agents stand."""

    board: SessionBoard


CodingAgentCommand = ListAgentSessions
CodingAgentEvent = AgentSessionsListed
