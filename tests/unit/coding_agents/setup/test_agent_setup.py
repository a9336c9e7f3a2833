"""Settings files of agents are changed on the disk, and put back as they were."""

import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from assistant.coding_agents.model.agents import CodingAgent
from assistant.coding_agents.setup import agent_setup
from assistant.coding_agents.setup.agent_setup import AgentSetup
from assistant.coding_agents.setup.backups import KEPT
from assistant.coding_agents.setup.model.agent_files import ParleyCommand, UserFolders, agent_files
from assistant.errors import ConfigError

PARLEY = ParleyCommand(program="/opt/parley")

CLAUDE = """{
  "numStartups": 12,
  "mcpServers": {
    "github": {
      "type": "http",
      "url": "https://example.com/mcp"
    }
  },
  "projects": {
    "/home/me/webshop": {"allowedTools": []}
  }
}"""
CLAUDE_SETTINGS = """{
\t// What may run unasked.
\t"permissions": {
\t\t"allow": [
\t\t\t"Bash(git diff:*)", // harmless
\t\t],
\t\t"deny": []
\t},
\t"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "beep"}]}]},
}
"""
CODEX = """# My settings
model = "gpt-5"   # the large one

[mcp_servers.docs]
command = "npx"
args = [
  "-y", "docs-server", # pinned elsewhere
]

[projects."/home/me/webshop"]
trust_level = "trusted"
"""
CODEX_HOOKS = """{
  "description": "mine",
  "hooks": {
    "Stop": [
      {
        "hooks": [{ "type": "command", "command": "say done" }]
      }
    ]
  }
}
"""
GEMINI = (
    '{\n    "security": {"auth": {"selectedType": "oauth-personal"}},\n    "theme": "GitHub"\n}\n'
)
OPENCODE = """{
  "$schema": "https://opencode.ai/config.json",
  /* which model */
  "model": "anthropic/claude",
}
"""
CLINE = '{"mcpServers":{"files":{"transport":{"type":"stdio","command":"npx","args":["files"]}}}}'

FILES = {
    CodingAgent.CLAUDE_CODE: {".claude.json": CLAUDE, ".claude/settings.json": CLAUDE_SETTINGS},
    CodingAgent.CODEX: {".codex/config.toml": CODEX, ".codex/hooks.json": CODEX_HOOKS},
    CodingAgent.GEMINI: {".gemini/settings.json": GEMINI},
    CodingAgent.OPENCODE: {".config/opencode/opencode.jsonc": OPENCODE},
    CodingAgent.CLINE: {".cline/data/settings/cline_mcp_settings.json": CLINE},
}
EVERY_AGENT = pytest.mark.parametrize("agent", CodingAgent)
Form = Callable[[str], bytes]
PLUGIN = ".config/opencode/plugins/parley.js"
OWN = {CodingAgent.OPENCODE: {PLUGIN}}
"""Files that are Parley's alone."""
FORMS: dict[str, Form] = {
    "as it is": str.encode,
    "CRLF": lambda text: text.replace("\n", "\r\n").encode(),
    "BOM": lambda text: b"\xef\xbb\xbf" + text.encode(),
    "empty": lambda _text: b"",
}
EVERY_FORM = pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)


@pytest.fixture
def user(tmp_path: Path) -> Path:
    (tmp_path / "me").mkdir()
    return tmp_path / "me"


def set_up(user: Path, *, parley: ParleyCommand = PARLEY, **environment: str) -> AgentSetup:
    return AgentSetup(
        parley=parley,
        folders=UserFolders(home=user, environment=environment),
        home=user.parent / "parley",
        find=lambda _name: None,
    )


def write(user: Path, agent: CodingAgent, form: Form = str.encode) -> None:
    for name, text in FILES[agent].items():
        path = user / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(form(text))


def contents(user: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(user)): path.read_bytes() for path in user.rglob("*") if path.is_file()
    }


