"""The service of systemd: its unit, and what systemd is asked."""

import os
import shlex
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.cli.user_service import NAME, UserService, unit_text, unit_word
from assistant.errors import ConfigError


@pytest.fixture
def asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What a `systemctl` that agrees to everything was asked, a line each."""
    log, folder = tmp_path / "asked", tmp_path / "bin"
    folder.mkdir()
    program = folder / "systemctl"
    program.write_text(f'#!/bin/sh\necho "$*" >> {shlex.quote(str(log))}\n', "utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    return log


@pytest.fixture
def service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> UserService:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return UserService.of_user()


def test_it_is_written_and_begun_and_ended_and_removed(
    service: UserService, asked: Path, tmp_path: Path
) -> None:
    said: list[str] = []
    service.write(["/usr/bin/parley", "serve"], say=said.append)
    assert service.file == tmp_path / "config" / "systemd" / "user" / NAME
    assert 'ExecStart="/usr/bin/parley" "serve"\n' in service.file.read_text("utf-8")
    service.write(["/usr/bin/parley", "serve", "--voice"], say=said.append)  # in place of it
    service.remove(say=said.append)
    assert not service.file.exists()
    begun = ["--user daemon-reload", f"--user enable --now {NAME}"]
    ended = [f"--user disable --now {NAME}", "--user daemon-reload"]
    assert asked.read_text("utf-8").splitlines() == begun * 2 + ended
    assert not any("yourself" in line for line in said)


def test_where_systemd_cannot_be_asked_the_user_is_told_what_to_run(
    service: UserService, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    said: list[str] = []
    service.write(["/usr/bin/parley", "serve"], say=said.append)
    assert service.file.exists()
    assert any(f"systemctl --user enable --now {NAME}" in line for line in said)
    service.remove(say=said.append)
    assert any(f"systemctl --user disable --now {NAME}" in line for line in said)
    assert not service.file.exists()


def test_what_is_not_there_is_not_removed(service: UserService) -> None:
    with pytest.raises(ConfigError, match="There is no"):
        service.remove(say=lambda _line: None)


@given(st.text(st.characters(blacklist_categories=["Cc", "Cs"]), min_size=1))
def test_a_word_is_one_argument_whatever_stands_in_it(word: str) -> None:
    written = unit_word(word)
    assert written[0] == written[-1] == '"'
    inner = written[1:-1]
    for character in ("%", "$"):
        assert inner.count(character) == 2 * word.count(character)
    unescaped = inner.replace("$$", "$").replace("%%", "%")
    assert shlex.split(
        f'"{unescaped.replace("$", chr(92) + "$").replace("`", chr(92) + "`")}"'
    ) == [word]


def test_a_fault_is_followed_by_another_start_and_wrong_settings_are_not() -> None:
    text = unit_text(["parley"])
    assert "Restart=on-failure" in text
    assert "RestartPreventExitStatus=2" in text
