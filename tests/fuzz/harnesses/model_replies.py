"""What a model's service sends: a stream of events, a body, words with marks in them."""

import json
from collections.abc import AsyncIterator, Iterator, Sequence
from typing import Any, Final, cast

import httpx2
from typing_extensions import override

from assistant.channels.telegram.model.markdown import formatted_markdown
from assistant.channels.terminal.text.markdown import StreamedMarkdown
from assistant.errors import ProviderError
from assistant.foreign_text import storable
from assistant.llm.messages_api.messages import ToolUseBlock, blocks
from assistant.llm.messages_api.model_client import (
    BlockReceived,
    ModelEvent,
    ModelRequest,
    Profile,
    ReplyReceived,
)
from assistant.llm.messages_api.refusals import read_reason
from assistant.llm.messages_api.reply_reader import STOP_REASONS
from assistant.llm.messages_api.stream_events import KNOWN_TYPES
from assistant.llm.messages_api.written_call import WrittenCallFilter, without_calls
from assistant.llm.messages_api.written_thought import Thought, ThoughtFilter, Words
from assistant.llm.messages_client import MessagesClient
from assistant.llm.sdk_connection import EventStream, SdkConnection
from assistant.llm.service_errors import Failure, provider_error
from assistant.questions.inline_choices import ChoiceFilter, without_choices
from tests.fuzz.event_loop import finished
from tests.fuzz.harness import Harness, check_harmless
from tests.fuzz.pieces import pieces
from tests.helpers.clock import ManualClock
from tests.helpers.llm.messages_server import Reply

_EVENTS: Final = "text/event-stream"


class _Body(httpx2.AsyncByteStream):
    def __init__(self, parts: Sequence[bytes]) -> None:
        self._parts = parts

    @override
    async def __aiter__(self) -> AsyncIterator[bytes]:
        for part in self._parts:
            yield part

    @override
    async def aclose(self) -> None:
        """Nothing is open."""


class _Line:
    """Stands where the connection of a service stands."""

    key_refused = False

    def __init__(self, parts: Sequence[bytes], media_type: str) -> None:
        self._parts, self._media_type = parts, media_type

    async def open(self, _body: dict[str, Any]) -> EventStream:
        response = httpx2.Response(
            200,
            headers={"content-type": self._media_type},
            stream=_Body(self._parts),
            request=httpx2.Request("POST", "http://scripted.invalid/v1/messages"),
        )
        return EventStream(response, cast("SdkConnection", self))

    def refused(self, failure: Failure) -> ProviderError:
        return provider_error(failure, now=ManualClock().now())


class _Client(MessagesClient):
    """The real client over bytes that are there."""

    def __init__(self, parts: Sequence[bytes], media_type: str) -> None:
        super().__init__(
            profile=Profile(name="local", model="scripted"),
            api_key=None,
            base_url="http://127.0.0.1:1",
            timeout_s=600.0,
            clock=ManualClock(),
        )
        self._line = _Line(parts, media_type)

    @override
    async def _connect(self) -> SdkConnection:
        return cast("SdkConnection", self._line)


async def _received(parts: Sequence[bytes], media_type: str) -> list[ModelEvent]:
    client = _Client(parts, media_type)
    return [event async for event in client.stream(ModelRequest(system=(), messages=()))]


def _outcome(parts: Sequence[bytes], media_type: str) -> Sequence[ModelEvent] | ProviderError:
    try:
        return finished(_received(parts, media_type))
    except ProviderError as error:
        return error


def _read(data: bytes, media_type: str) -> None:
    """Whatever the pieces, the blocks are those of the whole; they can be stored and sent back."""
    cut, whole = (_outcome(parts, media_type) for parts in (pieces(data), [data]))
    if isinstance(cut, ProviderError):
        assert isinstance(whole, ProviderError)
        assert whole.category == cut.category
        raise cut
    assert not isinstance(whole, ProviderError)
    taken = [event.block for event in cut if isinstance(event, BlockReceived)]
    assert taken == [event.block for event in whole if isinstance(event, BlockReceived)]
    assert isinstance(cut[-1], ReplyReceived)
    assert sum(isinstance(event, ReplyReceived) for event in cut) == 1
    assert cut[-1].stop_reason in STOP_REASONS
    assert blocks.validate_json(blocks.dump_json(tuple(taken))) == tuple(taken)
    for block in taken:
        if isinstance(block, ToolUseBlock):
            json.dumps(block.input, allow_nan=False).encode()


def _stream(data: bytes) -> None:
    _read(data, _EVENTS)


