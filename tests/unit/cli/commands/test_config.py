"""`parley config` as a person and as a program uses it."""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from assistant.cli import main


def parley(*arguments: str, home: Path) -> int:
    return main(["config", *arguments, "--home", str(home)])


def stored(home: Path) -> dict[str, Any]:
    return tomllib.loads((home / "settings.toml").read_text(encoding="utf-8"))


# show.


def test_show_lists_every_setting_with_its_value_and_what_it_may_be(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert parley("show", home=tmp_path) == 0

    out = capsys.readouterr().out
    line = next(line for line in out.splitlines() if line.startswith("voice.speed"))
    assert line.strip().split(maxsplit=2) == ["voice.speed", "1.0", "a number from 0.5 to 2.0"]
    assert "one of auto, anthropic, local, starter" in out
    assert str(tmp_path / "settings.toml") in out


def test_show_names_the_default_of_what_was_changed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "settings.toml").write_text("[voice]\nspeed = 1.3\n", encoding="utf-8")

    assert parley("show", home=tmp_path) == 0

    line = next(
        line for line in capsys.readouterr().out.splitlines() if line.startswith("voice.speed")
    )
    assert line.split(maxsplit=3)[:3] == ["voice.speed", "1.3", "1.0"]


def test_show_tells_what_is_wrong_and_takes_no_markup_from_values(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "settings.toml").write_text(
        '[voice]\nspeed = "[red]fast"\n[llm]\nlocal_model = "[bold]x"\n', encoding="utf-8"
    )

    assert parley("show", home=tmp_path) == 0

    out = capsys.readouterr().out
    assert "voice.speed = '[red]fast'" in out
    assert "a number from 0.5 to 2.0" in out
    assert '"[bold]x"' in out


def test_show_json_is_for_programs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "settings.toml").write_text(
        "[voice]\nspeed = 1.3\n[ui]\ntext_scale = 9\n", encoding="utf-8"
    )

    assert parley("show", "--json", home=tmp_path) == 0

    document = json.loads(capsys.readouterr().out)
    assert document["file"] == str(tmp_path / "settings.toml")
    assert document["settings"]["voice"]["speed"] == 1.3
    assert document["defaults"]["voice"]["speed"] == 1.0
    assert document["settings"]["ui"]["text_scale"] == 1.0
    (problem,) = document["problems"]
    assert "ui.text_scale = 9" in problem["text"]
    assert "1.0" in problem["hint"]


# set.


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("voice.speed", "1.25", 1.25),
        ("voice.pause_ms", "300", 300),
        ("voice.enabled", "no", False),
        ("llm.thinking", "true", True),
        ("llm.timeout_s", "30", 30.0),
        ("ui.language", "ko", "ko"),
        ("voice.input_device", "USB", "USB"),
        ("llm.base_url", "", ""),
        ("person.user", "007", "007"),
    ],
)
def test_set_stores_a_value_in_the_settings_own_type(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    name: str,
    value: str,
    expected: object,
) -> None:
    assert parley("set", name, value, home=tmp_path) == 0

    section, key = name.split(".")
    written = stored(tmp_path)[section][key]
    assert (type(written), written) == (type(expected), expected)
    assert capsys.readouterr().out == f"{name} = {json.dumps(expected)}\n"


def test_set_keeps_what_else_is_in_the_file(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_text("# mine\n[voice]\nspeed = 1.1  # slow\n", encoding="utf-8")

    assert parley("set", "ui.theme", "dark", home=tmp_path) == 0

    assert "# mine" in file.read_text(encoding="utf-8")
    assert stored(tmp_path) == {"voice": {"speed": 1.1}, "ui": {"theme": "dark"}}


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("voice.speed", "9", "a number from 0.5 to 2.0"),
        ("voice.pause_ms", "2.5", "a whole number from 32 to 800"),
        ("ui.language", "fr", "one of auto, en, ko, zh"),
        ("voice.sped", "1", "voice.sped"),
        ("voice", "1", "SECTION.KEY"),
    ],
)
def test_set_refuses_what_is_not_possible_and_says_what_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, value: str, told: str
) -> None:
    assert parley("set", name, value, home=tmp_path) == 2

    printed = capsys.readouterr()
    assert told in printed.err
    assert printed.out == ""
    assert not (tmp_path / "settings.toml").exists()


def test_set_says_that_the_environment_goes_before_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PARLEY_VOICE__SPEED", "1.5")

    assert parley("set", "voice.speed", "1.2", home=tmp_path) == 0

    printed = capsys.readouterr()
    assert printed.out == "voice.speed = 1.2\n"
    assert "PARLEY_VOICE__SPEED" in printed.err


TOKEN = "a-token-that-nobody-should-see"


@pytest.mark.requirement("SEC-11")
@pytest.mark.parametrize("options", [[], ["--json"]])
def test_a_secret_is_not_shown_but_that_there_is_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: list[str]
) -> None:
    parley("set", "api.token", TOKEN, home=tmp_path)
    assert TOKEN not in capsys.readouterr().out
    parley("show", *options, home=tmp_path)
    shown = capsys.readouterr().out
    assert TOKEN not in shown
    assert "•••" in shown


@pytest.mark.requirement("SEC-11")
def test_a_secret_that_is_refused_is_not_echoed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = "short!secret"
    parley("set", "api.token", bad, home=tmp_path)
    (tmp_path / "settings.toml").write_text(f"[api]\ntoken = '{bad}'\n", encoding="utf-8")
    parley("show", home=tmp_path)
    said = capsys.readouterr()
    assert "api.token" in said.err + said.out
    assert bad not in said.err + said.out


@pytest.mark.requirement("SEC-11")
def test_a_settings_file_with_a_token_that_was_written_by_hand_becomes_private(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "settings.toml"
    for text, mode in (("[ui]\nlanguage = 'en'\n", 0o644), (f"[api]\ntoken = '{TOKEN}'\n", 0o600)):
        file.write_text(text, encoding="utf-8")
        file.chmod(0o644)
        parley("show", home=tmp_path)
        assert file.stat().st_mode & 0o777 == mode


@pytest.mark.requirement("SEC-11")
@pytest.mark.parametrize("options", [[], ["--json"]])
def test_a_password_in_an_address_is_not_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: list[str]
) -> None:
    parley("set", "llm.base_url", "https://me:hunter2@gateway.example/v1", home=tmp_path)
    parley("show", *options, home=tmp_path)
    shown = capsys.readouterr().out
    assert "hunter2" not in shown
    assert "gateway.example" in shown
