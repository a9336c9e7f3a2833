"""The inside of a backup: whole, or refused; and nothing in it but files of a home."""

import gzip
import io
import tarfile
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typing_extensions import override

from assistant.backup.archive import ArchiveWriter, PartHead, PartSink, read_archive
from assistant.backup.errors import BackupError, DamagedBackupError
from assistant.backup.model.contents import BackupHead, BackupManifest
from tests.helpers.backup.homes import NOW

HEAD = BackupHead(created_at=NOW, parley="1.2.3", schema_version=4)


def packed(files: dict[str, bytes], head: BackupHead = HEAD) -> bytes:
    out = io.BytesIO()
    writer = ArchiveWriter(out, head)
    for path, content in files.items():
        part = PartHead(path=path, size=len(content), mode=0o600, modified=1)
        writer.add(part, io.BytesIO(content))
    writer.finish(has_keys=False)
    return out.getvalue()


class Kept(PartSink):
    def __init__(self) -> None:
        self.content = b""

    @override
    def write(self, data: bytes, /) -> object:
        self.content += data
        return len(data)


def unpacked(data: bytes, *, max_bytes: int = 1 << 40) -> tuple[BackupManifest, dict[str, bytes]]:
    kept: dict[str, Kept] = {}

    def sink(part: PartHead) -> Kept:
        return kept.setdefault(part.path, Kept())

    manifest = read_archive(
        io.BytesIO(data), newest_schema=4, on_windows=False, max_bytes=max_bytes, sink=sink
    )
    return manifest, {path: found.content for path, found in kept.items()}


names = st.lists(
    st.text(alphabet="abcdefgh한é .-", min_size=1, max_size=60).filter(
        lambda n: n not in {".", ".."}
    ),
    min_size=1,
    max_size=9,
).map("/".join)


@given(st.dictionaries(names, st.binary(max_size=2000), max_size=5))
def test_comes_back_as_it_was(files: dict[str, bytes]) -> None:
    manifest, found = unpacked(packed(files))
    assert found == files
    assert [part.path for part in manifest.parts] == list(files)


def test_ordinary_tools_unpack_it() -> None:
    files = {"memory/me.md": b"tea", "한" * 80 + "/x": b"deep"}
    with tarfile.open(fileobj=io.BytesIO(packed(files)), mode="r:gz") as archive:
        names = archive.getnames()
        found = archive.extractfile("home/memory/me.md")
        assert found is not None
        assert found.read() == b"tea"
    assert names == [
        "parley-backup.json", "home/memory/me.md", "home/" + "한" * 80 + "/x",
        "parley-manifest.json",
    ]  # fmt: skip


def test_whatever_is_cut_off_is_noticed() -> None:
    data = packed({"a": b"x" * 700})
    for length in range(len(data)):
        with pytest.raises(DamagedBackupError):
            unpacked(data[:length])


def test_a_change_of_any_byte_is_noticed() -> None:
    data = packed({"a": b"x" * 700})
    before, harmless = unpacked(data), 0
    for place in range(len(data)):
        wrong = bytearray(data)
        wrong[place] ^= 0x10
        try:
            assert unpacked(bytes(wrong)) == before
        except BackupError:
            continue
        harmless += 1
    # Bits of gzip's without a meaning, such as the system it was made on.
    assert harmless < 20


@given(st.binary(max_size=3000))
def test_what_is_no_backup_is_told(data: bytes) -> None:
    for form in (data, gzip.compress(data)):
        with pytest.raises(DamagedBackupError):
            unpacked(form)


def test_what_comes_after_the_end_is_refused() -> None:
    data = packed({"a": b"x"})
    for more in (b"x", gzip.compress(b"x"), gzip.compress(bytes(512)), data):
        with pytest.raises(DamagedBackupError):
            unpacked(data + more)


def rewritten(change: Callable[[tarfile.TarInfo], None], content: bytes = b"") -> bytes:
    """Return a backup whose one file, which is empty, has another header."""
    out = io.BytesIO()
    with (
        tarfile.open(fileobj=io.BytesIO(packed({"a": b""})), mode="r:gz") as source,
        tarfile.open(fileobj=out, mode="w:gz", format=tarfile.PAX_FORMAT) as target,
    ):
        for member in source:
            inside = source.extractfile(member)
            if member.name == "home/a":
                change(member)
                inside = io.BytesIO(content) if member.isreg() else None
            target.addfile(member, inside)
    return out.getvalue()


def named(name: str) -> Callable[[tarfile.TarInfo], None]:
    def change(member: tarfile.TarInfo) -> None:
        member.name = name

    return change


def linked(kind: bytes, target: str) -> Callable[[tarfile.TarInfo], None]:
    def change(member: tarfile.TarInfo) -> None:
        member.type, member.linkname, member.size = kind, target, 0

    return change


