"""The prompt tree on the disk."""

from pathlib import Path

import pytest

from assistant.errors import ConfigError
from assistant.home import Home
from assistant.prompting.files import PACKAGE, PromptFiles, PromptOrigin, read_text
from tests.helpers.files import write

COMMON = "prompts/common.prompt"


@pytest.fixture
def workspace(home: Home) -> Path:
    return home.workspace("default")


@pytest.fixture
def files(home: Home, workspace: Path) -> PromptFiles:
    return PromptFiles(home=home, workspace=workspace)


def test_without_own_versions_the_shipped_files_are_read(files: PromptFiles) -> None:
    found = files.find(COMMON)

    assert found is not None
    assert (found.place, found.path) == (PromptOrigin.PACKAGE, PACKAGE / COMMON)
    assert "guess" in (files.read(COMMON) or "")
    assert (files.read("system_prompt.md") or "").startswith("You are the assistant")


@pytest.mark.parametrize("name", [COMMON, "system_prompt.md", "prompts/tools/calculator.txt"])
@pytest.mark.requirement("PR-27")
def test_each_file_is_taken_from_the_nearest_place(
    home: Home, workspace: Path, files: PromptFiles, name: str
) -> None:
    write(home.root / name, "The person's.")
    assert files.read(name) == "The person's."

    write(workspace / name, "The workspace's.")
    found = files.find(name)
    assert found is not None
    assert found.place is PromptOrigin.WORKSPACE
    assert files.read(name) == "The workspace's."
    elsewhere = PromptFiles(home=home, workspace=home.workspace("other"))
    assert elsewhere.read(name) == "The person's."


def test_the_programs_own_files_can_be_read_alone(home: Home) -> None:
    write(home.root / COMMON, "The person's.")

    assert "guess" in (PromptFiles(home=None, workspace=None).read(COMMON) or "")


def test_what_nobody_has_is_nothing(files: PromptFiles) -> None:
    assert files.find("prompts/none.prompt") is None
    assert files.read("prompts/none.prompt") is None


def test_a_file_may_be_read_through_a_folder_that_is_a_link(
    home: Home, files: PromptFiles, tmp_path: Path
) -> None:
    write(tmp_path / "dotfiles" / "common.prompt", "Mine.")
    home.root.mkdir(parents=True)
    (home.root / "prompts").symlink_to(tmp_path / "dotfiles")

    assert files.read(COMMON) == "Mine."


@pytest.mark.requirement("SEC-12")
def test_a_workspaces_folder_of_prompts_is_not_followed_out_of_it(
    workspace: Path, files: PromptFiles, tmp_path: Path
) -> None:
    write(tmp_path / "elsewhere" / "common.prompt", "Not mine.")
    workspace.mkdir(parents=True)
    (workspace / "prompts").symlink_to(tmp_path / "elsewhere")

    with pytest.raises(ConfigError, match="leads out of its folder"):
        files.read(COMMON)


@pytest.mark.parametrize("name", [COMMON, "system_prompt.md"])
def test_a_link_that_leads_out_of_its_folder_is_refused(
    home: Home, files: PromptFiles, tmp_path: Path, name: str
) -> None:
    secret = write(tmp_path / "secret", "token")
    link = home.root / name
    link.parent.mkdir(parents=True)
    link.symlink_to(secret)

    with pytest.raises(ConfigError, match="leads out of its folder"):
        files.read(name)


def test_a_link_to_nothing_is_an_error_and_not_the_shipped_file(
    home: Home, files: PromptFiles
) -> None:
    link = home.root / COMMON
    link.parent.mkdir(parents=True)
    link.symlink_to(link.parent / "gone")

    with pytest.raises(ConfigError, match="is not a file"):
        files.read(COMMON)


def test_a_folder_that_cannot_be_looked_into_is_an_error_and_not_the_shipped_file(
    home: Home, files: PromptFiles
) -> None:
    home.root.mkdir(parents=True)
    (home.root / "prompts").symlink_to(home.root / "prompts")

    with pytest.raises(ConfigError, match="cannot be read|leads out"):
        files.read(COMMON)


def test_a_file_where_a_folder_should_be_overrides_nothing(home: Home, files: PromptFiles) -> None:
    write(home.root / "prompts", "x")

    assert "guess" in (files.read(COMMON) or "")


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        pytest.param(b"", "is empty", id="empty"),
        pytest.param(b" \n\t", "is empty", id="white space"),
        pytest.param(b"\xff\xfe\x00", "is not UTF-8", id="not UTF-8"),
        pytest.param(b"x" * 11, "longer than 10 bytes", id="too long"),
    ],
)
def test_a_file_that_cannot_be_used_is_named(tmp_path: Path, content: bytes, problem: str) -> None:
    path = write(tmp_path / "a.prompt", content)

    with pytest.raises(ConfigError, match=problem) as caught:
        read_text(path, inside=tmp_path, limit=10)

    assert str(path) in caught.value.message
    assert caught.value.hint


def test_a_folder_and_a_circle_of_links_are_named(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").symlink_to(tmp_path / "b")

    with pytest.raises(ConfigError, match="is not a file"):
        read_text(tmp_path / "a", inside=tmp_path)
    with pytest.raises(ConfigError, match="cannot be read|is not a file"):
        read_text(tmp_path / "b", inside=tmp_path)


def test_marks_of_editors_are_taken_off(tmp_path: Path) -> None:
    path = write(tmp_path / "a", b"\xef\xbb\xbfone\r\ntwo\0\r\n")

    assert read_text(path, inside=tmp_path) == "one\ntwo"
