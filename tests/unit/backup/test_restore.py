"""Restoring: all of it or nothing, and what was there is kept."""

import io
import itertools
import os
import shutil
import sqlite3
import sys
from pathlib import Path

import pytest

from assistant.backup import restore
from assistant.backup.archive import ArchiveWriter, PartHead
from assistant.backup.errors import BackupError, DamagedBackupError
from assistant.backup.home_swap import finish_swap, swap_home
from assistant.backup.model.contents import BackupHead
from assistant.backup.restore import Restored, restore_backup
from assistant.encryption.errors import WrongPassphraseError
from assistant.errors import HomeBusyError, StoreError
from assistant.home import Home
from tests.helpers.backup.homes import (
    FILES,
    NOW,
    PASSPHRASE,
    backup_of,
    files_of,
    home_at,
    said_in,
)
from tests.unit.backup.restore_killer import AT_THE_END, KILLED, restore_and_die

needs_fork = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no fork")


def restored(home: Home, file: Path, passphrase: str | None = None) -> Restored:
    return restore_backup(home, file, passphrase=passphrase, now=NOW)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A backup of a home that says "hello"."""
    source = home_at(tmp_path / "source" / "home")
    backup_of(source, tmp_path / "b.tar.gz")
    return tmp_path / "b.tar.gz"


def test_into_an_empty_folder(tmp_path: Path, file: Path) -> None:
    home = Home(root=tmp_path / "new" / "home", models=tmp_path / "models")
    done = restored(home, file)
    assert done.aside is None
    assert set(files_of(home)) == set(FILES)
    assert said_in(home) == ['[{"type":"text","text":"hello"}]']
    assert sorted(found.name for found in home.root.parent.iterdir()) == ["home"]
    assert {found.stat().st_mode & 0o077 for found in home.root.rglob("*")} == {0}


def test_what_was_there_is_kept_beside_it(tmp_path: Path, file: Path) -> None:
    home = home_at(tmp_path / "home", words="other", filled=False)
    (home.root / "memory").mkdir()
    (home.root / "memory" / "me.md").write_text("- new\n", encoding="utf-8")
    (home.root / "keys.toml").write_text('anthropic = "here"', encoding="utf-8")
    done = restored(home, file)
    aside = tmp_path / "home.before-restore-20261123T110000Z"
    assert done.aside == aside
    assert said_in(home) == ['[{"type":"text","text":"hello"}]']
    assert said_in(Home(root=aside, models=home.models)) == ['[{"type":"text","text":"other"}]']
    assert (aside / "memory" / "me.md").read_text(encoding="utf-8") == "- new\n"
    assert home.keys_file.read_text(encoding="utf-8") == 'anthropic = "here"', "of this machine"
    assert home.keys_file.stat().st_mode & 0o077 == 0
    assert restored(home, file).aside == tmp_path / "home.before-restore-20261123T110000Z-2"


@pytest.mark.parametrize("where", ["models", "Cache/models"])
@pytest.mark.parametrize("is_filled", [False, True])
def test_models_below_a_home_stay_where_they_are(
    tmp_path: Path, file: Path, where: str, *, is_filled: bool
) -> None:
    root = tmp_path / "home"
    home = Home(root=root, models=root / where)
    if is_filled:
        home_at(root, words="other", filled=False)
    model = home.models / "qwen" / "model.gguf"
    model.parent.mkdir(parents=True)
    model.write_bytes(b"a gigabyte")
    done = restored(home, file)
    assert model.read_bytes() == b"a gigabyte"
    assert said_in(home) == ['[{"type":"text","text":"hello"}]']
    assert (done.aside is not None) == is_filled
    assert len(list(tmp_path.glob("*home*"))) == 1 + is_filled


def test_a_home_whose_models_do_not_find_room_is_kept(tmp_path: Path, file: Path) -> None:
    """As where another program fetched models into the new home in that moment."""
    home = Home(root=tmp_path / "home", models=tmp_path / "home" / "models")
    (home.models / "qwen").mkdir(parents=True)
    (home.models / "qwen" / "model.gguf").write_bytes(b"mine")
    new, aside = tmp_path / "new", tmp_path / "aside"
    (new / "models").mkdir(parents=True)
    swap_home(home.root, new=new, aside=aside, staying="models")
    assert (aside / "models" / "qwen" / "model.gguf").read_bytes() == b"mine"
    assert restore._is_empty(aside) is False
    assert file.exists()


def test_what_was_learned_of_a_voice_is_not_deleted(tmp_path: Path, file: Path) -> None:
    home = Home(root=tmp_path / "home", models=tmp_path / "models")
    (home.root / "voice-profiles").mkdir(parents=True)
    (home.root / "voice-profiles" / "me.npz").write_bytes(b"me")
    aside = restored(home, file).aside
    assert aside is not None
    assert (aside / "voice-profiles" / "me.npz").read_bytes() == b"me"


def test_an_encrypted_one_with_keys(tmp_path: Path) -> None:
    source = home_at(tmp_path / "source")
    backup_of(source, tmp_path / "b", passphrase=PASSPHRASE, keys='anthropic = "moved"')
    home = Home(root=tmp_path / "home", models=tmp_path / "models")
    with pytest.raises(WrongPassphraseError):
        restored(home, tmp_path / "b", "battery staple")
    with pytest.raises(BackupError, match="passphrase is needed"):
        restored(home, tmp_path / "b")
    assert not home.root.exists()
    restored(home, tmp_path / "b", PASSPHRASE)
    assert home.keys_file.read_text(encoding="utf-8") == 'anthropic = "moved"'


def test_dates_and_programs_stay_what_they_are(tmp_path: Path) -> None:
    source = home_at(tmp_path / "source")
    script = source.root / "workspaces" / "default" / "run.sh"
    script.write_text("#!/bin/sh\n", encoding="utf-8")
    script.chmod(0o755)
    os.utime(script, (1_700_000_000, 1_700_000_000))
    backup_of(source, tmp_path / "b")
    home = Home(root=tmp_path / "home", models=tmp_path / "models")
    restored(home, tmp_path / "b")
    found = (home.root / "workspaces" / "default" / "run.sh").stat()
    assert (found.st_mode & 0o777, found.st_mtime) == (0o700, 1_700_000_000)


@pytest.mark.requirement("SYNC-11")
def test_the_copy_is_a_device_of_its_own(tmp_path: Path) -> None:
    source = home_at(tmp_path / "source", filled=False)
    with sqlite3.connect(source.database) as connection:
        connection.executemany(
            "INSERT OR REPLACE INTO state (key, value) VALUES (?, ?)",
            [("sync.device_id", "d1"), ("sync.cursor", "7"), ("other", "x")],
        )
    connection.close()
    backup_of(source, tmp_path / "b")
    home = Home(root=tmp_path / "home", models=tmp_path / "models")
    restored(home, tmp_path / "b")
    connection = sqlite3.connect(home.database)
    left = dict(connection.execute("SELECT key, value FROM state WHERE key IN (?, ?, ?)",
        ("sync.device_id", "sync.cursor", "other")).fetchall())  # fmt: skip
    connection.close()
    assert left == {"sync.cursor": "7", "other": "x"}


def test_a_home_in_use_is_left(tmp_path: Path, file: Path) -> None:
    home = home_at(tmp_path / "home", words="other")
    before = files_of(home)
    lock = home.claim("desktop")
    try:
        with pytest.raises(HomeBusyError) as refused:
            restored(home, file)
    finally:
        lock.release()
    assert refused.value.hint == "Close Parley, then restore."
    assert files_of(home) == before
    assert not list(tmp_path.glob(".home.restoring-*"))


def test_a_damaged_backup_changes_nothing(tmp_path: Path, file: Path) -> None:
    home = home_at(tmp_path / "home", words="other")
    before = files_of(home)
    file.write_bytes(file.read_bytes()[:-9])
    with pytest.raises(DamagedBackupError):
        restored(home, file)
    assert files_of(home) == before
    assert said_in(home) == ['[{"type":"text","text":"other"}]']


def test_a_backup_with_a_damaged_database_changes_nothing(tmp_path: Path) -> None:
    source, home = home_at(tmp_path / "source"), home_at(tmp_path / "home", words="other")
    broken = source.root / "data" / "broken.db"
    broken.write_bytes(source.database.read_bytes()[: 4096 * 3] + b"\xff" * 40_960)
    shutil.copy(broken, source.root / "data" / "parley.db")
    broken.unlink()
    # No Parley writes such a backup: it checks. Somebody changed it and mended the manifest.
    with (tmp_path / "b").open("wb") as out:
        writer = ArchiveWriter(out, BackupHead(created_at=NOW, parley="1", schema_version=1))
        size = source.database.stat().st_size
        part = PartHead(path="data/parley.db", size=size, mode=0o600, modified=1)
        with source.database.open("rb") as content:
            writer.add(part, content)
        writer.finish(has_keys=False)
    with pytest.raises(StoreError):
        restored(home, tmp_path / "b")
    assert said_in(home) == ['[{"type":"text","text":"other"}]']
    assert not list(tmp_path.glob(".home.*"))


def test_a_backup_with_a_hostile_name_writes_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "folder"
    home = home_at(folder / "home", words="other")
    before = sorted(tmp_path.rglob("*"))
    hostile = ("../planted", "../home/planted", "../../planted", str(tmp_path / "planted"))
    for name in hostile:
        archive = io.BytesIO()
        writer = ArchiveWriter(archive, BackupHead(created_at=NOW, parley="1", schema_version=1))
        for path in ("memory/me.md", name):
            part = PartHead(path=path, size=7, mode=0o600, modified=1)
            writer.add(part, io.BytesIO(b"planted"))
        writer.finish(has_keys=False)
        file = tmp_path / "b"
        file.write_bytes(archive.getvalue())
        with pytest.raises(DamagedBackupError):
            restored(home, file)
        file.unlink()
        assert sorted(tmp_path.rglob("*")) == before, name
    assert said_in(home) == ['[{"type":"text","text":"other"}]']


def test_too_little_room_changes_nothing(
    tmp_path: Path, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = Home(root=tmp_path / "home", models=tmp_path / "models")
    monkeypatch.setattr(restore, "_MARGIN_BYTES", 1 << 60)
    with pytest.raises(BackupError, match="too little room"):
        restored(home, file)
    assert not home.root.exists()


def test_a_home_that_cannot_be_renamed_stays(tmp_path: Path, file: Path) -> None:
    home = home_at(tmp_path / "home", words="other")
    new, aside = tmp_path / "missing", tmp_path / "aside"
    with pytest.raises(OSError, match="No such file"):
        swap_home(home.root, new=new, aside=aside, staying="models")
    assert said_in(home) == ['[{"type":"text","text":"other"}]']
    (aside / "x").mkdir(parents=True)
    with pytest.raises(OSError, match="not empty"):
        swap_home(home.root, new=new, aside=aside, staying="models")
    assert said_in(home) == ['[{"type":"text","text":"other"}]']
    assert not list(tmp_path.glob(".home.*"))
    assert file.exists()


def test_a_home_behind_a_link_stays_behind_it(tmp_path: Path, file: Path) -> None:
    real = home_at(tmp_path / "disk" / "home", words="other")
    os.symlink(real.root, tmp_path / "home")
    home = Home(root=tmp_path / "home", models=tmp_path / "models")
    done = restored(home, file)
    assert home.root.is_symlink()
    assert done.aside is not None
    assert done.aside.parent == real.root.parent
    assert said_in(home) == ['[{"type":"text","text":"hello"}]']


def killed_at(home: Home, file: Path, moment: int, events: tuple[str, ...]) -> int:
    """Restore in a child that dies at a moment; return how it ended."""
    child = os.fork()
    if child == 0:
        try:
            restore_and_die(home, file, moment, events)
        finally:
            os._exit(1)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


@needs_fork
@pytest.mark.timeout(120)  # some hundred processes
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning")
@pytest.mark.parametrize(
    "events",
    [("os.rename", "os.remove", "os.mkdir"), ("open", "os.", "shutil.", "sqlite3.")],
    ids=["names", "everything"],
)
def test_killed_at_any_moment_the_old_home_or_the_new_one_is_whole(
    tmp_path: Path, events: tuple[str, ...]
) -> None:
    source = home_at(tmp_path / "source", filled=False)
    (source.root / "memory").mkdir()
    (source.root / "memory" / "me.md").write_text("- new", encoding="utf-8")
    backup_of(source, tmp_path / "b")
    old = home_at(tmp_path / "old", words="other", filled=False)
    (old.root / "settings.toml").write_text("# old", encoding="utf-8")
    (old.root / "models").mkdir()
    (old.root / "models" / "m.gguf").write_text("large", encoding="utf-8")
    model = {"models/m.gguf": files_of(old)["models/m.gguf"]}
    before, after = files_of(old), files_of(source) | model
    place = tmp_path / "place"
    seen: set[str] = set()
    ended = KILLED
    for moment in itertools.count():
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir()
        home = Home(root=place / "home", models=place / "home" / "models")
        shutil.copytree(old.root, home.root)
        ended = killed_at(home, tmp_path / "b", moment, events)
        finish_swap(home.root)  # what every command does first
        found = files_of(home)
        assert found in (before, after), f"killed at {moment}"
        assert ("other" in said_in(home)[0]) == (found == before), f"killed at {moment}"
        kept = [folder for folder in place.iterdir() if "before-restore" in folder.name]
        assert len(kept) == (found == after), f"killed at {moment}"
        seen.add("old" if found == before else "new")
        if ended != KILLED:
            break
        restored(home, tmp_path / "b")
        assert files_of(home) == after
        assert not [found for found in place.iterdir() if found.name.startswith(".")]
    assert (seen, ended) == ({"old", "new"}, AT_THE_END)


def test_a_journal_that_says_nonsense_does_nothing(tmp_path: Path) -> None:
    journal = tmp_path / ".home.restore.json"
    (tmp_path / "x").mkdir()
    for text in ("", "[]", "{}", '{"new": "../x"}', '{"new": 5}', '{"new": "missing"}', "\ud800"):
        journal.write_bytes(text.encode("utf-8", "surrogatepass"))
        finish_swap(tmp_path / "home")
        assert not (tmp_path / "home").exists()
