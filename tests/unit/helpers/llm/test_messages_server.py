"""The scripted service does what its script says, byte for byte."""

import http.client
import json
from collections.abc import Generator, Iterator, Sequence
from contextlib import ExitStack, contextmanager

import pytest

from tests.helpers.llm.messages_server import Json, MessagesServer, Reply


@pytest.fixture
def server() -> Iterator[MessagesServer]:
    with MessagesServer() as running:
        yield running


@contextmanager
def post(
    server: MessagesServer, key: str = "k", content: Sequence[Json] | None = None
) -> Generator[http.client.HTTPResponse]:
    connection = http.client.HTTPConnection(server.url.removeprefix("http://"), timeout=5)
    messages = [] if content is None else [{"role": "user", "content": content}]
    body = json.dumps({"model": "m", "messages": messages, "stream": True})
    try:
        connection.request("POST", "/v1/messages", body, {"x-api-key": key})
        with connection.getresponse() as response:
            yield response
    finally:
        connection.close()


def read(server: MessagesServer, content: Sequence[Json] | None = None) -> str:
    with post(server, content=content) as response:
        return response.read().decode()


def names(stream: str) -> list[str]:
    return [line.removeprefix("event: ") for line in stream.splitlines() if "event: " in line]


def test_a_reply_has_the_events_of_the_messages_api(server: MessagesServer) -> None:
    server.reply("Hello", chunks=2)

    assert names(read(server)) == [
        "message_start",
        "content_block_start",
        "content_block_delta",
        "content_block_delta",
        "content_block_stop",
        "message_delta",
        "message_stop",
    ]


def test_replies_are_given_in_order_and_requests_recorded(server: MessagesServer) -> None:
    server.reply("one")
    server.tool_use("clock", {"zone": "UTC"}, text_before="two")

    first, second = read(server), read(server)

    assert '"text": "one"' in first
    assert '"name": "clock"' in second
    assert '"stop_reason": "tool_use"' in second
    assert [request.body["model"] for request in server.requests] == ["m", "m"]
    assert server.requests[0].api_key == "k"
    assert server.is_exhausted


def test_a_request_beyond_the_script_is_refused(server: MessagesServer) -> None:
    with post(server) as response:
        assert response.status == 400
        assert b"the script has no reply" in response.read()


def test_a_status_carries_its_error_and_headers(server: MessagesServer) -> None:
    server.status(529, headers={"retry-after": "1"})

    with post(server) as response:
        assert response.status == 529
        assert response.headers["retry-after"] == "1"
        assert json.loads(response.read())["error"]["type"] == "overloaded_error"


def test_a_wrong_key_is_refused_and_keeps_the_script() -> None:
    with MessagesServer(api_key="right") as server:
        server.reply("ok")
        with post(server, "wrong") as response:
            assert response.status == 401
        with post(server, "right") as response:
            assert response.status == 200
            response.read()


def test_a_cut_sends_exactly_so_many_bytes_and_breaks_the_connection(
    server: MessagesServer,
) -> None:
    whole = server.reply("Hello there").size_bytes()
    complete = read(server).encode()
    assert len(complete) == whole

    server.reply("Hello there").cut_after(whole - 20)
    with post(server) as response, pytest.raises(http.client.IncompleteRead) as caught:
        response.read()
    assert caught.value.partial == complete[: whole - 20]


def test_a_connection_can_break_inside_a_chunk(server: MessagesServer) -> None:
    server.reply("Hello there").cut_after(40, how="half_chunk")
    with post(server) as response, pytest.raises(http.client.IncompleteRead):
        response.read()


def test_a_connection_can_be_reset(server: MessagesServer) -> None:
    server.reply("Hello there").cut_after(40, how="reset")
    with (
        post(server) as response,
        pytest.raises((ConnectionResetError, http.client.IncompleteRead)),
    ):
        response.read()


def test_what_is_no_event_is_sent_as_it_stands(server: MessagesServer) -> None:
    server.reply("a").raw(b"\xff\xfe nonsense\n\n").begin_again()
    with post(server) as response:
        stream = response.read()
    assert b"\xff\xfe nonsense\n\n" in stream
    assert stream.count(b"event: message_start") == 2


def test_a_stall_holds_the_rest_until_it_is_released(server: MessagesServer) -> None:
    reply = server.reply("before").stall().text("after")
    with post(server) as response:
        assert reply.is_stalled.wait(5)
        reply.release()
        stream = response.read().decode()
    assert stream.index("before") < stream.index("after")
    assert not reply.is_disconnected.is_set()


def test_a_stall_can_send_pings(server: MessagesServer) -> None:
    server.reply("before").stall(0.1, ping_every_s=0.02)
    assert "ping" in names(read(server))


def test_a_client_that_leaves_during_a_stall_is_noticed(server: MessagesServer) -> None:
    reply = server.reply("before").stall()
    with post(server):
        assert reply.is_stalled.wait(5)
    assert reply.is_disconnected.wait(5)


def test_the_server_ends_with_a_reply_still_stalled() -> None:
    with ExitStack() as requests:
        with MessagesServer() as server:
            reply = server.reply("before").stall()
            requests.enter_context(post(server))
            assert reply.is_stalled.wait(5)
        assert reply.is_disconnected.is_set()


def test_a_default_answers_when_the_script_is_over(server: MessagesServer) -> None:
    server.default = lambda request: Reply().text(f"asked {request.body['model']}")
    assert "asked m" in read(server)
    assert "asked m" in read(server)


def test_a_tool_is_requested_until_its_result_comes(server: MessagesServer) -> None:
    server.tool_use_then("clock", {"zone": "UTC"}, "It is noon.")
    words: list[Json] = [{"type": "text", "text": "What time is it?"}]
    result: list[Json] = [{"type": "tool_result", "tool_use_id": "toolu_01", "content": "12:00"}]

    for _ in range(2):
        asked = read(server, words)
        assert "tool_use" in asked
        assert "It is noon." not in asked
    assert "It is noon." in read(server, result)


def test_pages_answer_other_requests(server: MessagesServer) -> None:
    server.pages["/v1/models"] = {"object": "list", "data": []}
    connection = http.client.HTTPConnection(server.url.removeprefix("http://"), timeout=5)
    connection.request("GET", "/v1/models")
    assert json.loads(connection.getresponse().read())["object"] == "list"
    connection.close()
    assert [other.path for other in server.others] == ["/v1/models"]
