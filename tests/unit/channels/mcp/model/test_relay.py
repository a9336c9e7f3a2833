"""What a relay passes on, and what a second server gets after the first is gone."""

import json
from pathlib import Path
from typing import Any

import pytest

import assistant.channels.mcp
from assistant.channels.mcp.model.opening import Opening
from assistant.channels.mcp.model.relay import Relay

FILE = Path(assistant.channels.mcp.__file__).with_name("opening.json")
HELLO = {
    "method": "initialize",
    "id": 0,
    "params": {
        "protocolVersion": "2025-11-25",
        "capabilities": {},
        "clientInfo": {"name": "c", "version": "1"},
    },
}
READY = {"method": "notifications/initialized"}


def line(message: dict[str, Any]) -> str:
    return json.dumps({"jsonrpc": "2.0", **message})


def call(number: int | str) -> str:
    return line({"id": number, "method": "tools/call", "params": {"name": "provide_choice"}})


def result(number: int | str) -> str:
    return line({"id": number, "result": {}})


def form(number: int | str) -> str:
    return line({"id": number, "method": "elicitation/create", "params": {}})


def cancel(number: int | str) -> str:
    return line({"method": "notifications/cancelled", "params": {"requestId": number}})


@pytest.fixture
def relay() -> Relay:
    """Return one whose client has shaken hands and seen the tools, and whose server heard it."""
    opening = Opening(json.loads(FILE.read_text(encoding="utf-8")), version="1")
    for message in (HELLO, READY, {"id": 1, "method": "tools/list"}):
        assert opening.take(line(message)) is not None
    made = Relay(opening)
    assert made.begin() == [line(HELLO), line(READY)]
    assert made.from_server(result(0)) is None  # the client has its handshake
    return made


def test_what_neither_side_says_to_the_relay_is_passed_on(relay: Relay) -> None:
    progress = line({"method": "notifications/progress", "params": {"progressToken": 1}})
    for said in ("rubbish", "[1]", call(2), cancel(9), progress):
        assert relay.from_client(said) == said
    for told in (progress, result(2), "rubbish"):
        assert relay.from_server(told) == told


def test_another_server_gets_the_beginning_and_the_calls_without_an_answer(relay: Relay) -> None:
    for number in (2, "3", 4, 5):
        relay.from_client(call(number))
    relay.from_server(result(4))
    relay.from_client(cancel(5))
    assert relay.lose() == []
    assert relay.begin() == [line(HELLO), line(READY), call(2), call("3")]
    assert relay.from_server(result(0)) is None
    assert relay.from_server(result(2)) == result(2)
    assert relay.begin() == [line(HELLO), line(READY), call("3")]


def test_an_answer_to_what_a_server_asked_reaches_no_other(relay: Relay) -> None:
    relay.from_client(call(2))
    first = json.loads(relay.from_server(form(1)) or "")["id"]
    (withdrawn,) = [json.loads(told) for told in relay.lose()]
    assert withdrawn["method"] == "notifications/cancelled"
    assert withdrawn["params"]["requestId"] == first
    relay.begin()
    second = json.loads(relay.from_server(form(1)) or "")["id"]
    assert first != second
    assert relay.from_client(result(first)) is None
    assert relay.from_client(result(1)) is None
    assert json.loads(relay.from_client(result(second)) or "") == json.loads(result(1))
    assert relay.from_client(result(second)) is None  # once


def test_a_server_takes_back_what_it_asked_under_the_id_that_the_client_knows(
    relay: Relay,
) -> None:
    known = json.loads(relay.from_server(form(7)) or "")["id"]
    told = json.loads(relay.from_server(cancel(7)) or "")
    assert told["params"]["requestId"] == known
    assert relay.from_server(cancel(7)) is None
    assert relay.from_client(result(known)) is None


def test_without_a_handshake_every_answer_is_the_clients() -> None:
    relay = Relay(Opening({}, version="1"))
    assert relay.begin() == []
    relay.from_client(call(0))
    assert relay.from_server(result(0)) == result(0)
