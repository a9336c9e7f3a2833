import json
import os
import stat
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.errors import ConfigError
from assistant.locale import InterfaceLanguage, use_language
from assistant.mcp_server import HttpTarget, ServerConfig, StdioTarget
from assistant.tools.mcp.configuration_file import MAX_CONFIGURATION_BYTES, ConfigurationFile
from assistant.tools.mcp.model.configuration import check, dump, parse, with_server, without_server
from tests.helpers.english_words import english_words

README = """{
  "mcpServers": {
    "files": {"command": "npx", "args": ["-y", "server-files", "/tmp"], "env": {"PORT": 8080}},
    "web": {"type": "http", "url": "https://example.com/mcp", "headers": {"Authorization": "x"}},
    "off": {"command": "uvx", "args": ["it"], "disabled": true, "autoApprove": ["all"]}
  }
}"""


def test_what_a_servers_readme_shows_is_read() -> None:
    read = parse(README, file="mcp.json")
    assert not read.problems
    assert read.servers == (
        ServerConfig(
            name="files",
            target=StdioTarget(
                program="npx",
                arguments=("-y", "server-files", "/tmp"),
                environment={"PORT": "8080"},
            ),
        ),
        ServerConfig(
            name="web",
            target=HttpTarget(url="https://example.com/mcp", headers={"Authorization": "x"}),
        ),
        ServerConfig(
            name="off", target=StdioTarget(program="uvx", arguments=("it",)), is_enabled=False
        ),
    )


@pytest.mark.parametrize("oauth", [{"clientId": "abc"}, {"clientId": "abc", "callbackPort": 8123}])
def test_a_server_may_know_the_program_by_a_client_id(oauth: dict[str, Any]) -> None:
    entry = {"url": "https://example.com/mcp", "oauth": oauth}
    (server,) = parse(json.dumps({"mcpServers": {"a": entry}}), file="f").servers
    assert isinstance(server.target, HttpTarget)
    assert server.target.client_id == "abc"
    assert server.target.callback_port == oauth.get("callbackPort", 0)
    assert with_server({}, server)["mcpServers"]["a"] == entry


@pytest.mark.parametrize("seconds", [1, 2.5, 60, 300])
def test_a_server_may_have_a_time_limit_of_its_own(seconds: float) -> None:
    entry = {"command": "x", "timeout_s": seconds}
    read = parse(json.dumps({"mcpServers": {"a": entry}}), file="f")
    assert [server.timeout_s for server in read.servers] == [seconds]
    assert with_server({}, read.servers[0])["mcpServers"]["a"] == entry


@pytest.mark.parametrize("seconds", ["0", "0.5", "301", '"long"', "NaN"])
def test_a_time_limit_that_cannot_be_is_told(seconds: str) -> None:
    text = '{"mcpServers": {"a": {"command": "x", "timeout_s": LIMIT}}}'.replace("LIMIT", seconds)
    read = parse(text, file="f")
    assert not read.servers
    assert "timeout_s" in read.problems[0]


@pytest.mark.parametrize("language", ["ko", "zh"])
@pytest.mark.parametrize(
    "entry", ["3", '{"command": []}', '{"args": "a"}', '{"timeout_s": "a"}', '{"timeout_s": -1}']
)
def test_what_a_value_must_be_is_said_in_the_interfaces_language(
    entry: str, language: InterfaceLanguage
) -> None:
    use_language(language)
    read = parse(f'{{"mcpServers": {{"a": {entry}}}}}', file="mcp.json")
    (problem,) = read.problems
    assert english_words(problem) <= {"args", "command", "url"}


def test_the_key_other_programs_use_is_read_and_kept() -> None:
    read = parse('{"servers": {"a": {"command": "x"}}}', file="f")
    assert [server.name for server in read.servers] == ["a"]
    new = with_server(read.document, ServerConfig(name="b", target=StdioTarget(program="y")))
    assert list(new) == ["servers"]


@pytest.mark.parametrize(
    ("entry", "key"),
    [
        ({}, "command"),
        ({"command": "  "}, "command"),
        ({"command": 5.5, "args": "x"}, "args"),
        ({"command": "x", "env": {"A": []}}, "env.A"),
        ({"command": "x", "env": {"A=B": "c"}}, "command"),
        ({"command": "x", "args": ["a\0b"]}, "command"),
        ({"command": "x", "url": "https://a"}, "url"),
        ({"url": "ftp://a"}, "url"),
        ({"url": "https://"}, "url"),
        ({"url": "https://a:port"}, "url"),
        ({"url": "https://a/\nb"}, "url"),
        ({"url": "https://a", "headers": {"A": "b\r\nC: d"}}, "headers.A"),
        ({"url": "https://a", "oauth": {"clientId": "a\r\nb"}}, "oauth.clientId"),
        ({"url": "https://a", "oauth": {"callbackPort": 70000}}, "oauth.callbackPort"),
        ({"url": "http://a", "headers": {"Authorization": "Bearer x"}}, "headers.Authorization"),
        ({"url": "HTTP://a.example", "headers": {"x-api-KEY": "x"}}, "headers.x-api-KEY"),
        ({"url": "http://127.0.0.1.example", "headers": {"Cookie": "x"}}, "headers.Cookie"),
        ({"url": "http://a.example", "headers": {"X-Own": "Bearer x"}}, "headers.X-Own"),
        ({"url": "http://user:pass@a.example/mcp"}, "url"),
        ({"url": "http://ghp_x@a.example/mcp"}, "url"),
        ({"url": "http://a.example/mcp?x=1&api_key=x"}, "url"),
        ({"command": "x", "type": "sse"}, "type"),
        ("command", "{}"),
    ],
)
def test_a_server_that_is_wrong_is_named_with_its_key_and_the_others_go_on(
    entry: object, key: str
) -> None:
    text = json.dumps({"mcpServers": {"wrong": entry, "right": {"command": "x"}}})
    read = parse(text, file="/home/mcp.json")
    assert [server.name for server in read.servers] == ["right"]
    (problem,) = read.problems
    assert "/home/mcp.json" in problem
    assert "wrong" in problem
    assert key in problem


