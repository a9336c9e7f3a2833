import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.channels.desktop.markdown.model.bare_addresses import split_at_addresses
from assistant.channels.desktop.markdown.model.safe_links import is_safe_link


def addresses(text: str) -> list[str]:
    return [piece for piece, is_address in split_at_addresses(text) if is_address]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("See https://example.org.", "https://example.org"),
        ("See https://example.org/a?b=c&d=%20#e, then", "https://example.org/a?b=c&d=%20#e"),
        ("(https://example.org/a)", "https://example.org/a"),
        ("https://en.wikipedia.org/wiki/A_(b)", "https://en.wikipedia.org/wiki/A_(b)"),
        ("HTTP://EXAMPLE.ORG!", "HTTP://EXAMPLE.ORG"),
        ("https://example.com에서 볼 수 있어요", "https://example.com"),
        ("请访问https://example.com/a，谢谢", "https://example.com/a"),
        ("'https://example.org/it's'", "https://example.org/it's"),
        ("http://localhost:8080/", "http://localhost:8080/"),
        ("[1]: https://[::1]/x]", "https://[::1]/x"),
    ],
)
def test_an_address_ends_where_its_sentence_goes_on(text: str, found: str) -> None:
    assert addresses(text) == [found]


@pytest.mark.parametrize(
    "text",
    [
        "https://",
        "https://.",
        "ftp://example.org",
        "javascript:alert(1)",
        "xhttps://example.org",
        "//example.org",
        "file:///etc/passwd",
        "<img src='https://example.org'>",
        '<a href="https://example.org">',
        "words",
        "",
    ],
)
def test_nothing_else_is_an_address(text: str) -> None:
    assert addresses(text) == []


@given(st.text(alphabet="ab.:/()[]?!한 htps", max_size=60))
def test_no_letter_is_lost_and_every_address_is_safe(text: str) -> None:
    pieces = list(split_at_addresses(text))
    assert "".join(piece for piece, _is_address in pieces) == text
    assert all(is_safe_link(piece) for piece, is_address in pieces if is_address)
