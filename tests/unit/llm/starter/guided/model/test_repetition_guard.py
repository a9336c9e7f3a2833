import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.llm.starter.guided.model.repetition_guard import RepetitionGuard

EACH_SIZE = pytest.mark.parametrize("size", [1, 3, 7, 1000])


def heard(written: str, size: int) -> str:
    """Return what is left of a text that is written in pieces of a size."""
    guard = RepetitionGuard()
    given = ""
    for at in range(0, len(written), size):
        given += guard.feed(written[at : at + size])
        if guard.is_over:
            break
    given += guard.finish()
    assert given == guard.text
    return given


@EACH_SIZE
@pytest.mark.parametrize(
    ("written", "expected"),
    [
        pytest.param(
            "They were happy. They have been married for many years, and they have been married for"
            " many years. They have been",
            "They were happy. They have been married for many years.",
            id="clause",
        ),
        pytest.param(
            "The knight was so grateful that he gave the dragon a special gift. The dragon was so"
            " grateful that he gave the knight a special gift. The knight",
            "The knight was so grateful that he gave the dragon a special gift.",
            id="other order",
        ),
        pytest.param(
            "Morning dew, morning dew, morning dew.", "Morning dew, morning dew.", id="short"
        ),
        pytest.param(
            "가을에는 나뭇잎이 빨갛게 물들어요. 가을에는 나뭇잎이 빨갛게 물들어요. 가을",
            "가을에는 나뭇잎이 빨갛게 물들어요.",
            id="Korean",
        ),
        pytest.param(
            "章鱼的繁殖方式非常独特而且有趣，章鱼的繁殖方式非常独特而且有趣，章鱼",
            "章鱼的繁殖方式非常独特而且有趣。",
            id="Chinese",
        ),
    ],
)
def test_an_answer_ends_before_a_clause_that_was_said(
    written: str, expected: str, size: int
) -> None:
    assert heard(written, size) == expected


@EACH_SIZE
@pytest.mark.parametrize(
    "written",
    [
        "",
        "Paris.",
        "Bella, Luna, and Luna.",
        "1. Wash the rice twice. 2. Boil the rice for ten minutes. 3. Eat it, warm, with salt.",
        "Row, row, row your boat, gently down the stream.",
        "Happy birthday to you, happy birthday to you!",
        "```python\nif a:\n    return False\nif b:\n    return False\nif c:\n    return False\n```",
        "0, 1, 1, 2, 3, 5, 8, 13, 1, 1",
        "A virus is a tiny particle that can cause disease, while a bacterium is a small cell that"
        " can live alone.",
    ],
)
def test_what_does_not_go_round_is_left_whole(written: str, size: int) -> None:
    assert heard(written, size) == written


def test_the_first_clause_leaves_as_it_is_written() -> None:
    guard = RepetitionGuard()
    assert [guard.feed(piece) for piece in ("Par", "is", " is", " it")] == [
        "Par",
        "is",
        " is",
        " it",
    ]


def test_words_wait_only_while_they_may_repeat_a_clause() -> None:
    guard = RepetitionGuard()
    guard.feed("The cat sat on the old red mat. ")
    assert guard.feed("The cat sat ") == ""
    assert guard.feed("down quietly ") == " The cat sat down quietly "


def test_a_clause_that_has_begun_to_leave_is_said_to_its_end() -> None:
    guard = RepetitionGuard()
    guard.feed("One two three four five six seven eight nine ten. ")
    assert guard.feed("Now then one two three four five six seven ").startswith(" Now then")
    guard.feed("eight nine ten. And")
    assert guard.is_over
    assert guard.text.endswith("Now then one two three four five six seven eight nine ten.")


@given(st.text(alphabet="ab가.,\n 나的", max_size=80), st.integers(1, 9))
def test_what_leaves_is_the_beginning_of_what_was_written(written: str, size: int) -> None:
    given_out = heard(written, size)
    assert written.startswith(given_out) or written.startswith(given_out[:-1])


EARLIER = "I am only a small open assistant on this computer. Ask me anything."


@pytest.mark.parametrize(
    ("written", "left", "is_echo"),
    [
        pytest.param("I am only a small open assistant on this computer.", "", True, id="whole"),
        pytest.param(
            "Hello! I am only a small open assistant on this computer.",
            "Hello!",
            True,
            id="greeting",
        ),
        pytest.param(
            "A tomato turned red in the salad. I am only a small open assistant on this computer.",
            "A tomato turned red in the salad. I am only a small open assistant on this computer.",
            False,
            id="later",
        ),
        pytest.param("Ask me anything.", "", True, id="last clause"),
        pytest.param("Ask me.", "Ask me.", False, id="short"),
        pytest.param("I am ill, dear Mr Smith.", "I am ill, dear Mr Smith.", False, id="other"),
    ],
)
def test_an_answer_does_not_begin_as_an_earlier_one(written: str, left: str, is_echo: bool) -> None:
    guard = RepetitionGuard([EARLIER])
    given_out = guard.feed(written) + guard.finish()
    assert given_out == guard.text == left
    assert (guard.is_echo, guard.is_over) == (is_echo, is_echo)


def test_words_that_no_earlier_answer_begins_with_leave_at_once() -> None:
    guard = RepetitionGuard([EARLIER])
    assert guard.feed("Ask") == ""
    assert guard.feed("ing") == "Asking"
