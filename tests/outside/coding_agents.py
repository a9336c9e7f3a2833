"""Coding agents from npm: how each is pointed at a model's service, and started.

Where Parley is, `parley setup` tells them.

Each has a home of its own and an empty environment, so nothing of whoever runs the check is used.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from assistant.coding_agents.model.agents import CodingAgent as KnownAgent
from tests.outside.scripted_model_service import MODEL


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentStage:
    """Where an agent runs."""

    home: Path
    project: Path
    service: str
    """The address of the model's service."""

    def write(self, path: str, content: Mapping[str, Any] | str) -> None:
        """Write a settings file of the agent's home."""
        file = self.home / path
        file.parent.mkdir(parents=True, exist_ok=True)
        text = content if isinstance(content, str) else json.dumps(content, indent=2)
        file.write_text(text, encoding="utf-8")


@dataclass(frozen=True, slots=True, kw_only=True)
class CodingAgent:
    """A program that people have write code for them."""

    name: str
    known_as: KnownAgent
    package: str
    """What npm calls it, with the version that was tried."""
    settings: Callable[[AgentStage], None]
    """Writes them."""
    arguments: Callable[[AgentStage, str], Sequence[str]]
    """The command for a prompt."""
    environment: Callable[[AgentStage], Mapping[str, str]] = field(default=lambda _stage: {})
    """What stands in the environment besides `HOME`, `PATH` and the like."""
    permission: tuple[str, Mapping[str, Any]] | None = None
    """A call that it asks a permission for, of a tool of its own: `touch allowed`."""
    started_call: tuple[str, Mapping[str, Any]] | None = None
    """The same call where Parley starts it; None if Parley is not tried with starting it."""
    adapter: str = ""
    """What speaks the Agent Client Protocol for it, as npm calls it; empty if it does so itself."""
    dialog: str = ""
    """What its own dialog of that permission shows."""
    allows: str = "\r"
    """The keys that allow it there."""
    is_beside: bool = False
    """Whether its dialog stands beside Parley's question; otherwise it comes after that."""
    trust: str = ""
    """What it asks before it runs new hooks; the second choice trusts them. Empty if it asks nothing."""
    ready: str = ""
    """What its terminal shows once it takes words; empty where the prompt is among the arguments."""


def _claude_settings(stage: AgentStage) -> None:
    trusted = {"hasTrustDialogAccepted": True, "hasCompletedProjectOnboarding": True}
    stage.write(
        ".claude.json",
        {
            "hasCompletedOnboarding": True,
            "theme": "dark",
            "customApiKeyResponses": {"approved": ["sk-ant-dummy"], "rejected": []},
            "projects": {str(stage.project): trusted},
        },
    )


def _claude_environment(stage: AgentStage) -> Mapping[str, str]:
    return {
        "ANTHROPIC_BASE_URL": stage.service,
        "ANTHROPIC_API_KEY": "sk-ant-dummy",
        "DISABLE_AUTOUPDATER": "1",
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
        "DISABLE_TELEMETRY": "1",
        "ANTHROPIC_MODEL": MODEL,
    }


def _codex_settings(stage: AgentStage) -> None:
    stage.write(
        ".codex/config.toml",
        f"""
model = "{MODEL}"
model_provider = "scripted"
check_for_update_on_startup = false
approval_policy = "on-request"
sandbox_mode = "read-only"

[model_providers.scripted]
name = "scripted"
base_url = "{stage.service}/v1"
wire_api = "responses"

[projects.{json.dumps(str(stage.project))}]
trust_level = "trusted"
""",
    )


def _gemini_settings(stage: AgentStage) -> None:
    stage.write(".gemini/settings.json", {"security": {"auth": {"selectedType": "gemini-api-key"}}})


def _gemini_environment(stage: AgentStage) -> Mapping[str, str]:
    return {
        "GEMINI_API_KEY": "x",
        "GOOGLE_GEMINI_BASE_URL": stage.service,
        "GEMINI_CLI_TRUST_WORKSPACE": "true",
        "GEMINI_MODEL": MODEL,
    }


def _opencode_settings(stage: AgentStage) -> None:
    provider = {
        "npm": "@ai-sdk/openai-compatible",
        "name": "scripted",
        "options": {"baseURL": f"{stage.service}/v1", "apiKey": "x"},
        "models": {MODEL: {"name": MODEL}},
    }
    stage.write(
        ".config/opencode/opencode.json",
        {
            "model": f"scripted/{MODEL}",
            "provider": {"scripted": provider},
            "permission": {"bash": "ask"},
        },
    )


