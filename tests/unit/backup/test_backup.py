"""A backup of a home holds what is the user's, while Parley runs, and is never half there."""

import os
import sqlite3
from pathlib import Path

import pytest

from assistant.backup.backup import BackupPlan, is_encrypted, verify_backup, write_backup
from assistant.backup.errors import BackupError, DamagedBackupError
from assistant.backup.model.contents import DATABASE, KEYS, BackupPart
from assistant.encryption.errors import EncryptionError, WrongPassphraseError
from assistant.errors import StoreError
from assistant.home import Home
from assistant.storage.database import Database
from assistant.storage.migrations import shipped_steps
from tests.helpers.backup.homes import CHEAP, FILES, NOW, PASSPHRASE, backup_of, home_at


def test_everything_of_the_users_is_in_it(tmp_path: Path) -> None:
    home = home_at(tmp_path / "home")
    written = backup_of(home, tmp_path / "out" / "b.tar.gz")
    paths = {part.path for part in written.manifest.parts}
    assert paths == {*FILES, DATABASE}
    assert written.left_out == ()
    assert written.manifest.head.schema_version == len(shipped_steps())
    assert written.size == (tmp_path / "out" / "b.tar.gz").stat().st_size
    assert verify_backup(tmp_path / "out" / "b.tar.gz", passphrase=None) == written.manifest
    assert (tmp_path / "out" / "b.tar.gz").stat().st_mode & 0o777 == 0o600


def test_models_are_left_out_wherever_they_are_below_the_home(tmp_path: Path) -> None:
    root = home_at(tmp_path / "home").root
    home = Home(root=root, models=root / "Cache" / "models")
    home.models.mkdir(parents=True)
    (home.models / "model.gguf").write_bytes(b"a gigabyte")
    written = backup_of(home, tmp_path / "b")
    assert {part.path for part in written.manifest.parts} == {*FILES, DATABASE}


def test_an_encrypted_one_opens_with_its_passphrase_alone(tmp_path: Path) -> None:
    home, file = home_at(tmp_path / "home"), tmp_path / "b.parley"
    written = backup_of(home, file, passphrase=PASSPHRASE)
    assert is_encrypted(file)
    assert verify_backup(file, passphrase=PASSPHRASE) == written.manifest
    with pytest.raises(WrongPassphraseError):
        verify_backup(file, passphrase="battery staple")
    with pytest.raises(BackupError, match="passphrase is needed"):
        verify_backup(file, passphrase=None)


def test_nothing_plain_is_on_the_disk_while_it_is_encrypted(tmp_path: Path) -> None:
    home, out = home_at(tmp_path / "home", words="very secret"), tmp_path / "out"
    seen: list[str] = []

    def look(_part: BackupPart) -> None:
        seen.extend(file.name for file in out.iterdir())
        for file in out.iterdir():
            assert b"secret" not in file.read_bytes()
            assert b"memory" not in file.read_bytes()

    plan = BackupPlan(
        home=home, file=out / "b", parley="1", now=NOW, passphrase=PASSPHRASE, cost=CHEAP
    )
    write_backup(plan, on_part=look)
    assert len(set(seen)) == 1, "one file, and not yet under its name"
    assert "b" not in seen


def test_every_damage_to_an_encrypted_one_is_noticed(tmp_path: Path) -> None:
    home, file = home_at(tmp_path / "home", filled=False), tmp_path / "b.parley"
    (home.root / "data" / "parley.db").unlink()
    (home.root / "settings.toml").write_text("", encoding="utf-8")
    backup_of(home, file, passphrase=PASSPHRASE)
    data = file.read_bytes()
    for place in range(0, len(data), 7):
        wrong = bytearray(data)
        wrong[place] ^= 1
        file.write_bytes(wrong)
        with pytest.raises((BackupError, EncryptionError)):
            verify_backup(file, passphrase=PASSPHRASE)
    for length in range(0, len(data), 7):
        file.write_bytes(data[:length])
        with pytest.raises((BackupError, EncryptionError)):
            verify_backup(file, passphrase=PASSPHRASE)


