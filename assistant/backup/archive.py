"""The inside of a backup: a gzipped tar of regular files, written and read as a stream.

First `parley-backup.json` (BackupHead), then the files of the home below `home/`, last
`parley-manifest.json` (BackupManifest). Ordinary tools unpack it. Reading is our own, on `tarfile`'s
reader of headers: `tarfile` itself reads an extended header of any size into memory, makes links, and
does not hold back for what comes after the end.
"""

import gzip
import hashlib
import tarfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import BinaryIO, Final

from pydantic import BaseModel

from assistant.backup.errors import BackupError, DamagedBackupError
from assistant.backup.model.contents import (
    FORMAT,
    BackupHead,
    BackupManifest,
    BackupPart,
    is_safe_path,
)
from assistant.locale import _

_HEAD: Final = "parley-backup.json"
_MANIFEST: Final = "parley-manifest.json"
_HOME: Final = "home/"
_BLOCK: Final = 512
_CHUNK: Final = 256 * 1024
_MAX_EXTENDED: Final = 64 * 1024
_MAX_JSON: Final = 256 * 1024 * 1024
"""A manifest of a million files."""
_FURTHEST: Final = 253_402_300_799
"""Seconds from 1970 to the end of the year 9999; systems have times for no file long after it."""
_COMPRESSION: Final = 3
"""A database of conversations takes a third of its size; 6 takes twice the time for 3 % less."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PartHead:
    """What is known of a file before its content comes."""

    path: str
    size: int
    mode: int
    modified: int
    """Seconds since 1970."""


class PartSink:
    """Where the content of a file goes: nowhere, if it is only to be checked."""

    def write(self, data: bytes, /) -> object:
        """Raises whatever writing raises."""
        return len(data)

    def close(self) -> None:
        """The part is complete."""


class ArchiveWriter:
    """Writes the inside of a backup to a stream.

    Args:
        stream: Where to; not closed.
        head: What it says of itself.
    """

    def __init__(self, stream: BinaryIO, head: BackupHead) -> None:
        self._gzip = gzip.GzipFile(fileobj=stream, mode="wb", compresslevel=_COMPRESSION, mtime=0)
        self._head = head
        self._parts: list[BackupPart] = []
        self._add_json(_HEAD, head)

    def add(self, part: PartHead, content: BinaryIO) -> BackupPart:
        """Raises BackupError if `content` is shorter than the head says."""
        digest = hashlib.sha256()
        self._gzip.write(_tar_header(_HOME + part.path, part.size, part.mode, part.modified))
        left = part.size
        while left:
            chunk = content.read(min(left, _CHUNK))
            if not chunk:
                raise BackupError(
                    _("The file {file} changed while it was copied.").format(file=part.path),
                    hint=_("Try again when nothing writes to it."),
                )
            digest.update(chunk)
            self._gzip.write(chunk)
            left -= len(chunk)
        self._gzip.write(_padding(part.size))
        written = BackupPart(path=part.path, size=part.size, sha256=digest.hexdigest())
        self._parts.append(written)
        return written

    @property
    def is_empty(self) -> bool:
        return not self._parts

    def finish(self, *, has_keys: bool) -> BackupManifest:
        """Write the manifest and the end mark."""
        manifest = BackupManifest(head=self._head, parts=tuple(self._parts), has_keys=has_keys)
        self._add_json(_MANIFEST, manifest)
        self._gzip.write(bytes(2 * _BLOCK))
        self._gzip.close()
        return manifest

    def _add_json(self, name: str, value: BaseModel) -> None:
        data = value.model_dump_json().encode("utf-8")
        self._gzip.write(_tar_header(name, len(data), 0o600, 0))
        self._gzip.write(data + _padding(len(data)))


def read_archive(
    stream: BinaryIO,
    *,
    newest_schema: int,
    on_windows: bool,
    max_bytes: int,
    sink: Callable[[PartHead], PartSink],
) -> BackupManifest:
    """Read the archive in a backup, each file into a sink.

    Trust the sinks' content only once this returns.

    Args:
        stream: Stands at the beginning.
        newest_schema: Of the databases that this Parley reads.
        on_windows: Whether the names must be good there.
        max_bytes: More is not unpacked.
        sink: Called for each file.

    Raises:
        DamagedBackupError: If it is not a whole backup, or holds what no backup holds.
        BackupError: If a newer Parley wrote it, or it is larger than `max_bytes`.
        DamagedContentError: If it was encrypted and is damaged.
    """
    unzipped = gzip.GzipFile(fileobj=stream, mode="rb")
    try:
        reading = _ArchiveReader(unzipped, on_windows=on_windows, max_bytes=max_bytes)
        return reading.read(newest_schema, sink)
    except (EOFError, gzip.BadGzipFile, zlib.error, tarfile.HeaderError, ValueError) as error:
        raise damaged_backup() from error


def damaged_backup() -> DamagedBackupError:
    """The error for a file that is not a complete backup."""
    return DamagedBackupError(
        _("The file is damaged, incomplete, or not a backup of Parley."),
        hint=_("Nothing was changed. Take another backup."),
    )


class _ArchiveReader:
    def __init__(self, stream: gzip.GzipFile, *, on_windows: bool, max_bytes: int) -> None:
        self._stream = stream
        self._on_windows = on_windows
        self._left = max_bytes

    def read(self, newest_schema: int, sink: Callable[[PartHead], PartSink]) -> BackupManifest:
        head = BackupHead.model_validate_json(self._json(_HEAD))
        if head.format > FORMAT or head.schema_version > newest_schema:
            raise BackupError(
                _("The backup was written by a newer version of Parley ({version}).").format(
                    version=head.parley
                ),
                hint=_("Install that version, then restore it."),
            )
        parts: list[BackupPart] = []
        seen: set[str] = set()
        while (member := self._next()).path != _MANIFEST:
            part = self._checked(member, seen)
            parts.append(self._content(part, sink(part)))
        manifest = BackupManifest.model_validate_json(self._json_of(member))
        if manifest.head != head or list(manifest.parts) != parts:
            raise damaged_backup()
        if self._exactly(2 * _BLOCK).strip(b"\0") or self._stream.read(1):
            raise damaged_backup()
        return manifest

    def _json(self, name: str) -> bytes:
        member = self._next()
        if member.path != name:
            raise damaged_backup()
        return self._json_of(member)

    def _json_of(self, member: PartHead) -> bytes:
        if member.size > _MAX_JSON:
            raise damaged_backup()
        return b"".join(self._chunks(member.size))

    def _checked(self, member: PartHead, seen: set[str]) -> PartHead:
        home, _slash, path = member.path.partition("/")
        if home + "/" != _HOME or not is_safe_path(path, on_windows=self._on_windows):
            raise damaged_backup()
        folded = path.casefold() if self._on_windows else path
        if folded in seen:
            raise damaged_backup()
        seen.add(folded)
        self._left -= member.size + _BLOCK
        if self._left < 0:
            raise BackupError(
                _("There is too little room on the disk for what is in the backup."),
                hint=_("Make room, or restore into a folder on another disk with --home."),
            )
        return replace(member, path=path)

    def _content(self, part: PartHead, sink: PartSink) -> BackupPart:
        digest = hashlib.sha256()
        try:
            for chunk in self._chunks(part.size):
                digest.update(chunk)
                sink.write(chunk)
        finally:
            sink.close()
        return BackupPart(path=part.path, size=part.size, sha256=digest.hexdigest())

    def _next(self) -> PartHead:
        info = self._header()
        extended: dict[str, str] = {}
        if info.type == tarfile.XHDTYPE:
            if info.size > _MAX_EXTENDED:
                raise damaged_backup()
            extended = _records(b"".join(self._chunks(info.size)))
            info = self._header()
        if info.type not in {tarfile.REGTYPE, tarfile.AREGTYPE}:
            raise damaged_backup()
        size = int(extended.get("size", info.size))
        if size < 0:
            raise damaged_backup()
        return PartHead(
            path=extended.get("path", info.name),
            size=size,
            mode=info.mode,
            modified=max(-_FURTHEST, min(int(info.mtime), _FURTHEST)),
        )

    def _header(self) -> tarfile.TarInfo:
        return tarfile.TarInfo.frombuf(self._exactly(_BLOCK), "utf-8", "strict")

    def _chunks(self, size: int) -> Iterator[bytes]:
        for start in range(0, size, _CHUNK):
            yield self._exactly(min(_CHUNK, size - start))
        self._exactly(-size % _BLOCK)

    def _exactly(self, count: int) -> bytes:
        data = self._stream.read(count)
        while len(data) < count:
            more = self._stream.read(count - len(data))
            if not more:
                raise damaged_backup()
            data += more
        return data


def _tar_header(name: str, size: int, mode: int, modified: int) -> bytes:
    info = tarfile.TarInfo(name)
    info.size, info.mode, info.mtime = size, mode, modified
    return info.tobuf(tarfile.PAX_FORMAT, "utf-8", "strict")


def _padding(size: int) -> bytes:
    return bytes(-size % _BLOCK)


def _records(data: bytes) -> dict[str, str]:
    """Parse an extended header: `LENGTH KEY=VALUE` and a line feed; the length counts itself."""
    found: dict[str, str] = {}
    while data:
        length = int(data[: data.index(b" ")])
        record, data = data[:length], data[length:]
        if not record.endswith(b"\n") or len(record) != length:
            raise damaged_backup()
        key, _equals, value = record[record.index(b" ") + 1 : -1].decode("utf-8").partition("=")
        found[key] = value
    return found
