"""How those who ask are called."""

from typing import Any

import pytest

from assistant.channels.mcp.model.asker_name import asker_of, project_in, project_of_call


@pytest.mark.parametrize(
    ("client", "project", "shown"),
    [
        ("claude-code", "webshop", "Claude Code · webshop"),
        ("Claude Code", "webshop", "Claude Code · webshop"),
        ("gemini-cli-mcp-client", "webshop", "Gemini CLI · webshop"),
        ("@cline/core", "", "Cline"),
        ("The Tester", "", "The Tester"),
        ("", "webshop", "A program · webshop"),
        ("", "", "A program"),
        ("a\u202eb\nc", "x\u0000y", "ab c · xy"),
        ("n" * 200, "p" * 200, "n" * 60 + " · " + "p" * 60),
    ],
)
def test_who_asks_is_called_by_name_and_project(client: str, project: str, shown: str) -> None:
    asker = asker_of(client, project=project, session="s")
    assert (asker.title, asker.session) == (shown, "s")


@pytest.mark.parametrize(
    ("uris", "project"),
    [
        (["file:///home/me/webshop"], "webshop"),
        (["file:///home/me/my%20shop/"], "my shop"),
        (["file:///C:/work/shop", "file:///other"], "shop"),
        (["https://example.org/x", "file:///", "file:///a/b"], "b"),
        (["rubbish", ""], ""),
        ([], ""),
    ],
)
def test_the_project_of_a_client_is_its_first_folder(uris: list[str], project: str) -> None:
    assert project_in(uris) == project


def codex(*roots: str) -> dict[str, Any]:
    """Return what Codex sends with a call from a thread in some repositories."""
    thread = {"session_id": "0199-a", "thread_id": "0199-b", "turn_id": "7", "sandbox": "seccomp"}
    git = {"latest_git_commit_hash": "e83c5163", "has_changes": True}
    return {
        "progress_token": 4,
        "threadId": "0199-b",
        "x-codex-turn-metadata": thread | {"workspaces": dict.fromkeys(roots, git)},
    }


@pytest.mark.parametrize(
    ("meta", "project"),
    [
        (codex("/home/me/webshop"), "webshop"),
        (codex("/home/me/my shop/"), "my shop"),
        (codex("C:\\work\\shop"), "shop"),
        (codex("/", "/work/other"), "other"),
        (codex(), ""),
        ({"x-codex-turn-metadata": {"session_id": "0199-a"}}, ""),
        ({"x-codex-turn-metadata": {"workspaces": ["/home/me/webshop"]}}, ""),
        ({"x-codex-turn-metadata": "webshop"}, ""),
        ({"x-codex-turn-metadata": None, "workspaces": {"/home/me/webshop": {}}}, ""),
        ({"claudecode/toolUseId": "toolu_1"}, ""),
        ({}, ""),
    ],
)
def test_a_call_of_codex_says_where_it_comes_from(meta: dict[str, Any], project: str) -> None:
    assert project_of_call(meta) == project
