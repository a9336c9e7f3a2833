"""The root command: what it imports, which command it means, and how it fails."""

import importlib
import importlib.metadata
import logging
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Annotated, Any

import pytest
import typer

from assistant import cli
from assistant.cli import COMMANDS, main, module_of, with_default_command
from assistant.errors import ConfigError, DeviceError
from assistant.locale import current_language

MODULE = module_of("try")
HomeOption = Annotated[Path, typer.Option()]


class MadeUpModule(ModuleType):
    """A command's module, with the one or the other of these."""

    app: typer.Typer
    command: Callable[..., Any]


@pytest.fixture
def made_up(monkeypatch: pytest.MonkeyPatch) -> MadeUpModule:
    """Replace the table by one command, `try`, in a module that the test fills."""
    module = MadeUpModule(MODULE)
    monkeypatch.setitem(sys.modules, MODULE, module)
    monkeypatch.setattr(cli, "COMMANDS", {"try": "A command to try."})
    return module


def fails_with(error: Exception) -> Callable[[], None]:
    def command() -> None:
        """Fail."""
        raise error

    return command


# Which command is meant.


@pytest.mark.requirement("APP-10")
@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ([], ["run"]),
        (["--home", "x"], ["run", "--home", "x"]),
        (["--home=x"], ["run", "--home=x"]),
        (["--debug"], ["--debug", "run"]),
        (["--debug", "--home", "x"], ["--debug", "run", "--home", "x"]),
        (["chat"], ["chat"]),
        (["--debug", "chat", "--home", "x"], ["--debug", "chat", "--home", "x"]),
        (["--version"], ["--version"]),
        (["--help"], ["--help"]),
        (["models", "list"], ["models", "list"]),
        (["--home", "x", "chat"], ["chat", "--home", "x"]),
        (["--home=x", "config", "show"], ["config", "show", "--home=x"]),
        (
            ["--debug", "--models", "m", "--home", "x", "models", "get", "tiny"],
            ["--debug", "models", "get", "tiny", "--models", "m", "--home", "x"],
        ),
        (["--home", "chat"], ["run", "--home", "chat"]),
        (["--home", "x", "nonsense"], ["run", "--home", "x", "nonsense"]),
        (["nonsense"], ["nonsense"]),
    ],
    ids=" ".join,
)
def test_without_a_command_the_window_is_meant(given: list[str], meant: list[str]) -> None:
    assert with_default_command(given) == meant


# What is imported.


def imported_by(*arguments: str) -> set[str]:
    code = (
        "import sys; from assistant.cli import main; main(sys.argv[1:]);"
        " print('\\n'.join(sys.modules), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=True
    )
    return set(done.stderr.split())


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["models", "list"]])
def test_only_the_invoked_commands_module_is_imported(arguments: list[str]) -> None:
    modules = imported_by(*arguments)

    ours = {module_of(name) for name in COMMANDS if name != arguments[0]}
    assert not ours & modules
    assert not {name for name in modules if name.startswith(("PySide6", "onnxruntime", "numpy"))}


# Help and version.


@pytest.mark.requirement("APP-10")
def test_help_lists_every_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    assert main(["--help"]) == 0

    out = capsys.readouterr().out
    for name, summary in COMMANDS.items():
        assert name in out
        assert summary in out


def test_the_version_is_the_installed_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    version = importlib.metadata.version("parley-assistant")
    assert capsys.readouterr().out == f"parley {version} (from a checkout)\n"


