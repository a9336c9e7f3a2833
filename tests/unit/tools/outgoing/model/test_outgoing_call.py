from typing import Any

import pytest

from assistant.tools.outgoing.model.outgoing_call import outgoing_call


@pytest.mark.parametrize(
    ("name", "arguments", "places", "parts"),
    [
        (
            "fetch_page",
            {"address": "https://A.example:8443/a/b?q=c+d&e#f"},
            ("a.example:8443",),
            {"host": "a.example", "path": "/a/b", "q": "c d", "query": "e", "fragment": "f"},
        ),
        ("Fetch_Page", {"address": "https://a.example/"}, ("a.example",), {"host": "a.example"}),
        ("open_address", {"address": "http://a.example"}, ("a.example",), {"host": "a.example"}),
        (
            "home__say",
            {"a": {"b": ["x", 100]}, "c": True, "d": None, "e": 7, "f": [7, 8]},
            ("home",),
            {"a.b": "100", "c": "", "d": "", "e": "7", "f": "7 8"},
        ),
        (
            "home__fetch",
            {"url": "https://a.example/p?q=x"},
            ("home", "a.example"),
            {"url host": "a.example", "url path": "/p", "url q": "x"},
        ),
        ("read_mcp_resource", {"server": "home", "uri": "note:1"}, ("home",), {"uri": "note:1"}),
        ("home__now", {}, ("home",), {}),
    ],
    ids=["address", "any case", "opened", "server", "server with address", "resource", "nothing"],
)
def test_what_is_sent_where(
    name: str, arguments: dict[str, Any], places: tuple[str, ...], parts: dict[str, str]
) -> None:
    call = outgoing_call(name, arguments)

    assert call is not None
    assert call.places == places
    assert {part.label: part.value for part in call.parts} == parts


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("open_address", {"address": "mailto:a@b.example?body=x"}),
        ("open_address", {"file": "a.txt"}),
        ("fetch_page", {"address": "not one"}),
        ("fetch_page", {}),
        ("write_file", {"path": "a", "text": "b"}),
        ("run_command", {"command": "curl https://a.example"}),
    ],
)
def test_what_sends_nothing_by_itself(name: str, arguments: dict[str, Any]) -> None:
    assert outgoing_call(name, arguments) is None


def test_only_places_and_small_numbers_are_no_data() -> None:
    call = outgoing_call("fetch_page", {"address": f"https://a.example/{'a' * 200}?b=c"})
    assert call is not None
    assert {part.label: part.is_data for part in call.parts} == {
        "host": False,
        "path": True,
        "b": True,
    }
    small = outgoing_call("home__x", {"n": 7, "yes": True, "many": [7, 8], "large": 100})
    assert small is not None
    assert {part.label for part in small.parts if part.is_data} == {"many", "large"}