def _body(data: bytes) -> None:
    _read(data, "application/json")
    reason = read_reason(data)
    assert all(isinstance(kind, str) for kind in reason.types)
    reason.message.encode("utf-8", "surrogatepass")


def _streams() -> Iterator[bytes]:
    replies = (
        Reply().thinking("Let me see.").text("Hello, you.", chunks=3),
        Reply().text("One moment.").tool_use("clock", {"zone": "UTC", "n": [1, None]}),
        Reply().ping().text("<think>hm</think>Yes.", chunks=4).ping(),
        Reply().text("Half").error_event(),
        Reply().text("Half").without_end(),
    )
    for reply in replies:
        yield b"".join(piece for piece in reply.stream() if isinstance(piece, bytes))
    yield b"".join(b'data: {"type": "%s"}\r\n\r\n' % kind.encode() for kind in sorted(KNOWN_TYPES))


def _bodies() -> Iterator[bytes]:
    text = {"type": "text", "text": "Hello."}
    call = {"type": "tool_use", "id": "t1", "name": "clock", "input": {"zone": "UTC"}}
    yield json.dumps({"type": "message", "content": [text, call], "stop_reason": "end"}).encode()
    yield json.dumps({"error": {"type": "overloaded_error", "message": "Busy"}}).encode()
    yield b'{"detail":[{"loc":["body","tools"],"msg":"Field required","type":"missing"}]}'
    yield b'{"model":"x","message":{"content":"a"},"done":false}\n{"done":true}\n'
    yield b"<html><title>502 Bad Gateway</title></html>"


# Words.


def _words(data: bytes) -> None:
    """Whatever the pieces, filters let through what they let through of the whole."""
    text = storable(data.decode("utf-8", "surrogatepass"))
    parts = [
        part.decode("utf-8", "replace") for part in pieces(text.encode(), whole_characters=True)
    ]
    assert "".join(parts) == text
    calls = WrittenCallFilter()
    assert "".join([*map(calls.feed, parts), calls.finish()]) == without_calls(text)
    choices = ChoiceFilter()
    shown = "".join(map(choices.feed, parts))
    end, whole = choices.finish(), without_choices(text)
    assert (shown + end.text, end.choice, end.unreadable) == (
        whole.text,
        whole.choice,
        whole.unreadable,
    )
    for begins in (False, True, None):
        assert _told_apart(parts, begins) == _told_apart([text], begins)
    _shown(parts, text)


def _told_apart(parts: Sequence[str], begins: bool | None) -> tuple[str, str]:
    thoughts = ThoughtFilter(begins_in_thought=begins)
    told = [piece for part in parts for piece in thoughts.feed(part)] + thoughts.finish()
    words = thought = ""
    for piece in told:
        match piece:
            case Words(text=text):
                words += text
            case Thought(text=text):
                thought += text
            case _:
                thought, words = thought + words, ""
    return words, thought


def _shown(parts: Sequence[str], text: str) -> None:
    printed = StreamedMarkdown(width=lambda: 40)
    spans = [span for part in parts for span in printed.feed(part)] + printed.end()
    for style, words in spans:
        check_harmless(words)
        assert style.isprintable()
    message = formatted_markdown(text)
    units = len(message.text.encode("utf-16-le")) // 2
    for entity in message.entities():
        assert 0 <= entity["offset"] < entity["offset"] + entity["length"] <= units


def _texts() -> Iterator[bytes]:
    yield b'Sure.\n<tool_call>\n{"name": "clock", "arguments": {"zone": "UTC"}}\n</tool_call>\nDone.'
    yield b"<think>\nLet me see.\n</think>\n\n# It is\n\n- **three** `x`\n- [a](https://b.example)\n"
    yield b"<|channel|>analysis<|message|>hm<|end|><|start|>assistant<|channel|>final<|message|>Yes"
    choice = '{"type": "user_choice", "question": "Which?", "options": [{"id": "1", "label": "A"}]}'
    yield f"Choose:\n```json\n{choice}\n```\nThen.".encode()
    yield f"Choose: {choice} behind".encode()
    yield "| a | b |\n|---|---|\n| 하나 | **x** |\n\n> quote\n> > more\n\n```py\nx = {}\n```\n".encode()
    yield b'```tool_code\nclock()\n```\nfunctools[{"name": "clock", "arguments": {}}]\n~~a~~ *b*_c_'


HARNESSES: Final = (
    Harness(name="model-stream", read=_stream, errors=(ProviderError,), seeds=_streams, count=20),
    Harness(name="model-body", read=_body, errors=(ProviderError,), seeds=_bodies),
    Harness(name="model-words", read=_words, errors=(UnicodeDecodeError,), seeds=_texts, count=15),
)
