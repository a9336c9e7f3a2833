"""Coding agents: how their sessions stand, and which are set up to ask in Parley."""

from dataclasses import dataclass

from assistant.coding_agents.model.agents import CodingAgent
from assistant.coding_agents.model.session_board import SessionBoard
from assistant.coding_agents.tasks.agent_task import AgentTask
from assistant.questions.model.asker import Asker


@dataclass(frozen=True, slots=True, kw_only=True)
class ListAgentSessions:
    """Ask for `AgentSessionsListed`, now and whenever it changes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentSessionsListed:
    """How the sessions of coding agents stand."""

    board: SessionBoard


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentReported:
    """An agent that Parley started is done, or has failed; told once no turn is under way."""

    asker: Asker
    task: AgentTask


@dataclass(frozen=True, slots=True, kw_only=True)
class StopAgentTask:
    """Have an agent that Parley started stop what it does; does nothing if it does nothing."""

    session: str
    """What the agent calls the session."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseAgentTask:
    """End an agent that Parley started, and take its session off the list."""

    session: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ListAgentSetups:
    """Ask for `AgentSetupsListed`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SetUpAgent:
    """Ask the user whether an agent's settings may be changed so, and change them."""

    agent: CodingAgent
    is_removal: bool = False
    """Whether a set-up is taken back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AskTestQuestion:
    """Start what an agent's settings start, and have it ask."""

    agent: CodingAgent


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentSetupEntry:
    """How it stands with one agent on this computer."""

    agent: CodingAgent
    is_set_up: bool = False
    detail: str = ""
    """What came of the last thing that was done with it; empty if nothing was."""
    is_busy: bool = False
    """Whether something is being done with it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentSetupsListed:
    """The agents that were found."""

    agents: tuple[AgentSetupEntry, ...]


AgentSetupCommand = ListAgentSetups | SetUpAgent | AskTestQuestion
AgentSetupEvent = AgentSetupsListed
CodingAgentCommand = ListAgentSessions | StopAgentTask | CloseAgentTask
CodingAgentEvent = AgentSessionsListed | AgentReported
