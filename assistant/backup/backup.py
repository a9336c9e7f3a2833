"""A backup of a home: written while Parley may run, read back, and looked through.

The database is one moment's state; other files are copied one by one as they are then, each whole,
since Parley replaces them as a whole.
"""

import io
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import BinaryIO, Final

from assistant.backup.archive import ArchiveWriter, PartHead, PartSink, read_archive
from assistant.backup.backup_file import (
    archive_stream,
    encrypted_stream,
    plain_stream,
    wrapped_key_of,
)
from assistant.backup.errors import BackupError, DamagedBackupError
from assistant.backup.model.contents import (
    DATABASE,
    KEYS,
    BackupHead,
    BackupManifest,
    BackupPart,
    belongs,
    folder_below,
    is_safe_path,
)
from assistant.encryption.content_cipher import ContentCipher
from assistant.encryption.wrapped_key import PassphraseCost, create_for_passphrase, unlock
from assistant.failure_reason import failure_reason
from assistant.home import Home
from assistant.locale import _
from assistant.private_files import replacing_private
from assistant.storage.database_copy import DatabaseCopy, copy_database
from assistant.storage.migrations import shipped_steps

ON_WINDOWS: Final = sys.platform == "win32"
UNLIMITED: Final = 1 << 62
_READ_WHOLE: Final = 16 * 1024 * 1024
"""Files up to here are read at once, so that a copy is never half old and half new."""