@pytest.mark.parametrize("name", ["", " a", "a\n", "a\u202eb", "x" * 65, "\ud800"])
def test_a_name_that_deceives_or_is_too_long_is_refused(name: str) -> None:
    read = parse(json.dumps({"mcpServers": {name: {"command": "x"}}}), file="f")
    assert not read.servers
    assert len(read.problems) == 1
    with pytest.raises(ConfigError):
        check(ServerConfig(name=name, target=StdioTarget(program="x")))


@pytest.mark.parametrize("text", ["{", "[]", '{"mcpServers": []}', "[" * 100_000])
def test_a_file_that_cannot_be_read_is_told_and_never_written_over(text: str) -> None:
    read = parse(text, file="mcp.json")
    assert read.is_broken
    assert "mcp.json" in read.problems[0]


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda inner: (
            st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=12), inner, max_size=4)
        ),
        max_leaves=12,
    )
)
def test_no_file_breaks_the_reading(value: object) -> None:
    parse(json.dumps(value), file="f")
    parse(json.dumps({"mcpServers": value}), file="f")
    parse(json.dumps({"mcpServers": {"a": value}}), file="f")


def test_what_is_not_known_is_kept_when_a_server_is_changed_renamed_or_removed() -> None:
    document = {"inputs": [1], **json.loads(README)}
    changed = ServerConfig(name="more files", target=StdioTarget(program="npx"))
    new = with_server(document, changed, replaces="off")
    assert new["inputs"] == [1]
    assert list(new["mcpServers"]) == ["files", "web", "more files"]
    assert new["mcpServers"]["more files"] == {"command": "npx", "autoApprove": ["all"]}
    assert list(without_server(new, "web")["mcpServers"]) == ["files", "more files"]
    assert without_server(new, "nobody") == new


def test_a_name_that_is_taken_or_gone_is_refused() -> None:
    document = json.loads(README)
    with pytest.raises(ConfigError, match="web"):
        with_server(document, ServerConfig(name="web", target=StdioTarget(program="x")))
    with pytest.raises(ConfigError, match="gone"):
        with_server(
            document, ServerConfig(name="a", target=StdioTarget(program="x")), replaces="gone"
        )


def test_what_is_written_is_read_the_same() -> None:
    servers = parse(README, file="f").servers
    document: dict[str, object] = {}
    for server in servers:
        document = with_server(document, server)
    assert parse(dump(document), file="f").servers == servers


def test_the_file_is_for_the_person_alone(tmp_path: Path) -> None:
    file = ConfigurationFile(tmp_path / "new" / "mcp.json")
    assert file.read().servers == ()
    old = os.umask(0)
    try:
        file.write(json.loads(README))
    finally:
        os.umask(old)
    assert stat.S_IMODE(file.path.stat().st_mode) == 0o600
    assert len(file.read().servers) == 3
    assert [path.name for path in file.path.parent.iterdir()] == ["mcp.json"]


def test_a_file_that_cannot_be_written_stays_as_it_was(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(ConfigError, match="mcp.json"):
        ConfigurationFile(tmp_path / "file" / "mcp.json").write({})


@pytest.mark.parametrize("content", [b"\xff\xfe\xff", b" " * (MAX_CONFIGURATION_BYTES + 1)])
def test_a_file_of_something_else_is_told(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "mcp.json"
    path.write_bytes(content)
    assert ConfigurationFile(path).read().is_broken


def test_a_byte_order_mark_is_no_problem(tmp_path: Path) -> None:
    path = tmp_path / "mcp.json"
    path.write_bytes(b"\xef\xbb\xbf" + README.encode())
    assert len(ConfigurationFile(path).read().servers) == 3


@pytest.mark.requirement("SEC-11")
@pytest.mark.parametrize(
    ("url", "header"),
    [
        ("https://a.example/mcp", "Authorization"),
        ("http://127.0.0.1:8000/mcp", "Authorization"),
        ("http://localhost/mcp", "X-Api-Key"),
        ("http://[::1]:1/mcp", "Cookie"),
        ("http://lan.example/mcp", "Accept-Language"),
    ],
)
def test_a_secret_may_go_to_this_machine_or_over_tls(url: str, header: str) -> None:
    target = HttpTarget(url=url, headers={header: "x"})
    assert check(ServerConfig(name="web", target=target)).target == target


@pytest.mark.requirement("SEC-11")
def test_a_file_that_was_written_by_hand_becomes_private(tmp_path: Path) -> None:
    path = tmp_path / "mcp.json"
    path.write_text(README, encoding="utf-8")
    path.chmod(0o644)
    assert ConfigurationFile(path).read().servers
    assert path.stat().st_mode & 0o777 == 0o600