def add(setup: AgentSetup, agent: CodingAgent) -> None:
    setup.write(setup.additions(agent))


def remove(setup: AgentSetup, agent: CodingAgent) -> None:
    setup.write(setup.removals(agent))


def assert_starts_parley(setup: AgentSetup, agent: CodingAgent) -> None:
    launch = setup.launch(agent)
    assert launch is not None
    assert (launch.program, launch.arguments[0]) == ("/opt/parley", "mcp")


@EVERY_AGENT
@EVERY_FORM
def test_a_set_up_is_taken_back_to_the_byte(user: Path, agent: CodingAgent, form: Form) -> None:
    write(user, agent, form)
    before = contents(user)
    setup = set_up(user)
    add(setup, agent)
    assert_starts_parley(setup, agent)
    assert contents(user).keys() == before.keys() | OWN.get(agent, set())
    assert not any(change.is_needed for change in setup.additions(agent))
    remove(setup, agent)
    assert contents(user) == before
    assert setup.launch(agent) is None


@EVERY_AGENT
def test_files_that_were_not_there_go_again(user: Path, agent: CodingAgent) -> None:
    setup = set_up(user)
    add(setup, agent)
    assert {stat.S_IMODE((user / name).stat().st_mode) for name in contents(user)} == {0o600}
    remove(setup, agent)
    assert contents(user) == {}


@EVERY_AGENT
def test_everything_else_of_a_file_stays(user: Path, agent: CodingAgent) -> None:
    write(user, agent)
    before = contents(user)
    add(set_up(user), agent)
    for name in before:
        rest = iter(contents(user)[name])
        assert all(byte in rest for byte in before[name]), f"more than added to: {name}"


@EVERY_AGENT
def test_what_came_since_stays_when_it_is_taken_back(user: Path, agent: CodingAgent) -> None:
    write(user, agent)
    before = contents(user)
    setup = set_up(user)
    add(setup, agent)
    for name in before:
        path = user / name
        comment = "\n# later\n" if path.suffix == ".toml" else "\n// later\n"
        path.write_bytes(path.read_bytes() + comment.encode())
    changes = setup.removals(agent)
    assert not any(change.is_restored for change in changes if change.path.name != "parley.js")
    setup.write(changes)
    for name, content in contents(user).items():
        assert content == before[name] + (b"\n# later\n" if ".toml" in name else b"\n// later\n")


@EVERY_AGENT
def test_a_parley_that_was_moved_is_named_anew_and_still_taken_back(
    user: Path, agent: CodingAgent
) -> None:
    write(user, agent)
    before = contents(user)
    add(set_up(user, parley=ParleyCommand(program="/old/parley")), agent)
    setup = set_up(user)
    add(setup, agent)
    assert_starts_parley(setup, agent)
    remove(setup, agent)
    assert contents(user) == before


def test_the_plugin_runs_this_parley_and_goes_with_the_set_up(user: Path) -> None:
    setup = set_up(user)
    add(setup, CodingAgent.OPENCODE)
    plugin = user / PLUGIN
    assert 'const COMMAND = ["/opt/parley", "hook", "opencode"];' in plugin.read_text("utf-8")
    plugin.write_text(plugin.read_text("utf-8") + "// mine\n", encoding="utf-8")
    remove(setup, CodingAgent.OPENCODE)
    assert not plugin.exists()


def test_a_plugin_of_somebody_elses_stays(user: Path) -> None:
    plugin = user / PLUGIN
    plugin.parent.mkdir(parents=True)
    plugin.write_text("export const Mine = async () => ({})\n", encoding="utf-8")
    before = contents(user)
    for changes in (set_up(user).additions, set_up(user).removals):
        with pytest.raises(ConfigError, match=r"parley\.js") as refused:
            changes(CodingAgent.OPENCODE)
        assert "another file of this name is there" in refused.value.message
    assert contents(user) == before