def _cline_settings(stage: AgentStage) -> None:
    settings = {
        "provider": "openai-compatible",
        "apiKey": "x",
        "model": MODEL,
        "baseUrl": f"{stage.service}/v1",
    }
    stage.write(
        ".cline/data/settings/providers.json",
        {
            "version": 1,
            "lastUsedProvider": "openai-compatible",
            "modes": {},
            "providers": {
                "openai-compatible": {
                    "settings": settings,
                    "updatedAt": "2026-01-01T00:00:00.000Z",
                    "tokenSource": "manual",
                }
            },
        },
    )


_CLAUDE: Final = "@anthropic-ai/claude-code@2.1.197"
_CODEX: Final = "@openai/codex@0.171.0"
_OPENCODE: Final = "opencode-ai@1.18.33"
_OPENCODE_ENVIRONMENT: Final = {
    "OPENCODE_DISABLE_AUTOUPDATE": "1",
    "OPENCODE_DISABLE_MODELS_FETCH": "1",
}
_CLINE_ENVIRONMENT: Final = {
    "CLINE_API_KEY": "x",
    "CLINE_PROVIDER": "openai-compatible",
    "CLINE_MODEL": MODEL,
}
"""Without them, it wants an account of Cline's where it is started over the Agent Client Protocol."""
ALLOWED: Final = "allowed"
TOUCH: Final = f"touch {ALLOWED}"
"""Makes a file in the project, which nothing may do unasked."""

AGENTS: Final = (
    CodingAgent(
        name="claude -p",
        known_as=KnownAgent.CLAUDE_CODE,
        package=_CLAUDE,
        settings=_claude_settings,
        arguments=lambda _stage, prompt: ("claude", "--model", MODEL, "-p", prompt),
        environment=_claude_environment,
    ),
    CodingAgent(
        name="Claude terminal",
        known_as=KnownAgent.CLAUDE_CODE,
        package=_CLAUDE,
        settings=_claude_settings,
        arguments=lambda _stage, _prompt: ("claude", "--model", MODEL),
        environment=_claude_environment,
        permission=("Bash", {"command": TOUCH, "description": "make a file"}),
        started_call=("Bash", {"command": TOUCH, "description": "make a file"}),
        adapter="@agentclientprotocol/claude-agent-acp@0.101.0",
        dialog="Do you want to proceed?",
        is_beside=True,
        ready="for shortcuts",
    ),
    CodingAgent(
        name="codex exec",
        known_as=KnownAgent.CODEX,
        package=_CODEX,
        settings=_codex_settings,
        arguments=lambda _stage, prompt: ("codex", "exec", "--skip-git-repo-check", prompt),
    ),
    CodingAgent(
        name="Codex terminal",
        known_as=KnownAgent.CODEX,
        package=_CODEX,
        settings=_codex_settings,
        arguments=lambda _stage, prompt: ("codex", prompt),
        permission=(
            "exec_command",
            {
                "cmd": TOUCH,
                "justification": "make a file",
                "sandbox_permissions": "require_escalated",
            },
        ),
        started_call=(
            "exec_command",
            {
                "cmd": TOUCH,
                "justification": "make a file",
                "sandbox_permissions": "require_escalated",
            },
        ),
        adapter="@agentclientprotocol/codex-acp@2.6.0",
        dialog="Would you like to run",
        allows="y",
        trust="Trust all and continue",
    ),
    CodingAgent(
        name="opencode run",
        known_as=KnownAgent.OPENCODE,
        package=_OPENCODE,
        settings=_opencode_settings,
        arguments=lambda _stage, prompt: ("opencode", "run", prompt),
        environment=lambda _stage: _OPENCODE_ENVIRONMENT,
    ),
    CodingAgent(
        name="opencode terminal",
        known_as=KnownAgent.OPENCODE,
        package=_OPENCODE,
        settings=_opencode_settings,
        arguments=lambda _stage, prompt: ("opencode", "--prompt", prompt),
        environment=lambda _stage: _OPENCODE_ENVIRONMENT,
        permission=("bash", {"command": TOUCH, "description": "make a file"}),
        started_call=("bash", {"command": TOUCH, "description": "make a file"}),
        dialog="Permission required",
        is_beside=True,
    ),
    CodingAgent(
        name="Gemini CLI",
        known_as=KnownAgent.GEMINI,
        package="@google/gemini-cli@0.61.0",
        settings=_gemini_settings,
        arguments=lambda _stage, prompt: ("gemini", "-m", MODEL, "-p", prompt),
        environment=_gemini_environment,
        started_call=("run_shell_command", {"command": TOUCH, "description": "make a file"}),
    ),
    CodingAgent(
        name="Cline",
        known_as=KnownAgent.CLINE,
        package="cline@3.0.65",
        settings=_cline_settings,
        arguments=lambda _stage, prompt: ("cline", "-P", "openai-compatible", "-m", MODEL, prompt),
        environment=lambda _stage: _CLINE_ENVIRONMENT,
        started_call=("run_commands", {"commands": [TOUCH]}),
    ),
)
