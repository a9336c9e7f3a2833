"""Files and entries as other programs write them."""

import json
from typing import Any

import pytest

from assistant.mcp_server import HttpTarget, ServerConfig, StdioTarget
from assistant.tools.mcp.model.configuration import (
    Configuration,
    parse,
    with_server,
    without_server,
)

ENTRY = {"command": "npx", "args": ["-y", "it"]}
NPX = StdioTarget(program="npx", arguments=("-y", "it"))


def read(document: object) -> Configuration:
    return parse(json.dumps(document), file="mcp.json")


@pytest.mark.parametrize(
    "document",
    [
        {"mcpServers": {"a": ENTRY}},
        {"servers": {"a": ENTRY}, "inputs": []},
        {"mcp": {"servers": {"a": ENTRY}}, "editor.fontSize": 12},
        {"mcp.servers": {"a": ENTRY}},
        {"amp.mcpServers": {"a": ENTRY}},
        {"context_servers": {"a": {"source": "custom", **ENTRY}}},
        {"mcp": {"a": ENTRY}},
        {"a": ENTRY},
        {"extensions": {"a": {"cmd": "npx", "args": ["-y", "it"], "type": "stdio"}}},
        {"$schema": "https://example.com/s.json", "a": ENTRY},
        {"mcpServers": [{"name": "a", **ENTRY}]},
        {"mcpServers": [{"id": "a", **ENTRY}]},
        {"mcpServers": {}, "servers": {"a": ENTRY}},
        {"mcp": {"a": ENTRY, "timeout": 5_000}},
    ],
)
def test_servers_are_found_where_other_programs_list_them_and_changed_there(
    document: dict[str, Any],
) -> None:
    found = read(document)
    assert found.problems == ()
    assert found.servers == (ServerConfig(name="a", target=NPX),)
    more = with_server(found.document, ServerConfig(name="b", target=NPX))
    assert [server.name for server in read(more).servers] == ["a", "b"]
    assert [server.name for server in read(without_server(more, "a")).servers] == ["b"]
    assert more.keys() - {"b"} == document.keys()


@pytest.mark.parametrize(
    "document", [{"servers_": {}}, {"mcp": {"discovery": True}}, {"a": {}}, {"theme": "dark"}]
)
def test_a_file_without_servers_says_where_they_belong(document: dict[str, Any]) -> None:
    found = read(document)
    assert found.servers == ()
    assert found.problems == ("mcp.json lists no servers. Write them under the key mcpServers.",)
    assert not found.is_broken
    assert list(with_server(document, ServerConfig(name="b", target=NPX))) == [
        *document,
        "mcpServers",
    ]


@pytest.mark.parametrize("document", [{}, {"mcpServers": {}}, {"$schema": "x"}])
def test_a_file_that_is_meant_to_be_empty_is_no_problem(document: dict[str, Any]) -> None:
    assert read(document).problems == ()


@pytest.mark.parametrize(
    ("entry", "is_enabled"),
    [
        ({"enabled": False}, False),
        ({"enabled": True}, True),
        ({"disabled": True}, False),
        ({"disabled": False}, True),
        ({"isActive": False}, False),
        ({"active": False}, False),
        ({"enabled": "false"}, False),
        ({"enabled": 0}, False),
        ({"isEnabled": "No"}, False),
        ({"is_active": False}, False),
        ({"disable": True}, False),
        ({"isDisabled": "yes"}, False),
        ({"is_disabled": False}, True),
        ({"disabled": True, "enabled": True}, False),
        ({}, True),
    ],
)
def test_a_server_that_is_switched_off_stays_off(entry: dict[str, Any], is_enabled: bool) -> None:
    found = read({"mcpServers": {"a": {**ENTRY, **entry}}})
    (server,) = found.servers
    assert server.is_enabled is is_enabled
    switched = ServerConfig(name="a", target=NPX, is_enabled=not is_enabled)
    (after,) = read(with_server(found.document, switched, replaces="a")).servers
    assert after.is_enabled is not is_enabled


