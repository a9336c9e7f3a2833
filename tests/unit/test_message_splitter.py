"""What servers write where messages belong, and what is found in it."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.message_splitter import (
    BARE,
    MAX_LINES,
    MAX_MESSAGE_BYTES,
    Found,
    MessageSplitter,
    MessageTooLongError,
    Noise,
    mended_envelope,
)

ONE = {"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": 'a "{[\\ b'}]}}
TWO = {"jsonrpc": "2.0", "method": "notifications/message"}
LINE, LINE_TWO = json.dumps(ONE), json.dumps(TWO)
PRETTY = json.dumps(ONE, indent=2)


def split(*chunks: bytes) -> list[Found]:
    """Return what is found in all that a server writes."""
    splitter = MessageSplitter()
    return [found for chunk in chunks for found in splitter.feed(chunk)] + splitter.end()


def noise(*texts: str) -> list[Found]:
    return [Noise(text=text) for text in texts]


TABLE: list[tuple[str, list[Found]]] = [
    (f"{LINE}\n", [ONE]),
    (f"{LINE}\r\n{LINE_TWO}\r\n", [ONE, TWO]),
    (f"\ufeff{LINE}\n", [ONE]),
    (f"\0{LINE}\n", [ONE]),
    (LINE, [ONE]),
    (f"{LINE}{LINE_TWO}\n", [ONE, TWO]),
    (f"[{LINE},{LINE_TWO}]\n", [ONE, TWO]),
    (f"Loading...{LINE}\n", [*noise("Loading..."), ONE]),
    (f"{LINE}Done.\n", [ONE, *noise("Done.")]),
    (f"10%\r50%\r100%\r{LINE}\n", [*noise("10%\r50%\r100%"), ONE]),
    (f"\x1b[32mok\x1b[0m {LINE}\n", [*noise("\x1b[32mok\x1b[0m"), ONE]),
    (f"Server {{ready}} {LINE}\n", [*noise("Server {ready}"), ONE]),
    (f"Starting\n{LINE}\nStopping\n", [*noise("Starting"), ONE, *noise("Stopping")]),
    (f"{PRETTY}\n", [ONE]),
    (PRETTY, [ONE]),
    (f"{PRETTY}\n{PRETTY}\n", [ONE, ONE]),
    (f"{PRETTY}\n{LINE_TWO}\n", [ONE, TWO]),
    (f"{PRETTY}{PRETTY}\n", [ONE, ONE]),
    (f'up: {{"v": 1, {LINE[1:]}\n', [*noise("up:"), {"v": 1, **ONE}]),
    (PRETTY.replace("\n", "\r\n") + "\r\n", [ONE]),
    (f"answer: {PRETTY}\n", [*noise("answer:"), ONE]),
    (f"{{\n{LINE}\n", [*noise("{"), ONE]),
    (f"config = {{\n  port: 1\n{LINE}\n", [*noise("config =", "{", "  port: 1"), ONE]),
    (f"Content-Length: {len(LINE)}\r\n\r\n{LINE}", [ONE]),
    (
        f"Content-Length: {len(LINE)}\r\nContent-Type: application/json\r\n\r\n{LINE}"
        f"content-length:{len(LINE_TWO)}\n\n{LINE_TWO}\n",
        [ONE, TWO],
    ),
    ('{"level": "info", "msg": "hi"}\n', noise('{"level": "info", "msg": "hi"}')),
    ("[INFO] ready\n[1/2\n", noise("[INFO] ready", "[1/2")),
    ('"ready"\n42\nnull\n{]\n', noise('"ready"', "42", "null", "{]")),
    ('{"jsonrpc": "2.0", "id": 1, "res\n', noise('{"jsonrpc": "2.0", "id": 1, "res')),
    ("\n\r\n  \n", []),
]


@pytest.mark.parametrize(("written", "found"), TABLE)
def test_what_is_a_message_is_found_and_the_rest_is_said_to_be_none(
    written: str, found: list[Found]
) -> None:
    assert split(written.encode()) == found


@pytest.mark.parametrize(("written", "found"), TABLE)
def test_it_does_not_matter_in_which_pieces_it_comes(written: str, found: list[Found]) -> None:
    data = written.encode()
    for size in (1, 2, 3, 7, 50):
        pieces = split(*(data[at : at + size] for at in range(0, len(data), size)))
        assert [each for each in pieces if isinstance(each, dict)] == [
            each for each in found if isinstance(each, dict)
        ]


def test_a_string_with_line_ends_in_it_is_read() -> None:
    broken = LINE.replace("a ", "a\nb ")
    (message,) = split(f"{broken}\n".encode())
    assert isinstance(message, dict)
    assert message["result"]["content"][0]["text"] == 'a\nb "{[\\ b'


@given(st.lists(st.binary(max_size=40), max_size=8))
def test_a_message_on_a_line_of_its_own_comes_through_whatever_was_before(
    before: list[bytes],
) -> None:
    splitter = MessageSplitter()
    for chunk in before:
        if b"ontent" in chunk.lower():
            return  # might announce a body
        splitter.feed(chunk)
    assert ONE in splitter.feed(f"\n{LINE}\n".encode())


LONG_LINE = b" " * 10_000 + b"1,\n"


@pytest.mark.parametrize("chunk", [b"x" * 1_000_000, b"{\n" + LONG_LINE * 100])
def test_nothing_without_an_end_is_kept(chunk: bytes) -> None:
    with pytest.raises(MessageTooLongError):
        split(*[chunk] * (2 * MAX_MESSAGE_BYTES // len(chunk) + 2))


def test_lines_without_end_are_no_message() -> None:
    splitter = MessageSplitter()
    found = splitter.feed(b"{\n" + b"1,\n" * (MAX_LINES + 10))
    assert len(found) == MAX_LINES + 11
    assert splitter.feed(f"{LINE}\n".encode()) == [ONE]


def test_a_line_of_many_beginnings_takes_no_time() -> None:
    line = b'{"id": ' * 200_000
    assert all(isinstance(found, Noise) for found in split(line + b"\n"))


def test_what_waits_for_more_is_known() -> None:
    splitter = MessageSplitter()
    splitter.feed(b'{\n "jsonrpc": "2.0",\n "id"')
    assert splitter.unfinished() == '{\n "jsonrpc": "2.0",\n "id"'
    assert MessageSplitter().unfinished() == ""


@pytest.mark.parametrize(
    ("message", "mended"),
    [
        ({"id": 1, "result": {}}, {"id": 1, "result": {}}),
        ({"jsonrpc": 2.0, "id": 1.0, "result": {}}, {"id": 1, "result": {}}),
        ({"id": 1, "result": None}, {"id": 1, "result": {BARE: None}}),
        ({"id": 1, "result": [1]}, {"id": 1, "result": {BARE: [1]}}),
        ({"id": 1, "result": {}, "error": None}, {"id": 1, "result": {}}),
        ({"id": 1, "error": "no"}, {"id": 1, "error": {"code": -32603, "message": "no"}}),
        (
            {"id": None, "error": {"code": "E", "message": {"a": 1}}},
            {"id": None, "error": {"code": -32603, "message": '{"a": 1}'}},
        ),
        ({"method": "m", "params": [1], "id": None}, {"method": "m"}),
        (
            {"method": "m", "params": {}, "id": "a", "x": 1},
            {"method": "m", "params": {}, "id": "a"},
        ),
    ],
)
def test_what_stands_around_a_message_is_mended(
    message: dict[str, object], mended: dict[str, object]
) -> None:
    assert mended_envelope(message) == {"jsonrpc": "2.0", **mended}
