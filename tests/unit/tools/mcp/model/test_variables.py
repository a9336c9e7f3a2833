"""What the environment fills into an entry."""

import pytest

from assistant.errors import ConfigError
from assistant.mcp_server import HttpTarget, ServerConfig, StdioTarget
from assistant.tools.mcp.model.configuration import parse
from assistant.tools.mcp.model.variables import Surroundings, filled_in

AROUND = Surroundings(
    environment={"TOKEN": "s3cret", "EMPTY": "", "BASE": "https://a.example"}, home="/home/ada"
)


def filled(*words: str) -> tuple[str, ...]:
    """Return arguments as they are passed on."""
    server = ServerConfig(name="a", target=StdioTarget(program="x", arguments=words))
    target = filled_in(server, AROUND).target
    assert isinstance(target, StdioTarget)
    return target.arguments


@pytest.mark.parametrize(
    ("written", "passed"),
    [
        ("${TOKEN}", "s3cret"),
        ("${env:TOKEN}", "s3cret"),
        ("Bearer ${TOKEN}!", "Bearer s3cret!"),
        ("${TOKEN}${TOKEN}", "s3crets3cret"),
        ("${GONE:-here}", "here"),
        ("${env:GONE:-here}", "here"),
        ("${GONE:-}", ""),
        ("${EMPTY:-here}", "here"),
        ("${EMPTY}", ""),
        ("${TOKEN:-here}", "s3cret"),
        ("${GONE:-http://a:1}", "http://a:1"),
        ("~", "/home/ada"),
        ("~/notes", "/home/ada/notes"),
        ("${userHome}/notes", "/home/ada/notes"),
        ("a~/b", "a~/b"),
        ("~ada/notes", "~ada/notes"),
        ("$TOKEN", "$TOKEN"),
        ("{TOKEN}", "{TOKEN}"),
        ("${GONE-here}", "here"),
        ("${GONE:=here}", "here"),
        ("${GONE:-${TOKEN}}", "s3cret"),
        ("${GONE:-a ${GONE:-b} c}", "a b c"),
        ("${ TOKEN }", "s3cret"),
        ("${ENV:TOKEN}", "s3cret"),
        ("Bearer {env:TOKEN}", "Bearer s3cret"),
        ("a${/}b${pathSeparator}c", "a/b/c"),
    ],
)
def test_variables_and_the_home_folder_are_filled_in(written: str, passed: str) -> None:
    assert filled(written) == (passed,)


@pytest.mark.parametrize(
    ("written", "named"),
    [
        ("${GONE}", "GONE"),
        ("${env:GONE}", "GONE"),
        ("${workspaceFolder}/x", "workspaceFolder"),
        ("${input:api-key}", "${input:api-key}"),
        ("${command:pick}", "${command:pick}"),
        ("{env:GONE}", "GONE"),
        ("{file:~/.token}", "{file:~/.token}"),
        ("${{ secrets.TOKEN }}", "${{ secrets.TOKEN }}"),
    ],
)
def test_what_cannot_be_filled_in_is_named_with_what_to_do(written: str, named: str) -> None:
    with pytest.raises(ConfigError) as raised:
        filled(written)
    assert named in raised.value.message
    assert raised.value.hint


def test_every_part_of_an_entry_is_filled_in_and_the_file_keeps_what_was_written() -> None:
    text = """{"mcpServers": {
      "a": {"command": "~/bin/x", "cwd": "~/w", "env": {"K": "${TOKEN}"}},
      "b": {"url": "${BASE}/mcp", "headers": {"Authorization": "Bearer ${TOKEN}"}}}}"""
    first, second = parse(text, file="f").servers
    assert filled_in(first, AROUND).target == StdioTarget(
        program="/home/ada/bin/x", environment={"K": "s3cret"}, folder="/home/ada/w"
    )
    assert filled_in(second, AROUND).target == HttpTarget(
        url="https://a.example/mcp", headers={"Authorization": "Bearer s3cret"}
    )
    assert isinstance(second.target, HttpTarget)
    assert second.target.headers == {"Authorization": "Bearer ${TOKEN}"}


@pytest.mark.requirement("SEC-11")
@pytest.mark.parametrize("base", ["http://a.example", "ftp://a.example", "a b"])
def test_what_is_filled_in_is_checked_as_what_is_written(base: str) -> None:
    target = HttpTarget(url="${BASE}/mcp", headers={"Authorization": "Bearer x"})
    around = Surroundings(environment={"BASE": base}, home="/")
    with pytest.raises(ConfigError):
        filled_in(ServerConfig(name="a", target=target), around)
