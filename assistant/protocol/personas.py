"""Agents and workspaces: commands and events."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class ListPersonas:
    """Ask for `PersonasListed`, now and whenever it changes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UsePersona:
    """Begin a new conversation with this agent in this workspace, and keep to it."""

    workspace: str
    agent: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateWorkspace:
    """Make a workspace; `WorkspaceCreated` tells how it went."""

    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SaveAgent:
    """Make an agent, or replace what its persona says; `AgentSaved` tells how it went."""

    name: str
    persona: str
    replaces: str | None = None
    """What the persona said when it was edited; None makes a new agent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonasListed:
    """The workspaces and agents there are."""

    workspaces: tuple[str, ...]
    agents: tuple[str, ...]
    personas: tuple[tuple[str, str], ...]
    """Each agent and the text of its persona."""
    workspace: str
    """What new conversations are held with; the current one says itself what it is held with."""
    agent: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkspaceCreated:
    """How `CreateWorkspace` went."""

    name: str
    problem: str = ""
    """Why nothing was made, in the user's language; empty if it was."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentSaved:
    """How `SaveAgent` went."""

    name: str
    problem: str = ""
    """Why nothing was written, in the user's language; empty if it was."""
    conflict: str | None = None
    """What the persona says now, if it had changed since it was read."""


PersonaCommand = ListPersonas | UsePersona | CreateWorkspace | SaveAgent
PersonaEvent = PersonasListed | WorkspaceCreated | AgentSaved
