import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.channels.desktop.settings.model.server_form import (
    FormProblem,
    ServerFields,
    config_of,
    fields_from_json,
    server_fields_of,
)
from assistant.mcp_server import HttpTarget, ServerConfig, StdioTarget

WORDS = st.text(string.ascii_letters + string.digits + " \"'\\$-_=/é", max_size=20)
NAMES = st.text(string.ascii_letters + "_-", min_size=1, max_size=10)
VALUES = st.text(string.ascii_letters + string.digits + "=:/.-", max_size=20)
LIMITS = st.none() | st.floats(1, 300)
PROGRAMS = st.builds(
    StdioTarget,
    program=NAMES,
    arguments=st.lists(WORDS, max_size=4).map(tuple),
    environment=st.dictionaries(NAMES, VALUES, max_size=3),
    folder=st.sampled_from(["", "/srv", "notes"]),
)
ADDRESSES = st.builds(
    HttpTarget,
    url=st.just("https://example.com/mcp"),
    headers=st.dictionaries(NAMES, VALUES, max_size=3),
    client_id=st.sampled_from(["", "parley-123"]),
    callback_port=st.integers(0, 65_535),
)
SERVERS = st.builds(
    ServerConfig, name=NAMES, target=st.one_of(PROGRAMS, ADDRESSES), timeout_s=LIMITS
)


@given(SERVERS)
def test_a_server_comes_back_from_its_form(config: ServerConfig) -> None:
    assert config_of(server_fields_of(config)) == config


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        (ServerFields(command="npx x"), "name"),
        (ServerFields(name="a"), "command"),
        (ServerFields(name="a", command="npx 'x"), "command"),
        (ServerFields(name="a", command="npx", environment="KEY"), "environment"),
        (ServerFields(name="a", command="npx", environment="=x"), "environment"),
        (ServerFields(name="a", is_remote=True), "url"),
        (ServerFields(name="a", command="npx", timeout_s="soon"), "timeout_s"),
        (ServerFields(name="a", command="npx", timeout_s="0.5"), "timeout_s"),
        (ServerFields(name="a", command="npx", timeout_s="301"), "timeout_s"),
        (ServerFields(name="a", command="npx", timeout_s="nan"), "timeout_s"),
        (ServerFields(name="a", is_remote=True, url="https://x", headers="Key"), "headers"),
        (
            ServerFields(name="a", is_remote=True, url="https://x", callback_port="70000"),
            "callback_port",
        ),
    ],
)
def test_what_cannot_be_understood_is_said_of_its_field(fields: ServerFields, field: str) -> None:
    with pytest.raises(FormProblem) as caught:
        config_of(fields)
    assert caught.value.field == field
    assert caught.value.problem


WHOLE = '{"mcpServers": {"files": {"command": "npx", "args": ["-y", "x y"], "env": {"A": "b"}}}}'
FORM = ServerFields(name="files", command="npx -y 'x y'", environment="A=b")


@pytest.mark.parametrize(
    "text",
    [
        WHOLE,
        WHOLE.replace("mcpServers", "servers"),
        WHOLE[1:-1],
        WHOLE[len('{"mcpServers": ') : -1],
        WHOLE[len('{"mcpServers": {') : -2],
        WHOLE[len('{"mcpServers": {') : -2] + ",",
    ],
)
def test_any_piece_of_what_instructions_show_fills_the_form(text: str) -> None:
    assert fields_from_json(text) == FORM


def test_a_server_without_a_name_is_given_one() -> None:
    fields = fields_from_json('{"url": "https://example.com/mcp", "headers": {"Key": "v"}}')
    assert fields == ServerFields(
        name="server", is_remote=True, url="https://example.com/mcp", headers="Key: v"
    )


@pytest.mark.parametrize("text", ["npx -y x", "{", "[]", "{}", '{"mcpServers": {"a": {}}}', "7"])
def test_what_is_no_server_is_said(text: str) -> None:
    with pytest.raises(FormProblem) as caught:
        fields_from_json(text)
    assert caught.value.field == "paste"
    assert caught.value.problem
