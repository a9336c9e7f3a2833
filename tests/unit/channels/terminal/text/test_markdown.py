"""Markdown in a terminal while it streams."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.channels.terminal.text.line_wrap import Span
from assistant.channels.terminal.text.markdown import STYLE, StreamedMarkdown

WIDE = 80


def streamed(*pieces: str, width: int = WIDE) -> list[Span]:
    """Return what comes out when the pieces come one after the other."""
    markdown = StreamedMarkdown(width=lambda: width)
    spans = [span for piece in pieces for span in markdown.feed(piece)]
    return joined([*spans, *markdown.end()])


def joined(spans: Sequence[Span]) -> list[Span]:
    """Return the spans with neighbours of one style as one."""
    result: list[Span] = []
    for style, text in spans:
        if result and result[-1][0] == style:
            result[-1] = (style, result[-1][1] + text)
        else:
            result.append((style, text))
    return result


def plain(*pieces: str, width: int = WIDE) -> str:
    return "".join(text for _style, text in streamed(*pieces, width=width))


@pytest.mark.parametrize(
    ("source", "spans"),
    [
        pytest.param("Hello there.", [("", "Hello there.")], id="words"),
        pytest.param("# Title\n", [("heading", "Title"), ("", "\n")], id="heading"),
        pytest.param("a **b c** d", [("", "a "), ("strong", "b c"), ("", " d")], id="strong"),
        pytest.param("a *b* d", [("", "a "), ("emphasis", "b"), ("", " d")], id="emphasis"),
        pytest.param("~~b~~", [("strike", "b")], id="struck"),
        pytest.param("use `x * y`", [("", "use "), ("code", "x * y")], id="code"),
        pytest.param("``a`b``", [("code", "a`b")], id="code with a backtick"),
        pytest.param(
            "[here](https://a.example)",
            [("link", "here"), ("target", " (https://a.example)")],
            id="link",
        ),
        pytest.param("<https://a.example>", [("link", "https://a.example")], id="address"),
        pytest.param("![b](c.png)", [("link", "b"), ("target", " (c.png)")], id="picture"),
        pytest.param("[![b](c.png)](d)", [("link", "b"), ("target", " (d)")], id="linked picture"),
        pytest.param(
            "**a *b* c**", [("strong", "a "), ("emphasis", "b"), ("strong", " c")], id="nested"
        ),
        pytest.param('**"강조"**는', [("strong", '"강조"'), ("", "는")], id="Korean"),
        pytest.param(
            "[한](https://a.example/한%20)",
            [("link", "한"), ("target", " (https://a.example/한%20)")],
            id="an address stands as it was written",
        ),
        pytest.param("- one\n", [("bullet", "• "), ("", "one\n")], id="bullet"),
        pytest.param("- [x] a\n", [("bullet", "☑ "), ("", "a\n")], id="done"),
        pytest.param("1. [ ] b\n", [("bullet", "1. ☐ "), ("", "b\n")], id="to do"),
        pytest.param(
            "- [x](y)\n",
            [("bullet", "• "), ("link", "x"), ("target", " (y)"), ("", "\n")],
            id="a link is no box",
        ),
        pytest.param("2. two\n", [("bullet", "2. "), ("", "two\n")], id="number"),
        pytest.param(
            "> - said\n",
            [("rule", "│ "), ("bullet", "• "), ("quote", "said"), ("", "\n")],
            id="list in a quote",
        ),
        pytest.param(
            "- ```py\n  x\n  ```\n",
            [("bullet", "• "), ("target", "  py"), ("", "\n"), ("code", "    x"), ("", "\n")],
            id="code in a list",
        ),
        pytest.param("    # x\n", [("", "    # x\n")], id="indented code"),
        pytest.param("> said\n", [("rule", "│ "), ("quote", "said"), ("", "\n")], id="quote"),
        pytest.param(
            "```py\nx = '*'\n```\n",
            [("target", "  py"), ("", "\n"), ("code", "  x = '*'"), ("", "\n")],
            id="code block",
        ),
    ],
)
def test_each_form_has_its_look(source: str, spans: list[Span]) -> None:
    assert streamed(source) == spans
    assert {style for style, _text in spans if style} <= set(STYLE)


@pytest.mark.parametrize(
    "source",
    [
        "2 * 3 * 4",
        "a * b",
        "snake_case_name and __init__x",
        "an open **mark",
        "an open `tick",
        "f(*args, **kwargs",
        "[no link] here",
        "#hashtag",
        "1.5 litres",
        "2026 was",
        "C:\\dir",
    ],
)
def test_a_mark_that_means_nothing_stands_as_it_came(source: str) -> None:
    assert plain(source).strip() == source.strip()


def test_an_escaped_mark_is_a_character() -> None:
    assert plain(r"\*not\* this") == "*not* this"


def test_words_come_out_as_soon_as_they_have_ended() -> None:
    markdown = StreamedMarkdown(width=lambda: WIDE)
    assert markdown.feed("Hello the") == [("", "Hello ")]
    assert markdown.feed("re, ") == [("", "there, ")]
    assert markdown.end() == []


def test_only_what_is_open_is_held_back() -> None:
    markdown = StreamedMarkdown(width=lambda: WIDE)
    assert markdown.feed("see **bold and ") == [("", "see ")]
    assert markdown.feed("strong** ") == [("strong", "bold and strong"), ("", " ")]


def test_chinese_comes_out_clause_by_clause() -> None:
    markdown = StreamedMarkdown(width=lambda: WIDE)
    assert markdown.feed("好的，我") == [("", "好的，")]
    assert markdown.feed("看看。") == [("", "我看看。")]


def test_a_table_is_laid_out_when_it_is_whole() -> None:
    markdown = StreamedMarkdown(width=lambda: WIDE)
    assert markdown.feed("| a | long |\n|---|---|\n| wide | b |\n") == []
    assert "".join(text for _style, text in markdown.feed("After ")) == (
        "a    │ long\n─────┼─────\nwide │ b\nAfter "
    )


def test_a_table_that_is_too_wide_becomes_lines() -> None:
    cell = "word " * 8
    shown = plain(f"| a | b |\n|---|---|\n| {cell} | {cell} |\n", width=40)
    assert shown.count("a: word") == shown.count("b: word") == 1
    assert all(len(line) <= 40 for line in shown.splitlines())


def test_lines_break_between_words_and_hang_below_their_beginning() -> None:
    assert plain("- one two three four five six", width=21) == ("• one two three four \n  five six")


def test_a_block_that_is_cut_off_does_not_leak_into_the_next_reply() -> None:
    markdown = StreamedMarkdown(width=lambda: WIDE)
    markdown.feed("```\ncode")
    markdown.end()
    assert markdown.feed("words again. ") == [("", "words again. ")]


def test_a_mark_that_is_never_closed_holds_nothing_back_for_long() -> None:
    markdown = StreamedMarkdown(width=lambda: WIDE)
    shown = "".join(text for _ in range(200) for _style, text in markdown.feed("**word "))
    assert shown.count("**word") > 140


@pytest.mark.parametrize(
    "hostile",
    [
        pytest.param("*a " * 5000, id="open marks"),
        pytest.param("*_" * 5000, id="nested marks"),
        pytest.param("[" * 5000, id="brackets"),
        pytest.param("[a](" * 3000, id="open links"),
        pytest.param("```" + " " * 10_000 + "`", id="fence"),
        pytest.param(" " * 20_000 + "x", id="spaces"),
        pytest.param("|" + " " * 10_000 + "x\n", id="table"),
        pytest.param("- " * 5000, id="rule"),
    ],
)
def test_every_text_is_worked_through(hostile: str) -> None:
    shown = plain(hostile)
    assert "".join(shown.split()) != "" or not hostile.strip()


@pytest.mark.requirement("SEC-13")
def test_nothing_steers_the_terminal() -> None:
    shown = plain("a\x1b[2Jb\x07 \x9b31m &#27;[2J &#10; &#x9b;\n```\n\x1b]0;title\x07\n```\n")
    assert not any(ord(c) < 32 and c != "\n" or 0x7F <= ord(c) < 0xA0 for c in shown)


def test_code_comes_out_as_it_arrives() -> None:
    markdown = StreamedMarkdown(width=lambda: WIDE)
    markdown.feed("```\n")
    assert markdown.feed("x =") == [("code", "  x =")]
    assert markdown.feed(" 1\n``") == [("code", " 1"), ("", "\n")]
    assert markdown.feed("`\n") == []


@pytest.mark.parametrize("cut", range(1, 12))
def test_a_sequence_that_comes_in_pieces_leaves_nothing(cut: int) -> None:
    text = "a\x1b[31mb \x1b]0;c\x07d"
    assert plain(text[:cut], text[cut:]) == "ab d"


TEXTS = st.text(alphabet="ab *_`~[]()#->|\\1.\n한\x1b\x9b;J", max_size=60)


@given(text=TEXTS, cuts=st.lists(st.integers(min_value=0, max_value=60), max_size=8))
def test_however_it_is_cut_the_same_comes_out(text: str, cuts: list[int]) -> None:
    places = sorted({min(cut, len(text)) for cut in cuts})
    pieces = [text[a:b] for a, b in zip([0, *places], [*places, len(text)], strict=True)]
    assert streamed(*pieces, width=24) == streamed(text, width=24)


@given(text=TEXTS)
def test_every_letter_comes_out_once_and_in_order(text: str) -> None:
    shown = plain(text)
    letters = [c for c in text if c in "ab한"]
    assert (
        [c for c in shown if c in "ab한"] == letters
        or "```" in text
        or "~~~" in text
        or "[" in text
    )
