"""The coding agents that Parley knows by name. Pure, and light to import."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class CodingAgent(StrEnum):
    """A program that writes code, by the name that commands take."""

    CLAUDE_CODE = "claude-code"
    CODEX = "codex"
    GEMINI = "gemini"
    OPENCODE = "opencode"
    CLINE = "cline"

    @property
    def traits(self) -> "AgentTraits":
        """What is known of it."""
        return _TRAITS[self]

    @property
    def names(self) -> tuple[str, ...]:
        """What people call it."""
        traits = self.traits
        every = (traits.title, traits.program, self.value, *traits.said_as)
        return tuple(dict.fromkeys(name.casefold() for name in every))


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentTraits:
    """What Parley knows of an agent."""

    title: str
    """What people call it."""
    program: str
    """What it is started by."""
    said_as: tuple[str, ...] = ()
    """How else its name is written; in other letters `Language.agent_names` has it."""
    client_names: tuple[str, ...]
    """What it calls itself as a client of the Model Context Protocol."""


_TRAITS: Final[Mapping[CodingAgent, AgentTraits]] = {
    CodingAgent.CLAUDE_CODE: AgentTraits(
        title="Claude Code",
        program="claude",
        client_names=("claude-code",),
    ),
    CodingAgent.CODEX: AgentTraits(
        title="Codex",
        program="codex",
        client_names=("codex-mcp-client",),
    ),
    CodingAgent.GEMINI: AgentTraits(
        title="Gemini CLI",
        program="gemini",
        client_names=("gemini-cli-mcp-client",),
    ),
    CodingAgent.OPENCODE: AgentTraits(
        title="opencode",
        program="opencode",
        said_as=("open code",),
        client_names=("opencode",),
    ),
    CodingAgent.CLINE: AgentTraits(
        title="Cline",
        program="cline",
        client_names=("@cline/core",),
    ),
}


def agent_of_client(client_name: str) -> CodingAgent | None:
    """Return the agent that calls itself so as a client; None for another program."""
    for agent, traits in _TRAITS.items():
        if client_name in traits.client_names:
            return agent
    return None
