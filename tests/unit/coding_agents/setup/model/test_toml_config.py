"""TOML is changed where it is to be, and nowhere else."""

import pytest

from assistant.coding_agents.setup.model.config_text import ConfigTextError
from assistant.coding_agents.setup.model.toml_config import TomlConfig

TOML = TomlConfig()
SERVER = {"command": "/opt/parley", "args": ["mcp"], "required": True, "tool_timeout_sec": 3600}
PLACE = ("mcp_servers", "parley")
HOOK = {"hooks": [{"type": "command", "command": "/opt/parley hook codex", "timeout": 3600}]}
HOOKS = ("hooks", "PermissionRequest")

TEXTS = [
    pytest.param("", id="empty"),
    pytest.param("\n", id="blank"),
    pytest.param("a = 1", id="no last line end"),
    pytest.param("# mine\na = 1\n\n\n", id="blank lines"),
    pytest.param('[mcp_servers.x] # x\ncommand = "y"\n\n[z]\nb = [\n  1, # one\n]\n', id="tables"),
    pytest.param('mcp_servers.x.command = "y"\n', id="dotted"),
    pytest.param('model = "m"\r\n\r\n[mcp_servers]\r\nx = {command = "y"}\r\n', id="CRLF"),
    pytest.param('a = """\n[mcp_servers.parley]\n"""\n', id="header in a string"),
]


@pytest.mark.parametrize("text", TEXTS)
def test_a_table_is_added_and_taken_away_to_the_byte(text: str) -> None:
    added = TOML.put(text, PLACE, SERVER)
    data = dict(TOML.read(text))
    servers = data.get("mcp_servers", {}) | {"parley": SERVER}
    assert TOML.read(added) == data | {"mcp_servers": servers}
    assert ("\r\n" in text) == ("\r\n" in added)
    assert "\n" not in added.replace("\r\n", "") or "\r\n" not in text
    assert TOML.remove(added, PLACE) == text


@pytest.mark.parametrize("text", TEXTS)
def test_items_are_added_and_taken_away_to_the_byte(text: str) -> None:
    mine = {"matcher": "Bash", "hooks": [{"type": "command", "command": "beep"}]}
    once = TOML.append(text, HOOKS, mine)
    twice = TOML.append(once, HOOKS, HOOK)
    assert TOML.read(twice)["hooks"] == {"PermissionRequest": [mine, HOOK]}
    assert TOML.remove(twice, HOOKS, 1) == once
    assert TOML.read(TOML.remove(twice, HOOKS, 0))["hooks"] == {"PermissionRequest": [HOOK]}
    assert TOML.remove(once, HOOKS, 0) == text


def test_a_value_changes_where_it_stands() -> None:
    text = '[mcp_servers.parley] # mine\r\ncommand = "parley" # old\r\n\r\n[mcp_servers.parley.env]\r\nA = "1"\r\n'
    changed = TOML.put(TOML.put(text, (*PLACE, "command"), "/p"), (*PLACE, "required"), True)
    assert changed == text.replace('"parley" # old', '"/p" # old').replace(
        "\r\n\r\n", "\r\nrequired = true\r\n\r\n"
    )
    assert TOML.remove(changed, PLACE) == ""


@pytest.mark.parametrize(
    "text",
    ['mcp_servers = {x = {command = "y"}}\n', "hooks.PermissionRequest = [{matcher = 'a'}]\n"],
)
def test_inline_tables_and_lists_take_more(text: str) -> None:
    before = TOML.read(text)
    added = TOML.append(TOML.put(text, PLACE, SERVER), HOOKS, HOOK)
    assert TOML.read(added)["mcp_servers"]["parley"] == SERVER
    assert TOML.read(added)["hooks"]["PermissionRequest"][-1] == HOOK
    last = len(TOML.read(added)["hooks"]["PermissionRequest"]) - 1
    assert TOML.read(TOML.remove(TOML.remove(added, PLACE), HOOKS, last)) == before


def test_text_beside_the_table_stays() -> None:
    added = TOML.put("a = 1\n", PLACE, SERVER) + "\n# about b\n[b]\nc = 1\n"
    assert TOML.remove(added, PLACE) == "a = 1\n\n# about b\n[b]\nc = 1\n"


def test_a_broken_text_is_named_with_its_place() -> None:
    with pytest.raises(ConfigTextError) as raised:
        TOML.read("a = 1\nb = \n")
    assert (raised.value.line, raised.value.column) == (2, 5)


@pytest.mark.parametrize("text", ["mcp_servers = 1\n", "[[mcp_servers]]\na = 1\n"])
def test_what_has_no_members_is_not_written_over(text: str) -> None:
    with pytest.raises(ConfigTextError, match="mcp_servers"):
        TOML.put(text, PLACE, SERVER)


@pytest.mark.parametrize(("path", "index"), [(("b",), None), (("b", "c"), None), (("a",), 1)])
def test_what_is_not_there_cannot_be_taken_away(path: tuple[str, ...], index: int | None) -> None:
    with pytest.raises(LookupError):
        TOML.remove("a = [0]\n", path, index)
