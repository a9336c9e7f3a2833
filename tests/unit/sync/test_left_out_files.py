"""Which files stay on a device, and why."""

import os
import sys
from pathlib import Path

import pytest

from assistant.home import Home
from assistant.memory.files import MAX_MEMORY_FILE_BYTES
from assistant.sync.left_out_files import LeftOutFiles
from assistant.sync.model.left_out import LeftOutFile, LeftOutReason

NOTES = "workspaces/default/notes"


@pytest.fixture
def notes(home: Home) -> Path:
    folder = home.root / NOTES
    folder.mkdir(parents=True)
    return folder


def left_out(home: Home) -> dict[str, LeftOutReason]:
    return {file.path: file.reason for file in LeftOutFiles(home).look()}


def test_what_travels_is_not_told_of(home: Home, notes: Path) -> None:
    (notes / "shopping.md").write_text("milk", encoding="utf-8")
    (notes / "picture.png").write_bytes(b"\xff\xfe")
    (notes / ".shopping.md").write_bytes(b"\xff\xfe")
    (home.root / "memory").mkdir()
    (home.root / "memory" / "me.md").write_text("- likes tea", encoding="utf-8")
    assert left_out(home) == {}


def test_what_is_no_text_or_too_long(home: Home, notes: Path) -> None:
    (notes / "latin.md").write_bytes("Käse".encode("latin-1"))
    (notes / "zeros.md").write_bytes(b"a\0b")
    (notes / "long.md").write_bytes(b"x" * (MAX_MEMORY_FILE_BYTES + 1))
    assert left_out(home) == {
        f"{NOTES}/latin.md": LeftOutReason.NOT_TEXT,
        f"{NOTES}/zeros.md": LeftOutReason.NOT_TEXT,
        f"{NOTES}/long.md": LeftOutReason.TOO_LONG,
    }


@pytest.mark.skipif(sys.platform == "win32", reason="these names and links cannot be there")
def test_links_and_names(home: Home, notes: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside.md"
    outside.write_text("secret", encoding="utf-8")
    (notes / "link.md").symlink_to(outside)
    (notes / "what?.md").write_text("x", encoding="utf-8")
    (notes / "a.md").write_text("x", encoding="utf-8")
    (notes / "A.md").write_text("x", encoding="utf-8")
    found = left_out(home)
    namesake = {f"{NOTES}/a.md", f"{NOTES}/A.md"} & found.keys()
    assert len(namesake) == 1
    assert found == {
        f"{NOTES}/link.md": LeftOutReason.LINK,
        f"{NOTES}/what?.md": LeftOutReason.NAME,
        namesake.pop(): LeftOutReason.NAMESAKE,
    }


@pytest.mark.skipif(
    sys.platform == "win32" or os.geteuid() == 0, reason="every file can be read there"
)
def test_one_that_the_system_keeps_from_the_user(home: Home, notes: Path) -> None:
    (notes / "kept.md").write_text("x", encoding="utf-8")
    (notes / "kept.md").chmod(0)
    assert left_out(home) == {f"{NOTES}/kept.md": LeftOutReason.UNREADABLE}


def test_one_that_was_mended_is_told_of_no_more(home: Home, notes: Path) -> None:
    looking = LeftOutFiles(home)
    file = notes / "latin.md"
    file.write_bytes("Käse".encode("latin-1"))
    assert looking.look() == (LeftOutFile(path=f"{NOTES}/latin.md", reason=LeftOutReason.NOT_TEXT),)
    file.write_text("Käse, as it is written now", encoding="utf-8")
    assert looking.look() == ()
