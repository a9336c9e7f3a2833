import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.channels.telegram.model.formatted_text import EntitySpan, FormattedText, styled
from assistant.channels.telegram.model.markdown import formatted_markdown
from assistant.channels.telegram.model.message_split import split
from tests.helpers.telegram.message_rules import MAX_TEXT, checked_text

PIECES = st.sampled_from(
    ["**", "*", "_", "`", "```", "\n", "\n\n", "# ", "- ", "1. ", "> ", "| a | b |\n|--|--|\n", "~~",
     "[x](https://a.b/c)", "[y](javascript:x)", "![z](https://a.b/p.png)", "<b>", "\\", "words ",
     "한국어 ", "👨‍👩‍👧", "é", "\u202e", "    ", "---\n", "&amp;"]
)  # fmt: skip
SOURCES = st.lists(PIECES | st.text(max_size=8), max_size=60).map("".join)


def shown(source: str) -> list[tuple[str, str]]:
    """Return the type of each entity with the text that it stands on."""
    text = formatted_markdown(source)
    units = text.text.encode("utf-16-le")
    return [
        (e["type"], units[2 * e["offset"] : 2 * (e["offset"] + e["length"])].decode("utf-16-le"))
        for e in text.entities()
    ]


@pytest.mark.parametrize(
    ("source", "text", "entities"),
    [
        pytest.param("**bold** *it* ~~no~~", "bold it no",
                     [("bold", "bold"), ("italic", "it"), ("strikethrough", "no")], id="inline"),
        pytest.param("# 제목 👍\ntext", "제목 👍\n\ntext", [("bold", "제목 👍")], id="heading"),
        pytest.param("**a `b` c**", "a b c", [("bold", "a "), ("code", "b"), ("bold", " c")],
                     id="code-cuts-what-is-around-it"),
        pytest.param("```py\nx = 1\n```", "x = 1", [("pre", "x = 1")], id="code-block"),
        pytest.param("- a\n  - b\n- c", "• a\n   ◦ b\n• c", [], id="list"),
        pytest.param("3. a\n4. b", "3. a\n4. b", [], id="numbers"),
        pytest.param("> said\n>> inner", "said\n\ninner", [("blockquote", "said\n\ninner")],
                     id="quote-in-a-quote"),
        pytest.param("[a](https://a.b)", "a", [("text_link", "a")], id="link"),
        pytest.param("[a](mailto:x@y.z)", "a (mailto:x@y.z)", [], id="link-that-telegram-refuses"),
        pytest.param("![a](https://a.b/c.png)", "a", [("text_link", "a")], id="picture"),
        pytest.param("<b>x</b> & y", "<b>x</b> & y", [], id="markup-stays-text"),
        pytest.param("|a|b|\n|-|-|\n|한|1|", "a  | b\n---+--\n한 | 1",
                     [("pre", "a  | b\n---+--\n한 | 1")], id="table"),
        pytest.param("\u202eabc\u0000", "abc", [], id="hidden-characters"),
    ],
)  # fmt: skip
def test_markdown_becomes_text_with_entities(
    source: str, text: str, entities: list[tuple[str, str]]
) -> None:
    assert formatted_markdown(source).text == text
    assert shown(source) == entities


@given(SOURCES)
def test_telegram_takes_whatever_a_model_writes(source: str) -> None:
    for part in split(formatted_markdown(source)):
        assert checked_text(part.text, part.entities(), limit=MAX_TEXT)[0] == part.text


def test_of_two_spans_that_cross_one_is_cut() -> None:
    crossed = FormattedText(
        "abcd", (EntitySpan(kind="bold", start=0, end=2), EntitySpan(kind="italic", start=1, end=3))
    )
    assert [(e["offset"], e["length"]) for e in crossed.entities()] == [(0, 2), (1, 1)]


def test_no_more_entities_are_sent_than_telegram_takes() -> None:
    assert len(formatted_markdown("**a** b " * 150).entities()) == 100


def test_texts_are_put_together_and_cut_with_their_spans() -> None:
    both = styled("bold", "ab") + styled("italic", "cd")
    assert both[1:3] == FormattedText(
        "bc", (EntitySpan(kind="bold", start=0, end=1), EntitySpan(kind="italic", start=1, end=2))
    )
