"""From stream events to what the conversation sees."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.foreign_text import storable
from assistant.llm.messages_api.messages import (
    MALFORMED_INPUT,
    RedactedThinkingBlock,
    TextBlock,
    ThinkingBlock,
    ToolUseBlock,
)
from assistant.llm.messages_api.model_client import (
    BlockReceived,
    ModelEvent,
    ReplyReceived,
    TextReceived,
    TextWithdrawn,
    ThinkingReceived,
)
from assistant.llm.messages_api.reply_reader import ReplyReader, ReplyTooLongError
from assistant.llm.messages_api.stream_events import ErrorEvent, UnreadableEventError, parse_event


def read(*events: dict[str, Any]) -> list[ModelEvent]:
    reader = ReplyReader(request_id="req_1")
    received: list[ModelEvent] = []
    for data in events:
        event = parse_event(data["type"], json.dumps(data))
        if event is not None:
            received += reader.feed(event)
    return received


def start(index: int, **block: Any) -> dict[str, Any]:
    return {"type": "content_block_start", "index": index, "content_block": block}


def delta(index: int, kind: str, **piece: Any) -> dict[str, Any]:
    return {"type": "content_block_delta", "index": index, "delta": {"type": kind, **piece}}


def stop(index: int) -> dict[str, Any]:
    return {"type": "content_block_stop", "index": index}


def ended(reason: str | None) -> list[dict[str, Any]]:
    return [
        {"type": "message_delta", "delta": {"stop_reason": reason}, "usage": {"output_tokens": 3}},
        {"type": "message_stop"},
    ]


def tool(*pieces: str, **head: Any) -> list[dict[str, Any]]:
    return [
        start(0, type="tool_use", id="t1", name="clock", **{"input": {}, **head}),
        *(delta(0, "input_json_delta", partial_json=piece) for piece in pieces),
        stop(0),
    ]


def tool_input(*events: dict[str, Any]) -> ToolUseBlock:
    [received] = read(*events)
    assert isinstance(received, BlockReceived)
    assert isinstance(received.block, ToolUseBlock)
    return received.block


def reason_of(*events: dict[str, Any]) -> str:
    last = read(*events)[-1]
    assert isinstance(last, ReplyReceived)
    return last.stop_reason


def test_text_that_stands_in_the_head_of_a_block_is_not_lost() -> None:
    assert read(start(0, type="text", text="Hi "), delta(0, "text_delta", text="you"), stop(0)) == [
        TextReceived(text="Hi "),
        TextReceived(text="you"),
        BlockReceived(block=TextBlock(text="Hi you")),
    ]


def test_the_signature_of_a_thought_is_put_together() -> None:
    events = read(
        start(0, type="thinking", thinking="", signature=""),
        delta(0, "thinking_delta", thinking="Hmm"),
        delta(0, "signature_delta", signature="ab"),
        delta(0, "signature_delta", signature="cd"),
        stop(0),
    )

    assert events == [
        ThinkingReceived(text="Hmm"),
        BlockReceived(block=ThinkingBlock(thinking="Hmm", signature="abcd")),
    ]


def test_redacted_thinking_is_kept_as_it_is() -> None:
    assert read(start(0, type="redacted_thinking", data="xyz"), stop(0)) == [
        BlockReceived(block=RedactedThinkingBlock(data="xyz"))
    ]


@given(value=st.dictionaries(st.text(), st.integers() | st.text()), cuts=st.lists(st.integers()))
def test_a_tool_input_survives_being_sent_in_pieces(
    value: dict[str, int | str], cuts: list[int]
) -> None:
    written = json.dumps(value)
    places = sorted({abs(cut) % (len(written) + 1) for cut in cuts})
    pieces = [
        written[begin:end] for begin, end in zip([0, *places], [*places, len(written)], strict=True)
    ]
    if set(value) == {MALFORMED_INPUT}:
        return
    block = tool_input(*tool(*pieces))
    assert block.input == value
    assert block.malformed_input is None


@pytest.mark.parametrize(
    "written",
    [
        *('{"zone": "UT', "[1, 2]", '"words"', "null", "}{", '{"n": NaN}', '{"n": -Infinity}'),
        pytest.param('{"half": "\\ud83d"}', id="what cannot be stored"),
        pytest.param('{"deep": ' + "[" * 240 + "]" * 240 + "}", id="deeper than can be sent"),
        pytest.param('{"loop": ' + "[" * 100_000, id="deeper than can be read"),
    ],
)
def test_a_tool_input_that_is_no_object_is_kept_for_the_model_to_see(written: str) -> None:
    block = tool_input(*tool(written))

    assert block.input == {MALFORMED_INPUT: written}
    assert block.malformed_input == written


def test_a_tool_without_arguments_gets_an_empty_object() -> None:
    assert tool_input(*tool()).input == {}
    assert tool_input(*tool("")).input == {}
    assert tool_input(*tool(input=None)).input == {}


def test_a_tool_input_that_is_sent_whole_is_taken() -> None:
    assert tool_input(*tool(input={"zone": "UTC"})).input == {"zone": "UTC"}


def test_a_tool_input_that_is_sent_whole_and_cannot_be_stored_is_kept_as_text() -> None:
    deep: dict[str, object] = {}
    for _level in range(330):
        deep = {"a": deep}
    kept = tool_input(*tool(input=deep)).malformed_input
    assert kept is not None
    assert json.loads(kept) == deep


def test_blocks_left_open_are_closed_by_the_end_in_their_order() -> None:
    events = read(
        start(1, type="text", text="two"),
        start(0, type="text", text="one"),
        *ended("end_turn"),
    )

    assert events[2:] == [
        BlockReceived(block=TextBlock(text="one")),
        BlockReceived(block=TextBlock(text="two")),
        ReplyReceived(stop_reason="end_turn", request_id="req_1", usage={"output_tokens": 3}),
    ]


@pytest.mark.parametrize(
    ("sent", "understood"),
    [
        ("end_turn", "end_turn"),
        ("max_tokens", "max_tokens"),
        ("refusal", "refusal"),
        ("pause_turn", "pause_turn"),
        ("model_context_window_exceeded", "max_tokens"),
        ("a reason of next year", "end_turn"),
        (None, "end_turn"),
    ],
)
def test_the_reason_of_the_end_is_understood(sent: str | None, understood: str) -> None:
    assert reason_of(*ended(sent)) == understood


def test_an_end_without_a_reason_after_a_tool_request_means_the_tool() -> None:
    assert reason_of(*tool("{}"), *ended(None)) == "tool_use"


def test_usage_is_gathered_from_both_ends_and_holds_numbers_only() -> None:
    head = {"input_tokens": 9, "output_tokens": 1, "service_tier": "standard", "x": True}
    last = read({"type": "message_start", "message": {"usage": head}}, *ended("end_turn"))[-1]

    assert isinstance(last, ReplyReceived)
    assert last.usage == {"input_tokens": 9, "output_tokens": 3}


def test_unknown_pieces_and_empty_ones_are_passed_over() -> None:
    assert (
        read(
            delta(5, "input_json_delta", partial_json="{}"),
            delta(5, "signature_delta", signature="x"),
            stop(5),
            start(4, type="hologram", text="no words"),
            delta(4, "text_delta", text="no words"),
            stop(4),
            start(0, type="text", text=""),
            delta(0, "citations_delta", citation={}),
            delta(0, "text_delta", text=""),
        )
        == []
    )


def test_an_error_is_not_part_of_a_reply() -> None:
    with pytest.raises(ValueError, match="error event"):
        ReplyReader().feed(ErrorEvent())


@pytest.mark.parametrize(
    ("name", "data"),
    [("ping", '{"type": "ping"}'), ("weather", '{"type": "weather"}'), ("message_stop", "")],
)
def test_keep_alives_and_unknown_events_are_nothing(name: str, data: str) -> None:
    assert parse_event(name, data) is None


@pytest.mark.parametrize("kind", [None, [], {}, 1])
def test_the_name_of_the_event_counts_where_the_data_has_no_type(kind: Any) -> None:
    data: dict[str, Any] = {"type": kind, "index": 0, "delta": {"type": "text_delta", "text": "a"}}
    named = parse_event("content_block_delta", json.dumps(data))
    assert named == parse_event(None, json.dumps({**data, "type": "content_block_delta"}))
    assert parse_event(None, json.dumps(data)) is None


def test_half_of_a_surrogate_pair_in_a_tool_input_costs_itself_alone() -> None:
    received = read(*tool('{"a": "b', "\ud800", '"}'), *ended("tool_use"))
    (block,) = [one.block for one in received if isinstance(one, BlockReceived)]
    assert isinstance(block, ToolUseBlock)
    assert block.input == {"a": "b\ufffd"}


def test_the_type_in_the_data_counts_where_the_event_has_no_name() -> None:
    assert parse_event(None, '{"type": "content_block_stop", "index": 2}') is not None


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ('{"type": "error", "error": {"type": "overloaded_error", "message": "no"}}', "no"),
        ('{"error": {"type": "server_error", "message": "no"}}', "no"),
        ('{"error": "no"}', "no"),
        ('{"type": "error", "error": null, "message": "no"}', "no"),
        ('["no"]', "no"),
        ("plain words", "plain words"),
    ],
)
def test_errors_are_read_in_every_form(data: str, message: str) -> None:
    event = parse_event("error", data)
    assert isinstance(event, ErrorEvent)
    assert event.reason.message == message


@pytest.mark.parametrize(
    "data",
    [
        "{not json",
        "[1]",
        '{"type": "content_block_delta", "index": "SECRET WORDS", "delta": {"type": "x"}}',
        '{"type": "content_block_start", "index": [0]}',
    ],
)
def test_what_cannot_be_read_is_refused_without_quoting_it(data: str) -> None:
    with pytest.raises(UnreadableEventError) as caught:
        parse_event("content_block_delta", data)
    assert "SECRET" not in str(caught.value)


def test_reasoning_in_the_words_becomes_blocks_of_its_own() -> None:
    events = read(
        start(0, type="text", text=""),
        delta(0, "text_delta", text="<think>Hm"),
        delta(0, "text_delta", text="m.</think>\n\nHi"),
        delta(0, "text_delta", text=" you"),
        stop(0),
    )

    assert events == [
        ThinkingReceived(text="Hm"),
        ThinkingReceived(text="m."),
        BlockReceived(block=ThinkingBlock(thinking="Hmm.", is_written=True)),
        TextReceived(text="Hi"),
        TextReceived(text=" you"),
        BlockReceived(block=TextBlock(text="Hi you")),
    ]


def test_words_that_turn_out_to_be_reasoning_are_withdrawn() -> None:
    events = read(
        start(0, type="text", text="Hm"), delta(0, "text_delta", text="m.</think>Hi"), stop(0)
    )

    assert events == [
        TextReceived(text="Hm"),
        TextReceived(text="m."),
        TextWithdrawn(),
        ThinkingReceived(text="Hmm."),
        BlockReceived(block=ThinkingBlock(thinking="Hmm.", is_written=True)),
        TextReceived(text="Hi"),
        BlockReceived(block=TextBlock(text="Hi")),
    ]


@pytest.mark.parametrize(("reason", "words"), [("max_tokens", ""), ("end_turn", "Use <think> so")])
def test_reasoning_that_is_cut_off_is_none_of_the_words(reason: str, words: str) -> None:
    head = "" if words == "" else "Use "
    events = read(start(0, type="text", text=f"{head}<think> so"), stop(0), *ended(reason))

    blocks = [event.block for event in events if isinstance(event, BlockReceived)]
    assert "".join(block.text for block in blocks if isinstance(block, TextBlock)) == words


def test_blocks_at_one_place_are_all_kept() -> None:
    events = read(
        start(0, type="text", text="one"),
        start(0, type="text", text="two"),
        *tool("{}"),
        *ended("tool_use"),
    )

    assert [event.block for event in events if isinstance(event, BlockReceived)] == [
        TextBlock(text="one"),
        TextBlock(text="two"),
        ToolUseBlock(id="t1", name="clock", input={}),
    ]


def test_a_reply_may_be_as_long_as_its_tokens_may_be_and_no_longer() -> None:
    reader = ReplyReader(max_tokens=10)
    begin = parse_event(None, json.dumps(start(0, type="text")))
    more = parse_event(None, json.dumps(delta(0, "text_delta", text="x" * 1_000)))
    assert begin is not None
    assert more is not None
    reader.feed(begin)
    for _ in range(10):
        reader.feed(more)
    with pytest.raises(ReplyTooLongError):
        reader.feed(more)
    *_words, block, end = reader.cut()
    assert block == BlockReceived(block=TextBlock(text="x" * 10_000))
    assert isinstance(end, ReplyReceived)
    assert end.stop_reason == "max_tokens"


@given(
    words=st.text(alphabet=st.characters(codec="utf-16", exclude_categories=[]), max_size=20),
    cuts=st.lists(st.integers(0, 60)),
)
def test_words_survive_being_cut_inside_a_character(words: str, cuts: list[int]) -> None:
    if any(mark in words for mark in "<[◁"):
        return
    units = words.encode("utf-16-le", "surrogatepass")
    places = sorted({2 * cut for cut in cuts if 2 * cut < len(units)} | {0})
    pieces = [
        units[a:b].decode("utf-16-le", "surrogatepass")
        for a, b in zip(places, [*places[1:], len(units)], strict=True)
    ]
    events = read(
        start(0, type="text"), *(delta(0, "text_delta", text=piece) for piece in pieces), stop(0)
    )
    told = "".join(event.text for event in events if isinstance(event, TextReceived))
    assert told == storable(words)