@pytest.mark.parametrize(
    "arguments",
    [["nonsense"], ["models", "nonsense"], ["models", "list", "--nonsense"], ["--debug", "-x"]],
)
def test_wrong_usage_is_code_two(
    arguments: list[str], made_up: MadeUpModule, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    assert "Traceback" not in capsys.readouterr().err


# The two forms of a command's module.


def test_a_function_is_a_command(made_up: MadeUpModule, capsys: pytest.CaptureFixture[str]) -> None:
    def command(word: str) -> None:
        """Say it."""
        typer.echo(f"said {word}")

    made_up.command = command

    assert main(["try", "hello"]) == 0
    assert capsys.readouterr().out == "said hello\n"


def test_an_app_with_one_command_needs_no_second_name(
    made_up: MadeUpModule, capsys: pytest.CaptureFixture[str]
) -> None:
    app = typer.Typer()

    @app.command()
    def speak(word: str, loud: bool = False) -> None:
        """Say it."""
        typer.echo(word.upper() if loud else word)

    made_up.app = app

    assert main(["try", "hello", "--loud"]) == 0
    assert capsys.readouterr().out == "HELLO\n"


def test_an_app_with_several_commands_is_a_group(
    made_up: MadeUpModule, capsys: pytest.CaptureFixture[str]
) -> None:
    app = typer.Typer()

    @app.command()
    def one() -> None:
        """Print one."""
        typer.echo("1")

    @app.command()
    def two() -> None:
        """Print two."""
        typer.echo("2")

    made_up.app = app

    assert main(["try", "two"]) == 0
    assert capsys.readouterr().out == "2\n"


def test_a_commands_exit_code_is_the_programs(made_up: MadeUpModule) -> None:
    made_up.command = fails_with(typer.Exit(3))

    assert main(["try"]) == 3


# Failing well.


def test_a_known_error_is_told_with_its_hint(
    made_up: MadeUpModule, capsys: pytest.CaptureFixture[str]
) -> None:
    made_up.command = fails_with(DeviceError("There is no microphone.", hint="Plug one in."))

    assert main(["try"]) == 1

    printed = capsys.readouterr()
    assert printed.err.splitlines() == ["There is no microphone.", "Plug one in."]
    assert printed.out == ""


def test_a_wrong_setting_counts_as_wrong_usage(made_up: MadeUpModule) -> None:
    made_up.command = fails_with(ConfigError("voice.speed = 9."))

    assert main(["try"]) == 2


def test_an_unknown_error_is_one_line_and_a_report_in_the_home(
    made_up: MadeUpModule, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def with_option(home: HomeOption) -> None:
        raise ZeroDivisionError("a bug")

    made_up.command = with_option

    assert main(["try", "--home", str(tmp_path)]) == 1

    error = capsys.readouterr().err
    report = tmp_path / "logs" / "crash.log"
    assert error.count("\n") == 1
    assert str(report) in error
    told = report.read_text(encoding="utf-8")
    assert "builtins.ZeroDivisionError" in told
    assert "test_root.py" in told
    assert "a bug" not in told  # it may quote what was said


def test_a_home_that_cannot_be_written_does_not_hide_the_apology(
    made_up: MadeUpModule, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("", encoding="utf-8")

    def with_option(home: HomeOption) -> None:
        raise ZeroDivisionError("a bug")

    made_up.command = with_option

    assert main(["try", f"--home={blocked}"]) == 1
    assert "--debug" in capsys.readouterr().err


def test_debug_shows_the_traceback(made_up: MadeUpModule) -> None:
    made_up.command = fails_with(ZeroDivisionError("a bug"))

    with pytest.raises(ZeroDivisionError):
        main(["--debug", "try"])


def test_an_interrupt_ends_without_a_traceback(
    made_up: MadeUpModule, capsys: pytest.CaptureFixture[str]
) -> None:
    def command() -> None:
        """Be interrupted."""
        raise KeyboardInterrupt

    made_up.command = command

    assert main(["try"]) == 130
    assert "Traceback" not in capsys.readouterr().err


def test_an_interrupt_while_a_command_loads_ends_the_same_way(
    made_up: MadeUpModule, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(_name: str) -> ModuleType:
        raise KeyboardInterrupt

    monkeypatch.setattr(importlib, "import_module", interrupted)

    assert main(["try"]) == 130
    assert "Traceback" not in capsys.readouterr().err


# The language.


def test_the_interface_speaks_the_language_of_the_settings(
    made_up: MadeUpModule, tmp_path: Path
) -> None:
    (tmp_path / "settings.toml").write_text('[ui]\nlanguage = "ko"\n', encoding="utf-8")
    spoken: list[str] = []

    def with_option(home: HomeOption) -> None:
        spoken.append(current_language())

    made_up.command = with_option

    assert main(["try", "--home", str(tmp_path)]) == 0
    assert spoken == ["ko"]


# Standard streams that are closed or full.


def in_shell(command: str) -> "subprocess.CompletedProcess[str]":
    """Run a line of a shell in which `parley` is this program."""
    python = f"{shlex.quote(sys.executable)} -m assistant.cli"
    line = command.replace("parley", python)
    return subprocess.run(
        ["sh", "-c", line], capture_output=True, text=True, check=False, timeout=60
    )


@pytest.mark.skipif(sys.platform == "win32", reason="has no such shell")
@pytest.mark.parametrize(
    ("redirected", "code"), [("<&- >&- 2>&-", 0), (">&-", 0), ("2>&- | cat", 0)]
)
def test_a_standard_stream_may_be_closed(tmp_path: Path, redirected: str, code: int) -> None:
    ended = in_shell(f"parley config show --home {shlex.quote(str(tmp_path))} {redirected}")
    assert (ended.returncode, ended.stderr) == (code, "")
    assert not (tmp_path / "logs").exists()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no /dev/full")
@pytest.mark.parametrize("command", ["config show", "config show --json", "--help"])
def test_a_full_disk_is_said_to_be_full(tmp_path: Path, command: str) -> None:
    home = "" if command == "--help" else f"--home {shlex.quote(str(tmp_path))}"
    ended = in_shell(f"parley {command} {home} > /dev/full")
    assert ended.returncode == 1
    assert ended.stderr.splitlines() == [
        "Nothing more can be written: No space left on device.",
        "Free some space, or write elsewhere.",
    ]


@pytest.mark.skipif(sys.platform == "win32", reason="has no such shell")
def test_a_reader_that_has_enough_is_no_error(tmp_path: Path) -> None:
    home = shlex.quote(str(tmp_path))
    ended = in_shell(f"parley config show --home {home} | true; parley --help | true")
    assert ended.stderr == ""


@pytest.mark.parametrize(("command", "is_shown"), [("chat", False), ("ask", False), ("mcp", True)])
def test_warnings_do_not_stand_among_words_that_somebody_reads(
    made_up: MadeUpModule,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    command: str,
    is_shown: bool,
) -> None:
    def warn() -> None:
        """Warn."""
        logging.getLogger("assistant.somewhere").warning("Something is odd.")

    made_up.command = warn
    monkeypatch.setitem(sys.modules, module_of(command), made_up)
    monkeypatch.setattr(cli, "COMMANDS", {command: "A command to try."})
    monkeypatch.setenv("PARLEY_HOME", str(tmp_path))
    assert main([command]) == 0
    assert ("Something is odd." in capsys.readouterr().err) == is_shown
    assert "Something is odd." in (tmp_path / "logs" / f"{command}.log").read_text("utf-8")
