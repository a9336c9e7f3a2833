"""How each agent is started over the Agent Client Protocol."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from assistant.coding_agents.model.agents import CodingAgent


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentLaunch:
    """What is started for an agent."""

    commands: Sequence[tuple[str, ...]]
    """Programs with their arguments; the first that is installed counts."""
    install: str
    """The command that installs the first of them."""
    sign_in: str
    """The command in which the user signs in."""
    asking_mode: str = ""
    """The mode of its sessions in which it asks before it changes anything; empty if it starts in
    it, or has none."""


LAUNCHES: Final[Mapping[CodingAgent, AgentLaunch]] = {
    CodingAgent.CLAUDE_CODE: AgentLaunch(
        commands=(("claude-agent-acp",), ("claude-code-acp",)),
        install="npm install -g @agentclientprotocol/claude-agent-acp",
        sign_in="claude",
        asking_mode="default",  # 0.101 starts in "auto", in which a model gives permissions
    ),
    CodingAgent.CODEX: AgentLaunch(
        commands=(("codex-acp",),),
        install="npm install -g @agentclientprotocol/codex-acp",
        sign_in="codex login",
        asking_mode="read-only",  # 2.6 starts in "agent", in which a model gives permissions
    ),
    CodingAgent.GEMINI: AgentLaunch(
        commands=(("gemini", "--acp"),),
        install="npm install -g @google/gemini-cli",
        sign_in="gemini",
        asking_mode="default",
    ),
    CodingAgent.OPENCODE: AgentLaunch(
        commands=(("opencode", "acp"),),
        install="npm install -g opencode-ai",
        sign_in="opencode auth login",
    ),
    CodingAgent.CLINE: AgentLaunch(
        commands=(("cline", "--acp"),),
        install="npm install -g cline",
        sign_in="cline auth",
    ),
}
NPM_FOLDERS: Final = (
    ".npm-global/bin",
    ".local/bin",
    ".local/share/pnpm",
    ".bun/bin",
    ".volta/bin",
    ".opencode/bin",
)
"""Where programs of npm are besides `PATH`, below the user's home."""