@EVERY_AGENT
def test_it_is_taken_back_without_a_backup_too(user: Path, agent: CodingAgent) -> None:
    write(user, agent)
    add(set_up(user), agent)
    (user.parent / "parley").rename(user.parent / "lost")
    setup = set_up(user)
    remove(setup, agent)
    assert setup.launch(agent) is None
    assert b"parley" not in b"".join(contents(user).values())


def test_backups_are_private_and_in_the_home_of_parley(user: Path) -> None:
    write(user, CodingAgent.CLAUDE_CODE)
    before = contents(user)
    setup = set_up(user)
    add(setup, CodingAgent.CLAUDE_CODE)
    copies = [path for path in setup.backup_folder.iterdir() if path.suffix != ".lock"]
    assert {stat.S_IMODE(path.stat().st_mode) for path in copies} == {0o600}
    assert set(before.values()) <= {path.read_bytes() for path in copies}
    assert contents(user).keys() == before.keys()


@pytest.mark.skipif(os.name == "nt", reason="Windows has neither modes nor links for everybody")
def test_modes_and_links_stay(user: Path, tmp_path: Path) -> None:
    write(user, CodingAgent.CODEX)
    link, target = user / ".codex/config.toml", tmp_path / "dotfiles.toml"
    link.rename(target)
    target.chmod(0o640)
    link.symlink_to(target)
    before = target.read_bytes()
    setup = set_up(user)
    add(setup, CodingAgent.CODEX)
    assert link.is_symlink()
    assert target.read_bytes() != before
    remove(setup, CodingAgent.CODEX)
    assert (link.readlink(), target.read_bytes()) == (target, before)
    assert stat.S_IMODE(target.stat().st_mode) == 0o640


@pytest.mark.skipif(os.name == "nt", reason="Windows has no links for everybody")
def test_links_in_a_circle_are_named(user: Path) -> None:
    folder = user / ".codex"
    folder.mkdir()
    (folder / "config.toml").symlink_to(folder / "other.toml")
    (folder / "other.toml").symlink_to(folder / "config.toml")
    with pytest.raises(ConfigError, match=r"config\.toml"):
        add(set_up(user), CodingAgent.CODEX)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
@pytest.mark.parametrize("place", [".claude/settings.json", ".claude"])
def test_what_is_read_only_is_named_and_nothing_is_changed(user: Path, place: str) -> None:
    write(user, CodingAgent.CLAUDE_CODE)
    before = contents(user)
    mode = (user / place).stat().st_mode
    (user / place).chmod(mode & ~0o222)
    setup = set_up(user)
    try:
        with pytest.raises(ConfigError, match="read-only") as raised:
            add(setup, CodingAgent.CLAUDE_CODE)
    finally:
        (user / place).chmod(mode)
    assert str(user / place) in raised.value.message
    assert contents(user) == before


