import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.channels.web.pages.model.markdown_tree import MarkdownNode, markdown_nodes

_TAGS = set(
    "p h2 ul ol li blockquote strong em s table thead tbody tr th td hr br pre code".split()
)


def text_of(parts: tuple[MarkdownNode, ...]) -> str:
    return "".join(part.text + text_of(part.parts) for part in parts)


def tags_of(parts: tuple[MarkdownNode, ...]) -> set[str]:
    return {part.tag for part in parts if part.tag}.union(*(tags_of(part.parts) for part in parts))


def test_words_styles_and_code_become_elements() -> None:
    (paragraph,) = markdown_nodes("Some **bold** and `code`")
    assert paragraph.tag == "p"
    assert [part.tag for part in paragraph.parts] == ["", "strong", "", "code"]
    (block,) = markdown_nodes("```python\nx = 1\n```")
    assert (block.tag, text_of((block,))) == ("pre", "x = 1\n")


def test_lists_and_tables_keep_their_shape() -> None:
    (items,) = markdown_nodes("- a\n- b")
    assert (items.tag, [item.tag for item in items.parts]) == ("ul", ["li", "li"])
    (table,) = markdown_nodes("| a | b |\n|---|---|\n| 1 | 2 |")
    assert tags_of((table,)) == {"table", "thead", "tbody", "tr", "th", "td"}


@pytest.mark.requirement("Q-PRES-41")
@pytest.mark.parametrize(
    "source",
    ["<script>alert(1)</script>", "a <img src=x onerror=alert(1)> b", "<b>bold</b>"],
)
def test_markup_of_the_source_stays_text(source: str) -> None:
    assert source in text_of(markdown_nodes(source))
    assert tags_of(markdown_nodes(source)) <= {"p"}


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("[here](https://example.org/a)", "here (https://example.org/a)"),
        ("<https://example.org/>", "https://example.org/"),
        ("![a picture](https://example.org/a.png)", "a picture (https://example.org/a.png)"),
    ],
)
def test_links_and_pictures_become_words_with_their_address(source: str, expected: str) -> None:
    assert text_of(markdown_nodes(source)) == expected
    assert tags_of(markdown_nodes(source)) == {"p"}


@given(st.text(alphabet="ab*_`#->|[]()!<\\\n 1.", max_size=60))
def test_whatever_is_written_only_known_elements_come_out(source: str) -> None:
    assert tags_of(markdown_nodes(source)) <= _TAGS
