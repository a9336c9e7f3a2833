"""How the help of commands reads, and what is said of a wrong value."""

import re
from pathlib import Path

import pytest

from assistant.cli import COMMANDS, main
from assistant.cli.language import VARIABLE, wanted_language
from assistant.home import Home
from assistant.home_folder import HOME_VARIABLE
from assistant.settings import load, save


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


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (
            "ko",
            [
                "사용법: parley models get [옵션] [NAME]...",
                "인수",
                "옵션",
                "이 도움말을 보여 주고 끝내요.",
            ],
        ),
        ("zh", ["用法：parley models get [选项] [NAME]...", "参数", "选项", "显示此帮助并退出。"]),
    ],
)
def test_help_is_in_the_language_of_the_settings(
    language: str,
    said: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    home = Home(root=tmp_path, models=tmp_path / "models")
    save(home, "ui", "language", language)
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    told = help_of("models", "get", capsys=capsys)
    assert [words for words in said if words not in told] == []
    assert "Fetch" not in told
    root = help_of(capsys=capsys)
    assert [words for words in COMMANDS.values() if words in root] == []
    assert main(["models", "gett"]) == 2
    assert said[0].partition(" get")[0] in capsys.readouterr().err
    monkeypatch.setenv("PARLEY_UI__LANGUAGE", "en")
    assert "Fetch models" in help_of("models", "get", capsys=capsys)


@pytest.mark.parametrize(
    ("written", "variable", "wanted"),
    [
        ("", "", "auto"),
        ("[ui]\nlanguage = 'ko'", "", "ko"),
        ("[ui]\nlanguage = 'ko'", "zh", "zh"),
        ("[ui]\nlanguage = 'xx'", "", "auto"),
        ("ui = 1", "", "auto"),
        ("[ui\nlanguage", "", "auto"),
    ],
)
def test_the_language_is_that_of_the_settings(
    written: str, variable: str, wanted: str, tmp_path: Path
) -> None:
    home = Home(root=tmp_path, models=tmp_path)
    home.settings_file.write_text(written, encoding="utf-8")
    environment = {VARIABLE: variable} if variable else {}
    assert wanted_language(home, environment) == wanted
    assert load(home, environment).settings.ui.language == wanted
