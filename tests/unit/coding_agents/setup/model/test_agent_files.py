"""Which files of each agent are changed, and for what."""

import re
import shlex
from collections.abc import Sequence
from pathlib import Path

import pytest

from assistant.coding_agents.hooks.dialects import DIALECTS, read_hook
from assistant.coding_agents.model.agents import CodingAgent
from assistant.coding_agents.setup.model.agent_files import (
    HOOKS,
    ParleyCommand,
    UserFolders,
    agent_files,
    shell_line,
)
from assistant.coding_agents.setup.model.entries import (
    ListEntry,
    TableEntry,
    launch_at,
    with_entries,
)
from assistant.coding_agents.setup.model.jsonc_config import JsoncConfig
from assistant.coding_agents.setup.model.own_file import OwnFile

USER = Path("/home/me")
PLAIN = ParleyCommand(program="/opt/parley")
PARLEY = ParleyCommand(program="/opt/parley", options=("--home", "/data"))


def places(agent: CodingAgent, **environment: str) -> list[str]:
    files = agent_files(agent, PARLEY, UserFolders(home=USER, environment=environment))
    return [str(file.places[-1]) for file in files.files]


@pytest.mark.parametrize("agent", CodingAgent)
def test_every_agent_starts_the_server_with_its_whole_path(agent: CodingAgent) -> None:
    server, *_others = agent_files(agent, PARLEY, UserFolders(home=USER)).files
    text = with_entries("", server.notation, server.entries)
    entry = server.entries[0]
    assert isinstance(entry, TableEntry)
    launch = launch_at(server.notation.read(text), entry.path)
    assert launch is not None
    words = (launch.program, *launch.arguments)
    assert words[:4] == ("/opt/parley", "mcp", "--home", "/data")


@pytest.mark.parametrize(
    ("agent", "environment", "expected"),
    [
        ("claude-code", {}, ["/home/me/.claude.json", "/home/me/.claude/settings.json"]),
        ("claude-code", {"CLAUDE_CONFIG_DIR": "/c"}, ["/c/.claude.json", "/c/settings.json"]),
        ("codex", {}, ["/home/me/.codex/config.toml", "/home/me/.codex/hooks.json"]),
        ("codex", {"CODEX_HOME": "/c"}, ["/c/config.toml", "/c/hooks.json"]),
        (
            "codex",
            {"CODEX_HOME": ""},
            ["/home/me/.codex/config.toml", "/home/me/.codex/hooks.json"],
        ),
        ("gemini", {}, ["/home/me/.gemini/settings.json"]),
        ("gemini", {"GEMINI_CLI_HOME": "/g"}, ["/g/.gemini/settings.json"]),
        (
            "opencode",
            {},
            [
                "/home/me/.config/opencode/opencode.json",
                "/home/me/.config/opencode/plugins/parley.js",
            ],
        ),
        (
            "opencode",
            {"XDG_CONFIG_HOME": "/x"},
            ["/x/opencode/opencode.json", "/x/opencode/plugins/parley.js"],
        ),
        ("cline", {}, ["/home/me/.cline/data/settings/cline_mcp_settings.json"]),
        ("cline", {"CLINE_DIR": "/c"}, ["/c/data/settings/cline_mcp_settings.json"]),
        ("cline", {"CLINE_DATA_DIR": "/d"}, ["/d/settings/cline_mcp_settings.json"]),
        ("cline", {"CLINE_MCP_SETTINGS_PATH": "/s.json"}, ["/s.json"]),
    ],
)
def test_files_are_where_the_programs_look(
    agent: str, environment: dict[str, str], expected: list[str]
) -> None:
    assert places(CodingAgent(agent), **environment) == [str(Path(path)) for path in expected]


def test_opencode_is_written_where_its_settings_are_already() -> None:
    file, _plugin = agent_files(CodingAgent.OPENCODE, PARLEY, UserFolders(home=USER)).files
    names = [place.name for place in file.places]
    assert names == ["opencode.jsonc", "opencode.json", "config.json", "opencode.json"]