def opened_parts(data: bytes, *, on_windows: bool = False) -> list[str]:
    """Refuse a backup, and return what a file was opened for before that."""
    opened: list[str] = []

    def sink(part: PartHead) -> PartSink:
        opened.append(part.path)
        return PartSink()

    with pytest.raises(DamagedBackupError):
        read_archive(
            io.BytesIO(data), newest_schema=4, on_windows=on_windows, max_bytes=1 << 40, sink=sink
        )
    return opened


HOSTILE_NAMES = (
    "../x", "../../x", "a/../../x", "a/../x", "..", ".", "./x", "", "/", "/etc/passwd", "/x",
    "a//x", "a/", "a/./x", "a\nb", "\x7f", "x" * 256, "x/" * 4096 + "x",
)  # fmt: skip
HOSTILE_ON_WINDOWS = (
    "..\\x", "C:\\x", "C:x", "a/b\\..\\..\\x", "x:stream", "con", "NUL.txt", "a/com1", "x.", "x ",
    "a*b", "a?b", 'a"b', "a<b", "a>b", "a|b",
)  # fmt: skip


def test_no_file_is_opened_for_a_name_that_no_backup_has() -> None:
    """All else is right: the writer's own archive, with the digest of what is in it."""
    for name in HOSTILE_NAMES:
        for on_windows in (False, True):
            assert opened_parts(packed({name: b"x"}), on_windows=on_windows) == [], name
    for name in HOSTILE_ON_WINDOWS:
        assert opened_parts(packed({name: b"x"}), on_windows=True) == [], name
        assert unpacked(packed({name: b"x"}))[1] == {name: b"x"}


@pytest.mark.parametrize(
    "change",
    [
        named("a"), named("/a"), named("/home/a"), named("other/a"), named("../home/a"),
        named("parley-backup.json"),
        linked(tarfile.SYMTYPE, "/etc"), linked(tarfile.LNKTYPE, "home/a"),
        linked(tarfile.DIRTYPE, ""), linked(tarfile.FIFOTYPE, ""), linked(tarfile.CHRTYPE, ""),
        linked(tarfile.BLKTYPE, ""), linked(tarfile.CONTTYPE, ""),
        linked(tarfile.GNUTYPE_LONGNAME, ""), linked(tarfile.GNUTYPE_SPARSE, ""),
    ],
)  # fmt: skip
def test_no_file_is_opened_outside_the_home_or_for_what_is_no_file(
    change: Callable[[tarfile.TarInfo], None],
) -> None:
    assert opened_parts(rewritten(change)) == []


def test_a_content_that_is_not_what_the_manifest_says_is_refused() -> None:
    with pytest.raises(DamagedBackupError):
        unpacked(rewritten(lambda _member: None, b"y"))


def test_a_file_that_comes_twice_is_refused() -> None:
    for again, on_windows in (("a", False), ("a", True), ("A", True)):
        out = io.BytesIO()
        writer = ArchiveWriter(out, HEAD)
        for name, content in (("a", b"one"), (again, b"two")):
            part = PartHead(path=name, size=3, mode=0o600, modified=1)
            writer.add(part, io.BytesIO(content))
        writer.finish(has_keys=False)
        assert opened_parts(out.getvalue(), on_windows=on_windows) == ["a"]


def test_a_newer_backup_is_refused_before_its_files() -> None:
    for head in (
        HEAD.model_copy(update={"schema_version": 5}),
        HEAD.model_copy(update={"format": 2}),
    ):
        with pytest.raises(BackupError, match=r"newer version of Parley \(1\.2\.3\)"):
            unpacked(packed({"a": b"x"}, head))


def test_more_than_fits_is_refused_before_it_is_unpacked() -> None:
    data = packed({"a": bytes(10_000_000)})
    assert len(data) < 100_000
    with pytest.raises(BackupError, match="too little room"):
        unpacked(data, max_bytes=9_000_000)


def test_a_header_that_would_fill_the_memory_is_refused() -> None:
    info = tarfile.TarInfo("x")
    info.type, info.size = tarfile.XHDTYPE, 1 << 33
    data = gzip.compress(info.tobuf(tarfile.GNU_FORMAT) + bytes(4096))
    with pytest.raises(DamagedBackupError):
        unpacked(data)
    info.type, info.name = tarfile.REGTYPE, "parley-backup.json"
    with pytest.raises(DamagedBackupError):
        unpacked(gzip.compress(info.tobuf(tarfile.GNU_FORMAT) + bytes(4096)))


def test_a_file_that_shrinks_while_it_is_copied_is_told() -> None:
    writer = ArchiveWriter(io.BytesIO(), HEAD)
    part = PartHead(path="a", size=5, mode=0o600, modified=1)
    with pytest.raises(BackupError, match="changed while it was copied"):
        writer.add(part, io.BytesIO(b"1234"))
