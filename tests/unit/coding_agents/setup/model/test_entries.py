"""What is put into settings files, completed, and taken out again."""

import json
from typing import Any

import pytest

from assistant.coding_agents.setup.model.entries import (
    ListEntry,
    TableEntry,
    launch_at,
    with_entries,
    without_entries,
)
from assistant.coding_agents.setup.model.jsonc_config import JsoncConfig

JSONC = JsoncConfig()
SERVER: dict[str, Any] = {"command": "/new/parley", "args": ["mcp"], "env": {}, "timeout": 9}
TABLE = TableEntry(path=("mcpServers", "parley"), value=SERVER)
RULE = ListEntry(path=("permissions", "allow"), value="mcp__parley")


def hook(program: str, *others: str) -> dict[str, object]:
    commands = (f"{program} hook claude-code", *others)
    return {"hooks": [{"type": "command", "command": command} for command in commands]}


HOOK = ListEntry(path=("hooks", "Stop"), value=hook("/new/parley"))
ENTRIES = (TABLE, RULE, HOOK)


def put(text: str) -> str:
    return with_entries(text, JSONC, ENTRIES)


def test_a_second_time_changes_nothing() -> None:
    once = put("{}")
    assert put(once) == once
    assert JSONC.read(once) == {
        "mcpServers": {"parley": SERVER},
        "permissions": {"allow": ["mcp__parley"]},
        "hooks": {"Stop": [hook("/new/parley")]},
    }


def test_an_entry_of_a_parley_elsewhere_is_completed() -> None:
    old = {"command": "/old/parley", "args": ["mcp"], "env": {"DISPLAY": ":1"}, "mine": True}
    mine = {"matcher": "x", "hooks": [{"type": "command", "command": "beep"}]}
    text = {
        "mcpServers": {"parley": old},
        "hooks": {"Stop": [hook('"/o ld/parley.exe"'), mine, hook(r"C:\old\parley.exe")]},
    }
    data = JSONC.read(put(json.dumps(text)))
    assert data["mcpServers"]["parley"] == {**old, "command": "/new/parley", "timeout": 9}
    assert data["hooks"]["Stop"] == [mine, hook("/new/parley")]


@pytest.mark.parametrize(
    "other",
    [
        {"url": "http://127.0.0.1:8642/mcp"},
        {"command": "python", "args": ["server.py"], "env": {"A": "1"}},
        {"command": "/old/parley", "args": ["serve"]},
        None,
    ],
)
def test_an_entry_that_starts_something_else_is_replaced_but_not_removed(other: object) -> None:
    text = json.dumps({"mcpServers": {"parley": other}})
    assert JSONC.read(put(text))["mcpServers"]["parley"] == SERVER
    removal = without_entries(text, JSONC, (TABLE,), before=None)
    assert removal.text == text
    assert removal.kept == (() if other is None else (TABLE.path,))


@pytest.mark.parametrize(
    "text",
    [
        "{}",
        '{"mcpServers": {}, "permissions": {"allow": []}, "hooks": {}}',
        '{\n  // a\n  "b": 1\n}',
    ],
)
def test_removing_undoes_it_to_the_byte_where_the_text_before_is_known(text: str) -> None:
    assert without_entries(put(text), JSONC, ENTRIES, before=text).text == text


def test_removing_leaves_what_came_since() -> None:
    added = json.dumps({**JSONC.read(put("{}")), "numStartups": 7})
    data = JSONC.read(without_entries(added, JSONC, ENTRIES, before="{}").text)
    assert data == {"numStartups": 7}


def test_removing_without_knowing_the_text_before_leaves_empty_tables() -> None:
    data = JSONC.read(without_entries(put("{}"), JSONC, ENTRIES, before=None).text)
    assert data == {"mcpServers": {}, "permissions": {"allow": []}, "hooks": {"Stop": []}}


def test_removing_brings_back_what_stood_there_before() -> None:
    before = {
        "mcpServers": {"parley": {"command": "parley", "args": ["mcp"], "env": {"A": "1"}}},
        "permissions": {"allow": ["mcp__parley"]},
    }
    added = json.dumps({**JSONC.read(put(json.dumps(before))), "numStartups": 7})
    data = JSONC.read(without_entries(added, JSONC, ENTRIES, before=json.dumps(before)).text)
    assert data == before | {"numStartups": 7}


def test_a_group_with_a_hook_of_the_users_stays() -> None:
    text = json.dumps({"hooks": {"Stop": [hook("/new/parley", "beep")]}})
    assert without_entries(text, JSONC, (HOOK,), before=None).text == text
    assert len(JSONC.read(with_entries(text, JSONC, (HOOK,)))["hooks"]["Stop"]) == 2


@pytest.mark.parametrize(
    ("entry", "program", "arguments"),
    [
        ({"command": "/p/parley", "args": ["mcp"]}, "/p/parley", ("mcp",)),
        ({"command": ["/p/parley", "mcp", "--home", "/h"]}, "/p/parley", ("mcp", "--home", "/h")),
        (
            {"transport": {"command": r"C:\p\parley.exe", "args": ["mcp"]}},
            r"C:\p\parley.exe",
            ("mcp",),
        ),
    ],
)
def test_what_an_entry_starts_is_read_in_every_form(
    entry: object, program: str, arguments: tuple[str, ...]
) -> None:
    launch = launch_at({"servers": {"parley": entry}}, ("servers", "parley"))
    assert launch is not None
    assert (launch.program, launch.arguments, launch.is_parley) == (program, arguments, True)


@pytest.mark.parametrize("entry", [None, 1, {}, {"command": []}, {"url": "http://x"}])
def test_what_starts_no_program_is_no_launch(entry: object) -> None:
    assert launch_at({"parley": entry}, ("parley",)) is None