def test_a_write_that_fails_takes_the_earlier_ones_back(
    user: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(user, CodingAgent.CLAUDE_CODE)
    before = contents(user)
    setup = set_up(user)
    changes = setup.additions(CodingAgent.CLAUDE_CODE)
    replace = agent_setup.replace_settings

    def fail_for_settings(path: Path, content: bytes | None) -> None:
        if path.name == "settings.json" and content != before[".claude/settings.json"]:
            raise ConfigError("the disk is full")
        replace(path, content)

    with monkeypatch.context() as patched:
        patched.setattr(agent_setup, "replace_settings", fail_for_settings)
        with pytest.raises(ConfigError, match="full"):
            setup.write(changes)
    assert contents(user) == before
    add(setup, CodingAgent.CLAUDE_CODE)
    remove(setup, CodingAgent.CLAUDE_CODE)
    assert contents(user) == before


def test_what_the_agent_writes_meanwhile_is_not_lost(user: Path) -> None:
    write(user, CodingAgent.CLAUDE_CODE)
    setup = set_up(user)
    changes = setup.additions(CodingAgent.CLAUDE_CODE)
    state = user / ".claude.json"
    state.write_text(CLAUDE.replace("12", "13"), encoding="utf-8")
    setup.write(changes)
    assert '"numStartups": 13' in state.read_text(encoding="utf-8")
    assert setup.launch(CodingAgent.CLAUDE_CODE) is not None


@pytest.mark.parametrize(
    ("agent", "name", "broken", "place"),
    [
        ("claude-code", ".claude/settings.json", b'{\n  "a": 1\n  "b": 2\n}', "line 3, column 3"),
        ("codex", ".codex/config.toml", b"a = 1\nb =\n", "line 2, column 4"),
        ("gemini", ".gemini/settings.json", b"[]", "line 1, column 1"),
        ("opencode", ".config/opencode/config.json", b"{", "line 1, column 2"),
        ("cline", ".cline/data/settings/cline_mcp_settings.json", b"\xff\xfe{", "not UTF-8"),
    ],
)
def test_a_broken_file_is_named_and_left_alone(
    user: Path, agent: str, name: str, broken: bytes, place: str
) -> None:
    path = user / name
    path.parent.mkdir(parents=True)
    path.write_bytes(broken)
    setup = set_up(user)
    for change in (setup.additions, setup.removals):
        with pytest.raises(ConfigError) as raised:
            change(CodingAgent(agent))
        assert str(path) in raised.value.message
        assert place in raised.value.message
    assert setup.launch(CodingAgent(agent)) is None
    assert contents(user) == {name: broken}


def test_a_broken_file_of_one_agent_keeps_others_from_nothing(user: Path) -> None:
    (user / ".codex").mkdir()
    (user / ".codex/config.toml").write_bytes(b"=")
    setup = set_up(user)
    add(setup, CodingAgent.GEMINI)
    assert setup.launch(CodingAgent.GEMINI) is not None


def test_agents_are_found_by_their_program_or_their_folder(user: Path) -> None:
    (user / ".codex").mkdir()
    setup = AgentSetup(
        parley=PARLEY,
        folders=UserFolders(home=user),
        home=user.parent / "parley",
        find=lambda name: "/usr/bin/cline" if name == "cline" else None,
    )
    assert setup.found() == (CodingAgent.CODEX, CodingAgent.CLINE)


@pytest.mark.parametrize("names", [["config.json"], ["opencode.json", "config.json"]])
def test_a_file_that_is_there_is_used(user: Path, names: list[str]) -> None:
    folder = user / ".config/opencode"
    folder.mkdir(parents=True)
    for name in names:
        (folder / name).write_text("{}", encoding="utf-8")
    add(set_up(user), CodingAgent.OPENCODE)
    assert "parley" in (folder / names[0]).read_text(encoding="utf-8")
    assert len(contents(user)) == len(names) + len(OWN[CodingAgent.OPENCODE])


@EVERY_AGENT
def test_the_table_of_files_is_that_of_the_agents(user: Path, agent: CodingAgent) -> None:
    files = agent_files(agent, PARLEY, UserFolders(home=user)).files
    named = {str(place.relative_to(user)) for file in files for place in file.places}
    assert FILES[agent].keys() <= named


def test_the_last_copies_are_kept_and_those_that_a_removal_needs(user: Path) -> None:
    write(user, CodingAgent.GEMINI)
    setup = set_up(user)
    settings = user / ".gemini/settings.json"
    before = settings.read_bytes()
    add(setup, CodingAgent.GEMINI)
    first = [
        one.name for one in setup.backup_folder.iterdir() if one.name.endswith("settings.json")
    ]
    for number in range(KEPT + 5):
        settings.write_text(f'{{"number": {number}}}\n', encoding="utf-8")
        add(setup, CodingAgent.GEMINI)
    copies = {path.name: path.read_bytes() for path in setup.backup_folder.glob("*settings.json")}
    assert len(copies) == KEPT + 1
    assert copies[first[0]] == before
    assert f'{{"number": {KEPT + 4}}}\n'.encode() in copies.values()
