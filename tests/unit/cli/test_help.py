"""How the help of commands reads, and what is said of a wrong value."""

import re

import pytest

from assistant.cli import COMMANDS, main


def help_of(*command: str, capsys: pytest.CaptureFixture[str]) -> str:
    assert main([*command, "--help"]) == 0
    return capsys.readouterr().out


@pytest.mark.requirement("APP-10")
@pytest.mark.parametrize("command", [[], *([name] for name in COMMANDS)], ids=" ".join)
def test_no_help_shows_the_types_of_python(
    command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    told = help_of(*command, capsys=capsys)
    assert not re.search(r"<(bool|str|int|float|path)\b|\[\[", told)


@pytest.mark.parametrize(
    ("command", "usage"),
    [
        (["export"], "[OPTIONS] [ID]"),
        (["restore"], "[OPTIONS] FILE"),
        (["models", "get"], "[OPTIONS] [NAME]..."),
        (["config", "set"], "[OPTIONS] SECTION.KEY VALUE"),
        (["wake-words", "make"], "[OPTIONS] PHRASE FILE..."),
        (["sync", "remove"], "[OPTIONS] NAME"),
    ],
)
def test_the_usage_names_arguments_as_other_programs_do(
    command: list[str], usage: str, capsys: pytest.CaptureFixture[str]
) -> None:
    told = help_of(*command, capsys=capsys)
    line = next(line for line in told.splitlines() if "Usage:" in line)
    assert line.strip() == f"Usage: parley {' '.join(command)} {usage}"


def test_a_wrong_value_is_told_without_the_validators_words(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    assert main(["export", "--format", "pdf"]) == 2
    told = capsys.readouterr().err
    assert "Invalid value for '--format': 'pdf' is not one of 'jsonl', 'md'." in told


def test_a_paragraph_of_help_is_wrapped_at_the_width_of_the_terminal_alone(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "600")
    lines = [line.strip() for line in help_of("mcp", capsys=capsys).splitlines()]
    assert any(
        line.startswith("Over stdio") and line.endswith("Cursor and VS Code.") for line in lines
    )
