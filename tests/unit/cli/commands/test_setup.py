"""`parley setup` as a person uses it."""

import sys
from collections.abc import Generator
from pathlib import Path

import pytest

from assistant.cli import main
from assistant.home import Home

if sys.platform != "win32":
    from tests.helpers.terminal.pseudo_terminal import Console, console

STATE = '{\n  "numStartups": 1\n}\n'
NEEDS_TERMINAL = pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")


@pytest.fixture
def user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a user who has Claude Code and Codex."""
    folder = tmp_path / "me"
    (folder / ".claude").mkdir(parents=True)
    (folder / ".codex").mkdir()
    (folder / ".claude.json").write_text(STATE, encoding="utf-8")
    monkeypatch.setenv("HOME", str(folder))
    monkeypatch.setenv("USERPROFILE", str(folder))
    monkeypatch.setenv("PATH", str(folder))
    for name in ("CLAUDE_CONFIG_DIR", "CODEX_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)
    return folder


def parley(home: Home, *arguments: str) -> int:
    return main(["setup", *arguments, "--home", str(home.root)])


def state(user: Path) -> str:
    return (user / ".claude.json").read_text(encoding="utf-8")


def test_what_changes_is_shown_written_and_taken_back(
    home: Home, user: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert parley(home, "claude-code", "--yes") == 0
    shown = capsys.readouterr().out
    assert f"--- {user / '.claude.json'}\n" in shown
    assert '+    "parley": {' in shown
    assert "Claude Code is set up." in shown
    assert f"Copies of what was there are in {home.root / 'coding-agents'}." in shown
    assert str(home.root) in state(user)

    assert parley(home, "claude-code", "--yes") == 0
    assert capsys.readouterr().out == "Claude Code is set up already.\n"

    assert parley(home, "claude-code", "--remove", "--yes") == 0
    shown = capsys.readouterr().out
    assert '-    "parley": {' in shown
    assert f"{user / '.claude.json'} is as it was before." in shown
    assert state(user) == STATE
    assert not (user / ".claude/settings.json").exists()

    assert parley(home, "claude-code", "--remove", "--yes") == 0
    assert capsys.readouterr().out == "Claude Code is not set up.\n"


def test_what_came_since_is_told(
    home: Home, user: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    parley(home, "claude-code", "--yes")
    (user / ".claude.json").write_text(state(user).replace("1", "2", 1), encoding="utf-8")
    parley(home, "claude-code", "--remove", "--yes")
    said = capsys.readouterr().out
    assert f"{user / '.claude.json'} was changed since. Only what Parley had added is gone." in said
    assert state(user) == STATE.replace("1", "2")


def test_a_dry_run_shows_and_writes_nothing(
    home: Home, user: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert parley(home, "--dry-run") == 0
    shown = capsys.readouterr().out
    assert '"parley"' in shown
    assert "[mcp_servers.parley]" in shown
    assert state(user) == STATE
    assert not home.root.exists() or "coding-agents" not in {p.name for p in home.root.iterdir()}


def test_without_a_terminal_it_says_what_to_type(
    home: Home, user: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert parley(home) == 0
    assert capsys.readouterr().out.splitlines() == [
        "Claude Code  parley setup claude-code --yes",
        "Codex        parley setup codex --yes",
    ]
    assert parley(home, "codex") == 1
    assert "To write it: parley setup codex --yes" in capsys.readouterr().err
    assert not (user / ".codex/config.toml").exists()
    assert parley(home, "--yes") == 0
    capsys.readouterr()
    assert parley(home) == 0
    assert capsys.readouterr().out.splitlines() == ["Claude Code  set up", "Codex        set up"]


def test_that_hooks_want_trust_is_told(
    home: Home, user: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    parley(home, "codex", "claude-code", "--yes")
    said = capsys.readouterr().out
    assert "Codex runs the hooks once you trust them: type /hooks in it.\n" in said
    assert said.count("/hooks in it") == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("emacs",), "emacs is no coding agent that Parley knows."),
        (("--yes", "--dry-run"), "Give one of --dry-run and --yes."),
    ],
)
def test_what_cannot_be_meant_is_told(
    home: Home,
    user: Path,
    arguments: tuple[str, ...],
    said: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert parley(home, *arguments) == 2
    assert said in capsys.readouterr().err


def test_where_there_is_no_agent_the_known_ones_are_named(
    home: Home, user: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (user / ".claude").rmdir()
    (user / ".codex").rmdir()
    assert parley(home) == 1
    assert "claude-code, codex, gemini, opencode, cline" in capsys.readouterr().err


def test_an_entry_of_that_name_that_starts_something_else_is_told(
    home: Home, user: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = '[mcp_servers.parley]\ncommand = "pirates"\n'
    (user / ".codex/config.toml").write_text(other, encoding="utf-8")
    assert parley(home, "codex", "--remove") == 0
    said = capsys.readouterr().out
    assert "mcp_servers.parley in" in said
    assert "starts something other than Parley, and stays." in said


@pytest.fixture
def terminal(home: Home, user: Path) -> Generator["Console"]:
    """A terminal in which `parley setup` runs."""
    with console(["setup", "--home", str(home.root)], environment={"HOME": str(user)}) as shown:
        yield shown


@NEEDS_TERMINAL
def test_in_a_terminal_it_asks_which_and_whether(terminal: "Console", user: Path) -> None:
    terminal.answer("Which of them shall ask in Parley?", "2", "\r")  # Codex was ticked
    terminal.answer("Write this?", "1")
    assert terminal.ended() == 0
    assert "Claude Code is set up." in terminal.text()
    assert "parley" in state(user)
    assert not (user / ".codex/config.toml").exists()


@NEEDS_TERMINAL
def test_in_a_terminal_no_is_an_answer(terminal: "Console", user: Path) -> None:
    terminal.answer("Which of them shall ask in Parley?", "\r")
    terminal.answer("Write this?", "2")
    assert terminal.ended() == 1
    assert "Nothing was written." in terminal.text()
    assert state(user) == STATE
