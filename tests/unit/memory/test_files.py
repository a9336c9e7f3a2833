import logging
import os
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.errors import ConfigError
from assistant.home import Home, shipped
from assistant.memory.files import MAX_MEMORY_FILE_BYTES, MemoryFiles, MemoryText, read_memory

needs_links = pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege there")


def files(home: Home, *, workspace: str = "mine", agent: str = "helper") -> MemoryFiles:
    return MemoryFiles(home=home, workspace=workspace, agent=agent, user="me")


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def test_each_scope_is_read_from_its_file(home: Home) -> None:
    write(home.workspace("mine") / "memory.md", "- uses PostgreSQL\n")
    write(home.workspace("mine") / "agents" / "helper" / "memory.md", "- 짧게 답하기\n")
    write(home.personal_memory("me"), "\n- 喜欢茶\n\n")

    memory = files(home).read()

    assert memory.workspace == "- uses PostgreSQL"
    assert memory.agent == "- 짧게 답하기"
    assert memory.personal == "- 喜欢茶"
    assert memory.problems == ()


def test_missing_files_are_empty_and_no_problem(home: Home) -> None:
    memory = files(home).read()

    assert (memory.workspace, memory.agent, memory.personal) == ("", "", "")
    assert memory.problems == ()
    assert files(home).persona() == MemoryText(text="")


def test_the_shipped_persona_is_used_until_the_person_has_their_own(home: Home) -> None:
    both = files(home, workspace="default", agent="default")
    as_shipped = shipped("agents", "default", "persona.md").read_text("utf-8").strip()
    assert both.persona() == MemoryText(text=as_shipped)

    write(home.root / "agents" / "default" / "persona.md", "You are terse.")

    assert both.persona() == MemoryText(text="You are terse.")


@pytest.mark.requirement("CTX-15")
def test_a_damaged_file_is_read_as_far_as_possible_and_reported(
    home: Home, caplog: pytest.LogCaptureFixture
) -> None:
    path = home.personal_memory("me")
    path.parent.mkdir(parents=True)
    path.write_bytes(b"- good\n- \xff\xfe bad\n")

    with caplog.at_level(logging.WARNING):
        memory = files(home).read()

    assert memory.personal == "- good\n- \ufffd\ufffd bad"
    assert len(memory.problems) == 1
    assert str(path) in memory.problems[0]
    assert "UTF-8" in caplog.text


def test_windows_text_is_read_as_any_other(tmp_path: Path) -> None:
    path = tmp_path / "memory.md"
    path.write_bytes(b"\xef\xbb\xbf- one\r\n- two\r\n")

    assert read_memory(path, inside=tmp_path) == MemoryText(text="- one\n- two")


def test_a_file_of_any_length_is_read_up_to_a_bound(tmp_path: Path) -> None:
    path = tmp_path / "memory.md"
    path.write_bytes("\N{SNOWMAN}".encode() * MAX_MEMORY_FILE_BYTES)

    found = read_memory(path, inside=tmp_path)

    assert found.text == "\N{SNOWMAN}" * (MAX_MEMORY_FILE_BYTES // 3)
    assert "too long" in found.problem


@pytest.mark.requirement("CTX-15")
def test_a_folder_in_place_of_the_file_is_a_problem(tmp_path: Path) -> None:
    (tmp_path / "memory.md").mkdir()

    found = read_memory(tmp_path / "memory.md", inside=tmp_path)

    assert found.text == ""
    assert "not a file" in found.problem


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes in this file system")
def test_a_pipe_in_place_of_the_file_does_not_block(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "memory.md")

    assert "not a file" in read_memory(tmp_path / "memory.md", inside=tmp_path).problem


@needs_links
def test_a_link_that_leads_out_of_the_folder_is_not_followed(home: Home, tmp_path: Path) -> None:
    write(tmp_path / "secret.txt", "the password")
    path = home.personal_memory("me")
    path.parent.mkdir(parents=True)
    path.symlink_to(tmp_path / "secret.txt")

    memory = files(home).read()

    assert memory.personal == ""
    assert "leads out" in memory.problems[0]


@needs_links
def test_a_linked_workspace_that_leads_out_is_not_followed(home: Home, tmp_path: Path) -> None:
    write(tmp_path / "elsewhere" / "memory.md", "the password")
    home.workspace("mine").parent.mkdir(parents=True)
    home.workspace("mine").symlink_to(tmp_path / "elsewhere")

    memory = files(home).read()

    assert memory.workspace == ""
    assert "leads out" in memory.problems[0]


@needs_links
def test_a_link_inside_the_folder_is_followed(home: Home) -> None:
    write(home.root / "memory" / "shared.md", "- shared")
    home.personal_memory("me").symlink_to(home.root / "memory" / "shared.md")

    assert files(home).read().personal == "- shared"


@needs_links
def test_a_home_that_is_a_link_itself_works(tmp_path: Path) -> None:
    write(tmp_path / "real" / "memory" / "me.md", "- here")
    (tmp_path / "home").symlink_to(tmp_path / "real")

    assert files(Home(root=tmp_path / "home", models=tmp_path)).read().personal == "- here"


@needs_links
def test_a_circle_of_links_is_a_problem_and_no_crash(home: Home) -> None:
    path = home.personal_memory("me")
    path.parent.mkdir(parents=True)
    path.symlink_to(path)

    assert files(home).read().personal == ""


@pytest.mark.parametrize(
    "name",
    [
        "..",
        ".",
        "",
        "../other",
        "/etc",
        "a/b",
        "a\\b",
        "C:evil",
        ".hidden",
        "a\0b",
        "x" * 65,
        "a\n",
    ],
)
def test_a_name_that_could_lead_elsewhere_is_refused(home: Home, name: str) -> None:
    with pytest.raises(ConfigError):
        files(home, workspace=name)
    with pytest.raises(ConfigError):
        files(home, agent=name)
    with pytest.raises(ConfigError):
        MemoryFiles(home=home, workspace="mine", agent="helper", user=name)


@given(st.text(max_size=70))
def test_every_accepted_name_stays_in_its_folder(name: str) -> None:
    home = Home(root=Path("/home-of-the-test"), models=Path("/models"))
    try:
        files(home, workspace=name)
    except ConfigError:
        return

    path = Path(os.path.normpath(home.workspace(name) / "memory.md"))
    assert path == home.root / "workspaces" / name / "memory.md"
