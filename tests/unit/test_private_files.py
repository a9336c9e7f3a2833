"""Files that nobody but the user may read, and that all are written in one place."""

import ast
import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

import assistant
from assistant import private_files
from assistant.private_files import (
    keep_private,
    make_private_folder,
    new_beside,
    open_private,
    replacing_private,
    sweep_folder,
    write_private,
)
from assistant.processes.blocking_child import run
from assistant.processes.python_command import python_code, python_environment

PACKAGE = Path(assistant.__file__).parent
ELSEWHERE = {
    "private_files.py": "the place itself",
    "tools/workspace/directory.py": "writes below an open folder, 0600; follows no link",
    "engine/history/conversation_files.py": "an export, where the user wants it; 0600 by mkstemp",
    "catalog/hub_download.py": "model files, which are public",
    "catalog/wheel_download.py": "model files, which are public",
    "doctor/worker.py": "a pipe",
    "llm/starter/server.py": "a pipe",
    "voice/audio/ogg_opus.py": "sound in memory",
    "voice/devices/files/wav.py": "sound, where the user wants it",
}
"""Modules that write files without it, and why they may."""


def writes(source: str) -> Iterator[str]:
    """Find what writes a file, or makes one."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(func=ast.Attribute(attr="write_bytes" | "mkstemp" as name)):
                yield f"{node.lineno}: {name}"
            case ast.Call(func=ast.Attribute(attr="touch"), keywords=[ast.keyword(), *_]):
                yield f"{node.lineno}: touch"
            case ast.Call(
                func=ast.Attribute(attr="write_text", value=place), keywords=[ast.keyword(), *_]
            ):
                yield f"{node.lineno}: {ast.unparse(place)}.write_text"
            case ast.Call(func=ast.Name(id="open") | ast.Attribute(attr="open" | "fdopen")):
                if any(_is_mode(argument) for argument in _arguments(node)):
                    yield f"{node.lineno}: open"
            case ast.Attribute(attr="O_CREAT"):
                yield f"{node.lineno}: O_CREAT"
            case _:
                pass


def _arguments(call: ast.Call) -> list[ast.expr]:
    return [*call.args, *(keyword.value for keyword in call.keywords if keyword.arg == "mode")]


def _is_mode(argument: ast.expr) -> bool:
    match argument:
        case ast.Constant(value=str(mode)):
            return (
                0 < len(mode) <= 3 and set(mode) <= set("rwaxbt+") and bool(set(mode) & set("wax+"))
            )
        case ast.IfExp(body=body, orelse=orelse):
            return _is_mode(body) or _is_mode(orelse)
        case _:
            return False


@pytest.mark.parametrize(
    ("source", "count"),
    [
        ("open(path, 'w', encoding='utf-8')", 1),
        ("path.open('ab')", 1),
        ("path.open(mode='x')", 1),
        ("path.open('ab' if more else 'wb')", 1),
        ("path.write_text('x', encoding='utf-8')", 1),
        ("path.write_bytes(b'x')", 1),
        ("path.touch(mode=0o600)", 1),
        ("os.open(path, os.O_CREAT | os.O_WRONLY)", 1),
        ("tempfile.mkstemp()", 1),
        ("path.open('rb')", 0),
        ("self.tools.open('w', 'x')", 1),
        ("form.write_text(question, words)", 0),
        ("open_private(path, 'wb')", 0),
    ],
)
def test_the_search_finds_what_writes(source: str, count: int) -> None:
    assert len(list(writes(source))) == count


@pytest.mark.requirement("SEC-11")
def test_no_other_module_writes_what_is_the_users_alone() -> None:
    found = {
        path.relative_to(PACKAGE).as_posix(): list(writes(path.read_text(encoding="utf-8")))
        for path in sorted(PACKAGE.rglob("*.py"))
    }
    assert {
        name: places for name, places in found.items() if places and name not in ELSEWHERE
    } == {}
    assert sorted(ELSEWHERE) == sorted(name for name in ELSEWHERE if found[name])


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


@pytest.fixture
def lax_umask() -> Iterator[None]:
    before = os.umask(0)
    yield
    os.umask(before)


@pytest.mark.requirement("SEC-11")
@pytest.mark.skipif(os.name != "posix", reason="modes are POSIX's")
@pytest.mark.usefixtures("lax_umask")
def test_files_and_folders_are_the_users_alone(tmp_path: Path) -> None:
    file = tmp_path / "a" / "b" / "file"
    write_private(file, "차")
    with open_private(file.with_name("log"), "ab") as log:
        assert mode(file.with_name("log")) == 0o600
        log.write(b"x")
    assert (mode(file), mode(file.parent), mode(file.parent.parent)) == (0o600, 0o700, 0o700)
    assert file.read_text(encoding="utf-8") == "차"


@pytest.mark.requirement("SEC-11")
@pytest.mark.usefixtures("lax_umask")
def test_a_file_is_private_before_anything_is_in_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[tuple[int, int]] = []
    sync = os.fsync

    def look(descriptor: int) -> None:
        sync(descriptor)
        found = os.fstat(descriptor)
        if stat.S_ISREG(found.st_mode):
            seen.append((found.st_mode & 0o777, found.st_size))

    monkeypatch.setattr(private_files.os, "fsync", look)
    (tmp_path / "file").write_text("old", encoding="utf-8")
    (tmp_path / "file").chmod(0o666)
    write_private(tmp_path / "file", b"new")
    assert seen == [(0o600, 3)]
    assert mode(tmp_path / "file") == 0o600


@pytest.mark.skipif(os.name == "nt", reason="a folder cannot be opened there")
def test_the_new_file_is_on_the_disk_under_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names: list[list[str]] = []

    def note(descriptor: int) -> None:
        if stat.S_ISDIR(os.fstat(descriptor).st_mode):
            names.append(sorted(os.listdir(tmp_path)))

    monkeypatch.setattr(private_files.os, "fsync", note)
    write_private(tmp_path / "file", b"new")
    assert names == [["file"]]


def test_what_cannot_be_written_leaves_the_old_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    write_private(tmp_path / "file", b"old")
    monkeypatch.setattr(private_files.os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        write_private(tmp_path / "file", b"new")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
    assert (tmp_path / "file").read_bytes() == b"old"


@pytest.mark.parametrize(("before", "was_open"), [(0o644, True), (0o660, True), (0o600, False)])
def test_what_others_may_do_is_taken_away(tmp_path: Path, before: int, was_open: bool) -> None:
    file = tmp_path / "file"
    file.touch()
    file.chmod(before)
    assert keep_private(file) is was_open
    assert mode(file) == 0o600
    assert not keep_private(tmp_path / "none")


def test_a_folder_that_is_there_stays_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir(mode=0o755)
    before = mode(tmp_path / "a")
    make_private_folder(tmp_path / "a" / "b")
    assert (mode(tmp_path / "a"), mode(tmp_path / "a" / "b")) == (before, 0o700)


KILLED = """
import os, sys
from pathlib import Path
from assistant.private_files import replacing_private
with replacing_private(Path(sys.argv[1])) as file:
    file.write(b"sk-secret")
    file.flush()
    os._exit(9)
