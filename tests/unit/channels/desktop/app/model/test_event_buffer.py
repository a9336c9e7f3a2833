from assistant.channels.desktop.app.model.event_buffer import EventBuffer
from assistant.protocol.turns import TextDelta, ThinkingDelta
from assistant.protocol.voice import MicrophoneLevel


def test_words_of_one_turn_are_joined() -> None:
    buffer = EventBuffer()
    for word in ("a", "b", "c"):
        buffer.add(TextDelta(turn_id="t", text=word))
    assert buffer.drain() == [TextDelta(turn_id="t", text="abc")]


def test_words_of_two_turns_stay_apart() -> None:
    buffer = EventBuffer()
    buffer.add(TextDelta(turn_id="t", text="a"))
    buffer.add(TextDelta(turn_id="u", text="b"))
    assert buffer.drain() == [TextDelta(turn_id="t", text="a"), TextDelta(turn_id="u", text="b")]


def test_reasoning_between_words_keeps_its_place() -> None:
    buffer = EventBuffer()
    buffer.add(TextDelta(turn_id="t", text="a"))
    buffer.add(ThinkingDelta(turn_id="t", text="hm"))
    buffer.add(TextDelta(turn_id="t", text="b"))
    assert [type(event) for event in buffer.drain()] == [TextDelta, ThinkingDelta, TextDelta]


def test_only_the_newest_level_is_kept_and_does_not_part_words() -> None:
    buffer = EventBuffer()
    buffer.add(MicrophoneLevel(dbfs=-50.0))
    buffer.add(TextDelta(turn_id="t", text="a"))
    buffer.add(MicrophoneLevel(dbfs=-20.0))
    buffer.add(TextDelta(turn_id="t", text="b"))
    assert buffer.drain() == [TextDelta(turn_id="t", text="ab"), MicrophoneLevel(dbfs=-20.0)]


def test_what_was_drained_is_forgotten() -> None:
    buffer = EventBuffer()
    buffer.add(TextDelta(turn_id="t", text="a"))
    buffer.drain()
    assert buffer.drain() == []
