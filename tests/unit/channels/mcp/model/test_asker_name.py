"""How those who ask are called."""

import pytest

from assistant.channels.mcp.model.asker_name import asker_name, project_in


@pytest.mark.parametrize(
    ("client", "project", "shown"),
    [
        ("claude-code", "webshop", "Claude Code · webshop"),
        ("Claude Code", "webshop", "Claude Code · webshop"),
        ("gemini-cli-mcp-client", "webshop", "Gemini CLI · webshop"),
        ("@cline/core", "", "Cline (MCP)"),
        ("The Tester", "", "The Tester (MCP)"),
        ("", "webshop", "A program · webshop"),
        ("", "", "A program (MCP)"),
        ("a\u202eb\nc", "x\u0000y", "ab c · xy"),
        ("n" * 200, "p" * 200, "n" * 60 + " · " + "p" * 60),
    ],
)
def test_who_asks_is_called_by_name_and_project(client: str, project: str, shown: str) -> None:
    assert asker_name(client, project) == shown


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
