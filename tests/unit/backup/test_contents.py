"""What belongs into a backup, and which names may come out of one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.backup.model.contents import belongs, is_safe_path
from tests.helpers.backup.homes import FILES, NEVER


@pytest.mark.parametrize("path", FILES)
def test_the_users_files_belong(path: str) -> None:
    assert belongs(path)
    assert is_safe_path(path, on_windows=False)


@pytest.mark.parametrize(
    "path", [*NEVER, "data/parley.db", "data/parley.db-wal", "engine.lock", "models/x/model.bin"]
)
def test_what_is_copied_otherwise_or_made_anew_does_not(path: str) -> None:
    assert not belongs(path)


@pytest.mark.parametrize(
    "path",
    ["", "/", "/etc/passwd", "..", "../x", "a/../b", "a/./b", "a//b", "a/", "a\0b", "a\nb", "\x7f",
     "\ud800", "x" * 256, "한" * 86, "a/" * 2100 + "b"],
)  # fmt: skip
def test_names_that_play_tricks_are_refused(path: str) -> None:
    assert not is_safe_path(path, on_windows=False)
    assert not is_safe_path(path, on_windows=True)


@pytest.mark.parametrize(
    "path", ["a\\b", "C:x", "c:/x", "nul", "NUL.txt", "a/COM1", "lpt9.x.y", "a.", "a ", "a?", "a|b"]
)
def test_names_that_windows_reads_otherwise_are_refused_there(path: str) -> None:
    assert is_safe_path(path, on_windows=False)
    assert not is_safe_path(path, on_windows=True)


@given(st.text(alphabet="ab./\\:\0 ", max_size=12))
def test_no_name_leads_out(path: str) -> None:
    if is_safe_path(path, on_windows=False):
        assert not path.startswith("/")
        assert ".." not in path.split("/")