@pytest.mark.parametrize(
    ("entry", "target"),
    [
        ({"type": "local", "command": ["npx", "-y", "it"]}, NPX),
        ({"command": {"path": "npx", "args": ["-y", "it"]}}, NPX),
        ({**ENTRY, "type": "STDIO", "env": None, "cwd": None}, NPX),
        (
            {"command": "x", "args": [1, True], "env": {"A": True, "B": 2, "C": None}},
            StdioTarget(program="x", arguments=("1", "true"), environment={"A": "true", "B": "2"}),
        ),
        (
            {"command": ["x"], "environment": {"A": "b"}},
            StdioTarget(program="x", environment={"A": "b"}),
        ),
        ({"command": "npx", "arguments": ["-y", None, "it"]}, NPX),
        (
            {"command": "x", "env": [{"name": "A", "value": "b"}], "working_directory": "/w"},
            StdioTarget(program="x", environment={"A": "b"}, folder="/w"),
        ),
        ({"command": "x", "env": "A=b"}, StdioTarget(program="x", environment={"A": "b"})),
        (
            {"command": "x", "env_vars": ["T"], "env": {"A": "b"}},
            StdioTarget(program="x", environment={"T": "${T:-}", "A": "b"}),
        ),
        (
            {"type": "http-first", "url": " https://a.example\n"},
            HttpTarget(url="https://a.example"),
        ),
        (
            {"url": "https://a.example", "requestInit": {"headers": {"A": "b"}}},
            HttpTarget(url="https://a.example", headers={"A": "b"}),
        ),
        (
            {"url": "https://a.example", "headers": [{"key": "A", "value": "b"}]},
            HttpTarget(url="https://a.example", headers={"A": "b"}),
        ),
        (
            {"url": "https://a.example", "env_http_headers": {"A": "T"}, "oauth": False},
            HttpTarget(url="https://a.example", headers={"A": "${T}"}),
        ),
        (
            {"url": "https://a.example", "oauth": {"client_id": "c", "callback_port": 9}},
            HttpTarget(url="https://a.example", client_id="c", callback_port=9),
        ),
        (
            {"url": "https://a.example", "auth": {"CLIENT_ID": "c", "scopes": ["s"]}},
            HttpTarget(url="https://a.example", client_id="c"),
        ),
        ({"url": "{env:BASE}/mcp"}, HttpTarget(url="{env:BASE}/mcp")),
        ({"type": "remote", "url": "https://a.example"}, HttpTarget(url="https://a.example")),
        ({"serverUrl": "https://a.example"}, HttpTarget(url="https://a.example")),
        ({"httpUrl": "https://a.example"}, HttpTarget(url="https://a.example")),
        (
            {"type": "streamableHttp", "url": "https://a.example"},
            HttpTarget(url="https://a.example"),
        ),
        (
            {"transportType": "streamable-http", "url": "https://a.example"},
            HttpTarget(url="https://a.example"),
        ),
    ],
)
def test_an_entry_of_another_program_is_read(
    entry: dict[str, Any], target: StdioTarget | HttpTarget
) -> None:
    found = read({"mcpServers": {"a": entry}})
    assert found.problems == ()
    assert [server.target for server in found.servers] == [target]


def test_a_key_that_is_not_read_is_named_and_the_server_is_there() -> None:
    found = read({"mcpServers": {"a": {**ENTRY, "envFile": ".env"}}})
    assert len(found.servers) == 1
    assert "envFile" in found.problems[0]


def test_comments_and_last_commas_are_no_mistakes() -> None:
    text = """// my servers
    {
      /* two
         of them */
      "mcpServers": {
        "a": {"command": "npx", "args": ["-y", "it",], "env": {"U": "http://x/*,]*/"}}, // one
      },
    }"""
    (server,) = parse(text, file="f").servers
    assert server.target == StdioTarget(
        program="npx", arguments=("-y", "it"), environment={"U": "http://x/*,]*/"}
    )
    broken = parse('{\n  // here\n  "mcpServers": x\n}', file="f")
    assert "3:17" in broken.problems[0]


@pytest.mark.parametrize(
    "entry",
    [
        {"command": "npx -y it"},
        {"cmd": "npx", "args": ["-y", "it"]},
        {"transport": {"type": "stdio", **ENTRY}},
    ],
)
def test_a_command_is_read_however_it_is_written(entry: object) -> None:
    assert read({"mcpServers": {"a": entry}}).servers == (ServerConfig(name="a", target=NPX),)


def test_a_path_with_a_blank_in_it_is_one_command() -> None:
    (server,) = read({"mcpServers": {"a": {"command": "/opt/my tools/serve"}}}).servers
    assert server.target == StdioTarget(program="/opt/my tools/serve")


@pytest.mark.parametrize(
    ("entry", "headers"),
    [
        ("https://a.example/mcp", {}),
        ({"endpoint": "https://a.example/mcp"}, {}),
        ({"transport": {"type": "http", "url": "https://a.example/mcp"}}, {}),
        ({"url": "https://a.example/mcp", "headers": ["X: y", "Z:1"]}, {"X": "y", "Z": "1"}),
        ({"url": "https://a.example/mcp", "http_headers": {"X": "y"}}, {"X": "y"}),
        (
            {"url": "https://a.example/mcp", "bearer_token_env_var": "T"},
            {"Authorization": "Bearer ${T}"},
        ),
    ],
)
def test_an_address_is_read_however_it_is_written(entry: object, headers: dict[str, str]) -> None:
    (server,) = read({"mcpServers": {"a": entry}}).servers
    assert server.target == HttpTarget(url="https://a.example/mcp", headers=headers)


def test_an_environment_may_be_a_list() -> None:
    entry = {"command": "npx", "env": ["A=B", "C=D=E"]}
    (server,) = read({"mcpServers": {"a": entry}}).servers
    assert server.target == StdioTarget(program="npx", environment={"A": "B", "C": "D=E"})


def test_the_mark_of_an_encoding_is_no_part_of_the_file() -> None:
    text = "\ufeff" + json.dumps({"mcpServers": {"a": ENTRY}})
    assert [server.name for server in parse(text, file="f").servers] == ["a"]
