"""Whether a transcript is the assistant's own voice."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.voice.turn_taking.self_echo import contains_phrase, is_self_echo

LINES = (
    "The harbour of Hamburg lies on the river Elbe.",
    "Large ships need a pilot to come in, because the water is shallow.",
)
KOREAN = ("함부르크 항구는 엘베 강에 있습니다.",)
CHINESE = ("汉堡港位于易北河畔，大船需要领航员。",)


@pytest.mark.parametrize(
    "text",
    [
        "harbour of Hamburg lies",
        "The harbor of Hamburg lies on the river Elb",
        "ships need a pilot to come in",
        "on the river Elbe large ships need",
        "because the water is shallow",
    ],
)
def test_a_piece_of_what_is_said_is_its_own(text: str) -> None:
    assert is_self_echo(text, LINES)


@pytest.mark.parametrize(
    "text",
    [
        "what about Bremen",
        "is the water deep",
        "how many ships come in a year",
        "Hamburg lies where",
        "pilot",
        "",
        "tell me about the Elbe instead",
    ],
)
def test_what_the_person_says_is_not(text: str) -> None:
    assert not is_self_echo(text, LINES)


@pytest.mark.parametrize(
    ("text", "lines", "expected"),
    [
        ("함부르크 항구는", KOREAN, True),
        ("엘베 강에 있습니다", KOREAN, True),
        ("브레멘은 어때요", KOREAN, False),
        ("位于易北河畔", CHINESE, True),
        ("大船需要", CHINESE, True),
        ("不来梅怎么样", CHINESE, False),
    ],
)
def test_writing_without_blanks_is_compared_by_characters(
    text: str, lines: tuple[str, ...], expected: bool
) -> None:
    assert is_self_echo(text, lines) is expected


def test_who_answers_in_the_words_that_are_read_is_believed() -> None:
    lines = ("Which database?", "One. PostgreSQL.")
    assert is_self_echo("PostgreSQL", lines)
    assert not is_self_echo("PostgreSQL", lines, least=3)
    assert is_self_echo("Which database one PostgreSQL", lines, least=3)


def test_nothing_is_its_own_when_nothing_is_said() -> None:
    assert not is_self_echo("harbour of Hamburg", ())


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (("Just say hey Jarvis.",), True),
        (("Hey, Jarvis is my name.",), True),
        (("The jar is on the table.",), False),
        ((), False),
    ],
)
def test_lines_that_say_the_wake_phrase_are_known(lines: tuple[str, ...], expected: bool) -> None:
    assert contains_phrase(lines, "hey jarvis") is expected


@given(st.integers(0, 20), st.integers(3, 8))
def test_every_stretch_of_words_is_its_own(start: int, size: int) -> None:
    words = " ".join(LINES).split()
    piece = words[start : start + size]
    if sum(len(word.strip(".,")) for word in piece) > 6 and piece:
        assert is_self_echo(" ".join(piece), LINES)
