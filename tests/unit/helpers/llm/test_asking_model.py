"""The model that asks replies to what a conversation says."""

import http.client
import itertools
import json
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from tests.helpers.llm.asking_model import CLOSING, REQUEST, THANKS, WELCOME, ScriptedAskingModel
from tests.helpers.llm.messages_server import MessagesServer, Reply
from tests.helpers.patience import PATIENCE_S


@pytest.fixture
def server() -> Iterator[MessagesServer]:
    with MessagesServer() as running:
        yield running


@pytest.fixture
def model(server: MessagesServer) -> ScriptedAskingModel:
    ids = itertools.count(1)
    return ScriptedAskingModel(
        server, tool="ask", question={"q": 1}, next_id=lambda: f"call{next(ids)}"
    )


def read(server: MessagesServer, *blocks: dict[str, Any]) -> str:
    connection = http.client.HTTPConnection(server.url.removeprefix("http://"), timeout=PATIENCE_S)
    body = json.dumps({"messages": [{"role": "user", "content": list(blocks)}]})
    try:
        connection.request("POST", "/v1/messages", body)
        return connection.getresponse().read().decode()
    finally:
        connection.close()


def released(server: MessagesServer, replies: list[Reply], *blocks: dict[str, Any]) -> str:
    """Return the whole stream of a reply, which stood still before."""
    found: list[str] = []
    reader = threading.Thread(target=lambda: found.append(read(server, *blocks)))
    reader.start()
    while not replies:  # the request is on its way
        time.sleep(0.001)
    assert replies[-1].is_stalled.wait(PATIENCE_S)
    assert found == []
    replies[-1].release()
    reader.join()
    return found[0]


def test_the_request_is_answered_with_a_question_that_has_a_new_id(
    server: MessagesServer, model: ScriptedAskingModel
) -> None:
    request = {"type": "text", "text": f"{REQUEST}!"}
    assert '"id": "call1"' in released(server, model.questions, request)
    model.questions.clear()
    assert '"id": "call2"' in released(server, model.questions, request)
    assert model.closings == []


def test_anything_else_is_answered_with_the_closing_words(
    server: MessagesServer, model: ScriptedAskingModel
) -> None:
    asked = {"type": "text", "text": REQUEST}
    result = {"type": "tool_result", "tool_use_id": "call1", "content": "Latte"}
    stream = released(server, model.closings, asked, result)
    assert all(piece in stream for piece in CLOSING)
    assert model.questions == []


def test_thanks_are_answered_at_once(server: MessagesServer, model: ScriptedAskingModel) -> None:
    assert WELCOME in read(server, {"type": "text", "text": THANKS})
    assert model.closings == []
