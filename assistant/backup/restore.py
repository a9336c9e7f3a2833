"""A home out of a backup: all of it or nothing.

The backup is read to its end before anything is written, then unpacked beside the home, checked
again, and put in the home's place. The home that was there is kept under another name; the model
files in it, which no backup holds, stay where they are.
"""

import os
import shutil
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final

from typing_extensions import override

from assistant.backup.archive import PartHead, PartSink, read_archive
from assistant.backup.backup import ON_WINDOWS, cipher_of, opened_backup
from assistant.backup.backup_file import archive_stream
from assistant.backup.errors import BackupError
from assistant.backup.home_swap import finish_swap, leftovers, swap_home
from assistant.backup.model.contents import (
    DATABASE,
    KEYS,
    MODELS,
    BackupManifest,
    folder_below,
    is_lost_without_copy,
)
from assistant.encryption.content_cipher import ContentCipher
from assistant.errors import HomeBusyError
from assistant.failure_reason import failure_reason
from assistant.home import Home
from assistant.locale import _
from assistant.private_files import make_private_folder, open_private
from assistant.storage.database_copy import check_database
from assistant.storage.migrations import shipped_steps

if TYPE_CHECKING:
    from filelock import FileLock

_MARGIN_BYTES: Final = 64 * 1024 * 1024
"""What is left free on the disk."""
_DEVICE_STATE: Final = "sync.device"
"""How the keys begin under which the database keeps which device this is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Restored:
    """What was restored."""

    manifest: BackupManifest
    aside: Path | None
    """Where the home went that was there, or None if there was nothing in it."""


def restore_backup(
    home: Home,
    file: Path,
    *,
    passphrase: str | None,
    now: datetime,
    on_step: Callable[[str], None] = lambda _text: None,
) -> Restored:
    """Replace this home by that of a backup.

    The restored home is a new device to the sync server, and keeps this home's keys if the backup
    has none.

    Args:
        home: May be missing.
        passphrase: Of an encrypted one.
        now: Aware; becomes part of the name of the old home.
        on_step: Called with what is being done, in the user's language.

    Raises:
        BackupError: If the backup is damaged, too new or too large, or the folders cannot be
            written; the home is as it was.
        EncryptionError: If it is encrypted, and the passphrase is wrong or it is damaged.
        HomeBusyError: If Parley runs with this home.
        StoreError: If the database in it is damaged.
    """
    root = home.root.resolve()
    finish_swap(root)
    with opened_backup(file) as stream:
        cipher = cipher_of(stream, passphrase)
        on_step(_("Checking the backup"))
        room = _room(root)
        _read(stream, cipher, room, lambda _part: PartSink())
        lock = _claimed(Home(root=root, models=home.models))
        try:
            _remove_leftovers(root)
            new = root.with_name(f"{_prefix(root)}{os.getpid()}")
            try:
                on_step(_("Unpacking"))
                manifest = _unpack(stream, cipher, room, new)
                _keep_keys(root, new)
                on_step(_("Putting it in its place"))
                aside = _free_name(root, now)
                if ON_WINDOWS:  # a folder with an open file cannot be renamed there
                    lock.release()
                swap_home(root, new=new, aside=aside, staying=_models_in(root, home))
            except BaseException:
                shutil.rmtree(new, ignore_errors=True)
                raise
        except OSError as error:
            raise BackupError(
                _("The backup cannot be restored to {folder}: {reason}.").format(
                    folder=root, reason=failure_reason(error)
                ),
                hint=_("Nothing was changed. Check the folder, or choose another with --home."),
            ) from error
        finally:
            lock.release()
    if _is_empty(aside):
        shutil.rmtree(aside, ignore_errors=True)
        return Restored(manifest=manifest, aside=None)
    return Restored(manifest=manifest, aside=aside)


class _WrittenFile(PartSink):
    """Writes one file below the new home."""

    def __init__(self, folder: Path, part: PartHead) -> None:
        self._path = folder / part.path
        self._part = part
        if self._path.exists():  # two names that are one on this file system
            raise FileExistsError(None, _("two files have one name"), part.path)
        self._file = open_private(self._path, "wb")

    @override
    def write(self, data: bytes, /) -> object:
        return self._file.write(data)

    @override
    def close(self) -> None:
        with self._file:
            self._file.flush()
            os.fsync(self._file.fileno())
        self._path.chmod(0o600 | (self._part.mode & 0o100))
        os.utime(self._path, (self._part.modified, self._part.modified))


def _read(
    stream: BinaryIO,
    cipher: ContentCipher | None,
    room: int,
    sink: Callable[[PartHead], PartSink],
) -> BackupManifest:
    return read_archive(
        archive_stream(stream, cipher),
        newest_schema=len(shipped_steps()),
        on_windows=ON_WINDOWS,
        max_bytes=room,
        sink=sink,
    )


def _unpack(stream: BinaryIO, cipher: ContentCipher | None, room: int, new: Path) -> BackupManifest:
    make_private_folder(new)
    manifest = _read(stream, cipher, room, lambda part: _WrittenFile(new, part))
    database = new / DATABASE
    if database.exists():
        check_database(database)
        _become_new_device(database)
    return manifest


def _become_new_device(database: Path) -> None:
    """Let the copy take a new device id, so that two devices never write as one."""
    connection = sqlite3.connect(database)
    try:
        connection.execute("PRAGMA synchronous = FULL")
        with connection:
            if connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'state'").fetchone():
                connection.execute(
                    "DELETE FROM state WHERE substr(key, 1, ?) = ?",
                    (len(_DEVICE_STATE), _DEVICE_STATE),
                )
    finally:
        connection.close()


def _keep_keys(root: Path, new: Path) -> None:
    keys = root / KEYS
    if keys.is_file() and not (new / KEYS).exists():
        with open_private(new / KEYS, "wb") as file:
            file.write(keys.read_bytes())


def _claimed(home: Home) -> "FileLock":
    try:
        return home.claim()
    except HomeBusyError as error:
        raise HomeBusyError(
            error.message, hint=_("Close Parley, then restore."), holder=error.holder
        ) from error


def _room(root: Path) -> int:
    existing = next(folder for folder in root.parents if folder.is_dir())
    return max(0, shutil.disk_usage(existing).free - _MARGIN_BYTES)


def _models_in(root: Path, home: Home) -> str:
    """Where model files are below the home, or would be."""
    return folder_below(root, home.models.resolve()) or MODELS


def _prefix(root: Path) -> str:
    return f".{root.name}.restoring-"


def _remove_leftovers(root: Path) -> None:
    """Remove what a killed restore had unpacked."""
    for folder in root.parent.glob(f"{_prefix(root)}*"):
        shutil.rmtree(folder, ignore_errors=True)
    for file in leftovers(root):
        file.unlink(missing_ok=True)


def _free_name(root: Path, now: datetime) -> Path:
    stem = f"{root.name}.before-restore-{now.astimezone(UTC):%Y%m%dT%H%M%SZ}"
    aside, attempt = root.with_name(stem), 1
    while aside.exists():
        attempt += 1
        aside = root.with_name(f"{stem}-{attempt}")
    return aside


def _is_empty(home: Path) -> bool:
    """Whether removing the home loses nothing."""
    files = (file for file in home.rglob("*") if not file.is_dir())
    paths = (file.relative_to(home).as_posix() for file in files)
    return not any(map(is_lost_without_copy, paths))