def nothing_to_tell(_part: BackupPart) -> None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class BackupPlan:
    """What a backup is to be like."""

    home: Home
    file: Path
    parley: str
    """The version of this program."""
    now: datetime
    passphrase: str | None = field(default=None, repr=False)
    """None: it is not encrypted."""
    keys: str | None = field(default=None, repr=False)
    """What `keys.toml` is to say there; None: no keys are in it."""
    cost: PassphraseCost | None = None
    is_replacing: bool = False
    """Whether a file of that name may be replaced."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Backup:
    """What was written."""

    manifest: BackupManifest
    size: int
    """Of the file."""
    left_out: tuple[str, ...]
    """Files that are neither copied nor named in the documentation: links, devices, unreadable."""
    damaged_rows: Mapping[str, int]
    """By table, the rows of the database that are damaged; they are in the backup as they are."""


def write_backup(
    plan: BackupPlan, *, on_part: Callable[[BackupPart], None] = nothing_to_tell
) -> Backup:
    """Write a backup, read it back, and only then give it its name.

    Args:
        plan: What is wanted.
        on_part: Called with each file that is in it.

    Raises:
        BackupError: If there is nothing to back up, or the file cannot be written or is refused.
        EncryptionError: If the passphrase is too short.
        StoreError: If the database cannot be copied.
    """
    root = plan.home.root.resolve()
    _refuse(plan, root)
    database = copy_database(plan.home.database) if plan.home.database.exists() else None
    head = BackupHead(
        created_at=plan.now,
        parley=plan.parley,
        schema_version=0 if database is None else database.schema_version,
    )
    key, cipher = None, None
    if plan.passphrase is not None:
        key, cipher = create_for_passphrase(plan.passphrase, cost=plan.cost)
    left_out: list[str] = []
    try:
        with replacing_private(plan.file) as file:
            outside = (
                plain_stream(file)
                if key is None or cipher is None
                else encrypted_stream(file, key, cipher)
            )
            with outside as stream:
                writer = ArchiveWriter(stream, head)
                for part, content in _contents(plan, root, database, left_out):
                    with content:
                        on_part(writer.add(part, content))
                if writer.is_empty:
                    raise _nothing_there(plan.home)
                manifest = writer.finish(has_keys=plan.keys is not None)
            if _read(file, cipher) != manifest:
                raise DamagedBackupError(_("The backup could not be read back as it was written."))
            size = file.seek(0, os.SEEK_END)
    except OSError as error:
        raise BackupError(
            _("The backup {file} cannot be written: {reason}.").format(
                file=plan.file, reason=failure_reason(error)
            )
        ) from error
    return Backup(
        manifest=manifest,
        size=size,
        left_out=tuple(left_out),
        damaged_rows={} if database is None else database.damaged_rows,
    )


def is_encrypted(file: Path) -> bool:
    """Whether a backup needs a passphrase.

    Raises:
        BackupError: If it cannot be read, or is none.
    """
    with opened_backup(file) as stream:
        return wrapped_key_of(stream) is not None


def verify_backup(file: Path, *, passphrase: str | None) -> BackupManifest:
    """Read a backup to its end.

    Raises:
        BackupError: If it cannot be read, is damaged, or a newer Parley wrote it.
        WrongPassphraseError: If it is encrypted with another passphrase.
        EncryptionError: If it is encrypted and damaged.
    """
    with opened_backup(file) as stream:
        return _read(stream, cipher_of(stream, passphrase))


def opened_backup(file: Path) -> BinaryIO:
    """Raises BackupError if it cannot be opened."""
    try:
        return file.open("rb")
    except OSError as error:
        raise BackupError(
            _("The backup {file} cannot be read: {reason}.").format(
                file=file, reason=failure_reason(error)
            )
        ) from error


def cipher_of(file: BinaryIO, passphrase: str | None) -> ContentCipher | None:
    """The cipher of an encrypted backup; None for a plain one.

    Raises:
        BackupError: If it is encrypted and there is no passphrase.
        WrongPassphraseError: If it is encrypted with another one.
    """
    key = wrapped_key_of(file)
    if key is None:
        return None
    if passphrase is None:
        raise BackupError(_("The backup is encrypted: its passphrase is needed."))
    return unlock(key, passphrase)


def _read(file: BinaryIO, cipher: ContentCipher | None) -> BackupManifest:
    return read_archive(
        archive_stream(file, cipher),
        newest_schema=len(shipped_steps()),
        on_windows=ON_WINDOWS,
        max_bytes=UNLIMITED,
        sink=lambda _part: PartSink(),
    )


def _nothing_there(home: Home) -> BackupError:
    return BackupError(
        _("There is nothing to back up in {folder}.").format(folder=home.root),
        hint=_("Name the home with --home."),
    )


def _refuse(plan: BackupPlan, root: Path) -> None:
    if not root.is_dir():
        raise _nothing_there(plan.home)
    if plan.file.parent.resolve().is_relative_to(root):
        raise BackupError(
            _("A backup inside the home {folder} would be lost with it.").format(folder=root),
            hint=_("Choose another folder, best on another disk."),
        )
    if plan.file.exists() and not plan.is_replacing:
        raise BackupError(
            _("The file {file} is there already.").format(file=plan.file),
            hint=_("Choose another name, or replace it with --replace."),
        )
    if plan.keys is not None and plan.passphrase is None:
        raise BackupError(_("Keys go into an encrypted backup only."), hint=_("Add --passphrase."))


def _contents(
    plan: BackupPlan, root: Path, database: DatabaseCopy | None, left_out: list[str]
) -> Iterator[tuple[PartHead, BinaryIO]]:
    """Everything that belongs into a backup; records what cannot be copied."""
    moment = int(plan.now.timestamp())
    made = {
        KEYS: None if plan.keys is None else plan.keys.encode("utf-8"),
        DATABASE: None if database is None else database.content,
    }
    for path, content in made.items():
        if content is not None:
            head = PartHead(path=path, size=len(content), mode=0o600, modified=moment)
            yield head, io.BytesIO(content)

    models = folder_below(root, plan.home.models.resolve())

    def note(error: OSError) -> None:
        left_out.append(str(error.filename))

    for folder, folders, files in os.walk(root, onerror=note):
        links = [name for name in folders if (Path(folder) / name).is_symlink()]
        folders.sort()
        for name in sorted([*files, *links]):
            found = Path(folder) / name
            path = found.relative_to(root).as_posix()
            if not belongs(path, models=models):
                continue
            with suppress(FileNotFoundError):  # it was there a moment ago
                opened = _opened(found, path)
                if opened is None:
                    left_out.append(path)
                else:
                    yield opened


def _opened(file: Path, path: str) -> tuple[PartHead, BinaryIO] | None:
    """Open a regular file; None if it cannot be copied."""
    if file.is_symlink() or not file.is_file() or not is_safe_path(path, on_windows=ON_WINDOWS):
        return None
    try:
        content = file.open("rb")
    except PermissionError:
        return None
    try:
        found = os.fstat(content.fileno())
        size = found.st_size
        if size <= _READ_WHOLE:
            with content:
                whole = content.read()
            content, size = io.BytesIO(whole), len(whole)
    except BaseException:
        content.close()
        raise
    mode, modified = 0o600 | (found.st_mode & 0o100), max(0, int(found.st_mtime))
    return PartHead(path=path, size=size, mode=mode, modified=modified), content