"""


def left_by_a_killed_writer(path: Path) -> Path:
    """Have a process end in the middle of replacing a file, and return what it left."""
    code, _out, _errors = run(
        (*python_code(KILLED), str(path)),
        limit_s=60,
        environment=python_environment(os.environ),
    )
    assert code == 9
    (left,) = (one for one in path.parent.iterdir() if one.suffix == ".new")
    assert left.read_bytes() == b"sk-secret"
    return left


@pytest.mark.parametrize("name", ["keys.toml", "a[b]*.toml"])
def test_what_a_killed_writer_left_goes_with_the_next_one(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    left = left_by_a_killed_writer(path)
    write_private(path, "new")
    assert not left.exists()
    assert [file.name for file in tmp_path.iterdir()] == [name]


def test_what_killed_writers_left_anywhere_in_a_home_goes_at_its_start(tmp_path: Path) -> None:
    (tmp_path / "run").mkdir()
    for path in (tmp_path / "keys.toml", tmp_path / "run" / "api.json"):
        left_by_a_killed_writer(path)
    of_the_users = tmp_path / ".notes.new"
    of_the_users.write_text("mine", encoding="utf-8")
    sweep_folder(tmp_path)
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == [of_the_users]


@pytest.mark.skipif(os.name != "posix", reason="there an open file is not removed")
def test_what_somebody_is_writing_is_no_left_over(tmp_path: Path) -> None:
    path = tmp_path / "keys.toml"
    with replacing_private(path) as first:
        first.write(b"first")
        sweep_folder(tmp_path)
        write_private(path, "second")
    assert path.read_bytes() == b"first", "the last one to end counts"
    with new_beside(path) as (_file, temporary):
        sweep_folder(tmp_path)
        assert temporary.exists()
    assert not temporary.exists()
