"""What a question may say of the files of a workspace."""

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.prompting import workspace_files
from assistant.prompting.workspace_files import WorkspaceFiles, is_relative, matches

TREE = (
    "README.md",
    "notes.txt",
    "docs/a.md",
    "docs/b.md",
    "docs/deep/c.md",
    "docs/.draft.md",
    ".git/config.md",
    ".claude/skills/x/SKILL.md",
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    root = tmp_path / "workspace"
    for name in TREE:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name, encoding="utf-8")
    return root


@pytest.mark.parametrize(
    ("pattern", "found"),
    [
        pytest.param("*.md", ["README.md"], id="here"),
        pytest.param("docs/*.md", ["docs/a.md", "docs/b.md"], id="in a folder"),
        pytest.param("docs/?.md", ["docs/a.md", "docs/b.md"], id="one character"),
        pytest.param("docs/[b-z].md", ["docs/b.md"], id="a range"),
        pytest.param("docs/a.md", ["docs/a.md"], id="no pattern"),
        pytest.param("./docs/a.md", ["docs/a.md"], id="with a dot"),
        pytest.param(
            "**/*.md", ["README.md", "docs/a.md", "docs/b.md", "docs/deep/c.md"], id="any depth"
        ),
        pytest.param("docs/**/c.md", ["docs/deep/c.md"], id="below a folder"),
        pytest.param("docs/**", ["docs/a.md", "docs/b.md", "docs/deep/c.md"], id="all below"),
        pytest.param("*/c.md", [], id="a star is one folder"),
        pytest.param(".git/*", [".git/config.md"], id="hidden when named"),
        pytest.param("docs/.*.md", ["docs/.draft.md"], id="a hidden file when named"),
        pytest.param("docs", [], id="folders are no files"),
        pytest.param("../*", [], id="above"),
        pytest.param("/etc/*", [], id="absolute"),
        pytest.param("", [], id="empty"),
    ],
)
def test_a_pattern_means_files_of_the_workspace(
    folder: Path, pattern: str, found: list[str]
) -> None:
    assert WorkspaceFiles(folder).files(pattern) == found


def test_links_that_lead_out_mean_nothing(folder: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret.md").write_text("token", encoding="utf-8")
    (folder / "link.md").symlink_to(outside / "secret.md")
    (folder / "docs" / "out").symlink_to(outside)
    (folder / "circle.md").symlink_to(folder / "circle.md")
    (folder / "inner.md").symlink_to(folder / "docs" / "a.md")
    files = WorkspaceFiles(folder)

    assert files.files("*.md") == ["README.md", "inner.md"]
    assert "docs/out/secret.md" not in files.files("**/*.md")
    for name in ("link.md", "docs/out/secret.md", "circle.md", "docs/out/../../../x"):
        assert files.locate(name) is None
        assert files.text(name) is None
    assert files.text("inner.md") == "docs/a.md"


def test_a_workspace_may_be_a_link_itself(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "linked").symlink_to(folder)

    assert WorkspaceFiles(tmp_path / "linked").files("docs/*.md") == ["docs/a.md", "docs/b.md"]
    assert WorkspaceFiles(tmp_path / "linked").text("docs/a.md") == "docs/a.md"


def test_a_workspace_that_does_not_exist_has_no_files(tmp_path: Path) -> None:
    assert WorkspaceFiles(tmp_path / "none").files("**") == []
    assert WorkspaceFiles(tmp_path / "none").locate("a") is None


@pytest.mark.parametrize(
    "reference",
    ["", ".", "docs", "none.md", "/etc/passwd", "../x", "a/../../x", "a\\b", "C:/x", "a\0b"],
)
def test_what_is_no_file_of_the_workspace_is_nothing(folder: Path, reference: str) -> None:
    assert WorkspaceFiles(folder).locate(reference) is None
    assert WorkspaceFiles(folder).text(reference) is None


def test_text_that_is_none_is_nothing(folder: Path) -> None:
    (folder / "picture.png").write_bytes(b"\x89PNG\xff\xfe")
    os.mkfifo(folder / "pipe")

    assert WorkspaceFiles(folder).text("picture.png") is None
    assert WorkspaceFiles(folder).text("pipe") is None, "and it does not wait for a writer"


def test_a_long_file_is_read_in_part(folder: Path) -> None:
    (folder / "long.txt").write_text("한" * workspace_files.MAX_READ, encoding="utf-8")

    text = WorkspaceFiles(folder).text("long.txt")

    assert text is not None
    assert set(text) == {"한"}
    assert len(text) <= workspace_files.MAX_READ // 3


def test_a_huge_tree_is_not_walked_to_its_end(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workspace_files, "MAX_VISITED", 5)

    assert "docs/deep/c.md" not in WorkspaceFiles(folder).files("**/*.md")
    assert "README.md" in WorkspaceFiles(folder).files("**/*.md")


PARTS = st.lists(st.sampled_from(["a", "b", "ab", ".a"]), min_size=1, max_size=4)


@given(PARTS)
def test_a_path_matches_itself_and_any_depth(path: list[str]) -> None:
    assert matches(path, path)
    hidden = any(part.startswith(".") for part in path)
    assert matches(path, ["**"]) is not hidden
    assert matches(["x", *path], ["**", *path])
    assert not matches(path, [*path, "z"])


@given(st.text(alphabet="./\\:a*", max_size=12))
def test_a_relative_reference_never_climbs(reference: str) -> None:
    if is_relative(reference):
        depth = 0
        for part in reference.split("/"):
            depth += {"": 0, ".": 0, "..": -1}.get(part, 1)
            assert depth >= 0
        assert not reference.startswith("/")
