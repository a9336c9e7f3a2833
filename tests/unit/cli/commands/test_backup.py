from collections.abc import Iterator
from pathlib import Path

import pytest
import typer

from assistant.cli import FAILED, OK, USAGE, main
from assistant.home import Home
from tests.helpers.backup.homes import PASSPHRASE, backup_of, files_of, home_at, said_in
from tests.helpers.engine.filled_home import damage


@pytest.fixture
def home(tmp_path: Path) -> Home:
    home = home_at(tmp_path / "home")
    (home.root / "settings.toml").write_text('[ui]\nlanguage = "en"\n', encoding="utf-8")
    return home


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is typed where a passphrase is asked for."""
    answers: list[str] = []
    given: Iterator[str] = iter(answers)

    def answer(*_arguments: object, hide_input: bool, err: bool) -> str:
        assert hide_input
        assert err
        return next(given)

    monkeypatch.setattr(typer, "prompt", answer)
    return answers


def run(home: Home, *arguments: str) -> int:
    return main([*arguments, "--home", str(home.root)])


def test_there_and_back(home: Home, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "b.tar.gz"
    assert run(home, "backup", str(file)) == OK
    printed = capsys.readouterr().out
    assert "memory/me.md" in printed
    assert "It was read back." in printed
    missing = "keys and tokens, models and logs, what was learned of your voice"
    assert f"Not in a backup: {missing}." in printed
    assert run(home, "backup", str(file), "--verify") == OK
    assert "is whole" in capsys.readouterr().out
    new = Home(root=tmp_path / "new", models=home.models)
    assert run(new, "restore", str(file), "--yes") == OK
    assert files_of(new).keys() == files_of(home).keys() - {
        "logs/parley.log", "run/api.json", "keys.lock", "memory.lock", "settings.lock",
        "memory/.me.md.abc.new",
    }  # fmt: skip
    assert said_in(new) == said_in(home)
    assert run(new, "restore", str(file), "--yes") == OK
    assert f"{new.root}.before-restore-" in capsys.readouterr().out


def test_a_row_with_bytes_that_are_no_text_is_carried_along_and_said(
    home: Home, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    damage(home.database, "messages", "content", is_whole=False)
    assert run(home, "backup", str(tmp_path / "b.tar.gz")) == OK
    assert "1 entry of the database is damaged (messages: 1)" in capsys.readouterr().err


def test_a_folder_gets_a_file_with_the_date(home: Home, tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    assert run(home, "backup", str(out)) == OK
    (file,) = out.iterdir()
    assert file.name.startswith("parley-backup-20")
    assert file.name.endswith(".tar.gz")


def test_with_a_passphrase_and_keys(
    home: Home, tmp_path: Path, typed: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "b"
    typed += [PASSPHRASE, "another one", PASSPHRASE, PASSPHRASE]
    assert run(home, "backup", str(file), "--passphrase") == USAGE
    assert "not the same" in capsys.readouterr().err
    assert not file.exists()
    assert run(home, "backup", str(file), "--passphrase", "--with-keys") == OK
    assert "keys and tokens" not in capsys.readouterr().out
    typed += ["battery staple", PASSPHRASE]
    new = Home(root=tmp_path / "new", models=home.models)
    assert run(new, "restore", str(file), "--yes") == FAILED
    assert "not the passphrase" in capsys.readouterr().err
    assert not new.root.exists()
    assert run(new, "restore", str(file), "--yes") == OK
    assert "sk-secret" in new.keys_file.read_text(encoding="utf-8")


def test_a_short_passphrase_is_refused_at_once(
    home: Home, tmp_path: Path, typed: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    typed += ["short"]
    assert run(home, "backup", str(tmp_path / "b"), "--passphrase") == FAILED
    assert "at least 8" in capsys.readouterr().err


def test_restoring_asks_first(
    home: Home,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    backup_of(home, tmp_path / "b")

    def refuse(_question: str) -> bool:
        return False

    monkeypatch.setattr(typer, "confirm", refuse)
    new = Home(root=tmp_path / "new", models=home.models)
    assert run(new, "restore", str(tmp_path / "b")) == FAILED
    printed = capsys.readouterr().out
    assert "data/parley.db" in printed
    assert "Nothing was changed." in printed
    assert not new.root.exists()


def test_verifying_needs_a_file(home: Home, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(home, "backup", "--verify") == USAGE
    assert "Name the backup" in capsys.readouterr().err
