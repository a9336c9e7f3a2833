"""What settings files of other programs held before they were changed: kept in Parley's home."""

import hashlib
import json
import logging
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from assistant.private_files import sole_writer, write_private

_log = logging.getLogger(__name__)

FOLDER: Final = "coding-agents"
"""Below the home; its files may hold keys of those programs."""
_RECORD: Final = "changed-files.json"
KEPT: Final = 20
"""Copies beside those from before a file was changed first, which stay as long as the change."""
_COPY: Final = re.compile(r"[0-9a-f]{16}-.+")


class FileRecord(BaseModel):
    """What is known of a file that was changed."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    backup: str | None
    """The name of its copy from before it was changed first; None if there was no file."""
    written: str
    """The digest of what was written last; empty where others had changed the file in between."""


_RECORDS: Final = TypeAdapter(dict[str, FileRecord])


@dataclass(frozen=True, slots=True, kw_only=True)
class Before:
    """What a file held before it was changed first."""

    content: bytes | None
    """None if there was no file."""
    is_unchanged: bool
    """Whether the file holds what was written to it since."""


class Backups:
    """Keeps copies of files, and which are whose.

    Args:
        home: The root of Parley's home.
    """

    def __init__(self, home: Path) -> None:
        self.folder = home / FOLDER

    def before(self, path: Path, now: bytes | None) -> Before | None:
        """Return what a file held before it was changed; None if that is not known.

        Args:
            path: The file.
            now: What it holds now.
        """
        record = self._records().get(str(path))
        if record is None:
            return None
        content = None
        if record.backup is not None:
            try:
                content = (self.folder / record.backup).read_bytes()
            except OSError as error:
                _log.warning("A backup cannot be read", exc_info=error)
                return None
        return Before(
            content=content, is_unchanged=now is not None and _digest(now) == record.written
        )

    def keep(self, path: Path, now: bytes | None, written: bytes) -> None:
        """Copy a file that is about to be changed, and note what will be written.

        Raises:
            OSError: If it cannot be kept.
        """
        backup = self._copied(path, now)
        with sole_writer(self.folder / _RECORD):
            records = self._records()
            known = records.get(str(path))
            if known is None or known.backup == backup:
                record = FileRecord(backup=backup, written=_digest(written))
            else:
                is_ours = now is not None and _digest(now) == known.written
                record = FileRecord(
                    backup=known.backup, written=_digest(written) if is_ours else ""
                )
            self._write({**records, str(path): record})

    def forget(self, path: Path, removed: bytes | None) -> None:
        """Count a file as never changed; what was taken back is copied, too.

        Raises:
            OSError: If that cannot be noted.
        """
        self._copied(path, removed)
        with sole_writer(self.folder / _RECORD):
            records = self._records()
            records.pop(str(path), None)
            self._write(records)

    def _copied(self, path: Path, now: bytes | None) -> str | None:
        if now is None:
            return None
        name = f"{_digest(now)[:16]}-{path.name.lstrip('.')}"
        write_private(self.folder / name, now)
        return name

    def _records(self) -> dict[str, FileRecord]:
        try:
            return _RECORDS.validate_json((self.folder / _RECORD).read_bytes())
        except FileNotFoundError:
            return {}
        except (OSError, ValidationError) as error:
            _log.warning("What was changed cannot be read", exc_info=error)
            return {}

    def _write(self, records: Mapping[str, FileRecord]) -> None:
        plain = {path: record.model_dump() for path, record in records.items()}
        write_private(self.folder / _RECORD, json.dumps(plain, ensure_ascii=False, indent=2))
        needed = {record.backup for record in records.values()}
        copies = [one for one in self.folder.iterdir() if _COPY.fullmatch(one.name)]
        loose = [one for one in copies if one.name not in needed]
        for old in sorted(loose, key=lambda one: one.stat().st_mtime)[:-KEPT]:
            old.unlink(missing_ok=True)


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
