"""Where files live, and that one engine owns a home."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from assistant.errors import HomeBusyError
from assistant.home import MODELS_VARIABLE, Home, shipped
from assistant.home_folder import HOME_VARIABLE

CLAIM_AND_WAIT = """
import sys
from pathlib import Path
from assistant.home import Home
lock = Home.locate(root=Path(sys.argv[1])).claim()
print("claimed", flush=True)
sys.stdin.read()
"""


@pytest.mark.parametrize(
    "parts",
    [
        pytest.param(("config", "default.toml"), id="defaults"),
        pytest.param(("models", "catalog.toml"), id="catalogue"),
        pytest.param(("system_prompt.md",), id="system prompt"),
        pytest.param(("agents", "default", "persona.md"), id="persona"),
        pytest.param(("workspaces", "default", "memory.md"), id="memory"),
    ],
)
def test_what_the_program_ships_is_found(parts: tuple[str, ...]) -> None:
    assert shipped(*parts).is_file()


def test_arguments_win_over_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "environment"))
    monkeypatch.setenv(MODELS_VARIABLE, str(tmp_path / "environment models"))

    home = Home.locate(root=tmp_path / "argument", models=tmp_path / "argument models")

    assert home.root == tmp_path / "argument"
    assert home.models == tmp_path / "argument models"


def test_the_environment_wins_over_the_platform(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "environment"))
    monkeypatch.setenv(MODELS_VARIABLE, str(tmp_path / "environment models"))

    assert Home.locate().root == tmp_path / "environment"
    assert Home.locate().models == tmp_path / "environment models"


def test_an_empty_variable_counts_as_unset(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(HOME_VARIABLE, "")
    monkeypatch.setenv(MODELS_VARIABLE, "")

    home = Home.locate()

    assert home.root.name == "parley"
    assert home.models.parts[-2:] == ("parley", "models")
    assert not home.models.is_relative_to(home.root)


def test_relative_paths_become_absolute(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    home = Home.locate(root=Path("here"), models=Path("there"))

    assert home.root == tmp_path / "here"
    assert home.models == tmp_path / "there"


def test_a_tilde_is_the_users_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    monkeypatch.setenv(MODELS_VARIABLE, "~/models")

    home = Home.locate(root=Path("~/parley"))

    assert home.root == tmp_path / "parley"
    assert home.models == tmp_path / "models"


def test_every_file_of_a_home_lies_inside_it(tmp_path: Path) -> None:
    home = Home(root=tmp_path, models=tmp_path / "models")

    for path in (
        home.settings_file,
        home.database,
        home.logs,
        home.keys_file,
        home.workspace("default"),
        home.personal_memory("me"),
    ):
        assert path.is_relative_to(tmp_path)
        assert path != tmp_path


def test_locating_a_home_creates_nothing(tmp_path: Path) -> None:
    Home.locate(root=tmp_path / "home", models=tmp_path / "models")

    assert list(tmp_path.iterdir()) == []


def test_the_persons_own_version_of_a_shipped_file_wins(tmp_path: Path) -> None:
    home = Home(root=tmp_path, models=tmp_path)
    assert home.find("system_prompt.md") == shipped("system_prompt.md")

    own = tmp_path / "system_prompt.md"
    own.write_text("Mine.", encoding="utf-8")

    assert home.find("system_prompt.md") == own


def test_a_claim_creates_the_home_and_names_the_process(tmp_path: Path) -> None:
    home = Home(root=tmp_path / "new" / "home", models=tmp_path)

    lock = home.claim()

    assert (home.root / "engine.pid").read_text(encoding="utf-8") == f"{os.getpid()}\n"
    lock.release()


@pytest.mark.parametrize(
    ("surface", "hint"),
    [
        ("desktop", "Use that window"),
        ("terminal", "Use that terminal"),
        ("api", "End that one"),
        ("", "End that one"),
    ],
)
def test_a_second_claim_says_who_holds_the_home(tmp_path: Path, surface: str, hint: str) -> None:
    home = Home(root=tmp_path, models=tmp_path)
    lock = home.claim(surface)
    try:
        with pytest.raises(HomeBusyError, match=rf"process {os.getpid()}\)") as caught:
            home.claim("terminal")
    finally:
        lock.release()
    assert caught.value.hint.startswith(hint)
    assert "--home" in caught.value.hint
    assert caught.value.holder == surface


def test_a_released_home_can_be_claimed_again(tmp_path: Path) -> None:
    home = Home(root=tmp_path, models=tmp_path)
    home.claim().release()
    home.claim().release()


@pytest.mark.parametrize("left", [b"", b"\xff\xfe"], ids=["empty", "not text"])
def test_a_broken_process_file_does_not_hide_that_the_home_is_busy(
    tmp_path: Path, left: bytes
) -> None:
    home = Home(root=tmp_path, models=tmp_path)
    lock = home.claim()
    (tmp_path / "engine.pid").write_bytes(left)
    try:
        with pytest.raises(HomeBusyError, match=r"process \?"):
            home.claim()
    finally:
        lock.release()


def test_a_home_is_free_again_when_its_process_was_killed(tmp_path: Path) -> None:
    home = Home(root=tmp_path, models=tmp_path)
    with subprocess.Popen(
        [sys.executable, "-c", CLAIM_AND_WAIT, str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "claimed\n"
        with pytest.raises(HomeBusyError, match=str(other.pid)):
            home.claim()
        other.kill()

    home.claim().release()


def test_a_home_that_is_a_file_is_refused_in_words(tmp_path: Path) -> None:
    root = tmp_path / "home"
    root.write_text("not a folder", encoding="utf-8")

    with pytest.raises(HomeBusyError, match="cannot be written") as caught:
        Home(root=root, models=tmp_path).claim()
    assert str(root) in caught.value.message


def test_a_failed_claim_leaves_no_lock_behind(tmp_path: Path) -> None:
    home = Home(root=tmp_path, models=tmp_path)
    (tmp_path / "engine.pid").mkdir()  # so that naming the process fails

    with pytest.raises(HomeBusyError, match="cannot be written"):
        home.claim()

    (tmp_path / "engine.pid").rmdir()
    home.claim().release()