def test_what_is_written_is_what_the_programs_take() -> None:
    written = {
        agent: [
            file.notation.read(with_entries("", file.notation, file.entries))
            for file in agent_files(agent, PLAIN, UserFolders(home=USER)).files
            if not isinstance(file.notation, OwnFile)
        ]
        for agent in CodingAgent
    }
    stdio = {"command": "/opt/parley", "args": ["mcp"]}
    assert written == {
        CodingAgent.CLAUDE_CODE: [
            {"mcpServers": {"parley": {"type": "stdio", **stdio, "env": {}}}},
            {
                "permissions": {"allow": ["mcp__parley"]},
                "hooks": {
                    "PermissionRequest": hooks("claude-code", 86_400),
                    "Elicitation": hooks("claude-code", 86_400),
                    "Notification": hooks("claude-code", 10),
                    "Stop": hooks("claude-code", 10),
                    "SessionStart": hooks("claude-code", 10),
                    "SessionEnd": hooks("claude-code", 10),
                    "UserPromptSubmit": hooks("claude-code", 10),
                    "PostToolUse": hooks("claude-code", 10, is_waited_for=False),
                },
            },
        ],
        CodingAgent.CODEX: [
            {
                "mcp_servers": {
                    "parley": {
                        **stdio,
                        "required": True,
                        "default_tools_approval_mode": "approve",
                        "tool_timeout_sec": 3600,
                        "env_vars": ["DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "XDG_RUNTIME_DIR"],
                    }
                }
            },
            {
                "hooks": {
                    "PermissionRequest": hooks("codex", 86_400),
                    "SessionStart": hooks("codex", 10),
                    "UserPromptSubmit": hooks("codex", 10),
                    "PostToolUse": hooks("codex", 10),
                    "Stop": hooks("codex", 10),
                }
            },
        ],
        CodingAgent.GEMINI: [
            {
                "mcpServers": {"parley": {**stdio, "trust": True, "timeout": 3_600_000}},
                "hooks": {
                    event: hooks("gemini", 10_000)
                    for event in (
                        "SessionStart",
                        "BeforeAgent",
                        "Notification",
                        "AfterTool",
                        "AfterAgent",
                        "SessionEnd",
                    )
                },
            }
        ],
        CodingAgent.OPENCODE: [
            {
                "mcp": {
                    "parley": {
                        "type": "local",
                        "command": ["/opt/parley", "mcp"],
                        "enabled": True,
                        "timeout": 3_600_000,
                    }
                }
            }
        ],
        CodingAgent.CLINE: [
            {
                "mcpServers": {
                    "parley": {
                        "transport": {
                            "type": "stdio",
                            **stdio,
                            "args": ["mcp", "--call-limit", "3600"],
                        },
                        "timeout": 3600,
                    }
                }
            }
        ],
    }


def hooks(agent: str, timeout: int, *, is_waited_for: bool = True) -> list[object]:
    hook = {"type": "command", "command": f"/opt/parley hook {agent}", "timeout": timeout}
    return [{"hooks": [hook if is_waited_for else {**hook, "async": True}]}]


@pytest.mark.parametrize("agent", HOOKS)
def test_parley_knows_every_event_that_it_hears(agent: CodingAgent) -> None:
    assert DIALECTS.keys() == {*HOOKS, CodingAgent.OPENCODE}  # that has a plugin
    for event in HOOKS[agent]:
        payload = {
            "hook_event_name": event,
            "tool_name": "Bash",
            "mcp_server_name": "forms",
            "requested_schema": {"type": "object"},
        }
        assert read_hook(agent, payload) is not None, event


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (("/opt/parley", "hook"), "/opt/parley hook"),
        (("/o p/parley", "--home", "/it's"), """'/o p/parley' --home '/it'"'"'s'"""),
        (("/o$p/`x`", "a\\b"), "'/o$p/`x`' 'a\\b'"),
        ((r"C:\bin\parley.exe", "hook"), "C:/bin/parley.exe hook"),
        ((r"C:\Program Files\parley.exe", "hook"), '"C:/Program Files/parley.exe" hook'),
        ((r"D:\p.exe", "--home", r"C:\O'Neil & co"), """D:/p.exe --home "C:/O'Neil & co\""""),
        ((r"\\host\bin\parley.exe", "a b"), '//host/bin/parley.exe "a b"'),
        (("c:/parley.exe", "hook"), "c:/parley.exe hook"),
    ],
)
def test_a_command_is_quoted_for_the_shell(words: Sequence[str], line: str) -> None:
    assert shell_line(words) == line
    windows = words[0][1:2] == ":" or words[0].startswith("\\\\")
    plain = [word.replace("\\", "/") for word in words] if windows else list(words)
    assert shlex.split(line) == plain  # as bash takes it


def test_hooks_are_known_again_however_they_are_quoted() -> None:
    for program in ("/o p/parley", r"C:\Program Files\parley.exe", r"C:\bin\parley.exe"):
        command = ParleyCommand(program=program).hook(CodingAgent.CODEX)
        hook = {"hooks": [{"type": "command", "command": command}]}
        entry = ListEntry(path=("hooks", "Stop"), value=hook)
        text = with_entries("{}", JsoncConfig(), [entry])
        other = {"hooks": [{"type": "command", "command": "/new/parley hook codex"}]}
        again = with_entries(text, JsoncConfig(), [ListEntry(path=("hooks", "Stop"), value=other)])
        assert JsoncConfig().read(again)["hooks"]["Stop"] == [other]


@pytest.mark.parametrize(
    ("agent", "file", "key"),
    [
        ("claude-code", ".claude/settings.json", "permissions"),
        ("codex", ".codex/config.toml", "mcp_servers"),
        ("gemini", ".gemini/settings.json", "mcpServers"),
        ("opencode", ".config/opencode/opencode.json", "mcp"),
        ("cline", ".cline/data/settings/cline_mcp_settings.json", "mcpServers"),
    ],
)
def test_the_page_says_what_is_written(agent: str, file: str, key: str) -> None:
    page = (Path(__file__).parents[5] / "docs" / "mcp.md").read_text(encoding="utf-8")
    (row,) = [line for line in page.splitlines() if line.startswith("|") and f"`~/{file}`" in line]
    pieces = re.findall("`([^`]*)`", row.split(" | ")[2])
    shown = "\n".join(pieces)
    command = ParleyCommand(program="parley")
    (written,) = [
        each
        for each in agent_files(CodingAgent(agent), command, UserFolders(home=USER)).files
        if str(each.places[-1]) == str(USER / file)
    ]
    text = with_entries("", written.notation, written.entries)
    said = written.notation.read(shown if file.endswith(".toml") else f"{{{shown}}}")
    assert said[key] == written.notation.read(text)[key]
