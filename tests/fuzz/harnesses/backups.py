"""Backups of a home, from wherever somebody got them."""

import gzip
import hashlib
import io
import json
import tarfile
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any, Final

from assistant.backup.archive import ArchiveWriter, PartHead
from assistant.backup.errors import BackupError
from assistant.backup.model.contents import BackupHead, BackupManifest, BackupPart
from assistant.backup.restore import restore_backup
from assistant.encryption.errors import EncryptionError
from assistant.encryption.stream import EncryptedReader, EncryptedWriter
from assistant.errors import StoreError
from assistant.home import Home
from tests.fuzz.folders import contents, folder
from tests.fuzz.harness import Harness
from tests.fuzz.json_lines import json_objects

_NOW: Final = datetime(2026, 11, 23, 11, 0, tzinfo=UTC)
_HEAD: Final = BackupHead(created_at=_NOW, parley="1.2.3", schema_version=0)
_SETTINGS: Final = b'[ui]\nlanguage = "ko"\n'
_KEY: Final = bytes(range(32))


def _archive(data: bytes) -> None:
    """The archive as it is before it is compressed, whose sums would catch every change."""
    _restore(gzip.compress(data, 1, mtime=0))


def _file(data: bytes) -> None:
    _restore(data)


def _members(data: bytes) -> None:
    """Each line is a file, in an archive that is otherwise as it should be."""
    try:
        archive = _packed([*json_objects(data)])
    except (ValueError, TypeError, OverflowError, AttributeError):  # no archive can say so
        return
    _restore(archive)


def _packed(members: Sequence[dict[str, Any]]) -> bytes:
    written = io.BytesIO()
    parts: list[BackupPart] = []
    with gzip.GzipFile(fileobj=written, mode="wb", compresslevel=1, mtime=0) as stream:
        _add(stream, tarfile.TarInfo("parley-backup.json"), _HEAD.model_dump_json().encode())
        for member in members:
            info = tarfile.TarInfo(f"home/{member.get('path', 'x')}")
            info.mode, info.mtime = member.get("mode", 0o600), member.get("modified", 0)
            info.type = str(member.get("type", "0")).encode()
            content = str(member.get("content", "")).encode()
            _add(stream, info, content)
            digest = hashlib.sha256(content).hexdigest()
            parts.append(
                BackupPart(path=info.name.removeprefix("home/"), size=len(content), sha256=digest)
            )
        manifest = BackupManifest(head=_HEAD, parts=tuple(parts))
        _add(stream, tarfile.TarInfo("parley-manifest.json"), manifest.model_dump_json().encode())
        stream.write(bytes(1024))
    return written.getvalue()


def _add(stream: gzip.GzipFile, info: tarfile.TarInfo, content: bytes) -> None:
    info.size = len(content)
    stream.write(info.tobuf(tarfile.GNU_FORMAT if info.mtime >= 8**11 else tarfile.PAX_FORMAT))
    stream.write(content + bytes(-len(content) % 512))


def _restore(data: bytes) -> None:
    """The home is that of the backup, or as it was; nothing is anywhere else."""
    root = folder("restore")
    home = Home(root=root / "home", models=root / "models")
    _make_home(home.root)
    file = root / "it.backup"
    file.write_bytes(data)
    before = contents(root)
    try:
        restored = restore_backup(home, file, passphrase="correct horse", now=_NOW)
    except (BackupError, EncryptionError, StoreError):
        after = contents(root)
        assert {path: after[path] for path in after if not _is_lock(path)} == before
        raise
    finally:
        leftovers = {path.name for path in root.iterdir()}
        _remove(root)
    parts = {part.path for part in restored.manifest.parts}
    assert leftovers <= {"home", "models", "it.backup", _name(restored.aside), "home.lock"}
    assert all(".." not in path.split("/") for path in parts)


def _name(aside: Path | None) -> str:
    return "" if aside is None else aside.name


def _is_lock(path: str) -> bool:
    return Path(path).name in {"engine.lock", "engine.pid"}


def _make_home(root: Path) -> None:
    root.mkdir()
    (root / "settings.toml").write_text("# mine\n", encoding="utf-8")
    (root / "memory").mkdir()
    (root / "memory" / "me.md").write_text("- likes tea\n", encoding="utf-8")


def _remove(root: Path) -> None:
    for path in sorted(root.rglob("*"), reverse=True):
        if path.is_dir() and not path.is_symlink():
            path.rmdir()
        else:
            path.unlink()


def _encrypted(data: bytes) -> None:
    """What was changed is never read as if it had not been."""
    reader = io.BufferedReader(EncryptedReader(io.BytesIO(data), _KEY, b"head"))
    assert reader.read() == _SETTINGS * 10
    assert data == _stream()


def _archives() -> Iterator[bytes]:
    for packed in _files():
        yield gzip.decompress(packed)


def _files() -> Iterator[bytes]:
    written = io.BytesIO()
    writer = ArchiveWriter(written, _HEAD)
    for path, content in (("settings.toml", _SETTINGS), ("memory/" + "m" * 120 + ".md", b"- x\n")):
        part = PartHead(path=path, size=len(content), mode=0o600, modified=1_700_000_000)
        writer.add(part, io.BytesIO(content))
    writer.finish(has_keys=False)
    yield written.getvalue()


def _member_lists() -> Iterator[bytes]:
    members = (
        {"path": "settings.toml", "mode": 384, "modified": 1700000000, "content": "[ui]\n"},
        {"path": "memory/me.md", "mode": 493, "modified": 0, "content": "- likes coffee\n"},
        {"path": "workspaces/default/notes/" + "n" * 100 + ".md", "content": "x"},
        {"path": "data/parley.db", "content": "no database"},
    )
    yield from (json.dumps(member).encode() for member in members)
    yield "\n".join(map(json.dumps, members[:3])).encode()


@cache
def _stream() -> bytes:
    written = io.BytesIO()
    writer = EncryptedWriter(written, _KEY, b"head")
    writer.write(_SETTINGS * 10)
    writer.finish()
    return written.getvalue()


def _streams() -> Iterator[bytes]:
    yield _stream()


ERRORS: Final = (BackupError, EncryptionError, StoreError)
HARNESSES: Final = (
    Harness(name="backup-archive", read=_archive, errors=ERRORS, seeds=_archives, count=25),
    Harness(name="backup-members", read=_members, errors=ERRORS, seeds=_member_lists, count=25),
    Harness(name="backup-file", read=_file, errors=ERRORS, seeds=_files, count=25),
    Harness(name="encrypted-stream", read=_encrypted, errors=(EncryptionError,), seeds=_streams),
)