async def test_it_is_made_while_parley_writes(tmp_path: Path) -> None:
    home = Home(root=tmp_path / "home", models=tmp_path / "models")
    database = await Database.open(home.database)
    await database.execute("INSERT INTO state (key, value) VALUES (?, ?)", ("a", "in the log"))
    backup_of(home, tmp_path / "b.tar.gz")
    await database.execute("INSERT INTO state (key, value) VALUES (?, ?)", ("b", "later"))
    backup_of(home, tmp_path / "c.tar.gz")
    await database.aclose()
    verify_backup(tmp_path / "b.tar.gz", passphrase=None)


def test_keys_are_in_an_encrypted_one_alone(tmp_path: Path) -> None:
    home = home_at(tmp_path / "home")
    with pytest.raises(BackupError, match="encrypted backup only"):
        backup_of(home, tmp_path / "b", keys='anthropic = "sk-1"')
    written = backup_of(home, tmp_path / "b", keys='anthropic = "sk-1"', passphrase=PASSPHRASE)
    assert KEYS in {part.path for part in written.manifest.parts}
    assert written.manifest.has_keys


def test_links_and_devices_are_left_out_and_named(tmp_path: Path) -> None:
    home = home_at(tmp_path / "home")
    os.symlink("/etc", home.root / "workspaces" / "etc")
    os.symlink("/etc/hostname", home.root / "hostname")
    os.mkfifo(home.root / "pipe")
    written = backup_of(home, tmp_path / "b")
    assert sorted(written.left_out) == ["hostname", "pipe", "workspaces/etc"]


def test_a_file_that_is_there_is_replaced_only_if_that_is_wanted(tmp_path: Path) -> None:
    home, file = home_at(tmp_path / "home"), tmp_path / "b"
    file.write_text("mine", encoding="utf-8")
    with pytest.raises(BackupError, match="is there already"):
        backup_of(home, file)
    assert file.read_text(encoding="utf-8") == "mine"
    backup_of(home, file, is_replacing=True)
    verify_backup(file, passphrase=None)


def test_an_interrupt_leaves_nothing(tmp_path: Path) -> None:
    home, out = home_at(tmp_path / "home"), tmp_path / "out"

    def interrupt(_part: BackupPart) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_backup(BackupPlan(home=home, file=out / "b", parley="1", now=NOW), on_part=interrupt)
    assert list(out.iterdir()) == []


def test_what_cannot_be_backed_up_is_told(tmp_path: Path) -> None:
    empty = Home(root=tmp_path / "none", models=tmp_path / "models")
    with pytest.raises(BackupError, match="nothing to back up"):
        backup_of(empty, tmp_path / "b")
    empty.root.mkdir()
    with pytest.raises(BackupError, match="nothing to back up"):
        backup_of(empty, tmp_path / "b")
    home = home_at(tmp_path / "home")
    with pytest.raises(BackupError, match="would be lost with it"):
        backup_of(home, home.root / "memory" / "b")
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(BackupError, match="cannot be written"):
        backup_of(home, tmp_path / "file" / "b")
    assert sorted(file.name for file in tmp_path.iterdir()) == ["file", "home", "none"]


def test_a_damaged_or_foreign_database_is_not_backed_up(tmp_path: Path) -> None:
    home = home_at(tmp_path / "home", filled=False)
    content = bytearray(home.database.read_bytes())
    content[4096 * 3 : 4096 * 6] = b"\xff" * (4096 * 3)
    home.database.write_bytes(content)
    with pytest.raises(StoreError, match="damaged"):
        backup_of(home, tmp_path / "b")
    home.database.unlink()
    sqlite3.connect(home.database).execute("CREATE TABLE t (x)").connection.close()
    with pytest.raises(StoreError, match="another program"):
        backup_of(home, tmp_path / "b")
    assert not (tmp_path / "b").exists()


@pytest.mark.parametrize("content", [b"", b"x", b"Parley backup, encrypted, 1\n", b"\x1f\x8b"])
def test_other_files_are_no_backup(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "b").write_bytes(content)
    with pytest.raises((DamagedBackupError, EncryptionError)):
        verify_backup(tmp_path / "b", passphrase=PASSPHRASE)
    with pytest.raises(BackupError, match="cannot be read"):
        verify_backup(tmp_path / "missing", passphrase=None)
