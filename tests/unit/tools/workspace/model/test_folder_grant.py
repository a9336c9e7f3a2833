from pathlib import Path

import pytest

from assistant.tools.workspace.model.folder_grant import (
    FolderAccess,
    FolderGrant,
    dump_grants,
    is_folder_path,
    is_inside,
    locate,
    name_for,
    parse_grants,
    prompt_of,
)
from assistant.tools.workspace.model.paths import FolderClosedError, WorkspaceError

HOME = Path("/home/ann")
DOCUMENTS = FolderGrant(name="Documents", path=HOME / "Documents")
PROJECT = FolderGrant(name="parley", path=HOME / "Documents" / "parley", access=FolderAccess.WRITE)
GRANTS = (DOCUMENTS, PROJECT)


@pytest.mark.parametrize(
    ("path", "is_one"),
    [
        ("@Documents/a.txt", True),
        ("@types/index.d.ts", True),
        ("/etc/hosts", True),
        ("~/Documents", True),
        ("~ann/x", True),
        ("notes/a.md", False),
        ("./@types/index.d.ts", False),
        ("a@b.txt", False),
        ("../x", False),
        ("", False),
    ],
)
def test_a_mark_or_an_absolute_path_leaves_the_workspace(path: str, is_one: bool) -> None:
    assert is_folder_path(path) is is_one


@pytest.mark.parametrize(
    ("path", "grant", "parts"),
    [
        ("@Documents", DOCUMENTS, ()),
        ("@Documents/", DOCUMENTS, ()),
        ("@documents/plans/a.md", DOCUMENTS, ("plans", "a.md")),
        ("@Documents\\plans\\a.md", DOCUMENTS, ("plans", "a.md")),
        ("/home/ann/Documents/a.md", DOCUMENTS, ("a.md",)),
        ("~/Documents/a.md", DOCUMENTS, ("a.md",)),
        ("/home/ann/Documents/parley/README.md", PROJECT, ("README.md",)),
        ("@parley/memory.md", PROJECT, ("memory.md",)),
    ],
)
def test_a_path_is_in_the_innermost_folder_that_holds_it(
    path: str, grant: FolderGrant, parts: tuple[str, ...]
) -> None:
    assert locate(path, GRANTS, home=HOME) == (grant, parts)


@pytest.mark.requirement("SEC-12")
@pytest.mark.parametrize(
    "path",
    [
        "/etc/passwd",
        "/home/ann",
        "/home/ann/Documents2/x",
        "@Music/x",
        "@",
        "~",
        "~bob/Documents/x",
    ],
)
def test_what_is_in_no_granted_folder_says_which_there_are_and_how_to_grant(path: str) -> None:
    with pytest.raises(FolderClosedError) as caught:
        locate(path, GRANTS, home=HOME)
    assert "@Documents (/home/ann/Documents, read only)" in caught.value.hint
    assert "@parley (/home/ann/Documents/parley, read and write)" in caught.value.hint
    assert "/folders add PATH" in caught.value.hint


@pytest.mark.requirement("SEC-12")
@pytest.mark.parametrize(
    "below",
    [
        "../.ssh/id_rsa",
        "a/../../x",
        ".ssh/config",
        ".git/config",
        "keys/id_ed25519",
        "server.pem",
        "Firefox/logins.json",
        "x.kdbx",
        "aux",
        "a\u202eb",
    ],
)
@pytest.mark.parametrize("start", ["@Documents/", "/home/ann/Documents/"])
def test_what_leads_out_is_hidden_or_may_hold_secrets_is_refused(start: str, below: str) -> None:
    with pytest.raises(WorkspaceError):
        locate(start + below, GRANTS, home=HOME)


@pytest.mark.parametrize(
    ("path", "taken", "name"),
    [
        ("/home/ann/Documents", [], "Documents"),
        ("/home/ann/Documents", ["documents"], "Documents-2"),
        ("/mnt/Documents", ["Documents", "Documents-2"], "Documents-3"),
        ("/home/ann/문서", [], "문서"),
        ("/home/ann/a:b?c", [], "a-b-c"),
        ("/home/ann/ x.", [], "x"),
    ],
)
def test_a_folder_is_called_as_its_last_part(path: str, taken: list[str], name: str) -> None:
    assert name_for(Path(path), taken) == name


def test_what_holds_in_one_conversation_is_not_written_down() -> None:
    here = FolderGrant(name="x", path=HOME / "x", conversation_id="c1")

    assert parse_grants(dump_grants((*GRANTS, here))) == GRANTS


@pytest.mark.parametrize(
    "text", ["", "{}", "[1]", '[{"name": "x"}]', '[{"name":"x","path":"/x","access":"all"}]']
)
def test_a_broken_file_is_no_grant(text: str) -> None:
    with pytest.raises(ValueError, match="."):
        parse_grants(text)


@pytest.mark.parametrize(
    ("path", "is_one"),
    [("/home/ann", True), ("/home/ann/x", True), ("/HOME/Ann/x", True), ("/home/anna", False)],
)
def test_a_path_is_inside_in_any_case(path: str, is_one: bool) -> None:
    assert is_inside(Path(path), HOME) is is_one


def test_the_model_is_told_of_the_folders_by_name() -> None:
    assert prompt_of(()) == ""
    assert "- @Documents (/home/ann/Documents, read only)" in prompt_of(GRANTS)
