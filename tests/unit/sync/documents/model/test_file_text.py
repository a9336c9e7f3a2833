import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.sync.documents.model.file_text import FileText


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", ()),
        ("a", ("a",)),
        ("a\n", ("a",)),
        ("a\n\n", ("a", "")),
        ("\n", ("",)),
        ("a\r\nb\r\n", ("a", "b")),
        ("a\r\nb", ("a", "b")),
        ("a\nb\r\nc\n", ("a", "b\r", "c")),
    ],
)
def test_a_text_is_lines_and_how_they_end(text: str, lines: tuple[str, ...]) -> None:
    found = FileText.of(text)
    assert found.lines == lines
    assert found.text == text


def test_a_stray_line_end_becomes_like_the_others() -> None:
    assert FileText.of("a\r\nb\nc\r\n").text == "a\r\nb\r\nc\r\n"


@given(st.text(alphabet="ab\r\n"))
def test_a_text_without_crlf_is_kept_byte_for_byte(text: str) -> None:
    found = FileText.of(text)
    if not found.is_crlf:
        assert found.text == text
    assert FileText.of(found.text).text == found.text
