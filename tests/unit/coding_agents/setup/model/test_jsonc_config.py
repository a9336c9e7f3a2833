"""JSON with comments is changed where it is to be, and nowhere else."""

from typing import Any, cast

import pytest
from hypothesis import given

from assistant.coding_agents.setup.model.config_text import ConfigTextError
from assistant.coding_agents.setup.model.jsonc_config import JsoncConfig
from tests.helpers.coding_agents.jsonc_texts import DOCUMENTS

JSONC = JsoncConfig()
SERVER = {"command": "/opt/parley", "args": ["mcp"]}


@given(DOCUMENTS)
def test_a_member_is_added_and_taken_away_to_the_byte(text: str) -> None:
    data = dict(JSONC.read(text))
    added = JSONC.put(text, ("new", "parley"), SERVER)
    assert JSONC.read(added) == data | {"new": {"parley": SERVER}}
    assert JSONC.remove(added, ("new",)) == text
    for key, inner in data.items():
        if isinstance(inner, dict):
            added = JSONC.put(text, (key, "new"), SERVER)
            assert JSONC.read(added) == data | {key: {**inner, "new": SERVER}}
            assert JSONC.remove(added, (key, "new")) == text


@given(DOCUMENTS)
def test_an_item_is_added_and_taken_away_to_the_byte(text: str) -> None:
    data = dict(JSONC.read(text))
    for key, inner in data.items():
        if isinstance(inner, list):
            items = cast("list[Any]", inner)
            added = JSONC.append(text, (key,), SERVER)
            assert JSONC.read(added) == data | {key: [*items, SERVER]}
            assert JSONC.remove(added, (key,), len(items)) == text


@given(DOCUMENTS)
def test_what_is_replaced_or_removed_leaves_all_else(text: str) -> None:
    data = dict(JSONC.read(text))
    for key, inner in data.items():
        rest = {other: value for other, value in data.items() if other != key}
        assert JSONC.read(JSONC.remove(text, (key,))) == rest
        assert JSONC.read(JSONC.put(text, (key,), SERVER)) == data | {key: SERVER}
        items = cast("list[Any]", inner) if isinstance(inner, list) else []
        for index in range(len(items)):
            shorter = items[:index] + items[index + 1 :]
            assert JSONC.read(JSONC.remove(text, (key,), index)) == data | {key: shorter}


@pytest.mark.parametrize(
    ("text", "added"),
    [
        pytest.param("", '{\n  "mcp": {\n    "p": 1\n  }\n}\n', id="empty file"),
        pytest.param("{}", '{\n  "mcp": {\n    "p": 1\n  }\n}', id="empty object"),
        pytest.param('{"a": 1}', '{"a": 1, "mcp": {"p": 1}}', id="one line"),
        pytest.param(
            '{\n\t"a": 1, // one\n}\n',
            '{\n\t"a": 1, // one\n\t"mcp": {\n\t\t"p": 1\n\t},\n}\n',
            id="tabs, comment, trailing comma",
        ),
        pytest.param(
            '{\r\n    "mcp": {} // none yet\r\n}\r\n',
            '{\r\n    "mcp": {\r\n        "p": 1\r\n    } // none yet\r\n}\r\n',
            id="CRLF, four spaces",
        ),
        pytest.param(
            '{\n  "mcp": {\n    "q": 2\n    // p comes later\n  }\n}',
            '{\n  "mcp": {\n    "q": 2,\n    // p comes later\n    "p": 1\n  }\n}',
            id="comment behind the last",
        ),
    ],
)
def test_what_is_added_looks_like_the_rest(text: str, added: str) -> None:
    assert JSONC.put(text, ("mcp", "p"), 1) == added


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("[1]", (1, 1)),
        ('{"a": 1 "b": 2}', (1, 9)),
        ('{\n  "a": 1,,\n}', (2, 10)),
        ("{'a': 1}", (1, 2)),
        ('{"a": }', (1, 7)),
        ('{"a": NaN}', (1, 7)),
        ('{"a" 1}', (1, 6)),
        ('{"a": [1 /* c */ 2]}', (1, 18)),
        ('{\n"a": "x\n"}', (2, 8)),
        ('{"a": 1} x', (1, 10)),
        ("{\n/* x", (2, 1)),
        ('{"a": 1', (1, 8)),
        ('{"a":' * 5000, (0, 0)),
        ('{"a": ' + "1" * 5000 + "}", (1, 7)),
    ],
)
def test_a_broken_text_is_named_with_its_place(text: str, place: tuple[int, int]) -> None:
    with pytest.raises(ConfigTextError) as raised:
        JSONC.read(text)
    assert (raised.value.line, raised.value.column) == place
    assert raised.value.problem


def test_what_has_no_members_is_not_written_over() -> None:
    with pytest.raises(ConfigTextError, match="mcp"):
        JSONC.put('{"mcp": []}', ("mcp", "p"), 1)
    with pytest.raises(ConfigTextError, match="allow"):
        JSONC.append('{"allow": {}}', ("allow",), 1)


@pytest.mark.parametrize(("path", "index"), [(("b",), None), (("b", "c"), None), (("a",), 1)])
def test_what_is_not_there_cannot_be_taken_away(path: tuple[str, ...], index: int | None) -> None:
    with pytest.raises(LookupError):
        JSONC.remove('{"a": [0]}', path, index)


def test_the_last_of_two_members_of_one_name_counts() -> None:
    assert JSONC.put('{"a": 1, "a": 2}', ("a",), 3) == '{"a": 1, "a": 3}'
