from pathlib import Path

import pytest
from markdown_it import MarkdownIt

import assistant
from assistant.markdown.parser import inline_tokens, new_parser


def html(source: str) -> str:
    return new_parser().render(source).strip()


@pytest.mark.parametrize(
    ("source", "strong"),
    [
        pytest.param('그는 **"강조"**는 말', '"강조"', id="korean end"),
        pytest.param('그는**"강조"**라고', '"강조"', id="korean beginning"),
        pytest.param("还有**（注）**的", "（注）", id="chinese"),
        pytest.param("**Note:**text", "Note:", id="colon"),
        pytest.param("**a** b", "a", id="words"),
    ],
)
def test_strong_words_may_touch_what_stands_around_them(source: str, strong: str) -> None:
    tokens = inline_tokens(new_parser(), source, {})
    at = [token.type for token in tokens].index("strong_open")
    assert tokens[at + 1].content == strong


@pytest.mark.parametrize("source", ["2 * 3 * 4", "2 ** 3 ** 4", "snake_case_name", "f(*args, b)"])
def test_a_mark_that_encloses_nothing_is_text(source: str) -> None:
    assert html(source) == f"<p>{source}</p>"


@pytest.mark.parametrize(
    "source",
    [
        "*foo [bar](/u)*",
        "**foo*bar*baz**",
        "***foo** bar*",
        "*foo**bar*",
        "**foo*",
        "_foo_bar_baz_",
        "a*\"foo\"*",
        "*(*foo*)*",
        "foo***bar***baz",
        "a * foo bar*",
    ],
)  # fmt: skip
def test_all_else_is_read_as_commonmark_reads_it(source: str) -> None:
    assert html(source) == MarkdownIt("commonmark").render(source).strip()


def test_only_the_head_of_a_list_item_has_a_box() -> None:
    assert html("- [x] a\n- [ ] b [x] c") == "<ul>\n<li>☑ a</li>\n<li>☐ b [x] c</li>\n</ul>"
    assert html("[x] a") == "<p>[x] a</p>"


def test_raw_html_is_text() -> None:
    assert html("<b>a</b>") == "<p>&lt;b&gt;a&lt;/b&gt;</p>"


def test_nothing_else_makes_a_parser() -> None:
    package = Path(assistant.__file__).parent
    makers = [path for path in package.rglob("*.py") if "MarkdownIt(" in path.read_text("utf-8")]
    assert [path.relative_to(package).as_posix() for path in makers] == ["markdown/parser.py"]
