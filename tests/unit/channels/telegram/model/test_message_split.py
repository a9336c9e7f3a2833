import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from assistant.channels.telegram.model.formatted_text import plain, styled, utf16_length
from assistant.channels.telegram.model.markdown import formatted_markdown
from assistant.channels.telegram.model.message_split import MAX_MESSAGE_UNITS, split

WORDS = st.lists(
    st.sampled_from(["word", "긴단어", "文。", "end. ", "\n", "\n\n", " ", "👨‍👩‍👧", "é", "x" * 40]), max_size=200
).map("".join)  # fmt: skip


def texts(text: str, limit: int) -> list[str]:
    return [part.text for part in split(plain(text), limit)]


@pytest.mark.requirement("TG-14")
@pytest.mark.parametrize(
    ("text", "limit", "parts"),
    [
        pytest.param("short", 10, ["short"], id="fits"),
        pytest.param("  \n ", 10, [], id="blank"),
        pytest.param("one two\n\nthree four", 14, ["one two", "three four"], id="paragraph"),
        pytest.param("one two\nthree four", 14, ["one two", "three four"], id="line"),
        pytest.param("One two. Three four", 14, ["One two.", "Three four"], id="sentence"),
        pytest.param(
            "하나 둘。셋 넷 다섯", 9, ["하나 둘。", "셋 넷 다섯"], id="sentence-without-space"
        ),
        pytest.param("one two three", 9, ["one two", "three"], id="word"),
        pytest.param("abcdefghij", 4, ["abcd", "efgh", "ij"], id="nowhere"),
        pytest.param("a👍👍", 4, ["a👍", "👍"], id="no-half-character"),
        pytest.param("abc👨‍👩‍👧d", 8, ["abc", "👨‍👩‍👧", "d"], id="no-half-family"),
    ],
)
def test_a_text_is_split_where_a_reader_would_pause(
    text: str, limit: int, parts: list[str]
) -> None:
    assert texts(text, limit) == parts


@pytest.mark.requirement("TG-14")
@given(WORDS, st.integers(16, 120))
def test_every_part_fits_and_nothing_is_lost(text: str, limit: int) -> None:
    parts = texts(text, limit)
    assert all(0 < utf16_length(part) <= limit for part in parts)
    assert regex.sub(r"\s+", "", "".join(parts)) == regex.sub(r"\s+", "", text)


def test_a_long_code_block_is_code_in_every_part() -> None:
    parts = split(formatted_markdown("```py\n" + "x = 1\n" * 2000 + "```"))
    assert len(parts) == 3
    assert [[e["type"] for e in part.entities()] for part in parts] == [["pre"]] * 3


def test_a_part_is_what_telegram_keeps_of_it() -> None:
    text = styled("bold", " one ") + plain("x " * MAX_MESSAGE_UNITS)
    first = split(text)[0]
    assert first.text.startswith("one")
    assert first.entities()[0] == {"type": "bold", "offset": 0, "length": 4}
