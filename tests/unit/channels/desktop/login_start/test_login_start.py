"""The file that has the desktop start Parley at login."""

import sys
from pathlib import Path

import pytest

from assistant.channels.desktop.login_start import login_start
from assistant.channels.desktop.login_start.login_start import LoginStart
from assistant.errors import ConfigError
from assistant.home import Home


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The settings of the user's desktop."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return tmp_path / "config" / "autostart"


def test_it_is_written_and_deleted(folder: Path, home: Home) -> None:
    start = LoginStart.of_user(home)
    assert not start.is_on
    start.turn(on=True)
    assert start.is_on
    (file,) = folder.iterdir()
    text = file.read_text(encoding="utf-8")
    (command,) = (line for line in text.splitlines() if line.startswith("Exec="))
    program, *options = command.removeprefix("Exec=").strip('"').split('" "')
    assert Path(program).is_absolute()
    assert Path(program).is_file()
    assert options == ["--hidden", "--home", str(home.root)]
    start.turn(on=False)
    start.turn(on=False)
    assert list(folder.iterdir()) == []


def test_each_home_has_one_of_its_own(folder: Path, home: Home) -> None:
    usual = LoginStart.of_user(Home.locate())
    other = LoginStart.of_user(home)
    assert usual.file == folder / "parley.desktop"
    assert other.file.parent == folder
    assert other.file != usual.file


def test_what_cannot_be_written_is_told(folder: Path, home: Home) -> None:
    folder.parent.mkdir()
    folder.write_text("a file in its place", encoding="utf-8")
    with pytest.raises(ConfigError, match="cannot be changed"):
        LoginStart.of_user(home).turn(on=True)


@pytest.mark.parametrize("is_checkout", [True, False])
def test_a_checkout_is_named(
    folder: Path, home: Home, monkeypatch: pytest.MonkeyPatch, is_checkout: bool
) -> None:
    monkeypatch.setattr(login_start, "_is_checkout", lambda: is_checkout)
    told = LoginStart.of_user(home).turn(on=True)
    assert ("moved or deleted" in told) is is_checkout


@pytest.mark.parametrize("platform", ["win32", "darwin"])
def test_elsewhere_it_is_refused(
    folder: Path, home: Home, monkeypatch: pytest.MonkeyPatch, platform: str
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    with pytest.raises(ConfigError, match="Linux only"):
        LoginStart.of_user(home).turn(on=True)


def test_a_file_that_is_no_text_starts_nothing(folder: Path, home: Home) -> None:
    start = LoginStart.of_user(home)
    folder.mkdir(parents=True)
    start.file.write_bytes(b"\xff\xfe")
    assert not start.is_on
