from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it.token import Token

from assistant.markdown.growing_words import MAX_MARKED, GrowingWords
from assistant.markdown.parser import inline_tokens, new_parser

PARSER = new_parser()
LINES = st.lists(
    st.sampled_from(
        "a b 한 중 1 \\ * ** *** _ __ ~~ ` `` [ ] ( ) ](x) ![ < > & &amp; , . ， 。 : - \"".split()
    )
    | st.sampled_from([" ", " ", "  "]),
    max_size=40,
).map("".join)  # fmt: skip


def read(tokens: Sequence[Token]) -> list[tuple[str, str]]:
    """Return what tokens say, with texts that touch as one."""
    said: list[tuple[str, str]] = []
    for token in tokens:
        if token.type == "text" and said and said[-1][0] == "text":
            said[-1] = ("text", said[-1][1] + token.content)
        elif token.content or token.type != "text":
            said.append((token.type, token.content))
    return said


def streamed(*pieces: str) -> list[tuple[str, str]]:
    line = GrowingWords(PARSER)
    tokens = [token for piece in pieces for token in line.feed(piece)]
    return read([*tokens, *line.end()])


def given_out(*pieces: str) -> list[str]:
    """Return the words that are certain after each piece."""
    line = GrowingWords(PARSER)
    return ["".join(content for _type, content in read(line.feed(piece))) for piece in pieces]


@given(LINES)
def test_a_line_that_grows_is_read_as_the_whole_line(source: str) -> None:
    assert streamed(*source) == read(inline_tokens(PARSER, source, {}))


@given(LINES.map(lambda line: line * 8), st.lists(st.integers(0, 600), max_size=8))
def test_however_a_long_line_is_cut_it_is_read_alike(source: str, cuts: list[int]) -> None:
    places = sorted({min(cut, len(source)) for cut in cuts})
    pieces = [source[a:b] for a, b in zip([0, *places], [*places, len(source)], strict=True)]
    assert streamed(*pieces) == streamed(source)


@pytest.mark.parametrize(
    ("pieces", "expected"),
    [
        pytest.param(["see the", "m ", "now "], ["see ", "them ", "now "], id="words"),
        pytest.param(["a **b ", "c** d "], ["a ", "b c d "], id="an open mark"),
        pytest.param(["use `a * ", "b` c "], ["use ", "a * b c "], id="code"),
        pytest.param(["[a ", "b](c) d "], ["", "a b d "], id="a link"),
        pytest.param(["2 * ", "3 "], ["2 * ", "3 "], id="a sign"),
        pytest.param(["你好，我", "是。"], ["你好，", "我是。"], id="Chinese"),
    ],
)
def test_words_are_given_as_soon_as_they_are_certain(
    pieces: list[str], expected: list[str]
) -> None:
    assert given_out(*pieces) == expected


def test_a_mark_that_is_not_closed_holds_back_so_many_characters() -> None:
    words = "word " * (MAX_MARKED // 5)
    (given,) = given_out(f"*{words}and **this** ")
    assert given == f"*{words}and this "


def test_the_next_line_begins_anew() -> None:
    line = GrowingWords(PARSER)
    line.feed("a *b")
    assert read(line.end()) == [("text", "*b")]
    assert read(line.feed("c* ")) == [("text", "c* ")]
