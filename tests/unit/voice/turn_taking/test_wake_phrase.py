import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.voice.turn_taking.wake_phrase import (
    first_spoken_phrase,
    phrase_of,
    sounds_like,
    spoken_phrase,
    spoken_phrases,
    strip_wake_phrase,
    strip_wake_phrases,
)


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("Hey Jarvis, what time is it?", "What time is it?"),
        ("Hey, Jarvis. What time is it?", "What time is it?"),
        ("hey jarvis what time is it", "What time is it"),
        ("Hey Travis, stop.", "Stop."),
        ("Hey Jervis: stop.", "Stop."),
        ("Hi Jarvis, stop.", "Stop."),
        ("Jarvis, stop.", "Stop."),
        ("Hey Jarvis, is it cold?", "Is it cold?"),
        ("Hey Jarvis I need a taxi.", "I need a taxi."),
        ("Hey Jar vis, stop.", "Stop."),
        ("Oh hey Jarvis, stop.", "Stop."),
        ("Hey Jarvis!", ""),
        ("Jarvis.", ""),
        ("Hey Jarvis, Jarvis is a name.", "Jarvis is a name."),
        ("헤이 자비스, 지금 몇 시야?", "지금 몇 시야?"),
        ("嘿贾维斯，现在几点？", "现在几点？"),
        ("What time is it?", "What time is it?"),
        ("Hey there, stop.", "Hey there, stop."),
        ("Service is bad.", "Service is bad."),
        ("Travel to Paris.", "Travel to Paris."),
        ("Is Jarvis there?", "Is Jarvis there?"),
        ("", ""),
        ("…", "…"),
    ],
)
def test_the_phrase_is_taken_off_the_beginning_however_it_was_written(text: str, rest: str) -> None:
    assert strip_wake_phrase(text, "hey_jarvis") == rest


@pytest.mark.parametrize(
    ("phrase", "text", "rest"),
    [
        ("alexa", "Alexa, play jazz.", "Play jazz."),
        ("alexa", "Alexa, a table for two.", "A table for two."),
        ("alexa", "Alex a, a table for two.", "A table for two."),
        ("alexa", "알렉사 음악 틀어 줘", "음악 틀어 줘"),
        ("hey_mycroft", "Hey Mycroft, hello.", "Hello."),
        ("hey_mycroft", "Hey my croft, hello.", "Hello."),
        ("hey_rhasspy", "Hey raspy, hello.", "Hello."),
        ("/home/me/ok_computer_v2.1.onnx", "OK computer, hello.", "Hello."),
    ],
)
def test_every_phrase_can_be_taken_off(phrase: str, text: str, rest: str) -> None:
    assert strip_wake_phrase(text, phrase) == rest


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("hey_jarvis", "hey jarvis"),
        ("/a/b/hey_jarvis_v0.1.onnx", "hey jarvis"),
        ("Computer.onnx", "computer"),
        ("alexa", "alexa"),
        ("hal_9000", "hal 9000"),
    ],
)
def test_a_wake_word_is_said_as_its_name_reads(name: str, said: str) -> None:
    assert spoken_phrase(name) == said


@given(st.text(max_size=60))
def test_what_is_left_is_the_end_of_the_text(text: str) -> None:
    rest = strip_wake_phrase(text, "hey_jarvis")
    assert text.endswith(rest) or text.lower().endswith(rest[1:].lower())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Hey Jarvis, what time is it?", "What time is it?"),
        ("Alexa what time is it?", "What time is it?"),
        ("What time is it?", "What time is it?"),
        ("Hey Mycroft, lights.", "Hey Mycroft, lights."),
    ],
)
def test_whichever_of_several_phrases_was_said_is_taken_off(text: str, expected: str) -> None:
    assert strip_wake_phrases(text, ("alexa", "hey_jarvis")) == expected


def test_without_phrases_nothing_is_taken_off() -> None:
    assert strip_wake_phrases("Alexa, stop.", ()) == "Alexa, stop."


def test_phrases_are_shown_as_they_are_said() -> None:
    assert spoken_phrases(("hey_jarvis", "/own/ok_computer_v0.2.onnx")) == "hey jarvis, ok computer"
    assert first_spoken_phrase("hey_jarvis, alexa") == "hey jarvis"
    assert first_spoken_phrase("") == ""


@pytest.mark.parametrize(
    ("text", "phrase", "expected"),
    [
        ("Hey Jarvis!", "hey_jarvis", True),
        ("Pay. Charis.", "hey_jarvis", True),
        ("Hey, Davas.", "hey_jarvis", True),
        ("And then hey Jarrah Miss", "hey_jarvis", True),
        ("Jarvis", "hey_jarvis", True),
        ("헤이 자비스", "hey_jarvis", True),
        ("嘿，贾维斯", "hey_jarvis", False),
        ("嘿贾维斯", "hey_jarvis", True),
        ("Hey chatterbox!", "hey_jarvis", False),
        ("Hey, what on earth?", "hey_jarvis", False),
        ("Amelia", "alexa", False),
        ("or Alexa,", "alexa", True),
        ("Hey Wasp", "hey_rhasspy", True),
        ("Hear my craft.", "hey_mycroft", True),
        ("", "hey_jarvis", False),
    ],
)
def test_what_may_have_been_a_call_is_told_from_what_was_none(
    text: str, phrase: str, expected: bool
) -> None:
    assert sounds_like(text, phrase) is expected


@pytest.mark.parametrize(
    ("text", "phrase"),
    [
        ("  Hey,  Computer! ", "hey computer"),
        ("컴퓨터야", "컴퓨터야"),
        ("小助手，你好", "小助手 你好"),
        ("../../etc/passwd", "etc passwd"),
        ("l'ami", "l'ami"),
        ("--- !!", ""),
        ("", ""),
        ("x" * 41, ""),
    ],
)
def test_a_phrase_is_a_name_for_settings_and_files(text: str, phrase: str) -> None:
    assert phrase_of(text) == phrase
