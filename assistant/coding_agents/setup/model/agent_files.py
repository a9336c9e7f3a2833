"""What each agent must be told so that it asks in Parley, and in which file it looks for that. Pure.

The places are those that the programs themselves look at: Claude Code 2.1, Codex 0.171, Gemini CLI
0.61, opencode 1.18 and Cline 3.0.
"""

import json
import re
import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, Final

from assistant.coding_agents import hooks
from assistant.coding_agents.model.agents import CodingAgent
from assistant.coding_agents.setup.model.config_text import ConfigNotation
from assistant.coding_agents.setup.model.entries import (
    PROGRAM,
    Entry,
    ListEntry,
    TableEntry,
    WholeText,
)
from assistant.coding_agents.setup.model.jsonc_config import JsoncConfig
from assistant.coding_agents.setup.model.own_file import OwnFile
from assistant.coding_agents.setup.model.toml_config import TomlConfig

CALL_S: Final = 3600
"""How long an agent waits for an answer, where it must be told; the most that Cline takes."""
ANSWERED_S: Final = 86_400
"""How long an agent waits for a hook that a person answers: a day."""
TOLD_S: Final = 10
"""How long for one that only tells something; Parley takes it at once, or not at all."""
_OF_SESSION: Final = ("DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "XDG_RUNTIME_DIR")
"""Variables without which no browser opens; Codex withholds all that are not named here."""
_OF_WINDOWS: Final = re.compile(r"[A-Za-z]:[\\/]|\\\\")
"""How a whole path begins there."""
_PLAIN: Final = re.compile(r"[\w@+=:,./-]+", re.ASCII)
_JSON: Final = JsoncConfig()
_TOML: Final = TomlConfig()


@dataclass(frozen=True, slots=True, kw_only=True)
class ParleyCommand:
    """How an agent starts Parley."""

    program: str
    """With its whole path: an agent's `PATH` need not be the user's."""
    options: tuple[str, ...] = ()

    @property
    def server(self) -> tuple[str, ...]:
        """Arguments that start the MCP server."""
        return ("mcp", *self.options)

    def hook(self, agent: CodingAgent) -> str:
        """The line for a shell that an agent runs at its hooks."""
        return shell_line([self.program, "hook", agent, *self.options])


def shell_line(words: Sequence[str]) -> str:
    """Return a command for the shell that an agent runs it in.

    On Windows that is bash or cmd. Both take a path with slashes, and double quotes round what needs
    some; a file's name cannot hold one there.
    """
    if not _OF_WINDOWS.match(words[0]):
        return shlex.join(words)
    paths = [word.replace("\\", "/") if _OF_WINDOWS.match(word) else word for word in words]
    return " ".join(word if _PLAIN.fullmatch(word) else f'"{word}"' for word in paths)


@dataclass(frozen=True, slots=True, kw_only=True)
class UserFolders:
    """Where the programs of a user look for their settings."""

    home: Path
    environment: Mapping[str, str] = field(default_factory=dict[str, str])

    def from_variable(self, name: str, otherwise: Path) -> Path:
        """Return the folder or file that a variable names."""
        value = self.environment.get(name, "").strip()
        return Path(value) if value else otherwise


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentFile:
    """A file of an agent's settings, and what belongs into it."""

    places: tuple[Path, ...]
    """Where it may be: the first that exists; the last if none does."""
    notation: ConfigNotation
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentFiles:
    """Everything of an agent's settings that a set-up changes."""

    folder: Path
    """What is there once the agent was used."""
    files: tuple[AgentFile, ...]
    """The server's entry is the first of the first."""
    needs_trust: bool = False
    """Whether new hooks run only once the user has trusted them, in the agent's `/hooks`."""


HOOKS: Final[Mapping[CodingAgent, Mapping[str, int]]] = {
    CodingAgent.CLAUDE_CODE: {
        "PermissionRequest": ANSWERED_S,
        "Elicitation": ANSWERED_S,
        "Notification": TOLD_S,
        "Stop": TOLD_S,
        "SessionStart": TOLD_S,
        "SessionEnd": TOLD_S,
        "UserPromptSubmit": TOLD_S,
        "PostToolUse": TOLD_S,
    },
    CodingAgent.CODEX: {
        "PermissionRequest": ANSWERED_S,
        "SessionStart": TOLD_S,
        "UserPromptSubmit": TOLD_S,
        "PostToolUse": TOLD_S,
        "Stop": TOLD_S,
    },
    CodingAgent.GEMINI: {
        "SessionStart": TOLD_S,
        "BeforeAgent": TOLD_S,
        "Notification": TOLD_S,
        "AfterTool": TOLD_S,
        "AfterAgent": TOLD_S,
        "SessionEnd": TOLD_S,
    },
}
"""Events of each agent that Parley hears, and how long the agent waits for it, in seconds."""
_IN_BACKGROUND: Final = frozenset({(CodingAgent.CLAUDE_CODE, "PostToolUse")})
"""Those that come often, of agents that need not wait for them."""


def agent_files(agent: CodingAgent, parley: ParleyCommand, folders: UserFolders) -> AgentFiles:
    """Return what a set-up of this agent writes."""
    return _FILES[agent](parley, folders)


def _claude_code(parley: ParleyCommand, folders: UserFolders) -> AgentFiles:
    folder = folders.from_variable("CLAUDE_CONFIG_DIR", folders.home / ".claude")
    beside = folders.from_variable("CLAUDE_CONFIG_DIR", folders.home)
    server: dict[str, Any] = {
        "type": "stdio",
        "command": parley.program,
        "args": list(parley.server),
        "env": {},
    }
    return AgentFiles(
        folder=folder,
        files=(
            AgentFile(
                places=(folder / ".config.json", beside / ".claude.json"),
                notation=_JSON,
                entries=(TableEntry(path=("mcpServers", PROGRAM), value=server),),
            ),
            AgentFile(
                places=(folder / "settings.json",),
                notation=_JSON,
                entries=(
                    ListEntry(path=("permissions", "allow"), value=f"mcp__{PROGRAM}"),
                    *_hooks(CodingAgent.CLAUDE_CODE, parley),
                ),
            ),
        ),
    )


def _codex(parley: ParleyCommand, folders: UserFolders) -> AgentFiles:
    folder = folders.from_variable("CODEX_HOME", folders.home / ".codex")
    server = {
        "command": parley.program,
        "args": list(parley.server),
        "required": True,
        "default_tools_approval_mode": "approve",
        "tool_timeout_sec": CALL_S,
        "env_vars": list(_OF_SESSION),
    }
    return AgentFiles(
        folder=folder,
        files=(
            AgentFile(
                places=(folder / "config.toml",),
                notation=_TOML,
                entries=(TableEntry(path=("mcp_servers", PROGRAM), value=server),),
            ),
            AgentFile(
                places=(folder / "hooks.json",),
                notation=_JSON,
                entries=tuple(_hooks(CodingAgent.CODEX, parley)),
            ),
        ),
        needs_trust=True,
    )


def _gemini(parley: ParleyCommand, folders: UserFolders) -> AgentFiles:
    folder = folders.from_variable("GEMINI_CLI_HOME", folders.home) / ".gemini"
    server = {
        "command": parley.program,
        "args": list(parley.server),
        "trust": True,
        "timeout": CALL_S * 1000,
    }
    return AgentFiles(
        folder=folder,
        files=(
            AgentFile(
                places=(folder / "settings.json",),
                notation=_JSON,
                entries=(
                    TableEntry(path=("mcpServers", PROGRAM), value=server),
                    *_hooks(CodingAgent.GEMINI, parley, units=1000),
                ),
            ),
        ),
    )


def _opencode(parley: ParleyCommand, folders: UserFolders) -> AgentFiles:
    folder = folders.from_variable("XDG_CONFIG_HOME", folders.home / ".config") / "opencode"
    server = {
        "type": "local",
        "command": [parley.program, *parley.server],
        "enabled": True,
        "timeout": CALL_S * 1000,
    }
    names = ("opencode.jsonc", "opencode.json", "config.json", "opencode.json")
    return AgentFiles(
        folder=folder,
        files=(
            AgentFile(
                places=tuple(folder / name for name in names),
                notation=_JSON,
                entries=(TableEntry(path=("mcp", PROGRAM), value=server),),
            ),
            AgentFile(
                places=(folder / "plugins" / "parley.js",),
                notation=OwnFile(first_line=_plugin().split("\n")[0]),
                entries=(WholeText(text=_opencode_plugin(parley)),),
            ),
        ),
    )


@cache
def _plugin() -> str:
    file = resources.files(hooks) / "opencode_plugin.js"
    return file.read_text(encoding="utf-8")


def _opencode_plugin(parley: ParleyCommand) -> str:
    """Return the plugin that runs this Parley."""
    command = [parley.program, "hook", CodingAgent.OPENCODE, *parley.options]
    return _plugin().replace('["parley", "hook", "opencode"]', json.dumps(command))


def _cline(parley: ParleyCommand, folders: UserFolders) -> AgentFiles:
    folder = folders.from_variable("CLINE_DIR", folders.home / ".cline")
    data = folders.from_variable("CLINE_DATA_DIR", folder / "data")
    file = folders.from_variable(
        "CLINE_MCP_SETTINGS_PATH", data / "settings" / "cline_mcp_settings.json"
    )
    arguments = [*parley.server, "--call-limit", str(CALL_S)]
    transport = {"type": "stdio", "command": parley.program, "args": arguments}
    server = {"transport": transport, "timeout": CALL_S}
    return AgentFiles(
        folder=folder,
        files=(
            AgentFile(
                places=(file,),
                notation=_JSON,
                entries=(TableEntry(path=("mcpServers", PROGRAM), value=server),),
            ),
        ),
    )


def _hooks(agent: CodingAgent, parley: ParleyCommand, *, units: int = 1) -> Iterator[ListEntry]:
    """Return a group of hooks for each event.

    Args:
        agent: Whose events.
        parley: What is run.
        units: How many the agent counts in a second.
    """
    for event, seconds in HOOKS[agent].items():
        hook: dict[str, Any] = {
            "type": "command",
            "command": parley.hook(agent),
            "timeout": seconds * units,
        }
        if (agent, event) in _IN_BACKGROUND:
            hook["async"] = True
        yield ListEntry(path=("hooks", event), value={"hooks": [hook]})


_FILES: Final[Mapping[CodingAgent, Callable[[ParleyCommand, UserFolders], AgentFiles]]] = {
    CodingAgent.CLAUDE_CODE: _claude_code,
    CodingAgent.CODEX: _codex,
    CodingAgent.GEMINI: _gemini,
    CodingAgent.OPENCODE: _opencode,
    CodingAgent.CLINE: _cline,
}
