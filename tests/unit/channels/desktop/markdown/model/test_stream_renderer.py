from html.parser import HTMLParser

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from typing_extensions import override

from assistant.channels.desktop.markdown.model.safe_links import is_safe_link
from assistant.channels.desktop.markdown.model.stream_renderer import (
    BLOCK_LIMIT,
    PROSE_LIMIT,
    TABLE_ROWS,
    CodeSegment,
    MarkdownSegment,
    MarkdownStream,
    ProseSegment,
    TableSegment,
)

TAGS = frozenset(
    "p br strong em s code pre a ul ol li blockquote hr h1 h2 h3 h4 h5 h6 "
    "table thead tbody tr th td".split()
)
ATTRIBUTES = frozenset({"href", "title", "start", "class", "style"})


class Inspector(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: list[tuple[str, str]] = []
        self.words: list[str] = []

    @override
    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes += [(name, value or "") for name, value in attrs]

    @override
    def handle_data(self, data: str) -> None:
        self.words.append(data)


def streamed(source: str, size: int) -> MarkdownStream:
    """Return a reply that came in pieces of so many characters."""
    stream = MarkdownStream()
    for start in range(0, len(source), size):
        stream.append(source[start : start + size])
    return stream


def shown(stream: MarkdownStream) -> list[str]:
    return [
        f"{s.language}:{s.text}" if isinstance(s, CodeSegment) else s.html for s in stream.segments
    ]


def inspected(segments: list[MarkdownSegment]) -> Inspector:
    inspector = Inspector()
    for segment in segments:
        if not isinstance(segment, CodeSegment):
            inspector.feed(segment.html)
    inspector.close()
    return inspector


@pytest.mark.parametrize(
    "source",
    [
        pytest.param("<script>alert(1)</script>", id="script"),
        pytest.param("<img src=x onerror=alert(1)>", id="raw image"),
        pytest.param("a <b onclick='x()'>bold</b>", id="inline html"),
        pytest.param("<iframe src='https://e.org'></iframe>", id="frame"),
        pytest.param("<style>* { color: red }</style>", id="style"),
    ],
)
def test_raw_html_is_text(source: str) -> None:
    inspector = inspected(MarkdownStream(source).segments)
    assert inspector.tags <= {"p"}
    assert "".join(inspector.words).strip() == source


@pytest.mark.parametrize(
    "address",
    [
        "javascript:alert(1)",
        "JaVaScRiPt:alert(1)",
        "java&#115;cript:alert(1)",
        "data:text/html;base64,PHNjcmlwdD4=",
        "vbscript:x",
        "file:///etc/passwd",
        "//example.org/x",
        "/etc/passwd",
        "https:",
        "smb://host/share",
        "mailto:a@example.org?attach=/etc/passwd",
        "https://bank.example@evil.example/",
        "https://user:password@example.org/",
    ],
)
@pytest.mark.parametrize("form", ["[x]({})", "![x]({})", "<{}>", "[x][r]\n\n[r]: {}"])
def test_unsafe_addresses_never_become_links(address: str, form: str) -> None:
    assert "a" not in inspected(MarkdownStream(form.format(address)).segments).tags


@pytest.mark.parametrize(
    "address", ["https://example.org/a?b=c", "http://example.org", "mailto:a@example.org"]
)
def test_web_and_mail_addresses_become_links(address: str) -> None:
    assert is_safe_link(address)
    inspector = inspected(MarkdownStream(f"[x]({address})").segments)
    assert ("href", address) in inspector.attributes


@pytest.mark.parametrize("size", [3, 1000])
def test_an_address_as_it_stands_becomes_a_link(size: int) -> None:
    source = (
        "See https://example.org/a_b_c?d=1&e=2.\n\n| where |\n|---|\n| http://example.net |\n\n"
        "`https://example.com/code` [https://example.com/b](https://example.com/a)\n"
    )
    inspector = inspected(streamed(source, size).segments)
    assert [value for name, value in inspector.attributes if name == "href"] == [
        "https://example.org/a_b_c?d=1&e=2",
        "http://example.net",
        "https://example.com/a",
    ]


def test_an_image_becomes_a_link_and_is_not_fetched() -> None:
    inspector = inspected(MarkdownStream("![a cat](https://example.org/cat.png)").segments)
    assert "img" not in inspector.tags
    assert ("href", "https://example.org/cat.png") in inspector.attributes


@given(st.text(alphabet="ab \n`*_#->|[]()!<>\"'&:/.1\\~\t", max_size=200))
def test_nothing_but_the_tags_of_markdown_comes_out(source: str) -> None:
    inspector = inspected(MarkdownStream(source).segments)
    assert inspector.tags <= TAGS
    for name, value in inspector.attributes:
        assert name in ATTRIBUTES
        assert name != "href" or is_safe_link(value)


MARKDOWN = st.lists(
    st.sampled_from("a b # ** ` ``` ~~~ - > | |---| [ ] (x) 1. 2 --- === *** _ +".split())
    | st.sampled_from([" ", "\n", "\n\n", "\r\n", "    ", "\n1. a\n\n2. b"]),
    max_size=40,
).map("".join)


@given(MARKDOWN, st.lists(st.integers(0, 150), max_size=8))
@example("1. a\n\n2. b", [7])
@example("a\r\nb", [2])
@example("a ``` b\n```c``` d\n\ne", [])
def test_a_reply_in_pieces_looks_as_if_it_had_come_at_once(source: str, cuts: list[int]) -> None:
    places = sorted({min(cut, len(source)) for cut in cuts})
    pieces = [source[a:b] for a, b in zip([0, *places], [*places, len(source)], strict=True)]
    for deltas in (pieces, source):
        stream = MarkdownStream()
        for delta in deltas:
            stream.append(delta)
        assert stream.text == source
        assert shown(stream) == shown(MarkdownStream(source))


def test_a_typical_reply_in_pieces_is_the_same_as_at_once() -> None:
    source = (
        "# Title\n\nSome **bold** text\nand more.\n\n- one\n- two\n  - inner\n\n"
        "```python\ndef f():\n    return 1\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n> quote\n\nend"
    )
    for size in (1, 2, 3, 7, 50):
        assert shown(streamed(source, size)) == shown(MarkdownStream(source))


def test_code_is_a_segment_of_its_own_with_its_language() -> None:
    segments = MarkdownStream("before\n\n```rust title\nfn main() {}\n```\nafter").segments
    assert [type(segment) for segment in segments] == [ProseSegment, CodeSegment, ProseSegment]
    assert isinstance(segments[1], CodeSegment)
    assert (segments[1].text, segments[1].language) == ("fn main() {}", "rust")


def test_code_shows_while_its_block_is_still_open() -> None:
    stream = MarkdownStream("```py\nx = 1\n")
    stream.append("y = 2\n``")
    (code,) = stream.segments
    assert isinstance(code, CodeSegment)
    assert code.text == "x = 1\ny = 2"
    stream.append("`\nafter")
    assert [type(segment) for segment in stream.segments] == [CodeSegment, ProseSegment]


def test_a_fence_inside_code_of_the_other_kind_does_not_end_it() -> None:
    (code,) = MarkdownStream("~~~\n```\nx\n```\n~~~\n").segments
    assert isinstance(code, CodeSegment)
    assert code.text == "```\nx\n```"


def test_earlier_segments_are_not_touched_again() -> None:
    stream = MarkdownStream()
    paragraph = "Some **words** that make a paragraph of a usual length. " * 8 + "\n\n"
    for _ in range(450):
        before = stream.segments
        first = stream.append(paragraph)
        assert first >= len(before) - 2
        assert stream.segments[:first] == before[:first]
    assert len(stream.text) > 200_000


def test_an_endless_paragraph_is_cut_where_a_word_ends() -> None:
    stream = MarkdownStream()
    for _ in range(1000):
        stream.append("twelve chars ")
    lengths = [len(segment.source) for segment in stream.segments]
    assert max(lengths) <= BLOCK_LIMIT + 13
    assert "".join(segment.source for segment in stream.segments) == stream.text


def test_an_endless_list_stays_a_list_when_it_is_cut() -> None:
    stream = MarkdownStream()
    for number in range(1, 1500):
        stream.append(f"{number}. an item\n")
    inspector = inspected(stream.segments)
    assert "ol" in inspector.tags
    assert "".join(inspector.words).count("an item") == 1499
    assert max(len(segment.source) for segment in stream.segments) <= PROSE_LIMIT


def test_line_ends_of_other_systems_are_understood() -> None:
    assert MarkdownStream("a\r\n\r\n```\r\nx\r\n```\r\n").segments[1] == CodeSegment(
        text="x", language="", source="```\nx\n```\n"
    )


def test_an_empty_reply_has_nothing_to_show() -> None:
    assert MarkdownStream().segments == []
    assert inspected(MarkdownStream("\n \n").segments).tags == set()


def test_an_address_that_is_none_is_not_safe() -> None:
    assert not is_safe_link("http://[bad")


# Tables and tasks.


def rows(stream: MarkdownStream) -> list[tuple[str, ...]]:
    return [row for s in stream.segments if isinstance(s, TableSegment) for row in s.rows]


@pytest.mark.parametrize("size", [1, 3, 12, 10_000])
def test_a_long_table_is_cut_into_pieces_that_share_a_header(size: int) -> None:
    source = "before\n\n| a | b |\n|---|--:|\n" + "".join(
        f"| {number} | **x** |\n" for number in range(50)
    )
    source += "\nafter"
    stream = streamed(source, size)
    tables = [segment for segment in stream.segments if isinstance(segment, TableSegment)]
    whole, rest = divmod(50, TABLE_ROWS)
    assert rest
    assert [len(table.rows) for table in tables] == [TABLE_ROWS] * whole + [rest]
    assert [table.is_continued for table in tables] == [False] + [True] * whole
    assert {table.header for table in tables} == {("a", "b")}
    assert {table.alignments for table in tables} == {("", "right")}
    assert rows(stream) == [(str(number), "<strong>x</strong>") for number in range(50)]
    assert "".join(segment.source for segment in stream.segments).startswith(source[:-6].rstrip())
    last = stream.segments[-1]
    assert isinstance(last, ProseSegment)
    assert "after" in last.html


def test_rows_that_are_final_are_not_touched_while_a_table_grows() -> None:
    stream = MarkdownStream("| a |\n|---|\n")
    for number in range(200):
        before = stream.segments
        first = stream.append(f"| {number} |\n")
        assert first >= len(before) - 2
        assert stream.segments[:first] == before[:first]
    assert rows(stream) == [(str(number),) for number in range(200)]


@pytest.mark.parametrize("end", ["\n", "```py\nx\n```\n", "# Title\n", "> quote\n", "- item\n"])
@pytest.mark.parametrize("count", [TABLE_ROWS - 1, TABLE_ROWS, TABLE_ROWS + 1, 2 * TABLE_ROWS])
def test_a_table_ends_where_another_block_begins(end: str, count: int) -> None:
    source = "| a |\n|---|\n" + "| x |\n" * count + end + "\nwords"
    whole = MarkdownStream(source)
    assert len(rows(whole)) == count
    for size in (1, 5):
        stream = streamed(source, size)
        assert rows(stream) == rows(whole)
        assert "words" in "".join(inspected(stream.segments).words)


@given(st.text(alphabet="ab|-\n :", max_size=120), st.integers(min_value=1, max_value=9))
def test_nothing_of_a_table_is_lost_in_pieces(source: str, size: int) -> None:
    source = "| a |\n|---|\n" + source
    stream = streamed(source, size)
    assert stream.text == source
    whole = inspected(MarkdownStream(source).segments).words
    # Half a line may end a table that the whole line would have gone on with, cells and all.
    assert count_of(inspected(stream.segments).words) >= count_of(whole)


def count_of(words: list[str]) -> int:
    return sum(letter in "ab" for letter in "".join(words))


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("- [ ] open", "☐ open"),
        ("- [x] done", "☑ done"),
        ("1. [X] **bold** one", "☑ bold one"),
        ("- [y] no task", "[y] no task"),
        ("[x] no list", "[x] no list"),
    ],
)
def test_tasks_have_boxes(source: str, text: str) -> None:
    assert "".join(inspected(MarkdownStream(source).segments).words).strip() == text
